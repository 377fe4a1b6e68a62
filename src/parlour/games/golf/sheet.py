"""Golf on paper: a hole from everybody's grid, with the house rules."""

from collections.abc import Sequence

from parlour.cards import FACES, JOKER, RANK_CODES, SUIT_LETTERS
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.scoring import Scoring, jokers
from parlour.kernel.refusal import Refused
from parlour.kernel.scorer import Count, Pad, Reckoned, Remark, Scorer, Who, Written
from parlour.kernel.words import signed

GRID = 6


class GolfScorer(Scorer):
    points_rule = "G9"
    over_rule = "G11"

    def __init__(self, options: GolfOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        self.of = options.holes
        self.scoring = Scoring(options)
        self.jokers = jokers(options, 2 if seats > 4 else 1)
        self.least, self.most = self._range()

    def _range(self) -> tuple[int, int]:
        """The least and the most that a grid can be worth: three columns of the best or the worst two cards."""
        faces = range(FACES if self.jokers else JOKER)
        columns = [self.scoring.column(top, bottom) for top in faces for bottom in faces]
        return 3 * min(columns) - 20 * self.scoring.wolfpack, 3 * max(columns)

    def pad(self) -> Pad:
        jacks = [f"J{suit}" for suit in SUIT_LETTERS] if self.options.one_eyed_jacks else ["J"]  # G17
        cards = [code for rank in RANK_CODES for code in (jacks if rank == "J" else [rank])]
        joker = ["JOK"] if self.jokers else []
        return Pad("grid", (*cards, *joker), GRID, (self.least, self.most), Who("Who went out?"))

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        self.need_all(written, "G8")
        if len(written.calls) > 1:
            raise Refused("G8", "Only one player goes out first.")

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        grids = [value or 0 for value in values]
        points = self.scoring.hole(grids, written.calls[0] if written.calls else -1)
        notes = tuple(
            "" if was == now else f"{signed(was)} → {signed(now)}" for was, now in zip(grids, points, strict=True)
        )
        remarks = []
        if not written.calls and (self.options.knock_penalty or self.options.knock_bonus):
            rule = "G23" if self.options.knock_penalty else "G24"
            remarks.append(Remark("Nobody is said to have gone out, so nobody pays or gains by it.", rule))
        for seat, (was, now) in enumerate(zip(grids, points, strict=True)):
            if was != now:
                remarks.append(Remark(f"{{{seat}}}: {signed(was)} → {signed(now)} by the house rules.", "G30"))
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        return Reckoned(tuple(points), tuple(self.totals), notes, tuple(remarks))
