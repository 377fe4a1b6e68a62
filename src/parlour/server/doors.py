"""Uvicorn's two protocols, with what they leave open shut: requests that never end, and more frames than are read."""

import asyncio
import logging
import socket
import struct
from typing import Any, ClassVar

import h11
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from parlour.server.endpoint import refuse
from parlour.server.limits import Bucket, Budget

WHOLE = 15.0  # seconds until a request must have come in
MOST_WAITING = 500  # connections on which no request is being answered
MOST_STALLED = 100  # connections whose answers are not read: each holds most of a megabyte
AT_LEAST = 2.0  # seconds that each may wait all the same: after a restart everybody comes at once
PIECE = 2048  # bytes that are looked at before what is in them has been read
MOST_BYTES = 131_072  # of a message before the line is cut; the smaller limit of wire.py is answered
TEXT = 0x81  # opcode, and that it is the last frame of its message
ODD_FRAMES = Budget(100, 10)  # pings, pongs and parts of messages, which no browser sends many of

AT_ONCE = struct.pack("ii", 1, 0)  # for SO_LINGER: what is left is thrown away
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class HttpDoor(H11Protocol):
    """Hangs up on a request that does not come in, and when too many are idle or do not read, on the longest."""

    waiting: ClassVar[dict["HttpDoor", float]] = {}  # since when, the longest first
    stalled: ClassVar[dict["HttpDoor", None]] = {}  # the longest first
    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._await_request()
        else:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:  # if not, the next one is being answered already
            self.waiting.setdefault(self, self.loop.time())

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stalled[self] = None
        if len(self.stalled) > MOST_STALLED:
            next(iter(self.stalled)).drop()

    def drop(self) -> None:
        """Hang up, and let the system forget what was not read."""
        self.stalled.pop(self, None)
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stalled.pop(self, None)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.stalled.pop(self, None)
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self.late = self.late or self.loop.call_later(WHOLE, self.transport.abort)
        now = self.loop.time()
        self.waiting.setdefault(self, now)
        while len(self.waiting) > MOST_WAITING:
            longest, since = next(iter(self.waiting.items()))
            if now - since < AT_LEAST:
                break
            longest._stop_waiting()
            longest.transport.abort()

    def _stop_waiting(self) -> None:
        self.waiting.pop(self, None)
        if self.late:
            self.late.cancel()
            self.late = None


class SocketDoor(WebSocketsSansIOProtocol):
    """Looks at no more of what has come than is asked for, so that it stays in the sender's hands."""

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
        if self.close_sent:  # the answer to that may be among what has come
            self._look()

    async def run_asgi(self) -> None:
        self.scope["door"] = self  # type: ignore[typeddict-unknown-key]
        await super().run_asgi()

    def write_texts(self, messages: list[bytes]) -> None:
        """Messages without the way through ASGI, which takes longer than making them. To one who has gone, or is going,
        they are not sent."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for message in messages for part in (_head(len(message)), message)]))

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()  # or pings would be answered to somebody who does not read

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
            if self.conn.handshake_exc and not self.transport.is_closing():  # no request for a WebSocket at all
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


class OneLength:
    """Refuses a request that says its length in two ways: a proxy before us may have believed the other one, and then
    its end would be somebody else's request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        said = {name for name, _ in scope.get("headers", ())} & {b"content-length", b"transfer-encoding"}
        if scope["type"] == "http" and len(said) > 1:
            response = refuse(400, "The request says its length in two ways.")
            response.headers["connection"] = "close"
            await response(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _head(size: int) -> bytes:
    """How the frame of a whole message of text begins."""
    if size < 126:
        return struct.pack("!BB", TEXT, size)
    if size < 65_536:
        return struct.pack("!BBH", TEXT, 126, size)
    return struct.pack("!BBQ", TEXT, 127, size)


def without_bad_letters(record: logging.LogRecord) -> bool:
    """Not a stack trace in the log for every wrong byte that somebody sends."""
    return not str(record.msg).startswith("Invalid UTF-8")
