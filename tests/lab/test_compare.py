"""What a house rule changes."""

from typing import Any

import numpy as np
import pytest

from parlour.bots import find_bot, usual_bot
from parlour.games import find
from parlour.games.golf.options import GolfOptions
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.state import State
from parlour.lab.compare import Comparison, compare, measures
from parlour.lab.many import key_of, play
from parlour.lab.simulate import Plan
from tests.arbitrary import GAMES

NAMES = [game.name for game in GAMES]


def of_golf(*values: str, games: int = 12, **options: Any) -> Comparison:
    chosen = [GolfOptions(holes=int(value), **options) for value in values]
    plans = [Plan("golf", each, 3, ("steady",) * 3, games, 0) for each in chosen]
    return compare("holes", values, plans, workers=1)


def test_the_same_deals_are_set_side_by_side() -> None:
    told = of_golf("1", "1", "2").to_builtins()
    first, same, other = told["values"]
    for name in measures(3):
        assert "difference" not in first[name]
        assert same[name]["mean"] == first[name]["mean"]
        assert same[name]["difference"] == {"mean": 0, "interval": [0, 0]}
    assert other["rounds"] == {"mean": 2, "interval": [2, 2], "difference": {"mean": 1, "interval": [1, 1]}}
    assert other["moves"]["difference"]["interval"][0] > 0
    assert told["options"] == {}


def test_what_is_measured_of_a_game() -> None:
    comparison = of_golf("1", "2", games=30, turn_cap=6)
    assert comparison.to_builtins()["options"] == {"turn_cap": 6}
    for row in comparison.rows.reshape(60, -1):
        measured = dict(zip(measures(3), row, strict=True))
        assert measured["winners_score"] <= measured["mean_score"]
        assert measured["score_range"] >= measured["mean_score"] - measured["winners_score"]
        assert sum(measured[f"seat_{seat}_wins"] for seat in range(3)) == pytest.approx(1)
        assert 0 <= measured["beginner_wins"] <= 1
        if measured["beginner_wins"] == measured["rounds"] == 1:
            assert measured["beginner_lead"] < 0, "few points are good"


@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_compared(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.games.discover", lambda: {game.name: game for game in GAMES})
    game = find(name)
    seats = game.seats[0]
    plan = Plan(name, game.options(), seats, (usual_bot(game),) * seats, 1, 0)
    first, same = compare("nothing", ("a", "b"), (plan, plan), 1).to_builtins()["values"]
    known = [measure for measure in measures(seats) if measure in first or not measure.startswith("beginner")]
    assert list(first) == ["value", *known]
    assert all(same[measure]["difference"]["mean"] == 0 for measure in known)


@pytest.mark.parametrize(
    ("name", "begun"),
    [
        ("golf", [1, 2, 0]),
        ("torpedo", [1, 2, 0]),
        ("progressive", [1, 2, 0]),
        ("toripoka", [0, 1, 0]),
        ("yammouth", [0]),
        ("spades", [1, 2, 0]),
        ("hearts", [None, None, None]),
    ],
)
def test_who_began_a_round(name: str, begun: list[int | None]) -> None:
    game = find(name)
    seats = min(3, game.seats[-1])
    seen: list[int | None] = []

    def scored(state: State[Any]) -> None:
        seen.append(game.lab.beginner(state))

    play(game, game.options(), [find_bot(game, "steady")] * seats, key_of(0, 0), scored)
    assert seen[: len(begun)] == begun


def test_H3_who_leads_first_begins_in_hearts_if_it_is_not_2C() -> None:
    game = find("hearts")
    state = game.start(game.options(opening="left_of_dealer", passing="never"), 3, QuickShuffler(b""))
    assert game.lab.beginner(state) == state.at_bat == 1


def test_in_yammouth_who_begins_is_not_weighed_once_somebody_is_out() -> None:
    game = find("yammouth")
    weighed: list[tuple[bool, bool]] = []

    def scored(state: Any) -> None:
        weighed.append((len(state.playing) == 3, game.lab.beginner(state) is not None))

    for deal in range(3):
        play(game, game.options(), [find_bot(game, "steady")] * 3, key_of(0, deal), scored)
    assert set(weighed) == {(True, True), (False, False)}


def test_games_in_which_nobody_began_are_left_out_of_that_measure() -> None:
    comparison = of_golf("1", "2")
    comparison.rows[1, 0, list(measures(3)).index("beginner_wins")] = np.nan
    assert comparison.to_builtins()["values"][1]["beginner_wins"]["mean"] >= 0
