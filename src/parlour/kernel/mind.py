"""How bots think about a game: what they need beyond the rules to search, to slip and to explain.

The base class works for any game: it weighs every legal action, lets the steady bot play on to the end, and looks at
who has won. A game with a `Mind` of its own is played better and faster.
"""

from math import erf, sqrt
from random import Random
from statistics import NormalDist
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from parlour.kernel.playout import play_on
from parlour.kernel.state import Bot, Seat, State

S = TypeVar("S", bound=State[Any])
LUCK: Final[list[float]] = [NormalDist().inv_cdf((part + 0.5) / 16) for part in range(16)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind(Generic[S]):
    """Every state given to these methods is redealt for the seat, or was imagined from one that was."""

    playouts: int = 200  # how many sharp plays for one move, all ideas together
    conviction: float = 0.5  # by how many standard errors an idea must beat steady's choice, to be played instead
    slips: float = 0.3  # how often gentle plays `slip`

    def __init__(self, steady: Bot[S, Any], interrupts: bool = False) -> None:
        self.steady = steady
        self.interrupts = interrupts  # as in the game's `Calls`

    def ideas(self, state: S, seat: Seat, rng: Random) -> list[Any]:
        """The actions worth thinking about, with steady's choice first. A single idea is played at once."""
        first = self.steady.choose(state, seat, rng)
        others: list[Any] = [action for action in state.legal(seat) if action != first]
        if first is not None and state.silence(seat) is None:
            others.append(None)
        return [first, *others]

    def imagine(self, state: S, seat: Seat, rng: Random) -> S:
        """A possible deal. A game may favor deals that agree with what the other players have done in the open."""
        return state.redeal(seat, rng)

    def outcome(self, state: S, seat: Seat, action: Any, rng: Random) -> float:
        """The chance, from 0 to 1, that the seat wins the game by this action in this imagined deal. Changes the state.
        With `None` the seat declines, and is not asked again until something has changed."""
        if action is not None:
            state.apply(seat, action)
        play_on(state, self.steady, rng, self.interrupts, seat if action is None else -1, 1_000_000)
        return self.worth(state, seat)

    def worth(self, state: S, seat: Seat) -> float:
        """The seat's chance of winning at the end of a playout."""
        result = state.result()
        return result.share(seat) if result else 0.0

    def slip(self, state: S, seat: Seat, rng: Random) -> Any:
        """What a player who is not paying attention might do."""
        return rng.choice(state.legal(seat))

    def say(self, state: S, seat: Seat, action: Any) -> str:
        """The advice, without a period: "Take 7♥". `{2}` stands for the name of seat 2. Empty where the words of
        the ask will do."""
        return ""

    def why(self, state: S, seat: Seat, action: Any) -> str:
        """The reason, as the end of a sentence, using only what the seat sees: "it makes a pair"."""
        return "it works out best for most ways the hidden cards could lie"


def chance_to_lead(leads: list[float]) -> float:
    """The chance to end ahead of everybody, if what each player still gets comes from one normal distribution. `leads`
    are the points ahead of each of the others now, in standard deviations of it."""
    if len(leads) == 1:
        return 0.5 + 0.5 * erf(leads[0] / 2.0)
    chance = 0.0
    for luck in LUCK:
        ahead = 1.0
        for lead in leads:
            ahead *= 0.5 + 0.5 * erf((lead - luck) / sqrt(2.0))
        chance += ahead / len(LUCK)
    return chance
