"""Which cards can be placed together: cards of the same rank, or a run in one suit (Y6)."""

from itertools import combinations, pairwise
from typing import Final

from parlour.cards import CODES, FACE_OF, JOKER, NO_CARD, RANK, RANK_WORDS, SUIT, Card
from parlour.games.yammouth.actions import SINGLES, PlaceCards

SHORTEST_RUN: Final = 3
LONGEST_RUN: Final = 5

_sets: dict[tuple[Card, ...], list[PlaceCards]] = {}


def cards_of(action: PlaceCards) -> list[Card]:
    return [FACE_OF[code] for code in action.cards]


def placings(hand: list[Card]) -> list[PlaceCards]:
    """Everything a hand can place: single cards, runs both ways, and sets with each of their cards as the top."""
    found: list[PlaceCards] = []
    faces = sorted(hand)
    before = NO_CARD
    length = 0  # of the longest run that ends at this card
    for face in faces:
        if face == before:
            continue
        found.append(SINGLES[face])
        length = length + 1 if face == before + 1 and RANK[face] > 1 else 1
        for size in range(SHORTEST_RUN, length + 1):
            found += RUNS[size][face]
        before = face
    ranks = [RANK[face] for face in faces]
    different = set(ranks)
    if len(different) < len(ranks):
        for rank in different:
            if ranks.count(rank) > 1:
                found += _sets_of(tuple([face for face in faces if RANK[face] == rank]))
    return found


def _sets_of(group: tuple[Card, ...]) -> list[PlaceCards]:
    """Every set of two or more of these cards of the same rank, with each card once on top."""
    if group not in _sets:
        found = []
        for size in range(2, len(group) + 1):
            for some in dict.fromkeys(combinations(group, size)):
                for top in dict.fromkeys(some):
                    at = some.index(top)
                    found.append(_place([*some[:at], *some[at + 1 :], top]))
        _sets[group] = found
    return _sets[group]


def _runs_of(size: int, high: Card) -> list[PlaceCards]:
    """The run of `size` cards up to `high`, in both directions; nothing if there are not enough lower ranks."""
    if size < SHORTEST_RUN or size > RANK[high]:
        return []
    run = list(range(high - size + 1, high + 1))
    return [_place(run), _place(run[::-1])]


def _place(cards: list[Card]) -> PlaceCards:
    return PlaceCards([CODES[card] for card in cards])


RUNS: Final[list[list[list[PlaceCards]]]] = [
    [_runs_of(size, high) for high in range(JOKER)] for size in range(LONGEST_RUN + 1)
]


def fault(cards: list[Card]) -> str:
    """Why these cards cannot be placed together in this order, or "" if they can."""
    if _are_set(cards) or _are_run(cards):
        return ""
    ranks = sorted([RANK[card] for card in cards])
    if ranks[0] == 0:
        return "You can only place a joker alone or with other jokers."
    if len(cards) == 2:
        return "Two cards have to be the same rank. A run needs three or more."
    if len({SUIT[card] for card in cards}) > 1:
        if len(set(ranks)) < len(ranks):
            return "These cards aren't all the same rank."
        return "A run has to be one suit, and these cards aren't."
    gaps = [low for low, high in pairwise(ranks) if low + 1 < high]
    if ranks[0] == 1 and ranks[-1] == 13 and len(gaps) == 1:
        return "A run doesn't wrap around: the ace is low, below the 2."
    for low, high in pairwise(ranks):
        if low == high:
            return "A run can't have the same card twice."
        if low + 1 < high:
            return f"A run can't have gaps, and there's one between {RANK_WORDS[low - 1]} and {RANK_WORDS[high - 1]}."
    return "Place a run in order, up or down."


def _are_set(cards: list[Card]) -> bool:
    return len({RANK[card] for card in cards}) == 1


def _are_run(cards: list[Card]) -> bool:
    first, last = cards[0], cards[-1]
    if len(cards) < SHORTEST_RUN or SUIT[first] != SUIT[last]:
        return False
    step = 1 if first < last else -1
    return cards == list(range(first, last + step, step))
