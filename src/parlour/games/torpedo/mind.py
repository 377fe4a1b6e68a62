"""How Torpedo is thought about: `rummy.mind` has most of it; here is what can be done about calls."""

from typing import Any, Final

from parlour.games.rummy.actions import DRAW
from parlour.games.rummy.advice import visible
from parlour.games.rummy.layout import DRAWING
from parlour.games.rummy.mind import RummyMind
from parlour.games.rummy.rules import Rummy
from parlour.games.torpedo.actions import Accept
from parlour.games.torpedo.bot import Steady
from parlour.games.torpedo.rules import Torpedo
from parlour.games.torpedo.view import WORDS
from parlour.kernel.state import Seat

# Of the points in a round, by contract (`rummy.mind.key_of`): tools/fit_rummies.py
SPREADS: Final = {203: 16.1, 23: 29.5, 213: 41.2, 123: 48.5, 303: 39.5, 33: 51.6}


class TorpedoMind(RummyMind):
    """See the module."""

    slips = 0.3

    def __init__(self) -> None:
        super().__init__(Steady(), WORDS, SPREADS)

    def others(self, rummy: Rummy, seat: Seat) -> list[Any]:
        return []

    def slip(self, rummy: Rummy, seat: Seat, rng: Any) -> Any:
        if rummy.phase == DRAWING and rummy.can_draw():
            return DRAW
        return super().slip(rummy, seat, rng)

    def say(self, rummy: Rummy, seat: Seat, action: Any) -> str:
        if isinstance(action, Accept):
            assert isinstance(rummy, Torpedo)
            return f"Let {{{rummy.buyer()}}} buy {visible(rummy)}"
        return super().say(rummy, seat, action)

    def why(self, rummy: Rummy, seat: Seat, action: Any) -> str:
        if isinstance(action, Accept):
            return "a card from the deck may do more for you, and they have to take another one with it"
        return super().why(rummy, seat, action)
