"""What a game's own tests tell the tests of all games: a module in its folder, here."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from parlour.games import discover

HERE = Path(__file__).parent


def own(file: str) -> dict[str, ModuleType]:
    """By game: tests/games/<game>/<file>.py of every game that has one."""
    found = [name for name in discover() if (HERE / name / f"{file}.py").exists()]
    return {name: import_module(f"tests.games.{name}.{file}") for name in found}
