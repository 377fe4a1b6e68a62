"""The mind for Golf: which moves sharp compares, how a hole plays out, what a lead is worth, which mistakes gentle
makes, and how hints explain a move.

Steady decides alone whether to draw or to take: searching 130 such decisions, in 400 imagined deals each, gained
nothing. Searching helps to decide where a card goes and when to end the hole.
"""

from math import erf, sqrt
from random import Random
from statistics import NormalDist
from typing import Final

from parlour.cards import Card
from parlour.games.golf.actions import DISCARD, SWAPS, Action, Knock, Swap, Turn
from parlour.games.golf.rules import Golf
from parlour.games.golf.state import DOWN_SLOTS, DRAWING, FLIPPING, PLACING, TURNING_UP
from parlour.kernel.position import SCORED
from parlour.kernel.state import Seat
from parlour.lab.frozen.golf.steady import PARTNER, GolfKnowledge, GolfSteady, Odds
from parlour.lab.frozen.search import FrozenMind

MARGIN: Final = 4.0  # search a place if steady finds it worse than its own choice by less than this many points
MOST_PLACES: Final = 3
# By seats, the spread of a player's points in a hole: tools/fit_golf.py
SPREAD: Final[list[float]] = [0.0, 0.0, 6.2, 6.6, 6.9, 6.8, 7.2]
LUCK: Final[list[float]] = [NormalDist().inv_cdf((part + 0.5) / 16) for part in range(16)]
LOW: Final = 4  # a careless player takes any card worth this or less


class GolfMind(FrozenMind[Golf]):
    playouts = 150
    conviction = 1.2

    def __init__(self) -> None:
        self.sound = GolfSteady()

    # ------------------------------------------------------------ which moves to compare

    def ideas(self, state: Golf, seat: Seat, rng: Random) -> list[Action]:
        first = self.sound.choose(state, seat, rng)
        others: list[Action] = []
        if state.phase == DRAWING:
            others = [action for action in state.legal(seat) if type(action) is Turn or type(action) is Knock]
        elif state.phase == PLACING:
            others = self._places(state, GolfKnowledge(state, seat, Odds(state)))
        elif state.phase == FLIPPING:
            others = list(state.legal(seat))
        found: list[Action] = []
        seen: list[tuple[str, int, int]] = []
        for action in [first, *others]:
            alike = self._alike(state, seat, action)
            if alike not in seen:
                found.append(action)
                seen.append(alike)
        return found

    def _places(self, golf: Golf, table: GolfKnowledge) -> list[Action]:
        """The most promising places for the card in hand, the best first, and whether to discard it."""
        kind = table.kind[golf.held]
        costs: list[tuple[float, int]] = sorted([(table.cost_of_swap(slot, kind), slot) for slot in table.slots])
        lowest = costs[0][0]
        discarding = table.gifts[kind] + table.cost_after_discard()
        if not golf.held_openly:
            lowest = min(lowest, discarding)
        places: list[Action] = [SWAPS[slot] for cost, slot in costs[:MOST_PLACES] if cost - lowest < MARGIN]
        if not golf.held_openly and discarding - lowest < MARGIN:
            places.append(DISCARD)
        return places

    def _alike(self, golf: Golf, seat: Seat, action: Action) -> tuple[str, int, int]:
        """A key that is equal for equivalent actions: those that touch equal cards beside equal cards. All face-down
        cards are equal."""
        if type(action) is Swap:
            return "swap", self._seen(golf, seat, action.slot), self._seen(golf, seat, PARTNER[action.slot])
        if type(action) is Turn:
            return "turn", -1, self._seen(golf, seat, PARTNER[action.slot])
        return type(action).__name__, -1, -1

    def _seen(self, golf: Golf, seat: Seat, slot: int) -> Card:
        """The card in this slot if it is face up, else −1."""
        return -1 if slot in DOWN_SLOTS[golf.up[seat]] else golf.grids[seat * 6 + slot]

    # ------------------------------------------------------------ how a hole plays out

    def outcome(self, state: Golf, seat: Seat, action: Action, rng: Random) -> float:
        """Let steady finish the hole for everybody. For speed, the hidden cards are counted only once."""
        holes = len(state.sheet)
        if state.phase == TURNING_UP or state.phase == SCORED:
            state.apply(seat, action)
            while state.phase == TURNING_UP:
                first = state.actors()[0]
                state.apply(first, self.sound.choose(state, first, rng))
            odds = Odds(state)
            table = GolfKnowledge(state, state.at_bat, odds)
        else:
            odds = Odds(state)
            table = GolfKnowledge(state, seat, odds)
            state.apply(seat, action)
        while len(state.sheet) == holes:
            if state.at_bat != table.seat:
                table = GolfKnowledge(state, state.at_bat, odds)
            state.apply(state.at_bat, self.sound.act(state, table))
        return self.worth(state, seat)

    def worth(self, state: Golf, seat: Seat) -> float:
        """The chance to win if everybody's points in the remaining holes came from one normal distribution."""
        totals = state.totals()
        left = state.terms.holes - len(state.sheet)
        mine = totals[seat]
        if left == 0:
            return 0.0 if min(totals) < mine else 1.0 / totals.count(mine)
        spread = SPREAD[state.seats] * sqrt(float(left))
        leads = [(totals[other] - mine) / spread for other in range(state.seats) if other != seat]
        if len(leads) == 1:
            return 0.5 + 0.5 * erf(leads[0] / 2.0)
        chance = 0.0
        for luck in LUCK:
            ahead = 1.0
            for lead in leads:
                ahead *= 0.5 + 0.5 * erf((lead - luck) / sqrt(2.0))
            chance += ahead / len(LUCK)
        return chance


# ------------------------------------------------------------ words
