"""Steady: a Golf player by sound rules.

It counts what is still hidden, so it knows what a face-down card is worth on average and how likely a pair is; takes
what lowers its grid most; keeps from the next player what that player visibly wants; and goes out when that leaves it
better off than giving everybody, itself included, one more round.
"""

from functools import lru_cache
from random import Random
from typing import Final

from parlour.cards import FACES, RANK, Card
from parlour.games.golf.actions import DEAL, DISCARD, DRAW, KNOCK, LEAVE, SWAPS, TAKE, TURNS, Action
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.rules import (
    ALL_UP,
    DOWN,
    DOWN_SLOTS,
    DRAWING,
    FLIPPING,
    PLACING,
    TURNING_UP,
    Golf,
)
from parlour.games.golf.scoring import Scoring
from parlour.kernel.state import Seat

HIDDEN: Final = -1  # the kind of a card that lies face down

# Weights, found by playing against itself.
GIFT: Final = 0.5  # how much of the next player's gain from our discard we count as our loss
CURIOSITY: Final = 0.15  # what it is worth to know a card instead of expecting it
HASTE: Final = 1.0  # how much the others' next turn weighs against our own when it comes to going out


class Kinds:
    """Cards that score alike are one kind; `pair` is the value of a column of two kinds."""

    def __init__(self, scoring: Scoring) -> None:
        seen: dict[tuple[int, int], int] = {}
        self.kind: list[int] = []
        faces: list[Card] = []
        for face in range(FACES):
            key = (RANK[face], scoring.values[face])
            if key not in seen:
                seen[key] = len(seen)
                faces.append(face)
            self.kind.append(seen[key])
        self.size: int = len(faces)
        self.pair: list[list[float]] = [[float(scoring.column(top, bottom)) for bottom in faces] for top in faces]


@lru_cache(maxsize=64)
def kinds_of(options: GolfOptions) -> Kinds:
    return Kinds(Scoring(options))


class Table:
    """What one seat knows, as expected values."""

    def __init__(self, golf: Golf, seat: Seat) -> None:
        kinds = kinds_of(golf.options)
        kind = kinds.kind
        size = kinds.size
        self.golf = golf
        self.seat = seat
        self.kind = kind
        self.pair = kinds.pair
        self.grids: list[list[int]] = []
        self._gains: list[float] = [-1.0] * golf.seats
        counts = [0] * size
        for card in golf.stock:
            counts[kind[card]] += 1
        for owner in range(golf.seats):
            grid: list[int] = []
            up = golf.up[owner]
            for slot in range(6):
                card = golf.grids[owner * 6 + slot]
                if up >> slot & 1:
                    grid.append(kind[card])
                else:
                    grid.append(HIDDEN)
                    counts[kind[card]] += 1
            self.grids.append(grid)
        total = float(max(1, sum(counts)))
        self.chance: list[float] = [count / total for count in counts]
        self.single: list[float] = []  # a column of a known kind and a hidden card
        for k in range(size):
            row = kinds.pair[k]
            expected = 0.0
            for j in range(size):
                expected += self.chance[j] * row[j]
            self.single.append(expected)
        self.double = 0.0  # a column of two hidden cards
        for k in range(size):
            self.double += self.chance[k] * self.single[k]

    def column(self, top: int, bottom: int) -> float:
        if top == HIDDEN:
            return self.double if bottom == HIDDEN else self.single[bottom]
        if bottom == HIDDEN:
            return self.single[top]
        return self.pair[top][bottom]

    def worth(self, owner: Seat) -> float:
        """The expected value of a grid as it lies."""
        grid = self.grids[owner]
        return self.column(grid[0], grid[3]) + self.column(grid[1], grid[4]) + self.column(grid[2], grid[5])

    def gain(self, owner: Seat, kind: int) -> float:
        """How much a card lowers a grid in its best place; below 0 if it can only harm."""
        grid = self.grids[owner]
        best = -99.0
        for slot in range(6):
            other = grid[(slot + 3) % 6]
            better = self.column(grid[slot], other) - self.column(kind, other)
            if better > best:
                best = better
        return best

    def others_gain(self, owner: Seat) -> float:
        """`next_gain` of another player, worked out once."""
        if self._gains[owner] < 0.0:
            self._gains[owner] = self.next_gain(owner)
        return self._gains[owner]

    def next_gain(self, owner: Seat) -> float:
        """What a player may expect to gain from one more turn."""
        expected = 0.0
        for kind in range(len(self.chance)):
            chance = self.chance[kind]
            if chance > 0.0:
                gain = self.gain(owner, kind)
                if gain > 0.0:
                    expected += chance * gain
        return expected

    # ------------------------------------------------------------ the cost of doing something, lower is better

    def cost_of_discarding(self, kind: int) -> float:
        """What the next player gains from this card lying on top, over what a stock card brings."""
        following = (self.seat + 1) % self.golf.seats
        if following == self.golf.out:
            return 0.0
        gift = self.gain(following, kind) - self.others_gain(following)
        return GIFT * gift if gift > 0.0 else 0.0

    def cost_of_going_out(self, final: float) -> float:
        """How much worse it is to go out with this score than to stay in with the same: our own next turn is gone, the
        others' next turns but one are gone too."""
        golf = self.golf
        others = 0.0
        lower = 0.0
        for owner in range(golf.seats):
            if owner != self.seat:
                gain = self.others_gain(owner)
                others += gain
                ahead = final - (self.worth(owner) - gain)
                lower = max(lower, 0.5 + ahead / 16.0)
        others /= golf.seats - 1
        cost = self.next_gain(self.seat) - HASTE * others
        if golf.options.knock_penalty:
            cost += 10.0 * min(1.0, lower)
        if golf.options.knock_bonus:
            cost -= 5.0
        return cost

    def cost_of_swap(self, slot: int, kind: int) -> float:
        """The grid we expect to end with if a card of this kind goes into this place."""
        golf = self.golf
        seat = self.seat
        grid = self.grids[seat]
        old = grid[slot]
        before = golf.up[seat]
        grid[slot] = kind
        cost = self.worth(seat)
        if golf.out < 0 and before | 1 << slot == ALL_UP:
            cost += self.cost_of_going_out(cost)
        grid[slot] = old
        if old != HIDDEN:
            cost += self.cost_of_discarding(old)
        return cost

    def cost_of_turning(self, slot: int) -> float:
        """Against leaving the card face down."""
        golf = self.golf
        if golf.out >= 0:
            return 0.0
        if DOWN[golf.up[self.seat]] == 1:
            return self.cost_of_going_out(self.worth(self.seat))
        return -CURIOSITY

    def best_swap(self, kind: int) -> tuple[float, int]:
        """The lowest cost and its place."""
        best = self.cost_of_swap(0, kind)
        place = 0
        for slot in range(1, 6):
            cost = self.cost_of_swap(slot, kind)
            if cost < best:
                best = cost
                place = slot
        return best, place

    def best_turn(self) -> tuple[float, int]:
        """Of turning one card up."""
        slots = DOWN_SLOTS[self.golf.up[self.seat]]
        best = self.cost_of_turning(slots[0])
        place = slots[0]
        for slot in slots:
            cost = self.cost_of_turning(slot)
            if cost < best:
                best = cost
                place = slot
        return best, place

    def cost_of_throwing(self, kind: int) -> float:
        """Of discarding a drawn card, and turning one up if that follows (G7)."""
        golf = self.golf
        cost = self.worth(self.seat) + self.cost_of_discarding(kind)
        if golf.must_flip():
            return cost + self.best_turn()[0]
        if golf.options.flip_on_discard == "may":
            return cost + min(0.0, self.best_turn()[0])
        return cost


class Steady:
    """See the module."""

    def choose(self, golf: Golf, seat: Seat, rng: Random) -> Action:
        if golf.phase == TURNING_UP:
            return TURNS[DOWN_SLOTS[golf.up[seat]][0]]
        if golf.phase == DRAWING:
            return self._draw(golf, Table(golf, seat))
        if golf.phase == PLACING:
            return self._place(golf, Table(golf, seat))
        if golf.phase == FLIPPING:
            cost, slot = Table(golf, seat).best_turn()
            return TURNS[slot] if cost < 0.0 or golf.must_flip() else LEAVE
        return DEAL

    def _draw(self, golf: Golf, table: Table) -> Action:
        best, _ = table.best_swap(table.kind[golf.discards[-1]])
        choice: Action = TAKE
        if golf.can_draw():
            cost = 0.0
            for kind in range(len(table.chance)):
                if table.chance[kind] > 0.0:
                    swap, _ = table.best_swap(kind)
                    cost += table.chance[kind] * min(swap, table.cost_of_throwing(kind))
            if cost <= best:
                best = cost
                choice = DRAW
        here = table.worth(table.seat)
        if golf.options.flip_as_action:
            cost, slot = table.best_turn()
            if here + cost < best:
                best = here + cost
                choice = TURNS[slot]
        if golf.options.knock_early and DOWN[golf.up[table.seat]] <= 2:
            cost = 0.0 if golf.out >= 0 else table.cost_of_going_out(here)
            if here + cost < best:
                choice = KNOCK
        return choice

    def _place(self, golf: Golf, table: Table) -> Action:
        kind = table.kind[golf.held]
        best, slot = table.best_swap(kind)
        if not golf.held_openly and table.cost_of_throwing(kind) < best:
            return DISCARD
        return SWAPS[slot]
