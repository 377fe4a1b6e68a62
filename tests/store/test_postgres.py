"""What only PostgreSQL does: notifications between servers, and broken connections."""

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from parlour.kernel.refusal import Refused
from parlour.store import Store, StoreFailed, Unsure, postgres, shown_url
from parlour.store.database import MIGRATIONS, prepare
from parlour.store.postgres import PostgresStore
from tests.postgres import new_database, server
from tests.store.writing import INVITATION, entry, opened

Said = list[tuple[str, str, str]]


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


async def pair(db: str) -> tuple[Store, Store, Said]:
    """Two stores on one database, and what the second hears from the first."""
    said: Said = []
    first, second = await opened(db), await opened(db, lambda *words: said.append(words))
    await until(lambda: ("", "", "") in said)
    said.clear()
    await first.create("BCDFGH", INVITATION, b"")
    return first, second, said


class Breaking:
    """A connection that writes, and breaks before it can answer."""

    def __init__(self, line: Any) -> None:
        self.line = line

    async def fetch(self, statement: str, *values: Any) -> Any:
        await self.line.fetch(statement, *values)
        raise ConnectionResetError("broken")

    def terminate(self) -> None:
        self.line.terminate()


async def cut(db: str, which: str) -> None:
    """End the connections whose last statement was like this."""
    line = await asyncpg.connect(db)
    await line.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ $1 AND pid <> pg_backend_pid()", which
    )
    await line.close()


def test_the_others_hear_of_entries_of_preferences_and_of_words_and_nobody_of_their_own() -> None:
    async def story() -> None:
        own: Said = []
        db = new_database()
        first, second, said = await pair(db)
        third = await opened(db, lambda *words: own.append(words))
        assert isinstance(third, PostgresStore)
        await third.append("BCDFGH", entry(1))
        await third.prefer("BCDFGH", 0, "suit")
        await third.tell({"BCDFGH": '{"here": {"0": 1}}', "BCDFGJ": "two words"})
        await until(lambda: len(said) >= 4)
        node = third.node
        assert said == [
            (node, "BCDFGH", ""),
            (node, "BCDFGH", ""),
            (node, "BCDFGH", '{"here": {"0": 1}}'),
            (node, "BCDFGJ", "two words"),
        ]
        assert {code for _, code, _ in own} <= {""}
        for store in (first, second, third):
            await store.close()

    asyncio.run(story())


def test_whoever_loses_the_notifications_listens_again_and_is_told_to_look() -> None:
    async def story() -> None:
        db = new_database()
        first, second, said = await pair(db)
        await cut(db, "pg_notify.*unnest")
        await until(lambda: ("", "", "") in said)
        said.clear()
        await first.append("BCDFGH", entry(1))
        await until(lambda: said)
        for store in (first, second):
            await store.close()

    asyncio.run(story())


def test_a_writer_whose_line_breaks_writes_once_all_the_same() -> None:
    async def story() -> None:
        db = new_database()
        store = await opened(db)
        await store.create("BCDFGH", INVITATION, b"")
        for seq in range(1, 20):
            appending = store.append("BCDFGH", entry(seq))
            await asyncio.sleep(0)
            await cut(db, "INSERT INTO entries")
            await appending
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert [one.seq for one in kept.entries] == list(range(1, 20))
        await store.close()

    asyncio.run(story())


def test_a_refusal_over_the_next_line_does_not_say_what_became_of_the_first() -> None:
    async def story() -> None:
        db = new_database()
        store = await opened(db)
        assert isinstance(store, PostgresStore)
        await store.create("BCDFGH", INVITATION, b"")
        store.url = db.replace("/test_", "/gone_")  # no such database: an answer, not a lost connection
        _, (outcome,) = await store._written(None, [("BCDFGH", (entry(1),))])
        assert type(outcome) is StoreFailed
        _, (outcome,) = await store._written(Breaking(await asyncpg.connect(db)), [("BCDFGH", (entry(1),))])
        assert type(outcome) is Unsure
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert kept.entries == [entry(1)], "it had been written"
        await store.close()

    asyncio.run(story())


def test_what_was_written_before_the_line_broke_is_found_and_not_written_again() -> None:
    async def story() -> None:
        db = new_database()
        store = await opened(db)
        assert isinstance(store, PostgresStore)
        await store.create("BCDFGH", INVITATION, b"")
        again, outcomes = await store._written(Breaking(await asyncpg.connect(db)), [("BCDFGH", (entry(1),))])
        assert outcomes == [None]
        again.terminate()
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert kept.entries == [entry(1)]
        await store.close()

    asyncio.run(story())


def test_while_the_database_is_away_everything_fails_plainly_and_then_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "BETWEEN_TRIES", 0.01)

    async def story() -> None:
        db = new_database()
        store = await opened(db)
        assert isinstance(store, PostgresStore)
        await store.create("BCDFGH", INVITATION, b"")
        name = urlsplit(db).path[1:]
        line = await asyncpg.connect(db.replace(name, "postgres"))
        await line.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await line.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        for failing in (store.append("BCDFGH", entry(1)), store.load("BCDFGH"), store.latest(["BCDFGH"])):
            with pytest.raises(StoreFailed):
                await failing
        await line.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        await store.append("BCDFGH", entry(1))
        await line.close()
        await store.close()

    asyncio.run(story())


def test_the_schema_is_migrated_once_however_many_start_and_a_newer_one_is_refused() -> None:
    async def story() -> None:
        db = new_database()
        await asyncio.gather(*(prepare(db) for _ in range(4)))
        await prepare(db, (*MIGRATIONS, "ALTER TABLE tables ADD COLUMN circle TEXT; CREATE INDEX ON tables (circle)"))
        with pytest.raises(Refused, match="newer Parlour"):
            await prepare(db)
        line = await asyncpg.connect(db)
        with pytest.raises(Refused, match="can't be opened"):
            await prepare(db, (*MIGRATIONS, "", "CREATE TABLE half (x int); nonsense"))
        assert await line.fetchval("SELECT max(version) FROM parlour_schema") == len(MIGRATIONS) + 1
        assert await line.fetchval("SELECT to_regclass('half')") is None
        await line.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:hush@127.0.0.1:1/cards",
        "postgresql://ann:hush@no-such-host.invalid/cards",
        "postgresql://ann:hush@127.0.0.1:x/cards",
    ],
)
def test_a_database_that_is_not_there_is_one_sentence_without_the_password(url: str) -> None:
    with pytest.raises(Refused, match="can't be opened") as refusal:
        asyncio.run(prepare(url))
    assert "hush" not in refusal.value.sentence
    assert "\n" not in refusal.value.sentence


def test_a_database_that_cannot_keep_every_name_is_refused() -> None:
    """A name that it cannot encode would fail the whole statement, with other tables' entries in it."""
    name = urlsplit(new_database()).path.removeprefix("/") + "_latin"
    server().psql(f"CREATE DATABASE {name} ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    with pytest.raises(Refused, match="UTF8"):
        asyncio.run(prepare(server().get_uri(database=name)))


def test_a_commit_is_on_disk_whatever_the_databases_habits() -> None:
    async def story() -> None:
        db = new_database()
        name = urlsplit(db).path[1:]
        line = await asyncpg.connect(db)
        await line.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        await line.close()
        store = await opened(db)
        assert isinstance(store, PostgresStore)
        async with store._reader() as reading:
            assert await reading.fetchval("SHOW synchronous_commit") == "on"
        await store.close()

    asyncio.run(story())


def test_an_address_is_shown_without_user_and_password() -> None:
    assert shown_url("postgresql://ann:hush@db.example.org:5432/cards?sslmode=require") == "db.example.org/cards"
    assert shown_url("postgresql:///cards?host=/run/postgresql") == "here/cards"
