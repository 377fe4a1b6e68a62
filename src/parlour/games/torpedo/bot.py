"""Steady, a Torpedo player: `rummy.bot` says how it thinks; here is what it does about calls."""

from random import Random

from parlour.games.rummy.actions import BUY, DEAL, DRAW, PASS, TAKE
from parlour.games.rummy.bot import play, wants, would_buy
from parlour.games.rummy.rules import ANSWERING, DRAWING, PLAYING, WINDOW
from parlour.games.torpedo.actions import ACCEPT, Action
from parlour.games.torpedo.rules import Torpedo
from parlour.kernel.state import Seat


class Steady:
    """See the module. `buys=False` is one that never buys, to measure by."""

    def __init__(self, buys: bool = True) -> None:
        self.buys = buys

    def choose(self, torpedo: Torpedo, seat: Seat, rng: Random) -> Action | None:
        if torpedo.phase == WINDOW:
            return self._call(torpedo, seat)
        if torpedo.phase == ANSWERING:
            return TAKE if wants(torpedo, seat) else ACCEPT
        if torpedo.phase == DRAWING:
            return self._draw(torpedo, seat)
        return play(torpedo, seat) if torpedo.phase == PLAYING else DEAL

    def _call(self, torpedo: Torpedo, seat: Seat) -> Action | None:
        if seat == torpedo.at_bat:
            return TAKE if wants(torpedo, seat) else None
        return BUY if self.buys and would_buy(torpedo, seat) else PASS

    def _draw(self, torpedo: Torpedo, seat: Seat) -> Action:
        if not torpedo.can_take():
            return DRAW
        if self.buys and torpedo.may_buy_for_itself() and would_buy(torpedo, seat):
            return BUY
        if wants(torpedo, seat) or not torpedo.can_draw():
            return TAKE
        return DRAW
