"""Playing many games on all cores. Game number i of a seed is the same whoever plays it and on however many cores."""

import hashlib
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from random import Random
from typing import Any

from parlour.bots import find_bot
from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.options import Options, changed
from parlour.kernel.shuffle import QuickShuffler
from parlour.lab.tally import Tally

MOST_CHUNKS = 2000


@dataclass(frozen=True)
class Plan:
    """What to simulate."""

    game: str
    options: Options
    seats: int
    bots: tuple[str, ...]  # one a seat
    games: int
    seed: int


@dataclass(frozen=True)
class Report:
    plan: Plan
    tally: Tally
    seconds: float

    def to_builtins(self) -> dict[str, Any]:
        """The report as it is printed with --json."""
        tally = self.tally
        return {
            "game": self.plan.game,
            "games": tally.games,
            "seats": self.plan.seats,
            "seed": self.plan.seed,
            "options": changed(self.plan.options),
            "seconds": round(self.seconds, 3),
            "moves": tally.moves,
            "moves_per_second": round(tally.moves / self.seconds),
            "players": [
                {
                    "bot": bot,
                    "mean": round(spread.mean(), 4),
                    "standard_error": round(spread.standard_error(), 4),
                    "wins": tally.wins[seat],
                    "shared_wins": tally.shared[seat],
                }
                for seat, (bot, spread) in enumerate(zip(self.plan.bots, tally.scores, strict=True))
            ],
            "rounds": tally.rounds,
            "points_a_round": {
                **(tally.points.summary() or {}),
                "histogram": {str(points): tally.points.counts[points] for points in sorted(tally.points.counts)},
            },
            **{name: spread.summary() for name, spread in tally.facts.items()},
        }


def simulate(plan: Plan, workers: int | None = None, progress: Callable[[int], None] = lambda games: None) -> Report:
    """Play all games of the plan; `progress` hears of every few that are done."""
    began = time.perf_counter()
    total = Tally.of(plan.seats)
    size = max(50, plan.games // MOST_CHUNKS)  # games a worker takes at a time
    chunks = [range(first, min(first + size, plan.games)) for first in range(0, plan.games, size)]
    cores = os.cpu_count() or 1
    workers = min(workers or cores, cores, len(chunks))
    if workers == 1:
        for chunk in chunks:
            total.merge(play_chunk(plan, chunk))
            progress(len(chunk))
    else:
        # Fresh processes: a fork would copy the progress bar's thread in whatever state it is.
        with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
            jobs = {pool.submit(play_chunk, plan, chunk): len(chunk) for chunk in chunks}
            for job in as_completed(jobs):
                total.merge(job.result())
                progress(jobs[job])
    return Report(plan, total, time.perf_counter() - began)


def play_chunk(plan: Plan, numbers: range) -> Tally:
    game = find(plan.game)
    bots = [find_bot(game, name) for name in plan.bots]
    tally = Tally.of(plan.seats)
    for number in numbers:
        _play(game, plan, bots, number, tally)
    return tally


def _play(game: AnyGame, plan: Plan, bots: Sequence[Any], number: int, tally: Tally) -> None:
    key = hashlib.sha256(f"{plan.seed}/{number}".encode()).digest()
    state = game.start(plan.options, plan.seats, QuickShuffler(key))
    rng = Random(key)
    moves = rounds = 0
    while asked := game.asked(state):
        for seat in asked:
            choice = bots[seat].choose(state.redeal(seat, rng), seat, rng)
            if choice is not None:
                state.apply(seat, choice)
                break
        else:
            raise RuntimeError(f"every bot that plays {game.title} declined")
        moves += 1
        if len(state.sheet) > rounds:
            rounds += 1
            tally.add_round(state.sheet[-1], game.facts(state))
    tally.add_game(state.result(), moves)
