"""Measures whether buying pays: `steady` plays beside a `steady` that never buys, at one table. Every deal is played
twice with the seats exchanged, so that the luck of the deal cancels out.

    .venv/bin/parlour compile
    .venv/bin/python bench/duplicate.py --deals 2000

The bots are handed the true state instead of a redeal, which takes half the time. `tests/kernel/test_properties.py`
proves that they choose the same either way.
"""

import argparse
import hashlib
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from parlour.games import find, progressive, torpedo
from parlour.games.progressive.players.steady import ProgressiveSteady
from parlour.games.torpedo.players.steady import TorpedoSteady
from parlour.kernel.game import AnyGame
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.state import Result

STEADY: dict[str, Any] = {torpedo.GAME.name: TorpedoSteady, progressive.GAME.name: ProgressiveSteady}
AT_A_TIME = 20  # deals


@dataclass
class Duel:
    """The outcome of some deals: one number per deal, because only deals are independent."""

    points: list[float] = field(default_factory=list)  # how many points fewer the buyers had, per game
    wins: list[float] = field(default_factory=list)  # the share of games that the buyers won

    def merge(self, other: "Duel") -> None:
        self.points += other.points
        self.wins += other.wins


def interval(values: list[float]) -> tuple[float, float]:
    """The mean, and how far the true mean may be from it, 19 times out of 20."""
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return mean, 1.96 * sqrt(squares / max(1, len(values) - 1) / len(values))


def play(game: AnyGame, bots: list[Any], key: bytes) -> Result:
    state = game.start(game.options(), len(bots), QuickShuffler(key))
    rng = Random(key)
    while actors := state.actors():
        for seat in actors:
            choice = bots[seat].choose(state, seat, rng)
            if choice is not None:
                state.apply(seat, choice)
                break
    result: Result = state.result()
    return result


def duel(name: str, seats: int, deals: range) -> Duel:
    """Play each deal twice: first the even seats buy, then the odd ones."""
    game = find(name)
    buyer, other = STEADY[name](), STEADY[name](buys=False)
    found = Duel()
    for deal in deals:
        key = hashlib.sha256(f"duplicate/{deal}".encode()).digest()
        points = wins = 0.0
        for first in (0, 1):
            buying = [seat % 2 == first for seat in range(seats)]
            result = play(game, [buyer if buys else other for buys in buying], key)
            with_buys = [score for score, buys in zip(result.scores, buying, strict=True) if buys]
            without = [score for score, buys in zip(result.scores, buying, strict=True) if not buys]
            points += (sum(without) / len(without) - sum(with_buys) / len(with_buys)) / 2
            wins += sum(buying[seat] for seat in result.winners) / len(result.winners) / 2
        found.points.append(points)
        found.wins.append(wins)
    return found


def many(name: str, seats: int, deals: int, workers: int) -> Duel:
    found = Duel()
    chunks = [range(first, min(first + AT_A_TIME, deals)) for first in range(0, deals, AT_A_TIME)]
    bar = Progress("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), transient=True)
    spawn = multiprocessing.get_context("spawn")
    with bar, ProcessPoolExecutor(workers, spawn) as pool:
        task = bar.add_task(f"{name}, {seats} seats", total=deals)
        jobs = {pool.submit(duel, name, seats, chunk): len(chunk) for chunk in chunks}
        for job in as_completed(jobs):
            found.merge(job.result())
            bar.advance(task, jobs[job])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="steady against a steady that never buys, in duplicate")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--game", choices=list(STEADY), action="append", help="default: both")
    parser.add_argument("--seats", type=int, choices=(2, 4, 6, 8), action="append", help="default: 2 and 4")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    console = Console()
    for name in given.game or list(STEADY):
        for seats in given.seats or [2, 4]:
            found = many(name, seats, given.deals, given.workers)
            points, points_error = interval(found.points)
            wins, wins_error = interval(found.wins)
            console.print(
                f"{name}, {seats} seats, {given.deals} deals played twice: buyers have "
                f"{points:.1f} ± {points_error:.1f} points fewer and win {100 * wins:.1f} ± {100 * wins_error:.1f} %",
                highlight=False,
                soft_wrap=True,
            )


if __name__ == "__main__":
    main()
