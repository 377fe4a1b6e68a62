"""The score sheet of Progressive Rummy for real cards."""

from parlour.games.progressive.state import terms_of
from parlour.games.rummy.sheet import RummyScorer


class ProgressiveScorer(RummyScorer):
    over_rule = "P15"
    points_rule = "P15"
    who_rule = "P10"
    deck_rule = "P4"
    ends_rule = "P16"
    terms_of = staticmethod(terms_of)
