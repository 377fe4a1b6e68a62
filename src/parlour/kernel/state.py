"""The protocols of a game's state and of a bot.

A state is one mutable object with no clock, no sockets and no hidden randomness. Every game defines these methods in
this order, so that the second game reads in half the time.
"""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, Protocol, Self, TypeVar

from msgspec import Meta, Struct

from parlour.cards import Card

Seat = int
SeatNumber = Annotated[Seat, Meta(ge=0, le=7)]  # in a message

# Milliseconds from the moment a player is shown a chance to call until they call. An action with a field
# `reaction: Reaction = 0` is a call: the server fills the field in, whatever a client sends, and the rules compare.
Reaction = Annotated[int, Meta(ge=0, le=600_000)]

A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Result(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a game ended: who won (several players may share it) and everybody's score. Partners are a side: they win
    together, and each of them has the side's score."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    sides: tuple[tuple[Seat, ...], ...] = ()  # (): everybody plays for themselves

    @property
    def shared(self) -> bool:
        """Whether several sides, or players for themselves, share the win."""
        return len(side_of(self.sides, self.winners[0])) < len(self.winners)

    def share(self, seat: Seat) -> float:
        """The part of the win that a seat has. Partners have the same: all of it, if they did not share it."""
        if seat not in self.winners:
            return 0.0
        return 1.0 / len({side_of(self.sides, winner) for winner in self.winners})


def side_of(sides: Sequence[tuple[Seat, ...]], seat: Seat) -> tuple[Seat, ...]:
    """The seat and its partners."""
    return next((side for side in sides if seat in side), (seat,))


def sums(sheet: Sequence[Sequence[int]], seats: int) -> list[int]:
    """Everybody's points over all rounds."""
    return [sum([points[seat] for points in sheet]) for seat in range(seats)]


def lowest_wins(totals: Sequence[int]) -> Result:
    """The result where the lowest total wins, and ties share the win."""
    lowest = min(totals)
    return Result(tuple([seat for seat, total in enumerate(totals) if total == lowest]), tuple(totals))


class State(Protocol[A]):
    """A game being played.

    `uncovered` counts cards that were drawn or turned from a hidden order, and cards of a hand that were laid open
    together, as in a lay-down. An undo never goes back past a change of it. A single card played from a hand does not
    count, so a slip of the finger can be undone.
    `settled` changes with a move that settles those before it: they can no longer be undone, but the move itself can.
    In a game of tricks every card does that, so nobody sees what the next player plays and then takes a card back.
    `sheet` holds the points of the scored rounds: one row per round, one column per seat.
    """

    uncovered: int
    settled: int
    sheet: list[list[int]]

    def actors(self) -> Sequence[Seat]:
        """The seats that may act now: several in a window, none when the game is over. Depends only on public facts.

        Seats that are waited for come first. Seats that may act but need not (their silence is None) come last."""

    def legal(self, seat: Seat) -> Sequence[A]:
        """The actions of a seat that `apply` accepts. If there are too many, the sensible ones."""

    def apply(self, seat: Seat, action: A) -> None:
        """Carry out the action, or raise Refused without changing anything."""

    def silence(self, seat: Seat) -> A | None:
        """The action taken for a seat that does not answer; None if nobody waits for it."""

    def redeal(self, seat: Seat | None, rng: Random) -> Self:
        """A copy in which everything the seat cannot know is drawn anew, including the shuffler's key."""

    def copy(self) -> Self: ...

    def result(self) -> Result | None: ...

    def places(self) -> dict[str, list[Card]]:
        """All cards by zone, hidden ones too. Only for tests, checks and open replays, never for a player."""


def awaited(state: State[Any]) -> tuple[Seat, ...]:
    """The seats that are waited for."""
    return tuple([seat for seat in state.actors() if state.silence(seat) is not None])


class Bot(Protocol[S_contra, A_co]):
    """A player that is a program. It only ever gets a redealt state, so it cannot peek.

    Equal states and equal rngs give equal choices.
    """

    def choose(self, state: S_contra, seat: Seat, rng: Random) -> A_co | None:
        """The seat's action. None means "not now", and is allowed only if nobody waits for the seat."""
