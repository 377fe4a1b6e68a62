"""A folder or an entry point is all a game needs."""

import ast
import dataclasses
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour.cli
from parlour.games import discover, find
from parlour.kernel.game import Command
from parlour.kernel.refusal import Refused
from tests import toy


def shout(given: Namespace) -> None:
    print(given.what.upper())


def takes_a_word(parser: ArgumentParser) -> None:
    parser.add_argument("what")


SHOUTING = dataclasses.replace(toy.GAME, commands=(Command("shout", "Say it loud.", takes_a_word, shout),))


class Point:
    """An entry point of an installed package."""

    def load(self) -> object:
        return SHOUTING


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point()])
    discover.cache_clear()
    yield
    discover.cache_clear()


def test_folders_with_a_GAME_are_games() -> None:
    assert "golf" in discover()
    with pytest.raises(Refused, match="You can play golf"):
        find("magpie")


@pytest.mark.usefixtures("installed")
def test_an_installed_game_is_played_simulated_and_adds_its_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    assert find("magpie") is SHOUTING
    assert parlour.cli.main(["shout", "hello"]) == 0
    assert capsys.readouterr().out == "HELLO\n"
    assert parlour.cli.main(["simulate", "magpie", "--games", "20", "--bots", "first,random", "--workers", "1"]) == 0
    assert "Melds: " in capsys.readouterr().out
    assert parlour.cli.main(["rules", "magpie", "M4"]) == 0
    assert "A strict table needs a prize." in capsys.readouterr().out


def listed(file: Path) -> Iterator[str]:
    """Where a file has a list of games by their names: as items, or as keys."""
    for node in ast.walk(ast.parse(file.read_text())):
        parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
        names = {str(part.value) for part in parts if isinstance(part, ast.Constant)} & set(discover())
        if len(names) > 2:
            yield f"{file.name}:{getattr(node, 'lineno', 0)}: {sorted(names)}"


@pytest.mark.slow
def test_no_test_has_a_list_of_names_of_games() -> None:
    """A new game would be forgotten there. Tests ask `discover`, and the game's own tests (`own.py`) for the rest."""
    files = sorted(Path(__file__).parents[1].rglob("*.py"))
    assert len(files) > 100
    assert [place for file in files for place in listed(file)] == []
