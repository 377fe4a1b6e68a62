"""The rules of Progressive Rummy for offers and hot cards (P6, P11-P14, P16). The rest of a turn is in `rummy.rules`,
and what a seat remembers is in `rummy.state`."""

from collections.abc import Sequence
from typing import Final

from parlour.cards import Card
from parlour.games.progressive.actions import Action, ClaimHot
from parlour.games.progressive.options import ProgressiveOptions
from parlour.games.progressive.state import terms_of
from parlour.games.rummy.actions import BUY, Buy
from parlour.games.rummy.card_text import target
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import ANSWERING, NOT_ASKED, NOT_YET, PASSED, PLAYING, SILENT, WANTS, WINDOW
from parlour.kernel.actions import DEAL, PASS, TAKE, Pass, Take
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

CLAIMS: Final = 4  # an answer to an offer, besides those that both games have

NOTHING: Final[tuple[Action, ...]] = ()


class Progressive(Rummy):
    """A game of Progressive Rummy. In a window everybody answers the offer of the visible discard. WANTS means that the
    seat at bat takes it, or that another seat would buy it. With CLAIMS, `calls` holds the place on a meld."""

    options: ProgressiveOptions

    def set_terms(self) -> None:
        self.terms = terms_of(self.options, self.seats)

    # ------------------------------------------------------------ who may act, and how

    def actors(self) -> Sequence[Seat]:
        if self.phase == WINDOW:
            return [seat for seat in range(self.seats) if self.answers[seat] == SILENT]
        if self.phase == ANSWERING:
            return (self.discarder,)
        return () if self.phase == OVER else (self.at_bat,)

    def legal(self, seat: Seat) -> Sequence[Action]:
        if self.phase == WINDOW:
            return self._answers_of(seat) if self.answers[seat] == SILENT else NOTHING
        if self.phase == ANSWERING:
            return self.throws(self.hands[seat]) if seat == self.discarder else NOTHING
        if seat != self.at_bat or self.phase == OVER:
            return NOTHING
        return self.plays(seat) if self.phase == PLAYING else (DEAL,)

    def _answers_of(self, seat: Seat) -> list[Action]:
        actions: list[Action] = []
        if seat == self.at_bat and seat != self.discarder:
            actions.append(TAKE)
        if self.may_buy(seat):
            actions.append(BUY)
        actions += [ClaimHot(target(number, low, self.melds[number].kind)) for number, low in self.hot_places(seat)]
        actions.append(PASS)
        return actions

    def silence(self, seat: Seat) -> Action | None:
        if seat not in self.actors():
            return None
        if self.phase == WINDOW:
            return PASS
        return DEAL if self.phase == SCORED else self.silent_play(seat)

    # ------------------------------------------------------------ what each action does

    def apply(self, seat: Seat, action: Action) -> None:
        if type(action) is Pass:
            self._pass(seat)
        elif type(action) is Take:
            self._take(seat)
        elif type(action) is Buy:
            self._buy(seat)
        elif type(action) is ClaimHot:
            self._claim(seat, action)
        else:
            self.apply_play(seat, action)

    def _take(self, seat: Seat) -> None:
        """The seat at bat comes first and pays nothing (P6, P11)."""
        self.check_turn(seat)
        self.check_not_drawn()
        if self.phase != WINDOW or seat == self.discarder:
            raise Refused("P11", "That card isn't offered to you.")
        self._answer(seat, WANTS, 0)

    def _buy(self, seat: Seat) -> None:
        """P11, P12."""
        if self.phase != WINDOW:
            raise Refused("P11", "You can only buy between a discard and the next draw.")
        if seat == self.at_bat:
            raise Refused("P11", "You're at bat, so you can take it for free.")
        if seat == self.discarder:
            raise Refused("P11", "You can't buy a card you discarded yourself.")
        if self.discarder == NOBODY and not self.terms.buy_first_card:
            raise Refused("P11", "At this table the first card of a round can't be bought.")
        self.check_buys_left(seat)
        if not self.may_buy(seat):
            raise Refused("P12", "At this table you can't buy after you've laid down.")
        self._answer(seat, WANTS, 0)

    def _pass(self, seat: Seat) -> None:
        """P11."""
        if self.phase != WINDOW:
            raise Refused("P11", "There's nothing to pass on.")
        self._answer(seat, PASSED, 0)

    def _claim(self, seat: Seat, action: ClaimHot) -> None:
        """P14."""
        if not self.terms.hot_card:
            raise Refused("P14", "At this table you can't claim a discard.")
        if self.phase != WINDOW:
            raise Refused("P14", "You can only claim a hot card before the next draw.")
        if seat == self.discarder:
            raise Refused("P14", "You can't claim a card you discarded yourself.")
        if not self.hands[seat]:
            raise Refused("P14", "You need a card to discard afterward.")
        number, low = self.check_fits(seat, self.discards[-1], action.meld)
        self._answer(seat, CLAIMS, 2 * number + low)

    def _answer(self, seat: Seat, answer: int, place: int) -> None:
        if self.answers[seat] == NOT_ASKED:
            raise Refused("P11", "That card isn't offered to you.")
        if self.answers[seat] != SILENT:
            raise Refused("P11", "You've already answered, and that's final.")
        self.answers[seat] = answer
        self.calls[seat] = place
        self._settle()

    def discard(self, seat: Seat, card: Card) -> None:
        """The discard after a hot card ends no turn: the same seat stays at bat. A last card ends the round (P14)."""
        if self.phase != ANSWERING or seat != self.discarder:
            super().discard(seat, card)
            return
        self.check_holds(seat, card, "P6")
        self.throw(seat, card)
        if self.hands[seat]:
            self.open_discard()
        else:
            self.out = seat
            self.score()

    # ------------------------------------------------------------ offers

    def open_discard(self) -> None:
        """Ask every seat that may have the discard (P11). If none may, the seat at bat draws."""
        offered = self.can_take()
        for seat in range(self.seats):
            may = offered and seat != self.discarder
            if may and seat != self.at_bat:
                may = self.may_buy(seat) or len(self.hot_places(seat)) > 0
            self.answers[seat] = SILENT if may else NOT_ASKED
            self.calls[seat] = 0
        self.phase = WINDOW
        self._settle()

    def _settle(self) -> None:
        """Settle the offer as soon as no missing answer could change it (P11, P13, P14). Claims go first, then the seat
        at bat, then the others in order to its left."""
        seats = [(self.at_bat + step) % self.seats for step in range(self.seats)]
        if self.terms.hot_card:
            for seat in seats:
                if self.answers[seat] == CLAIMS:
                    self._play_hot_card(seat)
                    return
                if self.answers[seat] == SILENT and self.hot_places(seat):
                    return
        for seat in seats:
            if self.answers[seat] == SILENT:
                return
            if self.answers[seat] == WANTS:
                self._hand_over(seat)
                return
        self._draw_for_turn()

    def _hand_over(self, seat: Seat) -> None:
        """The seat at bat gets the discard for free; a buyer also takes cards from the stock (P11, P12)."""
        self.take_discard(seat)
        if seat == self.at_bat:
            self.phase = PLAYING
            return
        self.buys[seat] += 1
        for _ in range(self.terms.buy_penalty):
            self.draw(seat)
        self._draw_for_turn()

    def _draw_for_turn(self) -> None:
        """Draw for the seat at bat, which has no other choice left. If it can't draw, the round is over (P6, P16)."""
        if self.draw(self.at_bat):
            self.phase = PLAYING
        else:
            self.score()

    def _play_hot_card(self, seat: Seat) -> None:
        number, low = self.calls[seat] // 2, self.calls[seat] % 2 == 1
        self.melds[number] = self.melds[number].with_card(self.discards.pop(), low)
        self.dead = True
        self.discarder = seat
        self.phase = ANSWERING

    def may_buy(self, seat: Seat) -> bool:
        """May the seat buy the discard, if it is offered at all (P11, P12)?"""
        if seat == self.at_bat or seat == self.discarder or not self.has_buys(seat):
            return False
        if self.discarder == NOBODY and not self.terms.buy_first_card:
            return False
        return self.terms.buy_after_down or self.down[seat] == NOT_YET

    def hot_places(self, seat: Seat) -> list[tuple[int, bool]]:
        """Where on the table this seat could play the discard as a hot card (P14)."""
        if not self.terms.hot_card or self.down[seat] == NOT_YET or seat == self.discarder or not self.hands[seat]:
            return []
        return self.spots(seat, self.discards[-1])


def start(options: ProgressiveOptions, seats: int, shuffler: Shuffler) -> Progressive:
    """A new game, with the first round dealt by seat 0 (P5)."""
    progressive = Progressive(options, seats, shuffler)
    progressive.deal()
    return progressive
