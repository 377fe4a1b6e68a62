"""Whatever somebody types after a command or into a batch, there is an answer, or a sentence and status 2, but never a
traceback. A batch goes on after a line that cannot be read."""

import io
import json
import sys
from random import Random

import pytest

from parlour.cli import main
from parlour.games import discover, find
from tests.arbitrary import LONG

GAMES = discover()
LINES = 4000 if LONG else 400
FACES = (
    "KH",
    "QH",
    "5H",
    "AH",
    "2H",
    "4S",
    "7S",
    "10S",
    "KS",
    "JOK",
    "5C",
    "7h",
    "10♥",
    "K♠\ufe0f",
    "AD",
    "3C",
    "J",
    "9",
)
UNDER = ("8H+2", "8H+R2", "4S+K3", "JH+1", "AH+3", "8H+0", "8H+", "+2", "+")
PIECES = ("R1", "r2", "K3", "G2", "B1", "Y3", "R4", "Z1")
MARKS = ("0", "12", "-3", "−4", "0w", "w", "c", "5c", "5C", "KH+5C", "K+A+JOK", "none", "nobody", "last", "more", "-")
VERBS = ("fix", "redo", "undo", "fix 1", "fix 0", "scores", "rule Y16", "rule", "save", "?")
ODD = (
    "",
    "--",
    "-",
    "++",
    "1H",
    "HK",
    "Ⅷ",
    "٣",
    "²",
    "0x1",
    "1e9",
    "9" * 50,
    "{0}",
    "[b]",
    "\x00",
    "\x1b[2J",
    "é" * 30,
    ",",
)
WORDS = (*FACES, *FACES, *UNDER, *PIECES, *MARKS)


def words(rng: Random, pool: tuple[str, ...], most: int) -> list[str]:
    return [rng.choice(ODD) if rng.random() < 0.1 else rng.choice(pool) for _ in range(rng.randint(0, most))]


def batch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], verb: list[str], text: str) -> list[str]:
    """The answers to a batch."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main(verb) in (0, 2)
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    answers = printed.out.splitlines()
    assert all(isinstance(json.loads(answer), dict) for answer in answers)
    return answers


def test_K12_hands_of_different_sizes_are_compared_and_the_batch_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hand", "KH", "QH", "--", "KH", "QH", "5H"]) == 0
    assert capsys.readouterr().out.startswith("The second hand: ")
    text = "KH QH -- KH QH 5H\nKH QH 5H -- KH\n--\n6H 10S -- 6H 4H 2H\nKH\n"
    answers = [json.loads(line) for line in batch(monkeypatch, capsys, ["hand", "-"], text)]
    assert [answer.get("winner", answer.get("kind", "no")) for answer in answers] == [2, 1, "no", 1, "high card"]


def test_any_two_hands_are_compared(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random("hands")
    deck = ["AH", *(f"{rank}H" for rank in range(2, 11)), "JH", "QH", "KH", "4S", "7S", "10S", "KS"]

    def hand() -> str:
        cards = rng.sample(deck, rng.randint(1, 5))
        return " ".join(card + rng.choice(("", "", "+1", "+3")) for card in cards)

    lines = [f"{hand()} -- {hand()}" for _ in range(LINES)]
    for line, answer in zip(lines, batch(monkeypatch, capsys, ["hand", "-"], "\n".join(lines)), strict=True):
        found = json.loads(answer)
        assert found["winner"] in (0, 1, 2), line
        assert found["why"].endswith("."), line


@pytest.mark.parametrize(
    "verb",
    [["hand", "-"], ["melds", "--contract", "2B1R", "-"], *(["count", game, "-"] for game in GAMES)],
    ids=["hand", "melds", *GAMES],
)
def test_every_line_of_a_batch_is_answered(
    verb: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(" ".join(verb))
    lines = [" ".join(words(rng, WORDS, 8)).replace("\x00", "") for _ in range(LINES)]
    assert len(batch(monkeypatch, capsys, verb, "\n".join(lines) + "\n")) == LINES


@pytest.mark.parametrize("game", GAMES)
def test_any_lines_on_a_sheet_are_written_down_or_refused(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(game)
    lines = []
    for _ in range(LINES):
        some = words(rng, WORDS if rng.random() < 0.3 else MARKS, 3)
        lines.append(" ".join([rng.choice(VERBS), *some] if rng.random() < 0.2 else [*some[:2], "0", *some[2:]]))
    names = ("Ann", "Bob", "Cat")[: find(game).seats[0]]
    verb = ["score", game, "--plain", "--json", "--names", ",".join(names)]
    assert batch(monkeypatch, capsys, verb, "\n".join(lines) + "\n")


@pytest.mark.parametrize("verb", [["hand"], ["melds", "--contract", "1B"], *(["count", game] for game in GAMES)])
def test_odd_words_behind_a_verb_are_refused_in_a_sentence(verb: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random(" ".join(verb))
    for _ in range(LINES // 4):
        given = [word for word in words(rng, WORDS, 8) if word not in ("-", "-3")]
        try:
            status = main([*verb, *given])
        except SystemExit as gone:  # nothing was given at all
            status = int(str(gone.code))
        printed = capsys.readouterr()
        assert status in (0, 2), given
        assert status == 0 or printed.err.strip(), given
        assert "Traceback" not in printed.err
