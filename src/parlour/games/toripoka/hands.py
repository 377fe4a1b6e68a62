"""What a hand is (K3, K4, K9, K12-K23).

A card with whatever pyramid lies on it is a *unit*, a small int: a natural rank and the pips on it, or a wild. A unit
may stand for several ranks, and a hand is read in the way that is best for its holder. Hands compare as plain ints, the
greater the better; there are some twenty thousand of three units, and each is worked out once.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from parlour.cards import RANK, Card, card
from parlour.games.toripoka.pieces import NO_PIECE, Piece, pips_of

HIGH_CARD: Final = 1
SUM: Final = 2
MULTIPLICATION: Final = 3
PAIR: Final = 4
WILD_STRAIGHT: Final = 5
THREE: Final = 6
WILD_ROYAL: Final = 7
STRAIGHT: Final = 8
ROYAL: Final = 9
KINDS: Final = (
    "nothing",
    "high card",
    "sum",
    "multiplication",
    "two of a kind",
    "straight with wilds",
    "three of a kind",
    "mini royal with wilds",
    "straight",
    "mini royal",
)

HEARTS: Final[list[Card]] = list(range(13, 26))
WILDS: Final[list[Card]] = [card("4S"), card("7S"), card("10S"), card("KS")]
CARDS: Final[list[Card]] = HEARTS + WILDS  # K1

HIGH_ACE: Final = 14
FIRST_WILD: Final = 52  # of the units; those before are rank by rank, bare and under 1, 2 and 3 pips
UNITS: Final = 56

Unit = int


def unit(card: Card, piece: Piece = NO_PIECE) -> Unit:
    """K9: a pyramid shifts no wild, though it may lie on one."""
    if card in WILDS:
        return FIRST_WILD + WILDS.index(card)
    return 4 * (RANK[card] - 1) + pips_of(piece)


def _ranks(unit: Unit) -> list[int]:
    """Every rank that a unit may stand for."""
    if unit >= FIRST_WILD:
        return list(range(1, RANK[WILDS[unit - FIRST_WILD]] + 1))  # K3
    rank, pips = unit // 4 + 1, unit % 4
    ranks = list(range(max(1, rank - pips), min(13, rank + pips) + 1))
    if rank == 1:
        ranks += [*range(HIGH_ACE - pips, HIGH_ACE), HIGH_ACE]  # K4, K9
    return sorted(set(ranks))


RANKS: Final[list[list[int]]] = [_ranks(unit) for unit in range(UNITS)]
FACE: Final[list[int]] = [0] * FIRST_WILD + [RANK[card] for card in WILDS]  # of a wild; slack is counted from it


def key_of(kind: int, first: int, second: int, third: int, slack: int, wilds: int, most_slack: int) -> int:
    """K22, K23 in one number: kind, ranks, then the fit."""
    ranks = ((kind * 16 + first) * 16 + second) * 16 + third
    return ((ranks * 64 + 63 - slack) * 4 + 3 - wilds) * 16 + 15 - most_slack


def kind_of(value: int) -> int:
    return value >> 24


def ranks_of(value: int) -> list[int]:
    """The ranks that make the kind, highest first (K22)."""
    return [rank for rank in (value >> 20 & 15, value >> 16 & 15, value >> 12 & 15) if rank]


def slack_of(value: int) -> int:
    return 63 - (value >> 6 & 63)


def wilds_of(value: int) -> int:
    return 3 - (value >> 4 & 3)


def most_slack_of(value: int) -> int:
    return 15 - (value & 15)


def value_of_reading(units: Sequence[Unit], ranks: Sequence[int]) -> int:
    """What up to three units are worth when they stand for these ranks."""
    slack = wilds = most_slack = 0
    for unit, rank in zip(units, ranks, strict=True):
        if unit >= FIRST_WILD:
            wilds += 1
            slack += FACE[unit] - rank
            most_slack = max(most_slack, FACE[unit] - rank)
    high, middle, low = sorted([*ranks, 0, 0], reverse=True)[:3]
    if middle and high == middle:
        kind, ranked = (THREE, (high, high, high)) if low == high else (PAIR, (high, low, 0))
    elif low and middle == low:
        kind, ranked = PAIR, (middle, high, 0)
    else:
        kind, ranked = _kind_of_three(high, middle, low, wilds), (high, middle, low)
    return key_of(kind, ranked[0], ranked[1], ranked[2], slack, wilds, most_slack)


def _kind_of_three(high: int, middle: int, low: int, wilds: int) -> int:
    """K13-K21, of three different ranks; with fewer cards (K12) it is a high card."""
    if not low:
        return HIGH_CARD
    if high == middle + 1 == low + 2:
        if high == HIGH_ACE:
            return WILD_ROYAL if wilds else ROYAL
        return WILD_STRAIGHT if wilds else STRAIGHT
    if high == HIGH_ACE:
        return HIGH_CARD  # K20
    if middle * low == high:
        return MULTIPLICATION
    return SUM if middle + low == high else HIGH_CARD


def readings(units: Sequence[Unit]) -> list[list[int]]:
    """Every way in which the units can stand for ranks."""
    found: list[list[int]] = [[]]
    for unit in units:
        found = [[*ranks, rank] for ranks in found for rank in RANKS[unit]]
    return found


def best_reading(units: Sequence[Unit]) -> list[int]:
    """The ranks that up to three units stand for (K22)."""
    best: list[int] = []
    best_value = -1
    for ranks in readings(units):
        value = value_of_reading(units, ranks)
        if value > best_value:
            best, best_value = ranks, value
    return best


_VALUES: dict[int, int] = {}


def _value_of_three(first: Unit, second: Unit, third: Unit) -> int:
    key = (first * UNITS + second) * UNITS + third
    value = _VALUES.get(key, -1)
    if value < 0:
        units = [first, second, third]
        value = value_of_reading(units, best_reading(units))
        _VALUES[key] = value
    return value


def value_of(units: Sequence[Unit]) -> int:
    """K11: the best three of these units. With fewer than three only pairs and high cards are possible (K12)."""
    count = len(units)
    if count < 3:
        return value_of_reading(units, best_reading(units)) if count else 0
    best = 0
    for a in range(count - 2):
        for b in range(a + 1, count - 1):
            for c in range(b + 1, count):
                value = _value_of_three(units[a], units[b], units[c])
                if value > best:
                    best = value
    return best


def best_three(units: Sequence[Unit]) -> tuple[list[int], list[int]]:
    """Which units the best hand is made of, by their places, and the ranks they stand for."""
    value = value_of(units)
    for places in combinations(range(len(units)), min(3, len(units))):
        chosen = [units[at] for at in places]
        ranks = best_reading(chosen)
        if value_of_reading(chosen, ranks) == value:
            return list(places), ranks
    raise ValueError("no units, no hand")
