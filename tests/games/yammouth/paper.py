"""A round of Yammouth, for a score sheet."""

from typing import Any

from parlour.cards import code
from parlour.games.yammouth.scoring import round_points
from tests.score.truth import OnPaper, Truth


def truth(yammouth: Any) -> Truth:
    hands = [list(map(code, hand)) for hand in yammouth.hands]
    held = [yammouth.held(seat) for seat in range(yammouth.seats)]
    points = round_points(held, yammouth.claims, yammouth.terms.caught_points)
    left = [hands[seat] if seat in yammouth.playing else None for seat in range(yammouth.seats)]
    return Truth(left, points, yammouth.claims[-1] if yammouth.claims else None, list(yammouth.claims[:-1]))


ON_PAPER = OnPaper(truth, {"out_over": (25, 120), "turn_cap": (1, 12)})
