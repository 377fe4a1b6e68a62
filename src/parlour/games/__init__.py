"""Finds the games: folders here that define `GAME`, and the entry points `parlour.games` of installed packages."""

import importlib
import pkgutil
from functools import cache
from importlib import metadata

from parlour.kernel.game import AnyGame
from parlour.kernel.refusal import Refused, quoted


@cache
def discover() -> dict[str, AnyGame]:
    """All games by name."""
    modules = [importlib.import_module(module.name) for module in pkgutil.iter_modules(__path__, f"{__name__}.")]
    found = [module.GAME for module in modules if hasattr(module, "GAME")]
    found += [point.load() for point in metadata.entry_points(group="parlour.games")]
    return {game.name: game for game in sorted(found, key=lambda game: game.name)}


def find(name: str) -> AnyGame:
    games = discover()
    if name not in games:
        raise Refused("", f"There's no game called {quoted(name)}. You can play {', '.join(games)}.")
    return games[name]
