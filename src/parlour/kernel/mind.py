"""How a game is thought about: what a player needs to know beyond the rules, to search, to slip and to explain.

The base class knows nothing of any game: it weighs every legal action, lets the sound player play on to the end, and
looks who has won. A game that gives a `Mind` of its own is thought about better and faster.
"""

from random import Random
from typing import Any, Generic, TypeVar

from mypy_extensions import mypyc_attr

from parlour.kernel.playout import play_on
from parlour.kernel.state import Bot, Seat, State

S = TypeVar("S", bound=State[Any])


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind(Generic[S]):
    """Every state handed to it is redealt for the seat, or was imagined from one that is."""

    playouts: int = 200  # that sharp imagines for a move in play, all ideas together
    conviction: float = 0.5  # standard errors by which an idea must be better than the sound one, to be done
    slips: float = 0.3  # how often gentle does what `slip` says

    def __init__(self, steady: Bot[S, Any], interrupts: bool = False) -> None:
        self.steady = steady
        self.interrupts = interrupts  # as the game's own

    def ideas(self, state: S, seat: Seat, rng: Random) -> list[Any]:
        """What is worth a thought, the sound player's choice first. If there is one alone, it is done at once."""
        first = self.steady.choose(state, seat, rng)
        others: list[Any] = [action for action in state.legal(seat) if action != first]
        if first is not None and state.silence(seat) is None:
            others.append(None)
        return [first, *others]

    def imagine(self, state: S, seat: Seat, rng: Random) -> S:
        """A deal as it may be. A game may make those likelier that go with what the others have done in the open."""
        return state.redeal(seat, rng)

    def outcome(self, state: S, seat: Seat, action: Any, rng: Random) -> float:
        """The chance, from 0 to 1, that the seat wins the game if it does this in this imagined deal. The state is used
        up. With `None` the seat declines and is not asked again before something has changed."""
        if action is not None:
            state.apply(seat, action)
        play_on(state, self.steady, rng, self.interrupts, seat if action is None else -1, 1_000_000)
        return self.worth(state, seat)

    def worth(self, state: S, seat: Seat) -> float:
        """The seat's chance of winning as the game stands at the end of a playout."""
        result = state.result()
        return 1.0 / len(result.winners) if result and seat in result.winners else 0.0

    def slip(self, state: S, seat: Seat, rng: Random) -> Any:
        """What somebody does here who is not looking closely."""
        return rng.choice(state.legal(seat))

    def say(self, state: S, seat: Seat, action: Any) -> str:
        """What to do, as advice, without a full stop: "Take the 7♥". `{2}` stands for the name of seat 2.
        Nothing where the words of the ask will do."""
        return ""

    def why(self, state: S, seat: Seat, action: Any) -> str:
        """Why that is good, as the end of a sentence, for somebody who sees what the seat sees: "it makes a pair"."""
        return "in most of the ways the hidden cards may lie, it turns out best"
