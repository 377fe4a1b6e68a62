"""What rounds of Spades count, and who has won."""

from typing import Any

import pytest

from parlour.games.spades.options import SpadesOptions
from parlour.games.spades.scoring import SideCount, SpadesScoring
from parlour.kernel.options import read
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Result


def count(bids: str, tricks: str, bags: int = 0, side: int = 0, **options: Any) -> SideCount:
    """What a side's round counts. Bids and tricks are one word per seat; a blind nil is "b"."""
    said, took = bids.split(), [int(word) for word in tricks.split()]
    numbers = [0 if word == "b" else int(word) for word in said]
    scoring = SpadesScoring(SpadesOptions(**options), len(said))
    return scoring.count(side, numbers, [word == "b" for word in said], took, bags)


def points(bids: str, tricks: str, bags: int = 0, **options: Any) -> int:
    return count(bids, tricks, bags, **options).points()


def winners(*totals: int, rounds: int = 5, **options: Any) -> tuple[int, ...] | None:
    result = SpadesScoring(SpadesOptions(**options), len(totals)).result(list(totals), rounds)
    assert result is None or result.scores == totals
    return result.winners if result else None


def test_D2_partners_sit_across_and_share_their_points() -> None:
    scoring = SpadesScoring(SpadesOptions(), 4)
    assert scoring.sides == [[0, 2], [1, 3]]
    bids, tricks, seen = [3, 4, 2, 3], [4, 3, 2, 4], [False] * 4
    counts = [scoring.count(side, bids, seen, tricks, 0) for side in (0, 1)]
    assert scoring.row(counts) == [51, 70, 51, 70]


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (4, {"partners": False}), (3, {"partners": False})])
def test_D2_three_and_four_without_partners_play_for_themselves(seats: int, options: dict[str, Any]) -> None:
    scoring = SpadesScoring(SpadesOptions(**options), seats)
    assert scoring.sides == [[seat] for seat in range(seats)]


def test_D8_a_bid_that_is_made_scores_10_a_trick_and_1_for_each_more() -> None:
    assert points("3 4 2 4", "3 4 2 4") == 50
    assert points("3 3 2 3", "4 3 4 2") == 53
    assert points("3 4 2 4", "5 4 0 4") == 50, "partners' tricks are added up"
    assert points("5 4 4", "7 6 4") == 52
    assert count("3 3 2 3", "4 3 4 2").bags == 3


def test_D8_a_bid_that_is_missed_loses_10_a_trick_and_has_no_bags() -> None:
    missed = count("3 4 2 4", "4 4 0 5")
    assert (missed.points(), missed.bags) == (-50, 0)
    assert points("5 4 4", "4 6 7") == -50


@pytest.mark.parametrize(("before", "cost"), [(0, 0), (6, 0), (7, 100), (9, 100), (10, 0), (17, 100)])
def test_D9_every_tenth_bag_costs_100(before: int, cost: int) -> None:
    counted = count("3 3 2 3", "4 3 4 2", bags=before)
    assert (counted.points(), counted.penalty) == (53 - cost, cost)


def test_D9_the_limit_and_the_penalty_are_house_rules() -> None:
    assert points("1 3 1 3", "4 2 5 2", bags=4, bag_limit=5, bag_penalty=30) == 20 + 7 - 60, "the 5th and the 10th"
    assert points("1 3 1 3", "4 2 5 2", bags=9, bag_penalty=0) == 27


def test_D10_a_nil_that_is_kept_scores_100_beside_the_partners_bid() -> None:
    assert points("0 4 3 4", "0 4 3 6") == 130
    assert points("0 4 3 4", "0 6 2 5") == 70
    assert points("0 4 0 4", "0 6 0 7") == 200
    assert points("0 8 8", "0 8 9") == 100


def test_D10_tricks_of_a_failed_nil_are_bags_and_do_not_help() -> None:
    failed = count("0 4 4 4", "2 4 3 4")
    assert (failed.contract, failed.nils, failed.bags, failed.points()) == (-40, -100, 2, -138)
    made = count("0 4 3 4", "2 4 4 3")
    assert (made.contract, made.nils, made.bags, made.points()) == (30, -100, 3, -67)
    assert points("0 4 3 4", "2 4 4 3", bags=7) == -167, "they count toward D9"
    assert points("0 4 0 4", "2 4 0 7") == 2
    assert points("0 8 8", "3 8 6") == -97


def test_D10_failed_nil_helps_is_a_house_rule() -> None:
    helped = count("0 4 4 4", "2 4 3 4", failed_nil_helps=True)
    assert (helped.contract, helped.nils, helped.bags) == (40, -100, 1)
    short = count("0 4 6 3", "2 4 3 4", failed_nil_helps=True)
    assert (short.contract, short.nils, short.bags) == (-60, -100, 0)


def test_D11_a_blind_nil_counts_200_either_way() -> None:
    assert points("b 4 3 4", "0 4 3 6", blind_nil=True) == 230
    assert points("b 4 3 4", "1 4 3 5", blind_nil=True) == 30 - 200 + 1


@pytest.mark.parametrize(
    ("totals", "behind"), [((0, 99), False), ((0, 100), True), ((-60, 40), True), ((40, 0), False)]
)
def test_D11_a_side_100_behind_the_leaders_may_go_blind(totals: tuple[int, int], behind: bool) -> None:
    us, them = totals
    scoring = SpadesScoring(SpadesOptions(blind_nil=True), 4)
    assert scoring.is_behind(0, [us, them, us, them]) == scoring.is_behind(2, [us, them, us, them]) == behind
    assert not scoring.is_behind(1, [us, them, us, them])


def test_D12_ten_for_two_hundred() -> None:
    assert points("6 1 4 1", "6 1 5 1") == 101
    assert points("6 1 4 1", "6 1 5 1", ten_for_two_hundred=True) == 201
    assert points("6 1 4 1", "6 1 3 3", ten_for_two_hundred=True) == -100
    assert points("6 1 5 1", "6 1 5 1", ten_for_two_hundred=True) == 110
    assert points("0 1 10 1", "0 1 10 2", ten_for_two_hundred=True) == 300
    assert points("10 3 4", "10 3 4", ten_for_two_hundred=True) == 200


def test_D13_who_reaches_the_target_wins_the_highest_if_several_do() -> None:
    assert winners(499, 300, 499, 300) is None
    assert winners(500, 300, 500, 300) == (0, 2)
    assert winners(510, 530, 510, 530) == (1, 3)
    assert winners(130, 200, 199, target=200) == (1,)


def test_D13_level_sides_play_another_round() -> None:
    assert winners(510, 510, 510, 510) is None
    assert winners(510, 510, 200) is None
    assert winners(510, 510, 520) == (2,)


def test_D13_a_side_at_the_floor_loses_and_the_highest_wins() -> None:
    assert winners(-200, 30, -200, 30) is None
    assert winners(-199, 30, -199, 30, floor=-200) is None
    assert winners(-200, 30, -200, 30, floor=-200) == (1, 3)
    assert winners(-230, 40, 40, floor=-200) == (1, 2), "nobody waits for a side that has lost"
    assert winners(-230, -240, -230, -240, floor=-200) == (0, 2)


def test_D14_after_the_last_round_the_highest_wins_and_ties_share() -> None:
    assert winners(20, 30, 20, 30, rounds=39) is None
    assert winners(20, 30, 20, 30, rounds=40) == (1, 3)
    assert winners(30, 30, 30, 30, rounds=40) == (0, 1, 2, 3)
    assert SpadesScoring(SpadesOptions(rounds=2), 3).result([30, 10, 30], 2) == Result((0, 2), (30, 10, 30))


@pytest.mark.parametrize(
    ("seats", "given", "rule", "names"),
    [
        (4, {"nil": False, "blind_nil": True}, "D11", ["blind_nil", "nil"]),
        (4, {"nil": False, "failed_nil_helps": True}, "D10", ["failed_nil_helps", "nil"]),
        (4, {"partners": False, "least_bid": 4}, "D3", ["least_bid"]),
        (4, {"partners": False, "failed_nil_helps": True}, "D10", ["failed_nil_helps"]),
        (3, {"least_bid": 1}, "D3", ["least_bid"]),
        (3, {"failed_nil_helps": True}, "D10", ["failed_nil_helps"]),
    ],
)
def test_house_rules_that_contradict_each_other_are_refused_by_name(
    seats: int, given: dict[str, Any], rule: str, names: list[str]
) -> None:
    with pytest.raises(Refused) as refusal:
        read(SpadesOptions, given).check_seats(seats)
    assert refusal.value.rule == rule
    assert all(f"({name})" in refusal.value.sentence for name in names)
    read(SpadesOptions, {"least_bid": 4, "failed_nil_helps": True}).check_seats(4)
