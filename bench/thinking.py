"""Measures how long sharp thinks at a real server, and what that does to other tables: `make bench-thinking`.

`parlour serve` runs as it ships, but bots move without a pause. For every game a table of sharps plays by itself while
an onlooker measures the time from view to view. Meanwhile people at other tables ping; their round trips are compared
with those of a server where nobody thinks.
"""

import argparse
import asyncio
import json
import os
import platform
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table
from tests.process import Process
from tests.server.driver import Player

from parlour import build
from parlour.games import discover

OTHERS = 20  # tables whose people ping
EVERY = 0.02  # seconds


def rank(times: list[float], percent: float) -> float:
    """The milliseconds that this percentage of times stayed under."""
    return 1000 * sorted(times)[min(len(times) - 1, int(len(times) * percent / 100))]


async def make(url: str, game: str, bots: list[str], name: str = "") -> Player:
    new = {"game": game, "name": name, "seats": [*([{}] if name else []), *({"bot": bot} for bot in bots)]}
    async with httpx.AsyncClient(base_url=url) as http:
        made = (await http.post("/api/tables", json=new)).raise_for_status().json()
    return await Player.open(url, made["code"], made["token"])


async def thinking(url: str, game: str, seats: int, bot: str, seconds: float) -> list[float]:
    """How many seconds each move of a table of bots took."""
    host = await make(url, game, [bot] * seats)
    await host.table("start")
    times: list[float] = []
    last, version = time.monotonic(), host.last["version"]
    until = last + seconds
    while last < until and host.last["table"]["phase"] != "over":
        await host.version(version + 1)
        now, moves = time.monotonic(), host.last["version"] - version
        times += [(now - last) / moves] * moves
        last, version = now, host.last["version"]
    await host.close()
    return times


async def pinging(url: str, seconds: float) -> list[float]:
    lines = [await make(url, "golf", ["steady"], "Ann") for _ in range(OTHERS)]
    times: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for line in lines:
            began = time.monotonic()
            await line.say("ping")
            times.append(time.monotonic() - began)
            await asyncio.sleep(EVERY)
    for line in lines:
        await line.close()
    return times


async def measure(url: str, seconds: float) -> dict[str, Any]:
    found: dict[str, Any] = {"machine": {"cores": os.cpu_count(), "python": platform.python_version()}}
    found["nobody_thinks"] = await pinging(url, seconds)
    for name, game in discover().items():
        seats = min(4, game.seats[-1])
        await thinking(url, name, seats, "sharp", 3)  # starts the processes that think
        pings = asyncio.create_task(pinging(url, seconds))
        found[name] = await thinking(url, name, seats, "sharp", seconds), await pings
    return found


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--seconds", type=float, default=15.0, help="for each game")
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    os.environ["PARLOUR_BUILD"] = "compiled" if build.fitting() else "pure"
    with tempfile.TemporaryDirectory() as folder, Process(Path(folder), "--bot-pause", "0", "--no-limits") as server:
        found = asyncio.run(measure(server.url, given.seconds))
    alone = found.pop("nobody_thinks")
    told = {"pings": {"p50_ms": rank(alone, 50), "p99_ms": rank(alone, 99), "worst_ms": 1000 * max(alone)}}
    for name, (moves, pings) in list(found.items())[1:]:
        told[name] = {
            "moves": len(moves),
            "p50_ms": rank(moves, 50),
            "p99_ms": rank(moves, 99),
            "worst_ms": 1000 * max(moves),
            "ping_p50_ms": rank(pings, 50),
            "ping_p99_ms": rank(pings, 99),
            "ping_worst_ms": 1000 * max(pings),
        }
    if given.json:
        print(json.dumps({**found["machine"], **told}))
        return
    out = Console()
    table = Table(
        "a table of sharps", "moves", "p50", "p99", "worst ms", "others' ping p50", "p99", "worst ms", box=None
    )
    table.add_row("nobody thinks", "", "", "", "", *(f"{value:.1f}" for value in told["pings"].values()))
    for name, figures in list(told.items())[1:]:
        table.add_row(name, *(f"{value:.0f}" if value > 9 else f"{value:.1f}" for value in figures.values()))
    out.print(table)


if __name__ == "__main__":
    main()
