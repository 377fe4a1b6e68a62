"""Measures from outside how much a server carries: `make bench-server`. docs/bench.md explains the figures.

`parlour serve` runs as it ships (compiled if possible, SQLite with full durability) on one core; this process, which
plays the clients, has another. Every seat of every table is a WebSocket of its own.

- *Full load*: every table sends its next action as soon as all its seats have seen the last one.
- *Fixed rate*: actions at random moments at a given rate. The time counts from when an action was due until the last
  seat has its view, so a server that falls behind cannot hide it.
- *Bare echo*: the same clients and sizes with a server of the same stack that does nothing else.
- *boardgame.io*: its server in Node with the same Golf, the same tables and the same moves, all in memory.
- *Memory*: how much the process grows per table and per connection.
- *Restart*: kill -9, start, and the time until the first table's view arrives.
"""

import argparse
import asyncio
import json
import platform
import resource
import time
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import uvloop
from bench.server_games import SEATS, Begun, BenchGame, begun, games, play
from bench.server_lines import Load, Measured, Party, connect, echo_party, hang_up, party_of
from bench.server_peer import absent, peer_party, peering
from bench.server_process import COMPILED, CORES, Served, serving
from rich.console import Console
from rich.table import Table

from parlour.commands.output import progress_bar
from parlour.games import find

TARGET = 2000  # acknowledged actions a second
VIEW = 3000  # bytes of the echo's view
ALL = "all five"
# Parts that are compared run one after the other, because the machine's own speed changes.
PARTS = tuple(dict.fromkeys((ALL, "echo", "golf", "peer", *games(), "memory", "restart")))

T = TypeVar("T")


class Scale:
    """How much of everything to measure; `--quick` is for trying."""

    def __init__(self, quick: bool) -> None:
        self.tables = 100 if quick else 500
        self.warm, self.seconds = (1.0, 2.0) if quick else (1.0, 8.0)
        self.games = 4 if quick else 20  # played beforehand, of each kind
        self.idle = 200 if quick else 1000  # tables
        self.connections = 1000 if quick else 5000
        self.stored = 1000 if quick else 10_000


def run(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def figures(outcome: Measured) -> dict[str, float]:
    return {
        "actions_per_second": round(outcome.rate),
        "p50_ms": round(outcome.rank(50), 1),
        "p99_ms": round(outcome.rank(99), 1),
        "server_cpu": round(outcome.server, 2),
        "driver_cpu": round(outcome.driver, 2),
    }


async def under_load(
    server: Served, parties: list[Party], seconds: float, scale: Scale, rates: Sequence[float] = ()
) -> dict[str, Any]:
    """Measure full load, then each of the rates; 0 means half of what full load reached."""
    await connect(server.port, parties)
    full = await Load(parties, server.cpu).closed(scale.warm, seconds)
    found: dict[str, Any] = {"full": figures(full)}
    for rate in rates:
        outcome = await Load(parties, server.cpu).open(rate or full.rate / 2, seconds)
        found["half of that" if not rate else f"{rate:.0f}/s"] = figures(outcome)
    hang_up(parties)
    return found


def in_turn(played: dict[str, list[BenchGame]]) -> list[BenchGame]:
    return [game for together in zip(*played.values(), strict=True) for game in together]


def throughput(name: str, played: dict[str, list[BenchGame]], scale: Scale) -> dict[str, Any]:
    chosen = played if name == ALL else {name: played[name]}
    tables = begun(in_turn(chosen), scale.tables, left=95)
    with serving(tables) as server:
        parties = [party_of(table) for table in tables]
        if name in (ALL, "golf"):
            return run(under_load(server, parties, scale.seconds, scale, (TARGET / 2, 0)))
        # a shorter time, because a game of Toripoka has only a hundred moves
        return run(under_load(server, parties, scale.seconds / 2, scale))


def peer(golf: list[BenchGame], scale: Scale) -> dict[str, Any]:
    tables = begun(golf, scale.tables, left=95)
    with peering(tables) as server:
        parties = [peer_party(table) for table in tables]
        return run(under_load(server, parties, scale.seconds, scale, (TARGET / 2, 0)))


def echo(scale: Scale) -> dict[str, Any]:
    with serving(echo=VIEW) as server:
        parties = [echo_party(f"T{number}", SEATS) for number in range(scale.tables)]
        return run(under_load(server, parties, scale.seconds, scale, (TARGET / 2, 0)))


def memory(tables: list[Begun], scale: Scale) -> dict[str, Any]:
    """Load tables that nobody is at; then connect their seats, then onlookers."""
    few = len(tables) // 20  # so that everything is imported, and buffers have grown
    with serving(tables) as server:

        def load(some: Sequence[Begun]) -> int:
            for table in some:
                server.get(f"/api/tables/{table.code}")
            return server.memory()

        async def hold() -> dict[str, Any]:
            parties = [party_of(table) for table in tables]
            await connect(server.port, parties[:few])
            before, count = server.memory(), sum(party.seats for party in parties[:few])
            await connect(server.port, parties[few:])
            wanted = scale.connections - sum(party.seats for party in parties)
            each = -(-wanted // len(parties))
            await connect(server.port, parties[: wanted // each], each)
            after, held = server.memory(), sum(len(party.lines) for party in parties)
            outcome = await Load(parties, server.cpu).open(TARGET / 20, scale.seconds / 2)
            said = await asyncio.to_thread(server.get, "/metrics")
            hang_up(parties)
            return {
                "connection_kb": round((after - before) / (held - count) / 1000, 1),
                "connections": int(said.rpartition("parlour_connections ")[2].split()[0]),
                "p99_ms_meanwhile": round(outcome.rank(99), 1),
                "server_mb": round(after / 1e6),
            }

        table_kb = (-load(tables[:few]) + load(tables)) / (len(tables) - few) / 1000
        return {"table_kb": round(table_kb, 1), **run(hold())}


def restart(tables: list[Begun]) -> dict[str, float]:
    with serving(tables) as server:
        server.kill()
        began = time.monotonic()
        server.start()
        healthy = time.monotonic() - began
        run(_open_and_leave(server.port, [party_of(tables[-1])]))
        return {"healthy_s": round(healthy, 2), "first_table_s": round(time.monotonic() - began, 2)}


async def _open_and_leave(port: int, parties: list[Party]) -> None:
    await connect(port, parties)
    hang_up(parties)


def measure(scale: Scale, only: Sequence[str]) -> dict[str, Any]:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found: dict[str, Any] = {
        "machine": f"{len(CORES)} cores, Python {platform.python_version()}",
        "pinned": "server and driver on a core each" if len(CORES) > 1 else "server and driver share the one core",
        "compiled": COMPILED,
        "tables": scale.tables,
        "load": {},
    }
    with progress_bar("Playing the games beforehand", len(only)) as (bar, task):
        played = {name: [play(find(name), number) for number in range(scale.games)] for name in games()}
        for part in only:
            bar.update(task, description=f"Measuring {part}", advance=1)
            if part == "echo":
                found["echo"] = echo(scale)
            elif part == "peer":
                found["left_out"] = absent()
                if not absent():
                    found["peer"] = peer(played["golf"], scale)
            elif part == "memory":
                found["memory"] = memory(begun(in_turn(played), scale.idle), scale)
            elif part == "restart":
                found["restart"] = restart(begun(in_turn(played), scale.stored, 0.3))
            else:
                found["load"][part] = throughput(part, played, scale)
    found["ratios"] = ratios(found)
    return found


def ratios(found: dict[str, Any]) -> dict[str, float]:
    """Ratios at full load, of what was measured in this same run."""

    def full(row: dict[str, Any] | None) -> float:
        return row["full"]["actions_per_second"] if row else 0.0

    pairs = {
        "golf / boardgame.io's golf": (full(found["load"].get("golf")), full(found.get("peer"))),
        "all five / bare echo": (full(found["load"].get(ALL)), full(found.get("echo"))),
    }
    return {name: round(ours / theirs, 2) for name, (ours, theirs) in pairs.items() if ours and theirs}


def report(found: dict[str, Any], out: Console) -> None:
    build = "compiled" if found["compiled"] else "interpreted"
    out.print(f"{found['machine']}: {found['pinned']}; {build}, SQLite with FULL durability, {found['tables']} tables")
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("", "load", "actions/s", "p50 ms", "p99 ms", "server CPU", "driver CPU"):
        table.add_column(heading, justify="left" if heading in ("", "load") else "right")
    rows = {**found["load"], "bare echo": found.get("echo", {}), "boardgame.io's golf": found.get("peer", {})}
    for name, row in rows.items():
        for load, of in row.items():
            cpu = f"{of['server_cpu']:.0%}", f"{of['driver_cpu']:.0%}"
            table.add_row(name, load, f"{of['actions_per_second']:,}", str(of["p50_ms"]), str(of["p99_ms"]), *cpu)
            name = ""
    out.print(table)
    for name, ratio in found["ratios"].items():
        out.print(f"{name}: {ratio}")
    if found.get("left_out"):
        out.print(found["left_out"])
    if kept := found.get("memory"):
        out.print(
            f"Memory: {kept['connection_kb']} kB a connection, {kept['table_kb']} kB an idle loaded table; "
            f"{kept['connections']:,} connections held in {kept['server_mb']} MB, "
            f"p99 {kept['p99_ms_meanwhile']} ms meanwhile."
        )
    if again := found.get("restart"):
        out.print(f"Restart: {again['healthy_s']} s until it answers, {again['first_table_s']} s until a table is open")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench-server", description="How much a server carries.")
    parser.add_argument("--quick", action="store_true", help="less of everything, for trying")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    parser.add_argument("--only", default=",".join(PARTS), help="only some parts, like golf,peer,echo: %(default)s")
    given = parser.parse_args()
    only = given.only.split(",")
    if unknown := set(only) - set(PARTS):
        parser.error(f"there is no {', '.join(unknown)}: {', '.join(PARTS)}")
    found = measure(Scale(given.quick), only)
    if given.json:
        print(json.dumps(found, indent=1))
    else:
        report(found, Console(width=120))


if __name__ == "__main__":
    main()
