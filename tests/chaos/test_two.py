"""Two servers on one PostgreSQL, with every table's people on both; one server is killed under load."""

import asyncio
from pathlib import Path
from random import Random

import httpx

from tests.arbitrary import LONG
from tests.chaos.audit import audit, check_chores, check_quiet
from tests.chaos.clients import Client, Crowd, seat_them
from tests.chaos.tables import set_up
from tests.postgres import new_database
from tests.process import Process

KILLS = 30 if LONG else 2
BOT_PAUSE = 0.2


def test_one_of_two_servers_is_killed_and_everybody_plays_on_at_the_other(tmp_path: Path) -> None:
    async def story() -> None:
        rng = Random(f"two {KILLS}")
        crowd = Crowd()
        db = new_database()
        pause = ("--bot-pause", str(BOT_PAUSE))
        with Process(tmp_path / "a", *pause, db=db) as a, Process(tmp_path / "b", *pause, db=db) as b:
            await set_up(crowd, [a.url, b.url], rng, patience=4)
            await quiet_pair(crowd, a.url, b.url)
            await asyncio.sleep(4.5)  # longer than the pair's patience, on either server
            for number in range(KILLS):
                await asyncio.sleep(rng.uniform(0.2, 1.0))
                killed = (a, b)[number % 2]
                killed.kill()
                await crowd.everybody_moves_on()  # at the other one
                await asyncio.to_thread(killed.start)
                crowd.move_half()
            await crowd.everybody_moves_on()
            await crowd.end()
            assert a.stop() == 0
            assert b.stop() == 0
        found = await audit(db, crowd.journals)
        print(f"{KILLS} kills of one of two: {dict(found)}, {dict(crowd.counts)}")
        assert found["acknowledged"] > 20 * KILLS
        assert found["by bot"] > KILLS
        await check_chores(db, crowd, BOT_PAUSE)
        check_quiet(crowd, a, b)

    asyncio.run(story())


async def quiet_pair(crowd: Crowd, a: str, b: str) -> None:
    """Seat two slow players at different servers, at a table with little patience for people who are away."""
    async with httpx.AsyncClient(base_url=a) as http:
        ann, bob = await seat_them(http, ["Ann", "Bob"], game="golf", seats=[{}, {}], pace={"patience": 2})
    crowd.begin(Client(crowd, [a, b], ann, Random(1), awake=0.0), Client(crowd, [b, a], bob, Random(2), awake=0.0))
