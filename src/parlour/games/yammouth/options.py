"""Yammouth's house rules (Y2, Y4, Y13, Y14, Y19, Y22)."""

from typing import Annotated, Literal

from parlour.cards import RANK_WORDS
from parlour.games.yammouth.scoring import is_endless
from parlour.kernel.options import Options, cap_on_turns, house_rule
from parlour.kernel.refusal import Refused

CARDS = "The cards"
CALLS = "Calling"

DECKS = {
    "low_heavy": "many low cards: 8 aces, 6 twos, 5 threes, 4 of all others and 3 jokers",
    "standard": "52 cards and 2 jokers",
    "custom": "as many of each rank as you like",
}
RANKS = (*RANK_WORDS, "joker")
LOW_HEAVY = (8, 6, 5, *[4] * 10, 3)  # ace, 2 … king, joker
STANDARD = (*[4] * 13, 2)
DEALT = 5  # to each player
LEFT_OVER = 10  # the fewest cards that must be left after the deal


class YammouthOptions(Options, frozen=True, kw_only=True):
    """One field per house rule. The defaults are the game as written."""

    out_over: Annotated[
        int,
        house_rule(
            "Y19",
            "With more points than this, you're out.",
            here="With more than {} point(s), you're out.",
            least=25,
            most=500,
        ),
    ] = 100
    turn_cap: Annotated[int, cap_on_turns("Y22")] = 60

    deck: Annotated[
        Literal["low_heavy", "standard", "custom"],
        house_rule("Y2", "Deck:", here="The deck has {}.", group=CARDS, words=DECKS),
    ] = "low_heavy"
    custom_deck: Annotated[
        tuple[int, ...],
        house_rule("Y2", "Cards of each rank in a custom deck", group=CARDS, least=0, most=20, each=RANKS),
    ] = LOW_HEAVY
    double_deck: Annotated[bool, house_rule("Y2", "Twice as many of every card.", group=CARDS)] = False

    call_limit: Annotated[
        int,
        house_rule(
            "Y4",
            "The most points you can have when you call.",
            here="You can call with {} point(s) or fewer.",
            group=CALLS,
            least=0,
            most=50,
        ),
    ] = 5
    caught_points: Annotated[
        int,
        house_rule(
            "Y14",
            "Points for calling or claiming and getting caught.",
            here="If you call or claim and get caught, you pay {} point(s).",
            group=CALLS,
            least=0,
            most=100,
        ),
    ] = 35
    call_words: Annotated[
        tuple[str, ...], house_rule("Y13", "Your own words for claims after SCANZATH", group=CALLS, most=5)
    ] = ()

    def check(self) -> None:
        """Refuse a custom deck that is not used (Y2)."""
        if self.deck != "custom" and self.custom_deck != LOW_HEAVY:
            raise Refused("Y2", "To use a deck of your own (custom_deck), set deck to custom.")

    def counts(self) -> tuple[int, ...]:
        """The number of aces, 2s … kings and jokers in one deck (Y2)."""
        return {"low_heavy": LOW_HEAVY, "standard": STANDARD, "custom": self.custom_deck}[self.deck]

    def check_seats(self, seats: int) -> None:
        """Refuse a deck that is too small, or with which a match might never end (Y2)."""
        needed = DEALT * seats + LEFT_OVER
        counts = tuple(count * (2 if self.double_deck else 1) for count in self.counts())
        cards = sum(counts)
        if cards < needed:
            raise Refused("Y2", f"{seats} players need at least {needed} cards, but this deck has {cards}.")
        for players in range(seats, 1, -1):
            if is_endless(counts, players, self.out_over):
                raise Refused(
                    "Y2",
                    f"With this deck, a match of {players} players might never end: totals grow too slowly, or land on "
                    "25 and drop again. Add cards of other ranks (custom_deck).",
                )
