"""The score sheet of Torpedo for real cards."""

from parlour.games.rummy.sheet import RummyScorer
from parlour.games.torpedo.state import terms_of


class TorpedoScorer(RummyScorer):
    over_rule = "T32"
    points_rule = "T31"
    who_rule = "T20"
    deck_rule = "T6"
    ends_rule = "T30"
    terms_of = staticmethod(terms_of)
