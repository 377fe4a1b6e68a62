"""kill -9 at the worst moments of all games: nothing acknowledged is missing or doubled."""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import httpx

import parlour.cli
from parlour.store import is_url
from tests.arbitrary import LONG
from tests.chaos.audit import audit, check_quiet
from tests.chaos.clients import Crowd
from tests.chaos.quick import QuickProcess
from tests.chaos.tables import TABLES, set_up
from tests.process import Process

KILLS = 500 if LONG else 7  # for each store; the long form has 1,000 in all
HASTE = 0.3 if LONG else 1.0  # factor for the time to play between kills
AUDITS = 10 if LONG else 1  # one kill in this many is followed by an audit, and so is the last
AT_MOST = 2400  # seconds

KillAt = Callable[[Process, Crowd, Random], Awaitable[None]]


async def any_moment(server: Process, crowd: Crowd, rng: Random) -> None:
    await asyncio.sleep(rng.uniform(0.1, 1.2) * HASTE)


async def after_an_ack(server: Process, crowd: Crowd, rng: Random) -> None:
    await asyncio.sleep(rng.uniform(0.1, 0.5) * HASTE)
    await crowd.next("ack")


async def while_it_is_written(server: Process, crowd: Crowd, rng: Random) -> None:
    await asyncio.sleep(rng.uniform(0.1, 0.5) * HASTE)
    await crowd.next("sent")
    await asyncio.sleep(rng.uniform(0, 0.004))


async def during_a_rematch(server: Process, crowd: Crowd, rng: Random) -> None:
    await crowd.next("rematch")
    await asyncio.sleep(rng.uniform(0, 0.01))


async def while_tables_load(server: Process, crowd: Crowd, rng: Random) -> None:
    """Kill again and again during the start, and while everybody reconnects."""
    for _ in range(2 if LONG else 1):
        server.kill()
        server.launch()
        await asyncio.sleep(rng.uniform(0, 0.3 if LONG else 1))
    server.kill()
    server.launch()
    await crowd.next("back")
    await asyncio.sleep(rng.uniform(0, 0.03))


MOMENTS: list[KillAt] = [after_an_ack, during_a_rematch, while_tables_load, while_it_is_written, any_moment]
if LONG:  # this waits for a rematch, so it runs less often
    MOMENTS += [after_an_ack, while_tables_load, while_it_is_written, any_moment] * 3


def test_kill_9_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, db: str) -> None:
    async def story() -> None:
        async with asyncio.timeout(AT_MOST):
            await kill_and_audit()

    async def kill_and_audit() -> None:
        rng = Random(f"kill {KILLS}")
        crowd = Crowd()
        began = time.monotonic()
        with (QuickProcess if LONG else Process)(tmp_path, "--bot-pause", "0", db=db) as server:
            await set_up(crowd, [server.url], rng)
            for number in itertools.count():
                await MOMENTS[number % len(MOMENTS)](server, crowd, rng)
                server.kill()
                await asyncio.sleep(0.05)  # for what was on the wire
                crowd.check()
                if number % AUDITS == 0:
                    await audit(db, crowd.journals, whole=False)
                await asyncio.to_thread(server.start)
                if server.kills >= KILLS:
                    break
            starts = number + 1  # after which everybody came back and played
            await crowd.everybody_moves_on()
            if LONG:
                await crowd.everybody_finishes()
            await crowd.end()
            replay_what_is_over(server.url, crowd, tmp_path)
            assert server.stop() == 0
        found = await audit(db, crowd.journals)
        took = time.monotonic() - began
        store = "PostgreSQL" if is_url(db) else "SQLite"
        print(
            f"{server.kills} kills on {store} in {took:.0f} s: {found['acknowledged']} actions acknowledged, 0 lost; "
            f"{dict(found)}, {dict(crowd.counts)}"
        )
        assert found["acknowledged"] > starts  # five times as many and more, unless the machine is very busy
        assert found["views"] > starts
        assert found["by bot"] > starts / 4
        assert not LONG or found["by clock"]
        assert not LONG or all(found[f"{table['game']} over"] for _, table in TABLES)
        assert found["rematch"] >= 1
        assert crowd.counts["back"] > starts * len(crowd.clients) / 4
        check_quiet(crowd, server)

    asyncio.run(story())


def replay_what_is_over(url: str, crowd: Crowd, folder: Path) -> None:
    """Replay every finished game from the log that the server gives."""
    for code in {journal.code for client in crowd.clients for journal in client.journals[:-1]}:
        file = folder / f"{code}.json"
        file.write_bytes(httpx.get(f"{url}/api/tables/{code}/log").content)
        assert parlour.cli.main(["replay", str(file)]) == 0
