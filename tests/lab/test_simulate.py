"""Simulations, and what the rules documents claim about the games."""

from collections import Counter
from typing import Any

import pytest

from parlour.games.golf.options import GolfOptions
from parlour.kernel.state import Result
from parlour.lab.simulate import Plan, simulate
from parlour.lab.tally import Spread, Tally
from tests.arbitrary import QUICK

statistics = pytest.mark.skipif(QUICK, reason="statistics take many games")


def golf(games: int, seats: int, bots: str, **options: Any) -> dict[str, Any]:
    chosen = GolfOptions(**options)
    names = tuple((bots.split(",") * seats)[:seats])
    return simulate(Plan("golf", chosen, seats, names, games, seed=1), workers=1).to_builtins()


@pytest.mark.slow
@statistics
def test_going_out_takes_four_turns_at_least_and_four_to_eight_as_a_rule() -> None:
    """The Golf document says so: two cards lie face up, and every turn adds one if a flip follows every discard."""
    for seats in (2, 4):
        turns = golf(300, seats, "steady", holes=1, flip_on_discard="always")["turns_to_go_out"]
        assert turns["min"] == turns["p10"] == 4
        assert 4 < turns["mean"] < 8
        assert turns["p90"] <= 9  # it is 8 over many games; 300 games leave some room


@pytest.mark.slow
@statistics
@pytest.mark.parametrize(("seats", "most"), [(2, 5.2), (4, 8.2)])
def test_steady_plays_a_low_hole_and_dares_to_go_out(seats: int, most: float) -> None:
    report = golf(600, seats, "steady", holes=1, flip_on_discard="never")
    for player in report["players"]:
        assert player["mean"] < most + 3 * player["standard_error"]
    assert report["turn_cap_reached"]["mean"] <= 0.002


@statistics
@pytest.mark.parametrize("flip", ["may", "always", "never", "endgame"])
@pytest.mark.parametrize("seats", [2, 6])
def test_steady_beats_random_under_every_flip_rule(flip: str, seats: int) -> None:
    report = golf(60, seats, "steady,random", holes=3, flip_on_discard=flip)
    steady, whim = report["players"][0], report["players"][1]
    assert steady["mean"] < whim["mean"] - 20


def test_a_seed_is_the_same_games_and_another_seed_is_others() -> None:
    plans = [Plan("golf", GolfOptions(holes=1), 2, ("steady", "steady"), 10, seed) for seed in (1, 1, 2)]
    one, again, other = (simulate(plan, workers=1).tally for plan in plans)
    assert one == again
    assert one != other


def test_a_spread_counts() -> None:
    spread = Spread(Counter({1: 1, 2: 3, 10: 6}))
    assert spread.mean() == pytest.approx(6.7)
    assert [spread.percentile(percent) for percent in (1, 10, 11, 40, 41, 90, 100)] == [1, 1, 2, 2, 10, 10, 10]
    assert Spread(Counter({3: 5})).standard_error() == 0
    assert Spread(Counter({0: 50, 1: 50})).standard_error() == pytest.approx(0.05025, abs=1e-4)


def test_tallies_counted_apart_add_up() -> None:
    def tally(*games: tuple[int, int]) -> Tally:
        counted = Tally.of(2)
        for scores in games:
            lowest = min(scores)
            winners = tuple(seat for seat in range(2) if scores[seat] == lowest)
            counted.add_round(list(scores), {"fact": scores[0]})
            counted.add_game(Result(winners, scores), 10)
        return counted

    together = tally((1, 2), (3, 3), (5, 4))
    apart = tally((5, 4))
    apart.merge(tally((1, 2), (3, 3)))
    assert apart == together
    assert (together.wins, together.shared, together.moves) == ([1, 1], [1, 1], 30)
