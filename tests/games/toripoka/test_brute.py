"""Tests of the brute force itself: examples from the rules, counts made by hand, and even simpler searches."""

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest

from parlour.cards import card, code
from tests.games.toripoka.brute import (
    DECK,
    HEARTS,
    HIGH_CARD,
    PRODUCT,
    ROYAL,
    STRAIGHT,
    SUM,
    THREE,
    TWO,
    WILD_ROYAL,
    WILD_STRAIGHT,
    Key,
    best,
    reads,
    trees,
)

PYRAMIDS = [color + size for color in "RYGBK" for size in "123"]


def ask(hand: str) -> tuple[int, Key, str]:
    """The best hand of the cards, where "8H+2" is an eight under two pips, and how it is read: "8H=10 …"."""
    cards, pips = zip(*[(text + "+0").split("+")[:2] for text in hand.split()], strict=True)
    kind, key, reading = best([card(text) for text in cards], [int(text) for text in pips])
    return kind, key, " ".join(f"{code(face)}={rank}" for face, rank in reading)


def beats(winner: str, loser: str) -> bool:
    return ask(winner)[1] > ask(loser)[1]


@pytest.mark.parametrize(
    ("hand", "kind", "reading"),
    [
        ("QH KH AH", ROYAL, "QH=12 KH=13 AH=14"),
        ("2H 3H 4H", STRAIGHT, "2H=2 3H=3 4H=4"),
        ("AH 2H 3H", STRAIGHT, "AH=1 2H=2 3H=3"),
        ("JH QH KH", STRAIGHT, "JH=11 QH=12 KH=13"),
        ("QH KS AH", WILD_ROYAL, "QH=12 KS=13 AH=14"),
        ("KH KS AH", WILD_ROYAL, "KH=13 KS=12 AH=14"),
        ("6H 7S 10S", THREE, "6H=6 7S=6 10S=6"),
        ("2H 3H 4S", WILD_STRAIGHT, "2H=2 3H=3 4S=4"),
        ("6H 10S", TWO, "6H=6 10S=6"),
        ("2H 3H 6H", PRODUCT, "2H=2 3H=3 6H=6"),
        ("2H 3H 5H", SUM, "2H=2 3H=3 5H=5"),
        ("AH 10H JH", SUM, "AH=1 10H=10 JH=11"),
        ("AH 7H KH", HIGH_CARD, "AH=14 7H=7 KH=13"),
        ("KH AH 2H", HIGH_CARD, "KH=13 AH=14 2H=2"),  # not around the corner
    ],
)
def test_the_examples_of_the_rules(hand: str, kind: int, reading: str) -> None:
    assert ask(hand)[::2] == (kind, reading)


def test_hands_of_hearts_are_as_many_as_one_counts_by_hand() -> None:
    """There are five products (2-3-6, 2-4-8, 2-5-10, 2-6-12, 3-4-12) and 36 sums up to the king, but A-2-3 is a
    straight and A-Q-K the royal."""
    kinds = Counter(best(three, (0, 0, 0))[0] for three in combinations(HEARTS, 3))
    assert kinds == {ROYAL: 1, STRAIGHT: 11, PRODUCT: 5, SUM: 34, HIGH_CARD: 286 - 51}


def test_what_a_pyramid_lets_a_card_be() -> None:
    def ranks(face: str, pips: int) -> list[int]:
        return sorted(rank for rank, _ in reads(card(face), pips))

    assert ranks("8H", 2) == [6, 7, 8, 9, 10]
    assert ranks("2H", 3) == [1, 2, 3, 4, 5]
    assert ranks("KH", 2) == [11, 12, 13]
    assert ranks("AH", 0) == [1, 14]
    assert ranks("AH", 2) == [1, 2, 3, 12, 13, 14]
    assert ranks("7S", 3) == ranks("7S", 0) == [1, 2, 3, 4, 5, 6, 7]


def test_ties_are_broken_by_ranks_then_by_the_fit() -> None:
    assert beats("6H 7S 2H", "5H 10S KH")  # the pair's rank first
    assert beats("2H 2H+0 AH", "2H 2H KH")  # a lone ace is high
    assert beats("2H 4S KH", "AH 4S KH")  # a pair of aces is the lowest
    assert beats("3H 4S KH", "3H 10S KH")
    assert beats("6H 7S 7S", "6H 7S 10S")
    assert beats("3H 3H+0 3H", "3H 3H 4S")
    assert beats("KH+1 QH AH", "KH KS AH")  # shifts are neither wild nor slack
    assert ask("8H+1 9H 10H")[1] == ask("8H 9H 10H")[1]


def test_the_best_three_of_more() -> None:
    assert ask("AH QH 5H KH")[::2] == (ROYAL, "AH=14 QH=12 KH=13")
    assert ask("2H 9H 5H 3H KH")[::2] == (SUM, "2H=2 5H=5 3H=3")
    assert ask("10S 4S 3H 3H KH")[::2] == (THREE, "4S=3 3H=3 3H=3")  # the closer wild


def test_K12_few_cards_make_pairs_and_high_cards() -> None:
    assert ask("9H")[0] == ask("2H 3H")[0] == HIGH_CARD
    assert ask("9H 10S")[0] == TWO
    assert {best(two, (0, 0))[0] for two in combinations(DECK, 2)} == {TWO, HIGH_CARD}


def test_the_order_of_the_cards_does_not_matter() -> None:
    rng = Random(1)
    for _ in range(20):
        hand = [(face, rng.randint(0, 3)) for face in rng.sample(DECK, 4)]
        keys = {best(*zip(*order, strict=True))[1] for order in permutations(hand)}
        assert len(keys) == 1, hand


def test_trees_by_hand() -> None:
    assert trees([]) == 0
    assert trees(["R1", "R2", "R3"]) == 7
    assert trees(["R1", "Y2", "R3"]) == 5
    assert trees(["R1", "R2", "Y2"]) == 3
    assert trees(["R1", "R2", "K3"]) == 1
    assert trees(["K1", "K3"]) == -2
    assert trees(["K1", "K2", "K3"]) == -7
    assert trees(["R1", "R2", "R3", "Y1", "Y2", "B3"]) == 12
    assert trees(PYRAMIDS) == 4 * 7 - 7


def test_trees_against_every_way_to_share_out_the_pieces() -> None:
    """Assign each pyramid to a group. Groups that are trees score as trees, all others 1 per pyramid."""

    def shared_out(pieces: list[str]) -> int:
        score = -100
        for numbers in product(range(3), repeat=len(pieces)):  # two trees at most, and the rest
            groups = [[piece for piece, own in zip(pieces, numbers, strict=True) if own == at] for at in range(3)]
            if all(not group or sorted(piece[1] for piece in group) == ["1", "2", "3"] for group in groups[:2]):
                worths = [(7 if len({p[0] for p in group}) == 1 else 5) if group else 0 for group in groups[:2]]
                score = max(score, sum(worths) + len(groups[2]))
        return score

    rng = Random(2)
    for _ in range(40):
        pieces = rng.sample(PYRAMIDS[:12], rng.randint(0, 7))
        assert trees(pieces) == shared_out(pieces), pieces
