"""What only SQLite does: one file, its schema, its locks."""

import asyncio
import os
import sqlite3
import stat
import time
from pathlib import Path

import pytest

from parlour.kernel.refusal import Refused
from parlour.store import Behind, StoreFailed
from parlour.store.data_file import alone, usual_file
from parlour.store.sqlite import MIGRATIONS, SqliteStore
from parlour.table.decor import PLAIN, Decor
from tests.store.writing import INVITATION, entry


def test_a_write_that_fails_is_told_and_nothing_of_its_commit_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "x.db")
        await store.create("BCDFGH", INVITATION, b"")
        other = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        (pages,) = other.execute("PRAGMA page_count").fetchone()

        def fill(db: sqlite3.Connection) -> None:
            db.execute(f"PRAGMA max_page_count = {pages}")  # the disk is full

        await store._written(fill)
        with pytest.raises(StoreFailed, match="full"):
            await store.append("BCDFGH", entry(1, "x" * 50_000))

        def free(db: sqlite3.Connection) -> None:
            db.execute("PRAGMA max_page_count = 1000000")

        await store._written(free)
        await store.append("BCDFGH", entry(1))
        await store.close()
        with pytest.raises(StoreFailed):
            await store.append("BCDFGH", entry(2))

    asyncio.run(story())


def test_the_schema_is_migrated_step_by_step_and_a_newer_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.db"

    async def fill() -> None:
        store = SqliteStore(file)
        await store.create("BCDFGH", INVITATION, b"")
        await store.append("BCDFGH", entry(1))
        await store.close()

    asyncio.run(fill())
    newer = (*MIGRATIONS, "ALTER TABLE tables ADD COLUMN circle TEXT; CREATE INDEX by_circle ON tables (circle)")

    async def migrate() -> None:
        store = SqliteStore(file, newer)
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert kept.entries == [entry(1)]
        await store.close()

    asyncio.run(migrate())
    db = sqlite3.connect(file)
    assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
    assert db.execute("SELECT circle FROM tables").fetchone() == (None,)
    with pytest.raises(Refused, match="newer Parlour"):
        SqliteStore(file)


def test_circles_from_before_there_was_decor_are_plain_and_can_be_decorated(tmp_path: Path) -> None:
    file = tmp_path / "x.db"

    async def before() -> None:
        store = SqliteStore(file, MIGRATIONS[:4])
        await store.found("smiths", "The Smiths")
        await store.close()

    async def after() -> None:
        store = SqliteStore(file)
        assert await store.decor("smiths") == PLAIN
        await store.decorate("smiths", Decor("dusk"))
        assert (await store.circle("smiths"), await store.decor("smiths")) == ("The Smiths", Decor("dusk"))
        await store._done("UPDATE circles SET decor = ?", '{"felt": "of a newer Parlour"}')
        assert await store.decor("smiths") == PLAIN
        await store.close()

    asyncio.run(before())
    asyncio.run(after())


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    asyncio.run(SqliteStore(file).close())
    with pytest.raises(Refused, match="can't be opened"):
        SqliteStore(file, (*MIGRATIONS, "CREATE TABLE half (x); CREATE TABLE half (x)"))
    db = sqlite3.connect(file)
    assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)
    asyncio.run(SqliteStore(file).close())


@pytest.mark.parametrize("content", [b"this is no database, and has never been one" * 100])
def test_a_file_that_is_no_data_file_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.db").write_bytes(content)
    with pytest.raises(Refused, match="can't be opened"):
        SqliteStore(tmp_path / "x.db")
    with pytest.raises(Refused, match="can't be opened"):
        SqliteStore(tmp_path)


def test_the_usual_file_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert usual_file().name == "parlour.db"
    assert usual_file().is_relative_to(tmp_path)


def test_of_two_appends_that_share_a_commit_and_a_number_the_first_is_written(tmp_path: Path) -> None:
    """A client hangs up during the write, so the next decision is made on the table before it."""

    async def story() -> None:
        store = SqliteStore(tmp_path / "x.db")
        for code in ("BCDFGH", "BCDFGJ"):
            await store.create(code, INVITATION, b"")
        blocker = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        elsewhere = store.append("BCDFGJ", entry(1))
        await asyncio.sleep(0.1)  # the writer is holding that one
        together = [store.append("BCDFGH", entry(1), entry(2)), store.append("BCDFGH", entry(1, "coffee"))]
        blocker.execute("COMMIT")
        outcomes = await asyncio.gather(elsewhere, *together, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), type(None), Behind]
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert kept.entries == [entry(1), entry(2)]
        await store.close()

    asyncio.run(story())


def test_appends_do_not_hold_up_the_loop(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "x.db")
        await store.create("BCDFGH", INVITATION, b"")
        blocker = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        waiting = store.append("BCDFGH", entry(1))
        start = time.monotonic()
        await asyncio.sleep(0.2)
        assert time.monotonic() - start < 1.0
        assert not waiting.done()
        blocker.execute("COMMIT")
        await waiting
        await store.close()

    asyncio.run(story())


def test_one_server_on_a_file(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "x.db"
    with alone(file):
        with pytest.raises(Refused, match="already uses"), alone(file):
            pass
        with alone(tmp_path / "other.db"):
            pass
    with alone(file):
        pass
    (tmp_path / "plain").write_text("")
    with pytest.raises(Refused, match="can't be opened"), alone(tmp_path / "plain" / "x.db"):
        pass


def test_a_link_to_a_data_file_is_the_file(tmp_path: Path) -> None:
    """Attack 11: a second server opened the same file by another name."""
    file, folder = tmp_path / "x.db", tmp_path / "folder"
    folder.mkdir()
    asyncio.run(SqliteStore(file).close())
    (tmp_path / "link.db").symlink_to(file)
    (folder / "x.db").symlink_to(Path("..") / "x.db")
    (tmp_path / "same").symlink_to(tmp_path)
    names = (tmp_path / "link.db", folder / "x.db", tmp_path / "same" / "x.db", folder / ".." / "x.db")
    for first in (file, *names):
        with alone(first):
            for second in (file, *names):
                with pytest.raises(Refused, match="Another Parlour already uses"), alone(second):
                    pass
    (tmp_path / "to be.db").symlink_to(tmp_path / "not yet.db")
    with alone(tmp_path / "to be.db"), pytest.raises(Refused), alone(tmp_path / "not yet.db"):
        pass


def test_a_data_file_with_two_names_is_refused_by_either(tmp_path: Path) -> None:
    file, other = tmp_path / "x.db", tmp_path / "other.db"
    asyncio.run(SqliteStore(file).close())
    with alone(file):
        os.link(file, other)
        with pytest.raises(Refused, match="second name"), alone(other):
            pass
    with pytest.raises(Refused, match="second name"), alone(file):
        pass
    other.unlink()
    with alone(file):
        pass


def test_data_files_are_for_their_owner_only(tmp_path: Path) -> None:
    def modes() -> dict[str, int]:
        return {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}

    async def write() -> None:
        store = SqliteStore(tmp_path / "x.db")
        await store.create("BCDFGH", INVITATION, b"secret")
        assert modes() == dict.fromkeys(("x.db", "x.db-wal", "x.db-shm", "x.db.lock"), 0o600)
        await store.close()

    before = os.umask(0o022)
    try:
        with alone(tmp_path / "x.db"):
            asyncio.run(write())
        for file in tmp_path.iterdir():
            file.chmod(0o644)  # as older versions left it
        with alone(tmp_path / "x.db"):
            asyncio.run(SqliteStore(tmp_path / "x.db").close())
        assert set(modes().values()) == {0o600}
    finally:
        os.umask(before)


def test_a_store_is_closed_between_reads_that_nobody_waits_for_anymore(tmp_path: Path) -> None:
    """Such a read goes on in its thread; closing what it reads from would end the whole process."""

    async def story() -> None:
        for number in range(10):
            store = SqliteStore(tmp_path / f"{number}.db")
            reads = [asyncio.create_task(store.subscriptions("BCDFGH")) for _ in range(40)]
            await asyncio.sleep(0.001 * (number % 5))
            for read in reads:
                read.cancel()
            await asyncio.gather(*reads, return_exceptions=True)
            await store.close()

    asyncio.run(story())
