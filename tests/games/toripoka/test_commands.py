"""The command `parlour hand`."""

import io
import json
from itertools import pairwise

import pytest

from parlour.cli import main

KINDS = {
    "QH KH AH": "mini royal",
    "2H 3H 4H": "straight",
    "KS KH AH": "mini royal with a wild card",
    "6H 7S 10S": "three of a kind",
    "2H 3H 4S": "straight with wild cards",
    "6H 10S QH": "pair",
    "2H 3H 6H": "multiplication",
    "2H 3H 5H": "sum",
    "2H 3H JH": "high card",
}


@pytest.mark.parametrize(("cards", "kind"), KINDS.items())
def test_K13_to_K21_the_nine_kinds(cards: str, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--json", *cards.split()], [*cards.split(), "--json"]):
        assert main(["hand", *words]) == 0
        assert json.loads(capsys.readouterr().out)["kind"] == kind
    assert main(["hand", *cards.lower().split()]) == 0
    assert capsys.readouterr().out.lower().startswith(kind)


def test_K13_to_K23_each_beats_the_next(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [f"{better} -- {worse}" for better, worse in pairwise(KINDS)]
    cases += ["2H 3H 4H -- 2H 4S 4H", "2H 4S 4H -- 2H 10S 4H"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*cases, "2H 3H 4H -- 4H 3H 2H"])))
    assert main(["hand", "-"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["winner"] for answer in answers] == [1] * len(cases) + [0]
    assert all(answer["why"].endswith(".") for answer in answers)
    for words in (["--json", *cases[0].split()], [*cases[0].split(), "--json"]):
        assert main(["hand", *words]) == 0
        assert json.loads(capsys.readouterr().out) == answers[0]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("hand", "(K11)"),
        ("hand --json", "(K11)"),
        ("hand 2H -- 3H -- 4H", "two hands"),
        ("hand 2H 2H", "(K1)"),
        ("hand 9C", "(K1)"),
        ("hand JOK", "(K1)"),
        ("hand 8H+9", "(K9)"),
        ("hand ZZ", "isn't a card"),
        ("hand 2H 3H 4H 5H 6H 7H", "(K11)"),
        ("count toripoka X9", "(K2)"),
        ("count toripoka R1 r1", "(K2)"),
    ],
)
def test_what_makes_no_sense_is_refused(words: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    assert part in capsys.readouterr().err


@pytest.mark.parametrize(
    ("pieces", "points"), [("R1 R2 R3 B1 K2", 7), ("R1 Y2 G3", 5), ("K1 K2 K3", -7), ("K1", -1), ("r1", 1)]
)
def test_K26_parlour_count(pieces: str, points: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "toripoka", *pieces.split()]) == 0
    assert capsys.readouterr().out.strip() == str(points)
