"""What a table of two is worth in the middle of a hole, as sharp has learned it.

Between turns everybody knows the same: the open cards, and which cards are hidden somewhere. So the table has one worth
for the player who has just moved, and the best move is the one after which it is highest, on average over the cards
that may come. A small network says how many points ahead that player will be, and how far that may be off.
`tools/learn_golf.py` taught it by letting it play against itself.

The network's first layer adds up rows of weights: one for each column of both grids, one for each open card without a
pair by how many of its rank are hidden, one for the discard, and one for each hidden card.
"""

from math import erf, sqrt
from typing import Final

from parlour.games.golf.actions import DISCARD, LEAVE, SWAPS, TURNS, Action
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.players.chances import SPREAD
from parlour.games.golf.players.network import (
    ALWAYS,
    GAIN,
    HOPE,
    LAST,
    LAST_BIAS,
    MY_LEFT,
    MY_PAIR,
    SECOND,
    SECOND_BIAS,
    THEIR_LEFT,
    THEIR_PAIR,
    TOP,
    UNSEEN,
    Row,
)
from parlour.games.golf.players.steady import PARTNER, GolfKnowledge
from parlour.games.golf.players.weights import UNITS
from parlour.games.golf.rules import Golf
from parlour.games.golf.state import DOWN_SLOTS, DRAWING, PLACING
from parlour.kernel.actions import DRAW, TAKE

RANKS: Final = 13
DOWN: Final = 13  # the kind of a face-down card, and of a discard that nobody has seen yet
TURNED: Final = 14  # a card that is being turned up
KEPT: Final = 6  # instead of a slot: the card in hand is discarded, and no other is turned up
TURN: Final = 7  # and this many plus a column: it is discarded, and one is turned up there
WAYS: Final = 10  # to end a turn with a card
NEVER: Final = -1.0
HIDDEN_VARIANCE: Final = 12.0  # of what a face-down card counts


def has_learned(golf: Golf) -> bool:
    """Whether the network knows this table: two seats, and no house rule but how many holes, first cards and turns."""
    options = golf.options
    plain = GolfOptions(holes=options.holes, initial_flips=options.initial_flips, turn_cap=options.turn_cap)
    return golf.seats == 2 and options == plain


def _added(one: Row, other: Row) -> Row:
    return [one[unit] + other[unit] for unit in range(UNITS)]


def _without(one: Row, other: Row) -> Row:
    return [one[unit] - other[unit] for unit in range(UNITS)]


def _times(row: Row, factor: float) -> Row:
    return [weight * factor for weight in row]


def _points(sums: Row) -> tuple[float, float]:
    """The network's second and last layer: points, and their variance."""
    points, variance = LAST_BIAS
    first: Row = [weight if weight > 0.0 else 0.0 for weight in sums]
    for unit in range(len(SECOND)):
        weights = SECOND[unit]
        second = SECOND_BIAS[unit]
        for place in range(UNITS):
            second += first[place] * weights[place]
        if second > 0.0:
            points += second * LAST[unit][0]
            variance += second * LAST[unit][1]
    return 10.0 * points, max(1.0, 100.0 * variance)


class Outlook:
    """What the seat at bat can make of its turn, as chances to win the game."""

    def __init__(self, golf: Golf, table: GolfKnowledge) -> None:
        seat = table.seat
        self.golf = golf
        self.table = table
        self.mine: list[int] = [min(kind, DOWN) for kind in table.grids[seat]]
        self.theirs: list[int] = [min(kind, DOWN) for kind in table.grids[1 - seat]]
        self.unseen: list[int] = [0] * RANKS
        for card in golf.stock:
            self.unseen[table.kind[card]] += 1
        for owner in range(2):
            for slot in DOWN_SLOTS[golf.up[owner]]:
                self.unseen[table.kind[golf.grids[owner * 6 + slot]]] += 1
        self.goes_out: bool = self.mine.count(DOWN) == 1
        self.my_worth: float = table.worth(seat)
        self.their_worth: float = table.worth(1 - seat)
        gains = [table.gain(1 - seat, kind) for kind in range(table.hidden)]
        self.hope: float = table.odds.expected(gains)
        self.gains: Row = [*gains[:RANKS], self.hope]
        squares = table.odds.expected([gain * gain for gain in gains])
        self.end_variance: float = squares - self.hope * self.hope + HIDDEN_VARIANCE * self.theirs.count(DOWN)
        # By what we discard, what the others will have after their last turn if we go out now
        self.ends: Row = [self.their_worth - max(gain, self.hope) for gain in self.gains]
        self.ends[DOWN] = table.odds.expected([*self.ends[:RANKS], *[0.0] * (table.hidden - RANKS)])
        totals = golf.totals()
        self.lead: float = float(totals[1 - seat] - totals[seat])
        self.later: float = 2.0 * SPREAD[2] * SPREAD[2] * (golf.terms.holes - golf.round)
        self.tops: list[Row] = [_added(TOP[kind], _times(GAIN, self.gains[kind] / 5.0)) for kind in range(RANKS + 1)]

    def chance(self, points: float, variance: float) -> float:
        """The chance to win the game, with so many points more or less for the others than for us in this hole."""
        return 0.5 + 0.5 * erf((self.lead + points) / sqrt(2.0 * (self.later + max(variance, 1.0))))

    # ------------------------------------------------------------ the sums of the first layer

    def _left(self, rows: list[list[Row]], kind: int, unseen: list[int]) -> Row:
        return rows[kind][unseen[kind]] if kind < RANKS else [0.0] * UNITS

    def _column(self, pairs: list[list[Row]], left: list[list[Row]], one: int, other: int, unseen: list[int]) -> Row:
        pair = pairs[one][other]
        if one == other:
            return pair
        return _added(pair, _added(self._left(left, one, unseen), self._left(left, other, unseen)))

    def _theirs(self, unseen: list[int]) -> Row:
        sums = _added(ALWAYS, _times(HOPE, self.hope / 5.0))
        for kind in range(RANKS):
            if unseen[kind]:
                sums = _added(sums, _times(UNSEEN[kind], unseen[kind] / 4.0))
        for column in range(3):
            one, other = self.theirs[column], self.theirs[column + 3]
            sums = _added(sums, self._column(THEIR_PAIR, THEIR_LEFT, one, other, unseen))
        return sums

    # ------------------------------------------------------------ ways to end a turn

    def ways(self, kind: int, unseen: list[int], openly: bool) -> Row:
        """The chance to win with each way to end the turn with a card of this kind in hand: a swap by slot, KEPT, or
        TURN in a column. NEVER where that is not possible."""
        columns = [
            self._column(MY_PAIR, MY_LEFT, self.mine[column], self.mine[column + 3], unseen) for column in range(3)
        ]
        theirs = self._theirs(unseen)
        # Everything but one of our columns, by column
        rest = [_added(theirs, _added(columns[1], columns[2])), _added(theirs, _added(columns[0], columns[2]))]
        rest.append(_added(theirs, _added(columns[0], columns[1])))
        chances = [NEVER] * WAYS
        for slot in range(6):
            chances[slot] = self._swap(slot, kind, unseen, rest[slot % 3])
        if not openly:
            held = self.tops[kind]
            points, variance = _points(_added(_added(rest[0], columns[0]), held))
            chances[KEPT] = self.chance(points + self.their_worth - self.my_worth, variance)
            for column in range(3):
                if self.mine[column] == DOWN or self.mine[column + 3] == DOWN:
                    chances[TURN + column] = self._turn(column, kind, unseen, _added(rest[column], held))
        return chances

    def _swap(self, slot: int, kind: int, unseen: list[int], rest: Row) -> float:
        old, beside = self.mine[slot], self.mine[PARTNER[slot]]
        now = self.table.now
        seen = self.table.grids[self.table.seat]
        worth = self.my_worth - now[seen[slot]][seen[PARTNER[slot]]] + now[kind][seen[PARTNER[slot]]]
        if old == DOWN and self.goes_out:
            return self.chance(self.ends[old] - worth, self.end_variance)
        sums = _added(rest, _added(self._column(MY_PAIR, MY_LEFT, kind, beside, unseen), self.tops[old]))
        points, variance = _points(sums)
        return self.chance(points + self.their_worth - worth, variance)

    def _turn(self, column: int, kind: int, unseen: list[int], rest: Row) -> float:
        if self.goes_out:
            return self.chance(self.ends[kind] - self.my_worth, self.end_variance + HIDDEN_VARIANCE)
        top, bottom = self.mine[column], self.mine[column + 3]
        beside = bottom if top == DOWN else top
        sums = _added(rest, _added(MY_PAIR[TURNED][beside], self._left(MY_LEFT, beside, unseen)))
        points, variance = _points(sums)
        return self.chance(points + self.their_worth - self.my_worth, variance)

    # ------------------------------------------------------------ what to do

    def best(self) -> Action:
        golf = self.golf
        kind = self.table.kind
        if golf.phase == DRAWING:
            return self._draw()
        if golf.phase == PLACING:
            chances = self.ways(kind[golf.held], self.unseen, golf.held_openly)
            way = chances.index(max(chances))
            return SWAPS[way] if way < KEPT else DISCARD
        chances = self.ways(kind[golf.discards[-1]], self.unseen, False)[KEPT:]
        column = chances.index(max(chances)) - 1
        if column < 0:
            return LEAVE
        return TURNS[column if self.mine[column] == DOWN else column + 3]

    def best_swap(self, kind: int) -> int:
        """The best slot for the discard."""
        chances = self.ways(kind, self.unseen, True)
        return chances.index(max(chances))

    def _draw(self) -> Action:
        golf = self.golf
        if not golf.can_draw():
            return TAKE
        taking = max(self.ways(self.table.kind[golf.discards[-1]], self.unseen, True))
        drawing = 0.0
        for kind in range(RANKS):
            if self.unseen[kind]:
                unseen = self.unseen[:]
                unseen[kind] -= 1
                drawing += self.table.chance[kind] * max(self.ways(kind, unseen, False))
        return TAKE if taking > drawing else DRAW
