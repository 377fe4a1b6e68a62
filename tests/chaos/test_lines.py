"""Two bad connections: one whose client does not read, and one that breaks a hundred times a minute. The others do not
notice."""

import asyncio
import itertools
import re
import socket
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import psutil
import websockets

from parlour.server.guest import SLOW
from parlour.table.events import StandIn
from tests.arbitrary import LONG
from tests.chaos.audit import audit, check_quiet, tables
from tests.chaos.clients import CUT, Client, Crowd, Message, seat_them
from tests.process import Process
from tests.server.driver import Player

DEAF = 3
CUTS, BETWEEN = (200, 0.6) if LONG else (40, 0.1)  # seconds
MEMORY = 12_000_000  # bytes that a server may grow by meanwhile


def test_whoever_does_not_read_is_dropped_and_the_others_play_on(tmp_path: Path) -> None:
    async def story() -> None:
        crowd = Crowd()
        with Process(tmp_path, "--bot-pause", "0", "--no-limits") as server:
            seated = await three_at_golf(server.url, patience=0)
            crowd.begin(*[Client(crowd, [server.url], one, Random(6 + one["seat"])) for one in seated])
            await crowd.everybody_moves_on()  # Cid too, who has devices that do not read
            size = memory(server)
            before = crowd.counts["ack"]
            deaf = [await open_and_never_read(server.url, seated[2]) for _ in range(DEAF)]
            talking = asyncio.create_task(talk(deaf, server.url, seated[2]))
            assert await metric(server.url, "connections") >= 3 + DEAF
            slowest = 0.0
            async with asyncio.timeout(SLOW + 60):
                while await metric(server.url, "connections") > 4:  # three players, and the device that talks
                    began = time.monotonic()
                    await crowd.next("ack")
                    slowest = max(slowest, time.monotonic() - began)
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)
            print(f"{crowd.counts['ack'] - before} acks, {slowest:.1f} s, {memory(server) - size} bytes more")
            assert crowd.counts["ack"] - before > 100
            assert slowest < SLOW / 2, "nobody waits for somebody else's line"
            assert memory(server) - size < MEMORY
            again = await Player.open(server.url, seated[2]["code"], seated[2]["token"], seen=3)
            assert msgspec.json.decode(again.raw[0])["happened"][0]["version"] > 3
            await again.close()
            await crowd.end()
            assert server.stop() == 0
        crowd.clients[2].journal.unsure += ["suit", "rank"]  # the other device's
        await audit(str(server.db), crowd.journals)
        check_quiet(crowd, server)

    asyncio.run(story())


def test_a_line_that_breaks_all_the_time_disturbs_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        crowd = Crowd()
        rng = Random(7)
        with Process(tmp_path, "--bot-pause", "0") as server:
            seated = await three_at_golf(server.url, patience=5)
            crowd.begin(*[Client(crowd, [server.url], one, Random(rng.random())) for one in seated])
            await crowd.everybody_moves_on()
            *others, cid = crowd.clients
            size, files = memory(server), psutil.Process(pid(server)).num_fds()
            for _ in range(CUTS):
                await asyncio.sleep(rng.uniform(0, 2 * BETWEEN))
                if cid.player:
                    cid.player.line.transport.abort()
            await crowd.everybody_moves_on()
            print(f"{crowd.counts['back']} connections, {crowd.counts['ack']} acks, {memory(server) - size} bytes more")
            assert cid.lines > CUTS / 2
            assert all(one.lines == len(one.journals) for one in others), "the others stayed at their tables"
            assert memory(server) - size < MEMORY
            assert psutil.Process(pid(server)).num_fds() <= files + 3
            assert await metric(server.url, "connections") <= 4
            assert await metric(server.url, "tables_loaded") == len({journal.code for journal in crowd.journals})
            await crowd.end()
            assert server.stop() == 0
        await audit(str(server.db), crowd.journals)
        check_quiet(crowd, server)
        for kept in await tables(str(server.db), {journal.code for journal in crowd.journals}):
            assert not any(isinstance(entry.body, StandIn) for entry in kept.entries)

    asyncio.run(story())


async def three_at_golf(url: str, patience: int) -> list[Message]:
    async with httpx.AsyncClient(base_url=url) as http:
        golf: dict[str, Any] = {"game": "golf", "seats": [{}, {}, {}], "options": {"holes": 18}}
        return await seat_them(http, ["Ann", "Bob", "Cid"], **golf, pace={"patience": patience})


async def open_and_never_read(url: str, seated: Message) -> Any:
    ear = socket.socket()
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    ear.connect(("127.0.0.1", int(url.rpartition(":")[2])))
    ear.setblocking(False)
    address = f"{url.replace('http', 'ws')}/api/tables/{seated['code']}/socket"
    headers = {"Authorization": f"Bearer {seated['token']}"}
    return await websockets.connect(address, sock=ear, max_queue=1, ping_interval=None, additional_headers=headers)


async def talk(deaf: list[Any], url: str, seated: Message) -> None:
    """Send something now and then on the devices, so that they are not dropped as silent; another device rearranges the
    seat's hand over and over, which every device of the seat is told."""
    busy = await Player.open(url, seated["code"], seated["token"])
    try:
        for number in itertools.count():
            await busy.say("arrange", order=("suit", "rank")[number % 2])
            for one in deaf if number % 100 == 0 else ():
                with suppress(*CUT):
                    await one.send('{"type": "ping", "id": "x"}')
    finally:
        await busy.close()
        for one in deaf:
            one.transport.abort()


def pid(server: Process) -> int:
    assert server.process is not None
    return server.process.pid


def memory(server: Process) -> int:
    size: int = psutil.Process(pid(server)).memory_info().rss
    return size


async def metric(url: str, name: str) -> int:
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        found = re.search(rf"^parlour_{name} (\d+)$", (await http.get("/metrics")).text, re.MULTILINE)
    assert found
    return int(found[1])
