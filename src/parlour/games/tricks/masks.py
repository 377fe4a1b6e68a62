"""Sets of cards as bit masks: bit 19 is the card 19, 7♥. A suit is thirteen bits; the ace is its first and its highest.

A hand that is one number is quick to copy, and a table of 8192 entries answers every question about one suit of it.
"""

from typing import Final

from parlour.cards import RANK, SUIT, Card
from parlour.games.tricks.actions import PLAYS, Play

SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3

ALL_RANKS: Final = 8191
BIT: Final[list[int]] = [1 << face for face in range(52)]
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
_HIGHEST: Final[list[int]] = _made[1]
_LOWEST: Final[list[int]] = _made[2]
_plays: Final[list[dict[int, tuple[Play, ...]]]] = [{}, {}, {}, {}]  # by suit and the thirteen bits of it


def mask_of(cards: list[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def cards_in(mask: int) -> list[Card]:
    """The cards of a mask, suit by suit, and in a suit the ace first, then 2 to king."""
    found: list[Card] = []
    for first in (0, 13, 26, 39):
        found += [first + place for place in PLACES[mask >> first & ALL_RANKS]]
    return found


def count(mask: int) -> int:
    cards = 0
    for first in (0, 13, 26, 39):
        cards += len(PLACES[mask >> first & ALL_RANKS])
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


def plays(mask: int) -> tuple[Play, ...]:
    """The actions that play each of these cards. They are made once for every suit of a hand."""
    found: tuple[Play, ...] = ()
    for suit in range(4):
        ranks = mask >> 13 * suit & ALL_RANKS
        if ranks:
            known = _plays[suit].get(ranks)
            if known is None:
                known = _plays[suit][ranks] = tuple([PLAYS[13 * suit + place] for place in PLACES[ranks]])
            found = found + known if found else known
    return found


def beats(card: Card, best: Card, trump: int) -> bool:
    """Whether a card takes the trick from the best one so far: a higher one of its suit, or the first trump."""
    if SUIT[card] == SUIT[best]:
        return HEIGHT[card] > HEIGHT[best]
    return SUIT[card] == trump
