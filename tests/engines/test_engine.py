"""Engines in the lab, each a process of its own: what they are shown, and what becomes of a game when they fail."""

import json
import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import psutil
import pytest

from parlour.bots import BOT_NAMES, mind_of
from parlour.cli import main
from parlour.engines.engine import MOST_FAULTS, Engine, SeatedEngine
from parlour.engines.program import ActAnswer, Program
from parlour.games import discover, find
from parlour.games.golf.options import GolfOptions
from parlour.games.rummy.actions import Buy
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.lab.many import PlayedGame, key_of, play
from parlour.lab.players import find_player
from tests.engines import programs
from tests.process import ROOT

PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # where Node may be


def program(*arguments: object, ms: int = 10_000) -> str:
    return f"exec:{shlex.join([sys.executable, programs.__file__, *map(str, arguments)])}@{ms}ms"


def play_golf(*names: str, deal: int = 0, holes: int = 1) -> PlayedGame:
    golf = find("golf")
    return play(golf, GolfOptions(holes=holes), [find_player(golf, name) for name in names], key_of(0, deal))


def lines_of(record: Path) -> list[dict[str, Any]]:
    (file,) = record.parent.glob(f"{record.name}.*")
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("name", discover())
def test_an_engine_that_takes_what_is_offered_plays_every_game_to_its_end(name: str, tmp_path: Path) -> None:
    game = find(name)
    record = tmp_path / "lines"
    seats = game.seats[0]
    players = [find_player(game, one) for one in (program("good", record), *["steady"] * (seats - 1))]
    assert play(game, game.options(), players, key_of(0, 0)).stood_in == {}
    first, *_, last = lines_of(record)
    assert (first["type"], first["you"], first["table"]["game"], first["deadline"]) == ("view", {"seat": 0}, name, 10.0)
    assert first["view"]["asks"]
    assert last["table"]["phase"] == "over"
    assert last["view"]["winners"]


def test_what_happened_since_the_last_question_is_told_once_and_in_order(tmp_path: Path) -> None:
    record = tmp_path / "lines"
    played = play_golf(program("good", record), "steady")
    told = [happened["version"] for line in lines_of(record) for happened in line["happened"]]
    assert told == list(range(1, played.moves + 1))
    assert "Ben turned up" in str(lines_of(record))


def test_equal_deals_and_an_equal_seed_give_equal_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", PATH)
    node = f"exec:node {ROOT / 'examples/engine.mjs'}@10000ms"
    games = [play_golf(node, "steady", deal=deal) for deal in (0, 0, 1)]
    assert games[0] == games[1] != games[2]
    assert not games[0].stood_in


@pytest.mark.parametrize(
    ("manner", "ms", "stood_in"),
    [
        pytest.param("slow", 100, {"slow": MOST_FAULTS}, marks=pytest.mark.slow),
        ("dies", 10_000, {"died": MOST_FAULTS}),
        ("nonsense", 10_000, {"nonsense": MOST_FAULTS}),
        ("refused", 10_000, {"nonsense": MOST_FAULTS}),
        ("waits", 10_000, {"nonsense": MOST_FAULTS}),
        ("floods", 10_000, {"nonsense": MOST_FAULTS}),
        ("floods-a-line", 10_000, {"nonsense": MOST_FAULTS}),
    ],
)
def test_steady_plays_on_for_an_engine_that_fails_three_times_and_the_result_names_it(
    manner: str, ms: int, stood_in: Mapping[str, int]
) -> None:
    """The game ends as if steady had played it, because steady played every move of it."""
    before = len(psutil.Process().children(recursive=True)), threading.active_count()
    played = play_golf(program(manner, ms=ms), "steady")
    assert played.stood_in == {0: stood_in}
    assert played.result == play_golf("steady", "steady").result
    assert (len(psutil.Process().children(recursive=True)), threading.active_count()) == before


@pytest.mark.slow
def test_an_engine_that_was_late_once_goes_on_and_its_late_answer_counts_for_nothing() -> None:
    assert play_golf(program("late", ms=1000), "steady").stood_in in ({0: {"slow": 1}}, {0: {"slow": 2}})


def test_an_engine_that_died_once_is_started_again(tmp_path: Path) -> None:
    assert play_golf(program("dies-once", tmp_path / "lines"), "steady").stood_in == {0: {"died": 1}}


def test_every_seat_and_every_game_has_a_process_of_its_own(tmp_path: Path) -> None:
    for deal in range(2):
        play_golf(program("good", tmp_path / "lines"), program("good", tmp_path / "lines"), deal=deal)
    seats = [{json.loads(line)["you"]["seat"] for line in file.read_text().splitlines()} for file in tmp_path.iterdir()]
    assert sorted(map(sorted, seats)) == [[0], [0], [1], [1]]


def test_a_program_that_claims_to_be_quick_is_as_quick_as_everybody(tmp_path: Path) -> None:
    """In Torpedo the quickest call wins, and the engine says how quick it was."""
    torpedo, record = find("torpedo"), tmp_path / "lines"
    engine = SeatedEngine(Engine.named(program("good", record)), torpedo, torpedo.options(), ("Ada", "Ben"), 1, b"")
    state, rng = torpedo.start(torpedo.options(), 2, QuickShuffler(b"deal")), Random(1)
    while not any(isinstance(action, Buy) for action in state.legal(1)):
        seat = state.actors()[0]
        state.apply(seat, rng.choice(state.legal(seat)))
    running = Program(engine.engine.command, 0)
    try:
        assert engine._action(state, ActAnswer("1", {"do": "buy", "reaction": 1}), running) == Buy(reaction=0)
    finally:
        running.close()


@pytest.mark.parametrize("name", discover())
def test_a_question_is_the_same_in_all_deals_that_look_the_same_to_its_seat(name: str) -> None:
    game, rng = find(name), Random(1)
    seats = game.seats[0]
    engine = SeatedEngine(Engine(("program",), 1.0), game, game.options(), BOT_NAMES[:seats], 0, bytes(32))
    steady = mind_of(game).steady
    state = game.start(game.options(), seats, QuickShuffler(b"deal"))
    for _ in range(150):
        if not (asked := game.asked(state)):
            break
        deals = [state, *[state.redeal(0, rng) for _ in range(3)]]
        questions = {msgspec.json.encode(engine._question(deal, "1", 1.0)) for deal in deals}
        assert len(questions) == 1
        for seat in asked:
            choice = steady.choose(state.redeal(seat, rng), seat, rng)
            if choice is not None:
                state.apply(seat, choice)
                break


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("exec:", "names no program"),
        ("exec:'./program", "names no program"),
        ("exec:./no-such-program", "There's no program './no-such-program' to run here."),
    ],
)
def test_a_program_that_cannot_be_run_is_refused_before_anything_is_played(name: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        Engine.named(name)


def test_a_budget_is_read_as_sharps_is() -> None:
    assert Engine.named(f"exec:{sys.executable} a@b@20ms") == Engine((sys.executable, "a@b"), 0.02)
    assert Engine.named(f"exec:{sys.executable}").seconds == 1.0


@pytest.mark.slow
def test_simulate_and_arena_name_the_engine_that_failed(capsys: pytest.CaptureFixture[str]) -> None:
    dies = program("dies")
    few = ["--set", "holes=1", "--workers", "1", "--games", "2"]
    assert main(["simulate", "golf", "--bots", f"{dies},steady", *few]) == 0
    assert f"Seat 0, {dies}: steady played 6 moves for it (died 6)." in capsys.readouterr().out
    assert main(["arena", "golf", "--bots", f"{dies},steady", *few, "--json"]) == 0
    (failed,) = [bot for bot in json.loads(capsys.readouterr().out)["ratings"] if "stood_in" in bot]
    assert (failed["bot"], failed["stood_in"]) == (dies, {"died": 6})
    assert main(["arena", "golf", "--bots", f"{dies},steady", *few]) == 0
    assert f"{dies}: steady played 6 moves for it (died 6)." in capsys.readouterr().out


def test_a_program_does_not_play_on_a_cluster_or_in_a_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    good = program("good")
    assert main(["arena", "golf", "--bots", f"{good},steady", "--dask", "tcp://nowhere:1"]) == 2
    assert "can't play on a cluster" in capsys.readouterr().err
    assert main(["simulate", "golf", "--bots", good, "--compare", "holes=1,2"]) == 2
    assert "own bots only" in capsys.readouterr().err


def test_in_the_terminal_a_program_plays_the_other_seats() -> None:
    command = [sys.executable, "-m", "parlour", "play", "golf", "--plain", "--seed", "x", "--bots", program("dies")]
    played = subprocess.run(command, input="1\n" * 6, capture_output=True, text=True, cwd=ROOT)
    assert "Ada's program failed, so steady plays this move." in played.stdout
    assert played.stdout.strip().endswith("Goodbye.")


@pytest.mark.slow
def test_a_program_that_does_not_read_is_slow_and_holds_nobody_up() -> None:
    began = time.monotonic()
    assert play_golf(f"exec:{sys.executable} -c 'import time; time.sleep(99)'@50ms", "steady").stood_in[0] == {
        "slow": MOST_FAULTS
    }
    assert time.monotonic() - began < 60
