"""The points of grids and holes."""

from itertools import product
from random import Random
from typing import Any

import pytest

from parlour.cards import CODES, JOKER, RANK, card, deck
from parlour.games.golf import GAME, count
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.scoring import GolfScoring
from parlour.kernel.refusal import Refused

PLAIN = {"A": 1, "2": -2, "10": 10, "J": 10, "Q": 10, "K": 0} | {str(n): n for n in range(3, 10)}


def points(cards: str, **options: Any) -> int:
    return count(GolfOptions(**options), cards.split())


def hole(*grids: int, out: int = -1, **options: Any) -> list[int]:
    return GolfScoring(GolfOptions(**options)).hole(list(grids), out)


@pytest.mark.parametrize(("rank", "value"), PLAIN.items())
def test_G9_card_values(rank: str, value: int) -> None:
    filler = "9" if rank == "8" else "8"
    assert points(f"{rank} K K {filler} K K") == value + int(filler)


def test_G9_a_joker_counts_minus_2() -> None:
    assert points("JOK K K 8 K K", use_jokers=True) == 6


def test_G10_a_column_of_equal_ranks_counts_0() -> None:
    assert points("K 5 7 K 3 9") == 24
    assert points("10 10 10 10 10 10") == 0
    assert points("2 K K 2 K K") == 0
    assert points("2 5 5 5 5 2") == 6
    assert points("JOK K K JOK K K", use_jokers=True) == 0


def test_G12_jokers_only_where_they_are_in_the_game() -> None:
    with pytest.raises(Refused, match="G12"):
        points("JOK K K 8 K K")
    with pytest.raises(Refused, match="G12"):
        points("JOK JOK JOK JOK JOK K", use_jokers=True)


def test_G13_lucky_swing_makes_the_single_joker_minus_5() -> None:
    assert points("JOK K K 8 K K", lucky_swing=True) == 3
    with pytest.raises(Refused, match="G13"):
        points("JOK K K JOK K K", lucky_swing=True)


def test_G14_super_kings() -> None:
    assert points("K 3 3 8 3 3", super_kings=True) == 6
    assert points("K 3 3 K 3 3", super_kings=True) == 0


def test_G15_lucky_sevens() -> None:
    assert points("7 K K 8 K K", lucky_sevens=True) == 8


def test_G16_ten_penny() -> None:
    assert points("10 K K 8 K K", ten_penny=True) == 9


def test_G17_one_eyed_jacks() -> None:
    assert points("JH JD JC JS JC JS", one_eyed_jacks=True) == 0
    assert points("JH K K 8 K K", one_eyed_jacks=True) == 8
    assert points("JS K K 8 K K", one_eyed_jacks=True) == 8
    assert points("JD K K 8 K K", one_eyed_jacks=True) == 18
    with pytest.raises(Refused, match="G17"):
        points("J K K 8 K K", one_eyed_jacks=True)


def test_G18_queens_wild_pairs_with_anything_where_it_lowers() -> None:
    assert points("Q K K 9 K K", queens_wild=True) == 0
    assert points("9 K K Q K K", queens_wild=True) == 0
    assert points("Q K K 2 K K", queens_wild=True) == 0
    assert points("Q K K Q K K", queens_wild=True) == 0
    assert points("Q K K 9 K K") == 19


def test_G19_four_of_a_kind_counts_0_where_it_lowers() -> None:
    assert points("9 9 9 9 8 7", four_of_a_kind=True) == 15
    assert points("9 9 9 9 8 7") == 33
    assert points("9 9 9 8 7 9", four_of_a_kind=True) == 15
    assert points("9 9 9 9 9 8", four_of_a_kind=True) == 8
    assert points("2 2 2 2 8 7", four_of_a_kind=True) == 11  # four twos are better left alone
    assert points("9 9 9 8 7 6", four_of_a_kind=True) == 48  # only three


def test_G19_with_G18_each_applies_only_where_it_lowers() -> None:
    both: dict[str, Any] = {"four_of_a_kind": True, "queens_wild": True}
    assert points("Q Q Q Q 2 9", **both) == -2  # the queen over the 2 counts 0 and does not pair it away
    assert points("9 9 9 9 Q 7", **both) == 7


def test_G20_eagle_eye() -> None:
    assert points("JOK K K JOK K K", use_jokers=True, eagle_eye=True) == -8
    assert points("JOK JOK K K K K", use_jokers=True, eagle_eye=True) == -4


def test_G21_negative_pairs_keep_value() -> None:
    assert points("2 K K 2 K K", negative_pairs_keep_value=True) == -4
    assert points("JOK K K JOK K K", negative_pairs_keep_value=True, use_jokers=True) == -4
    assert points("JOK K K JOK K K", negative_pairs_keep_value=True, use_jokers=True, eagle_eye=True) == -8
    assert points("K 3 3 K 3 3", negative_pairs_keep_value=True, super_kings=True) == 0  # kings are not named


def test_G22_wolfpack_needs_exactly_two_columns_of_jacks() -> None:
    assert points("J J 5 J J 6", wolfpack=True) == -9
    assert points("J J J J J J", wolfpack=True) == 0
    assert points("J 5 5 J 6 6", wolfpack=True) == 22
    assert points("J J 5 J J 6", wolfpack=True, four_of_a_kind=True) == -9


def test_G23_knock_penalty() -> None:
    assert hole(5, 4, out=0, knock_penalty=True) == [15, 4]
    assert hole(5, 5, out=0, knock_penalty=True) == [5, 5]
    assert hole(5, 6, out=1, knock_penalty=True) == [5, 16]
    assert hole(5, 4, knock_penalty=True) == [5, 4]  # nobody went out


def test_G24_knock_bonus() -> None:
    assert hole(5, 4, out=0, knock_bonus=True) == [0, 4]
    assert hole(5, 4, knock_bonus=True) == [5, 4]


def test_G25_underdog_bonus() -> None:
    assert hole(5, 4, 9, underdog_bonus=True) == [5, 1, 9]
    assert hole(4, 4, 9, underdog_bonus=True) == [1, 1, 9]


def test_G26_tied_shame() -> None:
    assert hole(4, 4, 9, tied_shame=True) == [9, 9, 9]
    assert hole(4, 4, 9, 9, tied_shame=True) == [9, 9, 14, 14]
    assert hole(4, 5, 9, tied_shame=True) == [4, 5, 9]


def test_G27_blackjack() -> None:
    assert hole(21, 20, blackjack=True) == [0, 20]


def test_G30_each_step_sees_the_result_of_the_one_before() -> None:
    everything: dict[str, Any] = dict.fromkeys(
        ("blackjack", "knock_penalty", "knock_bonus", "underdog_bonus", "tied_shame"), True
    )
    assert hole(21, 5, out=0, **everything) == [-8, 5]  # 21 becomes 0: no penalty, then −5, then −3
    assert hole(5, 21, out=0, **everything) == [10, -3 + 0]  # 0 is lower: +10 − 5; the other is the underdog
    assert hole(21, 21, 9, out=2, **everything) == [2, 2, 14]  # both 0: −3 each, then shame; 9 + 10 − 5
    assert hole(11, 21, out=1, **{**everything, "blackjack": False}) == [8, 26]


def brute(cards: list[int], options: GolfOptions) -> int:
    """G30 read literally, over every way of applying G18 to a column or G19 to a rank."""
    values = GolfScoring(options).values
    ranks = [RANK[face] for face in cards]
    best = 10**6
    fours = [rank for rank in set(ranks) if ranks.count(rank) >= 4] if options.four_of_a_kind else []
    for zeroed in [None, *fours]:
        for wild in product([False, True], repeat=3):
            total = 0
            for column in range(3):
                pair = (cards[column], cards[column + 3])
                own = [0 if RANK[face] == zeroed else values[face] for face in pair]
                if RANK[pair[0]] == RANK[pair[1]]:
                    if pair[0] == JOKER and options.eagle_eye:
                        worth = 0 if zeroed == 0 else -8
                    elif options.negative_pairs_keep_value and RANK[pair[0]] in (0, 2):
                        worth = sum(own)
                    else:
                        worth = 0
                elif wild[column] and options.queens_wild and 12 in (RANK[pair[0]], RANK[pair[1]]):
                    worth = 0
                else:
                    worth = sum(own)
                total += worth
            best = min(best, total)
    jacks = sum(ranks[column] == ranks[column + 3] == 11 for column in range(3))
    return best - (20 if options.wolfpack and jacks == 2 else 0)


def test_G30_grids_agree_with_trying_every_reading() -> None:
    rng = Random(30)
    names = ("queens_wild", "four_of_a_kind", "eagle_eye", "negative_pairs_keep_value", "wolfpack", "super_kings")
    for _ in range(20_000):
        chosen: dict[str, Any] = {name: rng.random() < 0.5 for name in names}
        options = GolfOptions(use_jokers=True, **chosen)
        few = rng.sample(range(13), rng.randint(1, 4))  # few ranks, so that sets are frequent
        pack = [face for face in deck(2, 4) if RANK[face] - 1 in few or face == JOKER]
        cards = rng.sample(pack, 6)
        assert GolfScoring(options).grid(cards) == brute(cards, options), ([CODES[face] for face in cards], options)


@pytest.mark.parametrize(
    ("cards", "rule"),
    [("K 5 7 K 3", "G1"), ("K 5 7 K 3 9 9", "G1"), ("KS KS KS KS KS 2", "G1"), ("KS KS KS 4 5 6", "G1")],
)
def test_G1_an_impossible_grid_is_refused(cards: str, rule: str) -> None:
    with pytest.raises(Refused, match=rule):
        points(cards)
    assert points("KS KS K K K K") == 0  # six of the eight kings of two decks


def test_the_count_takes_cards_with_and_without_suits() -> None:
    assert points("KS 5h 7♦ k 3 9c") == 24
    assert GAME.count(GolfOptions(), ["A"] * 6) == 0
    assert card("A♠") == 0


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("wild", [False, True])
def test_the_columns_of_a_grid_add_up_to_it(four: bool, wild: bool) -> None:
    scoring = GolfScoring(GolfOptions(four_of_a_kind=four, queens_wild=wild))
    random = Random(19)
    few = [card(code) for code in ("5H", "5D", "QC", "2S", "KH")]
    for _ in range(500):
        grid = random.choices(few, k=6)
        assert sum(scoring.columns(grid)) == scoring.grid(grid)
        assert sum(scoring.columns([0, *grid], 1)) == scoring.grid(grid)
