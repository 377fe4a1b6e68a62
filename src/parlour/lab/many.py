"""What every way of playing many games shares: one game from a key, and any number of them on all cores.

Game number i of a seed is the same whoever plays it, in whatever order and on however many machines.
"""

import hashlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple, TypeVar

from parlour.kernel.game import AnyGame
from parlour.kernel.options import Options
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.state import Bot, Result, State
from parlour.lab.cluster import do_all_there

SOON = 0.5  # seconds: what is done by then needs no other processes

C = TypeVar("C")
R = TypeVar("R")


def key_of(seed: int, number: int) -> bytes:
    """The deal with this number."""
    return hashlib.sha256(f"{seed}/{number}".encode()).digest()


class PlayedGame(NamedTuple):
    result: Result
    moves: int
    rounds: int


def play(
    game: AnyGame,
    options: Options,
    bots: Sequence[Bot[Any, Any]],
    key: bytes,
    scored: Callable[[State[Any]], None] = lambda state: None,
) -> PlayedGame:
    """Play one game, a bot a seat. `scored` is shown every round that ends."""
    state = game.start(options, len(bots), QuickShuffler(key))
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
            scored(state)
    result = state.result()
    assert result is not None
    return PlayedGame(result, moves, rounds)


def do_all(
    game: str, work: Callable[[C], R], chunks: Sequence[C], workers: int | None = None, cluster: str | None = None
) -> Iterator[tuple[C, R]]:
    """Every chunk and what work made of it, as soon as it is done: by so many processes of this machine (as many as it
    has cores, if that takes longer than a moment) or by the Dask cluster with this address."""
    if cluster is not None:
        yield from do_all_there(cluster, game, work, chunks)
        return
    cores = os.cpu_count() or 1
    until = time.perf_counter() + (SOON if workers is None else 0)
    workers = min(workers or cores, cores, len(chunks))
    done = 0
    while done < len(chunks) and (workers == 1 or time.perf_counter() < until):
        yield chunks[done], work(chunks[done])
        done += 1
    if left := chunks[done:]:
        # Fresh processes: a fork would copy the progress bar's thread in whatever state it is.
        with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
            try:
                yield from _finished(pool, work, left)
            except BaseException as error:  # such as Ctrl-C: nobody waits for what is still being played
                for process in multiprocessing.active_children():
                    process.terminate()
                if isinstance(error, BrokenProcessPool):
                    raise Refused("", "A process that played was ended from outside; is there enough memory?") from None
                raise


def _finished(pool: Executor, work: Callable[[C], R], chunks: Sequence[C]) -> Iterator[tuple[C, R]]:
    with _no_interrupts():
        jobs = {pool.submit(work, chunk): chunk for chunk in chunks}
    for job in as_completed(jobs):
        yield jobs.pop(job), job.result()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Processes begun in here never hear Ctrl-C, which would be answered by each of them; we hear it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
