"""The search of sharp, as it was in release 0.1: try every idea in the same imagined deals, and see which does best."""

from math import inf, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from parlour.kernel.state import Seat, State

FEWEST = 6  # deals before an idea may be dropped
DROPPED = 2.0  # standard errors behind the best at which it is dropped

S = TypeVar("S", bound=State[Any])


class FrozenMind(Generic[S]):
    """What sharp needed of a game: ideas, imagined deals and outcomes."""

    playouts: int
    conviction: float

    def ideas(self, state: S, seat: Seat, rng: Random) -> list[Any]:
        raise NotImplementedError

    def imagine(self, state: S, seat: Seat, rng: Random) -> S:
        return state.redeal(seat, rng)

    def outcome(self, state: S, seat: Seat, action: Any, rng: Random) -> float:
        raise NotImplementedError


class Idea:
    """Something the seat might do, and how each imagined deal ended with it."""

    def __init__(self, action: Any) -> None:
        self.action = action
        self.outcomes: list[float] = []

    @property
    def worth(self) -> float:
        return sum(self.outcomes) / len(self.outcomes) if self.outcomes else 0.0


class FrozenSharp:
    """Thinks a fixed number of playouts, never for a time, so that it is as strong on any machine."""

    def __init__(self, mind: FrozenMind[Any], playouts: int | None = None) -> None:
        self.mind = mind
        self.playouts = mind.playouts if playouts is None else playouts

    def choose(self, state: State[Any], seat: Seat, rng: Random) -> Any:
        mind = self.mind
        ideas = [Idea(action) for action in mind.ideas(state, seat, rng)]
        alive = ideas
        playouts = 0
        luck = Random()
        while len(alive) > 1 and playouts + len(alive) <= self.playouts:
            deal = mind.imagine(state, seat, rng)
            seed = rng.getrandbits(64)
            for idea in alive:
                luck.seed(seed)
                idea.outcomes.append(mind.outcome(deal.copy(), seat, idea.action, luck))
            playouts += len(alive)
            if len(alive[0].outcomes) >= FEWEST:
                best = max(alive, key=lambda idea: idea.worth)
                alive = [idea for idea in alive if behind(idea, best) < DROPPED]
        best = max(alive, key=lambda idea: idea.worth)
        sound = ideas[0] in alive and behind(ideas[0], best) < mind.conviction
        return (ideas[0] if sound else best).action


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
