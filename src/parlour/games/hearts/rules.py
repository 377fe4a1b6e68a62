"""The rules of Hearts (H1-H7, H10-H12, H15). `state` moves the cards, and `scoring` says what they cost."""

from collections.abc import Sequence
from typing import Any, Final, assert_never

from mypy_extensions import i64

from parlour.cards import CODES, FACE_OF, SUIT_WORDS, Card, name
from parlour.games.hearts.actions import FOR_OTHERS, FOR_SELF, Action, CountMoon, PassCards
from parlour.games.hearts.options import HeartsOptions
from parlour.games.hearts.passes import Passes, dearest
from parlour.games.hearts.scoring import CHOOSE, COSTLY, OTHERS, SELF
from parlour.games.hearts.state import CHOOSING, FREE, PASSING, PLAYING, HeartsPosition
from parlour.games.tricks.actions import PLAYS, Play
from parlour.games.tricks.masks import BIT, lowest_of_all, play_at, plays
from parlour.kernel.actions import DEAL, Deal
from parlour.kernel.position import ALONE, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Result, Seat, lowest_wins

DEAL_ONLY: Final[tuple[Action, ...]] = (DEAL,)
EITHER_WAY: Final[tuple[Action, ...]] = (FOR_OTHERS, FOR_SELF)
CARDS: Final = ("no cards", "1 card", "2 cards", "3 cards", "4 cards")


class Hearts(HeartsPosition):
    """A game of Hearts."""

    # ------------------------------------------------------------ who may act, and how

    def actors(self) -> Sequence[Seat]:
        if self.phase == PASSING:
            return [seat for seat, cards in enumerate(self.passed) if not cards]
        return () if self.phase == OVER else ALONE[self.at_bat]

    def legal(self, seat: Seat) -> Sequence[Action]:
        if self.phase == PASSING:
            return Passes(self.hands[seat], self.terms.pass_count) if not self.passed[seat] else ()
        if seat != self.at_bat or self.phase == OVER:
            return ()
        if self.phase == PLAYING:
            return plays(self.allowed(seat))
        return EITHER_WAY if self.phase == CHOOSING else DEAL_ONLY

    def pick(self, seat: Seat, luck: float) -> Any:
        if self.phase == PLAYING and seat == self.at_bat:
            return play_at(self.allowed(seat), luck)
        return super().pick(seat, luck)

    def silence(self, seat: Seat) -> Action | None:
        """H15."""
        if self.phase == PASSING:
            cards = dearest(self.hands[seat], self.terms.pass_count)
            return PassCards([CODES[card] for card in cards]) if not self.passed[seat] else None
        if seat != self.at_bat or self.phase == OVER:
            return None
        if self.phase == PLAYING:
            return PLAYS[lowest_of_all(self.allowed(seat))]
        return FOR_OTHERS if self.phase == CHOOSING else DEAL

    # ------------------------------------------------------------ what each action does

    def apply(self, seat: Seat, action: Action) -> None:
        if type(action) is Play:
            self._play(seat, FACE_OF[action.card])
        elif type(action) is PassCards:
            self._pass(seat, [FACE_OF[code] for code in action.cards])
        elif type(action) is Deal:
            self._deal_next(seat)
        elif type(action) is CountMoon:
            self._count_moon(seat, action)
        else:
            assert_never(action)

    def _deal_next(self, seat: Seat) -> None:
        """H1."""
        if self.phase != SCORED and self.phase != OVER:
            raise Refused("H1", "You can deal the next round when this one is over.")
        if self.phase == OVER or seat != self.at_bat:
            raise self._not_now(seat)
        self.deal()

    def _pass(self, seat: Seat, cards: list[Card]) -> None:
        """H2."""
        if self.phase != PASSING:
            raise Refused("H2", "You can pass cards only before the first trick.")
        if self.passed[seat]:
            raise Refused("H2", "You've chosen your cards already. Wait for the others.")
        number = self.terms.pass_count
        if len(cards) != number:
            raise Refused("H2", f"Choose {CARDS[number]} to pass, not {len(cards)}.")
        chosen = 0
        for card in cards:
            if not self.has(seat, card):
                raise Refused("H2", f"You don't have {name(card)}.")
            if chosen & BIT[card]:
                raise Refused("H2", f"You have only one {name(card)}.")
            chosen |= BIT[card]
        self.passed[seat] = chosen
        if 0 not in self.passed:
            self.exchange()

    def _play(self, seat: Seat, card: i64) -> None:
        """H4-H7."""
        if self.phase != PLAYING or seat != self.at_bat:
            raise self._not_now(seat)
        if not self.allowed(seat) >> card & 1:
            raise self._why_not(seat, card)
        self.put(seat, card)
        if self.laid < self.seats:
            self.at_bat = (seat + 1) % self.seats
            return
        self.at_bat = self.gather()  # H5
        if not self.hands[seat]:
            self._end_round()

    def _why_not(self, seat: Seat, card: Card) -> Refused:
        """The rule that a card of the seat at bat would break."""
        if not self.has(seat, card):
            return Refused("H4", f"You don't have {name(card)}.")
        following = self.following(seat)
        if not following & BIT[card]:
            suit = SUIT_WORDS[self.led()]
            return Refused("H4", f"{suit.capitalize()} were led and you have some, so play one of those.")
        if self.is_first_trick() and not self.terms.bloody_first and BIT[card] & COSTLY and following & FREE:
            return Refused("H6", "On the first trick, play no hearts and no Q♠ while you have another card.")
        return Refused("H7", "Hearts aren't broken yet, so lead another suit.")

    def _count_moon(self, seat: Seat, action: CountMoon) -> None:
        """H10."""
        if self.phase != CHOOSING:
            raise Refused("H10", "Nobody has shot the moon and has to choose.")
        if seat != self.at_bat:
            raise self._not_now(seat)
        self._score(SELF if action.count == "self" else OTHERS)

    # ------------------------------------------------------------ how a round and the game end

    def _end_round(self) -> None:
        """H10: whoever shot the moon may have to choose first."""
        moon = self.terms.moon
        shooter = self.terms.shooter(self.taken)
        if moon == CHOOSE and shooter >= 0:
            self.phase = CHOOSING
            self.at_bat = shooter
        else:
            self._score(SELF if moon == SELF else OTHERS)

    def _score(self, moon: int) -> None:
        """H8-H12."""
        before = self.totals()
        points = self.terms.halved(before, self.terms.round(self.taken, moon))
        after = [total + more for total, more in zip(before, points, strict=True)]
        self.close_round(points, self.terms.is_over(after, self.round), (self.dealer + 1) % self.seats)

    def result(self) -> Result | None:
        """H11, H12."""
        return lowest_wins(self.totals()) if self.phase == OVER else None

    # ------------------------------------------------------------ small predicates

    def _not_now(self, seat: Seat) -> Refused:
        if self.phase == PASSING:
            done = "Wait until everybody has chosen" if self.passed[seat] else "First choose your"
            return Refused("H2", f"{done} cards to pass.")
        if self.phase == CHOOSING:
            return Refused("H10", f"{{{self.at_bat}}} shot the moon and chooses how it counts.")
        return self.not_now(seat, over="H11", deal="H1", turn="H4")


def start(options: HeartsOptions, seats: int, shuffler: Shuffler) -> Hearts:
    """Return a new game with the first round dealt. Seat 0 deals."""
    hearts = Hearts(options, seats, shuffler)
    hearts.deal()
    return hearts
