"""A hole of Golf, for a score sheet."""

from typing import Any

from parlour.cards import code
from tests.score.truth import OnPaper, Truth


def truth(golf: Any) -> Truth:
    grids = [golf.grids[seat * 6 : seat * 6 + 6] for seat in range(golf.seats)]
    points = [golf.terms.grid(grid) for grid in grids]
    return Truth([list(map(code, grid)) for grid in grids], points, None if golf.out < 0 else golf.out)


ON_PAPER = OnPaper(truth, {"holes": (1, 6), "turn_cap": (1, 12)})
