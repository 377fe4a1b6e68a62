"""Every bot against every other."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from parlour.games import discover
from parlour.games.golf.options import GolfOptions
from parlour.lab.arena import Contest, Pairing, hold

ONE_HOLE = GolfOptions(holes=1)


def contest(seats: int, *bots: str, deals: int = 4, seed: int = 0, lone: str | None = None) -> Contest:
    return Contest("golf", ONE_HOLE, seats, bots, deals, seed, lone)


def test_with_two_seats_every_pair_meets_once_and_with_more_each_is_alone_in_turn() -> None:
    assert contest(2, "a", "b", "c").pairings == [("a", "b"), ("a", "c"), ("b", "c")]
    assert contest(3, "a", "b").pairings == [Pairing(lone="a", others="b"), Pairing(lone="b", others="a")]
    for seats in (2, 4):
        assert contest(seats, "a", "b", "c", lone="b").pairings == [("b", "a"), ("b", "c")]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_deal_is_the_same_from_every_seat(seats: int) -> None:
    """A bot against itself plays the same game from every seat, so that all luck cancels out."""
    standings = hold(contest(seats, "steady", "steady"), workers=1)
    assert (standings.shares == 1 / seats).all()
    assert (abs(standings.leads) < 1e-9).all()


def test_every_pairing_has_the_same_deals_and_another_seed_has_others() -> None:
    told = [
        hold(contest(2, *bots, seed=seed), 1) for bots, seed in ((("steady", "random"), 0), (("random", "steady"), 0))
    ]
    assert (told[0].leads == -told[1].leads).all()
    assert (told[0].leads != hold(contest(2, "steady", "random", seed=1), 1).leads).any()


@pytest.mark.slow
def test_the_outcome_does_not_depend_on_who_plays() -> None:
    here, there = (hold(contest(3, "steady", "random"), workers) for workers in (1, 2))
    assert (here.shares == there.shares).all()
    assert (here.leads == there.leads).all()
    moves = [
        [spread.counts.total() for spread in pairing] for standings in (here, there) for pairing in standings.thought
    ]
    assert moves[:2] == moves[2:]


@pytest.mark.parametrize("name", discover())
def test_every_game_has_an_arena(name: str) -> None:
    game = discover()[name]
    heard: list[int] = []
    steady = Contest(name, game.options(), game.seats[0], ("random", "steady"), 1, 0, lone="random")
    told = hold(steady, 1, heard.append).to_builtins()
    assert heard == [len(steady.sides)]
    assert told["games"] == len(steady.sides)
    (pairing,) = told["pairings"]
    assert pairing["interval"][0] <= pairing["win_share"] <= pairing["interval"][1]
    assert pairing["score_interval"] is None, "one deal says nothing of how far another may be"
    for bot in told["ratings"]:
        thinking = bot["thinking"]
        assert 0 <= thinking["mean_ms"] <= thinking["worst_ms"]
        assert thinking["p99_ms"] <= thinking["worst_ms"]
    assert next(bot for bot in told["ratings"] if bot["bot"] == "steady")["rating"] == 1000


@pytest.mark.slow
@pytest.mark.skipif(os.cpu_count() == 1, reason="one core plays by itself")
def test_ctrl_c_ends_everybody_with_one_sentence() -> None:
    command = [sys.executable, "-m", "parlour", "arena", "golf", "--bots", "steady,random", "--games", "20000"]
    with subprocess.Popen([*command, "--workers", "2"], stderr=subprocess.PIPE, start_new_session=True) as running:
        process = psutil.Process(running.pid)
        players: list[psutil.Process] = []
        while len(players) < 2 and running.poll() is None:
            time.sleep(0.05)
            players = [child for child in process.children() if child.cpu_times().user > 1]
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does it
        assert running.communicate(timeout=60)[1] == b"parlour: stopped.\n"
    assert running.returncode == 130
    _, alive = psutil.wait_procs(players, timeout=20)
    assert not alive
