"""Logs in PostgreSQL, for any number of servers on one database.

If two servers write the same number, the primary key (code, seq) lets one of them win. All waiting entries are written
by one statement, which also notifies the other servers: a notification locks the whole database until its commit is on
disk, so many small commits would queue up. Notifications are lost if the listening connection breaks; the server then
checks every table again.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

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
    Unsure,
    read_decor,
    read_kept,
    read_subscription,
    set_outcome,
)
from parlour.store.database import FAILURES, PATIENCE, connect, failing, is_refusal, new_pool
from parlour.table.decor import Decor
from parlour.table.events import Invitation, TableEntry

log = logging.getLogger("parlour")

CHANNEL = "parlour"
# Ordered by code, so that two servers never deadlock.
APPEND = f"""
    WITH given AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::text[]) AS given (code, first, seq, entry)
    ),
    added AS (
        INSERT INTO entries (code, seq, entry) SELECT code, seq, entry FROM given JOIN tables USING (code)
        WHERE first = 1 + (SELECT coalesce(max(seq), 0) FROM entries WHERE entries.code = given.code)
        ORDER BY code, seq ON CONFLICT DO NOTHING RETURNING code, seq, entry
    )
    SELECT code, first, seq, entry FROM added JOIN given USING (code, seq, entry),
    LATERAL pg_notify('{CHANNEL}', $5 || ' ' || code || ' ')
"""
ALREADY = """
    SELECT code, first, seq, entry
    FROM entries JOIN unnest($1::text[], $2::int[], $3::int[], $4::text[]) AS given (code, first, seq, entry)
    USING (code, seq, entry)
"""
MEMBERS = """
    SELECT code, (SELECT coalesce(max(seq), 0) FROM entries WHERE entries.code = circle_tables.code) AS latest,
           summary, coalesce(version, 0) AS version
    FROM circle_tables LEFT JOIN summaries USING (code) WHERE circle = $1 ORDER BY added DESC, code
"""
INCLUDE = """
    INSERT INTO circle_tables (circle, code) SELECT circle, code FROM circles, tables WHERE circle = $1 AND code = $2
"""
SUM_UP = """
    INSERT INTO summaries SELECT code, $2, $3 FROM tables WHERE code = $1
    ON CONFLICT (code) DO UPDATE SET version = excluded.version, summary = excluded.summary
    WHERE excluded.version >= summaries.version
"""
SUBSCRIBE = """
    INSERT INTO subscriptions SELECT code, $2, $3, $4 FROM tables WHERE code = $1
    ON CONFLICT (code, holder, device) DO UPDATE SET subscription = excluded.subscription, made = excluded.made
"""
FORGET_OLDEST = """
    DELETE FROM subscriptions WHERE code = $1 AND holder = $2 AND device NOT IN (
        SELECT device FROM subscriptions WHERE code = $1 AND holder = $2 ORDER BY made DESC, device LIMIT $3
    )
"""
NOTIFY = f"SELECT pg_notify('{CHANNEL}', words) FROM unnest($1::text[]) AS words"

MOST_IN_A_COMMIT = 500
TRIES = 3  # to write, each over a new connection
BETWEEN_TRIES = 0.3  # seconds; longer each time
HEARTBEAT = 5.0  # seconds between notifications to ourselves, which show that listening works


EntryRow = tuple[str, int, int, str]  # the table's code, the first number of its group, its own number, the entry
TableEntries = tuple[str, tuple[TableEntry, ...]]  # consecutive entries of a table
WaitingEntries = tuple[TableEntries, "asyncio.Future[None]"]


class PostgresStore:
    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.node = secrets.token_hex(4)  # this process's name among the others
        self._waiting: asyncio.Queue[WaitingEntries] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._pool: Any = None

    # ------------------------------------------------------------ beginning and ending

    async def open(self, heard: Heard) -> None:
        self._pool = new_pool(self.url)
        async with failing():
            await self._pool
        self._tasks = [asyncio.create_task(self._write_on()), asyncio.create_task(self._listen_on(heard))]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while not self._waiting.empty():
            set_outcome(self._waiting.get_nowait()[1], StoreFailed("the store is closed"))
        if self._pool:
            self._pool.terminate()
            self._pool = None

    # ------------------------------------------------------------ writing

    async def create(self, code: str, invitation: Invitation, secret: bytes) -> None:
        statement = "INSERT INTO tables (code, invitation, secret) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        async with self._reader() as db:
            done = await db.execute(statement, code, _text(invitation), secret)
        if done != "INSERT 0 1":
            raise Taken(code)

    async def prefer(self, code: str, seat: Seat, preference: Any) -> None:
        statement = """
            INSERT INTO preferences VALUES ($1, $2, $3)
            ON CONFLICT (code, seat) DO UPDATE SET preference = excluded.preference
        """
        async with self._reader() as db, db.transaction():
            await db.execute(statement, code, seat, _text(preference))
            await db.execute(NOTIFY, [f"{self.node} {code} "])

    async def tell(self, words: Mapping[str, str]) -> None:
        async with self._reader() as db:
            await db.execute(NOTIFY, [f"{self.node} {code} {said}" for code, said in words.items()])

    async def found(self, circle: str, name: str) -> None:
        async with self._reader() as db:
            await db.execute("INSERT INTO circles (circle, name) VALUES ($1, $2) ON CONFLICT DO NOTHING", circle, name)

    async def rename(self, circle: str, name: str) -> None:
        async with self._reader() as db:
            await db.execute("UPDATE circles SET name = $2 WHERE circle = $1", circle, name)

    async def plan(self, circle: str, at: float | None) -> None:
        async with self._reader() as db:
            await db.execute("UPDATE circles SET next_game = $2 WHERE circle = $1", circle, at)

    async def decorate(self, circle: str, decor: Decor) -> None:
        async with self._reader() as db:
            await db.execute("UPDATE circles SET decor = $2 WHERE circle = $1", circle, _text(decor))

    async def include(self, circle: str, code: str) -> None:
        async with self._reader() as db, db.transaction():
            # The locks make a concurrent `include` wait until this one is counted.
            await db.execute("SELECT FROM circles WHERE circle = $1 FOR NO KEY UPDATE", circle)
            await db.execute("SELECT FROM tables WHERE code = $1 FOR NO KEY UPDATE", code)
            codes = await db.fetchval("SELECT count(*) FROM circle_tables WHERE circle = $1", circle)
            circles = [row[0] for row in await db.fetch("SELECT circle FROM circle_tables WHERE code = $1", code)]
            if circle in circles:
                return
            if codes >= MOST_TABLES or len(circles) >= MOST_CIRCLES:
                raise Full
            await db.execute(INCLUDE, circle, code)

    async def exclude(self, circle: str, code: str) -> None:
        async with self._reader() as db:
            await db.execute("DELETE FROM circle_tables WHERE circle = $1 AND code = $2", circle, code)

    async def sum_up(self, code: str, version: int, summary: bytes) -> None:
        async with self._reader() as db:
            await db.execute(SUM_UP, code, version, summary.decode())

    async def subscribe(self, code: str, holder: str, subscription: Subscription) -> None:
        async with self._reader() as db, db.transaction():
            await db.execute(SUBSCRIBE, code, holder, subscription.device, _text(subscription))
            await db.execute(FORGET_OLDEST, code, holder, MOST_SUBSCRIPTIONS)

    async def unsubscribe(self, code: str, holder: str, device: str) -> None:
        statement = "DELETE FROM subscriptions WHERE code = $1 AND holder = $2 AND device = $3"
        async with self._reader() as db:
            await db.execute(statement, code, holder, device)

    async def forget_device(self, device: str) -> None:
        async with self._reader() as db:
            await db.execute("DELETE FROM subscriptions WHERE device = $1", device)

    async def forget_others(self, code: str, holders: Sequence[str]) -> None:
        async with self._reader() as db:
            await db.execute("DELETE FROM subscriptions WHERE code = $1 AND holder != ALL ($2::text[])", code, holders)

    async def secret(self, name: str, new: bytes) -> bytes:
        async with self._reader() as db:
            await db.execute("INSERT INTO server_secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", name, new)
            secret: bytes = await db.fetchval("SELECT secret FROM server_secrets WHERE name = $1", name)
            return secret

    def append(self, code: str, *entries: TableEntry) -> "asyncio.Future[None]":
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._pool:
            self._waiting.put_nowait(((code, entries), future))
        else:
            future.set_exception(StoreFailed("the store is closed"))
        return future  # cancelling it does not undo the write

    async def _write_on(self) -> None:
        """Write everything that waits with one statement, and answer only then."""
        db: Any = None
        try:
            while True:
                batch = [await self._waiting.get()]
                while len(batch) < MOST_IN_A_COMMIT and not self._waiting.empty():
                    batch.append(self._waiting.get_nowait())
                db, outcomes = await self._written(db, [append for append, _ in batch])
                for (_, future), outcome in zip(batch, outcomes, strict=True):
                    set_outcome(future, outcome)
        finally:
            if db:
                db.terminate()

    async def _written(self, db: Any, batch: Sequence[TableEntries]) -> tuple[Any, Sequence[Exception | None]]:
        """Write a batch. Return the connection for the next one, and the outcome of each append. After a connection has
        broken, the next one first looks whether the entries were written."""
        rows = [_rows(append) for append in batch]
        failed: Exception = StoreFailed("")
        begun = broken = False
        for number in range(TRIES):
            try:
                db = db or await connect(self.url)
                written = {tuple(row) for row in await db.fetch(ALREADY, *_columns(rows))} if begun else set()
                begun = True
                written |= await self._append(db, [one for one in rows if len(one) == 1])
                for several in [one for one in rows if len(one) > 1]:
                    written |= await self._append_or_none(db, several)
                return db, [None if one[0] in written else Behind(one[0][0]) for one in rows]
            except Exception as error:  # whatever happens, the writer must go on
                refused = is_refusal(error)
                failed = Unsure(str(error)) if broken or (begun and not refused) else StoreFailed(str(error))
                if refused:  # the database answered: nothing was written
                    return db, [failed] * len(batch)
                broken = begun
                if db:
                    db.terminate()
                db = None
                await asyncio.sleep(BETWEEN_TRIES * number)
        return None, [failed] * len(batch)

    async def _append(self, db: Any, rows: Sequence[Sequence[EntryRow]]) -> set[EntryRow]:
        """Append entries in one statement; return those that were added."""
        return {tuple(row) for row in await db.fetch(APPEND, *_columns(rows), self.node)} if rows else set()

    async def _append_or_none(self, db: Any, rows: Sequence[EntryRow]) -> set[EntryRow]:
        """Append all of these entries or none: another server may be writing the first one."""
        trying = db.transaction()
        await trying.start()
        added = await self._append(db, [rows])
        await (trying.commit() if len(added) == len(rows) else trying.rollback())
        return added if len(added) == len(rows) else set()

    # ------------------------------------------------------------ reading

    async def load(self, code: str, after: int = 0) -> StoredTable | None:
        async with self._reader() as db, db.transaction(isolation="repeatable_read", readonly=True):
            found = await db.fetchrow("SELECT invitation, secret FROM tables WHERE code = $1", code)
            rows = await db.fetch("SELECT entry FROM entries WHERE code = $1 AND seq > $2 ORDER BY seq", code, after)
            likes = await db.fetch("SELECT seat, preference FROM preferences WHERE code = $1", code)
        if found is None:
            return None
        return read_kept(code, found["invitation"], found["secret"], (entry for (entry,) in rows), likes)

    async def latest(self, codes: Sequence[str]) -> dict[str, int]:
        statement = """
            SELECT code, (SELECT max(seq) FROM entries WHERE entries.code = asked.code) AS seq
            FROM unnest($1::text[]) AS asked (code)
        """
        async with self._reader() as db:
            return {code: seq for code, seq in await db.fetch(statement, codes) if seq is not None}

    async def circle(self, circle: str) -> str | None:
        async with self._reader() as db:
            name: str | None = await db.fetchval("SELECT name FROM circles WHERE circle = $1", circle)
            return name

    async def next_game(self, circle: str) -> float | None:
        async with self._reader() as db:
            at: float | None = await db.fetchval("SELECT next_game FROM circles WHERE circle = $1", circle)
            return at

    async def decor(self, circle: str) -> Decor:
        async with self._reader() as db:
            return read_decor(await db.fetchval("SELECT decor FROM circles WHERE circle = $1", circle))

    async def members(self, circle: str) -> list[Member]:
        async with self._reader() as db:
            rows = await db.fetch(MEMBERS, circle)
        return [Member(code, latest, text and text.encode(), version) for code, latest, text, version in rows]

    async def circles_of(self, code: str) -> list[str]:
        async with self._reader() as db:
            rows = await db.fetch("SELECT circle FROM circle_tables WHERE code = $1 ORDER BY circle", code)
        return [row[0] for row in rows]

    async def summary(self, code: str) -> tuple[int, bytes] | None:
        async with self._reader() as db:
            found = await db.fetchrow("SELECT version, summary FROM summaries WHERE code = $1", code)
        return (found[0], found[1].encode()) if found else None

    async def subscriptions(self, code: str) -> list[tuple[str, Subscription]]:
        statement = "SELECT holder, subscription FROM subscriptions WHERE code = $1 ORDER BY made, device"
        async with self._reader() as db:
            rows = await db.fetch(statement, code)
        return [(holder, read_subscription(kept)) for holder, kept in rows]

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[Any]:
        async with failing():
            if not self._pool:
                raise StoreFailed("the store is closed")
            async with self._pool.acquire(timeout=PATIENCE) as db:
                yield db

    # ------------------------------------------------------------ listening

    async def _listen_on(self, heard: Heard) -> None:
        """Listen to the other servers, reconnecting whenever the connection is lost or stops delivering."""
        while True:
            with contextlib.suppress(*FAILURES):
                await self._listen(heard)
            await asyncio.sleep(BETWEEN_TRIES)

    async def _listen(self, heard: Heard) -> None:
        lost, own = asyncio.Event(), asyncio.Event()

        def notified(_: Any, pid: int, channel: str, payload: str) -> None:
            node, code, words = payload.split(" ", 2)
            if node == self.node:
                own.set()
            elif code:
                heard(node, code, words)

        db = await connect(self.url)
        try:
            db.add_termination_listener(lambda _: lost.set())
            await db.add_listener(CHANNEL, notified)
            heard("", "", "")
            while not lost.is_set():
                own.clear()
                await db.execute(NOTIFY, [f"{self.node}  "])
                async with asyncio.timeout(PATIENCE):
                    await own.wait()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(HEARTBEAT):
                        await lost.wait()
            log.warning("the database's notifications stopped; listening again")
        finally:
            db.terminate()


def _rows(append: TableEntries) -> list[EntryRow]:
    code, entries = append
    return [(code, entries[0].seq, entry.seq, _text(entry)) for entry in entries]


def _columns(rows: Sequence[Sequence[EntryRow]]) -> list[list[Any]]:
    return [list(column) for column in zip(*(row for one in rows for row in one), strict=True)]


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
