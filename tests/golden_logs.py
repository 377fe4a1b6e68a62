"""Golden logs: whole games that were played once and checked in, and their stories as text to read by eye.

`python -m tests.golden_logs` writes the stories anew, and new logs for games that have none of their present edition.
"""

import hashlib
from pathlib import Path
from random import Random

import msgspec

from parlour.games import discover
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Log, begin, open_log, record, shuffler_of, story
from parlour.kernel.notation import load_log
from tests.arbitrary import random_options

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal")
EACH = 5


def play(game: AnyGame, number: int) -> Log:
    """A game by its own bots, who are now and then whimsical; the first one as written, the others by house rules."""
    rng = Random(f"{game.name}/{number}")
    seats = game.seats[number % len(game.seats)]
    options = random_options(game, rng, seats) if number else game.options()
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


def as_text(game: AnyGame, log: Log) -> str:
    return "\n".join(story(game, log)) + "\n"


def main() -> None:
    for game in discover().values():
        for number in range(EACH):
            path = FOLDER / f"{game.name}-{number}.json"
            if not path.exists() or load_log(path).opening.edition != game.edition:
                path.write_bytes(play(game, number).to_json())
            path.with_suffix(".txt").write_text(as_text(game, load_log(path)))


if __name__ == "__main__":
    main()
