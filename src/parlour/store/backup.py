"""Backups of a whole store, taken while servers may be writing: file to file, database to file, file to database."""

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from parlour.kernel.refusal import Refused
from parlour.store import StoreFailed, is_url, shown_url
from parlour.store.data_file import connect, sync_folder
from parlour.store.sqlite import SqliteStore

Progress = Callable[[int, int], None]  # done, total

COLUMNS = {  # the same in both kinds of store; tables that others refer to come first
    "tables": ("code", "invitation", "secret", "made"),
    "entries": ("code", "seq", "entry"),
    "preferences": ("code", "seat", "preference"),
    "circles": ("circle", "name", "made", "next_game", "decor"),
    "circle_tables": ("circle", "code", "added"),
    "summaries": ("code", "version", "summary"),
    "subscriptions": ("code", "holder", "device", "subscription", "made"),
    "server_secrets": ("name", "secret"),
}
AT_A_TIME = 1000  # rows, or pages


def backup(source: str, target: str, progress: Progress = lambda done, total: None) -> None:
    """Copy everything to a new file or an empty database. The copy appears whole or not at all."""
    if not is_url(source) and not Path(source).exists():
        raise Refused("", f"There's no data file {source}.")
    try:
        if is_url(target):
            if is_url(source):
                raise Refused("", "To copy one database to another, use PostgreSQL's own pg_dump and pg_restore.")
            asyncio.run(_to_database(Path(source), target, progress))
        else:
            with _new_file(Path(target)) as part:
                if is_url(source):
                    asyncio.run(_from_database(source, part, progress))
                else:
                    _copy_file(Path(source), part, progress)
    except (sqlite3.Error, OSError, StoreFailed) as error:
        raise Refused("", f"The backup couldn't be written: {error}.") from None


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """Yield a temporary file that gets its final name once it is whole and on disk."""
    if os.path.lexists(target):
        raise _taken(target)
    held, name = tempfile.mkstemp(".part", f"{target.name}.", target.parent)  # readable by its owner only
    os.close(held)
    part = Path(name)
    try:
        yield part
        with closing(sqlite3.connect(part)) as written:
            (sound,) = written.execute("PRAGMA quick_check").fetchone()
        if sound != "ok":
            raise Refused("", f"The copy is damaged: {sound}.")
        with part.open("rb+") as copied:
            os.fsync(copied.fileno())
        _name(part, target)
        part.unlink(missing_ok=True)
        sync_folder(target.parent)
    finally:
        for left in ("", "-wal", "-shm", "-journal"):
            Path(name + left).unlink(missing_ok=True)


def _name(part: Path, target: Path) -> None:
    """Give the file its final name, without overwriting a backup that finished first."""
    try:
        try:
            os.link(part, target)
        except FileExistsError:
            raise
        except OSError:  # a file system without links: claim the name first, then replace it
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            part.replace(target)
    except FileExistsError:
        raise _taken(target) from None


def _taken(target: Path) -> Refused:
    return Refused("", f"{target} already exists. Give the backup a new name.")


def _copy_file(source: Path, part: Path, progress: Progress) -> None:
    with closing(connect(source)) as reading, closing(sqlite3.connect(part)) as writing:
        reading.backup(writing, pages=AT_A_TIME, progress=lambda _, left, total: progress(total - left, total))


async def _from_database(source: str, part: Path, progress: Progress) -> None:
    from parlour.store import database  # needs an extra

    await database.prepare(source)
    await SqliteStore(part).close()  # creates the schema
    async with database.failing():
        reading = await database.connect(source)
    try:
        with closing(sqlite3.connect(part)) as writing:
            async with database.failing(), reading.transaction(isolation="repeatable_read", readonly=True):
                counts = [await reading.fetchval(f"SELECT count(*) FROM {table}") for table in COLUMNS]
                done = 0
                for table, columns in COLUMNS.items():
                    statement = f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})"
                    async for row in reading.cursor(f"SELECT {', '.join(columns)} FROM {table}", prefetch=AT_A_TIME):
                        writing.execute(statement, [_for_file(value) for value in row])
                        done += 1
                        progress(done, sum(counts))
            writing.commit()
    finally:
        reading.terminate()


async def _to_database(source: Path, target: str, progress: Progress) -> None:
    from parlour.store import database

    await database.prepare(target)
    await SqliteStore(source).close()  # brings its schema up to date
    async with database.failing():
        writing = await database.connect(target)
    try:
        with closing(connect(source)) as reading:
            reading.execute("BEGIN")  # a snapshot of the file
            async with database.failing(), writing.transaction():
                await writing.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
                if await writing.fetchval("SELECT count(*) FROM tables"):
                    raise Refused("", f"The database {shown_url(target)} already has tables. Use an empty one.")
                await writing.execute("DELETE FROM server_secrets")  # of a server that ran on the empty database
                total = sum(reading.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COLUMNS)
                done = 0
                for table, columns in COLUMNS.items():
                    rows = reading.execute(f"SELECT {', '.join(columns)} FROM {table}")
                    while some := rows.fetchmany(AT_A_TIME):
                        records = [_for_database(columns, row) for row in some]
                        await writing.copy_records_to_table(table, records=records, columns=columns)
                        done += len(some)
                        progress(done, total)
    finally:
        writing.terminate()


def _for_file(value: Any) -> Any:
    """Convert a value for SQLite, which keeps times as seconds."""
    if isinstance(value, datetime):
        return value.timestamp()
    return value


def _for_database(columns: tuple[str, ...], row: tuple[Any, ...]) -> list[Any]:
    """Convert a row for PostgreSQL, which keeps JSON as text and times with a zone."""
    kept = dict(zip(columns, row, strict=True))
    for column, value in kept.items():
        if column in ("made", "added"):
            kept[column] = datetime.fromtimestamp(value, UTC)
        elif column in ("invitation", "entry", "preference", "summary", "subscription"):
            kept[column] = bytes(value).decode()
    return list(kept.values())
