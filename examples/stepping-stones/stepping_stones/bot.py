"""Steady steps whenever it can, with the card that would cost the most."""

from random import Random

from parlour.cards import by_rank, code
from parlour.kernel.actions import Deal, Draw
from parlour.kernel.position import SCORED
from parlour.kernel.state import Seat
from stepping_stones.rules import Action, Step, Stones


class Steady:
    def choose(self, state: Stones, seat: Seat, rng: Random) -> Action:
        if state.phase == SCORED:
            return Deal()
        steps = state.steps(seat)
        return Step(code(max(steps, key=by_rank))) if steps else Draw()
