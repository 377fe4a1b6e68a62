"""What Steady does about calls in Torpedo. The rest is in `steady`."""

from random import Random

from parlour.games.rummy.actions import BUY
from parlour.games.rummy.state import ANSWERING, DRAWING, PLAYING, WINDOW
from parlour.games.torpedo.actions import ACCEPT, Action
from parlour.games.torpedo.rules import Torpedo
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.state import Seat
from parlour.lab.frozen.rummy.steady import Player


class TorpedoSteady(Player):
    def choose(self, torpedo: Torpedo, seat: Seat, rng: Random) -> Action | None:
        if torpedo.phase == WINDOW:
            return self._call(torpedo, seat)
        if torpedo.phase == ANSWERING:
            return TAKE if self.wants(torpedo, seat) else ACCEPT
        if torpedo.phase == DRAWING:
            return self._draw(torpedo, seat)
        return self.play(torpedo, seat) if torpedo.phase == PLAYING else DEAL

    def _call(self, torpedo: Torpedo, seat: Seat) -> Action | None:
        if seat == torpedo.at_bat:
            return TAKE if self.wants(torpedo, seat) else None
        return BUY if self.would_buy(torpedo, seat) else PASS

    def _draw(self, torpedo: Torpedo, seat: Seat) -> Action:
        if not torpedo.can_take():
            return DRAW
        wanted = self.wants(torpedo, seat)
        if torpedo.may_buy_for_itself() and self.would_buy(torpedo, seat):
            if not wanted or self._rather_buys(torpedo, seat):
                return BUY
        return TAKE if wanted or not torpedo.can_draw() else DRAW

    def _rather_buys(self, torpedo: Torpedo, seat: Seat) -> bool:
        """With two players (T22), is the discard with a penalty card and a draw better than the discard alone?"""
        outlook = self.outlook(torpedo, seat)
        card = torpedo.discards[-1]
        size = len(outlook.hand)
        return outlook.cost_with(card, 2, size + 2) < outlook.cost_with(card, 0, size)
