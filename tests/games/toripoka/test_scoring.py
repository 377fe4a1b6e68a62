"""The score of pyramids, and who wins with them."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from parlour.games.toripoka import count
from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.pieces import groups, score
from parlour.games.toripoka.rules import Toripoka
from parlour.kernel.position import OVER
from parlour.kernel.refusal import Refused
from tests.arbitrary import LONG
from tests.games.toripoka.brute import trees
from tests.games.toripoka.referee import PYRAMIDS
from tests.games.toripoka.tables import FOLD_LEFT, FOLD_RIGHT, arrange, new, pieces, play


def points(text: str) -> int:
    return score(pieces(text))


def test_K26_every_small_collection_scores_as_by_brute_force() -> None:
    for size in range(16 if LONG else 6):
        for some in combinations(PYRAMIDS, size):
            assert points(" ".join(some)) == trees(some), some


def test_K26_pieces_lie_in_the_groups_that_they_score_by() -> None:
    random = Random(26)
    for _ in range(300):
        some = pieces(" ".join(random.sample(PYRAMIDS, random.randint(0, 15))))
        grouped = groups(some)
        assert sorted(piece for group in grouped for piece in group) == sorted(some)
        assert sum(score(group) for group in grouped) == score(some)


def test_K26_collections_of_any_size_score_as_by_brute_force() -> None:
    rng = Random(26)
    for _ in range(500):
        some = rng.sample(PYRAMIDS, rng.randint(0, 15))
        assert points(" ".join(some)) == trees(some), some


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("R1 R2 R3", 7),
        ("R1 R2 G3", 5),
        ("R1 R2 G2", 3),
        ("R1 R2 R3 G3", 8),
        ("R1 R2 R3 Y1 G2 B3", 12),
        ("R1 R2 R3 Y1 Y2 Y3 G1 G2 G3 B1 B2 B3", 28),
        ("K1", -1),
        ("R1 R2 K3", 1),  # black is in no mixed tree
        ("K1 K3", -2),
        ("K1 K2 K3", -7),
        ("K1 K2 K3 R1 R2 R3", 0),
    ],
)
def test_K26_trees_and_black_ones(text: str, expected: int) -> None:
    assert points(text) == expected


def test_K2_parlour_count_takes_each_pyramid_once() -> None:
    assert count(ToripokaOptions(), ["R1", "r2", "R3", "K1"]) == 6
    for wrong in (["R4"], ["X1"], ["R"], [""], ["7H"], ["R1", "r1"]):
        with pytest.raises(Refused, match="K2"):
            count(ToripokaOptions(), wrong)


# ---------------------------------------------------------------- the sheet


def both_fold(owned: tuple[str, str], **how: Any) -> Toripoka:
    """Seat 0 folds on the left and seat 1 on the right: the left prize goes to seat 1 and the right one to seat 0."""
    return play(arrange(owned=owned, **how), (0, FOLD_LEFT), (1, FOLD_RIGHT))


def test_K26_a_row_of_the_sheet_is_what_the_round_changed() -> None:
    toripoka = both_fold(("R1 R2", "G1 G3 Y1"), prizes="G2 R3")
    assert toripoka.sheet == [[2, 3], [5, 5]]
    assert toripoka.totals() == [points("R1 R2 R3"), points("G1 G2 G3 Y1")]


def test_K26_a_black_prize_and_a_spent_pyramid_make_the_score_fall() -> None:
    toripoka = arrange(lefts=("2H 3H", "9H JH"), rights=("5H+R3", "QH"), owned=("R1 R2", ""), prizes="Y1 K3", at_bat=1)
    assert toripoka.totals() == [7, 0]
    play(toripoka, (1, FOLD_RIGHT), (0, FOLD_LEFT))
    assert toripoka.totals() == [points("R1 R2 K3"), points("R3 Y1")]
    assert toripoka.sheet[-1] == [1 - 7, 2]


# ---------------------------------------------------------------- who wins


@pytest.mark.parametrize(
    ("owned", "prizes", "winners"),
    [
        (("R1 R2", ""), "Y1 R3", (0,)),  # 7 to 1
        (("", "R1 R2"), "R3 Y1", (1,)),
        (("Y3", "Y2"), "R1 R2", (0, 1)),  # 2 to 2, two pyramids and two colors each
        (("R1 R3 K1", "G1"), "Y1 Y3", (1,)),  # 2 to 2: fewer pyramids
        (("G1", "R1 R3 K1"), "Y1 Y3", (0,)),
        (("Y1", "B2"), "R1 Y2", (0,)),  # 2 to 2 in two pyramids: fewer colors
        (("B2", "R2"), "R1 Y2", (1,)),
    ],
)
def test_K27_most_points_then_fewest_pyramids_then_fewest_colors(
    owned: tuple[str, str], prizes: str, winners: tuple[int, ...]
) -> None:
    toripoka = both_fold(owned, prizes=prizes, bag="")
    assert toripoka.phase == OVER
    result = toripoka.result()
    assert result is not None
    assert result.winners == winners
    assert result.scores == tuple(score(own) for own in toripoka.owned)


def test_K27_nobody_has_won_before_the_end() -> None:
    assert new().result() is None
    assert both_fold(("R1 R2", ""), prizes="Y1 R3").result() is None
