"""The clients of the bench: WebSockets that read only the version of a view, and send what was played beforehand.

A client's frames must be masked; a mask of zeros leaves them as they are. Frames from the server are cut out of the
stream by their lengths.
"""

import asyncio
import itertools
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import cast

import msgspec
from bench.server_games import TOKENS, Begun

VIEW = b'{"type":"view","version":'
ACK = b'{"type":"ack",'
KNOCK = b'{"type":"ping",'
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
PATIENCE = 60.0  # seconds to wait for anything
MOST_OUT = 0.25  # the share of tables whose games may end while they are measured

Script = Iterator[tuple[int, bytes]]  # the seat that sends, and the frame


class Broken(Exception):
    """The measurement failed: something was refused, or a line ended."""


def framed(payload: bytes, opcode: int = TEXT) -> bytes:
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes((0x80 | opcode,)) + length + b"\0\0\0\0" + payload


class BenchSocket(asyncio.Protocol):
    """One WebSocket of a party: of a seat, or (None) of an onlooker."""

    def __init__(self, party: "Party", seat: int | None) -> None:
        self.party = party
        self.seat = seat
        self.version = 0
        self.buffer = b""
        self.open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # when the first view is here

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        token = f"Authorization: Bearer {TOKENS[self.seat]}\r\n" if self.seat is not None else ""
        self.transport.write(
            f"GET {self.path()} HTTP/1.1\r\nHost: localhost\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{token}\r\n".encode()
        )

    def path(self) -> str:
        return f"/api/tables/{self.party.code}/socket?seen={self.party.version}"

    def data_received(self, data: bytes) -> None:
        data = self.buffer + data if self.buffer else data
        at = 0
        if not self.open:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self.buffer = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.fail(data[:200].decode())
            self.open = True
        end = len(data)
        while at + 2 <= end:
            size, head = data[at + 1], 2
            if size == 126:
                size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 10
            if at + head + size > end:
                break
            self.frame(data[at] & 15, data, at + head, at + head + size)
            at += head + size
        self.buffer = data[at:]

    def frame(self, opcode: int, data: bytes, at: int, end: int) -> None:
        if opcode == TEXT and data.startswith(VIEW, at):
            at += len(VIEW)
            self.seen(int(data[at : data.index(b",", at)]))
        elif opcode == TEXT and data.startswith(ACK, at):
            self.party.arrived()
        elif opcode == TEXT and data.startswith(KNOCK, at):
            self.transport.write(framed(data[at:end].replace(b'"ping"', b'"pong"', 1)))
        elif opcode == PING:
            self.transport.write(framed(data[at:end], PONG))
        else:
            self.fail(data[at:end].decode(errors="replace"))

    def seen(self, version: int) -> None:
        before, self.version = self.version, version
        if before < self.party.version <= version and self.party.waits_for and self.seat is not None:
            self.party.arrived()
        if not self.ready.done():
            self.ready.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.party.ended:
            self.fail(f"a line ended: {error}")

    def fail(self, why: str) -> None:
        if not self.ready.done():
            self.ready.set_exception(Broken(why))
        self.party.failed(Broken(f"table {self.party.code} at {self.party.version}: {why}"))


@dataclass
class Party:
    """The clients of one table, and what they will send."""

    code: str
    seats: int
    version: int
    script: Script
    kind: type[BenchSocket] = BenchSocket
    acknowledged: bool = True  # the server acknowledges an action, besides sending the view
    lines: list[BenchSocket] = field(default_factory=list)
    waits_for: int = 0  # how many views and acknowledgements are still to come
    began: float = 0.0
    ended: bool = False
    finished: Callable[["Party"], None] = lambda party: None
    failed: Callable[[Exception], None] = lambda error: None

    def act(self, began: float) -> bool:
        """Send the next action of the script, whose time counts from `began`. False if there is none left."""
        step = next(self.script, None)
        if step is None:
            return False
        seat, frame = step
        self.version += 1
        self.waits_for = self.seats + self.acknowledged
        self.began = began
        self.lines[seat].transport.write(frame)
        return True

    def arrived(self) -> None:
        self.waits_for -= 1
        if not self.waits_for:
            self.finished(self)


def party_of(table: Begun) -> Party:
    rest = table.played.entries[table.version :]
    script = ((entry.seat, framed(_message(entry.id, entry.body))) for entry in rest)
    return Party(table.code, table.played.seats, table.version, script)


def echo_party(code: str, seats: int) -> Party:
    frame = framed(_message("17", msgspec.UNSET))
    return Party(code, seats, 0, ((number % seats, frame) for number in itertools.count()))


def _message(id: str, body: object) -> bytes:
    action = getattr(body, "action", {"do": "swap", "slot": 3})
    return msgspec.json.encode({"type": "act", "id": id, "action": action})


async def connect(port: int, parties: Sequence[Party], onlookers: int = 0, at_once: int = 50) -> None:
    """Connect every seat of every party, or this many onlookers to each, and wait for the first views."""
    loop = asyncio.get_running_loop()
    wanted = [
        (party, seat)
        for party in parties
        for seat in (itertools.repeat(None, onlookers) if onlookers else range(party.seats))
    ]
    for first in range(0, len(wanted), at_once):
        opening = [
            loop.create_connection(lambda party=party, seat=seat: party.kind(party, seat), "127.0.0.1", port)  # type: ignore[misc]
            for party, seat in wanted[first : first + at_once]
        ]
        lines = [line for _, line in await asyncio.gather(*opening)]
        for line in lines:
            line.party.lines.append(line)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(line.ready for line in lines))


def hang_up(parties: Sequence[Party]) -> None:
    for party in parties:
        party.ended = True
        for line in party.lines:
            line.transport.abort()


@dataclass(frozen=True)
class Measured:
    """The actions whose last view has arrived, and how long each took from when it was due."""

    actions: int
    seconds: float
    times: list[float]
    server: float  # share of a core
    driver: float

    @property
    def rate(self) -> float:
        return self.actions / self.seconds

    def rank(self, percent: float) -> float:
        """The milliseconds that this percentage of actions stayed under."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, math.ceil(len(ordered) * percent / 100))]


class Load:
    """Actions at many tables, one at a time at each."""

    def __init__(self, parties: Sequence[Party], cpu: Callable[[], float]) -> None:
        """`cpu` gives the seconds that the server has used."""
        self.cpu = cpu
        self.loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = self.loop.create_future()
        self.times: list[float] = []
        self.under_way = self.out = 0
        for party in parties:
            party.failed = self.fail
        self.parties = parties

    def fail(self, error: Exception) -> None:
        if not self.over.done():
            self.over.set_exception(error)

    def begin(self, party: Party, at: float) -> bool:
        """Begin the party's next action. A party whose game is over drops out; if many do, the measurement fails."""
        if party.act(at):
            self.under_way += 1
            return True
        self.out += 1
        if self.out > len(self.parties) * MOST_OUT:
            self.fail(Broken("too many games came to their end: play for a shorter time"))
        return False

    async def closed(self, warm: float, seconds: float) -> Measured:
        """Full load: every table sends its next action as soon as everybody has seen the last one."""
        running = True

        def go_on(party: Party) -> None:
            now = time.monotonic()
            self.times.append(now - party.began)
            self.under_way -= 1
            if running:
                self.begin(party, now)
            elif not self.under_way:
                self.over.set_result(None)

        for party in self.parties:
            party.finished = go_on
            self.begin(party, time.monotonic())
        await self._pass(warm)
        self.times.clear()
        since = self._now()
        await self._pass(seconds)
        outcome = self._outcome(since)
        running = False
        await self._ended()
        return outcome

    async def open(self, rate: float, seconds: float) -> Measured:
        """Fixed rate: this many actions a second at random moments, whether the last ones are done or not. An action
        for which no table is free waits, and its time counts from when it was due."""
        late = deque[float]()
        idle = deque(self.parties)
        gaps = Random(3)
        due = began = time.monotonic()
        since = self._now()

        def finished(party: Party) -> None:
            self.times.append(time.monotonic() - party.began)
            self.under_way -= 1
            idle.append(party)
            if late:
                begin(late.popleft())
            elif due >= began + seconds and not self.under_way:
                self.over.set_result(None)

        def begin(at: float) -> None:
            while idle:
                if self.begin(idle.popleft(), at):
                    return
            late.append(at)

        def tick() -> None:
            nonlocal due
            while due <= time.monotonic() and due < began + seconds:
                begin(due)
                due += gaps.expovariate(rate)
            if due < began + seconds:
                self.loop.call_at(due, tick)

        for party in self.parties:
            party.finished = finished
        tick()
        await self._ended(seconds)
        return self._outcome(since)

    def _now(self) -> tuple[float, float, float]:
        return time.monotonic(), self.cpu(), time.process_time()

    def _outcome(self, since: tuple[float, float, float]) -> Measured:
        spent, server, driver = (now - before for now, before in zip(self._now(), since, strict=True))
        return Measured(len(self.times), spent, self.times[:], server / spent, driver / spent)

    async def _pass(self, seconds: float) -> None:
        """Wait, unless something breaks."""
        done, _ = await asyncio.wait([self.over], timeout=seconds)
        if done:
            self.over.result()

    async def _ended(self, after: float = 0.0) -> None:
        async with asyncio.timeout(after + PATIENCE):
            await self.over
