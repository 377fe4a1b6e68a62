"""The score sheet for Stepping Stones with real cards: players enter the cards they have left."""

from parlour.cards import CODES, JOKER
from parlour.kernel.scorer import Count, Pad, Scorer, Written
from stepping_stones.rules import StonesOptions

MOST_CARDS = 40


class StonesScorer(Scorer):
    points_rule = "S7"
    over_rule = "S8"

    def __init__(self, options: StonesOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        self.of = options.rounds

    def pad(self) -> Pad:
        return Pad("hand", tuple(CODES[:JOKER]), MOST_CARDS, (0, 364))  # the whole deck costs 364

    def check(self, written: Written, values: object) -> None:
        self.need_all(written, "S7")
