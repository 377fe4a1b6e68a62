"""A round of Spades, for a score sheet."""

from typing import Any

from tests.score.truth import OnPaper, Truth


def truth(spades: Any) -> Truth:
    said = ["b" if blind else str(bid) for bid, blind in zip(spades.bids, spades.blind, strict=True)]
    return Truth([f"{bid}/{took}" for bid, took in zip(said, spades.tricks, strict=True)], list(spades.sheet[-1]))


ON_PAPER = OnPaper(truth, {"rounds": (1, 6)})
