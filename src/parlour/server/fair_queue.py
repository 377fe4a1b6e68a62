"""A queue for long work: one job at a time, addresses take turns, and jobs that nobody waits for are dropped."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from parlour.server.limits import TooMuch
from parlour.server.metrics import Metrics

MOST_WAITING = 100  # jobs of one address
MOST_IN_ALL = 1000
SOON = 5.0  # seconds after which to try again

T = TypeVar("T")
Watch = Callable[[], None]  # the job calls it often; raises when nobody waits for the job anymore


class Abandoned(Exception):
    """Nobody waits for this job anymore."""


class FairQueue:
    """However many jobs one address has, each other address waits for at most one of them."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._busy = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # in the order of their turns

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        await self._get(address)
        try:
            yield
        finally:
            self._pass_on()

    async def thread(self, address: str, work: Callable[[Watch], T]) -> T:
        """Do the work in a thread when its turn comes. If cancelled, wait until the thread has stopped."""
        async with self.turn(address):
            return await self.apart(work)

    async def apart(self, work: Callable[[Watch], T]) -> T:
        """Do the work in a thread, for a caller that already holds the turn."""
        abandoned = False

        def watch() -> None:
            if abandoned:
                raise Abandoned

        working = asyncio.ensure_future(asyncio.to_thread(work, watch))
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            abandoned = True
            self.metrics.add("abandoned_total")
            await asyncio.wait({working})  # or it would run beside the next job
            if not working.cancelled():
                working.exception()
            raise

    async def _get(self, address: str) -> None:
        if not self._busy:
            self._busy = True
            return
        mine = self._waiting.get(address, ())
        if len(mine) >= MOST_WAITING or len(self) >= MOST_IN_ALL:
            self.metrics.add("limited_work_total")
            raise TooMuch("Too many games are waiting to be read for your network.", SOON)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()  # the turn came at the very moment
            else:
                self._leave(address, turn)
            raise

    def _leave(self, address: str, turn: "asyncio.Future[None]") -> None:
        queue = self._waiting.get(address)
        if queue and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[address]

    def _pass_on(self) -> None:
        """Pass the turn to the next job that still waits; some may be cancelled and not have left yet."""
        while self._waiting:
            address, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[address] = queue  # behind all other addresses
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False


async def while_waited_for(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Do work for a request whose body has been read; cancel it when the client hangs up."""
    working = asyncio.ensure_future(work)
    going = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, going}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientDisconnect
    finally:
        working.cancel()
        going.cancel()
        await asyncio.gather(working, going, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
