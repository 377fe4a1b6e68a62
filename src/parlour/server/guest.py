"""One connection of somebody at a table, as the room writes to it."""

import asyncio
import time
from collections import deque
from statistics import median
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from parlour.kernel.state import Seat
from parlour.server import wire

if TYPE_CHECKING:
    from parlour.server.room import Room

SLOW = 10.0  # seconds a guest may take to read one message
MOST_REPLIES = 200  # that may wait for a guest who does not read
PINGS = (0.2, 0.8, 10.0)  # seconds to wait before the first ping, the second, and every other
LAST_PINGS = 5  # that the round trip is taken from


class Line(Protocol):
    """What a guest is written to through."""

    async def send(self, data: bytes) -> None: ...

    async def close(self, code: int) -> None: ...


class Guest:
    """One connection: a device of a seat, of the host, or an onlooker's."""

    def __init__(self, room: "Room", line: Line, key: str, seen: int) -> None:
        self.room = room
        self.line = line
        self.key = key
        self.sent = seen  # the version whose story it has
        self.seat: Seat | None = None  # where it sat when it was last counted
        self.replies: deque[Struct] = deque()
        self.stale = True
        self.answering = False  # a message of its own is being answered: the answer comes before what it led to
        self.leaving: tuple[str, int] | None = None  # why, and the closing code
        self.pings = 0
        self.bell: asyncio.TimerHandle | None = None  # None: it has rung, and a ping is due
        self.pinged = ("", 0.0)  # the last ping, and when it was sent
        self.round_trips: deque[float] = deque(maxlen=LAST_PINGS)
        self.awake = asyncio.Event()
        self.awake.set()
        self.patience = asyncio.timeout(None)  # with a line that takes nothing

    def reply(self, message: Struct) -> None:
        if len(self.replies) < MOST_REPLIES:
            self.replies.append(message)
            self.awake.set()
        else:
            self.dismiss("You do not read what you are sent.", 1008)

    def refresh(self) -> None:
        self.stale = True
        self.awake.set()

    def dismiss(self, why: str, code: int = 4000) -> None:
        self.leaving = self.leaving or (why, code)
        self.awake.set()

    @property
    def round_trip(self) -> float:
        """Seconds there and back, as far as the guest has let it be known."""
        return median(self.round_trips or (0.0,))

    def heard(self, id: str, arrived: float) -> None:
        """An answer to a ping; what answers none counts for nothing."""
        if id == self.pinged[0]:
            self.round_trips.append(arrived - self.pinged[1])
            self.pinged = ("", 0.0)

    async def write(self) -> None:
        """Send what there is to send, and a ping now and then, until it is time to go."""
        self._wind()
        try:
            async with self.patience:
                await self._write_on()
        finally:
            if self.bell:
                self.bell.cancel()

    async def _write_on(self) -> None:
        while True:
            await self.awake.wait()
            self.awake.clear()
            if self.bell is None:
                await self._ping()
            while self.replies:
                await self._send(wire.encode(self.replies.popleft()))
            if self.answering:
                continue
            if self.leaving:
                await self._send(wire.encode(wire.Bye(self.leaving[0])))
                await self.line.close(self.leaving[1])
                return
            if self.stale:
                self.stale = False
                data, self.sent = self.room.see(self)
                self.room.house.counters.add("views_total")
                self.room.house.counters.add("view_bytes_total", len(data))
                await self._send(data)

    def _wind(self) -> None:
        """Set the bell for the next ping."""
        wait = PINGS[min(self.pings, len(PINGS) - 1)]
        self.bell = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self.bell = None
        self.awake.set()

    async def _ping(self) -> None:
        self.pings += 1
        self._wind()
        self.pinged = (f"p{self.pings}", time.monotonic())
        await self._send(wire.encode(wire.Knock(self.pinged[0])))

    async def _send(self, data: bytes) -> None:
        self.patience.reschedule(asyncio.get_running_loop().time() + SLOW)
        await self.line.send(data)
        self.patience.reschedule(None)
