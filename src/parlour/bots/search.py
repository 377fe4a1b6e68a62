"""The search: imagine how the hidden cards may lie, try every idea in the same deals, and see which does best.

Every deal comes from a `redeal`, so the result rests only on what the seat knows. All ideas meet the same deals and the
same luck, so a few deals are enough to tell two ideas apart. An idea that is clearly worse than the best is dropped;
when one is left, the thinking ends. If the difference may be chance, the sound player's choice stands.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from typing import Any

from parlour.kernel.mind import Mind
from parlour.kernel.state import Seat, State

FEWEST = 6  # deals before an idea may be dropped
DROPPED = 2.0  # standard errors behind the best at which it is dropped


@dataclass(frozen=True)
class ThinkingTime:
    """How long to think: a number of playouts for all ideas together, or seconds, whichever ends first."""

    playouts: float = inf
    seconds: float = inf
    clock: Callable[[], float] = time.thread_time


class Idea:
    """Something the seat might do, and how each imagined deal ended with it."""

    def __init__(self, action: Any) -> None:
        self.action = action
        self.outcomes: list[float] = []

    @property
    def worth(self) -> float:
        return sum(self.outcomes) / len(self.outcomes) if self.outcomes else 0.0


@dataclass(frozen=True)
class Thought:
    """The result of thinking: every idea, the sound one first, and the one to choose."""

    ideas: list[Idea]
    best: Idea


def think(
    mind: Mind[Any], state: State[Any], seat: Seat, budget: ThinkingTime, rng: Random, done: Any = ...
) -> Thought:
    """Find the best action for the seat. What it has `done`, if given, is one of the ideas and is never dropped."""
    until = budget.clock() + budget.seconds
    ideas = [Idea(action) for action in mind.ideas(state, seat, rng)]
    if done is not ... and all(idea.action != done for idea in ideas):
        ideas.append(Idea(done))
    alive = ideas
    playouts = 0
    luck = Random()
    now = budget.clock()
    longest = 0.0  # what the slowest deal took: the next one must fit into the time
    while len(alive) > 1 and playouts + len(alive) <= budget.playouts and now + longest < until:
        deal = mind.imagine(state, seat, rng)
        seed = rng.getrandbits(64)
        for idea in alive:
            luck.seed(seed)
            idea.outcomes.append(mind.outcome(deal.copy(), seat, idea.action, luck))
        playouts += len(alive)
        if len(alive[0].outcomes) >= FEWEST:
            best = max(alive, key=lambda idea: idea.worth)
            alive = [idea for idea in alive if idea.action == done or behind(idea, best) < DROPPED]
        began, now = now, budget.clock()
        longest = max(longest, now - began)
    best = max(alive, key=lambda idea: idea.worth)
    return Thought(ideas, ideas[0] if ideas[0] in alive and behind(ideas[0], best) < mind.conviction else best)


def behind(idea: Idea, best: Idea) -> float:
    """By how many standard errors an idea did worse than the best in the same deals."""
    differences = [better - worse for better, worse in zip(best.outcomes, idea.outcomes, strict=True)]
    deals = len(differences)
    mean = sum(differences) / max(1, deals)
    if mean <= 0.0:
        return 0.0
    if deals < 2:
        return inf
    squares = sum([(difference - mean) ** 2 for difference in differences])
    return mean / sqrt(squares / (deals - 1) / deals) if squares else inf
