"""Progressive Rummy on paper."""

from parlour.games.progressive.options import ProgressiveOptions
from parlour.games.progressive.state import terms_of
from parlour.games.rummy.sheet import RummyScorer
from parlour.kernel.scorer import Count


class ProgressiveScorer(RummyScorer):
    over_rule = "P15"
    points_rule = "P15"
    who_rule = "P10"
    deck_rule = "P4"
    ends_rule = "P16"

    def __init__(self, options: ProgressiveOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count, terms_of(options, seats))
