"""One connection of somebody at a table, as the room writes to it."""

import asyncio
import logging
import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from parlour.kernel.state import Seat
from parlour.server import protocol

if TYPE_CHECKING:
    from parlour.server.room import Room

log = logging.getLogger("parlour")

SLOW = 10.0  # seconds a line may take nothing
SILENT = 60.0  # seconds after which a guest who says nothing is gone
SAID_NOTHING = 4001  # the code that such a line is closed with
MOST_REPLIES = 200  # that may wait for a guest who does not read
PINGS = (0.2, 0.8, 10.0)  # seconds to wait before the first ping, the second, and every other
LAST_PINGS = 5  # that the round trip is taken from


class Connection(Protocol):
    """What a guest is written to through."""

    @property
    def ready(self) -> bool:
        """Does it take something now?"""

    def write(self, messages: list[bytes]) -> None: ...

    async def drained(self) -> None:
        """Wait until it does."""

    async def close(self, code: int) -> None: ...


class Guest:
    """One connection: a device of a seat, of the host, or an onlooker's."""

    def __init__(
        self, room: "Room", line: Connection, key: str, seen: int, spend: Callable[[int], float] = lambda size: 0.0
    ) -> None:
        self.room = room
        self.spend = spend  # so many bytes on a view; gives the seconds to wait before the next one
        self.alive = time.monotonic()  # when it came, or last answered a ping
        self.loop = asyncio.get_running_loop()
        self.heard_at = self.loop.time()  # when it last said anything, by the clock of the bell
        self.rests = 0.0  # until then
        self.line = line
        self.key = key
        self.sent = seen  # the version whose story it has
        self.seat: Seat | None = None  # where it sat when it was last counted
        self.replies: list[Struct] = []
        self.stale = True
        self.answering = False  # a message of its own is being answered: the answer comes before what it led to
        self.leaving: tuple[str, int] | None = None  # why, and the closing code
        self.pings = 0
        self.bell: asyncio.TimerHandle | None = None  # if not, it has rung, and a ping is due
        self.alarm: asyncio.TimerHandle | None = None  # when it has rested
        self.pinged = ("", 0.0)  # the last ping, and when it was sent
        self.round_trips: tuple[float, ...] = ()
        self.staying = False  # it is written to
        self.awake = False  # `_write` will be called
        self.waiting: asyncio.Task[None] | None = None  # for a slow line, or to say goodbye
        self.hang_up: Callable[[], object] = lambda: None  # ends the connection

    def reply(self, message: Struct) -> None:
        if len(self.replies) < MOST_REPLIES:
            self.replies.append(message)
            self.wake()
        else:
            self.dismiss("This device isn't reading what we send.", 1008)

    def refresh(self) -> None:
        """There is something new to see. It is shown at once, while what it is made of is at hand."""
        self.stale = True
        self._write()

    def dismiss(self, why: str, code: int = 4000) -> None:
        self.leaving = self.leaving or (why, code)
        self.wake()

    @property
    def round_trip(self) -> float:
        """Seconds there and back, as far as the guest has let it be known."""
        return median(self.round_trips or (0.0,))

    def heard(self, id: str, arrived: float) -> None:
        """An answer to a ping; what answers none counts for nothing."""
        if id == self.pinged[0]:
            self.round_trips = (*self.round_trips[1 - LAST_PINGS :], arrived - self.pinged[1])
            self.alive = arrived
            self.pinged = ("", 0.0)

    def wake(self) -> None:
        """There may be something to write. What comes at once is written at once."""
        if not self.awake:
            self.awake = True
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        """Write what there is, as far as the line takes it; `_wait` comes back to the rest."""
        self.awake = False
        if not self.staying or (self.leaving and self.answering):
            return
        if self.leaving or not self.line.ready:
            self.waiting = self.waiting or self.loop.create_task(self._wait())
            return
        if self.bell is None:
            self._ping()
        messages = self._answers()
        if self.stale and not self.answering and not self._rests():
            self.stale = False
            try:
                data, self.sent = self.room.see(self)
                messages.append(data)
                self.room.rooms.metrics.add("views_total")
                self.room.rooms.metrics.add("view_bytes_total", len(data))
                self.rests = time.monotonic() + self.spend(len(data))
            except Exception:  # whatever is wrong with a game, the others play on
                log.exception("table %s: a view could not be made", self.room.table.code)
                self.dismiss("Something went wrong on our side.", 1011)
        if messages:
            self.line.write(messages)

    def _rests(self) -> bool:
        """Has its address been shown so much that the next view has to wait? It will be the newest then."""
        wait = self.rests - time.monotonic()
        if wait <= 0:
            return False
        if self.alarm is None:
            self.alarm = asyncio.get_running_loop().call_later(wait, self._rested)
        return True

    def _rested(self) -> None:
        self.alarm = None
        self.wake()

    def _answers(self) -> list[bytes]:
        answers = [protocol.encode(reply) for reply in self.replies]
        self.replies.clear()
        return answers

    def begin(self, hang_up: Callable[[], object]) -> None:
        self.staying = True
        self.hang_up = hang_up
        self._wind()
        self.wake()

    def end(self) -> None:
        self.staying = False
        for waits in (self.bell, self.alarm, self.waiting):
            if waits:
                waits.cancel()

    async def _wait(self) -> None:
        """Wait until the line takes something again. Somebody who has to go is told why, and the line is closed."""
        try:
            async with asyncio.timeout(SLOW):
                await self.line.drained()
            if not self.leaving:
                self.waiting = None
                self._write()
                return
            self.line.write([*self._answers(), protocol.encode(protocol.Bye(self.leaving[0]))])
            await self.line.close(self.leaving[1])
        except TimeoutError:
            self.room.rooms.metrics.add("slow_readers_total")
        except Exception as error:
            self.room.connection_failed(error)
        self.hang_up()

    def _wind(self) -> None:
        """Set the bell for the next ping."""
        wait = PINGS[min(self.pings, len(PINGS) - 1)]
        self.bell = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self.bell = None
        if self.loop.time() - self.heard_at > SILENT:
            self.dismiss("We haven't heard from this device for a minute.", SAID_NOTHING)
        self.wake()

    def _ping(self) -> None:
        self.pings += 1
        self._wind()
        self.pinged = (f"p{self.pings}", time.monotonic())
        self.line.write([protocol.encode(protocol.ServerPing(self.pinged[0]))])
