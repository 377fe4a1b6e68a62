"""The rules of Torpedo for drawing and buying (T8, T22-T30). The rest of a turn is in `rummy.rules`, and what a seat
remembers is in `rummy.state`."""

from collections.abc import Sequence
from typing import Final

from parlour.cards import the_card
from parlour.games.rummy.actions import BUY, Buy
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import ANSWERING, DRAWING, NOT_ASKED, PASSED, PLAYING, SILENT, WANTS, WINDOW
from parlour.games.torpedo.actions import ACCEPT, Accept, Action
from parlour.games.torpedo.options import TorpedoOptions
from parlour.games.torpedo.state import terms_of
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE, Draw, Pass, Take
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

CALL: Final[tuple[Action, ...]] = (BUY, PASS)
TAKE_ONLY: Final[tuple[Action, ...]] = (TAKE,)
ANSWER: Final[tuple[Action, ...]] = (ACCEPT, TAKE)
DEAL_ONLY: Final[tuple[Action, ...]] = (DEAL,)
NOTHING: Final[tuple[Action, ...]] = ()


class Torpedo(Rummy):
    """A game of Torpedo. In a buy window, `answers` says who called or passed, and `calls` has the reaction times."""

    options: TorpedoOptions

    def set_terms(self) -> None:
        self.terms = terms_of(self.options, self.seats)

    # ------------------------------------------------------------ who may act, and how

    def actors(self) -> Sequence[Seat]:
        if self.phase == WINDOW:
            around = [(self.at_bat + step) % self.seats for step in range(1, self.seats)]
            callers = [seat for seat in around if self.answers[seat] == SILENT]
            if self.can_take():
                callers.append(self.at_bat)  # last, because nobody waits for it
            return callers
        return () if self.phase == OVER else (self.at_bat,)

    def legal(self, seat: Seat) -> Sequence[Action]:
        if self.phase == WINDOW:
            if seat == self.at_bat:
                return TAKE_ONLY
            return CALL if self.answers[seat] == SILENT else NOTHING
        if seat != self.at_bat:
            return NOTHING
        if self.phase == PLAYING:
            return self.plays(seat)
        if self.phase == ANSWERING:
            return ANSWER
        if self.phase == DRAWING:
            draws: list[Action] = [DRAW] if self.can_draw() else []
            if self.can_take():
                draws.append(TAKE)
            if self.may_buy_for_itself():
                draws.append(BUY)
            return draws
        return DEAL_ONLY if self.phase == SCORED else NOTHING

    def silence(self, seat: Seat) -> Action | None:
        if self.phase == WINDOW:
            return PASS if self.answers[seat] == SILENT else None
        if seat != self.at_bat or self.phase == OVER:
            return None
        if self.phase == ANSWERING:
            return ACCEPT
        if self.phase == DRAWING:
            return DRAW if self.can_draw() else TAKE
        return DEAL if self.phase == SCORED else self.silent_play(seat)

    # ------------------------------------------------------------ what each action does

    def apply(self, seat: Seat, action: Action) -> None:
        if type(action) is Pass:
            self._pass(seat)
        elif type(action) is Draw:
            self._draw(seat)
        elif type(action) is Buy:
            self._buy(seat, action.reaction)
        elif type(action) is Take:
            self._take(seat)
        elif type(action) is Accept:
            self._accept(seat)
        else:
            self.apply_play(seat, action)

    def _draw(self, seat: Seat) -> None:
        """T8, T28."""
        self.check_turn(seat)
        self.check_not_drawn()
        if self.phase == WINDOW:
            raise Refused("T22", f"The others can still buy {self._visible()}: wait for them, or take it yourself.")
        if self.phase == ANSWERING:
            wants = f"{{{self.buyer()}}} wants to buy {self._visible()}"
            raise Refused("T24", f"{wants}: let them have it, or take it yourself.")
        if not self.draw(seat):
            raise Refused("T29", "The deck is empty: take the discard.")
        self.phase = PLAYING

    def _take(self, seat: Seat) -> None:
        """T8. In a window this denies every call (T22); as an answer it denies the call that counts (T24)."""
        self.check_turn(seat)
        self.check_not_drawn()
        if not self.can_take():
            raise Refused("T25", "That discard is dead: draw from the deck.")
        self.take_discard(seat)
        self.phase = PLAYING

    def _buy(self, seat: Seat, reaction: int) -> None:
        """T22, T23, T26."""
        if self.phase == DRAWING and seat == self.at_bat and self.seats == 2:
            # T22: with two players the seat at bat may buy, and then draws from the deck.
            self.check_buys_left(seat)
            self._check_offered()
            self._sell_to(seat)
            return
        if self.open_hands() or self.phase == PLAYING:
            raise Refused("T22", "You can only buy between a discard and the next draw.")
        self._check_offered()
        if seat == self.discarder:
            raise Refused("T22", "You can't buy a card you discarded yourself.")
        if seat == self.at_bat:
            raise Refused("T22", "You're at bat, so you can take it for free.")
        self.check_buys_left(seat)
        if self.phase != WINDOW:
            raise Refused("T22", "It's too late to buy this card.")
        self._answer(seat, WANTS, reaction)

    def _pass(self, seat: Seat) -> None:
        """T28."""
        if self.phase != WINDOW:
            raise Refused("T28", "There's nothing to pass on.")
        if seat == self.at_bat:
            raise Refused("T22", "You're at bat: wait for the others, or take the discard.")
        self._answer(seat, PASSED, 0)

    def _answer(self, seat: Seat, answer: int, reaction: int) -> None:
        if self.answers[seat] == NOT_ASKED:
            raise Refused("T22", "You can't buy this card, so there's nothing to answer.")
        if self.answers[seat] != SILENT:
            raise Refused("T22", "You've already answered.")
        self.answers[seat] = answer
        self.calls[seat] = reaction
        if SILENT in self.answers:
            return
        if WANTS in self.answers:
            self.phase = ANSWERING
        else:
            self._let_draw()

    def _accept(self, seat: Seat) -> None:
        """T24."""
        self.check_turn(seat)
        if self.phase != ANSWERING:
            raise Refused("T24", "Nobody has called for this card.")
        self._sell_to(self.buyer())

    def _sell_to(self, buyer: Seat) -> None:
        """The buyer gets the discard and a penalty card if there is one (T24, T29). The next discard is dead (T25)."""
        self.take_discard(buyer)
        self.buys[buyer] += 1
        self.draw(buyer)
        self._let_draw()

    # ------------------------------------------------------------ windows

    def open_discard(self) -> None:
        """Ask every seat that may call (T22). If none may, the seat at bat draws."""
        waiting = False
        offered = self.offered()
        for seat in range(self.seats):
            may = offered and seat != self.at_bat and seat != self.discarder and self.has_buys(seat)
            self.answers[seat] = SILENT if may else NOT_ASKED
            self.calls[seat] = 0
            waiting = waiting or may
        if waiting:
            self.phase = WINDOW
        else:
            self._let_draw()

    def _let_draw(self) -> None:
        """Let the seat at bat draw (T28). If there is nothing to draw, the round is over (T30)."""
        if self.can_draw() or self.can_take():
            self.phase = DRAWING
        else:
            self.score()

    def offered(self) -> bool:
        """May the visible discard be bought (T25, T26)?"""
        return self.can_take() and (self.discarder != NOBODY or self.terms.buy_first_card)

    def may_buy_for_itself(self) -> bool:
        return self.seats == 2 and self.offered() and self.has_buys(self.at_bat)

    def buyer(self) -> Seat:
        """The seat with the quickest call; among equals, the one closest to the left of the seat at bat (T22)."""
        best = NOBODY
        for step in range(1, self.seats):
            seat = (self.at_bat + step) % self.seats
            if self.answers[seat] == WANTS and (best == NOBODY or self.calls[seat] < self.calls[best]):
                best = seat
        return best

    def _check_offered(self) -> None:
        """T25, T26."""
        if not self.offered():
            if self.discarder == NOBODY and not self.dead:
                raise Refused("T26", "The first card of a round can't be bought.")
            raise Refused("T25", "That card is dead, so it can't be bought.")

    def _visible(self) -> str:
        return the_card(self.discards[-1])


def start(options: TorpedoOptions, seats: int, shuffler: Shuffler) -> Torpedo:
    """A new game, with the first round dealt by seat 0 (T7)."""
    torpedo = Torpedo(options, seats, shuffler)
    torpedo.deal()
    return torpedo
