"""Steady, a Golf bot that follows sound rules without searching.

It counts the hidden cards, so it knows the average value of a face-down card and of the next card. It values a column
by its points now and by the cards that could still improve it. It avoids discarding what the next player visibly wants,
and it goes out when the others have more to gain from more turns than it has itself.
"""

from functools import lru_cache
from random import Random
from typing import Final

from parlour.cards import FACES, RANK
from parlour.games.golf.actions import DISCARD, KNOCK, LEAVE, SWAPS, TURNS, Action
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.rules import Golf
from parlour.games.golf.scoring import GolfScoring
from parlour.games.golf.state import DOWN, DOWN_SLOTS, DRAWING, FLIPPING, PLACING, TURNING_UP
from parlour.kernel.actions import DEAL, DRAW, TAKE
from parlour.kernel.position import NOBODY
from parlour.kernel.state import Seat

UNKNOWN: Final = 999.0  # not computed yet
PARTNER: Final[list[int]] = [3, 4, 5, 0, 1, 2]  # the other slot of a slot's column

# Weights, tuned by self-play.
GIFT: Final = 0.4  # the share of the next player's gain from our discard that we count as a cost
REACH: Final = 0.6  # cards that a column can still expect when somebody is about to go out
REACH_A_CARD: Final = 0.35  # and how many more per face-down card of the seat closest to going out
PATIENCE: Final = 1.5  # going out must be better than staying in by this many points
PATIENT_ROUNDS: Final = 10.0  # rounds before patience wanes
WANING_ROUNDS: Final = 5.0  # more rounds until none is left; then it becomes haste, so that a hole does end
SURE: Final = 5.0  # with this lead, nobody is expected to score lower after one more turn


class Kinds:
    """Groups cards that score alike into kinds. `column` is the value of a column of two kinds."""

    def __init__(self, scoring: GolfScoring) -> None:
        seen: dict[tuple[int, int], int] = {}
        self.kind: list[int] = []
        for face in range(FACES):
            self.kind.append(seen.setdefault((RANK[face], scoring.values[face]), len(seen)))
        self.size: int = len(seen)
        faces = [self.kind.index(kind) for kind in range(self.size)]
        self.column: list[list[float]] = [[float(scoring.column(top, bottom)) for bottom in faces] for top in faces]


@lru_cache(maxsize=64)
def kinds_of(options: GolfOptions) -> Kinds:
    return Kinds(GolfScoring(options))


class Odds:
    """The odds of the hidden cards, and what columns are worth with them. Every sum runs over kinds in a fixed order,
    so that rounding depends on which cards are hidden and never on where they are."""

    def __init__(self, golf: Golf) -> None:
        rules = kinds_of(golf.options)
        self.kind = rules.kind
        self.hidden: int = rules.size  # the pseudo-kind of a face-down card
        counts = [0] * self.hidden
        for card in golf.stock:
            counts[self.kind[card]] += 1
        for owner in range(golf.seats):
            for slot in DOWN_SLOTS[golf.up[owner]]:
                counts[self.kind[golf.grids[owner * 6 + slot]]] += 1
        total = float(max(1, sum(counts)))
        self.kinds: list[int] = [kind for kind in range(self.hidden) if counts[kind]]
        self.chance: list[float] = [count / total for count in counts]
        self.now: list[list[float]] = self._now(rules.column)
        self._hopes: list[list[float]] = self._nothing_yet()
        self._futures: dict[float, list[list[float]]] = {}

    def _nothing_yet(self) -> list[list[float]]:
        return [[UNKNOWN] * (self.hidden + 1) for _ in range(self.hidden + 1)]

    def _now(self, columns: list[list[float]]) -> list[list[float]]:
        """The average value of a column, for each two kinds."""
        beside_hidden = [self.expected(column) for column in columns]
        now = [[*columns[kind], beside_hidden[kind]] for kind in range(self.hidden)]
        now.append([*beside_hidden, self.expected(beside_hidden)])
        return now

    def expected(self, values: list[float]) -> float:
        """The average of `values` over the kinds that a hidden card may be."""
        average = 0.0
        for kind in self.kinds:
            average += self.chance[kind] * values[kind]
        return average

    def hope(self, top: int, bottom: int) -> float:
        """By how much the next card lowers a column on average if it goes to the better place."""
        known = self._hopes[top][bottom]
        if known != UNKNOWN:
            return known
        beside_top = self.now[top]
        beside_bottom = self.now[bottom]
        now = beside_top[bottom]
        hope = 0.0
        for kind in self.kinds:
            lower = beside_top[kind]
            if beside_bottom[kind] < lower:
                lower = beside_bottom[kind]
            if lower < now:
                hope += self.chance[kind] * (now - lower)
        self._hopes[top][bottom] = self._hopes[bottom][top] = hope
        return hope

    def futures(self, reach: float) -> list[list[float]]:
        """The cache for `GolfKnowledge.future`, shared by all seats with this reach."""
        if reach not in self._futures:
            self._futures[reach] = self._nothing_yet()
        return self._futures[reach]


class GolfKnowledge:
    """What one seat knows on its turn, as expected values.

    A cost is in points, compared with leaving our grid as it is. The action with the lowest cost is the best.
    """

    def __init__(self, golf: Golf, seat: Seat, odds: Odds) -> None:
        self.golf = golf
        self.seat = seat
        self.odds = odds
        self.kind = odds.kind
        self.hidden: int = odds.hidden
        self.kinds: list[int] = odds.kinds
        self.chance: list[float] = odds.chance
        self.now: list[list[float]] = odds.now
        self.grids: list[list[int]] = [self._look_at(owner) for owner in range(golf.seats)]
        self.reach: float = self._reach()
        self._futures: list[list[float]] = odds.futures(self.reach)
        self.gifts: list[float] = self._gifts()
        self.rival = 0.0  # the lowest score of the others if we go out
        self.caution = 0.0  # 1 while we are patient, then less and less
        self.rush = 0.0  # how much worse going out is than staying in, whatever our score
        down = DOWN_SLOTS[golf.up[seat]]
        self.last: int = down[0] if len(down) == 1 else -1  # our only face-down slot, or -1
        self.slots: list[int] = self._slots()
        if golf.out == NOBODY and len(down) <= 2:
            self._size_up_the_others()

    def _look_at(self, owner: Seat) -> list[int]:
        """The kinds of the cards in a grid."""
        grid = [self.kind[card] for card in self.golf.grids[owner * 6 : owner * 6 + 6]]
        for slot in DOWN_SLOTS[self.golf.up[owner]]:
            grid[slot] = self.hidden
        return grid

    def _slots(self) -> list[int]:
        """Our slots, without the lower one where both cards of a column are alike."""
        grid = self.grids[self.seat]
        return [slot for slot in range(6) if slot < 3 or grid[slot] != grid[PARTNER[slot]]]

    # ------------------------------------------------------------ what a grid is worth

    def worth(self, owner: Seat) -> float:
        """The average value of a grid as it is."""
        grid = self.grids[owner]
        return self.now[grid[0]][grid[3]] + self.now[grid[1]][grid[4]] + self.now[grid[2]][grid[5]]

    def prospect(self, owner: Seat) -> float:
        """The value that a grid may reach by the end of the hole."""
        grid = self.grids[owner]
        return self.future(grid[0], grid[3]) + self.future(grid[1], grid[4]) + self.future(grid[2], grid[5])

    def future(self, top: int, bottom: int) -> float:
        """The value that a column may reach: its value now, minus `reach` times the hope per card. So a 10 with three
        more 10s hidden is better than a 10 with none."""
        future = self._futures[top][bottom]
        if future == UNKNOWN:
            future = self._futures[top][bottom] = self.now[top][bottom] - self.reach * self.odds.hope(top, bottom)
        return future

    def _reach(self) -> float:
        """How many cards a column can still expect: fewer as somebody nears the end, none in the last turns."""
        golf = self.golf
        if golf.out != NOBODY:
            return 0.0
        fewest = min([DOWN[up] for up in golf.up])
        turns_left = golf.options.turn_cap - golf.turns // golf.seats - 1
        return min(REACH + REACH_A_CARD * fewest, float(turns_left))

    def gain(self, owner: Seat, kind: int) -> float:
        """By how much a card lowers a grid right away in its best place, or 0 if it lowers nothing."""
        grid = self.grids[owner]
        beside = self.now[kind]
        best = 0.0
        for column in range(3):
            top = grid[column]
            bottom = grid[column + 3]
            with_it = beside[top] if beside[top] < beside[bottom] else beside[bottom]
            if self.now[top][bottom] - with_it > best:
                best = self.now[top][bottom] - with_it
        return best

    # ------------------------------------------------------------ how our turn affects the others

    def _gifts(self) -> list[float]:
        """The cost of discarding each kind, including a hidden card: what the next player gains from it beyond an
        average stock card. Only one opponent gains, so it weighs less with more opponents."""
        following = (self.seat + 1) % self.golf.seats
        if following == self.golf.out:
            return [0.0] * (self.hidden + 1)
        gains = [self.gain(following, kind) for kind in range(self.hidden)]
        usual = self.odds.expected(gains)
        share = GIFT / (self.golf.seats - 1)
        gifts = [share * max(0.0, gain - usual) for gain in gains]
        gifts.append(self.odds.expected(gifts))
        return gifts

    def _size_up_the_others(self) -> None:
        """Estimate what going out takes from the others: they get one more turn instead of all their prospects."""
        golf = self.golf
        self.rival = UNKNOWN
        for owner in range(golf.seats):
            if owner != self.seat:
                gains = [self.gain(owner, kind) for kind in range(self.hidden)]
                last = self.worth(owner) - self.odds.expected(gains)
                self.rival = min(self.rival, last)
                self.rush += (self.prospect(owner) - last) / (golf.seats - 1)
        late = golf.turns / golf.seats - PATIENT_ROUNDS
        self.caution = min(1.0, 1.0 - late / WANING_ROUNDS)
        self.rush += PATIENCE * self.caution
        if golf.options.knock_bonus:
            self.rush -= 5.0  # G24

    def cost_of_ending(self, final: float) -> float:
        """The cost of going out with the score `final`, or of ending with it after somebody else went out."""
        cost = final - self.prospect(self.seat) + self.rush
        if self.golf.options.knock_penalty and self.caution > 0.0:
            beaten = 0.5 + (final - self.rival) / (2.0 * SURE)  # the chance that somebody scores lower
            cost += 10.0 * self.caution * min(1.0, max(0.0, beaten))  # G23
        return cost

    # ------------------------------------------------------------ the cost of each action

    def cost_of_swap(self, slot: int, kind: int) -> float:
        """The cost of putting a card of this kind into this slot."""
        grid = self.grids[self.seat]
        old = grid[slot]
        other = grid[PARTNER[slot]]
        if slot == self.last:
            final = self.worth(self.seat) - self.now[old][other] + self.now[kind][other]
            return self.gifts[old] + self.cost_of_ending(final)
        return self.gifts[old] + self.future(kind, other) - self.future(old, other)

    def best_swap(self, kind: int) -> tuple[float, int]:
        """The lowest cost of swapping in a card of this kind, and the slot for it."""
        best = -1
        lowest = UNKNOWN
        for slot in self.slots:
            cost = self.cost_of_swap(slot, kind)
            if cost < lowest:
                best, lowest = slot, cost
        return lowest, best

    def turn_costs(self) -> list[float]:
        """The cost of turning up each face-down card; a seat at bat has at least one. It is rarely above 0, because a
        known card is easier to improve."""
        slots = DOWN_SLOTS[self.golf.up[self.seat]]
        if len(slots) == 1:
            return [self.cost_of_ending(self.worth(self.seat))]
        costs: list[float] = []
        for slot in slots:
            other = self.grids[self.seat][PARTNER[slot]]
            known = self.odds.expected([self.future(kind, other) for kind in range(self.hidden)])
            costs.append(known - self.future(self.hidden, other))
        return costs

    def cost_after_discard(self) -> float:
        """The cost of the best flip, or none, after discarding a stock card (G7)."""
        if self.golf.must_flip():
            return min(self.turn_costs())
        if self.golf.options.flip_on_discard == "may":
            return min(0.0, min(self.turn_costs()))
        return 0.0

    def cost_of_drawing(self) -> float:
        """The average cost of drawing from the stock."""
        after = self.cost_after_discard()
        cost = 0.0
        for kind in self.kinds:
            swap, _ = self.best_swap(kind)
            cost += self.chance[kind] * min(swap, self.gifts[kind] + after)
        return cost


class GolfSteady:
    def choose(self, golf: Golf, seat: Seat, rng: Random) -> Action:
        if golf.phase == TURNING_UP:
            up = golf.up[seat]  # use different columns (G2), so that more kinds of cards make a pair
            return TURNS[next(slot for slot in DOWN_SLOTS[up] if not up >> PARTNER[slot] & 1)]
        if golf.phase == DRAWING or golf.phase == PLACING or golf.phase == FLIPPING:
            return self.act(golf, GolfKnowledge(golf, seat, Odds(golf)))
        return DEAL

    def act(self, golf: Golf, table: GolfKnowledge) -> Action:
        """Choose the next action of a turn. The same `table` serves for the whole turn."""
        if golf.phase == DRAWING:
            return self._draw(golf, table)
        return self._place(golf, table) if golf.phase == PLACING else self._turn(golf, table)

    def _draw(self, golf: Golf, table: GolfKnowledge) -> Action:
        choice: Action = TAKE
        lowest, _ = table.best_swap(table.kind[golf.discards[-1]])
        if golf.can_draw():
            cost = table.cost_of_drawing()
            if cost <= lowest:
                choice, lowest = DRAW, cost
        if golf.options.flip_as_action:
            cost = min(table.turn_costs())
            if cost < lowest:
                choice, lowest = self._turn(golf, table), cost
        if golf.options.knock_early and DOWN[golf.up[table.seat]] <= 2:
            if table.cost_of_ending(table.worth(table.seat)) < lowest:
                choice = KNOCK
        return choice

    def _place(self, golf: Golf, table: GolfKnowledge) -> Action:
        kind = table.kind[golf.held]
        swap, slot = table.best_swap(kind)
        if not golf.held_openly and table.gifts[kind] + table.cost_after_discard() < swap:
            return DISCARD
        return SWAPS[slot]

    def _turn(self, golf: Golf, table: GolfKnowledge) -> Action:
        costs = table.turn_costs()
        lowest = min(costs)
        if golf.phase == FLIPPING and lowest >= 0.0 and not golf.must_flip():
            return LEAVE
        return TURNS[DOWN_SLOTS[golf.up[table.seat]][costs.index(lowest)]]
