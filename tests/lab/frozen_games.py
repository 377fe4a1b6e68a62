"""Plays fixed deals with one bot in every seat, and writes down what it decides.

The games in tests/lab/frozen/ were played by the bots as they were then. To play them again:

    git archive c630ae9 src/parlour | tar x -C FOLDER        # 15178af for frozen-strong
    PYTHONPATH=FOLDER/src python tests/lab/frozen_games.py steady=frozen-steady sharp@64=frozen-sharp@64 > FILE

so this module uses only what release 0.1 had, too.
"""

import hashlib
import json
import sys
from random import Random
from typing import Any, NamedTuple

import msgspec

from parlour.games import discover, find
from parlour.kernel.shuffle import QuickShuffler

WHOLE = 100_000  # decisions: more than any game has


class FrozenGame(NamedTuple):
    """A game that was played: its decisions in order, or only what they come to."""

    game: str
    seats: int
    bot: str
    deal: int
    most: int  # decisions at most
    digest: str
    decisions: list[Any]  # [seat, action or null]; none where the digest is enough


def decisions(name: str, seats: int, bot: Any, deal: int, most: int) -> list[Any]:
    """What the bot decides in every seat. It has the table itself, since it cannot peek, and new luck every time."""
    game: Any = find(name)
    interrupts = game.calls.interrupts if hasattr(game, "calls") else game.interrupts
    key = hashlib.sha256(f"frozen/{deal}".encode()).digest()
    state = game.start(game.options(), seats, QuickShuffler(key))
    made: list[Any] = []
    while (actors := list(state.actors())) and len(made) < most:
        for seat in sorted(actors, key=lambda one: state.silence(one) is not None) if interrupts else actors:
            choice = bot.choose(state.copy(), seat, Random(len(made)))
            made.append([seat, None if choice is None else msgspec.to_builtins(choice)])
            if choice is not None:
                state.apply(seat, choice)
                break
        else:
            raise RuntimeError("everybody declined")
    return made


def digest(made: list[Any]) -> str:
    return hashlib.sha256(json.dumps(made).encode()).hexdigest()[:16]


def _deals(name: str, seats: int, then: str) -> int:
    """Sharp takes long. In the rummies it thinks only about lay-downs, so one more deal shows that it does."""
    return 4 if "sharp" not in then else 2 if seats == 4 and name in ("torpedo", "progressive") else 1


def record(name: str, now: str, then: str) -> None:
    from parlour.bots import find_bot

    bot = find_bot(find(name), then)
    numbers = sorted({2, min(4, find(name).seats[-1]), find(name).seats[-1]})
    for seats in numbers:
        for deal in range(_deals(name, seats, then)):
            most = WHOLE if "sharp" not in then else 150 if name in ("golf", "yammouth") else 800 if deal else 400
            made = decisions(name, seats, bot, deal, most)
            shown = made[:150] if deal == 0 and seats == numbers[0] else []
            print(json.dumps(FrozenGame(name, seats, now, deal, most, digest(made), shown), separators=(",", ":")))


if __name__ == "__main__":
    for pair in sys.argv[1:]:
        then, now = pair.split("=")
        for each in discover():
            if now != "frozen-strong" or each not in ("golf", "yammouth"):
                record(each, now, then)
