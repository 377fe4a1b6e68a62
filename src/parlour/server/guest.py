"""One connection at a table, as the room writes to it."""

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

SLOW = 10.0  # seconds that a connection may accept no data
SILENT = 60.0  # seconds of silence after which a guest is dropped
SAID_NOTHING = 4001  # the closing code for that
MOST_REPLIES = 200  # replies that may wait for a guest who does not read
PINGS = (0.2, 0.8, 10.0)  # seconds before the first ping, the second, and each later one
LAST_PINGS = 5  # pings that the round trip is taken from


class Connection(Protocol):
    """How a guest is written to."""

    @property
    def ready(self) -> bool:
        """Whether it accepts data now."""

    def write(self, messages: list[bytes]) -> None: ...

    async def drained(self) -> None:
        """Wait until it accepts data."""

    async def close(self, code: int) -> None: ...


class Guest:
    """One connection: a device of a seat, of the host, or an onlooker's."""

    def __init__(
        self, room: "Room", line: Connection, key: str, seen: int, spend: Callable[[int], float] = lambda size: 0.0
    ) -> None:
        self.room = room
        self.spend = spend  # called with a view's size; returns the seconds before the next view
        self.alive = time.monotonic()  # when it connected, or last answered a ping
        self.loop = asyncio.get_running_loop()
        self.heard_at = self.loop.time()  # when it last sent anything, by the clock of the timers
        self.rests = 0.0  # no view before this time
        self.line = line
        self.key = key
        self.sent = seen  # the version it has been told up to
        self.seat: Seat | None = None  # its seat when guests were last counted
        self.replies: list[Struct] = []
        self.stale = True
        self.visible = True  # whether its page is, as far as it said
        self.answering = False  # its message is being answered: the answer goes out before the new view
        self.leaving: tuple[str, int] | None = None  # the reason, and the closing code
        self.pings = 0
        self.bell: asyncio.TimerHandle | None = None  # None when a ping is due
        self.alarm: asyncio.TimerHandle | None = None  # for when `rests` is over
        self.pinged = ("", 0.0)  # the id of the last ping, and when it was sent
        self.round_trips: tuple[float, ...] = ()
        self.staying = False  # between `begin` and `end`
        self.awake = False  # `_write` will be called
        self.waiting: asyncio.Task[None] | None = None  # for a slow connection, or to say goodbye
        self.hang_up: Callable[[], object] = lambda: None  # ends the connection

    def reply(self, message: Struct) -> None:
        if len(self.replies) < MOST_REPLIES:
            self.replies.append(message)
            self.wake()
        else:
            self.dismiss("This device isn't reading what we send.", 1008)

    def refresh(self) -> None:
        """Show the newest view, at once, while the room's view cache is warm."""
        self.stale = True
        self._write()

    def dismiss(self, why: str, code: int = 4000) -> None:
        self.leaving = self.leaving or (why, code)
        self.wake()

    @property
    def round_trip(self) -> float:
        """The median round trip in seconds, as far as the guest has answered pings."""
        return median(self.round_trips or (0.0,))

    def heard(self, id: str, arrived: float) -> None:
        """Note the answer to a ping. Unasked answers are ignored."""
        if id == self.pinged[0]:
            self.round_trips = (*self.round_trips[1 - LAST_PINGS :], arrived - self.pinged[1])
            self.alive = arrived
            self.pinged = ("", 0.0)

    def wake(self) -> None:
        """Schedule a write. Everything until then goes out together."""
        if not self.awake:
            self.awake = True
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        """Write what there is, if the connection accepts data; otherwise `_wait` does it later."""
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
            except Exception:  # a broken view must not stop the other guests
                log.exception("table %s: a view could not be made", self.room.table.code)
                self.dismiss("Something went wrong on our side.", 1011)
        if messages:
            self.line.write(messages)

    def _rests(self) -> bool:
        """Whether the next view has to wait because the address was sent too much. It will be the newest one then."""
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
        """Wait until the connection accepts data again. If the guest has to go, tell them why and close it."""
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
