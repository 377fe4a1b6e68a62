"""The database that PostgreSQL keeps: its schema, and connections to it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from parlour.kernel.refusal import Refused
from parlour.store import StoreFailed, shown_url

try:
    import asyncpg
except ImportError:
    raise Refused("", "To keep games in PostgreSQL, install the extra parlour[postgres].") from None

MIGRATIONS = (
    """
    CREATE TABLE tables (
        code TEXT PRIMARY KEY, invitation TEXT NOT NULL, secret BYTEA NOT NULL, made TIMESTAMPTZ NOT NULL DEFAULT now()
    );
    CREATE TABLE entries (
        code TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (code, seq)
    );
    CREATE TABLE preferences (
        code TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL, preference TEXT NOT NULL, PRIMARY KEY (code, seat)
    );
    """,
    """
    CREATE TABLE circles (circle TEXT PRIMARY KEY, name TEXT NOT NULL, made TIMESTAMPTZ NOT NULL DEFAULT now());
    CREATE TABLE circle_tables (
        circle TEXT NOT NULL REFERENCES circles, code TEXT NOT NULL REFERENCES tables,
        added TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (circle, code)
    );
    CREATE INDEX circles_of_table ON circle_tables (code);
    CREATE TABLE summaries (
        code TEXT PRIMARY KEY REFERENCES tables, version INTEGER NOT NULL, summary TEXT NOT NULL
    );
    """,
    "ALTER TABLE circles ADD COLUMN next_game DOUBLE PRECISION",
    """
    CREATE TABLE subscriptions (
        code TEXT NOT NULL REFERENCES tables, holder TEXT NOT NULL, device TEXT NOT NULL, subscription TEXT NOT NULL,
        made TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (code, holder, device)
    );
    CREATE INDEX tables_of_device ON subscriptions (device);
    CREATE TABLE server_secrets (name TEXT PRIMARY KEY, secret BYTEA NOT NULL);
    """,
    "ALTER TABLE circles ADD COLUMN decor TEXT",
)  # as in sqlite.py; the table `parlour_schema` counts the scripts that have run

READERS = 4  # connections in the pool
PATIENCE = 10.0  # seconds to wait for any answer of the database

CONNECTION: Any = {  # a commit that returns is on disk, whatever the database's settings
    "server_settings": {"application_name": "parlour", "synchronous_commit": "on"},
    "timeout": PATIENCE,
    "command_timeout": PATIENCE,
}

LOST = (asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError)  # the connection is ending
FAILURES = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


async def prepare(url: str, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the database's schema up to date, or raise Refused."""
    async with opened(url) as db:
        if db.get_settings().server_encoding not in ("UTF8", "SQL_ASCII"):  # some names could not be stored
            raise Refused("", f"The database {shown_url(url)} can't store every name: it needs the encoding UTF8.")
        async with db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock(7062)")  # two servers that start at once take turns
            await db.execute("CREATE TABLE IF NOT EXISTS parlour_schema (version INTEGER NOT NULL)")
            version = await db.fetchval("SELECT coalesce(max(version), 0) FROM parlour_schema")
            if version > len(migrations):
                raise Refused(
                    "", f"The database {shown_url(url)} was written by a newer Parlour. Please update this one."
                )
            for number, script in enumerate(migrations[version:], version + 1):
                await db.execute(script)
                await db.execute("INSERT INTO parlour_schema VALUES ($1)", number)


async def release_of(url: str) -> str:
    """Return which PostgreSQL the database is, or raise Refused. Nothing is changed."""
    async with opened(url) as db:
        release = db.get_server_version()
        return f"{release.major}.{release.minor}"


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Any]:
    """Open a connection, or raise Refused."""
    try:
        db = await connect(url)
        try:
            yield db
        finally:
            await db.close()
    except (*FAILURES, ValueError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise Refused("", f"The database {shown_url(url)} can't be opened: {reason}.") from None


async def connect(url: str) -> Any:
    return await asyncpg.connect(url, **CONNECTION)


def new_pool(url: str) -> Any:
    """Return a pool of connections, which has to be awaited."""
    return asyncpg.create_pool(url, min_size=0, max_size=READERS, **CONNECTION)


def is_refusal(error: Exception) -> bool:
    """Whether the database has refused a statement, over a connection that goes on."""
    return isinstance(error, asyncpg.PostgresError) and not isinstance(error, LOST)


@asynccontextmanager
async def failing() -> AsyncIterator[None]:
    """Turn every failure of the database into StoreFailed."""
    try:
        yield
    except FAILURES as error:
        raise StoreFailed(str(error) or type(error).__name__) from None
