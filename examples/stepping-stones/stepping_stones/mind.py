"""What sharp, gentle and hints need to know about Stepping Stones."""

from math import exp
from random import Random

from parlour.cards import name
from parlour.kernel.actions import Draw
from parlour.kernel.mind import Mind
from parlour.kernel.playout import play_on
from parlour.kernel.position import OVER
from parlour.kernel.state import Seat, sums
from stepping_stones.rules import PLAYING, Action, Step, Stones

SWING = 30.0  # by how many points a round typically changes a lead


class StonesMind(Mind[Stones]):
    playouts = 150

    def outcome(self, state: Stones, seat: Seat, action: Action, rng: Random) -> float:
        """Play to the end of this round, not of the game: that is faster, and less luck hides the skill."""
        state.apply(seat, action)
        play_on(state, self.steady, rng, self.interrupts, quiet=-1, rounds=state.round)
        return self.worth(state, seat)

    def worth(self, state: Stones, seat: Seat) -> float:
        if state.phase == OVER:
            return super().worth(state, seat)
        odds = [exp(-total / SWING) for total in sums(state.sheet, state.seats)]
        return odds[seat] / sum(odds)

    def slip(self, state: Stones, seat: Seat, rng: Random) -> Action | None:
        """Overlook that a card fits, and draw."""
        return Draw() if state.phase == PLAYING else state.silence(seat)

    def why(self, state: Stones, seat: Seat, action: Action) -> str:
        steps = state.steps(seat) if state.phase == PLAYING else []
        if isinstance(action, Draw) and not steps:
            return f"nothing in your hand is close enough to {name(state.stones[-1])}"
        if isinstance(action, Step) and len(steps) == 1:
            return "none of your other cards is close enough"
        return super().why(state, seat, action)
