"""How Gentle and Sharp think about calls in Torpedo. The rest is in `rummy.players.mind`."""

from typing import Any

from parlour.games.rummy.players.advice import visible
from parlour.games.rummy.players.mind import RummyMind
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import DRAWING
from parlour.games.torpedo.actions import Accept
from parlour.games.torpedo.players.steady import TorpedoSteady
from parlour.games.torpedo.players.weights import LEARNED, SPREADS
from parlour.games.torpedo.rules import Torpedo
from parlour.games.torpedo.view import WORDS
from parlour.kernel.actions import DRAW
from parlour.kernel.state import Seat


class TorpedoMind(RummyMind):
    def __init__(self) -> None:
        super().__init__(TorpedoSteady(), TorpedoSteady(learned=LEARNED), WORDS, SPREADS)

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
        if isinstance(action, Accept) and rummy.behind() <= rummy.penalty():
            return "there's nothing else to draw, and that ends the round"
        if isinstance(action, Accept):
            return "a card from the deck might help you more, and they have to take an extra card"
        return super().why(rummy, seat, action)
