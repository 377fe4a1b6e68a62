"""The points of a grid and of a hole (G9-G30)."""

from typing import Final

from parlour.cards import FACES, RANK, Card, card
from parlour.games.golf.options import GolfOptions

QUEEN: Final = 12
JACK: Final = 11


class GolfScoring:
    """Counts cards and holes by the house rules of one table."""

    def __init__(self, options: GolfOptions) -> None:
        self.values: list[int] = card_values(options)
        self.queens_wild: bool = options.queens_wild
        self.four_of_a_kind: bool = options.four_of_a_kind
        self.eagle_eye: bool = options.eagle_eye
        self.negative_pairs_keep_value: bool = options.negative_pairs_keep_value
        self.wolfpack: bool = options.wolfpack
        self.blackjack: bool = options.blackjack
        self.knock_penalty: bool = options.knock_penalty
        self.knock_bonus: bool = options.knock_bonus
        self.underdog_bonus: bool = options.underdog_bonus
        self.tied_shame: bool = options.tied_shame

    def column(self, top: Card, bottom: Card) -> int:
        """The points of two cards, one above the other."""
        values = self.values
        both = values[top] + values[bottom]
        rank = RANK[top]
        if rank == RANK[bottom]:
            if rank == 0 and self.eagle_eye:
                return -8  # G20
            if self.negative_pairs_keep_value and (rank == 0 or rank == 2):
                return both  # G21
            return 0  # G10
        if self.queens_wild and both > 0 and (rank == QUEEN or RANK[bottom] == QUEEN):
            return 0  # G18, only where it lowers
        return both

    def grid(self, grids: list[Card], first: int = 0) -> int:
        """The points of the six cards that start at `first`, in grid order (G30)."""
        total = sum(self.columns(grids, first))
        if self.wolfpack and self._jack_columns(grids, first) == 2:
            total -= 20  # G22
        return total

    def columns(self, grids: list[Card], first: int = 0) -> list[int]:
        """The points of each column of a whole grid. Their sum is the grid without G22."""
        plain = [self.column(grids[top], grids[top + 3]) for top in range(first, first + 3)]
        if not self.four_of_a_kind:
            return plain
        ranks = [RANK[grids[at]] for at in range(first, first + 6)]
        many = next((rank for rank in ranks if ranks.count(rank) >= 4), -1)
        if many < 0:
            return plain
        without = [self._column_without(many, grids[top], grids[top + 3]) for top in range(first, first + 3)]
        return min(plain, without, key=sum)

    def _column_without(self, many: int, top: Card, bottom: Card) -> int:
        """G19: the points of a column if cards of the rank `many` count 0."""
        if RANK[top] != many and RANK[bottom] != many:
            return self.column(top, bottom)
        if RANK[top] == RANK[bottom]:
            return 0
        other = self.values[bottom if RANK[top] == many else top]
        wild = self.queens_wild and (RANK[top] == QUEEN or RANK[bottom] == QUEEN)
        return min(other, 0) if wild else other

    def pairs(self, top: Card, bottom: Card) -> bool:
        """Whether two cards make a pair (G10, G18)."""
        values = self.values[top] + self.values[bottom]
        return RANK[top] == RANK[bottom] or self.column(top, bottom) != values

    def _jack_columns(self, grids: list[Card], first: int) -> int:
        return sum([RANK[grids[top]] == RANK[grids[top + 3]] == JACK for top in range(first, first + 3)])

    def hole(self, grids: list[int], out: int) -> list[int]:
        """Everybody's points for a hole, from the values of their grids. `out` is who went out, or −1 (G30)."""
        points = grids[:]
        if self.blackjack:
            points = [0 if value == 21 else value for value in points]  # G27
        if out >= 0:
            if self.knock_penalty and min(points) < points[out]:
                points[out] += 10  # G23
            if self.knock_bonus:
                points[out] -= 5  # G24
        if self.underdog_bonus:
            lowest = min(points)
            points = [value - 3 if value == lowest else value for value in points]  # G25
        if self.tied_shame:
            points = [value + 5 if points.count(value) > 1 else value for value in points]  # G26
        return points


def card_values(options: GolfOptions) -> list[int]:
    """The value of each card face (G9, G12-G17)."""
    by_rank = [-2, 1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0]
    if options.lucky_swing:
        by_rank[0] = -5  # G13
    if options.super_kings:
        by_rank[13] = -2  # G14
    if options.lucky_sevens:
        by_rank[7] = 0  # G15
    if options.ten_penny:
        by_rank[10] = 1  # G16
    values = [by_rank[RANK[face]] for face in range(FACES)]
    if options.one_eyed_jacks:
        values[card("JH")] = values[card("JS")] = 0  # G17
    return values


def jokers(options: GolfOptions, decks: int) -> int:
    """How many jokers are in the game (G12, G13)."""
    if options.lucky_swing:
        return 1
    return 2 * decks if options.use_jokers else 0
