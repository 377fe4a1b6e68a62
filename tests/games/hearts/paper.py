"""A round of Hearts, for a score sheet."""

from typing import Any

from parlour.cards import code
from parlour.games.hearts.scoring import COSTLY, JACK_BIT, OTHERS, SELF
from parlour.games.tricks.masks import cards_in
from tests.score.truth import OnPaper, Truth


def truth(hearts: Any) -> Truth:
    """The cards that count are those that were taken. After a moon, other players' points are no longer theirs."""
    terms = hearts.terms
    shooter = terms.shooter(hearts.taken)
    before = [total - last for total, last in zip(hearts.totals(), hearts.sheet[-1], strict=True)]
    ways = [terms.round(hearts.taken, moon) for moon in (OTHERS, SELF)]
    points = next(points for points in ways if terms.halved(before, points) == hearts.sheet[-1])
    counts = COSTLY | (JACK_BIT if terms.jack else 0)
    left = [list(map(code, cards_in(taken & counts))) for taken in hearts.taken]
    return Truth(left, points, None if shooter < 0 else shooter, mixes=shooter < 0)


ON_PAPER = OnPaper(truth, {"rounds": (1, 6)})
