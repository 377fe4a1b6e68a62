"""The solver, compared with the brute force and with examples worked out by hand."""

import os
from random import Random

import pytest

from parlour.cards import JOKER, NO_CARD, Card, card
from parlour.games.rummy.lay_downs.contract import Contract, usual
from parlour.games.rummy.lay_downs.search import best_lay_down, can_lay, short
from parlour.games.rummy.melds import Meld, Melding, read_meld
from tests.games.rummy.lay_downs.brute import a_hand, answers

HANDS = 400 if os.environ.get("PARLOUR_LONG") else 60  # for each contract and way of melding

TORPEDO_POINTS = [15 if face % 13 == 0 else 10 if face % 13 >= 9 else 5 for face in range(52)] + [50]
CONTRACTS = [(2, 0, 3), (0, 2, 3), (2, 1, 3), (1, 2, 3), (3, 0, 3), (0, 3, 3), (1, 1, 3), (3, 0, 4)]
MANNERS = {
    "exact": Melding(False, True, 99),
    "long": Melding(True, True, 99),
    "long, one ace": Melding(True, False, 99),
    "no jokers": Melding(False, True, 0),
    "one joker a meld": Melding(False, True, 1),
    "two jokers a meld": Melding(False, True, 2),
    "long, one joker a meld": Melding(True, True, 1),
    "long, two jokers a meld": Melding(True, False, 2),
}


def check(hand: list[Card], contract: Contract, melding: Melding, points: list[int]) -> bool:
    told = answers(
        hand,
        contract.book_sizes.sizes,
        contract.run_sizes.sizes,
        long=melding.long,
        both_aces=melding.both_aces,
        most_jokers=melding.most_jokers if melding.most_jokers < 99 else None,
        points=points,
    )
    assert can_lay(hand, contract, melding) == told.lays
    assert short(hand, contract, melding) == told.short
    found = best_lay_down(hand, contract, melding, points)
    assert (found.cost if found else None) == told.left
    if found:
        check_valid(hand, found.melds, contract, melding)
        assert found.cost == sum(points[face] for face in hand) - sum(
            points[face] for meld in found.melds for face in meld.cards
        )
    return told.lays


def check_valid(hand: list[Card], melds: list[Meld], contract: Contract, melding: Melding) -> None:
    """The rules accept what the solver offers, and read it the way the solver meant it."""
    left = hand[:]
    for number, meld in enumerate(melds):
        stands = [meld.meaning(at) if face == JOKER else NO_CARD for at, face in enumerate(meld.cards)]
        kind, size = contract.part(number)
        assert read_meld(0, kind, size, list(meld.cards), stands, melding) == meld
        for face in meld.cards:
            left.remove(face)


def near_hand(rng: Random, contract: Contract, size: int, jokers: int) -> list[Card]:
    """A hand made from a lay-down by changing some of its cards."""
    hand: list[Card] = []
    for size_of_book in contract.book_sizes.sizes:
        rank = rng.randrange(13)
        hand += [rng.randrange(4) * 13 + rank for _ in range(size_of_book)]
    for size_of_run in contract.run_sizes.sizes:
        suit, first = rng.randrange(4), rng.randrange(15 - size_of_run)
        hand += [suit * 13 + (first + place) % 13 for place in range(size_of_run)]
    for _ in range(rng.choice((0, 0, 1, 2))):
        hand[rng.randrange(len(hand))] = rng.randrange(52)
    hand += [rng.randrange(52) for _ in range(size - len(hand))]
    for at in rng.sample(range(len(hand)), jokers):
        hand[at] = JOKER
    rng.shuffle(hand)
    return hand


# Contracts of a family's own (T36, P19): other sizes, and different ones.
OWN = [((3, 4), ()), ((3, 5), (3,)), ((), (3, 5)), ((4,), (3, 6)), ((3, 3, 4), (4,)), ((), (4, 7)), ((6,), (3, 3))]


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda c: f"{c[0]}B{c[1]}R of {c[2]}")
def test_the_solver_agrees_with_the_brute_force(manner: str, contract: tuple[int, int, int]) -> None:
    lays = compare(manner, usual(*contract), Random(f"{manner}/{contract}"), HANDS)
    assert lays >= HANDS // 20, "too few of the hands lay down to prove anything"


@pytest.mark.parametrize("manner", MANNERS)
def test_T36_P19_the_solver_agrees_with_the_brute_force(manner: str) -> None:
    lays = [compare(manner, Contract(*own), Random(f"{manner}/{own}"), HANDS // 6) for own in OWN]
    assert sum(lays) >= 3


def compare(manner: str, contract: Contract, rng: Random, hands: int) -> int:
    """Compare this many hands, and count those that can lay down."""
    lays = 0
    for number in range(hands):
        jokers = rng.choice((0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8))
        size = rng.randint(max(6, jokers), min(20, 13 + jokers) if MANNERS[manner].long else 20)
        hand = a_hand(rng, size, jokers, decks=3, lean=rng.random())
        if number % 2:
            hand = near_hand(rng, contract, max(size, contract.cards), jokers)
        points = TORPEDO_POINTS if number % 3 else [rng.randint(0, 9) for _ in range(13)] * 4 + [rng.randint(0, 30)]
        lays += check(hand, contract, MANNERS[manner], points)
    return lays


@pytest.mark.parametrize(
    ("contract", "hand", "lays"),
    [
        (usual(0, 2), "JC QC KC" + " JOK" * 5, True),  # no run is all jokers, because of J, Q and K
        (usual(0, 2), "JC QC KC" + " JOK" * 4, False),
        (usual(0, 2), "7H" + " JOK" * 7, False),  # one natural card can't be in both
        (usual(0, 2), "7H 7H" + " JOK" * 6, True),
        (usual(0, 3), "5H 6H 7H 8H" + " JOK" * 8, True),
        (usual(0, 3), "5H 6H" + " JOK" * 8 + " 9S", False),
        (usual(1, 2), "5H 6H 7H" + " JOK" * 8, True),
        (usual(2, 1), "5H 6H 7H 8H" + " JOK" * 6, True),
        (usual(0, 4), "3H 4H 5H 6H " * 4, True),  # every card four times
    ],
)
def test_T3_P3_every_meld_finds_its_natural_card_among_many_jokers(contract: Contract, hand: str, lays: bool) -> None:
    cards = [card(code) for code in hand.split()]
    melding = MANNERS["exact"]
    assert can_lay(cards, contract, melding) == lays
    assert (best_lay_down(cards, contract, melding, TORPEDO_POINTS) is not None) == lays
    assert (short(cards, contract, melding) == 0) == lays
