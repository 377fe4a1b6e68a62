"""How Progressive is thought about: `rummy.mind` has most of it; here is what can be done about offers."""

from random import Random
from typing import Any, Final

from parlour.games.progressive.actions import Claim
from parlour.games.progressive.bot import Steady
from parlour.games.progressive.view import WORDS
from parlour.games.rummy.actions import PASS, Pass, Take
from parlour.games.rummy.advice import meld_of, visible, why_not_take
from parlour.games.rummy.mind import RummyMind
from parlour.games.rummy.rules import Rummy
from parlour.kernel.state import Seat

# Of the points in a round, by contract (`rummy.mind.key_of`): tools/fit_rummies.py
SPREADS: Final = {203: 23.1, 113: 26.1, 23: 28.2, 303: 34.6, 213: 36.8, 123: 39.6, 304: 39.9, 33: 48.0}


class ProgressiveMind(RummyMind):
    """See the module."""

    slips = 0.3

    def __init__(self) -> None:
        super().__init__(Steady(), WORDS, SPREADS)

    def others(self, rummy: Rummy, seat: Seat) -> list[Any]:
        return []

    def slip(self, rummy: Rummy, seat: Seat, rng: Random) -> Any:
        slip = super().slip(rummy, seat, rng)
        return PASS if isinstance(slip, (Take, Claim)) and PASS in rummy.legal(seat) else slip

    def say(self, rummy: Rummy, seat: Seat, action: Any) -> str:
        if isinstance(action, Claim):
            return f"Claim {visible(rummy)} for {meld_of(rummy, seat, action.meld, self.words)}"
        if isinstance(action, Pass) and seat == rummy.at_bat:
            return "Draw from the stock"
        return super().say(rummy, seat, action)

    def why(self, rummy: Rummy, seat: Seat, action: Any) -> str:
        if isinstance(action, Claim):
            return "it opens the way for a discard of your own, out of turn"
        if isinstance(action, Pass) and seat == rummy.at_bat:
            return why_not_take(rummy, seat, self.words)
        return super().why(rummy, seat, action)
