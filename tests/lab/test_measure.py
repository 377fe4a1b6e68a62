"""Intervals hold the truth as often as they say, and ratings follow from shares."""

import numpy as np
import pytest

from parlour.lab.measure import mean_interval, ratings, share_interval


def test_a_mean_has_students_interval_and_a_single_deal_has_none() -> None:
    assert mean_interval(np.array([1.0, 2.0, 3.0])) == pytest.approx((2 - 4.30 / 3**0.5, 2 + 4.30 / 3**0.5))
    assert mean_interval(np.arange(40.0)) == pytest.approx((15.761, 23.239), abs=0.01)
    assert mean_interval(np.array([5.0])) is None


def test_deals_won_or_lost_as_a_whole_have_jeffreys_interval() -> None:
    shares = np.array([1.0] * 3 + [0.0] * 7)
    assert share_interval(shares, 0.5) == pytest.approx((0.0927, 0.6058), abs=0.003)


def test_deals_that_all_went_alike_are_no_certainty() -> None:
    low, high = share_interval(np.ones(20), 0.25)
    assert 0.7 < low < 0.95
    assert high == 1
    low, high = share_interval(np.zeros(20), 0.25)
    assert low == 0
    assert 0.05 < high < 0.3
    low, high = share_interval(np.full(3, 0.5), 0.5)
    assert low < 0.3
    assert high > 0.7


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "skill", "deals"), [(2, 0.0, 5), (2, 2.5, 10), (4, 0.35, 10), (4, 2.5, 30)])
def test_the_interval_of_a_share_holds_the_truth_about_as_often_as_it_says(
    seats: int, skill: float, deals: int
) -> None:
    """Here the highest sum of the luck of the seat's cards, luck in play, and the lone bot's skill wins a game."""
    rng = np.random.default_rng(5)

    def shares(deals: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        cards = rng.normal(size=(deals, seats))
        won = np.zeros(deals)
        for place in range(seats):
            played = cards + rng.normal(size=(deals, seats))
            played[:, place] += skill
            won += played.argmax(axis=1) == place
        return won / seats

    truth = shares(200_000).mean()
    held = 0
    for _ in range(100):
        low, high = share_interval(shares(deals), 1 / seats)
        held += low <= truth <= high
    assert held >= 88


def test_three_times_the_fair_odds_are_191_points_with_any_number_of_seats() -> None:
    for fair, share in ((1 / 2, 3 / 4), (1 / 4, 1 / 2)):
        rated, intervals = ratings([(0, 1)], np.full((1, 4000), share), fair, anchor=1)
        assert rated == pytest.approx([1190.8, 1000], abs=0.5)
        assert intervals[0][0] < 1190.8 < intervals[0][1]
        assert tuple(intervals[1]) == (1000, 1000)


def test_ratings_weigh_all_pairings_together() -> None:
    strengths = np.array([100.0, 0.0, -150.0])
    pairs = [(0, 1), (0, 2), (1, 2)]
    expected = [1 / (1 + 10 ** (-(strengths[one] - strengths[other]) / 400)) for one, other in pairs]
    rng = np.random.default_rng(3)
    shares = np.array([rng.random(3000) < share for share in expected], dtype=float)
    rated, intervals = ratings(pairs, shares, 0.5, anchor=1)
    assert rated == pytest.approx(strengths + 1000, abs=20)
    for place in (0, 2):
        assert intervals[place][0] < 1000 + strengths[place] < intervals[place][1]
        assert 15 < intervals[place][1] - intervals[place][0] < 40


def test_whoever_always_wins_has_a_rating_too() -> None:
    rated, intervals = ratings([(0, 1), (1, 0)], np.array([np.ones(50), np.zeros(50)]), 0.25, anchor=0)
    assert 0 < rated[1] < 700
    assert intervals[1][0] < rated[1] < intervals[1][1] < 900
