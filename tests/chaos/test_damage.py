"""A data file that is damaged, deleted or replaced."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.driver import Served, serving


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET entry = replace(CAST(entry AS TEXT), 'start', 'dance')",
        "UPDATE entries SET entry = replace(CAST(entry AS TEXT), '\"seat\":0', '\"seat\":7')",
        "UPDATE entries SET entry = x'ff00' WHERE seq = 2",
        "DELETE FROM entries WHERE seq = 1",
        "UPDATE tables SET invitation = '{}'",
        "INSERT INTO preferences SELECT code, 0, 'suit' FROM tables",
    ],
)
def test_a_table_that_cannot_be_read_says_so_and_is_the_only_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            spoilt = await served.make()
            ann = await served.join(spoilt["code"], spoilt["token"])
            await ann.table("start")
            await ann.table("pause")
        with closing(sqlite3.connect(tmp_path / "test.db")) as db:
            db.execute(damage)
            db.commit()
        async with serving(tmp_path) as served:
            answer = await served.http.get(f"/api/tables/{spoilt['code']}")
            assert (answer.status_code, answer.json()["why"]) == (
                409,
                "This table's log is damaged, so the table can't be opened.",
            )
            with pytest.raises(ConnectionError, match="damaged"):
                await served.join(spoilt["code"], spoilt["token"])
            await plays(served)

    asyncio.run(story())
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_acknowledged_that_goes_into_a_file_which_is_gone(tmp_path: Path, replaced: bool) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            made = await served.make()
            ann = await served.join(made["code"], made["token"])
            file, aside = tmp_path / "test.db", tmp_path / "aside.db"
            file.rename(aside)
            if replaced:
                file.write_bytes(aside.read_bytes())
            answer = await ann.table("start")
            assert (answer["type"], "couldn't be saved" in answer["why"]) == ("refused", True)
            aside.replace(file)
            assert (await ann.table("start"))["type"] == "ack"

    asyncio.run(story())


async def plays(served: Served) -> None:
    made = await served.make()
    ann = await served.join(made["code"], made["token"])
    assert (await ann.table("start"))["type"] == "ack"
