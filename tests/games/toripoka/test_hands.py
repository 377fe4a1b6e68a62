"""The value of hands: every hand compared with brute force, and the examples of the rules."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from random import Random

import pytest

from parlour.cards import Card, card, code
from parlour.games.toripoka import hands
from parlour.games.toripoka.commands import answer
from parlour.games.toripoka.hands import best_three, kind_of, unit, value_of
from parlour.games.toripoka.pieces import NO_PIECE, read_piece
from parlour.kernel.refusal import Refused
from tests.arbitrary import LONG
from tests.games.toripoka import brute
from tests.games.toripoka.brute import DECK, best, is_wild, key, reads

KINDS = {
    brute.ROYAL: hands.ROYAL,
    brute.STRAIGHT: hands.STRAIGHT,
    brute.WILD_ROYAL: hands.WILD_ROYAL,
    brute.THREE: hands.THREE,
    brute.WILD_STRAIGHT: hands.WILD_STRAIGHT,
    brute.TWO: hands.PAIR,
    brute.PRODUCT: hands.MULTIPLICATION,
    brute.SUM: hands.SUM,
    brute.HIGH_CARD: hands.HIGH_CARD,
}
RED = [NO_PIECE, read_piece("R1"), read_piece("R2"), read_piece("R3")]  # by pips

Hand = tuple[Sequence[Card], Sequence[int]]  # cards, and the pips on each


def units(hand: Hand) -> list[int]:
    return [unit(face, RED[pips]) for face, pips in zip(*hand, strict=True)]


def worth(text: str) -> int:
    """The engine's value of a hand written "8H+2 KH 7S"."""
    parts = [part.partition("+") for part in text.split()]
    return value_of([unit(card(face), RED[int(pips or 0)]) for face, _, pips in parts])


def kind(text: str) -> int:
    return kind_of(worth(text))


def read_as(text: str) -> list[int]:
    return best_three([unit(card(face)) for face in text.split()])[1]


def same_order(tried: Iterable[Hand]) -> None:
    """Engine and brute force agree on the kind of each of these hands, and on how any two of them compare."""
    both = []
    for hand in tried:
        value, (found, mine, _) = value_of(units(hand)), best(*hand)
        assert kind_of(value) == KINDS[found], hand
        both.append((mine, value, hand))
    both.sort(key=lambda row: row[:2])
    for (mine, theirs, hand), (my_next, their_next, higher) in pairwise(both):
        assert (mine < my_next) == (theirs < their_next), (hand, higher)
        assert (mine == my_next) == (theirs == their_next), (hand, higher)


@cache
def every_hand_of_three() -> list[Hand]:
    """With every combination of pyramids on the natural cards."""
    pips = [(0,) if is_wild(face) else (0, 1, 2, 3) for face in range(53)]
    return [
        (three, pyramids) for three in combinations(DECK, 3) for pyramids in product(*[pips[face] for face in three])
    ]


def random_hands(sizes: Sequence[int], count: int) -> list[Hand]:
    """Pyramids lie on wilds too, where they do nothing (K9)."""
    rng = Random(f"{sizes}")
    drawn = [rng.sample(DECK, rng.choice(sizes)) for _ in range(count)]
    return [(faces, [rng.choice((0, 0, 1, 2, 3)) for _ in faces]) for faces in drawn]


# ---------------------------------------------------------------- against brute force


@pytest.mark.slow
def test_K13_to_K23_every_hand_of_three_compares_as_by_brute_force() -> None:
    assert len(every_hand_of_three()) == 23_612
    same_order(every_hand_of_three())


def test_K11_the_best_three_of_four_and_five_as_by_brute_force() -> None:
    same_order(random_hands([3, 4, 5], 15_000 if LONG else 800))


def test_K12_one_and_two_cards_as_by_brute_force() -> None:
    few = [face for size in (1, 2) for face in combinations(DECK, size)]
    same_order((faces, pyramids) for faces in few for pyramids in product(range(4), repeat=len(faces)))
    assert {kind_of(value_of([unit(face) for face in two])) for two in few} == {hands.PAIR, hands.HIGH_CARD}


def test_K22_a_hand_is_read_in_the_way_that_is_best() -> None:
    """The reading that is shown is possible with these cards, and has the value of the hand."""
    for faces, pips in every_hand_of_three()[:: 1 if LONG else 17] + random_hands([1, 2, 4, 5], 200):
        places, ranks = best_three(units((faces, pips)))
        assert len(places) == len(ranks) == min(3, len(faces))
        slacks = [dict(reads(faces[at], pips[at])) for at in places]
        reading = tuple((rank, slack[rank]) for rank, slack in zip(ranks, slacks, strict=True))
        assert key(reading) == best(faces, pips)[1], (faces, pips)


@pytest.mark.parametrize("publics", ["adjacent", "both"])
def test_K24_two_players_at_one_prize_as_by_brute_force(publics: str) -> None:
    """Pairs of hands as in a game: three cards each, and the same turned-up cards for both."""
    rng = Random(publics)
    shared = 1 if publics == "adjacent" else 2
    outcomes = set()
    for _ in range(4_000 if LONG else 250):
        drawn = rng.sample(DECK, 6 + shared)
        pips = [rng.choice((0, 0, 0, 1, 2, 3)) for _ in range(6)] + [0] * shared
        sides = [([*drawn[at : at + 3], *drawn[6:]], [*pips[at : at + 3], *pips[6:]]) for at in (0, 3)]
        theirs = [value_of(units(side)) for side in sides]
        mine = [best(*side)[1] for side in sides]
        assert (theirs[0] > theirs[1], theirs[0] < theirs[1]) == (mine[0] > mine[1], mine[0] < mine[1]), sides
        outcomes.add((mine[0] > mine[1]) - (mine[0] < mine[1]))
    assert {1, -1} <= outcomes


def test_the_order_of_the_cards_does_not_matter() -> None:
    rng = Random(3)
    for hand in random_hands([2, 3, 4, 5], 300):
        both = list(zip(*hand, strict=True))
        shuffled = rng.sample(both, len(both))
        assert value_of(units(hand)) == value_of([unit(face, RED[pips]) for face, pips in shuffled])


# ---------------------------------------------------------------- the examples of the rules


def test_K3_a_wild_stands_for_any_rank_up_to_its_own_and_never_for_the_high_ace() -> None:
    for wild, top in (("4S", 4), ("7S", 7), ("10S", 10), ("KS", 13)):
        for rank, face in enumerate(DECK[:13], 1):
            pair = kind_of(value_of([unit(face), unit(card(wild))])) == hands.PAIR
            assert pair == (rank <= top)
    assert kind("QH KH KS") == hands.WILD_STRAIGHT  # as the jack: it cannot be the ace of a mini royal


def test_K4_the_ace_is_low_or_high_but_not_both() -> None:
    assert kind("AH 2H 3H") == hands.STRAIGHT
    assert kind("QH KH AH") == hands.ROYAL
    assert kind("KH AH 2H") == hands.HIGH_CARD
    assert read_as("KH AH 2H") == [13, 14, 2]
    assert read_as("AH 4S 9H") == [1, 1, 9]  # a wild is the low ace only, so the ace is low in a pair of them


def test_K9_a_pyramid_shifts_by_up_to_its_pips() -> None:
    for rank, face in enumerate(DECK[:13], 1):
        for pips in range(4):
            for other in range(2, 14):  # the bare ones tell what the shifted one may be
                if other == rank:
                    continue
                pair = kind_of(value_of([unit(face, RED[pips]), unit(DECK[other - 1])])) == hands.PAIR
                reach = abs(rank - other) <= pips or (rank == 1 and 14 - other <= pips)
                assert pair == reach, (rank, pips, other)


def test_K9_a_shifted_rank_stays_within_1_and_13() -> None:
    assert kind("JH+1 QH+1 KH+1") == hands.STRAIGHT  # the king does not become the high ace
    assert kind("JH+1 KH AH") == hands.ROYAL
    assert kind("2H+1 QH KH") == hands.SUM  # a 2 that has moved down is a low ace only
    assert worth("2H+1 KH") < worth("AH KH")


def test_K9_the_ace_shifts_from_either_end_or_stays_at_either() -> None:
    assert kind("AH+3 QH KH") == hands.ROYAL
    assert kind("AH+3 2H 3H") == hands.STRAIGHT
    assert kind("AH+3 9H 10H") == hands.STRAIGHT  # the jack, three below the high ace
    assert kind("AH+2 9H 10H") == hands.SUM
    assert kind("AH+3 5H 6H") == hands.STRAIGHT  # the 4, three above the low one


def test_K9_a_shifted_card_is_natural_and_shifts_are_no_slack() -> None:
    assert kind("8H+2 6H 7H") == hands.STRAIGHT
    assert worth("10H+2 6H 7H") == worth("8H 6H 7H")
    assert worth("KH+3 10H 9H") == worth("QH+1 9H 10H")


def test_K9_a_pyramid_shifts_no_wild() -> None:
    for wild in brute.WILDS:
        assert len({unit(wild, on) for on in RED}) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("QH KH AH", hands.ROYAL, id="K13"),
        pytest.param("2H 3H 4H", hands.STRAIGHT, id="K14"),
        pytest.param("AH 2H 3H", hands.STRAIGHT, id="K14 from the ace"),
        pytest.param("JH QH KH", hands.STRAIGHT, id="K14 to the king"),
        pytest.param("QH KS AH", hands.WILD_ROYAL, id="K15 for the king"),
        pytest.param("KS KH AH", hands.WILD_ROYAL, id="K15 for the queen"),
        pytest.param("6H 7S 10S", hands.THREE, id="K16"),
        pytest.param("2H 3H 4S", hands.WILD_STRAIGHT, id="K17"),
        pytest.param("6H 10S", hands.PAIR, id="K18"),
        pytest.param("2H 3H 6H", hands.MULTIPLICATION, id="K19"),
        pytest.param("2H 3H 5H", hands.SUM, id="K20"),
        pytest.param("AH JH QH", hands.SUM, id="K20 the ace is 1, J Q K are 11 12 13"),
        pytest.param("2H 7H AH", hands.HIGH_CARD, id="K20 the ace is not 14"),
        pytest.param("AH 5H 9H", hands.HIGH_CARD, id="K21"),
    ],
)
def test_K13_K14_K15_K16_K17_K18_K19_K20_K21_the_kinds(text: str, expected: int) -> None:
    assert kind(text) == expected


def test_K13_to_K21_the_kinds_from_best_to_worst() -> None:
    """The lowest hand of each kind still beats the highest of the next."""
    values = [value_of(units(hand)) for hand in every_hand_of_three()[:: 1 if LONG else 5]]
    order = [kind("QH KH AH"), kind("2H 3H 4H"), kind("QH KS AH"), kind("6H 7S 10S"), kind("2H 3H 4S")]
    order += [kind("6H 10S"), kind("2H 3H 6H"), kind("2H 3H 5H"), kind("AH 5H 9H")]
    assert len(set(order)) == 9
    assert {kind_of(value) for value in values} == set(order)
    for better, worse in pairwise(order):
        assert min(v for v in values if kind_of(v) == better) > max(v for v in values if kind_of(v) == worse)


@pytest.mark.parametrize(
    "ladder",
    [
        "JH QH KH > 10H JH QH > 2H 3H 4H > AH 2H 3H",
        "10H 10S KS > 9H 10S KS > AH 7S 4S",
        "10H JH KS > 9H 10H KS > AH 2H 4S",
        "5H 7S AH > 5H 7S KH > 5H 7S 9H > 4H 7S AH > AH 4S KH",  # a pair of aces is the lowest, a lone ace the highest
        "2H 6H QH > 3H 4H QH > 2H 5H 10H > 2H 4H 8H > 2H 3H 6H",
        "5H 8H KH > 6H 7H KH > 2H 10H QH > AH 10H JH > AH 3H 4H",
        "AH 5H 9H > KH 5H 9H > KH 3H 9H > KH 2H 9H > QH 7H 8H",
    ],
)
def test_K22_the_ranks_decide_the_highest_first(ladder: str) -> None:
    for better, worse in pairwise(ladder.split(" > ")):
        assert kind(better) == kind(worse), (better, worse)
        assert worth(better) > worth(worse), (better, worse)


@pytest.mark.parametrize(
    "ladder",
    [
        "3H 2H+1 KH > 3H 4S KH > 3H 7S KH > 3H 10S KH",  # the smaller slack
        "4H 3H+1 7S > 4H 4S 7S",  # then fewer wilds
        "4H 7S 10S > 4H 4S KS",  # 3 + 6 and 0 + 9: then the smaller largest slack
        "QH AH KS > KH AH KS",
    ],
)
def test_K23_the_better_fit_decides_when_the_ranks_are_equal(ladder: str) -> None:
    for better, worse in pairwise(ladder.split(" > ")):
        assert kind(better) == kind(worse), (better, worse)
        assert hands.ranks_of(worth(better)) == hands.ranks_of(worth(worse)), (better, worse)
        assert worth(better) > worth(worse), (better, worse)


def test_K23_the_better_fit_comes_after_the_ranks() -> None:
    assert worth("4H 10S KH") > worth("3H 4S KH")
    assert worth("3H 10S AH") > worth("3H 4S KH")


def test_K24_what_is_alike_in_all_this_is_equal() -> None:
    assert worth("10H+2 6H 7H") == worth("8H 6H 7H")
    assert worth("QH+1 KH AH") == worth("QH KH AH+2")


# ---------------------------------------------------------------- the command


def test_K12_parlour_hand_names_what_lies_there() -> None:
    assert answer(["2H", "3H"])["kind"] == "high card"
    assert answer(["6H", "10S"])["kind"] == "pair"
    found = answer(["8H+2", "QH", "2H", "JH"])
    assert (found["kind"], sorted(found["as"])) == ("straight", [10, 11, 12])


def written(hand: Hand) -> list[str]:
    return [f"{code(face)}+{pips}" if pips else code(face) for face, pips in zip(*hand, strict=True)]


def test_K23_parlour_hand_says_which_of_two_is_better_as_brute_force_does() -> None:
    for one, other in zip(random_hands([2, 3, 4], 60), random_hands([4, 3, 2], 60), strict=True):
        mine, theirs = best(*one)[1], best(*other)[1]
        found = answer([*written(one), "--", *written(other)])
        assert found["winner"] == (0 if mine == theirs else 1 if mine > theirs else 2), (one, other)


@pytest.mark.parametrize(
    ("words", "rule"),
    [("", "K11"), ("AH 2H 3H 4H 5H 6H", "K11"), ("7D", "K1"), ("5S", "K1"), ("JOK", "K1"), ("7H 8H 7H", "K1")],
)
def test_K1_K11_what_is_no_hand_is_refused(words: str, rule: str) -> None:
    with pytest.raises(Refused, match=rule):
        answer(words.split())
