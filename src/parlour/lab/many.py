"""Plays one game from a key, and any number of games on all cores.

Game number i of a seed is the same in any order and on any number of machines.
"""

import hashlib
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from parlour.bots import BOT_NAMES
from parlour.engines.engine import Player, SeatedEngine, seated
from parlour.kernel.game import AnyGame
from parlour.kernel.options import Options
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.state import Bot, Result, Seat, State
from parlour.lab.cluster import do_all_there

SOON = 0.5  # seconds: work that is done by then needs no other processes

C = TypeVar("C")
R = TypeVar("R")


def key_of(seed: int, number: int) -> bytes:
    """The key of the deal with this number."""
    return hashlib.sha256(f"{seed}/{number}".encode()).digest()


class PlayedGame(NamedTuple):
    result: Result
    moves: int
    rounds: int
    stood_in: Mapping[Seat, Counter[str]] = MappingProxyType({})  # where steady played for an engine, by the reason


def play(
    game: AnyGame,
    options: Options,
    players: Sequence[Player],
    key: bytes,
    scored: Callable[[State[Any]], None] = lambda state: None,
    thought: Sequence[Counter[int]] | None = None,
) -> PlayedGame:
    """Play one game, with a player per seat. `scored` is called at the end of every round. `thought`, if given, counts
    each seat's moves by the µs that they took: of processor time, or for an engine by the clock."""
    names = BOT_NAMES[: len(players)]
    with seated(game, options, dict(enumerate(players)), names, key) as (bots, engines):
        state = game.start(options, len(players), QuickShuffler(key))
        rng = Random(key)
        moves = rounds = 0
        while asked := game.asked(state):
            for seat in asked:
                imagined = state.redeal(seat, rng)
                choice = (
                    _timed(bots[seat], imagined, seat, rng, thought[seat])
                    if thought
                    else bots[seat].choose(imagined, seat, rng)
                )
                if choice is not None:
                    before = state.copy() if engines else state
                    state.apply(seat, choice)
                    for engine in engines:
                        engine.saw(before, seat, choice, state)
                    break
            else:
                raise RuntimeError(f"every bot that plays {game.title} declined")
            moves += 1
            if len(state.sheet) > rounds:
                rounds += 1
                scored(state)
        for engine in engines:
            engine.over(state.redeal(engine.seat, rng))
    result = state.result()
    assert result is not None
    return PlayedGame(result, moves, rounds, {engine.seat: engine.stood_in for engine in engines if engine.stood_in})


def _timed(bot: Bot[Any, Any], state: State[Any], seat: Seat, rng: Random, thought: Counter[int]) -> Any:
    clock = time.perf_counter_ns if isinstance(bot, SeatedEngine) else time.thread_time_ns
    began = clock()
    choice = bot.choose(state, seat, rng)
    thought[(clock() - began) // 1000] += 1
    return choice


def do_all(
    game: str, work: Callable[[C], R], chunks: Sequence[C], workers: int | None = None, cluster: str | None = None
) -> Iterator[tuple[C, R]]:
    """Yield every chunk with what `work` made of it, as soon as it is done. The work is done by this many processes
    (one per core, if it takes longer than a moment) or by the Dask cluster with this address."""
    if cluster is not None:
        yield from do_all_there(cluster, game, work, chunks)
        return
    cores = os.cpu_count() or 1
    until = time.perf_counter() + (SOON if workers is None else 0)
    workers = min(workers or cores, cores, max(1, len(chunks)))
    done = 0
    while done < len(chunks) and (workers == 1 or time.perf_counter() < until):
        yield chunks[done], work(chunks[done])
        done += 1
    if left := chunks[done:]:
        # Spawned, because a fork would copy the progress bar's thread in whatever state it is.
        with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
            try:
                yield from _finished(pool, work, left)
            except BaseException as error:  # such as Ctrl-C: do not wait for games that are still being played
                for process in multiprocessing.active_children():
                    process.terminate()
                if isinstance(error, BrokenProcessPool):
                    raise Refused("", "A process that played was killed. Is there enough memory?") from None
                raise


def _finished(pool: Executor, work: Callable[[C], R], chunks: Sequence[C]) -> Iterator[tuple[C, R]]:
    with _no_interrupts():
        jobs = {pool.submit(work, chunk): chunk for chunk in chunks}
    for job in as_completed(jobs):
        yield jobs.pop(job), job.result()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Block Ctrl-C for the processes that are started in here, so that only this one answers it, afterward."""
    if sys.platform == "win32":  # where no signal can be held back
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
