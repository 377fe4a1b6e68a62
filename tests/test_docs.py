"""docs/adding-a-game.md is right: its code is the example's, its commands work, it covers all fields and methods."""

import dataclasses
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from parlour.cli import main
from parlour.games import discover
from parlour.kernel.game import Calls, Flow, Game, Lab, Trying
from parlour.kernel.state import State
from parlour.kernel.view import Hole, ZoneKind
from tests.examples.install import EXAMPLE, install_example
from tests.process import ROOT

PAGE = ROOT / "docs" / "adding-a-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
NAMES_A_FILE = re.compile(r"(?:# (\S+\.(?:py|toml))|<!-- (\S+\.md) -->|// (\S+\.js))\n")
QUOTED = [block for language, block in BLOCKS if language != "sh"]
COMMANDS = [line for language, block in BLOCKS if language == "sh" for line in block.splitlines()]


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block[:40].splitlines()[0])
def test_every_piece_of_code_is_a_part_of_the_example(block: str) -> None:
    heading = NAMES_A_FILE.match(block)
    assert heading, "a piece of code begins with the name of its file"
    (path,) = EXAMPLE.rglob(heading[1] or heading[2] or heading[3])
    assert block[heading.end() :] in path.read_text(encoding="utf-8")


def test_every_promise_of_a_state_and_all_that_a_game_must_give_is_spoken_of() -> None:
    promises = [name for name in vars(State) if not name.startswith("_")] + ["uncovered", "sheet"]
    assert len(promises) > 9
    for name in promises:
        assert f"`{name}`" in TEXT, f"nothing is said about {name}"
    for field in dataclasses.fields(Game):
        needed = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        assert not needed or re.search(rf"^    {field.name}=", TEXT, re.MULTILINE), f"{field.name} is not given"
        assert needed or f"`{field.name}" in TEXT, f"nothing is said about {field.name}"


@pytest.mark.parametrize("group", [Calls, Trying, Lab, Flow], ids=lambda group: group.__name__)
def test_every_group_of_a_game_has_a_paragraph_that_speaks_of_all_that_is_in_it(group: type[Calls[Any]]) -> None:
    [paragraph] = re.findall(rf"^\*\*.*=`?{group.__name__}\(.*?(?=\n\n)", TEXT, re.MULTILINE | re.DOTALL)
    for field in dataclasses.fields(group):
        assert f"`{field.name}`" in paragraph, f"nothing is said about {field.name}"
        assert field.default is not dataclasses.MISSING, f"{field.name} has no default"


def test_every_kind_of_zone_has_a_picture_and_every_hole_a_line() -> None:
    for kind in get_args(ZoneKind):
        assert f'| `{kind}` | <img src="pictures/zone-{kind}.png"' in TEXT, kind
        assert (PAGE.parent / "pictures" / f"zone-{kind}.png").exists(), kind
    for hole in get_args(Hole):
        assert f"\n| `{hole.__name__}` | " in TEXT, hole


def test_every_file_it_speaks_of_is_there() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (PAGE.parent / link).exists(), link
    for path in re.findall(r"`((?:src|web|tests|examples)/[\w./-]+)`", TEXT):
        assert (ROOT / path).exists(), path
    for path in re.findall(r"`((?:kernel|games)/[\w./-]+)`", TEXT):
        assert (ROOT / "src" / "parlour" / path).exists(), path


@pytest.mark.slow
def test_its_commands_work_on_the_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All but `serve`, which tests/browser runs, and those that change the environment or run tests."""
    site = install_example(tmp_path / "installed")
    monkeypatch.syspath_prepend(site)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    discover.cache_clear()
    said: dict[str, str] = {}
    for line in COMMANDS:
        match line.split():
            case ["parlour", "simulate", *words]:
                said["simulate"] = simulated(site, words)
            case ["parlour", verb, *words] if verb != "serve":
                assert main([verb, *words]) == 0, line
                said[verb] = capsys.readouterr().out
    discover.cache_clear()
    assert set(said) == {"rules", "options", "count", "play", "simulate"}
    assert said["rules"].startswith("S3 To step, lay a card")
    assert "Somebody got across" in said["simulate"]
    assert said["count"] == "24\n"


def simulated(site: Path, words: list[str]) -> str:
    """Run `parlour simulate` in another process, which finds the example only by its entry point."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH"))))}
    command = [sys.executable, "-m", "parlour", "simulate", *words]
    ran = subprocess.run(command, env=environment, cwd=site.parent, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout
