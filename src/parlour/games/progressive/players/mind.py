"""How Gentle and Sharp think about offers in Progressive. The rest is in `rummy.players.mind`."""

from random import Random
from typing import Any

from parlour.games.progressive.actions import ClaimHot
from parlour.games.progressive.players.steady import ProgressiveSteady
from parlour.games.progressive.players.weights import LEARNED, SPREADS
from parlour.games.progressive.view import WORDS
from parlour.games.rummy.players.advice import meld_of, visible, why_not_take
from parlour.games.rummy.players.mind import RummyMind
from parlour.games.rummy.rules import Rummy
from parlour.kernel.actions import PASS, Pass, Take
from parlour.kernel.state import Seat


class ProgressiveMind(RummyMind):
    def __init__(self) -> None:
        super().__init__(ProgressiveSteady(), ProgressiveSteady(learned=LEARNED), WORDS, SPREADS)

    def slip(self, rummy: Rummy, seat: Seat, rng: Random) -> Any:
        slip = super().slip(rummy, seat, rng)
        return PASS if isinstance(slip, (Take, ClaimHot)) and PASS in rummy.legal(seat) else slip

    def say(self, rummy: Rummy, seat: Seat, action: Any) -> str:
        if isinstance(action, ClaimHot):
            return f"Claim {visible(rummy)} for {meld_of(rummy, seat, action.meld, self.words)}"
        if isinstance(action, Pass) and seat == rummy.at_bat and rummy.can_draw():
            return "Draw from the stock"
        return super().say(rummy, seat, action)

    def why(self, rummy: Rummy, seat: Seat, action: Any) -> str:
        if isinstance(action, ClaimHot):
            return "you get to discard a card of your own out of turn"
        if isinstance(action, Pass) and seat == rummy.at_bat and not rummy.can_draw():
            return "the stock is empty, and if nobody wants it the round is over"
        if isinstance(action, Pass) and seat == rummy.at_bat:
            return why_not_take(rummy, seat, self.words)
        return super().why(rummy, seat, action)
