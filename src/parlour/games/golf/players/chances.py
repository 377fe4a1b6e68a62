"""What a lead is worth before the last hole."""

from math import sqrt
from typing import Final

from parlour.kernel.mind import chance_to_lead
from parlour.kernel.state import Seat

# By seats, the spread of a player's points in a hole: tools/fit_golf.py
SPREAD: Final[list[float]] = [0.0, 0.0, 6.2, 6.6, 6.9, 6.8, 7.2]


def chance_to_win(totals: list[int], left: int, seat: Seat) -> float:
    """The chance to win if everybody's points in the holes that are left came from one normal distribution."""
    mine = totals[seat]
    if left == 0:
        return 0.0 if min(totals) < mine else 1.0 / totals.count(mine)
    spread = SPREAD[len(totals)] * sqrt(float(left))
    return chance_to_lead([(totals[other] - mine) / spread for other in range(len(totals)) if other != seat])
