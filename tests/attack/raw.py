"""Raw connections: HTTP and WebSocket as bytes."""

import asyncio
import base64
import json
import os
import struct
from typing import Any

import websockets

from tests.server.driver import PATIENCE, Served

TEXT, BINARY, CLOSE, PING, PONG, CONTINUED = 1, 2, 8, 9, 10, 0


def frame(kind: int, data: bytes, last: bool = True, masked: bool = True) -> bytes:
    """Return a client's frame, with a mask of zeros."""
    head = bytes([kind | (0x80 if last else 0)])
    mask = 0x80 if masked else 0
    if len(data) < 126:
        head += bytes([mask | len(data)])
    elif len(data) < 65_536:
        head += bytes([mask | 126]) + struct.pack("!H", len(data))
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", len(data))
    return head + (b"\0\0\0\0" if masked else b"") + data


class Raw:
    """A connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, served: Served, **named: Any) -> "Raw":
        return cls(*await asyncio.open_connection("127.0.0.1", int(served.url.rpartition(":")[2]), **named))

    @classmethod
    async def at_table(cls, served: Served, code: str, token: str = "", **headers: str) -> "Raw":
        """Open a WebSocket, from which nothing is read."""
        line = await cls.open(served)
        asked = {
            "Host": served.url.rpartition("/")[2],
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
            **({"Authorization": f"Bearer {token}"} if token else {}),
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in asked.items())
        answer = await line.ask(f"GET /api/tables/{code}/socket HTTP/1.1\r\n{head}\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 101"), answer
        return line

    async def ask(self, data: bytes) -> bytes:
        """Send a request; return the head of the answer, or nothing if the connection was cut."""
        self.writer.write(data)
        return await self.head()

    async def head(self) -> bytes:
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                return b""

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def ended(self) -> bytes:
        """Wait until the server hangs up; return the rest of what it sent."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.read(-1)
            except ConnectionError:
                return b""

    def close(self) -> None:
        self.writer.close()


async def bye_of(served: Served, code: str, **named: Any) -> tuple[str, int | None]:
    """Return what a client that is not let in is told, and the closing code."""
    address = f"{served.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    line = await websockets.connect(address, **named)
    said = json.loads(await line.recv())
    assert said["type"] == "bye", said
    await line.wait_closed()
    return said["why"], line.close_code
