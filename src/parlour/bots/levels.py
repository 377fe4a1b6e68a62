"""The levels of a bot, for any game: gentle slips, steady is sound, sharp thinks."""

from dataclasses import replace
from random import Random
from typing import Any

from parlour.bots.search import ThinkingTime, think
from parlour.kernel.mind import Mind
from parlour.kernel.state import Bot, Seat, State


class RandomBot:
    """Any legal action, each as likely as the next, and as likely none where none is needed: the measure of all other
    bots."""

    def choose(self, state: State[Any], seat: Seat, rng: Random) -> Any:
        legal = state.legal(seat)
        return rng.choice(legal if state.silence(seat) is not None else [*legal, None])


class Gentle:
    """Sound, but for the mistakes that people make when they are talking."""

    def __init__(self, mind: Mind[Any]) -> None:
        self.mind = mind

    def choose(self, state: State[Any], seat: Seat, rng: Random) -> Any:
        player = self.mind.slip if rng.random() < self.mind.slips else self.mind.steady.choose
        return player(state, seat, rng)


class Sharp:
    """Thinks before it does anything that is worth a thought."""

    def __init__(self, mind: Mind[Any], budget: ThinkingTime) -> None:
        self.mind = mind
        self.budget = budget

    def choose(self, state: State[Any], seat: Seat, rng: Random) -> Any:
        return think(self.mind, state, seat, self.budget, rng).best.action


def in_time(bot: Bot[Any, Any], seconds: float) -> Bot[Any, Any]:
    """The same bot, but if it thinks, then for at most so long a move: for people who wait for it."""
    return Sharp(bot.mind, replace(bot.budget, seconds=seconds)) if isinstance(bot, Sharp) else bot
