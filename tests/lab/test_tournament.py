"""Tournaments: kept deal by deal, and gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.games.golf.options import GolfOptions
from parlour.lab import arena, tournament
from parlour.lab.arena import Contest, DealOutcome
from parlour.lab.tournament import hold_all
from tests.commands import as_json, complaint, run
from tests.process import ROOT

LINE = "tournament golf --bots steady,random --seats 2,3 --games 12 --set holes=1 --workers 1"


def without_times(told: Any) -> Any:
    for one in told:
        del one["seconds"]
        for row in (*one["ratings"], *one["pairings"]):
            del row["thinking"]
    return told


def contests() -> list[Contest]:
    return [Contest("golf", GolfOptions(holes=1), seats, ("steady", "random"), 4, 0) for seats in (2, 3)]


def test_a_tournament_that_was_killed_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    line = f"{LINE} --games 36"
    expected = without_times(as_json(capsys, f"{line} --save {whole}"))
    command = [sys.executable, "-m", "parlour", *line.split(), "--save", str(parts)]
    with subprocess.Popen(command, cwd=ROOT) as playing:
        while not parts.exists() or parts.read_bytes().count(b"\n") < 4:
            assert playing.poll() is None
            time.sleep(0.002)
        os.kill(playing.pid, signal.SIGKILL)
    had = parts.read_bytes()[: parts.read_bytes().rindex(b"\n") + 1]
    assert had.count(b"\n") < whole.read_bytes().count(b"\n"), "it was killed before the end"
    assert without_times(as_json(capsys, f"{line} --save {parts}")) == expected
    assert parts.read_bytes().startswith(had), "what was kept is not played again"
    assert parts.read_bytes().count(b"\n") == whole.read_bytes().count(b"\n")


def test_a_line_that_was_only_half_written_is_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.jsonl"
    expected = without_times(as_json(capsys, f"{LINE} --save {file}"))
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    for _ in range(2):
        assert without_times(as_json(capsys, f"{LINE} --save {file}")) == expected
    assert file.read_bytes().count(b"\n") == whole.count(b"\n")


def test_a_finished_tournament_plays_nothing_and_more_games_only_the_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals.jsonl"
    run(capsys, f"{LINE} --save {file}")
    played: list[Any] = []
    real = arena.play_deal

    def counted(contest: Contest, chunk: tuple[int, int]) -> DealOutcome:
        played.append((contest.seats, *chunk))
        return real(contest, chunk)

    monkeypatch.setattr(arena, "play_deal", counted)
    run(capsys, f"{LINE} --save {file}")
    assert played == []
    run(capsys, f"{LINE} --save {file} --games 18")
    assert sorted(played) == [*[(2, 0, deal) for deal in (6, 7, 8)], *[(3, 0, 4), (3, 0, 5), (3, 1, 4), (3, 1, 5)]]


@pytest.mark.parametrize(
    "other", ["--seed 1", "--set use_jokers=on", "--seats 2", "--bots steady,gentle", "--lone steady"]
)
def test_a_file_of_another_tournament_is_refused(
    other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals.jsonl"
    run(capsys, f"{LINE} --save {file}")
    kept = file.read_bytes()
    assert "is another tournament" in complaint(capsys, f"{LINE} --save {file} {other}")
    assert file.read_bytes() == kept


def test_a_file_of_another_parlour_or_of_anything_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals.jsonl"
    run(capsys, f"{LINE} --save {file}")
    with monkeypatch.context() as patched:
        patched.setattr(tournament, "fingerprint", lambda game: "other")
        assert "was begun with another Parlour" in complaint(capsys, f"{LINE} --save {file}")
    file.write_bytes(file.read_bytes() + b'{"contest": 0}\n')
    assert "one of its lines can't be read" in complaint(capsys, f"{LINE} --save {file}")
    file.write_text("a letter\nto Ann\n")
    assert "isn't a tournament" in complaint(capsys, f"{LINE} --save {file}")
    assert file.read_text() == "a letter\nto Ann\n"


def test_two_tournaments_do_not_write_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.jsonl"
    with tournament._opened(file, tournament.heading(contests())):
        assert "Another tournament is writing" in complaint(capsys, f"{LINE} --save {file}")


def test_a_tournament_is_as_many_arenas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arenas = as_json(capsys, f"arena {LINE.removeprefix('tournament ')}")
    assert [one["seats"] for one in arenas] == [2, 3]
    assert without_times(as_json(capsys, f"{LINE} --save {tmp_path / 'deals.jsonl'}")) == without_times(arenas)
    printed = run(capsys, f"{LINE} --save {tmp_path / 'deals.jsonl'}")
    assert [line.split()[:4] for line in printed.splitlines()[2:5]] == [
        ["golf", "2", "steady", "random"],
        ["golf", "3", "steady", "random"],
        ["golf", "3", "random", "steady"],
    ]


def test_of_several_numbers_of_seats_a_game_has_those_that_it_can_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "--bots random,steady --lone random --seats 2,3,4,most --games 1 --workers 1"
    told = as_json(capsys, f"tournament golf,toripoka --save {tmp_path / 'deals.jsonl'} {line}")
    assert [(one["game"], one["seats"]) for one in told] == [
        *[("golf", seats) for seats in (2, 3, 4, 6)],
        ("toripoka", 2),
    ]
    assert "not 3" in complaint(capsys, "arena toripoka --bots steady,random --seats 3")
    assert "not 3" in complaint(capsys, "arena toripoka --bots steady,random --seats 3,4")
    assert "like 2,3,4,most" in complaint(capsys, "arena golf --bots steady,random --seats two")


def test_the_outcomes_that_are_kept_are_those_that_were_played(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    first, again = (hold_all(contests(), file, 1) for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert (one.shares == other.shares).all()
        assert (one.leads == other.leads).all()
        assert one.thought == other.thought
    assert json.loads(file.read_text().splitlines()[0])["tournament"][1]["seats"] == 3


def test_a_folder_is_no_file_to_save_in(tmp_path: Path) -> None:
    assert main([*LINE.split(), "--save", str(tmp_path)]) == 2
