"""A tunnel by a real sshd on loopback: what it adds to a round trip, and how long its cuts last (`make bench-share`).

All games are played through the tunnel at once. It is cut 20 times; every cut counts until all players are back.
Afterwards what everybody was told is compared with the store: nothing acknowledged may be missing."""

import asyncio
import os
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

import httpx
from tests.chaos.clients import seat_them
from tests.chaos.tables import EVERY_GAME
from tests.chaos.tunnel import cut_often, tunnelled
from tests.server.driver import Player

CUTS = 20
MESSAGES = 1000


async def measure_latency(folder: Path) -> None:
    """Send messages directly and through the tunnel, in turn."""
    with tunnelled(folder, "--no-limits") as (server, _, public):
        async with httpx.AsyncClient(base_url=server.url) as http:
            [ann] = await seat_them(http, ["Ann"], game="golf", seats=[{}, {}])
        urls = {"direct": server.url, "tunnel": public}
        players = {way: await Player.open(url, ann["code"], ann["token"]) for way, url in urls.items()}
        times: dict[str, list[float]] = {way: [] for way in urls}
        for _ in range(MESSAGES):
            for way, player in players.items():
                began = time.perf_counter()
                await player.say("ping")
                times[way].append(1000 * (time.perf_counter() - began))
        for way, player in players.items():
            p99 = quantiles(times[way], n=100)[98]
            print(f"{way}: a message and its answer take {median(times[way]):.2f} ms, p99 {p99:.2f} ms", flush=True)
            await player.close()
        server.stop()


async def measure_cuts(folder: Path) -> None:
    seconds, crowd = await cut_often(folder, CUTS, Random(24))
    games = len({journal.code for journal in crowd.journals})
    acked = sum(len(journal.acked) for journal in crowd.journals)
    print(f"{len(seconds)} cuts, {len(crowd.clients)} people at {len(EVERY_GAME)} tables, one of each game")
    print(f"{games} games begun, {acked} messages acknowledged, none lost")
    print(f"everybody was back after {median(seconds):.1f} s, at most {max(seconds):.1f} s")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOME"] = folder  # with no keys in it
        os.environ.pop("SSH_AUTH_SOCK", None)
        asyncio.run(measure_latency(Path(folder) / "latency"))
        asyncio.run(measure_cuts(Path(folder) / "cuts"))


if __name__ == "__main__":
    main()
