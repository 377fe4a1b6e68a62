"""What is said about a correction: who won now, what is new, and what is no longer true."""

import io
import json
import sys
from typing import Any

import pytest

from parlour.cli import main


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """What is said about the last line."""

    def last(game: str, names: str, *lines: str, as_json: bool = False) -> list[str]:
        def written(count: int) -> list[str]:
            monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines[:count])))
            kind = ["--json"] if as_json else []
            assert main(["score", game, "--plain", *kind, "--names", names]) == 0
            return capsys.readouterr().out.splitlines()

        before, out = written(len(lines) - 1), written(len(lines))
        return list(json.loads(out[-1])["events"]) if as_json else [line.strip() for line in out[len(before) :]]

    return last


@pytest.mark.parametrize(
    ("game", "names", "first", "then", "told"),
    [
        ("yammouth", "A,B,C", "0w 0 5", "fix 1 0 0w 5", "You fixed round 1: B won, not A."),
        ("yammouth", "A,B", "0 5", "fix 1 0 5 nobody", "You fixed round 1: nobody won, not A."),
        ("yammouth", "A,B", "0 5 nobody", "fix 1 0 5", "You fixed round 1: A won."),
        ("yammouth", "A,B,C", "c 0 3", "fix 1 35 0 3", "You fixed round 1: A wasn't caught."),
        ("yammouth", "A,B,C", "35 0 3", "fix 1 c 0 3", "You fixed round 1: A was caught."),
        ("golf", "A,B", "0w 5", "fix 1 0 5w", "You fixed hole 1: B went out, not A."),
        ("golf", "A,B", "0w 5", "fix 1 0 5", "You fixed hole 1: it doesn't say who went out."),
        ("golf", "A,B", "0 5", "fix 1 0 5 nobody", "You fixed hole 1: nobody went out."),
        ("golf", "A,B", "0w 5", "fix 1 K+3+4+K+3+4 5w", "You fixed hole 1: B went out, not A."),
        ("torpedo", "A,B,C", "0w 0 5", "fix 1 0 0w 5", "You fixed round 1: B went out, not A."),
        ("yammouth", "A,B", "0w 5", "fix 1 0 5", "You fixed round 1: the same, entered differently."),
        ("yammouth", "A,B", "0 5", "fix 1 0w 5", "You fixed round 1: the same, entered differently."),
        ("toripoka", "A,B", "1 1", "fix 1 R1 1", "You fixed round 1: A R1 instead of 1 point."),
        ("toripoka", "A,B", "R1 0", "fix 1 R1 none", "You fixed round 1: B none instead of 0 points."),
    ],
)
def test_a_correction_that_leaves_the_points_says_what_it_changes(
    said: Any, game: str, names: str, first: str, then: str, told: str
) -> None:
    assert said(game, names, first, then)[0] == told


def test_who_went_out_is_said_once(said: Any) -> None:
    told = said("torpedo", "A,B,C", "0w 0 5", "fix 1 0 0w 5")
    assert sum("went out" in sentence for sentence in told) == 1


def test_points_and_who_won_are_both_said(said: Any) -> None:
    (told, *_) = said("yammouth", "A,B", "0 5", "fix 1 7 0")
    assert told == "You fixed round 1: A 7 and B 0 instead of A 0 and B 5; B won, not A."


def test_programs_and_undos_hear_who_won_too(said: Any) -> None:
    events = said("yammouth", "A,B,C", "0w 0 5", "fix 1 0 0w 5", as_json=True)
    assert events == ["Round 1 was fixed.", "Round 1: B won, not A."]
    assert "Round 1: A won, not B." in said("yammouth", "A,B,C", "0w 0 5", "fix 1 0 0w 5", "undo")


def test_Y17_a_streak_that_is_gone_is_said(said: Any) -> None:
    told = said("yammouth", "A,B", "0 3", *["0 4"] * 9, "fix 5 0 4 nobody")
    assert "Round 10, no longer true: A has won 10 rounds in a row: 0 → −100. (Y17)" in told
    assert "Round 5: Nobody won this round, so every hand counts. (Y22)" in told


def test_Y16_a_drop_that_is_gone_is_said_and_one_with_other_figures_only_as_it_is_now(said: Any) -> None:
    told = said("yammouth", "A,B,C", "30 0 3", "20 0 4", "fix 2 21 0 4")
    assert "Round 2, no longer true: A lands on 50 and drops to 25. (Y16)" in told
    told = said("yammouth", "A,B,C", "30 0 3", "20 0 4", "fix 2 45 0 4")
    assert "Round 2: A lands on 75 and drops to 50. (Y16)" in told
    assert not any("no longer" in sentence for sentence in told)


def test_Y14_caught_no_longer_is_said(said: Any) -> None:
    told = said("yammouth", "A,B,C", "c 0 3", "fix 1 35 0 3", as_json=True)
    assert "Round 1, no longer true: A is caught: 35 points. (Y14)" in told


def test_one_round_after_the_end_is_one(said: Any) -> None:
    told = said("yammouth", "A,B", "0 10", "0 20", "fix 1 0 101")
    assert "Round 2 now comes after the end, so it doesn't count." in told


def test_partners_are_named_together_with_their_points(said: Any) -> None:
    told = said("spades", "A,B,C,D", "3/4 4/4 2/3 1/2", "fix 1 3/4 4/4 2/3 2/2")
    assert told[0] == "You fixed round 1: A and C 52, B and D 60 instead of A and C 52, B and D 51."
    assert "The score is now A and C 52, B and D 60." in told
