"""Matching the groups of a lay-down with the melds of the contract, in whatever order they are named (T37, P20)."""

from itertools import permutations
from typing import Final

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.lay_downs.contract import Contract
from parlour.games.rummy.melds import BOOK, Melding, NoMeld, read_meld

NamedCards = tuple[list[Card], list[Card]]  # cards, and what each is said to stand for

# How well a group suits a part of the contract.
IS_ONE: Final = 10
LOOKS_LIKE_ONE: Final = 1  # not finished, or with a wrong card in it


def parts_of(groups: list[NamedCards], contract: Contract, melding: Melding) -> list[int]:
    """The part of the contract that each group is: the order in which they are named, unless another suits better."""
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


def _suits(group: NamedCards, kind: int, size: int, melding: Melding) -> int:
    try:
        read_meld(0, kind, size, group[0], group[1], melding)
    except NoMeld:
        return LOOKS_LIKE_ONE if _looks_like(group[0], kind) else 0
    return IS_ONE


def _looks_like(cards: list[Card], kind: int) -> bool:
    naturals = [card for card in cards if card != JOKER]
    return len({RANK[card] if kind == BOOK else SUIT[card] for card in naturals}) == 1
