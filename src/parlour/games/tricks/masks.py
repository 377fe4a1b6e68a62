"""Sets of cards as bit masks: bit 19 is the card 19, 7♥. A suit is thirteen bits; the ace is its first and its highest.

A hand that is one number is quick to copy, and a table of 8192 entries answers every question about one suit of it.
Where a mask is an `i64`, compiled code keeps it in a register of the processor.
"""

from typing import Final

from mypy_extensions import i64

from parlour.cards import RANK, SUIT, Card
from parlour.games.tricks.actions import PLAYS, Play

SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3

ALL_RANKS: Final = 8191
BIT: Final[list[int]] = [1 << face for face in range(52)]
STARTS: Final[list[int]] = [0, 13, 26, 39]  # the first card of each suit
OF_SUIT: Final[list[int]] = [ALL_RANKS << 13 * suit for suit in range(4)]
EVERY_CARD: Final = 2**52 - 1
HEIGHT: Final[list[int]] = [14 if RANK[face] == 1 else RANK[face] for face in range(52)]  # the ace is high


def _tables() -> tuple[list[list[int]], list[int], list[int]]:
    places: list[list[int]] = [[]]
    for mask in range(1, ALL_RANKS + 1):
        low = (mask & -mask).bit_length() - 1
        places.append([low, *places[mask & mask - 1]])
    highest = [-1 if not found else 0 if found[0] == 0 else found[-1] for found in places]
    lowest = [-1 if not found else found[1] if found[0] == 0 and len(found) > 1 else found[0] for found in places]
    return places, highest, lowest


_made: Final = _tables()
PLACES: Final[list[list[int]]] = _made[0]  # the places of the bits in thirteen of them
_COUNT: Final = bytes(map(len, PLACES))
_HIGHEST: Final[list[int]] = _made[1]
_LOWEST: Final[list[int]] = _made[2]
_PLAY: Final[list[Play]] = list(PLAYS)  # a list of this module's own is faster to look into when compiled
_plays: Final[list[tuple[Play, ...] | None]] = [None] * (4 * (ALL_RANKS + 1))  # by suit and the thirteen bits of it


def mask_of(cards: list[Card]) -> i64:
    mask: i64 = 0
    for card in cards:
        mask |= 1 << card  # no i64: compiled, 1 << i64 has 32 bits
    return mask


def cards_in(mask: i64) -> list[Card]:
    """The cards of a mask, suit by suit, and in a suit the ace first, then 2 to king."""
    return [first + place for first in STARTS for place in PLACES[mask >> first & ALL_RANKS]]


def count(mask: i64) -> int:
    cards = 0
    while mask:
        cards += _COUNT[mask & ALL_RANKS]
        mask >>= 13
    return cards


def highest(mask: int, suit: int) -> Card:
    """The highest card of a suit, or −1 if there is none."""
    place = _HIGHEST[mask >> 13 * suit & ALL_RANKS]
    return place if place < 0 else place + 13 * suit


def lowest(mask: int, suit: int) -> Card:
    """The lowest card of a suit, or −1 if there is none."""
    place = _LOWEST[mask >> 13 * suit & ALL_RANKS]
    return place if place < 0 else place + 13 * suit


def lowest_of_all(mask: int) -> Card:
    """The lowest card of any suit. Of equals: clubs, diamonds, hearts, spades."""
    best = -1
    for suit in (CLUBS, DIAMONDS, HEARTS, SPADES):
        card = lowest(mask, suit)
        if card >= 0 and (best < 0 or HEIGHT[card] < HEIGHT[best]):
            best = card
    return best


def plays(mask: i64) -> tuple[Play, ...]:
    """The actions that play each of these cards. They are made once for every suit of a hand."""
    found: tuple[Play, ...] = ()
    suit: i64 = 0
    while mask:
        ranks = mask & ALL_RANKS
        if ranks:
            known = _plays[suit * (ALL_RANKS + 1) + ranks]
            if known is None:
                known = tuple([_PLAY[13 * suit + place] for place in PLACES[ranks]])
                _plays[suit * (ALL_RANKS + 1) + ranks] = known
            found = found + known if found else known
        mask >>= 13
        suit += 1
    return found


def play_at(mask: i64, luck: float) -> Play:
    """The one of these plays that luck, from 0 up to 1, points at."""
    for _ in range(int(luck * count(mask))):
        mask &= mask - 1
    return _PLAY[count((mask & -mask) - 1)]


def beats(card: Card, best: Card, trump: int) -> bool:
    """Whether a card takes the trick from the best one so far: a higher one of its suit, or the first trump."""
    suit = SUIT[card]
    if suit == SUIT[best]:
        return HEIGHT[card] > HEIGHT[best]
    return suit == trump
