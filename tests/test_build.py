"""The compiled build runs if it fits the sources. The first server makes it, and it is never stale or unfinished."""

import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour import build
from tests.process import ROOT, Process

has_compiler = pytest.mark.skipif(bool(build.missing()), reason="there is no C compiler here")


class Installed:
    """The package as pip installs it, uncompiled. Compiling it takes seconds, because only its cards are compiled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "site" / "parlour"
        shutil.copytree(ROOT / "src" / "parlour", self.package, ignore=shutil.ignore_patterns("__pycache__"))
        self.edit("build.py", "HOT = (", 'HOT = ("cards.py",)\n_ALL = (')
        self.edit("build.py", "os.nice(19)", "os.nice(0)")  # otherwise the test could wait forever on a busy machine
        self.builds = folder / "cache" / "parlour" / "compiled"
        self.environment = {
            "PYTHONPATH": str(self.package.parent),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "PARLOUR_BUILD": "",
        }

    def edit(self, name: str, old: str, new: str) -> None:
        file = self.package / name
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new, 1))

    def runs(self, *command: str) -> str:
        """The build that a command says it runs."""
        python = [sys.executable, *(command or ("-c", "from parlour import build; print(build.running())"))]
        ran = subprocess.run(python, env={**os.environ, **self.environment}, capture_output=True, text=True)
        return ran.stdout.strip() or ran.stderr

    def server(self, **environment: str) -> Process:
        server = Process(self.folder, "--bot-pause", "0", site=self.package.parent, root=False)
        server.environment.update({**self.environment, **environment})
        return server

    def made(self) -> list[Path]:
        return [path for path in self.builds.glob("*") if path.is_dir() and path.name != "half-made"]


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def wait_for(what: Callable[[], object], seconds: float = 240) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until
        time.sleep(0.1)


def said(server: Process) -> str:
    """What the server said about its build when it last started."""
    return [line for line in server.output.read_text().splitlines() if "  Build   " in line][-1].split(maxsplit=1)[1]


@has_compiler
def test_it_compiles_beside_the_first_evening_and_the_next_start_is_compiled(installed: Installed) -> None:
    with installed.server() as server:
        assert said(server).startswith("pure Python; it's being compiled")
        wait_for(installed.made)
        assert installed.runs("-m", "parlour", "--version").endswith(", compiled")
        server.kill()
        server.start()
        assert said(server) == "compiled"
    installed.edit("server/serve.py", "Parlour is open.", "Parlour is open!")
    assert installed.runs() == "compiled", "what is not compiled need not be compiled again"
    for name in ("cards.py", "kernel/refusal.py", "games/golf/options.py", "build.py"):
        installed.edit(name, '"""', '"""Stale. ')
        assert installed.runs() == "pure Python", name
        installed.edit(name, '"""Stale. ', '"""')
        assert installed.runs() == "compiled", name


@has_compiler
def test_a_half_made_build_is_never_used_and_its_making_ends_with_the_server(installed: Installed) -> None:
    started = installed.folder / "started"
    compiler = installed.folder / "cc"
    compiler.write_text(f'#!/bin/sh\necho $$ >"{started}.new"\nmv "{started}.new" "{started}"\nexec sleep 600\n')
    compiler.chmod(0o755)
    with installed.server(CC=str(compiler)) as server:
        wait_for(started.exists)
        assert (installed.builds / "half-made").exists()
        assert installed.runs() == "pure Python"
        server.kill()
    wait_for(lambda: ended(int(started.read_text())), 20)
    assert installed.runs() == "pure Python"
    assert not list(installed.builds.glob("*.failed")), "whoever was interrupted has not failed"
    assert installed.made() == []


def ended(process: int) -> bool:
    try:
        return "Z" in Path(f"/proc/{process}/stat").read_text().split()[2]
    except OSError:
        return True


@pytest.mark.parametrize("build_wanted", ["", "pure"])
def test_without_a_compiler_it_says_so_and_plays(installed: Installed, build_wanted: str) -> None:
    with installed.server(CC="/nowhere/cc", PARLOUR_BUILD=build_wanted) as server:
        why = "" if build_wanted else "; compiling it needs a C compiler (/nowhere/cc)"
        assert said(server) == f"pure Python{why}"
    assert installed.made() == []


def test_who_insists_on_a_compiled_build_is_refused_a_pure_one(installed: Installed) -> None:
    installed.environment["PARLOUR_BUILD"] = "compiled"
    assert "there is no compiled build of these sources" in installed.runs()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build, "home", lambda: tmp_path)
    monkeypatch.setattr(build, "missing", lambda: "")
    monkeypatch.setattr(build, "is_compiled", lambda: False)
    monkeypatch.delenv("PARLOUR_BUILD")
    return tmp_path


def test_a_build_is_named_after_the_sources_that_were_compiled(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def edited_meanwhile(half: Path) -> None:
        (half / "built").mkdir()
        monkeypatch.setattr(build, "stamp", lambda: "other sources")

    stamp = build.stamp()
    monkeypatch.setattr(build, "_compile", edited_meanwhile)
    assert build.make() == home / stamp
    assert build.fitting() is None


def test_what_has_failed_is_not_tried_at_every_start(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(half: Path) -> None:
        raise SystemExit("no memory")

    monkeypatch.setattr(build, "_compile", fails)
    with pytest.raises(SystemExit):
        build.make()
    assert build.make_beside() == ("pure Python; compiling it has failed (`parlour compile` shows why)", None)
    monkeypatch.setattr(build, "_compile", lambda half: (half / "built").mkdir())
    assert build.make() == build.fitting()
    assert {path.name for path in home.iterdir()} == {"lock", build.stamp()}


def test_old_builds_are_cleared_away(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_compile", lambda half: (half / "built").mkdir())
    for age in range(5, 0, -1):
        (home / f"old-{age}").mkdir()
        os.utime(home / f"old-{age}", (time.time() - age, time.time() - age))
    made = build.make()
    assert {path.name for path in home.iterdir()} == {"lock", "old-2", "old-1", made.name}


def test_the_compiler_is_the_one_that_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for needed in (project["build-system"]["requires"], project["project"]["optional-dependencies"]["fast"]):
        assert f"mypy=={build.MYPY}" in needed
