"""Where logs are kept. One rule carries everything: an entry is appended only at the next sequence number."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from parlour.kernel.state import Seat
from parlour.table.events import Invitation, TableEntry

# A decoder looks its types up when it is made. Left to the first use, several threads would do so at once after a
# restart, and msgspec crashes.
_invitation = msgspec.json.Decoder(Invitation)
_entry: msgspec.json.Decoder[TableEntry] = msgspec.json.Decoder(TableEntry)


class StoredTable(Struct, frozen=True):
    """A table as it was stored."""

    code: str
    invitation: Invitation
    secret: bytes
    entries: list[TableEntry]
    preferences: dict[Seat, Any]


class Member(Struct, frozen=True):
    """A table of a circle, and what was last written down of how it stands."""

    code: str
    version: int  # the number of its last entry
    summary: bytes | None  # JSON
    summed_up: int  # the version that the summary is of


class Behind(Exception):
    """Somebody else has appended meanwhile: read again, decide again."""


class Taken(Exception):
    """There is a table with this code already."""


class Full(Exception):
    """There are as many as there may be."""


class StoreFailed(Exception):
    """The store could not write or read; nothing was acknowledged."""


class Unsure(StoreFailed):
    """The line to the store broke while it was writing: whether it has written, nobody knows yet."""


class Damaged(StoreFailed):
    """What is kept of a table cannot be read: it was spoilt, or written by a newer Parlour."""


def read_kept(
    code: str,
    invitation: bytes | str,
    secret: bytes,
    entries: Iterable[bytes | str],
    preferences: Iterable[tuple[Seat, bytes | str]],
) -> StoredTable:
    try:
        return StoredTable(
            code,
            _invitation.decode(invitation),
            secret,
            [_entry.decode(entry) for entry in entries],
            {seat: msgspec.json.decode(preference) for seat, preference in preferences},
        )
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Damaged(str(error)) from None


MOST_TABLES = 5000  # in a circle
MOST_CIRCLES = 5  # that a table is in

Heard = Callable[[str, str, str], None]
"""Called with what another process says: its name, a table's code, and its words. Without words the table has got new
entries or preferences; without a code anything may have been missed."""


class Store(Protocol):
    """What the server asks of a store. Whatever returns is durable."""

    shared: bool  # whether other processes may be writing to it

    async def open(self, heard: Heard) -> None:
        """Begin to listen to the other processes, if there can be any."""

    async def create(self, code: str, invitation: Invitation, secret: bytes) -> None:
        """Keep a new table, or raise Taken."""

    def append(self, code: str, *entries: TableEntry) -> "asyncio.Future[None]":
        """Add entries that follow each other, all of them or none: Behind, if the first is not the next one. Whoever no
        longer waits for it does not unwrite it."""

    async def prefer(self, code: str, seat: Seat, preference: Any) -> None:
        """Keep how a seat likes to be shown things. Not part of the log."""

    async def load(self, code: str, after: int = 0) -> StoredTable | None:
        """A table, with its entries after that number."""

    async def latest(self, codes: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables that has one."""

    async def found(self, circle: str, name: str) -> None:
        """A new circle. It is known by the SHA-256 of its secret."""

    async def rename(self, circle: str, name: str) -> None: ...

    async def circle(self, circle: str) -> str | None:
        """Its name, if there is such a circle."""

    async def members(self, circle: str) -> list[Member]:
        """Its tables, the newest first."""

    async def circles_of(self, code: str) -> list[str]:
        """The circles that a table is in."""

    async def include(self, circle: str, code: str) -> None:
        """A table belongs to a circle from now on, or raise Full. Where one of them does not exist, nothing is done."""

    async def exclude(self, circle: str, code: str) -> None:
        """It does no longer."""

    async def sum_up(self, code: str, version: int, summary: bytes) -> None:
        """Keep a summary of a table as it was at that version, if there is none of a later one."""

    async def summary(self, code: str) -> tuple[int, bytes] | None:
        """The last one, and its version."""

    async def tell(self, words: Mapping[str, str]) -> None:
        """Say something about each of these tables to the other processes. It may get lost."""

    async def close(self) -> None: ...


def is_url(db: str) -> bool:
    """Whether `--db` names a PostgreSQL database and not a file."""
    return db.startswith(("postgresql://", "postgres://"))


def shown_url(url: str) -> str:
    """The address of a database without its password."""
    parts = urlsplit(url)
    return f"{parts.hostname or 'here'}{parts.path}"


def settle(future: "asyncio.Future[None]", outcome: Exception | None) -> None:
    """Tell whoever still waits for a write what has become of it."""
    if future.done():
        return
    if outcome is None:
        future.set_result(None)
    else:
        future.set_exception(outcome)
