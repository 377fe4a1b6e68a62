"""Work that takes long: one piece at a time, every address in its turn, and only while somebody waits for it."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from parlour.server.limits import TooMuch
from parlour.server.metrics import Metrics

MOST_WAITING = 100  # pieces of work of one address
MOST_IN_ALL = 1000
SOON = 5.0  # seconds after which to ask again

T = TypeVar("T")
Watch = Callable[[], None]  # called again and again by the work; raises when nobody waits for it any more


class Abandoned(Exception):
    """Nobody waits for this any more."""


class FairQueue:
    """However much one address asks for, another one's work comes after at most one piece of it."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._busy = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # whose turn it is next is first

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for it, and have it."""
        await self._get(address)
        try:
            yield
        finally:
            self._pass_on()

    async def thread(self, address: str, work: Callable[[Watch], T]) -> T:
        """Work in a thread when it is its turn. Whoever is cancelled leaves nothing running behind."""
        async with self.turn(address):
            return await self.apart(work)

    async def apart(self, work: Callable[[Watch], T]) -> T:
        """The same for whoever has the turn."""
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
            await asyncio.wait({working})  # or it would go on beside the next one's
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
                self._pass_on()  # it came at the very moment
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
        """To the next who still waits: one who has just hung up may not have been able to leave the line yet."""
        while self._waiting:
            address, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[address] = queue  # behind everybody else
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False


async def while_waited_for(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Work for a request whose body has been read; it ends when whoever asked hangs up."""
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
