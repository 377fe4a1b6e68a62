"""Golden logs: whole games that were played once, read by a person and checked in.

Each is in the notation of logs, one line per move, with comments that say what everybody was told. `json.sha256` has a
hash of each log as sealed JSON, so that the format of people's files and their seals cannot change by accident.

`python -m tests.golden_logs` rewrites the comments and hashes, and plays new logs for games that have none of their
current edition.
"""

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from parlour.games import discover, find
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Log, begin, final, open_log, record, shuffler_of
from parlour.kernel.notation import load_log, write_text
from tests.arbitrary import random_options

FOLDER = Path(__file__).parent / "golden"
HASHES = FOLDER / "json.sha256"
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal")
EACH = 5
MOST_ROUNDS = 4  # of all logs but the first, which is a whole game


def paths() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def golden(name: str) -> Log:
    return load_log(FOLDER / f"{name}.txt")


def play(game: AnyGame, number: int) -> Log:
    """A game by its own bots, with a random move now and then. Only the first game has the default house rules."""
    rng = Random(f"{game.name}/{number}")
    seats = game.seats[number % len(game.seats)]
    options: Any = random_options(game, rng, seats) if number else game.options()
    if number and "rounds" in options.__struct_fields__:
        options = msgspec.structs.replace(options, rounds=min(options.rounds, MOST_ROUNDS))
    log = open_log(game, options, NAMES[:seats], hashlib.sha256(f"golden {number}".encode()).digest())
    state = begin(game, log.opening, shuffler_of(log))
    bots = list(game.bots.values())
    while asked := game.asked(state):
        for seat in asked:
            action = rng.choice(bots).choose(state.redeal(seat, rng), seat, rng)
            if rng.random() < 0.1:
                action = rng.choice(state.legal(seat))
            if action is not None:
                break
        state.apply(seat, action)
        record(log, seat, action, "bot", 0.0)
    return msgspec.structs.replace(log, result=state.result())


def as_text(log: Log) -> str:
    """The log with its comments. Raises Refused if it does not replay, because then it has no comments."""
    game = find(log.opening.game)
    final(game, log)
    return write_text(log, game)


def hashes() -> str:
    """The hashes of all golden logs, in the format of `sha256sum`."""
    lines = [f"{hashlib.sha256(load_log(path).sealed().to_json()).hexdigest()}  {path.stem}.json" for path in paths()]
    return "\n".join(lines) + "\n"


def main() -> None:
    for game in discover().values():
        for number in range(EACH):
            path = FOLDER / f"{game.name}-{number}.txt"
            if not path.exists() or load_log(path).opening.edition != game.edition:
                path.write_text(write_text(play(game, number)), "utf-8")
            path.write_text(as_text(load_log(path)), "utf-8")
    HASHES.write_text(hashes())


if __name__ == "__main__":
    main()
