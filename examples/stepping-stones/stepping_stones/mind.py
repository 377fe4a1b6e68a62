"""How Stepping Stones is thought about, for sharp, for gentle, and for hints."""

from math import exp
from random import Random

from parlour.cards import name
from parlour.kernel.actions import Draw
from parlour.kernel.mind import Mind
from parlour.kernel.playout import play_on
from parlour.kernel.position import OVER
from parlour.kernel.state import Seat, sums
from stepping_stones.rules import PLAYING, Action, Step, Stones

SWING = 30.0  # points that a round may well change


class StonesMind(Mind[Stones]):
    playouts = 150

    def outcome(self, state: Stones, seat: Seat, action: Action, rng: Random) -> float:
        """To the end of this round, and not of the game: that is quicker, and luck has less time to hide the skill."""
        state.apply(seat, action)
        play_on(state, self.steady, rng, self.interrupts, quiet=-1, rounds=state.round)
        return self.worth(state, seat)

    def worth(self, state: Stones, seat: Seat) -> float:
        if state.phase == OVER:
            return super().worth(state, seat)
        odds = [exp(-total / SWING) for total in sums(state.sheet, state.seats)]
        return odds[seat] / sum(odds)

    def slip(self, state: Stones, seat: Seat, rng: Random) -> Action | None:
        """Does not see that a card would do."""
        return Draw() if state.phase == PLAYING else state.silence(seat)

    def why(self, state: Stones, seat: Seat, action: Action) -> str:
        steps = state.steps(seat) if state.phase == PLAYING else []
        if isinstance(action, Draw) and not steps:
            return f"nothing in your hand is close enough to {name(state.stones[-1])}"
        if isinstance(action, Step) and len(steps) == 1:
            return "no other card of yours is close enough"
        return super().why(state, seat, action)
