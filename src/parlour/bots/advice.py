"""What sharp tells people: a hint during the game, and the costliest decisions after it."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from parlour.bots import mind_of
from parlour.bots.search import ThinkingTime, behind, think
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Log, ReplayStep, replay
from parlour.kernel.state import Seat, State
from parlour.kernel.view import in_words

SURE = 2.0  # standard errors by which a cost must differ from 0


class Advice(Struct, frozen=True):
    """What sharp would do, and why."""

    action: dict[str, Any] | None  # None: wait
    say: str
    why: str

    @property
    def sentence(self) -> str:
        return f"{self.say}: {self.why}." if self.why else f"{self.say}."


class Decision(Struct, frozen=True):
    """A move that was worse than another one, judged by what the player could know."""

    at: int  # the number of moves before it
    round: int
    did: str
    better: str
    why: str
    cost: float  # how much of the chance to win it gave away, from 0 to 1
    sure: float  # the cost in standard errors


def advise(game: AnyGame, state: State[Any], seat: Seat, budget: ThinkingTime, rng: Random) -> Advice:
    mind = mind_of(game)
    action = think(mind, state, seat, budget, rng).best.action
    form = None if action is None else msgspec.to_builtins(action)
    return Advice(form, say(game, state, seat, action), mind.why(state, seat, action))


def say(game: AnyGame, state: State[Any], seat: Seat, action: Any) -> str:
    """The action in words: those of the mind, or else those of the seat's asks."""
    if said := mind_of(game).say(state, seat, action):
        return said
    return "Wait" if action is None else in_words(game.view(state, seat), msgspec.to_builtins(action))


def decisions_of(log: Log, seat: Seat) -> list[int]:
    """The numbers, from 0, of the moves that a person made in this seat."""
    return [number for number, entry in enumerate(log.entries) if entry.seat == seat and entry.by == "person"]


def weigh(game: AnyGame, log: Log, numbers: Sequence[int], budget: ThinkingTime, rng: Random) -> list[Decision]:
    """Find those of these moves that were not the best, each judged by what its seat knew."""
    wanted = set(numbers)
    found: list[Decision] = []
    for number, step in enumerate(replay(game, log)):
        if number in wanted:
            found += _weighed(game, number, step, budget, rng)
        if number >= max(numbers):
            break
    return found


def _weighed(game: AnyGame, number: int, step: ReplayStep[Any], budget: ThinkingTime, rng: Random) -> list[Decision]:
    mind = mind_of(game)
    seat = step.entry.seat
    state = step.before.redeal(seat, rng)
    thought = think(mind, state, seat, budget, rng, done=step.action)
    best = thought.best
    done = next(idea for idea in thought.ideas if idea.action == step.action)
    if best is done or not done.outcomes:
        return []
    return [
        Decision(
            at=number,
            round=game.public(state).round,
            did=say(game, state, seat, step.action),
            better=say(game, state, seat, best.action),
            why=mind.why(state, seat, best.action),
            cost=best.worth - done.worth,
            sure=min(behind(done, best), 1000.0),
        )
    ]


def costliest(decisions: Sequence[Decision], most: int) -> list[Decision]:
    """The decisions that were surely mistakes, the costliest first."""
    sure = [decision for decision in decisions if decision.sure >= SURE]
    return sorted(sure, key=lambda decision: -decision.cost)[:most]
