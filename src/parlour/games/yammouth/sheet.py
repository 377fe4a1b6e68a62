"""Yammouth on paper: Y14-Y20 from the points that people are left with."""

from collections.abc import Sequence

from parlour.cards import RANK_CODES
from parlour.games.yammouth.options import DEALT, YammouthOptions
from parlour.games.yammouth.scoring import STEP, STREAK, Standing, reckon, round_points
from parlour.kernel.refusal import Refused
from parlour.kernel.scorer import Cell, Count, Pad, Reckoned, Remark, Scorer, Who, Written
from parlour.kernel.state import Result, Seat
from parlour.kernel.words import listed, signed

NOBODY = -1
KING = 13
MOST_TYPED = 999


class YammouthScorer(Scorer):
    points_rule = "Y14"
    over_rule = "Y20"

    def __init__(self, options: YammouthOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        self.standings = [Standing()] * seats
        self.beginner = 0  # Y3: the host
        self.part = list(range(seats))  # who played the last round

    def pad(self) -> Pad:
        who = Who("Who won?")
        return Pad("hand", (*RANK_CODES, "JOK"), DEALT, (0, MOST_TYPED), who, calls=True)

    def dealer(self) -> Seat:
        return self.beginner

    def playing(self) -> list[Seat]:
        return [seat for seat, standing in enumerate(self.standings) if not standing.out]

    def tags(self, seat: Seat) -> tuple[str, ...]:
        standing = self.standings[seat]
        if standing.out:
            return ("out",)
        tags = [f"{standing.streak} wins in a row"] if standing.streak > 1 else []
        if standing.total > 0 and standing.total % STEP == 0:
            tags.append(f"a win makes it {standing.total - STEP}")
        return tuple(tags)

    def value(self, cell: Cell) -> int:
        """Y1, Y3. Points that are more than a hand can have are remarked upon, not refused."""
        if cell.cards and len(cell.cards) > DEALT:
            raise Refused("Y3", f"Nobody has more than {DEALT} cards, and these are {len(cell.cards)}.")
        return super().value(cell)

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        """Y14, Y19."""
        for seat, cell in enumerate(written.cells):
            if self.standings[seat].out and cell and not cell.empty:
                raise Refused("Y19", f"{{{seat}}} is out of the match, so has no points in this round.")
        self.need_all(written, "Y14", written.calls)
        zeros = [seat for seat in self.playing() if values[seat] == 0]
        if not written.calls and len(zeros) > 1:
            names = listed([f"{{{seat}}}" for seat in zeros])
            raise Refused("Y14", f"Only one player wins a round, and {names} have 0 points. Say which of them won.")

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        part = self.part = self.playing()
        calls = [seat for seat in written.calls if seat in part]
        zeros = [seat for seat in part if values[seat] == 0]
        winner = calls[-1] if calls else zeros[0] if len(zeros) == 1 else NOBODY
        points = round_points([value or 0 for value in values], calls, self.options.caught_points)
        remarks = [Remark(f"{{{seat}}} is caught: {self.options.caught_points} points.", "Y14") for seat in calls[:-1]]
        if winner == NOBODY:
            remarks.append(Remark("Nobody won this round: every hand counts.", "Y22"))
        most = max(DEALT * KING, self.options.caught_points)
        notes = [""] * self.seats
        for seat in part:
            if points[seat] > most:
                remarks.append(Remark(f"{{{seat}}} has {points[seat]} points, more than {DEALT} cards can have.", "Y1"))
            was = self.standings[seat]
            self.standings[seat], steps = reckon(was, points[seat], seat == winner, self.options.out_over)
            remarks += [self._remark(seat, steps, at) for at in range(1, len(steps))]
            if len(steps) > 1 and steps[-1][1] != steps[0][1]:
                notes[seat] = f"{signed(steps[0][1])} → {signed(steps[-1][1])}"
        missing = tuple(seat for seat in part if values[seat] is None and seat not in calls)
        self.totals = [standing.total for standing in self.standings]
        self._pass_on(winner)
        counted = tuple(points[seat] if seat in part else None for seat in range(self.seats))
        if len(self.playing()) == 1:
            remarks.append(Remark(f"{{{self.playing()[0]}}} is the last one left and wins the match.", "Y20"))
        return Reckoned(counted, tuple(self.totals), tuple(notes), tuple(remarks), missing)

    def _remark(self, seat: Seat, steps: list[tuple[str, int]], at: int) -> Remark:
        before, (rule, now) = steps[at - 1][1], steps[at]
        say = {
            "Y16": f"{{{seat}}} lands on {before} and drops to {now}.",
            "Y17": f"{{{seat}}} has won {STREAK} rounds in a row: {signed(before)} → {signed(now)}.",
            "Y18": f"{{{seat}}} cannot go below {signed(now)}.",
            "Y19": f"{{{seat}}} has {now}, more than {self.options.out_over}: gonzed, and out of the match.",
        }
        return Remark(say[rule], rule)

    def _pass_on(self, winner: Seat) -> None:
        """Y3, Y22: the winner begins the next round; if nobody won, the same seat again."""
        self.beginner = winner if winner != NOBODY else self.beginner
        if self.standings[self.beginner].out and self.playing():
            around = [(self.beginner + step) % self.seats for step in range(1, self.seats)]
            self.beginner = next(seat for seat in around if not self.standings[seat].out)

    def result(self) -> Result | None:
        """Y20, Y22."""
        left = self.playing()
        if len(left) > 1:
            return None
        lowest = min(self.totals[seat] for seat in self.part)
        winners = left or [seat for seat in self.part if self.totals[seat] == lowest]
        return Result(tuple(winners), tuple(self.totals))
