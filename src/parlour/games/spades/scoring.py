"""What a round of Spades counts, and who has won (D2, D8-D14). Nothing here knows cards or turns, so the score sheet
for real cards counts by the same lines."""

from typing import Final

from parlour.games.spades.options import SpadesOptions
from parlour.kernel.state import Result, Seat

TRICK: Final = 10  # points for each trick bid (D8)
NIL: Final = 100  # D10
BLIND: Final = 200  # D11
BEHIND: Final = 100  # how far behind a side must be to go blind nil (D11)
TEN: Final = 10  # the bid that may count double (D12)


def sides_of(seats: int, partners: bool) -> list[list[Seat]]:
    """D2: partners sit across from each other; otherwise every seat is a side."""
    return [[0, 2], [1, 3]] if partners else [[seat] for seat in range(seats)]


class SideCount:
    """What a side's round came to, part by part."""

    def __init__(self, contract: int, nils: int, bags: int, penalty: int) -> None:
        self.contract = contract  # points for the tricks bid, or minus those (D8, D12)
        self.nils = nils  # points for nils that were kept, minus those for nils that failed (D10, D11)
        self.bags = bags  # new ones, a point each (D8, D10)
        self.penalty = penalty  # points that bags have cost (D9)

    def points(self) -> int:
        return self.contract + self.nils + self.bags - self.penalty


class SpadesScoring:
    """The house rules of one table about points, worked out once."""

    def __init__(self, options: SpadesOptions, seats: int) -> None:
        self.sides: list[list[Seat]] = sides_of(seats, options.are_partners(seats))
        self.partners: tuple[tuple[Seat, ...], ...] = ((0, 2), (1, 3)) if len(self.sides) < seats else ()
        self.side_of: list[int] = [self._find(seat) for seat in range(seats)]
        self.bag_limit: int = options.bag_limit
        self.bag_penalty: int = options.bag_penalty
        self.failed_nil_helps: bool = options.failed_nil_helps
        self.ten_for_two_hundred: bool = options.ten_for_two_hundred
        self.target: int = options.target
        self.floor: int | None = options.floor
        self.rounds: int = options.rounds

    def _find(self, seat: Seat) -> int:
        for number, side in enumerate(self.sides):
            if seat in side:
                return number
        raise ValueError(seat)

    # ------------------------------------------------------------ a round

    def count(self, side: int, bids: list[int], blind: list[bool], tricks: list[int], bags: int) -> SideCount:
        """Count a side's round. The lists have an entry for every seat; `bags` is how many the side had before."""
        bid = took = nils = extra = 0
        for seat in self.sides[side]:
            if bids[seat]:
                bid += bids[seat]
                took += tricks[seat]
                continue
            worth = BLIND if blind[seat] else NIL
            nils += -worth if tricks[seat] else worth  # D10, D11
            if self.failed_nil_helps:
                took += tricks[seat]
            else:
                extra += tricks[seat]
        contract = -TRICK * bid
        if took >= bid:  # D8
            contract = TRICK * bid * (2 if bid == TEN and self.ten_for_two_hundred else 1)  # D12
            extra += took - bid
        return SideCount(contract, nils, extra, self.penalty(bags, extra))

    def penalty(self, before: int, new: int) -> int:
        """D9: what it costs to add new bags to those from before."""
        return self.bag_penalty * ((before + new) // self.bag_limit - before // self.bag_limit)

    def row(self, counts: list[SideCount]) -> list[int]:
        """The points of every seat. Partners share theirs (D2)."""
        return [counts[side].points() for side in self.side_of]

    # ------------------------------------------------------------ the game

    def by_side(self, totals: list[int]) -> list[int]:
        """The totals of the sides, from those of the seats."""
        return [totals[side[0]] for side in self.sides]

    def is_behind(self, seat: Seat, totals: list[int]) -> bool:
        """D11: whether the seat's side is far enough behind the leaders to go blind nil."""
        return max(totals) - totals[seat] >= BEHIND

    def result(self, totals: list[int], rounds: int) -> Result | None:
        """D13, D14: the result after this many rounds, or None if the game goes on. The totals are those of the seats,
        and at least one round has been played."""
        best = max(totals)
        winners = tuple([seat for seat, total in enumerate(totals) if total == best])
        level = len(winners) > len(self.sides[self.side_of[winners[0]]])
        if rounds < self.rounds and not self.has_lost(min(totals)) and (best < self.target or level):
            return None
        return Result(winners, tuple(totals), self.partners)

    def has_lost(self, total: int) -> bool:
        """D13: whether a side with this total has lost by the floor."""
        return self.floor is not None and total <= self.floor
