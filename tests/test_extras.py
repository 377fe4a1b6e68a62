"""Parlour declares everything that it imports, and says which extra to install if one is missing."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from parlour.cli import main
from tests.process import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
SOURCES = ROOT / "src"
NEEDS_AN_EXTRA = (
    "parlour.store.database",
    "parlour.store.postgres",
    "parlour.pettingzoo",
)  # all other modules can be imported without


def packages(requirements: list[str]) -> set[str]:
    """The package names in requirements such as "numpy>=2.3"."""
    return {re.split(r"[<>=;\[ ]", requirement)[0] for requirement in requirements}


def imported(source: Path) -> set[str]:
    """The top-level modules that a file imports anywhere."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
    return {name.partition(".")[0] for name in found}


def test_every_import_is_declared() -> None:
    declared = packages(PROJECT["dependencies"]).union(*map(packages, EXTRAS.values()))
    modules = set[str]().union(*map(imported, SOURCES.rglob("*.py"))) - sys.stdlib_module_names - {"parlour"}
    assert len(modules) > 10
    brought_by = {
        module: {name.replace("_", "-") for name in names} for module, names in packages_distributions().items()
    }
    assert [module for module in sorted(modules) if declared.isdisjoint(brought_by[module])] == []


@pytest.mark.slow
def test_without_extras_all_but_two_modules_can_be_imported() -> None:
    names = [".".join(file.relative_to(SOURCES).with_suffix("").parts) for file in SOURCES.rglob("*.py")]
    modules = [name for name in names if not name.startswith(NEEDS_AN_EXTRA) and not name.endswith("__main__")]
    missing = packages([requirement for extra in EXTRAS.values() for requirement in extra])
    script = f"""
import importlib, sys
sys.modules.update(dict.fromkeys({missing | {"mypyc"}}))
for name in {modules}:
    importlib.import_module(name)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize(
    ("extra", "missing", "words"),
    [
        ("postgres", "asyncpg", "serve --port 0 --db postgres://db.example.org/parlour"),
        ("postgres", "asyncpg", "backup games.db --db postgres://db.example.org/parlour"),
        ("plot", "matplotlib", "simulate golf --games 1 --plot golf.svg"),
        ("plot", "matplotlib", "arena golf --bots gentle,steady --games 2 --plot golf.svg"),
        ("dask", "distributed", "simulate golf --games 2 --dask tcp://127.0.0.1:1"),
    ],
)
def test_a_missing_extra_is_named(
    extra: str,
    missing: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    for module in ("database", "postgres"):
        monkeypatch.delitem(sys.modules, f"parlour.store.{module}", raising=False)
        monkeypatch.delattr(f"parlour.store.{module}", raising=False)
    assert main(words.split()) == 2
    said = capsys.readouterr()
    assert said.err.startswith("parlour: To ")
    assert said.err.endswith(f", install the extra parlour[{extra}].\n")
    assert not list(tmp_path.iterdir())
