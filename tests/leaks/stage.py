"""A server whose clock stands still until a test moves it.

It is a real server with sockets, or it is unplugged: clients in the same process call the application directly. That is
faster, and it is possible to tell when everything has been sent.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection

from parlour.server import guest
from parlour.server.addresses import Addresses
from parlour.server.app import create_app
from parlour.server.rooms import Rooms
from parlour.store.sqlite import SqliteStore
from tests.server.driver import Player, Served

ADDRESS = "http://parlour.test"
NEVER = 1e6  # seconds


class Clock:
    """Replaces the module `time` wherever Parlour reads the clock."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


@contextmanager
def time_by_hand() -> Iterator[Clock]:
    clock = Clock()
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("parlour.") and getattr(module, "time", None) is time:
                patch.setattr(module, "time", clock)
        # Pings go by the event loop's clock, which does not stand still; after a minute of silence it drops a guest.
        patch.setattr(guest, "PINGS", (NEVER,))
        yield clock


class Wire:
    """A WebSocket of the application without a network. A Player uses it like a connection."""

    def __init__(self, app: Starlette, path: str, query: str, headers: dict[str, str]) -> None:
        self.inward: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outward: asyncio.Queue[str | None] = asyncio.Queue()
        self.inward.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 50_000),
            "subprotocols": [],
            "transport": self,
        }
        self.writable = asyncio.Event()
        self.writable.set()
        self.running = asyncio.create_task(self._run(app, scope))

    async def _run(self, app: Starlette, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self.inward.get, self._take)
        finally:
            self.outward.put_nowait(None)

    async def _take(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.outward.put_nowait(message["text"])

    def write_texts(self, messages: list[bytes]) -> None:
        for message in messages:
            self.outward.put_nowait(message.decode())

    async def __aiter__(self) -> AsyncIterator[str]:
        while (text := await self.outward.get()) is not None:
            yield text

    async def send(self, text: str) -> None:
        self.inward.put_nowait({"type": "websocket.receive", "text": text})

    async def close(self) -> None:
        self.inward.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.running


@dataclass
class Unplugged(Served):
    app: Starlette

    async def join(self, code: str, token: str = "", seen: int | None = None, way: float = 0.0) -> Player:
        headers = {"Host": "parlour.test", **({"Authorization": f"Bearer {token}"} if token else {})}
        query = f"seen={seen}" if seen else ""
        wire = Wire(self.app, f"/api/tables/{code}/socket", query, headers)
        player = Player(cast(ClientConnection, wire), way)
        await player.until(lambda message: True)
        return player


@asynccontextmanager
async def unplugged(folder: Path, **of_house: Any) -> AsyncIterator[Served]:
    rooms = Rooms(SqliteStore(folder / "test.db"), **of_house)
    app = create_app(rooms, Addresses("127.0.0.1", 80, ADDRESS), limited=False)
    transport = httpx.ASGITransport(app=app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url=ADDRESS) as http:
        yield Unplugged(ADDRESS, rooms, http, set(), app)


async def nothing_left_to_say(rooms: Rooms) -> None:
    """Wait until neither this event loop nor the store's thread has anything left to do, which is all there is."""
    loop: Any = asyncio.get_running_loop()
    quiet = 0
    while quiet < 3:
        for room in list(rooms.open_rooms.values()):
            async with room.changing:
                pass
        await asyncio.sleep(0)
        quiet = 0 if loop._ready or any(room.changing.locked() for room in rooms.open_rooms.values()) else quiet + 1
