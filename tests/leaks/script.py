"""A whole game as a list of steps, and its performance, which records every byte that everybody receives."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

from parlour.bots import usual_bot
from parlour.cards import card
from parlour.games import find
from parlour.kernel.shuffle import Shuffler
from parlour.server.room import Room
from parlour.store import StoredTable
from parlour.table.table import Table
from tests.kernel.honesty import Watched, exchanged
from tests.leaks.stage import ADDRESS, nothing_left_to_say, time_by_hand, unplugged
from tests.server.driver import Player, Served, serving

Viewer = int | None  # a seat, or an onlooker
NAMES = ("Ann", "Bob", "Cat", "Dan")
BOT_PAUSE = 0.25  # seconds


@dataclass(frozen=True)
class Setting:
    """What is fixed before anybody comes to the table."""

    game: str
    seed: int
    seats: int
    bots: frozenset[int] = frozenset()
    options: dict[str, Any] = field(default_factory=dict)
    pace: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """Somebody comes, leaves, says or fetches something; or time passes; or the server restarts."""

    what: Literal["come", "go", "say", "fetch", "wait", "restart"]
    who: str = ""  # a connection: "0", "0 too", "onlooker" …
    viewer: Viewer = None
    rest: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Exchange:
    """Two faces that change places in one shuffle. `knows` says who had seen one of them at which version: from then on
    they name the other one instead."""

    shuffle: int
    one: str
    other: str
    knows: Callable[[Viewer, int], bool]


@dataclass
class Recorded:
    """What was done, and what everybody received at each step."""

    steps: list[Step] = field(default_factory=list)
    heard: list[dict[str, list[bytes]]] = field(default_factory=list)  # step → connection → messages
    versions: list[int] = field(default_factory=list)  # the table's version after each step
    viewers: dict[str, Viewer] = field(default_factory=dict)  # the viewer at each connection
    tokens: dict[Viewer, str] = field(default_factory=dict)
    secret: str = ""
    kept: StoredTable | None = None  # the table in the store, at the end

    def heard_by(self, viewer: Viewer, step: int) -> dict[str, list[bytes]]:
        """What a viewer received at a step, on all of its connections."""
        return {who: heard for who, heard in self.heard[step].items() if heard and self.viewers[who] == viewer}


class Performance:
    """A table that is played by a script or by an improviser."""

    def __init__(self, setting: Setting, folder: Path, exchange: Exchange | None, counts: Recorded | None) -> None:
        self.setting = setting
        self.folder = folder
        self.exchange = exchange
        self.counts = counts  # with sockets: how many messages to wait for
        self.draw = Random(setting.seed).randbytes  # the same codes, tokens and secret in every run
        self.players: dict[str, Player] = {}
        self.record = Recorded()
        self.key = b""

    # ------------------------------------------------------------ the server

    @asynccontextmanager
    async def on_stage(self) -> AsyncIterator["Performance"]:
        with time_by_hand() as self.clock:
            async with AsyncExitStack() as self.open:
                await self._open()
                await self._set_up()
                yield self
                self.record.kept = await self.served.rooms.store.load(self.code)
                for player in self.players.values():
                    await player.close()

    async def _open(self) -> None:
        of_house: dict[str, Any] = {"bot_pause": BOT_PAUSE, "draw": self.draw, "make_shuffler": self._shuffler}
        if self.counts:
            server = serving(self.folder, public_url=ADDRESS, limited=False, **of_house)
        else:
            server = unplugged(self.folder, **of_house)
        self.served: Served = await self.open.enter_async_context(server)

    async def _set_up(self) -> None:
        setting = self.setting
        seats = [
            {"bot": usual_bot(find(setting.game))} if seat in setting.bots else {} for seat in range(setting.seats)
        ]
        made = await self.served.make(game=setting.game, seats=seats, options=setting.options, pace=setting.pace)
        self.code: str = made["code"]
        self.record.tokens = {None: "", 0: made["token"]}
        for seat in sorted(set(range(1, setting.seats)) - setting.bots):
            self.record.tokens[seat] = (await self.served.sit(self.code, NAMES[seat], seat=seat))["token"]
        self.record.secret = self.table.secret.hex()

    def _shuffler(self, key: bytes) -> Shuffler:
        self.key = self.key or key
        watched = Watched(key)
        if self.exchange and key == self.key:  # a rematch is another game
            watched.exchange = (self.exchange.shuffle, card(self.exchange.one), card(self.exchange.other))
        return watched

    @property
    def room(self) -> Room:
        return self.served.rooms.open_rooms[self.code]

    @property
    def table(self) -> Table:
        return self.room.table

    # ------------------------------------------------------------ doing

    async def perform(self, step: Step) -> None:
        record = self.record
        had = {who: len(player.raw) for who, player in self.players.items()}
        heard: dict[str, list[bytes]] = {}
        match step.what:
            case "come":
                record.viewers[step.who] = step.viewer
                code = self.table.rematch if step.rest.get("rematch") else self.code
                token = record.tokens[step.viewer]
                self.players[step.who] = await self.served.join(code, token, step.rest["seen"])
            case "go":
                await self.players[step.who].close()
            case "say":
                await self.players[step.who].say(**{"id": str(len(record.steps)), **self._as_known(step)})
            case "fetch":
                record.viewers[step.who] = step.viewer
                heard[step.who] = [await self._fetch(step)]
            case "wait":
                self.clock.now += step.rest["seconds"]
                for room in self.served.rooms.open_rooms.values():
                    room._set_timer()
            case "restart":
                await self._restart(step)
        await self._settle(had)
        for who, player in self.players.items():
            heard.setdefault(who, player.raw[had.get(who, 0) :])
        if step.what == "go":
            del self.players[step.who]
        record.steps.append(step)
        record.heard.append(heard)
        record.versions.append(self.table.version)

    def _as_known(self, step: Step) -> dict[str, Any]:
        """The step as somebody takes it who has seen an exchanged card, and so names the other one."""
        exchange = self.exchange
        if exchange and exchange.knows(step.viewer, self.table.version):
            told: dict[str, Any] = exchanged(step.rest, exchange.one, exchange.other)
            return told
        return step.rest

    async def _fetch(self, step: Step) -> bytes:
        token = self.record.tokens[step.viewer]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        path = step.rest["path"].replace("CODE", self.code)
        answer = await self.served.http.request(step.rest["method"], path, headers=headers)
        self.served.http.cookies.clear()
        return f"{answer.status_code} ".encode() + answer.content

    async def _restart(self, step: Step) -> None:
        """The server restarts, and everybody comes back with the last version that they have seen."""
        await self.open.aclose()
        for player in self.players.values():
            await player.reading
        await self._open()
        await self.served.rooms.open(self.code)
        for who in list(self.players):
            viewer = self.record.viewers[who]
            again = await self.served.join(self.code, self.record.tokens[viewer], step.rest["seen"][who])
            again.raw[:0] = self.players[who].raw
            self.players[who] = again
            await nothing_left_to_say(self.served.rooms)

    async def _settle(self, had: dict[str, int]) -> None:
        """Wait until everybody has received everything: until all is quiet or, over sockets, as much as unplugged."""
        if not self.counts:
            await nothing_left_to_say(self.served.rooms)
            return
        heard = self.counts.heard[len(self.record.steps)]
        for who, player in self.players.items():
            while len(player.raw) < had.get(who, 0) + len(heard.get(who, ())):
                await player.next()


def performed(
    folder: Path,
    setting: Setting,
    script: Recorded,
    exchange: Exchange | None = None,
    until: int | None = None,
    check: Callable[[Recorded], None] = lambda record: None,
    sockets: bool = False,
) -> Recorded:
    """Perform a script up to a step, perhaps with two cards exchanged, and check after every step."""

    async def story(performance: Performance) -> None:
        for step in script.steps[:until]:
            await performance.perform(step)
            check(performance.record)

    return on_stage(Performance(setting, folder, exchange, script if sockets else None), story)


def on_stage(performance: Performance, story: Callable[[Performance], Coroutine[Any, Any, None]]) -> Recorded:
    async def tell() -> Recorded:
        async with performance.on_stage():
            await story(performance)
        return performance.record

    return asyncio.run(tell())
