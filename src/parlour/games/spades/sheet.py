"""The score sheet for Spades with real cards: players enter bids and tricks, and the house rules are applied (D18)."""

from collections.abc import Sequence

from parlour.games.spades.options import SpadesOptions
from parlour.games.spades.scoring import BLIND, NIL, SideCount, SpadesScoring
from parlour.kernel.refusal import Refused
from parlour.kernel.scorer import Cell, Count, Pad, Reckoned, Remark, Scorer, Written
from parlour.kernel.sentences import listed
from parlour.kernel.state import Result, Seat


class SpadesScorer(Scorer):
    points_rule = "D18"
    over_rule = "D13"
    who_rule = "D6"

    def __init__(self, options: SpadesOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        self.scoring = SpadesScoring(options, seats)
        self.sides = self.scoring.partners
        self.dealt = 52 // seats  # cards to each player, so that many tricks (D1)
        self.bags = [0] * len(self.scoring.sides)

    def pad(self) -> Pad:
        return Pad("bids", (), self.dealt, (self._least(), self.dealt), blind=self.options.blind_nil)

    def example(self) -> list[str]:
        return ["3/4", "4/4", "2/3", f"{self._least()}/2"] if self.seats == 4 else ["5/6", "4/4", "6/7"]

    def _least(self) -> int:
        return 0 if self.options.nil else 1

    def tags(self, seat: Seat) -> tuple[str, ...]:
        bags = self.bags[self.scoring.side_of[seat]] % self.options.bag_limit
        return (_count(bags, "bag"),) if bags else ()

    # ------------------------------------------------------------ what may be written

    def value(self, cell: Cell) -> int:
        """The tricks of a cell: what they count depends on the partner's."""
        if cell.points is not None or cell.cards is not None:
            raise Refused("D18", "Enter the bid and the tricks, not points or cards.")
        if cell.bid is None:
            raise Refused("D18", "The bid is missing.")
        if cell.tricks is None:
            raise Refused("D18", "The tricks are missing.")
        if max(cell.bid, cell.tricks) > self.dealt:
            raise Refused("D18", f"There are only {self.dealt} tricks in a round.")
        if cell.bid < self._least():
            raise Refused("D3", "Nobody can bid nil at this table, so the lowest bid is 1.")
        if cell.blind and not self.options.blind_nil:
            raise Refused("D11", "Nobody can go blind nil at this table.")
        if cell.blind and cell.bid:
            raise Refused("D11", "Only a nil can be blind, and a nil is a bid of 0.")
        return cell.tricks

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        self.need_all(written, "D18")
        if written.calls or written.caught or written.nobody:
            raise Refused("D18", "Nobody goes out in Spades. Just enter the bids and the tricks.")
        for seat, cell in enumerate(written.cells):
            if cell and cell.blind and not self.scoring.is_behind(seat, self.totals):
                raise Refused("D11", f"{{{seat}}} can't have gone blind nil: they weren't 100 points behind.")
        self._check_least_bid(_bids(written))
        took = sum(value or 0 for value in values)
        if took != self.dealt:
            off = self.dealt - took
            is_off = f"{-off} too many" if off < 0 else "1 is missing" if off == 1 else f"{off} are missing"
            raise Refused("D18", f"There are {self.dealt} tricks in a round, but these add up to {took}: {is_off}.")

    def _check_least_bid(self, bids: list[int]) -> None:
        """D3."""
        for side in self.scoring.sides:
            together = sum(bids[seat] for seat in side)
            if together < self.options.least_bid:
                names = listed([f"{{{seat}}}" for seat in side])
                why = f"{names} bid {together} together, but two partners bid at least {self.options.least_bid} here."
                raise Refused("D3", why)

    # ------------------------------------------------------------ what it comes to

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        bids, tricks = _bids(written), [value or 0 for value in values]
        blind = [bool(cell and cell.blind) for cell in written.cells]
        sides = range(len(self.scoring.sides))
        counts = [self.scoring.count(side, bids, blind, tricks, self.bags[side]) for side in sides]
        self.bags = [before + count.bags for before, count in zip(self.bags, counts, strict=True)]
        points = self.scoring.row(counts)
        self.totals = [total + each for total, each in zip(self.totals, points, strict=True)]
        notes = tuple(cell.as_bid() if cell else "" for cell in written.cells)
        remarks = (*self._nils(written), *self._penalties(counts))
        return Reckoned(tuple(points), tuple(self.totals), notes, remarks)

    def _nils(self, written: Written) -> list[Remark]:
        said = []
        for seat, cell in enumerate(written.cells):
            if cell and cell.bid == 0:
                nil, worth, rule = ("blind nil", BLIND, "D11") if cell.blind else ("nil", NIL, "D10")
                kept = f"failed at {nil}: {worth} off" if cell.tricks else f"made {nil}: {worth} points"
                said.append(Remark(f"{{{seat}}} {kept}.", rule))
        return said

    def _penalties(self, counts: list[SideCount]) -> list[Remark]:
        return [
            Remark(f"Bags cost {listed([f'{{{seat}}}' for seat in side])} {_count(count.penalty, 'point')}.", "D9")
            for side, count in zip(self.scoring.sides, counts, strict=True)
            if count.penalty
        ]

    def result(self) -> Result | None:
        return self.scoring.result(self.totals, self.number) if self.number else None


def _bids(written: Written) -> list[int]:
    return [cell.bid or 0 if cell else 0 for cell in written.cells]


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
