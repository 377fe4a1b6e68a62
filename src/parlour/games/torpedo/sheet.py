"""Torpedo on paper."""

from parlour.games.rummy.sheet import RummyScorer
from parlour.games.torpedo.options import TorpedoOptions
from parlour.games.torpedo.state import terms_of
from parlour.kernel.scorer import Count


class TorpedoScorer(RummyScorer):
    over_rule = "T32"
    points_rule = "T31"
    who_rule = "T20"
    deck_rule = "T6"
    ends_rule = "T30"

    def __init__(self, options: TorpedoOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count, terms_of(options, seats))
