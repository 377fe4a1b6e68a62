"""What Steady does about offers in Progressive. The rest is in `steady`."""

from random import Random

from parlour.games.progressive.actions import Action, ClaimHot
from parlour.games.progressive.rules import Progressive
from parlour.games.rummy.actions import BUY, DISCARDS
from parlour.games.rummy.card_text import target
from parlour.games.rummy.state import ANSWERING, PLAYING, WINDOW
from parlour.kernel.actions import DEAL, PASS, TAKE
from parlour.kernel.state import Seat
from parlour.lab.frozen.rummy.steady import Player


class ProgressiveSteady(Player):
    def choose(self, progressive: Progressive, seat: Seat, rng: Random) -> Action:
        if progressive.phase == WINDOW:
            return self._answer(progressive, seat)
        if progressive.phase == ANSWERING:
            return DISCARDS[self.outlook(progressive, seat).best_discard()]
        return self.play(progressive, seat) if progressive.phase == PLAYING else DEAL

    def _answer(self, progressive: Progressive, seat: Seat) -> Action:
        places = progressive.hot_places(seat)
        if places:
            number, low = places[0]
            return ClaimHot(target(number, low, progressive.melds[number].kind))
        if seat == progressive.at_bat:
            return TAKE if self.wants(progressive, seat) else PASS
        if progressive.may_buy(seat) and self.would_buy(progressive, seat):
            return BUY
        return PASS
