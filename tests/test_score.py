"""`parlour score`, as a person or a program types it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.kernel.refusal import Refused

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def keep(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Any:
    """Runs `parlour score`, for Yammouth by default, and returns its JSON lines."""

    def lines(text: str, *words: str, game: str = "yammouth", status: int = 0) -> list[Any]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert main(["score", game, "--plain", "--json", *words]) == status
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return lines


def test_a_line_a_round_with_totals_events_and_who_is_out(keep: Any) -> None:
    first, second = keep("Ann Bob Cat\n0 12 35\n7 0 80\n")
    assert first == {"round": 1, "totals": {"Ann": 0, "Bob": 12, "Cat": 35}, "events": [], "out": []}
    assert second["totals"] == {"Ann": 7, "Bob": 12, "Cat": 115}
    assert second["out"] == ["Cat"]
    assert any("gonzed" in event and "(Y19)" in event for event in second["events"])


def test_125_becomes_100_and_a_win_on_75_becomes_50(keep: Any) -> None:
    lines = keep("Ann, Bob, Uncle Tom\n0 61 40\n0 64 60\n5 7 0\n")
    assert lines[1]["totals"] == {"Ann": 0, "Bob": 100, "Uncle Tom": 75}
    assert lines[1]["events"][0] == "Bob lands on 125 and drops to 100. (Y16)"
    assert lines[2]["totals"]["Uncle Tom"] == 50
    assert lines[2]["out"] == ["Bob"]


def test_ten_wins_make_0_and_ten_more_on_0_make_minus_100(keep: Any) -> None:
    lines = keep("Ann Bob\n" + "13 0\n" + "0 1\n" * 20, "--set", "out_over=500")
    assert [line["totals"]["Ann"] for line in lines] == [13] * 10 + [0] * 10 + [-100]
    assert any("(Y17)" in event for event in lines[10]["events"])
    assert any("(Y17)" in event for event in lines[20]["events"])


def test_redo_takes_the_last_round_back(keep: Any) -> None:
    lines = keep("Ann Bob\n0 12\n0 99\nredo\n0 9\n")
    assert [line["round"] for line in lines] == [1, 2, 1, 2]
    assert [line["totals"]["Bob"] for line in lines] == [12, 111, 12, 21]
    assert lines[1]["out"] == ["Bob"]
    assert lines[2]["out"] == []


def test_whoever_is_out_is_written_with_a_dash_and_nothing_else(keep: Any) -> None:
    lines = keep("Ann Bob Cat\n0 101 3\n0 1 2\n0 - 2\n0 5 -\n", status=2)
    assert "out of the match" in lines[1]["refused"]
    assert "(Y19)" in lines[1]["refused"]
    assert lines[2]["totals"] == {"Ann": 0, "Bob": 101, "Cat": 5}
    assert "Y19" in lines[3]["refused"]


def test_two_winners_are_refused_and_nothing_is_lost(keep: Any) -> None:
    lines = keep("Ann Bob Cat\n0 12 3\n0 0 3\n0 0w 4\n", status=2)
    assert "(Y14)" in lines[1]["refused"]
    assert lines[2]["totals"] == {"Ann": 0, "Bob": 12, "Cat": 7}


def test_caught_callers_are_marked_with_a_c(keep: Any) -> None:
    (line,) = keep("Ann Bob Cat\nc 0 7\n")
    assert line["totals"] == {"Ann": 35, "Bob": 0, "Cat": 7}
    assert line["events"] == ["Ann is caught: 35 points. (Y14)"]


def test_a_hand_that_ends_in_a_club_is_not_caught(keep: Any) -> None:
    (line,) = keep("KH+5C 0\n", "--names", "A,B")
    assert line["totals"] == {"A": 18, "B": 0}
    refused, line = keep("Ann Bob\n5c 0\n5C 0\n", status=2)
    assert refused["refused"] == "'5c': was this player caught, or is it a club? Write c for caught, or 5C."
    assert line["totals"]["Ann"] == 5


def test_who_won_is_asked_with_how_to_answer(keep: Any) -> None:
    caught, none, said, nobody = keep("Ann Bob Cat\nc 0 0\n1 2 3\nc 0w 0\n0 2 3 nobody\n", status=2)
    assert caught["refused"] == "Ann was caught, so somebody else won. Who won? (Y14) Mark that player with a w (0w)."
    assert none["refused"].endswith("(Y14) Mark that player with a w (0w), or end the line with nobody.")
    assert said["totals"] == {"Ann": 35, "Bob": 0, "Cat": 0}
    assert nobody["events"] == ["Nobody won this round, so every hand counts. (Y22)"]


def test_no_pyramids_are_written_as_none_and_win_a_tie(keep: Any) -> None:
    refused, line = keep("Ann Bob\nR1+K1 0\nR1+K1 none\n", "--set", "rounds=1", game="toripoka", status=2)
    assert refused["refused"].endswith("(K27) Write them like R1+G2, or write none.")
    assert line["winners"] == ["Bob"]


def test_a_correction_says_who_is_back_who_is_out_what_is_missing_and_who_wins(keep: Any) -> None:
    text = "Ann Bob Cat\n0 60 30\n0 50 3\n0 - 69\nfix 1 0 20 30\nfix 3 0 7 69\nundo\nundo\nfix 3 0 - 2\nredo\n"
    lines = keep(text)
    assert lines[2]["winners"] == ["Ann"]
    assert lines[3]["events"] == [
        "Round 1 was fixed.",
        "Bob is back in the game.",
        "Round 2, no longer true: Bob has 110, more than 100, and is gonzed: out of the match. (Y19)",
        "Round 3, no longer true: Ann is the last player left and wins the match. (Y20)",
        "Round 3 is now missing points for Bob.",
        "The game isn't decided anymore.",
    ]
    assert (lines[3]["missing"], "winners" in lines[3], lines[3]["out"]) == ([3], False, ["Cat"])
    assert lines[4]["events"] == ["Round 3 was fixed.", "Nothing is missing anymore."]
    assert lines[5]["missing"] == [3]
    assert lines[6]["events"][:2] == ["The fix to round 1 was taken back.", "Bob is out now."]
    assert lines[6]["winners"] == ["Ann"]
    assert "Cat is back in the game." in lines[7]["events"]
    assert lines[8]["events"] == ["Round 3 was taken back."]


def test_what_comes_after_the_end_by_a_correction_is_said_not_to_count(keep: Any) -> None:
    lines = keep("Ann Bob\n0 10\n0 20\n0 30\nfix 1 0 101\nfix 1 0 9\n")
    assert "Rounds 2 and 3 now come after the end, so they don't count." in lines[3]["events"]
    assert any("gonzed" in event and event.startswith("Round 1: ") for event in lines[3]["events"])
    assert lines[3]["winners"] == ["Ann"]
    assert {"Rounds 2 and 3 count again.", "The game isn't decided anymore."} <= set(lines[4]["events"])


def test_cards_are_counted(keep: Any) -> None:
    (line,) = keep("Ann Bob\nK+A+JOK 0\n")
    assert line["totals"]["Ann"] == 14
    (line,) = keep("Ann Bob\nK+2+7+A+2+7 -3\n", game="golf")
    assert line["totals"] == {"Ann": 1, "Bob": -3}
    (line,) = keep("Ann Bob\nR1+K2 0\n", game="toripoka")
    assert line["totals"] == {"Ann": 0, "Bob": 0}


def test_whoever_types_is_not_one_of_the_players(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ann Bob\n0 12\nfix 1 0 120\n"))
    assert main(["score", "yammouth", "--plain"]) == 0
    said = capsys.readouterr().out
    assert "You fixed round 1: Ann 0 and Bob 120 instead of Ann 0 and Bob 12." in said
    assert "Ann wins." in said


def test_the_last_one_left_is_the_winner_and_no_other_round_follows(keep: Any) -> None:
    lines = keep("Ann Bob\n0 120\n0 -\n", status=2)
    assert lines[0]["winners"] == ["Ann"]
    assert "decided" in lines[1]["refused"]


@pytest.mark.parametrize(
    "text",
    ["", "\n", "Ann\n", "Ann Ann\n", "Ann <b>\n", "a b c d e f g h i\n"],
    ids=["nothing", "blank", "alone", "twice", "odd", "nine"],
)
def test_names_that_cannot_be_are_refused(keep: Any, text: str) -> None:
    assert keep(text, status=2) == []


@pytest.mark.parametrize(
    "line", ["0", "0 1 2", "a b", "1e9 0", "99999 0", "-4 0", "0++1 2", "nan 0", "0w 0w", "fix 0 1"]
)
def test_lines_that_cannot_be_are_refused_one_by_one(keep: Any, line: str) -> None:
    _first, wrong, last = keep(f"Ann Bob\n0 1\n{line}\n0 2\n", status=2)
    assert set(wrong) == {"refused"}
    assert last["totals"] == {"Ann": 0, "Bob": 3}


def test_an_earlier_round_is_corrected_and_everything_after_it_follows(keep: Any) -> None:
    lines = keep("Ann Bob\n0 20\n0 7\nfix 1 0 18\n")
    assert lines[1]["totals"]["Bob"] == 27
    assert lines[2]["totals"]["Bob"] == 0  # 18 + 7 is 25, which drops to 0


def test_there_is_no_round_0_to_correct(keep: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "sheet.json")
    lines = keep("Ann Bob\n0 12\nfix 0 0 9\n0 4\n", "--save", file, status=2)
    assert "There's no round 0 to fix" in lines[1]["refused"]
    assert lines[2]["totals"] == {"Ann": 0, "Bob": 16}
    assert keep("redo\n", "--save", file)[0]["totals"] == {"Ann": 0, "Bob": 12}


def test_what_cannot_be_saved_is_not_written_down(keep: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = iter([True, False])

    def write(log: Any, path: Path) -> None:
        if next(full):
            raise Refused("", "The disk is full.")
        saved.append(log)

    saved: list[Any] = []
    monkeypatch.setattr("parlour.terminal.score.save", write)
    refused, entered = keep("Ann Bob\n0 5\n0 6\n", "--save", str(tmp_path / "sheet.json"), status=2)
    assert refused == {"refused": "The disk is full."}
    assert (entered["round"], entered["totals"]) == (1, {"Ann": 0, "Bob": 6})
    assert len(saved[0].entries) == 1


def test_a_torpedo_hand_of_7_points_is_refused(keep: Any) -> None:
    refused, line = keep("Ann Bob\n0 7\n0 45\n", game="torpedo", status=2)
    assert "7 points" in refused["refused"]
    assert "(T31)" in refused["refused"]
    assert line["totals"] == {"Ann": 0, "Bob": 45}


def test_a_kept_sheet_goes_on_where_it_stopped(keep: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "sheet.json")
    keep("Ann Bob\n0 20\n", "--save", file)
    (line,) = keep("0 7\n", "--save", file)
    tags = {"Ann": ["2 wins in a row"]}
    assert line == {"round": 2, "totals": {"Ann": 0, "Bob": 27}, "events": [], "out": [], "tags": tags}
    assert keep("0 7\n", "--save", file, game="golf", status=2) == []
    assert keep("0 7\n", "--save", file, "--set", "out_over=200", status=2) == []


def test_a_spreadsheet(keep: Any, tmp_path: Path) -> None:
    file = tmp_path / "sheet.csv"
    keep(f"Ann, =Bob\n0 20\n0 7\nsave {file}\nsave {tmp_path}/sheet.doc\n", status=2)
    assert file.read_bytes() == b"round,Ann,'=Bob\r\n1,0,20\r\n2,0,7\r\ntotal,0,27\r\n"


def test_a_program_is_answered_line_by_line() -> None:
    words = [sys.executable, "-m", "parlour", "score", "yammouth", "--plain", "--json"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as keeper:
        assert keeper.stdin
        assert keeper.stdout
        keeper.stdin.write("Ann Bob\n")
        for points, total in ((3, 3), (4, 7)):
            keeper.stdin.write(f"0 {points}\n")
            keeper.stdin.flush()
            assert json.loads(keeper.stdout.readline())["totals"]["Bob"] == total
        keeper.stdin.close()
        assert keeper.wait(20) == 0


def test_a_person_reads_a_table(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("0 45\n5 0\nhelp\nrule T31\n"))
    assert main(["score", "torpedo", "--names", "Ann,Bob"]) == 0
    said = capsys.readouterr().out
    assert "2 Two runs" in said
    assert "T31:" in said


def test_a_sheet_that_is_kept_nowhere_is_not_left_by_a_slip(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    typed = iter(["12 5", "quit", "7 3", "quit", "quit", "1 1"])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda *_: next(typed))
    assert main(["score", "golf", "--plain", "--names", "Ann,Bob"]) == 0
    said = capsys.readouterr().out
    assert said.count("This sheet isn't saved") == 2, "once after each change"
    assert next(typed) == "1 1", "and nobody is asked for more"
