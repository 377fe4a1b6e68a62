"""Bots for any game. Each game's own bots and its mind are in the folder of the game."""

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
    """The game's own mind, or a plain one that works for any game."""
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
    """The bot with this name. `sharp@20ms` thinks for 20 ms a move, `sharp@64` for 64 playouts."""
    bots = bots_of(game)
    if bots and (found := _WITH_BUDGET.fullmatch(name)):
        limit = int(found[1])
        return Sharp(mind_of(game), ThinkingTime(seconds=limit / 1000) if found[2] else ThinkingTime(playouts=limit))
    check_bot(game, name)
    return bots[name]


def check_bot(game: AnyGame, name: str) -> None:
    """Refuse a name that is not one of the bots a host may put in a chair."""
    bots = bots_of(game)
    if name not in bots:
        raise Refused("", f"{game.title} has no bot called {quoted(name)}. Its bots are {', '.join(bots)}.")


def usual_bot(game: AnyGame) -> str:
    """The bot for an empty chair if nobody chooses: steady, or the game's first; none if only people play."""
    if game.flow.people_only:
        return ""
    return "steady" if "steady" in game.bots else next(iter(game.bots), "")
