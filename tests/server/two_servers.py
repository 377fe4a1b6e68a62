"""Two servers on one database, with a person at each."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from parlour.store.database import prepare
from parlour.store.postgres import PostgresStore
from tests.postgres import new_database
from tests.server.driver import Player, Served, serving


@asynccontextmanager
async def two(folder: Path, **of_house: Any) -> AsyncIterator[tuple[Served, Served]]:
    db = new_database()
    await prepare(db)
    async with (
        serving(folder, PostgresStore(db), **of_house) as one,
        serving(folder, PostgresStore(db), **of_house) as other,
    ):
        yield one, other


async def seated(one: Served, other: Served, **wishes: Any) -> tuple[Player, Player]:
    """Seat Ann at one server and Bob at the other, and deal."""
    made = await one.make(**wishes)
    ann = await one.join(made["code"], made["token"])
    bob = await other.join(made["code"], (await other.sit(made["code"], "Bob"))["token"])
    for player in (ann, bob):
        await player.until(lambda message: all(c["here"] for c in message["table"]["chairs"] if c["state"] == "person"))
    assert (await ann.table("start"))["type"] == "ack"
    for player in (ann, bob):
        await player.until(lambda message: message["view"] is not None)
    return ann, bob
