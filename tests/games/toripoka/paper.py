"""A round of Toripoka, for a score sheet."""

from typing import Any

from parlour.games.toripoka.pieces import piece_code
from tests.score.truth import OnPaper, Truth


def truth(toripoka: Any) -> Truth:
    held: list[list[str] | None] = [[piece_code(piece) for piece in pieces] for pieces in toripoka.owned]
    return Truth(held, list(toripoka.totals()), over=toripoka.result() is not None)


ON_PAPER = OnPaper(truth)
