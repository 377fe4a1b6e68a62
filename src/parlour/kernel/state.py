"""The shape of a game's state, and of a player that is a program.

A state is one mutable object with no clock, no sockets and no hidden randomness. Every game has these methods in this
order, so that the second one reads in half the time.
"""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, Protocol, Self, TypeVar

from msgspec import Meta, Struct

from parlour.cards import Card

Seat = int

# Milliseconds from being shown that one may call to calling. An action with a field `reaction: Reaction = 0` is a call:
# the server fills it in, whatever a client sends, and the rules compare.
Reaction = Annotated[int, Meta(ge=0, le=600_000)]

A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: who won (several if they share it) and everybody's score."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


def sums(sheet: Sequence[Sequence[int]], seats: int) -> list[int]:
    """Everybody's points over all rounds."""
    return [sum([points[seat] for points in sheet]) for seat in range(seats)]


def lowest_wins(totals: Sequence[int]) -> Result:
    """The lowest total wins, and equal ones share."""
    lowest = min(totals)
    return Result(tuple([seat for seat, total in enumerate(totals) if total == lowest]), tuple(totals))


class State(Protocol[A]):
    """A game being played.

    `uncovered` counts the cards drawn or turned from hidden order, and those of a hand that are laid open at once, as
    when somebody lays down: undo never goes back past a change of it. A single card that somebody plays from their hand
    does not count: a slip of the finger may be taken back.
    `sheet` holds the points of every scored round, a row a round, a column a seat.
    """

    uncovered: int
    sheet: list[list[int]]

    def actors(self) -> Sequence[Seat]:
        """Who may act now: several in a window, nobody when the game is over. Rests on public facts only.

        Those who are waited for come first; a seat that may act but need not (its silence is None) comes last."""

    def legal(self, seat: Seat) -> Sequence[A]:
        """What a seat may do, each an action that `apply` takes. Where there are too many, the sensible ones."""

    def apply(self, seat: Seat, action: A) -> None:
        """Do it, or raise Refused and have changed nothing."""

    def silence(self, seat: Seat) -> A | None:
        """What is done for a seat that does not answer; None if nobody waits for it."""

    def redeal(self, seat: Seat | None, rng: Random) -> Self:
        """A copy in which everything the seat cannot know has been drawn anew, the shuffler's key included."""

    def copy(self) -> Self: ...

    def result(self) -> Result | None: ...

    def places(self) -> dict[str, list[Card]]:
        """Where every card lies, the hidden ones too, by zone: for proofs and open replays, never for a player."""


def awaited(state: State[Any]) -> tuple[Seat, ...]:
    """Of those who may act, the ones that are waited for."""
    return tuple([seat for seat in state.actors() if state.silence(seat) is not None])


class Bot(Protocol[S_contra, A_co]):
    """A player. It is only ever handed a redealt state, so it cannot peek.

    Equal states and equal rngs give equal choices.
    """

    def choose(self, state: S_contra, seat: Seat, rng: Random) -> A_co | None:
        """What the seat does; None, "not now", only where nobody waits for it (its silence is None)."""
