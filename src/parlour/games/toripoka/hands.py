"""The value of a hand (K3, K4, K9, K12-K23).

A *unit* is a card with the pyramid on it, as a small int: a natural rank with pips, or a wild. A unit can have several
ranks, and a hand is read in the way that is best for its owner. Values compare as plain ints, higher is better. There
are about twenty thousand hands of three units, and each is computed only once.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from parlour.cards import RANK, Card, card
from parlour.games.toripoka.pieces import NO_PIECE, Piece, pips_of

HIGH_CARD: Final = 1  # K21
SUM: Final = 2  # K20
MULTIPLICATION: Final = 3  # K19
PAIR: Final = 4  # K18
WILD_STRAIGHT: Final = 5  # K17
THREE: Final = 6  # K16
WILD_ROYAL: Final = 7  # K15
STRAIGHT: Final = 8  # K14
ROYAL: Final = 9  # K13
KINDS: Final = (
    "nothing",
    "high card",
    "sum",
    "multiplication",
    "pair",
    "straight with wild cards",
    "three of a kind",
    "mini royal with a wild card",
    "straight",
    "mini royal",
)

HEARTS: Final[list[Card]] = list(range(13, 26))
WILDS: Final[list[Card]] = [card("4S"), card("7S"), card("10S"), card("KS")]
CARDS: Final[list[Card]] = HEARTS + WILDS  # K1

HIGH_ACE: Final = 14
FIRST_WILD: Final = 52  # units below it are ranks, each with 0 to 3 pips
NO_UNIT: Final = 56  # fills a hand with fewer than three units

Unit = int


def unit(card: Card, piece: Piece = NO_PIECE) -> Unit:
    """The unit of a card under a pyramid. On a wild, the pyramid does nothing (K9)."""
    if card >= HEARTS[0]:
        return 4 * (RANK[card] - 1) + pips_of(piece)
    return FIRST_WILD + WILDS.index(card)


def _ranks(unit: Unit) -> list[int]:
    """Every rank that a unit can have."""
    if unit >= FIRST_WILD:
        return list(range(1, RANK[WILDS[unit - FIRST_WILD]] + 1))  # K3
    rank, pips = unit // 4 + 1, unit % 4
    ranks = list(range(max(1, rank - pips), min(13, rank + pips) + 1))
    if rank == 1:
        ranks += [*range(HIGH_ACE - pips, HIGH_ACE), HIGH_ACE]  # K4, K9
    return sorted(set(ranks))


RANKS: Final[list[list[int]]] = [*[_ranks(unit) for unit in range(NO_UNIT)], [0]]
FACE: Final[list[int]] = [*[0] * FIRST_WILD, *[RANK[card] for card in WILDS], 0]  # the number on a wild

# A value packs into one int: kind, three ranks (K22), and the fit (K23), in which less slack and fewer wilds are more.


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


def _kind(high: int, middle: int, low: int, wild: bool) -> int:
    """The kind of three sorted ranks (K13-K21); a missing card has rank 0."""
    if high == middle == low:
        return THREE
    if high == middle or (low and middle == low):
        return PAIR
    if not low:
        return HIGH_CARD  # K12
    if high == middle + 1 == low + 2:
        if high == HIGH_ACE:
            return WILD_ROYAL if wild else ROYAL
        return WILD_STRAIGHT if wild else STRAIGHT
    if high == HIGH_ACE:
        return HIGH_CARD  # K20: for sums and products the ace is 1
    if middle * low == high:
        return MULTIPLICATION
    return SUM if middle + low == high else HIGH_CARD


def _ranked(a: int, b: int, c: int, wild: bool) -> int:
    """The upper half of a value: the kind, and the ranks in comparing order (K22)."""
    low, middle, high = sorted((a, b, c))
    kind = _kind(high, middle, low, wild)
    if kind == PAIR:
        high, middle, low = middle, high if middle == low else low, 0
    return ((kind * 16 + high) * 16 + middle) * 16 + low


RANKED: Final[list[list[int]]] = [
    [_ranked(a, b, c, wild) for a in range(15) for b in range(15) for c in range(15)] for wild in (False, True)
]


def best_reading(first: Unit, second: Unit, third: Unit) -> tuple[int, list[int]]:
    """The highest value that three units can have (NO_UNIT for fewer), and the ranks that make it."""
    wilds = (FACE[first] > 0) + (FACE[second] > 0) + (FACE[third] > 0)
    ranked = RANKED[wilds > 0]
    best = -1
    ranks: list[int] = []
    for a in RANKS[first]:
        slack_a = max(0, FACE[first] - a)
        for b in RANKS[second]:
            slack_b = max(0, FACE[second] - b)
            for c in RANKS[third]:
                slack_c = max(0, FACE[third] - c)
                fit = ((63 - slack_a - slack_b - slack_c) * 4 + 3 - wilds) * 16 + 15 - max(slack_a, slack_b, slack_c)
                value = ranked[(a * 15 + b) * 15 + c] * 4096 + fit
                if value > best:
                    best = value
                    ranks = [a, b, c]
    return best, ranks


_VALUES: dict[int, int] = {}


def _value_of_three(first: Unit, second: Unit, third: Unit) -> int:
    if first > second:
        first, second = second, first
    if second > third:
        second, third = third, second
    if first > second:
        first, second = second, first
    key = (first * 64 + second) * 64 + third
    value = _VALUES.get(key, -1)
    if value < 0:
        value = best_reading(first, second, third)[0]
        _VALUES[key] = value
    return value


def value_of(units: Sequence[Unit]) -> int:
    """K11: the best three of these units. With fewer than three only pairs and high cards are possible (K12)."""
    count = len(units)
    if count < 3:
        return _value_of_three(*[*units, NO_UNIT, NO_UNIT][:3]) if count else 0
    best = 0
    for a in range(count - 2):
        for b in range(a + 1, count - 1):
            for c in range(b + 1, count):
                value = _value_of_three(units[a], units[b], units[c])
                if value > best:
                    best = value
    return best


def best_three(units: Sequence[Unit]) -> tuple[list[int], list[int]]:
    """The indices of the units that make the best hand, and their ranks in it."""
    value = value_of(units)
    for places in combinations(range(len(units)), min(3, len(units))):
        chosen = [units[at] for at in places]
        found, ranks = best_reading(*[*chosen, NO_UNIT, NO_UNIT][:3])
        if found == value:
            return list(places), ranks[: len(places)]
    raise ValueError("no units, no hand")
