"""Record golden logs: whole games, and their stories as text to read by eye. `python tools/golden.py tests/golden`

Run it only when a game's EDITION has been raised; the test that replays the old ones tells you when that is due.
"""

import hashlib
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from parlour.games import discover
from parlour.kernel.game import AnyGame
from parlour.kernel.log import begin, open_log, record, replay, shuffler_of
from parlour.kernel.options import Options, describe, read
from parlour.kernel.refusal import Refused

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal")


def house_rules(game: AnyGame, rng: Random) -> Options:
    """As written for the first log, at random for the others."""
    while True:
        given: dict[str, Any] = {}
        for option in describe(game.options):
            if option.kind != "number" and rng.random() < 0.4:
                given[option.name] = rng.choice(list(option.choices) or [True])
        try:
            chosen: Options = read(game.options, given)
            return chosen
        except Refused:
            continue


def golden(game: AnyGame, number: int, folder: Path) -> None:
    rng = Random(f"{game.name}/{number}")
    options = house_rules(game, rng) if number else game.options()
    seats = game.seats[number % len(game.seats)]
    log = open_log(game, options, NAMES[:seats], hashlib.sha256(f"golden {number}".encode()).digest())
    state = begin(game, log.opening, shuffler_of(log))
    bots = list(game.bots.values())
    while actors := state.actors():
        seat = actors[0]
        if rng.random() < 0.8:
            action = rng.choice(bots).choose(state.redeal(seat, rng), seat, rng)
        else:
            action = rng.choice(state.legal(seat))
        state.apply(seat, action)
        record(log, seat, action, "bot", 0.0)
    log = msgspec.structs.replace(log, result=state.result())
    (folder / f"{game.name}-{number}.json").write_bytes(log.to_json())
    story = [
        sentence
        for step in replay(game, log)
        for sentence in game.tell(step.before, step.entry.seat, step.action, step.after, None).sentences
    ]
    (folder / f"{game.name}-{number}.txt").write_text("\n".join(story) + "\n")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(exist_ok=True)
    for found in discover().values():
        for which in range(5):
            golden(found, which, target)
