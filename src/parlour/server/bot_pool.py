"""Thinking in processes of their own, so that no table waits for the bot of another.

Whoever waits is never left waiting: an answer that has not come in time is given up, and the sound one does.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
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

PONDERED = 0.3  # seconds at most that sharp thinks about a move
GIVEN_UP = 1.2  # seconds after which a game waits no longer, whatever else is being thought about
MOST_PATIENT = 5.0  # and a person who has asked
REST = 2.0  # seconds before others are begun for processes that have died or could not be begun

P = ParamSpec("P")
T = TypeVar("T")


class NoAnswer(Exception):
    """The thinkers did not answer in time."""


def ponders(game: AnyGame, bot: str) -> bool:
    """Does a bot think longer than a server may hold its breath?"""
    return isinstance(find_bot(game, bot), Sharp)


def let_pass(done: "asyncio.Future[Any]") -> None:
    """What went wrong when nobody was waiting any more need not be told."""
    if not done.cancelled():
        done.exception()


class BotPool:
    """As many processes as there are cores but one, begun when they are first needed."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._rests_until = 0.0
        self._advising = asyncio.Semaphore(self.workers)  # so that bots in play need not queue behind every hint

    def wake(self) -> None:
        """A process takes a second to begin: better before anybody waits for it."""
        if self._pool is None:
            with suppress(NoAnswer):
                for _ in range(self.workers):
                    self._submit(int)

    async def choose(self, game: AnyGame, state: State[Any], seat: Seat, rng: Random) -> Any:
        """What sharp does, from a state redealt for the seat; or NoAnswer."""
        return await self._ask(GIVEN_UP, _choose, game.name, state, seat, rng.getrandbits(64), _after(GIVEN_UP))

    async def advise(self, game: AnyGame, state: State[Any], seat: Seat, rng: Random) -> Advice:
        until = _after(MOST_PATIENT)
        try:
            async with asyncio.timeout(MOST_PATIENT), self._advising:
                return await self._ask(MOST_PATIENT, _advise, game.name, state, seat, rng.getrandbits(64), until)
        except TimeoutError:
            raise NoAnswer from None

    async def weigh(self, log: Log, numbers: Sequence[int], seconds: float) -> list[Decision]:
        """Those of a finished game's moves that were not the best, with so many seconds for each."""
        return await self._ask(60.0, _weigh, log, list(numbers), seconds)

    async def _ask(self, patience: float, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        asked = self._submit(work, *given, **named)
        pool = self._pool
        answer = asyncio.wrap_future(asked)
        answer.add_done_callback(let_pass)
        try:
            async with asyncio.timeout(patience):
                # shielded: a pool that breaks cannot clear up after itself if somebody has cancelled what it was asked
                return await asyncio.shield(answer)
        except TimeoutError:
            raise NoAnswer from None
        except BrokenProcessPool:
            if self._pool is pool:  # and not one that was begun since
                self._give_up("a process that thinks has died")
            raise NoAnswer from None

    def _submit(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> Future[T]:
        if self._pool is None and time.monotonic() < self._rests_until:
            raise NoAnswer
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _begin)
            return self._pool.submit(work, *given, **named)
        except (OSError, RuntimeError) as error:  # no memory, too many processes or threads, or one has died idle
            self._give_up(f"there is no process to think in ({error})")
            raise NoAnswer from None

    def _give_up(self, why: str) -> None:
        log.warning("%s; others will be begun", why)
        self._end()
        self._rests_until = _after(REST)

    def _end(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def close(self) -> None:
        """For good."""
        self._end()
        self._rests_until = inf


# ---------------------------------------------------------------- in the processes


def _begin() -> None:
    """The tables come first; and who thinks goes with whom it thinks for, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
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
    """Less for whoever has waited long for a turn to think, and nothing where nobody waits any more."""
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
