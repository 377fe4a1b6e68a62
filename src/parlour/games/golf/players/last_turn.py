"""The last turn of a hole. Nobody acts after it, so sharp reckons it instead of searching: every card that may come, in
every place that it may go to, has a chance to win."""

from random import Random
from typing import Final

from parlour.cards import Card
from parlour.games.golf.actions import DISCARD, SWAPS, Action
from parlour.games.golf.players.chances import chance_to_win
from parlour.games.golf.players.steady import Odds
from parlour.games.golf.rules import Golf
from parlour.games.golf.state import DRAWING, PLACING
from parlour.kernel.actions import DRAW, TAKE
from parlour.kernel.state import Seat

DEALS: Final = 48  # imagined before a card is drawn
DEALS_TO_PLACE: Final = 200  # and once it is in hand
LEFT: Final = 6  # instead of a slot: the grid stays as it is
PLACES: Final[list[Action]] = [*SWAPS, DISCARD]  # by slot
CLOSE: Final = 1e-9


def is_last_turn(golf: Golf, seat: Seat) -> bool:
    """Whether the hole ends with this turn, and what the seat chooses now makes a difference."""
    if golf.at_bat != seat or (golf.phase != DRAWING and golf.phase != PLACING):
        return False
    return (seat + 1) % golf.seats == golf.out or golf.turns + 1 == golf.seats * golf.terms.turn_cap


class HoleEnd:
    """One way the hidden cards may lie when the hole is scored."""

    def __init__(self, golf: Golf, seat: Seat) -> None:
        self.golf = golf
        self.seat = seat
        self.grid: list[Card] = golf.grids[seat * 6 : seat * 6 + 6]
        self.values: list[int] = [golf.terms.grid(golf.grids, owner * 6) for owner in range(golf.seats)]
        self.left: int = self.values[seat]
        self.totals: list[int] = golf.totals()
        self.chances: dict[int, float] = {}

    def value(self, card: Card, slot: int) -> int:
        """The seat's grid with this card in this slot."""
        if slot == LEFT:
            return self.left
        old = self.grid[slot]
        self.grid[slot] = card
        value = self.golf.terms.grid(self.grid)
        self.grid[slot] = old
        return value

    def chance(self, value: int) -> float:
        """The seat's chance to win the game with a grid of this value."""
        known = self.chances.get(value)
        if known is not None:
            return known
        terms = self.golf.terms
        self.values[self.seat] = value
        points = terms.hole(self.values, self.golf.out)
        totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self.chances[value] = chance = chance_to_win(totals, terms.holes - self.golf.round, self.seat)
        return chance


def last_action(golf: Golf, seat: Seat, sound: Action, rng: Random) -> Action:
    """The action with the best chance to win, or the sound one if none is better."""
    if golf.phase == PLACING:
        return _place(golf, [HoleEnd(golf.redeal(seat, rng), seat) for _ in range(DEALS_TO_PLACE)], sound)
    return _draw(golf, [HoleEnd(golf.redeal(seat, rng), seat) for _ in range(DEALS)], sound)


def _place(golf: Golf, ends: list[HoleEnd], sound: Action) -> Action:
    """The best place; of equal ones that which is better at worst, then the sound one."""
    found: list[tuple[float, int, bool, int]] = []
    for slot in range(LEFT if golf.held_openly else LEFT + 1):
        values = [end.value(golf.held, slot) for end in ends]
        chance = sum([end.chance(value) for end, value in zip(ends, values, strict=True)])
        found.append((-round(chance, 9), max(values), PLACES[slot] != sound, slot))
    return PLACES[min(found)[3]]


def _draw(golf: Golf, ends: list[HoleEnd], sound: Action) -> Action:
    taking = _best_chance(ends, golf.discards[-1], LEFT)
    if not golf.can_draw() or taking > 1.0 - CLOSE:
        return TAKE
    odds = Odds(golf)
    drawing = odds.expected([_best_chance(ends, odds.kind.index(kind), LEFT + 1) for kind in range(odds.hidden)])
    if abs(taking - drawing) < CLOSE:
        return sound
    return TAKE if taking > drawing else DRAW


def _best_chance(ends: list[HoleEnd], card: Card, places: int) -> float:
    """The chance to win with this card in the best of so many places."""
    best = 0.0
    for slot in range(places):
        best = max(best, sum([end.chance(end.value(card, slot)) for end in ends]) / len(ends))
    return best
