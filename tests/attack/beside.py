"""Measures what an attack from one address does to a live table on the same server."""

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil

from tests.attack.raw import Raw
from tests.attack.tables import Kept, in_file
from tests.process import ROOT, Process

MOST_GROWN = 640_000_000  # bytes: ten times what it should be
MOST_WAITED = 0.5  # seconds at p99, the same
SAMPLE = 0.05  # seconds between two measurements of the memory
PATIENCE = 60.0


@dataclass
class Figures:
    """The measurements."""

    grown: int  # bytes of memory
    p50: float  # seconds that a ping at the live table took
    p99: float
    pings: int
    told: dict[str, Any] = field(default_factory=dict)  # reported by the attack

    def __str__(self) -> str:
        told = "".join(f", {name} {value}" for name, value in self.told.items())
        times = f"p50 {1000 * self.p50:.1f} ms, p99 {1000 * self.p99:.1f} ms of {self.pings}"
        return f"memory +{self.grown / 1e6:.1f} MB, ping {times}{told}"

    def check(self) -> None:
        assert self.grown < MOST_GROWN, str(self)
        assert self.p99 < MOST_WAITED, str(self)


class Scene:
    """A server with the tables that an attack needs, and a live game of Golf."""

    def __init__(self, folder: Path, *wishes: str, arguments: tuple[str, ...] = ()) -> None:
        self.process = Process(folder, *arguments)
        self.tables: dict[str, Kept] = dict(zip(wishes, in_file(self.process.db, *wishes), strict=True))

    def __enter__(self) -> "Scene":
        self.process.start()
        self.url = self.process.url
        self._begin_golf()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()

    def _begin_golf(self) -> None:
        at_home = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(base_url=self.url, transport=at_home, timeout=PATIENCE) as http:
            wish = {"game": "golf", "name": "Ann", "seats": [{}, {"bot": "steady"}]}
            self.golf = http.post("/api/tables", json=wish).json()

    # ------------------------------------------------------------ measuring

    def under(self, attack: Callable[["Scene"], Awaitable[dict[str, Any] | None]], name: str = "") -> Figures:
        """Run an attack, and measure until it ends."""
        golf, port = self.golf, str(self.process.port)
        command = [sys.executable, "-m", "tests.attack.pinger", port, golf["code"], golf["token"]]
        pinger = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert pinger.stdin
        assert pinger.stdout
        assert pinger.stdout.readline() == b"ready\n"
        self.memory = Memory(self.process)
        try:
            told = asyncio.run(_told(attack, self)) or {}
            grown = self.memory.stop()
            pinger.stdin.close()
            took = sorted(json.loads(pinger.stdout.read()))
        finally:
            self.memory.stop()
            pinger.kill()
            pinger.wait()
            pinger.stdout.close()
        figures = Figures(grown, took[len(took) // 2], took[int(0.99 * len(took))], len(took), told)
        print(f"\n{name or getattr(attack, '__name__', '')}: {figures}", flush=True)
        return figures

    # ------------------------------------------------------------ attacking

    async def line(self, **named: Any) -> Raw:
        return Raw(*await asyncio.open_connection("127.0.0.1", self.process.port, **named))

    def elsewhere(self, address: str = "127.0.0.3") -> httpx.AsyncClient:
        """Return a client at another address, which the attack should not affect."""
        line = httpx.AsyncHTTPTransport(local_address=address)
        return httpx.AsyncClient(base_url=self.url, transport=line, timeout=PATIENCE)

    def counted(self) -> dict[str, int]:
        """Return the counters of /metrics, without the prefix."""
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.4"), timeout=PATIENCE) as http:
            lines = http.get(f"{self.url}/metrics").text.splitlines()
        pairs = [line.removeprefix("parlour_").split() for line in lines if not line.startswith("#")]
        return {name: int(value) for name, value in pairs}


class Memory:
    """Measures the most that a process grows from now on."""

    def __init__(self, process: Process) -> None:
        assert process.process is not None
        self.of = psutil.Process(process.process.pid)
        self.first = self.most = self.of.memory_info().rss
        self.ended = threading.Event()
        self.watching = threading.Thread(target=self._watch, daemon=True)
        self.watching.start()

    def _watch(self) -> None:
        with suppress(psutil.NoSuchProcess):
            while not self.ended.wait(SAMPLE):
                self.most = max(self.most, self.of.memory_info().rss)

    def stop(self) -> int:
        self.ended.set()
        self.watching.join()
        return int(self.most - self.first)


async def _told(attack: Callable[[Scene], Awaitable[dict[str, Any] | None]], scene: Scene) -> dict[str, Any] | None:
    return await attack(scene)


async def until(seconds: float, *others: Awaitable[Any]) -> None:
    """Run an attack for a while, beside other work; its failures are the attacker's problem."""
    tasks = [asyncio.ensure_future(other) for other in others]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
