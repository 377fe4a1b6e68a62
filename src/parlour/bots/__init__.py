"""Players that are programs, for any game. A game's own bots are in its folder."""

from random import Random
from typing import Any

from parlour.kernel.game import AnyGame
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.state import Bot, Seat, State

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eli", "Flo", "Gus", "Hedy")


class Whim:
    """Any legal action, each as likely as the next, and as likely none where none is needed: the measure of all other
    bots."""

    def choose(self, state: State[Any], seat: Seat, rng: Random) -> Any:
        legal = state.legal(seat)
        return rng.choice(legal if state.silence(seat) is not None else [*legal, None])


def bots_of(game: AnyGame) -> dict[str, Bot[Any, Any]]:
    """Every bot that can play the game, by name. Nobody plays a score sheet."""
    return {} if game.sheet_of else {**game.bots, "random": Whim()}


def find_bot(game: AnyGame, name: str) -> Bot[Any, Any]:
    bots = bots_of(game)
    if name not in bots:
        raise Refused("", f"{game.title} has no bot called {quoted(name)}; there is {', '.join(bots)}.")
    return bots[name]


def usual_bot(game: AnyGame) -> str:
    """Who sits in an empty chair unless somebody chooses: steady, or the game's first."""
    return "steady" if "steady" in game.bots else next(iter(bots_of(game)), "")
