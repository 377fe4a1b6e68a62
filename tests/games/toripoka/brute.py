"""The value of cards and pyramids by brute force, written from the rules alone (K3, K4, K9, K12-K23, K26).

It shares only the numbers of the cards with the game, so that the two can be compared.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import Final

from parlour.cards import RANK, RANK_CODES, SUIT, Card, card

HIGH_ACE: Final = 14
NATURAL: Final = -1  # instead of a slack: the card is not wild

# The kinds of hands, from the worst to the best (K13-K21).
HIGH_CARD: Final = 0
SUM: Final = 1
PRODUCT: Final = 2
TWO: Final = 3
WILD_STRAIGHT: Final = 4
THREE: Final = 5
WILD_ROYAL: Final = 6
STRAIGHT: Final = 7
ROYAL: Final = 8

Read = tuple[int, int]  # a card read in one way: its rank, and its slack or NATURAL
Ranks = tuple[int, ...]
Key = tuple[int, Ranks, int, int, int]  # kind, ranks, less slack, fewer wilds, smaller largest slack: the higher wins
Reading = tuple[tuple[Card, int], ...]  # the cards of a hand, and the rank each is read as

HEARTS: Final[list[Card]] = [card(rank + "H") for rank in RANK_CODES]
WILDS: Final[list[Card]] = [card("4S"), card("7S"), card("10S"), card("KS")]
DECK: Final[list[Card]] = HEARTS + WILDS


def is_wild(face: Card) -> bool:
    return SUIT[face] == 0


def reads(face: Card, pips: int) -> list[Read]:
    """Every way to read one card under this many pips (K3, K4, K9)."""
    if is_wild(face):
        return [(rank, RANK[face] - rank) for rank in range(1, RANK[face] + 1)]
    starts = (1, HIGH_ACE) if RANK[face] == 1 else (RANK[face],)
    shifted = {start + shift for start in starts for shift in range(-pips, pips + 1)}
    return [(rank, NATURAL) for rank in shifted if rank in starts or 1 <= rank <= 13]


@cache
def key(hand: tuple[Read, ...]) -> Key:
    """The value of up to three cards, each read in one way (K13-K23)."""
    slacks = [slack for _, slack in hand if slack != NATURAL]
    kind, ranks = _kind([rank for rank, _ in hand], bool(slacks))
    return kind, ranks, -sum(slacks), -len(slacks), -max(slacks, default=0)


def _kind(ranks: list[int], wild: bool) -> tuple[int, Ranks]:
    """The kind, and the ranks by which two of a kind are compared (K22)."""
    low_first = sorted(ranks)
    high_first = tuple(low_first[::-1])
    if len(ranks) == 3:
        a, b, c = low_first
        if (a, b, c) == (12, 13, HIGH_ACE):
            return WILD_ROYAL if wild else ROYAL, high_first
        if (b, c) == (a + 1, a + 2):
            return WILD_STRAIGHT if wild else STRAIGHT, high_first
        if a == b == c:
            return THREE, high_first
    for rank in high_first:
        if ranks.count(rank) == 2:
            return TWO, (rank, *[other for other in ranks if other != rank])
    if len(ranks) == 3 and c != HIGH_ACE:
        if a * b == c:
            return PRODUCT, high_first
        if a + b == c:
            return SUM, high_first
    return HIGH_CARD, high_first


def best(cards: Sequence[Card], pyramids: Sequence[int]) -> tuple[int, Key, Reading]:
    """The best hand among one to five cards, each under a pyramid of so many pips, or 0: every choice of three, every
    reading."""
    found: list[tuple[Key, Reading]] = []
    for chosen in combinations(range(len(cards)), min(3, len(cards))):
        for hand in product(*[reads(cards[at], pyramids[at]) for at in chosen]):
            reading = tuple((cards[at], rank) for at, (rank, _) in zip(chosen, hand, strict=True))
            found.append((key(hand), reading))
    worth, reading = max(found)
    return worth[0], worth, reading


def trees(pieces: Sequence[str]) -> int:
    """The best score of a player's pyramids ("R1": the small red one), over every grouping into trees (K26)."""
    black = [piece for piece in pieces if piece[0] == "K"]
    return (-7 if len(black) == 3 else -len(black)) + _grouped([piece for piece in pieces if piece not in black])


def _grouped(pieces: list[str]) -> int:
    """The first piece stands alone, or in a tree with any two others."""
    if not pieces:
        return 0
    first, others = pieces[0], pieces[1:]
    score = 1 + _grouped(others)
    for two in combinations(others, 2):
        tree = (first, *two)
        if {piece[1] for piece in tree} == {"1", "2", "3"}:
            worth = 7 if len({piece[0] for piece in tree}) == 1 else 5
            score = max(score, worth + _grouped([piece for piece in others if piece not in two]))
    return score
