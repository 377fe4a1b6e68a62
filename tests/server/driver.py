"""A real server and real clients for tests: uvicorn on a free port, WebSockets over loopback."""

import asyncio
import itertools
import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from parlour.kernel.log import Entry, Move
from parlour.server.addresses import Addresses
from parlour.server.app import create_app
from parlour.server.rooms import Rooms
from parlour.server.serve import configured, listen
from parlour.store import Store
from parlour.store.sqlite import SqliteStore

PATIENCE = 20.0  # seconds a test waits for anything
HOST_NAMES = ("x",)  # names the server answers to, besides its address


@dataclass
class Served:
    url: str
    rooms: Rooms
    http: httpx.AsyncClient
    lines: set[Any]  # uvicorn's protocol object of every open connection

    async def make(self, **wishes: Any) -> dict[str, Any]:
        """Make a new table, by default Golf for two, hosted by Ann."""
        new = {"game": "golf", "name": "Ann", "seats": [{}, {}], **wishes}
        answer = await self.http.post("/api/tables", json=new)
        assert answer.status_code == 200, answer.text
        self.http.cookies.clear()
        made: dict[str, Any] = answer.json()
        return made

    async def sit(self, code: str, name: str, **wishes: Any) -> dict[str, Any]:
        answer = await self.http.post(f"/api/tables/{code}/sit", json={"name": name, **wishes})
        assert answer.status_code == 200, answer.text
        self.http.cookies.clear()
        seated: dict[str, Any] = answer.json()
        return seated

    async def moves(self, code: str) -> list[Entry[Move]]:
        """Return the moves as they are logged."""
        kept = await self.rooms.store.load(code)
        return self.rooms.open_rooms[code].table.log(kept.entries).entries if kept else []

    async def join(self, code: str, token: str = "", seen: int | None = None, way: float = 0.0) -> "Player":
        return await Player.open(self.url, code, token, seen, way)


@asynccontextmanager
async def serving(
    folder: Path, store: Store | None = None, public_url: str = "", limited: bool = True, **of_house: Any
) -> AsyncIterator[Served]:
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    rooms = Rooms(store or SqliteStore(folder / "test.db"), **{"bot_pause": 0.0, **of_house})
    app = create_app(rooms, Addresses("127.0.0.1", port, public_url, HOST_NAMES), limited)
    config = configured(app, lifespan="on", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    url = f"http://127.0.0.1:{port}"
    try:
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
            yield Served(url, rooms, http, server.server_state.connections)
    finally:
        server.should_exit = True
        await running


Story = Callable[[Served], Awaitable[None]]


def run(folder: Path, story: Story, **of_house: Any) -> None:
    """Run a story against its own server."""

    async def tell() -> None:
        async with serving(folder, **of_house) as served:
            await story(served)

    asyncio.run(tell())


class Player:
    """A client that keeps the last view and all bytes except pings, and matches replies to what was sent. `way` is the
    delay in seconds of a message each way."""

    def __init__(self, line: ClientConnection, way: float = 0.0) -> None:
        self.line = line
        self.way = way
        self.pong_after = 0.0  # seconds
        self.pongs: set[asyncio.Task[None]] = set()
        self.raw: list[bytes] = []
        self.last: dict[str, Any] = {}
        self.replies: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.strays: list[dict[str, Any]] = []  # replies that match no message
        self.bye = ""
        self.emotes: list[tuple[int, str]] = []  # who showed which
        self.links = asyncio.Queue[str]()  # new ones to the table
        self.token = ""
        self.ids = (f"{random.randrange(10**9)}-{number}" for number in itertools.count())
        self.news = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, url: str, code: str, token: str = "", seen: int | None = None, way: float = 0.0) -> "Player":
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket" + (f"?seen={seen}" if seen else "")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        player = cls(await websockets.connect(address, additional_headers=headers, max_size=None), way)
        player.token = token
        await player.until(lambda message: True)
        return player

    async def _read(self) -> None:
        try:
            async for text in self.line:
                assert isinstance(text, str)
                if self.way:
                    asyncio.get_running_loop().call_later(self.way, self._arrive, text)
                else:
                    self._arrive(text)
        except websockets.ConnectionClosed:
            pass
        finally:
            for waiting in self.replies.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("the line was cut"))
            self.news.set()

    def _arrive(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "ping":
            assert re.fullmatch(r'{"type":"ping","id":"p\d+"}', text)
            pong = asyncio.create_task(self._pong(message["id"]))
            self.pongs.add(pong)
            pong.add_done_callback(self.pongs.discard)
            return
        self.raw.append(text.encode())
        self._take(message)
        self.news.set()

    async def _pong(self, id: str) -> None:
        with suppress(websockets.ConnectionClosed):
            await asyncio.sleep(self.pong_after + self.way)
            await self.line.send(json.dumps({"type": "pong", "id": id}))

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "view":
            self.last = message
        elif message["type"] == "bye":
            self.bye = message["why"]
        elif message["type"] == "emoted":
            self.emotes.append((message["seat"], message["emote"]))
        elif message["type"] == "link":
            self.links.put_nowait(message["link"])
        elif message["id"] in self.replies:
            self.replies.pop(message["id"]).set_result(message)
        else:
            self.strays.append(message)

    async def until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the newest view meets a condition."""

        async with asyncio.timeout(PATIENCE):
            while not (self.last and true(self.last)):
                await self._news()
            return self.last

    async def next(self) -> None:
        """Wait for the next message."""
        async with asyncio.timeout(PATIENCE):
            await self._news()

    async def told_link(self) -> str:
        """Wait for a new link to the table."""
        async with asyncio.timeout(PATIENCE):
            return await self.links.get()

    async def _news(self) -> None:
        if self.reading.done():
            raise ConnectionError(self.bye or "the line was cut")
        self.news.clear()
        await self.news.wait()

    async def version(self, version: int) -> dict[str, Any]:
        return await self.until(lambda message: message["version"] >= version)

    async def say(self, type: str, **rest: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        id = rest.pop("id", None) or next(self.ids)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.replies[id] = future
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.sleep(self.way)
        await self.line.send(json.dumps({"type": type, "id": id, **rest}))
        async with asyncio.timeout(PATIENCE):
            return await future

    async def act(self, **action: Any) -> dict[str, Any]:
        return await self.say("act", action=action)

    async def table(self, what: str, **rest: Any) -> dict[str, Any]:
        return await self.say("table", event={"what": what, **rest})

    async def send(self, data: str | bytes) -> dict[str, Any]:
        """Send raw data, and wait for a reply that matches no message."""
        self.strays.clear()
        await self.line.send(data)

        async with asyncio.timeout(PATIENCE):
            while not self.strays:
                await self._news()
            return self.strays.pop()

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.last["view"]
        return view

    async def close(self) -> None:
        await self.line.close()
        await self.reading


def some_action(view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return any action that the asks of a view offer, without knowing the game."""
    ask = rng.choice([ask for ask in view["asks"] if "groups" not in str(ask["action"])] or view["asks"])
    if "fits" in ask:
        row = iter(rng.choice(ask["fits"]))
        return {key: next(row) if isinstance(value, dict) else value for key, value in ask["action"].items()}
    zones = {zone["id"]: zone.get("items", []) for zone in view["zones"]}
    return {key: _fill(value, zones, rng) if isinstance(value, dict) else value for key, value in ask["action"].items()}


def _fill(hole: dict[str, Any], zones: dict[str, list[Any]], rng: random.Random) -> Any:
    faces = [item if isinstance(item, str) else item.get("face") for item in zones.get(hole.get("from", ""), [])]
    match hole["hole"]:
        case "slot":
            return rng.choice(hole.get("only") or range(len(faces)))
        case "card":
            return rng.choice(hole.get("only") or faces)
        case "target":
            return rng.choice(hole["only"])
        case "choice":
            return rng.choice(hole["of"])["value"]
        case "cards" if examples := hole.get("examples"):
            return rng.choice(examples)
        case "cards":
            many = [face for face in faces if faces.count(face) > 1]
            return ([rng.choice(many)] if many else faces[:1]) * hole["min"]
    raise AssertionError(hole)
