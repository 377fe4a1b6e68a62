"""Logs in one SQLite file: WAL, synchronous=FULL, one writer thread, and one commit for everything that waits.

Every append waits for its commit. While one commit is on its way to disk, the next appends gather and share the next
commit, so a hundred busy tables cost hardly more syncs than one.
"""

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.store import (
    MOST_CIRCLES,
    MOST_SUBSCRIPTIONS,
    MOST_TABLES,
    Behind,
    Full,
    Heard,
    Member,
    StoredTable,
    StoreFailed,
    Subscription,
    Taken,
    read_decor,
    read_kept,
    read_subscription,
    set_outcome,
)
from parlour.store.data_file import connect, keep_private
from parlour.table.decor import Decor
from parlour.table.events import Invitation, TableEntry

MIGRATIONS = (
    """
    CREATE TABLE tables (
        code TEXT PRIMARY KEY, invitation BLOB NOT NULL, secret BLOB NOT NULL, made REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        code TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (code, seq)
    ) WITHOUT ROWID;
    CREATE TABLE preferences (
        code TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL, preference BLOB NOT NULL, PRIMARY KEY (code, seat)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE circles (circle TEXT PRIMARY KEY, name TEXT NOT NULL, made REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE circle_tables (
        circle TEXT NOT NULL REFERENCES circles, code TEXT NOT NULL REFERENCES tables, added REAL NOT NULL,
        PRIMARY KEY (circle, code)
    ) WITHOUT ROWID;
    CREATE INDEX circles_of_table ON circle_tables (code);
    CREATE TABLE summaries (
        code TEXT PRIMARY KEY REFERENCES tables, version INTEGER NOT NULL, summary BLOB NOT NULL
    ) WITHOUT ROWID;
    """,
    "ALTER TABLE circles ADD COLUMN next_game REAL",
    """
    CREATE TABLE subscriptions (
        code TEXT NOT NULL REFERENCES tables, holder TEXT NOT NULL, device TEXT NOT NULL, subscription BLOB NOT NULL,
        made REAL NOT NULL, PRIMARY KEY (code, holder, device)
    ) WITHOUT ROWID;
    CREATE INDEX tables_of_device ON subscriptions (device);
    CREATE TABLE server_secrets (name TEXT PRIMARY KEY, secret BLOB NOT NULL) WITHOUT ROWID;
    """,
    "ALTER TABLE circles ADD COLUMN decor TEXT",
)  # one script for each version of the schema; the file's user_version counts those that have run

APPEND = """
    INSERT OR IGNORE INTO entries (code, seq, entry)
    WITH given AS (
        SELECT json_extract(value, '$[0]') AS code, json_extract(value, '$[1]') AS first,
               json_extract(value, '$[2]') AS seq, CAST(json_extract(value, '$[3]') AS BLOB) AS entry FROM json_each(?)
    )
    SELECT code, seq, entry FROM given
    WHERE first = 1 + (SELECT coalesce(max(seq), 0) FROM entries WHERE entries.code = given.code)
      AND EXISTS (SELECT 1 FROM tables WHERE tables.code = given.code)
"""
ENTRIES = "SELECT entry FROM entries WHERE code = ? AND seq > ? ORDER BY seq"
LATEST = "SELECT max(seq) FROM entries WHERE code = ?"
MEMBERS = """
    SELECT code, (SELECT coalesce(max(seq), 0) FROM entries WHERE entries.code = circle_tables.code),
           CAST(summary AS BLOB), coalesce(version, 0)
    FROM circle_tables LEFT JOIN summaries USING (code) WHERE circle = ? ORDER BY added DESC, code
"""
INCLUDE = "INSERT INTO circle_tables SELECT circle, code, ? FROM circles, tables WHERE circle = ? AND code = ?"
SUM_UP = """
    INSERT INTO summaries SELECT code, ?, ? FROM tables WHERE code = ?
    ON CONFLICT (code) DO UPDATE SET version = excluded.version, summary = excluded.summary
    WHERE excluded.version >= summaries.version
"""
SUBSCRIBE = """
    INSERT INTO subscriptions SELECT code, ?, ?, ?, ? FROM tables WHERE code = ?
    ON CONFLICT (code, holder, device) DO UPDATE SET subscription = excluded.subscription, made = excluded.made
"""
FORGET_OLDEST = """
    DELETE FROM subscriptions WHERE code = ?1 AND holder = ?2 AND device NOT IN (
        SELECT device FROM subscriptions WHERE code = ?1 AND holder = ?2 ORDER BY made DESC, device LIMIT ?3
    )
"""
FORGET_OTHERS = "DELETE FROM subscriptions WHERE code = ? AND holder NOT IN (SELECT value FROM json_each(?))"
SUBSCRIPTIONS = "SELECT holder, CAST(subscription AS BLOB) FROM subscriptions WHERE code = ? ORDER BY made, device"
MOST_IN_A_COMMIT = 500
GATHER = 0.004  # seconds that a commit waits for more writes, if the last one had several
GONE = "the data file was deleted or replaced; what is written to it now would be lost"


class AppendWrite:
    """A write of consecutive entries of a table, all of them or none."""

    def __init__(self, code: str, entries: Sequence[TableEntry]) -> None:
        self.code = code
        first = entries[0].seq
        self.rows = [(code, first, entry.seq, msgspec.json.encode(entry).decode()) for entry in entries]

    def __call__(self, db: sqlite3.Connection) -> Exception | None:
        return None if _append(db, self.rows) else Behind(self.code)


Write = Callable[[sqlite3.Connection], Exception | None]  # returns the exception for the caller, if any
WaitingWrite = tuple[Write, "asyncio.Future[None]", asyncio.AbstractEventLoop]


class SqliteStore:
    shared = False  # ensured by `alone`

    def __init__(self, path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
        path = self.path = path.resolve()  # symbolic links lead to the same file
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            keep_private(path)
            self._migrate(migrations)
            self._reader = connect(path)
            self._file = path.stat()
        except (OSError, sqlite3.Error) as error:
            raise Refused("", f"The data file {path} can't be opened: {error}.") from None
        self._reading = threading.Lock()
        self._waiting: queue.SimpleQueue[WaitingWrite | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="parlour-writer", daemon=True)
        self._writer.start()

    def _migrate(self, migrations: Sequence[str]) -> None:
        db = connect(self.path)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("BEGIN IMMEDIATE")  # two servers that start at once take turns
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > len(migrations):
                raise Refused("", f"The data file {self.path} was written by a newer Parlour. Please update this one.")
            for number, script in enumerate(migrations[version:], version + 1):
                for statement in filter(str.strip, script.split(";")):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        finally:
            db.close()

    async def open(self, heard: Heard) -> None:
        """Do nothing: no other process writes to the file."""

    # ------------------------------------------------------------ writing

    async def create(self, code: str, invitation: Invitation, secret: bytes) -> None:
        row = (code, msgspec.json.encode(invitation), secret, time.time())

        def write(db: sqlite3.Connection) -> Exception | None:
            made = db.execute("INSERT INTO tables VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", row)
            return None if made.rowcount == 1 else Taken(code)

        await self._written(write)

    def append(self, code: str, *entries: TableEntry) -> "asyncio.Future[None]":
        return self._written(AppendWrite(code, entries))

    async def prefer(self, code: str, seat: Seat, preference: Any) -> None:
        row = (code, seat, msgspec.json.encode(preference))

        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO preferences VALUES (?, ?, ?)", row)

        await self._written(write)

    async def found(self, circle: str, name: str) -> None:
        row = (circle, name, time.time())

        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO circles (circle, name, made) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", row)

        await self._written(write)

    async def rename(self, circle: str, name: str) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute("UPDATE circles SET name = ? WHERE circle = ?", (name, circle))

        await self._written(write)

    async def plan(self, circle: str, at: float | None) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute("UPDATE circles SET next_game = ? WHERE circle = ?", (at, circle))

        await self._written(write)

    async def decorate(self, circle: str, decor: Decor) -> None:
        await self._done("UPDATE circles SET decor = ? WHERE circle = ?", msgspec.json.encode(decor).decode(), circle)

    async def include(self, circle: str, code: str) -> None:
        row = (time.time(), circle, code)

        def write(db: sqlite3.Connection) -> Exception | None:
            codes = _column(db, "SELECT code FROM circle_tables WHERE circle = ?", circle)
            circles = _column(db, "SELECT circle FROM circle_tables WHERE code = ?", code)
            if circle in circles:
                return None
            if len(codes) >= MOST_TABLES or len(circles) >= MOST_CIRCLES:
                return Full()
            db.execute(INCLUDE, row)
            return None

        await self._written(write)

    async def exclude(self, circle: str, code: str) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM circle_tables WHERE circle = ? AND code = ?", (circle, code))

        await self._written(write)

    async def sum_up(self, code: str, version: int, summary: bytes) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute(SUM_UP, (version, summary, code))

        await self._written(write)

    async def subscribe(self, code: str, holder: str, subscription: Subscription) -> None:
        row = (holder, subscription.device, msgspec.json.encode(subscription), time.time(), code)

        def write(db: sqlite3.Connection) -> None:
            db.execute(SUBSCRIBE, row)
            db.execute(FORGET_OLDEST, (code, holder, MOST_SUBSCRIPTIONS))

        await self._written(write)

    async def unsubscribe(self, code: str, holder: str, device: str) -> None:
        await self._done("DELETE FROM subscriptions WHERE code = ? AND holder = ? AND device = ?", code, holder, device)

    async def forget_device(self, device: str) -> None:
        await self._done("DELETE FROM subscriptions WHERE device = ?", device)

    async def forget_others(self, code: str, holders: Sequence[str]) -> None:
        await self._done(FORGET_OTHERS, code, msgspec.json.encode(holders).decode())

    async def secret(self, name: str, new: bytes) -> bytes:
        await self._done("INSERT INTO server_secrets VALUES (?, ?) ON CONFLICT DO NOTHING", name, new)
        ((secret,),) = await self._rows("SELECT secret FROM server_secrets WHERE name = ?", name)
        return bytes(secret)

    async def _done(self, statement: str, *values: str | bytes) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute(statement, values)

        await self._written(write)

    def _written(self, write: Write) -> "asyncio.Future[None]":
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        if self._writer.is_alive():
            self._waiting.put((write, future, loop))
        else:
            future.set_exception(StoreFailed("the store is closed"))
        return future  # cancelling it does not undo the write

    def _write_on(self) -> None:
        """Run the writer thread: commit everything that waits at once, and answer only then."""
        db = connect(self.path)
        batch: list[WaitingWrite] = []
        while (first := self._waiting.get()) is not None:
            if len(batch) > 1:
                time.sleep(GATHER)
            batch = [first]
            while len(batch) < MOST_IN_A_COMMIT and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    self._waiting.put(None)  # commit what we have, then stop
                    break
                batch.append(following)
            writes = [write for write, _, _ in batch]
            outcomes = _commit(db, writes) if self._is_there() else [StoreFailed(GONE)] * len(batch)
            batch[0][2].call_soon_threadsafe(_answer, [future for _, future, _ in batch], outcomes)
        db.close()

    def _is_there(self) -> bool:
        """Whether the open file is still the one at its path. A deleted or replaced file accepts writes, but they are
        lost when the process ends."""
        try:
            return os.path.samestat(self.path.stat(), self._file)
        except OSError:
            return False

    # ------------------------------------------------------------ reading

    async def load(self, code: str, after: int = 0) -> StoredTable | None:
        return await asyncio.to_thread(self._load, code, after)

    def _load(self, code: str, after: int) -> StoredTable | None:
        with self._snapshot() as db:
            found = db.execute("SELECT invitation, secret FROM tables WHERE code = ?", (code,)).fetchone()
            rows = db.execute(ENTRIES, (code, after)).fetchall()
            likes = db.execute("SELECT seat, preference FROM preferences WHERE code = ?", (code,)).fetchall()
        if found is None:
            return None
        return read_kept(code, found[0], found[1], (entry for (entry,) in rows), likes)

    async def latest(self, codes: Sequence[str]) -> dict[str, int]:
        return await asyncio.to_thread(self._latest, codes)

    def _latest(self, codes: Sequence[str]) -> dict[str, int]:
        with self._snapshot() as db:
            found = {code: db.execute(LATEST, (code,)).fetchone()[0] for code in codes}
        return {code: seq for code, seq in found.items() if seq is not None}

    async def circle(self, circle: str) -> str | None:
        names = await self._rows("SELECT name FROM circles WHERE circle = ?", circle)
        return names[0][0] if names else None

    async def next_game(self, circle: str) -> float | None:
        found = await self._rows("SELECT next_game FROM circles WHERE circle = ?", circle)
        return found[0][0] if found else None

    async def decor(self, circle: str) -> Decor:
        found = await self._rows("SELECT decor FROM circles WHERE circle = ?", circle)
        return read_decor(found[0][0] if found else None)

    async def members(self, circle: str) -> list[Member]:
        return [Member(*row) for row in await self._rows(MEMBERS, circle)]

    async def circles_of(self, code: str) -> list[str]:
        return [row[0] for row in await self._rows("SELECT circle FROM circle_tables WHERE code = ? ORDER BY 1", code)]

    async def summary(self, code: str) -> tuple[int, bytes] | None:
        found = await self._rows("SELECT version, CAST(summary AS BLOB) FROM summaries WHERE code = ?", code)
        return found[0] if found else None

    async def subscriptions(self, code: str) -> list[tuple[str, Subscription]]:
        return [(holder, read_subscription(kept)) for holder, kept in await self._rows(SUBSCRIPTIONS, code)]

    async def _rows(self, statement: str, value: str) -> list[Any]:
        def read() -> list[Any]:
            with self._snapshot() as db:
                return db.execute(statement, (value,)).fetchall()

        return await asyncio.to_thread(read)

    @contextlib.contextmanager
    def _snapshot(self) -> Iterator[sqlite3.Connection]:
        """Yield the reading connection inside a transaction, so that all reads see the same moment."""
        with self._reading:
            try:
                self._reader.execute("BEGIN")
                yield self._reader
                self._reader.execute("COMMIT")
            except sqlite3.Error as error:
                with contextlib.suppress(sqlite3.ProgrammingError):  # it is closed
                    if self._reader.in_transaction:
                        self._reader.execute("ROLLBACK")
                raise StoreFailed(str(error)) from None

    async def tell(self, words: Mapping[str, str]) -> None:
        """Do nothing: no other process listens."""

    async def close(self) -> None:
        self._waiting.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._close_reader)

    def _close_reader(self) -> None:
        """Close it between two reads: a read goes on in its thread even if nobody waits for it anymore."""
        with self._reading:
            self._reader.close()


def _commit(db: sqlite3.Connection, writes: Sequence[Write]) -> list[Exception | None]:
    """Commit the writes in one transaction. If it fails, nothing is written and every caller gets StoreFailed."""
    try:
        db.execute("BEGIN IMMEDIATE")
        outcomes = _append_all(db, writes) or [write(db) for write in writes]
        db.execute("COMMIT")
        return outcomes
    except Exception as error:  # whatever happens, the writer must go on
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        return [StoreFailed(str(error))] * len(writes)


def _append_all(db: sqlite3.Connection, writes: Sequence[Write]) -> list[Exception | None]:
    """Do the writes in one statement, if all are appends with the next number; otherwise do nothing, and return []. One
    statement is quicker on a busy server, because other Python threads run between two statements."""
    appends = [write for write in writes if isinstance(write, AppendWrite)]
    if len(appends) == len(writes) > 1:
        if _append(db, [row for append in appends for row in append.rows]):
            return [None] * len(appends)
        db.execute("ROLLBACK")
        db.execute("BEGIN IMMEDIATE")
    return []


def _append(db: sqlite3.Connection, rows: Sequence[tuple[str, int, int, str]]) -> bool:
    """Append rows; return whether all of them were added."""
    return db.execute(APPEND, (msgspec.json.encode(rows).decode(),)).rowcount == len(rows)


def _column(db: sqlite3.Connection, statement: str, value: str) -> list[str]:
    return [found for (found,) in db.execute(statement, (value,))]


def _answer(futures: "Sequence[asyncio.Future[None]]", outcomes: Sequence[Exception | None]) -> None:
    for future, outcome in zip(futures, outcomes, strict=True):
        set_outcome(future, outcome)
