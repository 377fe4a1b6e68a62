"""The solver against the brute force, and by hand."""

import os
from random import Random

import pytest

from parlour.cards import JOKER, NO_CARD, Card
from parlour.games.rummy.melds import Meld, Melding, read_meld
from parlour.games.rummy.search import best_lay_down, can_lay, sensible_lay_downs, short
from parlour.games.rummy.solver import Contract
from tests.games.rummy.brute import a_hand, answers

HANDS = 400 if os.environ.get("PARLOUR_LONG") else 60  # for each contract and manner of melding

TORPEDO_POINTS = [15 if face % 13 == 0 else 10 if face % 13 >= 9 else 5 for face in range(52)] + [50]
CONTRACTS = [(2, 0, 3), (0, 2, 3), (2, 1, 3), (1, 2, 3), (3, 0, 3), (0, 3, 3), (1, 1, 3), (3, 0, 4)]
MANNERS = {
    "exact": Melding(False, True, 99),
    "long": Melding(True, True, 99),
    "long, one ace": Melding(True, False, 99),
    "one joker a meld": Melding(False, True, 1),
    "long, two jokers a meld": Melding(True, False, 2),
}


def check(hand: list[Card], contract: Contract, melding: Melding, points: list[int]) -> bool:
    told = answers(
        hand,
        contract.books,
        contract.runs,
        book_size=contract.book_size,
        long=melding.long,
        both_aces=melding.both_aces,
        most_jokers=melding.most_jokers if melding.most_jokers < 99 else None,
        points=points,
    )
    assert can_lay(hand, contract, melding) == told.lays
    assert short(hand, contract, melding) == told.short
    found = best_lay_down(hand, contract, melding, points)
    assert (found.left if found else None) == told.left
    for lay_down in sensible_lay_downs(hand, contract, melding, points):
        check_valid(hand, lay_down.melds, contract, melding)
        assert lay_down.left == sum(points[face] for face in hand) - sum(
            points[face] for meld in lay_down.melds for face in meld.cards
        )
    return told.lays


def check_valid(hand: list[Card], melds: list[Meld], contract: Contract, melding: Melding) -> None:
    """The rules take what the solver offers, and read it as the solver meant it."""
    left = hand[:]
    for meld, word in zip(melds, contract.needs(), strict=True):
        stands = [meld.meaning(at) if face == JOKER else NO_CARD for at, face in enumerate(meld.cards)]
        size = contract.book_size if word == "book" else 4
        assert read_meld(0, meld.kind, size, list(meld.cards), stands, melding) == meld
        for face in meld.cards:
            left.remove(face)


def near_hand(rng: Random, contract: Contract, size: int, jokers: int) -> list[Card]:
    """A hand that was a lay-down once, before some cards of it were changed."""
    hand: list[Card] = []
    for _ in range(contract.books):
        rank = rng.randrange(13)
        hand += [rng.randrange(4) * 13 + rank for _ in range(contract.book_size)]
    for _ in range(contract.runs):
        suit, first = rng.randrange(4), rng.randrange(11)
        hand += [suit * 13 + (first + place) % 13 for place in range(4)]
    for _ in range(rng.choice((0, 0, 1, 2))):
        hand[rng.randrange(len(hand))] = rng.randrange(52)
    hand += [rng.randrange(52) for _ in range(size - len(hand))]
    for at in rng.sample(range(len(hand)), jokers):
        hand[at] = JOKER
    rng.shuffle(hand)
    return hand


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda c: f"{c[0]}B{c[1]}R of {c[2]}")
def test_the_solver_agrees_with_the_brute_force(manner: str, contract: tuple[int, int, int]) -> None:
    rng = Random(f"{manner}/{contract}")
    lays = 0
    for number in range(HANDS):
        size = rng.randint(6, 16)
        jokers = rng.choice((0, 0, 1, 1, 2, 3, 4))
        hand = a_hand(rng, size, jokers, decks=3, lean=rng.random())
        if number % 2:
            hand = near_hand(rng, Contract(*contract), size, jokers)
        points = TORPEDO_POINTS if number % 3 else [rng.randint(0, 9) for _ in range(13)] * 4 + [rng.randint(0, 30)]
        lays += check(hand, Contract(*contract), MANNERS[manner], points)
    assert lays >= HANDS // 20, "too few of the hands lay down to prove anything"
