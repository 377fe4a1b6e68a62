"""Plays random games of any game, with random house rules, seats and moves, for tests of properties."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

import stepping_stones
from parlour import build
from parlour.games import discover
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Log, begin, open_log, record, shuffler_of
from parlour.kernel.options import Option, Options, describe, read
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler, Shuffler
from tests import toy

GAMES: list[AnyGame] = [*{**discover(), "magpie": toy.GAME, "stones": stepping_stones.GAME}.values()]
LONG = bool(os.environ.get("PARLOUR_LONG"))
QUICK = bool(os.environ.get("PARLOUR_QUICK"))
SECRET = bytes(range(32))
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Flo", "Gus", "Hal"]
COMPILED = build.is_compiled()


def tries(short: int, long: int) -> int:
    """The number of random tries: fewer in the short form, and a fifth of that in `make quick`."""
    return long if LONG else max(1, short // 5) if QUICK else short


MANY = tries(300, 10_000)  # random games of each game


def random_options(game: AnyGame, rng: Random, seats: int) -> Options:
    """Random house rules that this many players can use. Half of the time they are the default."""
    while True:
        given = {option.name: random_value(option, rng) for option in describe(game.options) if rng.random() >= 0.5}
        try:
            return set_up(game, given, seats)
        except Refused:
            continue


def random_value(option: Option, rng: Random) -> Any:
    if option.none and rng.random() < 0.3:
        return None
    least, most = option.least or 0, option.most or 0
    match option.kind:
        case "number":
            return rng.randint(least, most)
        case "counts":
            return [rng.randint(least, most) for _ in option.each]
        case "words":
            return rng.sample(("Hey", "Oh no", "Aha!", "Ötzi"), rng.randint(0, min(3, most)))
        case "text":
            return rng.choice((option.default, option.example))
        case _:
            return rng.choice(list(option.choices) or [True, False])


def extreme_options(game: AnyGame, rng: Random) -> dict[str, Any]:
    """House rules at their limits: mostly the least or the most of a number; of several counts, only a few are above
    the least. They may contradict each other."""
    given: dict[str, Any] = {}
    for option in describe(game.options):
        given[option.name] = value = random_value(option, rng)
        least, most = option.least or 0, option.most or 0
        if option.kind == "number" and value is not None:
            ends = [least, least, most, most, option.default, value, min(most, max(least, rng.choice((0, 1, 5, 25))))]
            given[option.name] = rng.choice(ends)
        elif option.kind == "counts":
            some = rng.sample(range(len(option.each)), rng.choice((1, 2, 2, 3)))
            some = rng.choice((some, [*some[1:], len(option.each) - 1, 0][: len(some)]))
            few = rng.choice(([most], [rng.randint(least, most), most], [1, 8, most], [most // 2]))
            given[option.name] = [rng.choice(few) if at in some else least for at in range(len(option.each))]
            given |= {other.name: option.name.split("_")[0] for other in describe(game.options) if other.choices}
    return given


def set_up(game: AnyGame, given: dict[str, Any], seats: int) -> Options:
    """The options of a new table. Raises Refused as a table does."""
    options: Options = read(game.options, given)
    game.check_seats(seats, options)
    return options


def usual_seats(game: AnyGame) -> int:
    return min(4, game.seats[-1])


def in_rounds(game: AnyGame, rounds: int) -> dict[str, Any]:
    """House rules for a game of so many rounds, if it has a rule for that."""
    return _known(game, {f"{game.round_word}s": rounds})


def shortened(game: AnyGame) -> dict[str, Any]:
    """House rules for a game that is over soon: those of its lesson, and few turns."""
    lesson = game.lesson()
    return {**(lesson.options if lesson else {}), **in_rounds(game, 1), **_known(game, {"turn_cap": 3})}


def _known(game: AnyGame, options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in game.options.__struct_fields__}


@dataclass
class Played:
    """A random game that may have stopped early: its log and its last state."""

    game: AnyGame
    options: Options
    seats: int
    key: bytes
    state: Any
    log: Log
    actions: list[Any]  # every action that was legal for somebody at some time


def begin_random(game: AnyGame, rng: Random, shuffler: Shuffler | None = None) -> Played:
    seats = rng.choice(game.seats)
    options = random_options(game, rng, seats)
    key = rng.randbytes(16)
    state = game.start(options, seats, shuffler or QuickShuffler(key))
    names = [f"player {seat}" for seat in range(seats)]
    return Played(game, options, seats, key, state, open_log(game, options, names, key), [])


def play_on(played: Played, rng: Random, most: int | None = None, sleepy: bool = False) -> Iterator[Played]:
    """Play random legal actions of random actors, and yield before every move. Sleepy players do nothing that they need
    not do."""
    state = played.state
    while (actors := state.actors()) and (most is None or len(played.log.entries) < most):
        yield played
        seat = rng.choice(actors)
        legal = state.legal(seat)
        played.actions += [action for action in legal if action not in played.actions[-50:]]
        if sleepy and rng.random() < 0.97:
            seat = seat if state.silence(seat) is not None else actors[0]  # a seat that is waited for
            action = state.silence(seat)
        else:
            action = rng.choice(legal)
        state.apply(seat, action)
        record(played.log, seat, action, "bot", 0.0)


def random_game(game: AnyGame, seed: int, most: int | None = None) -> Played:
    """Random game number `seed`, played to its end or for this many moves."""
    rng = Random(f"{game.name}/{seed}")
    played = begin_random(game, rng)
    for _ in play_on(played, rng, most):
        pass
    return played


def sealed_game(game: AnyGame, seed: int = 1) -> Log:
    """The sealed log of a whole random game, whose players added words."""
    rng = Random(f"{game.name}/verify/{seed}")
    seats = game.seats[0]
    log = open_log(game, random_options(game, rng, seats), NAMES[:seats], SECRET, ["tea", "cake"])
    state = begin(game, log.opening, shuffler_of(log))
    while actors := state.actors():
        seat = actors[0]
        action = rng.choice(state.legal(seat))
        state.apply(seat, action)
        record(log, seat, action, "person", len(log.entries) + 0.5)
    return replace(log, result=state.result()).sealed()


def some_games(game: AnyGame) -> st.SearchStrategy[Played]:
    """A hypothesis strategy for random games that stop at random."""
    return st.builds(random_game, st.just(game), st.integers(0, 2**32), st.integers(0, 400))


def attempt(state: Any, seat: int, action: Any) -> Refused | None:
    """Apply the action. Returns the refusal, if there was one."""
    try:
        state.apply(seat, action)
    except Refused as refusal:
        return refusal
    return None


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value)
