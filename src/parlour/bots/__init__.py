"""Players that are programs, for any game. A game's own, and how it is thought about, are in its folder."""

import re
from typing import Any

from parlour.bots.levels import Gentle, RandomBot, Sharp
from parlour.bots.search import ThinkingTime
from parlour.kernel.game import AnyGame
from parlour.kernel.mind import Mind
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.state import Bot

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eli", "Flo", "Gus", "Hedy")
_WITH_BUDGET = re.compile(r"sharp@([1-9]\d{0,8})(ms)?")


def mind_of(game: AnyGame) -> Mind[Any]:
    """How the game is thought about: in its own way, or in the way that does for any."""
    if game.mind:
        return game.mind
    return Mind(next(iter(game.bots.values()), RandomBot()), game.calls.interrupts)


def bots_of(game: AnyGame) -> dict[str, Bot[Any, Any]]:
    """Every bot that can play the game, by name, the gentlest first."""
    if game.flow.people_only:
        return {}
    mind = mind_of(game)
    return {
        "gentle": Gentle(mind),
        **game.bots,
        "sharp": Sharp(mind, ThinkingTime(mind.playouts)),
        "random": RandomBot(),
    }


def find_bot(game: AnyGame, name: str) -> Bot[Any, Any]:
    """By its name. `sharp@20ms` thinks for so long a move, `sharp@64` for so many playouts."""
    bots = bots_of(game)
    if bots and (found := _WITH_BUDGET.fullmatch(name)):
        limit = int(found[1])
        return Sharp(mind_of(game), ThinkingTime(seconds=limit / 1000) if found[2] else ThinkingTime(playouts=limit))
    check_bot(game, name)
    return bots[name]


def check_bot(game: AnyGame, name: str) -> None:
    """Is this one of the bots that anybody may give a chair to?"""
    bots = bots_of(game)
    if name not in bots:
        raise Refused("", f"{game.title} has no bot called {quoted(name)}; there is {', '.join(bots)}.")


def usual_bot(game: AnyGame) -> str:
    """Who sits in an empty chair unless somebody chooses: steady, or the game's first. Nobody if only people play."""
    if game.flow.people_only:
        return ""
    return "steady" if "steady" in game.bots else next(iter(game.bots), "")
