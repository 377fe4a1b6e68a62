"""The store's contract: the next number only, answered when durable."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import parlour.cli
from parlour.kernel.refusal import Refused
from parlour.store import Behind, StoreFailed, Taken
from parlour.store.sqlite import MIGRATIONS, SqliteStore, backup, usual_file
from parlour.table.chairs import Chair
from parlour.table.events import Invitation, Pause, TableEntry, Words

INVITATION = Invitation("golf", 1, {"holes": 3}, (Chair("Ann", "key"), Chair()), "key", "ab" * 32)


def entry(seq: int, text: str = "tea") -> TableEntry:
    return TableEntry(seq, 1.5, 0, "person", Words(text), f"id {seq}")


def test_what_was_appended_is_read_back_in_order(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "deep" / "folder" / "x.db")
        await store.create("BCDFGH", INVITATION, b"secret")
        written = [entry(1), TableEntry(2, 2.5, -1, "clock", Pause()), entry(3)]
        for one in written:
            await store.append("BCDFGH", one)
        await store.prefer("BCDFGH", 0, ["7H", "8H"])
        await store.prefer("BCDFGH", 0, "suit")
        await store.close()
        again = SqliteStore(tmp_path / "deep" / "folder" / "x.db")
        kept = await again.load("BCDFGH")
        assert kept is not None
        assert kept.invitation == INVITATION
        assert kept.secret == b"secret"
        assert kept.entries == written
        assert kept.preferences == {0: "suit"}
        assert await again.load("ZZZZZZ") is None
        await again.close()

    asyncio.run(story())


def test_only_the_next_number_is_taken(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "x.db")
        await store.create("BCDFGH", INVITATION, b"")
        for wrong in (0, 2, 5):
            with pytest.raises(Behind):
                await store.append("BCDFGH", entry(wrong))
        await store.append("BCDFGH", entry(1))
        with pytest.raises(Behind):
            await store.append("BCDFGH", entry(1, "coffee"))
        with pytest.raises(Behind):
            await store.append("ZZZZZZ", entry(1))
        with pytest.raises(Taken):
            await store.create("BCDFGH", INVITATION, b"other")
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert kept.entries == [entry(1)]
        assert kept.secret == b""
        await store.close()

    asyncio.run(story())


def test_of_two_servers_on_one_file_one_wins_each_number(tmp_path: Path) -> None:
    async def story() -> None:
        stores = [SqliteStore(tmp_path / "x.db") for _ in range(2)]
        await stores[0].create("BCDFGH", INVITATION, b"")
        for seq in range(1, 30):
            attempts = [store.append("BCDFGH", entry(seq, f"server {n}")) for n, store in enumerate(stores)]
            outcomes = await asyncio.gather(*attempts, return_exceptions=True)
            assert outcomes.count(None) == 1
            assert any(isinstance(outcome, Behind) for outcome in outcomes)
        for store in stores:
            await store.close()

    asyncio.run(story())


def test_appends_that_wait_share_a_commit_and_one_that_is_refused_does_not_spoil_it(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "x.db")
        codes = [f"BCDF{a}{b}" for a in "23456789" for b in "23456789"]
        for code in codes:
            await store.create(code, INVITATION, b"")
        appends = [store.append(code, entry(2 if number % 5 == 0 else 1)) for number, code in enumerate(codes)]
        outcomes = await asyncio.gather(*appends, return_exceptions=True)
        assert [isinstance(outcome, Behind) for outcome in outcomes] == [n % 5 == 0 for n in range(len(codes))]
        for number, code in enumerate(codes):
            kept = await store.load(code)
            assert kept is not None
            assert kept.entries == ([] if number % 5 == 0 else [entry(1)])
        await store.close()

    asyncio.run(story())


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


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    asyncio.run(SqliteStore(file).close())
    with pytest.raises(Refused, match="cannot be opened"):
        SqliteStore(file, (*MIGRATIONS, "CREATE TABLE half (x); CREATE TABLE half (x)"))
    db = sqlite3.connect(file)
    assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)
    asyncio.run(SqliteStore(file).close())


@pytest.mark.parametrize("content", [b"this is no database, and has never been one" * 100])
def test_a_file_that_is_no_data_file_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.db").write_bytes(content)
    with pytest.raises(Refused, match="cannot be opened"):
        SqliteStore(tmp_path / "x.db")
    with pytest.raises(Refused, match="cannot be opened"):
        SqliteStore(tmp_path)


def test_the_usual_file_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert usual_file().name == "parlour.db"
    assert usual_file().is_relative_to(tmp_path)


WRITER = """
import asyncio, sys
from pathlib import Path
from parlour.store.sqlite import SqliteStore
from tests.store.test_sqlite import INVITATION, entry

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.create("BCDFGH", INVITATION, b"")
    for seq in range(1, 100_000):
        await store.append("BCDFGH", entry(seq))
        print(seq, flush=True)

asyncio.run(main())
"""


def start_writer(file: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE, text=True)


def last_number(writer: Any, at_least: int) -> int:
    number = 0
    while number < at_least:
        number = int(writer.stdout.readline())
    return number


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    writer = start_writer(tmp_path / "x.db")
    last_number(writer, 20)
    writer.send_signal(signal.SIGKILL)
    said = [int(line) for line in (writer.stdout or ()) if line.strip().isdigit()]
    writer.wait()

    async def check() -> None:
        store = SqliteStore(tmp_path / "x.db")
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert [one.seq for one in kept.entries] == list(range(1, len(kept.entries) + 1))
        assert len(kept.entries) >= max([20, *said])
        await store.close()

    asyncio.run(check())


def test_a_backup_is_whole_while_the_server_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    writer = start_writer(tmp_path / "x.db")
    before = last_number(writer, 10)
    copy = tmp_path / "copy.db"
    try:
        assert parlour.cli.main(["backup", str(copy), "--db", str(tmp_path / "x.db")]) == 0
    finally:
        writer.kill()
        writer.wait()
        if writer.stdout:
            writer.stdout.close()
    assert "copy.db" in capsys.readouterr().out

    async def check() -> None:
        store = SqliteStore(copy)
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert len(kept.entries) >= before
        assert kept.entries[-1].seq == len(kept.entries)
        await store.close()

    asyncio.run(check())
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_overwrites_nothing_and_needs_a_file_to_copy(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no data file"):
        backup(tmp_path / "none.db", tmp_path / "copy.db")
    asyncio.run(SqliteStore(tmp_path / "x.db").close())
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(Refused, match="there already"):
        backup(tmp_path / "x.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"
    with pytest.raises(Refused, match="could not be written"):
        backup(tmp_path / "x.db", tmp_path / "no folder" / "copy.db")


def test_appends_do_not_hold_up_the_loop(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "x.db")
        await store.create("BCDFGH", INVITATION, b"")
        blocker = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.append("BCDFGH", entry(1)))
        start = time.monotonic()
        await asyncio.sleep(0.2)
        assert time.monotonic() - start < 1.0
        assert not waiting.done()
        blocker.execute("COMMIT")
        await waiting
        await store.close()

    asyncio.run(story())
