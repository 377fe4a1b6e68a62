"""Bots that search think in separate processes, so that no table waits for another table's bot.

No caller waits forever: an answer that takes too long raises NoAnswer, and the caller does without.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from math import inf
from multiprocessing.connection import wait
from random import Random
from typing import Any, ParamSpec, TypeVar

from parlour.bots import advice, find_bot, mind_of
from parlour.bots.advice import Advice, Decision
from parlour.bots.levels import Sharp
from parlour.bots.search import ThinkingTime, think
from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Log
from parlour.kernel.state import Seat, State

log = logging.getLogger("parlour")

PONDERED = 0.3  # seconds that sharp may think about a move
GIVEN_UP = 1.2  # seconds after which a game stops waiting for an answer
MOST_PATIENT = 5.0  # seconds after which a person who asked for a hint stops waiting
REST = 2.0  # seconds before new processes replace those that died or could not start

P = ParamSpec("P")
T = TypeVar("T")


class NoAnswer(Exception):
    """The bot processes did not answer in time."""


def ponders(game: AnyGame, bot: str) -> bool:
    """Whether a bot thinks too long to run in the server's own process."""
    return isinstance(find_bot(game, bot), Sharp)


def let_pass(done: "asyncio.Future[Any]") -> None:
    """Mark a future's exception as seen, so that asyncio does not log it when nobody waits for it anymore."""
    if not done.cancelled():
        done.exception()


class BotPool:
    """One process for each core but one, started when first needed."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._rests_until = 0.0
        self._advising = asyncio.Semaphore(self.workers)  # so that hints never fill the queue ahead of bots in play

    def wake(self) -> None:
        """Start the processes before they are needed, because each takes about a second."""
        if self._pool is None:
            with suppress(NoAnswer):
                for _ in range(self.workers):
                    self._submit(int)

    async def choose(self, game: AnyGame, state: State[Any], seat: Seat, rng: Random) -> Any:
        """Return sharp's action, given a state redealt for the seat; or raise NoAnswer."""
        return await self._ask(GIVEN_UP, _choose, game.name, state, seat, rng.getrandbits(64), _after(GIVEN_UP))

    async def advise(self, game: AnyGame, state: State[Any], seat: Seat, rng: Random) -> Advice:
        until = _after(MOST_PATIENT)
        try:
            async with asyncio.timeout(MOST_PATIENT), self._advising:
                return await self._ask(MOST_PATIENT, _advise, game.name, state, seat, rng.getrandbits(64), until)
        except TimeoutError:
            raise NoAnswer from None

    async def weigh(self, log: Log, numbers: Sequence[int], seconds: float) -> list[Decision]:
        """Return the moves of a finished game that were not the best. Each is searched for this many seconds."""
        return await self._ask(60.0, _weigh, log, list(numbers), seconds)

    async def _ask(self, patience: float, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        asked = self._submit(work, *given, **named)
        pool = self._pool
        answer = asyncio.wrap_future(asked)
        answer.add_done_callback(let_pass)
        try:
            async with asyncio.timeout(patience):
                # shielded: a broken pool cannot clean up after itself if one of its futures was cancelled
                return await asyncio.shield(answer)
        except TimeoutError:
            raise NoAnswer from None
        except BrokenProcessPool:
            if self._pool is pool:  # not a pool that was started since
                self._give_up("a bot process died")
            raise NoAnswer from None

    def _submit(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> Future[T]:
        if self._pool is None and time.monotonic() < self._rests_until:
            raise NoAnswer
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _begin)
            return self._pool.submit(work, *given, **named)
        except (OSError, RuntimeError) as error:  # no memory, too many processes or threads, or an idle process died
            self._give_up(f"no bot process could start ({error})")
            raise NoAnswer from None

    def _give_up(self, why: str) -> None:
        log.warning("%s; starting new ones", why)
        self._end()
        self._rests_until = _after(REST)

    def _end(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def close(self) -> None:
        """End the processes for good."""
        self._end()
        self._rests_until = inf


# ---------------------------------------------------------------- in the bot processes


def _begin() -> None:
    """Set up a bot process: it runs at low priority, and ends when the server does, however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(10)
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def _after(seconds: float) -> float:
    return time.monotonic() + seconds


def _in_time(playouts: float, until: float) -> ThinkingTime:
    """Return the time to think: less after a long wait in the queue. Raise NoAnswer if nobody waits anymore."""
    left = until - time.monotonic() - PONDERED
    if left < -PONDERED:
        raise NoAnswer
    return ThinkingTime(playouts, min(PONDERED, max(0.0, left)), time.monotonic)


def _choose(game: str, state: State[Any], seat: Seat, seed: int, until: float) -> Any:
    mind = mind_of(find(game))
    return think(mind, state, seat, _in_time(mind.playouts, until), Random(seed)).best.action


def _advise(game: str, state: State[Any], seat: Seat, seed: int, until: float) -> Advice:
    found = find(game)
    return advice.advise(found, state, seat, _in_time(2 * mind_of(found).playouts, until), Random(seed))


def _weigh(log: Log, numbers: list[int], seconds: float) -> list[Decision]:
    game = find(log.opening.game)
    return advice.weigh(
        game, log, numbers, ThinkingTime(seconds=seconds), Random(f"{log.opening.commitment}/{numbers}")
    )
