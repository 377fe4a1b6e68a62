"""Uvicorn's two protocols, hardened against requests that never end and floods of frames.

With uvicorn's own protocols, tests/attack measures: a body sent in chunks of one byte lets a live table's ping take 2.8
to 4.1 s (5 ms here), a request that never ends is never cut off (after 15 s here), and 9 of 136 tests fail.
"""

import asyncio
import logging
import socket
import struct
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import h11
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from parlour.server.limits import Bucket, Budget, Limits, household
from parlour.server.share.tunnel_end import TunnelEnd

WHOLE = 15.0  # seconds for a whole request to arrive
MOST_WAITING = 500  # idle connections, on which no request is being answered
MOST_WAITING_OF_ONE = 150  # from one address
MOST_STALLED = 100  # connections whose answers are not read
MOST_STALLED_OF_ONE = 20
AT_LEAST = 2.0  # seconds that each may wait in any case: after a restart everybody comes at once
CRUMB = 256  # bytes; smaller chunks cost too much to process
MOST_CRUMBS = 50  # in one request
PIECE = 2048  # bytes that are parsed at a time, before their messages are read
MOST_BYTES = 131_072  # in a message before the connection is cut; beyond protocol.py's smaller limit it is refused
TEXT = 0x81  # opcode with the bit for the last frame of a message
ODD_FRAMES = Budget(100, 10)  # pings, pongs and fragments; browsers send few

AT_ONCE = struct.pack("ii", 1, 0)  # for SO_LINGER: discard unsent data
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Crowd:
    """Waiting connections by address, the longest waiting first."""

    def __init__(self) -> None:
        self.of: dict[str, dict[HttpTransport, float]] = {}  # address → connection → since when
        self.many = 0

    def __len__(self) -> int:
        return self.many

    def __iter__(self) -> Iterator["HttpTransport"]:
        return iter([connection for connections in self.of.values() for connection in connections])

    def add(self, connection: "HttpTransport", now: float) -> None:
        mine = self.of.setdefault(connection.address, {})
        if connection not in mine:
            mine[connection] = now
            self.many += 1

    def discard(self, connection: "HttpTransport") -> None:
        mine = self.of.get(connection.address, {})
        if connection in mine:
            del mine[connection]
            self.many -= 1
            if not mine:
                del self.of[connection.address]

    def beyond(self, address: str, most_of_one: int, most: int) -> tuple["HttpTransport", float] | None:
        """Return the connection that has to go, and since when it waits: the longest waiting of this address if it has
        too many; if all together are too many, that of the address with the most."""
        mine = self.of.get(address, {})
        if len(mine) <= most_of_one:
            if self.many <= most:
                return None
            mine = max(self.of.values(), key=len)
        return next(iter(mine.items()))


class SmallChunks(h11.Connection):
    """Hangs up on a body that comes in tiny chunks: parsing them would take all our time."""

    many = 0
    hang_up: Callable[[], None] | None = None

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.many = 0
        elif isinstance(event, h11.Data) and event.chunk_end and len(event.data) < CRUMB:
            self.many += 1
            if self.many > MOST_CRUMBS and self.hang_up:
                self.hang_up()
                return h11.NEED_DATA
        return event


class HttpTransport(H11Protocol):
    """Cuts requests that take too long, and the oldest connections when too many are idle or do not read."""

    waiting: ClassVar[Crowd] = Crowd()
    stalled: ClassVar[Crowd] = Crowd()
    late: asyncio.TimerHandle | None = None
    resting: asyncio.TimerHandle | None = None
    unseen = b""
    address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.conn = SmallChunks(h11.SERVER, h11._connection.DEFAULT_MAX_INCOMPLETE_EVENT_SIZE)
        self.conn.hang_up = transport.abort
        self.limits: Limits = self.config.app.state.limits  # type: ignore[union-attr]
        if self.limits.on:
            self.address = self._caller()
            if self.address and not self.limits.line(self.address):
                transport.abort()
                return
        self._await_request()

    def _caller(self) -> str:
        """Return the address that limits count this connection under; "" behind a proxy, whose connections all are."""
        end: TunnelEnd | None = self.config.app.state.tunnel_end  # type: ignore[union-attr]
        if end and end.leads_to(self.server):
            caller = end.caller(self.client)
        else:
            caller = self.client[0] if self.client and not self.config.proxy_headers else ""
        return household(caller) if caller else ""

    def data_received(self, data: bytes) -> None:
        wait = self.limits.received(self.address, len(data)) if self.address else 0.0
        if self.unseen or wait:
            self.unseen += data
            self.transport.pause_reading()
            self.resting = self.resting or self.loop.call_later(wait, self._look)
        else:
            self._take(data)

    def _look(self) -> None:
        """Process what arrived while the address had to wait."""
        self.resting = None
        data, self.unseen = self.unseen, b""
        if not self.transport.is_closing():
            if not self.flow.read_paused:
                self.transport.resume_reading()
            self._take(data)

    def _take(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._await_request()
        else:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:  # otherwise the next one is already being answered
            self.waiting.add(self, self.loop.time())

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stalled.add(self, self.loop.time())
        if beyond := self.stalled.beyond(self.address, self._most(MOST_STALLED_OF_ONE, MOST_STALLED), MOST_STALLED):
            self.limits.metrics.add("limited_lines_total")
            beyond[0].drop()

    def drop(self) -> None:
        """Hang up, and discard what the client has not read."""
        self.stalled.discard(self)
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stalled.discard(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.stalled.discard(self)
        self.unseen = b""
        if self.resting:
            self.resting.cancel()
        if isinstance(self.conn, SmallChunks):
            self.conn.hang_up = None  # breaks a reference cycle that would keep the received data
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self.late = self.late or self.loop.call_later(WHOLE, self.transport.abort)
        now = self.loop.time()
        self.waiting.add(self, now)
        most = self._most(MOST_WAITING_OF_ONE, MOST_WAITING)
        while beyond := self.waiting.beyond(self.address, most, MOST_WAITING):
            longest, since = beyond
            if now - since < AT_LEAST:
                break
            self.limits.metrics.add("limited_lines_total")
            longest._stop_waiting()
            longest.transport.abort()

    def _most(self, of_one: int, of_all: int) -> int:
        return of_one if self.address else of_all

    def _stop_waiting(self) -> None:
        self.waiting.discard(self)
        if self.late:
            self.late.cancel()
            self.late = None


class SocketTransport(WebSocketsSansIOProtocol):
    """Parses no more data than the application reads, so that the rest backs up at the sender."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.unseen = b""
        self.odd_frames = Bucket(ODD_FRAMES, self.loop.time())
        self.resting: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        self.unseen += data
        self._look()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        self._look()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.close_sent:  # the client's answer may already have arrived
            self._look()

    async def run_asgi(self) -> None:
        self.scope["transport"] = self  # type: ignore[typeddict-unknown-key]
        await super().run_asgi()

    def write_texts(self, messages: list[bytes]) -> None:
        """Write messages directly, because ASGI takes longer than making them. Nothing is sent once the connection is
        closing."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for message in messages for part in (_head(len(message)), message)]))

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()  # or pongs would pile up for a client that does not read

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self.unseen = b""
        if self.resting:
            self.resting.cancel()
        super().connection_lost(exc)

    def handle_cont(self, event: Frame) -> None:
        self._odd_frame()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._odd_frame()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._odd_frame()
        super().handle_pong(event)

    def _look(self) -> None:
        while self.unseen and not self._full() and not self.transport.is_closing():
            piece, self.unseen = self.unseen[:PIECE], self.unseen[PIECE:]
            super().data_received(piece)
            if self.conn.handshake_exc and not self.transport.is_closing():  # not a WebSocket request at all
                self.transport.write(b"".join(self.conn.data_to_send()) or BAD_REQUEST)
                self.transport.close()
        if self.transport.is_closing():
            return
        if self._full():
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _full(self) -> bool:
        unread = not self.queue.empty() and not self.close_sent
        return unread or self.resting is not None or not self.writable.is_set()

    def _odd_frame(self) -> None:
        wait = self.odd_frames.take(self.loop.time())
        if wait and not self.resting:
            self.resting = self.loop.call_later(wait, self._rested)

    def _rested(self) -> None:
        self.resting = None
        self._look()


def _head(size: int) -> bytes:
    """Return the frame header of a whole text message."""
    if size < 126:
        return struct.pack("!BB", TEXT, size)
    if size < 65_536:
        return struct.pack("!BBH", TEXT, 126, size)
    return struct.pack("!BBQ", TEXT, 127, size)


def without_bad_letters(record: logging.LogRecord) -> bool:
    """A log filter that drops the stack traces for invalid bytes from clients."""
    return not str(record.msg).startswith("Invalid UTF-8")
