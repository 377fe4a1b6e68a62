"""Which meld of the contract each group of a lay-down is, in whatever order they are named (T37, P20)."""

from itertools import permutations
from typing import Final

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.lay_downs.solver import Contract
from parlour.games.rummy.melds import BOOK, Melding, NoMeld, read_meld

Group = tuple[list[Card], list[Card]]  # cards, and what each is said to stand for

IS_ONE: Final = 10  # how well a group suits a part of the contract: it is such a meld
LOOKS_LIKE_ONE: Final = 1


def parts_of(groups: list[Group], contract: Contract, melding: Melding) -> list[int]:
    """Of each group, the number of the part that it is; as they are named, if nothing else suits better."""
    suits = [[_suits(group, *contract.part(number), melding) for number in range(len(groups))] for group in groups]
    best = list(range(len(groups)))
    most = -1
    for order in permutations(range(len(groups))):
        all_in_all = 0
        for group, part in enumerate(order):
            all_in_all += suits[group][part]
        if all_in_all > most:
            best, most = list(order), all_in_all
    return best


def _suits(group: Group, kind: int, size: int, melding: Melding) -> int:
    try:
        read_meld(0, kind, size, group[0], group[1], melding)
    except NoMeld:
        return LOOKS_LIKE_ONE if _looks_like(group[0], kind) else 0
    return IS_ONE


def _looks_like(cards: list[Card], kind: int) -> bool:
    """Something that is not finished, or has a wrong card in it."""
    naturals = [card for card in cards if card != JOKER]
    return len({RANK[card] if kind == BOOK else SUIT[card] for card in naturals}) == 1
