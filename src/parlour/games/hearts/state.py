"""Where the cards of a Hearts table are, and who knows them (H13).

A seat remembers its own hand, every card that was played, which cards somebody has shown not to hold, and the cards
that it passed for as long as they are in that hand. It also remembers which cards it got.
"""

from typing import Final

from mypy_extensions import i64

from parlour.cards import SUIT, Card, card
from parlour.games.hearts.options import HeartsOptions
from parlour.games.hearts.scoring import COSTLY, QUEEN, HeartsScoring, deck_for
from parlour.games.tricks.masks import BIT, EVERY_CARD, HEARTS, OF_SUIT, cards_in, mask_of
from parlour.games.tricks.state import NO_TRUMP, TrickPosition
from parlour.kernel.position import NOBODY
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

# Phases
PASSING: Final = 0  # everybody chooses cards to pass, all at once (H2)
PLAYING: Final = 1
CHOOSING: Final = 2  # somebody shot the moon and says how it counts (H10)

TWO_OF_CLUBS: Final[Card] = card("2C")
NOT_HEARTS: Final = EVERY_CARD ^ OF_SUIT[HEARTS]
FREE: Final = EVERY_CARD ^ COSTLY  # every card that costs nothing


class HeartsTerms(HeartsScoring):
    """The house rules of one table, worked out once."""

    def __init__(self, options: HeartsOptions, seats: int) -> None:
        super().__init__(options)
        ways = {"cycle": (1, seats - 1, *([seats // 2] if seats % 2 == 0 else []), 0), "left": (1,), "never": (0,)}
        self.ways: list[int] = list(ways[options.passing])  # how far to the left cards go, round by round (H2)
        self.pass_count: int = options.pass_count
        self.two_opens: bool = options.opening == "two_of_clubs"
        self.bloody_first: bool = options.bloody_first
        self.queen_breaks: bool = options.queen_breaks
        self.hearts_anytime: bool = options.hearts_anytime
        self.deck: list[Card] = deck_for(seats)


class HeartsPosition(TrickPosition):
    terms: HeartsTerms

    def __init__(self, options: HeartsOptions, seats: int, shuffler: Shuffler) -> None:
        super().__init__(options, seats, shuffler)
        self.passed: list[int] = [0] * seats  # by seat: the cards that it has chosen to pass, also after it has
        self.set_terms()

    def set_terms(self) -> None:
        assert isinstance(self.options, HeartsOptions)
        self.terms = HeartsTerms(self.options, self.seats)

    # ------------------------------------------------------------ moving cards

    def deal(self) -> None:
        """H1, H2: deal, and let everybody choose cards to pass, unless none are passed in this round."""
        self.deal_all(self.terms.deck[:])
        self.passed = [0] * self.seats
        self.phase = PASSING
        self.at_bat = NOBODY
        if self.way() == 0:
            self.open_round()

    def exchange(self) -> None:
        """H2: everybody gets what was passed to them, and nobody can take it back anymore (H14)."""
        for seat, cards in enumerate(self.passed):
            self.hands[seat] ^= cards
        for seat, cards in enumerate(self.passed):
            self.hands[self.heir(seat)] |= cards
        self.uncovered += 1
        self.open_round()

    def open_round(self) -> None:
        """H3: 2♣ is laid for whoever holds it, or the seat after the dealer leads."""
        self.phase = PLAYING
        self.at_bat = (self.dealer + 1) % self.seats
        if self.terms.two_opens:
            holder = next(seat for seat, hand in enumerate(self.hands) if hand & BIT[TWO_OF_CLUBS])
            self.lay(holder, TWO_OF_CLUBS, NO_TRUMP)
            self.at_bat = (holder + 1) % self.seats

    def put(self, seat: Seat, card: i64) -> None:
        """Play a card that may be played, and remember what that shows."""
        first = self.is_first_trick()
        if first and not self.terms.bloody_first and COSTLY >> card & 1:  # H6: nothing else could be played
            follows = self.laid > 0 and SUIT[card] == self.led()
            self.lacks[seat] |= FREE & (OF_SUIT[self.led()] if follows else EVERY_CARD)
        if SUIT[card] == HEARTS:
            if self.laid == 0 and not self.broken and not self.terms.hearts_anytime:
                self.lacks[seat] |= NOT_HEARTS  # H7
            elif self.laid > 0 and self.led() != HEARTS:
                self.broken = True
        elif card == QUEEN and self.terms.queen_breaks:
            self.broken = True
        self.lay(seat, card, NO_TRUMP)

    # ------------------------------------------------------------ small predicates

    def way(self) -> int:
        """How far to the left cards are passed in this round; 0 if they are not (H2)."""
        return self.terms.ways[(self.round - 1) % len(self.terms.ways)]

    def heir(self, seat: Seat) -> Seat:
        """Who gets a seat's cards."""
        return (seat + self.way()) % self.seats

    def giver(self, seat: Seat) -> Seat:
        """Whose cards a seat gets."""
        return (seat - self.way()) % self.seats

    def is_first_trick(self) -> bool:
        return self.taker == NOBODY

    def allowed(self, seat: Seat) -> i64:
        """The cards that the seat at bat may play (H4, H6, H7)."""
        cards = self.following(seat)
        if self.laid == 0 and not self.broken and not self.terms.hearts_anytime:
            cards = cards & NOT_HEARTS or cards  # H7
        if self.taker == NOBODY and not self.terms.bloody_first:
            cards = cards & FREE or cards  # H6
        return cards

    # ------------------------------------------------------------ imagined deals

    def known(self, seat: Seat, other: Seat) -> int:
        """H13: what the seat has passed to the other, and the other still holds."""
        if seat == NOBODY or self.phase == PASSING or self.way() == 0 or other != self.heir(seat):
            return 0
        return self.passed[seat] & self.hands[other]

    def forget(self, seat: Seat) -> None:
        """Also what others have chosen to pass, or have passed to each other."""
        super().forget(seat)
        for other in range(self.seats):
            if other == seat or not self.passed[other]:
                continue
            if self.phase == PASSING:
                cards = cards_in(self.hands[other])
                self.shuffler.shuffle(cards)
                self.passed[other] = mask_of(cards[: self.terms.pass_count])
            elif self.heir(other) != seat:
                self.passed[other] = 0
