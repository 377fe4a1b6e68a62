"""Plays whole games of tricks with the engine and a referee side by side, and compares them at every decision."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from parlour.cards import code
from parlour.kernel.game import AnyGame
from parlour.kernel.options import Options
from parlour.kernel.shuffle import QuickShuffler
from tests.arbitrary import attempt

Move = tuple[str, Any]  # what a referee calls an action


class Referee(Protocol):
    seats: int
    phase: str
    hands: list[set[str]]
    tricks: list[int]
    void: list[set[str]]
    sheet: list[list[int]]
    winners: tuple[int, ...]
    may_take_back: set[int]
    seen: Counter[str]

    def actors(self) -> set[int]: ...

    def moves(self, seat: int) -> list[Move]: ...

    def allows(self, seat: int, move: Move) -> bool: ...

    def silence(self, seat: int) -> Move | None: ...

    def knows(self, seat: int, holder: int) -> set[str]: ...

    def follow(self, seat: int, move: Move, dealt: Sequence[Sequence[str]] = ()) -> None: ...


@dataclass(frozen=True)
class Binding:
    """How a game's actions are named by its referee, and how the players of a test play it."""

    game: AnyGame
    referee: Callable[[Options, Sequence[Sequence[str]]], Referee]
    action: Callable[[Move], Any]
    move: Callable[[Any], Move]
    tried: Callable[[Any, Random], list[Move]]  # some moves, most of them not allowed
    choose: Callable[[Any, int, Random], Move]
    listed: Callable[[str], bool]  # whether the engine lists everything that is legal in a phase


def hands_of(state: Any) -> list[list[str]]:
    places = state.places()
    return [[code(card) for card in places[f"hand:{seat}"]] for seat in range(state.seats)]


def dealt_hands(state: Any) -> list[list[str]]:
    """The hands as they were dealt, although the first card may lie on the table by now (H3)."""
    hands = hands_of(state)
    for card in state.places()["trick"]:
        min(hands, key=len).append(code(card))
    return hands


def followed(bound: Binding, options: Options, seats: int, rng: Random, care: float) -> Iterator[tuple[Any, Any]]:
    """Play a game. Before every move and at the end, compare engine and referee, and yield both. `care` is how often
    what costs time is compared too."""
    state = bound.game.start(options, seats, QuickShuffler(rng.randbytes(16)))
    referee = bound.referee(options, dealt_hands(state))
    undoable: set[int] = set()  # who may take a move back at a table, which looks at these two counters
    while True:
        compare(bound, state, referee)
        yield state, referee
        if not referee.actors():
            return
        if rng.random() < care:
            try_out(bound, state, referee, rng)
            imagine(state, referee, rng)
        seat = rng.choice(sorted(referee.actors()))
        move = bound.choose(referee, seat, rng)
        before = state.uncovered, state.settled
        state.apply(seat, bound.action(move))
        referee.follow(seat, move, dealt_hands(state) if move[0] == "deal" else ())
        if state.uncovered != before[0]:
            undoable = set()
        else:
            undoable = {seat} | (undoable if state.settled == before[1] else set())
        assert undoable == referee.may_take_back, (seat, move)


def compare(bound: Binding, state: Any, referee: Referee) -> None:
    actors = referee.actors()
    assert sorted(state.actors()) == sorted(actors)
    assert state.sheet == referee.sheet
    for seat in actors:
        legal = [bound.move(action) for action in state.legal(seat)]
        assert len({*legal}) == len(legal), legal
        if bound.listed(referee.phase):
            assert {*legal} == {*referee.moves(seat)}, (seat, legal)
        else:
            assert legal
            assert all(referee.allows(seat, move) for move in legal), (seat, legal)
        assert bound.move(state.silence(seat)) == referee.silence(seat), (seat, referee.hands[seat])
    result = state.result()
    assert (result is None) == bool(actors)
    if result is not None:
        totals = tuple(sum(row[seat] for row in referee.sheet) for seat in range(referee.seats))
        assert (result.winners, result.scores) == (referee.winners, totals)


def try_out(bound: Binding, state: Any, referee: Referee, rng: Random) -> None:
    """Look at those who may not act, and try some moves, allowed or not."""
    assert [*map(sorted, hands_of(state))] == [*map(sorted, referee.hands)]
    for seat in {*range(referee.seats)} - referee.actors():
        assert not state.legal(seat)
        assert state.silence(seat) is None
    untouched = state.copy()
    for move in bound.tried(referee, rng):
        seat = rng.randrange(referee.seats) if rng.random() < 0.5 else rng.choice(sorted(referee.actors()))
        if referee.allows(seat, move):
            assert attempt(state.copy(), seat, bound.action(move)) is None, (seat, move)
            referee.seen["allowed"] += 1
        else:
            assert attempt(state, seat, bound.action(move)) is not None, (seat, move)
            referee.seen["refused"] += 1
    assert state == untouched


def imagine(state: Any, referee: Referee, rng: Random) -> None:
    """What a seat remembers is so in every imagined deal: H13, D15."""
    seat = rng.randrange(referee.seats)
    imagined = hands_of(state.redeal(seat, rng))
    for holder, hand in enumerate(imagined):
        assert len(hand) == len(referee.hands[holder])
        assert not {card[-1] for card in hand} & referee.void[holder], (seat, holder)
        assert referee.knows(seat, holder) <= {*hand}, (seat, holder)
