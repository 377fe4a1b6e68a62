"""The levels that every game has: gentle makes mistakes, steady (each game's own) plays soundly, sharp thinks."""

from dataclasses import replace
from random import Random
from typing import Any

from parlour.bots.search import ThinkingTime, think
from parlour.kernel.mind import Mind
from parlour.kernel.state import Bot, Seat, State


class RandomBot:
    """Chooses any legal action, or none where none is needed, all equally likely. Other bots are measured by it."""

    def choose(self, state: State[Any], seat: Seat, rng: Random) -> Any:
        legal = state.legal(seat)
        return rng.choice(legal if state.silence(seat) is not None else [*legal, None])


class Gentle:
    """Plays soundly, but makes the mistakes that people make while they talk."""

    def __init__(self, mind: Mind[Any]) -> None:
        self.mind = mind

    def choose(self, state: State[Any], seat: Seat, rng: Random) -> Any:
        player = self.mind.slip if rng.random() < self.mind.slips else self.mind.steady.choose
        return player(state, seat, rng)


class Sharp:
    """Thinks before every move that is worth a thought."""

    def __init__(self, mind: Mind[Any], budget: ThinkingTime) -> None:
        self.mind = mind
        self.budget = budget

    def choose(self, state: State[Any], seat: Seat, rng: Random) -> Any:
        return think(self.mind, state, seat, self.budget, rng).best.action


def in_time(bot: Bot[Any, Any], seconds: float) -> Bot[Any, Any]:
    """The same bot, but with at most this much time to think per move, because people wait for it."""
    return Sharp(bot.mind, replace(bot.budget, seconds=seconds)) if isinstance(bot, Sharp) else bot
