"""A round of Torpedo or Progressive, for a score sheet."""

from typing import Any

from parlour.cards import code
from tests.score.truth import OnPaper, Truth


def truth(rummy: Any) -> Truth:
    hands: list[list[str] | None] = [list(map(code, hand)) for hand in rummy.hands]
    return Truth(hands, list(rummy.sheet[-1]), None if rummy.out < 0 else rummy.out)


ON_PAPER = OnPaper(truth, {"rounds": (1, 2), "turn_cap": (1, 4)}, sleepy=True)
