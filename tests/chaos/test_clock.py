"""The computer's clock is changed by hours, both ways, while people play: no table depends on it."""

import asyncio
from pathlib import Path
from random import Random

from parlour.kernel.log import Move
from parlour.table.events import Start
from tests.chaos.audit import audit, check_chores, check_quiet, tables
from tests.chaos.clients import Crowd
from tests.chaos.tables import set_up
from tests.process import Process

BOT_PAUSE = 0.1
STEP = 5 * 3600  # seconds
CLOCK = """
import pathlib, time
wall, offset = time.time, pathlib.Path(__file__).with_name("offset")
time.time = lambda: wall() + float(offset.read_text())
"""


def test_the_clock_is_set_by_hours_and_nobody_notices(tmp_path: Path) -> None:
    async def story() -> None:
        crowd = Crowd()
        site = tmp_path / "site"
        site.mkdir()
        (site / "sitecustomize.py").write_text(CLOCK)
        (site / "offset").write_text("0")
        with Process(tmp_path, "--bot-pause", str(BOT_PAUSE), site=site) as server:
            await set_up(crowd, [server.url], Random(5), patience=120)
            for steps in (3, -2, 0):
                await crowd.everybody_moves_on()
                (site / "new").write_text(str(steps * STEP))
                (site / "new").rename(site / "offset")
            await crowd.everybody_moves_on()
            server.kill()
            await asyncio.to_thread(server.start)
            await crowd.everybody_moves_on()
            await crowd.end()
            assert server.stop() == 0
        db = str(server.db)
        await audit(db, crowd.journals)
        kept = await tables(db, {journal.code for journal in crowd.journals})
        began = min(entry.at for one in kept for entry in one.entries) + 2 * STEP
        at = [entry.at - began for one in kept for entry in one.entries]
        assert {round(one / STEP) for one in at} == {-2, 0, 3}, "the clock was set"
        await check_chores(db, crowd, BOT_PAUSE, lambda at: (at - began + 1000) % STEP)
        assert all(isinstance(entry.body, Move | Start) for one in kept for entry in one.entries if entry.by == "clock")
        check_quiet(crowd, server)
        for message in (one for journal in crowd.journals for views in journal.views.values() for one in views):
            table = message["table"]
            rules = table["window"]["seconds"] if table["window"] else 0
            limit = max(table["pace"]["turn"], rules if table["pace"]["window"] is None else table["pace"]["window"])
            assert message["deadline"] is None or 0 <= message["deadline"] <= limit

    asyncio.run(story())
