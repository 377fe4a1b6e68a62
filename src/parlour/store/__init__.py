"""Storage of logs. Everything rests on one rule: an entry is appended only at the next sequence number."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from parlour.kernel.state import Seat
from parlour.table.decor import PLAIN, Decor
from parlour.table.events import Invitation, TableEntry

# A decoder looks up its types when it is made. If several threads did that at once after a restart, msgspec would
# crash, so the decoders are made here.
_invitation = msgspec.json.Decoder(Invitation)
_entry: msgspec.json.Decoder[TableEntry] = msgspec.json.Decoder(TableEntry)


class StoredTable(Struct, frozen=True):
    """A table as it is stored."""

    code: str
    invitation: Invitation
    secret: bytes
    entries: list[TableEntry]
    preferences: dict[Seat, Any]


class Member(Struct, frozen=True):
    """A table of a circle, with its latest stored summary."""

    code: str
    version: int  # the number of its last entry
    summary: bytes | None  # JSON
    summed_up: int  # the version of the summary


class Subscription(Struct, frozen=True):
    """A device that asked to be told about its seat: where its browser listens, and the keys to encrypt for it."""

    endpoint: str
    p256dh: str
    auth: str
    origin: str = ""  # of the page that it asked on

    @property
    def device(self) -> str:
        """What the device is known by."""
        return sha256(self.endpoint.encode()).hexdigest()[:32]


class Behind(Exception):
    """Another process has appended first: read again, decide again."""


class Taken(Exception):
    """There is already a table with this code."""


class Full(Exception):
    """The circle or the table has reached its limit."""


class StoreFailed(Exception):
    """The store could not read or write. Nothing was acknowledged."""


class Unsure(StoreFailed):
    """The connection broke during a write, so it is unknown whether the write happened."""


class Damaged(StoreFailed):
    """A stored table cannot be read: it is damaged, or a newer Parlour wrote it."""


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


_decor = msgspec.json.Decoder(Decor)
_subscription = msgspec.json.Decoder(Subscription)


def read_subscription(text: bytes | str) -> Subscription:
    try:
        return _subscription.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Damaged(str(error)) from None


def read_decor(text: str | None) -> Decor:
    """Read a circle's decor. One that a newer Parlour wrote, or that is damaged, is no reason to keep a family out."""
    try:
        return PLAIN if text is None else _decor.decode(text)
    except msgspec.DecodeError:
        return PLAIN


MOST_TABLES = 5000  # in a circle
MOST_CIRCLES = 5  # for a table
MOST_SUBSCRIPTIONS = 6  # for a seat; a new one takes the place of the oldest

Heard = Callable[[str, str, str], None]
"""Called with an announcement of another process: its name, a table's code, and its words. Without words, the table has
new entries or preferences; without a code, anything may have been missed."""


class Store(Protocol):
    """What the server needs from a store. When a write returns, it is durable."""

    shared: bool  # whether other processes may be writing to it

    async def open(self, heard: Heard) -> None:
        """Start listening to other processes, if there can be any."""

    async def create(self, code: str, invitation: Invitation, secret: bytes) -> None:
        """Store a new table, or raise Taken."""

    def append(self, code: str, *entries: TableEntry) -> "asyncio.Future[None]":
        """Append consecutive entries, all of them or none. Raise Behind if the first is not the next one. Cancelling
        the future does not undo the write."""

    async def prefer(self, code: str, seat: Seat, preference: Any) -> None:
        """Store a seat's display preference. It is not part of the log."""

    async def load(self, code: str, after: int = 0) -> StoredTable | None:
        """Return a table, with its entries after this number."""

    async def latest(self, codes: Sequence[str]) -> dict[str, int]:
        """Return the number of the last entry of each table that has entries."""

    async def found(self, circle: str, name: str) -> None:
        """Store a new circle, identified by the SHA-256 of its secret."""

    async def rename(self, circle: str, name: str) -> None: ...

    async def circle(self, circle: str) -> str | None:
        """Return the circle's name, or None if it does not exist."""

    async def plan(self, circle: str, at: float | None) -> None:
        """Store the wall time of a circle's next game, or that there is none."""

    async def next_game(self, circle: str) -> float | None:
        """Return the wall time of a circle's next game, if there is one."""

    async def decorate(self, circle: str, decor: Decor) -> None:
        """Store what a circle's new tables look like."""

    async def decor(self, circle: str) -> Decor:
        """Return what a circle's new tables look like; the plain decor if nobody has chosen one."""

    async def members(self, circle: str) -> list[Member]:
        """Return the circle's tables, the newest first."""

    async def circles_of(self, code: str) -> list[str]:
        """Return the circles that a table is in."""

    async def include(self, circle: str, code: str) -> None:
        """Put a table in a circle, or raise Full. Do nothing if either does not exist."""

    async def exclude(self, circle: str, code: str) -> None:
        """Take a table out of a circle."""

    async def sum_up(self, code: str, version: int, summary: bytes) -> None:
        """Store a summary of a table at a version, unless there is one of a later version."""

    async def summary(self, code: str) -> tuple[int, bytes] | None:
        """Return the latest summary of a table with its version, or None."""

    async def subscribe(self, code: str, holder: str, subscription: Subscription) -> None:
        """Store a device of the seat whose key is `holder`."""

    async def unsubscribe(self, code: str, holder: str, device: str) -> None: ...

    async def forget_device(self, device: str) -> None:
        """Forget a device at all tables."""

    async def forget_others(self, code: str, holders: Sequence[str]) -> None:
        """Forget a table's devices except those of these holders."""

    async def subscriptions(self, code: str) -> list[tuple[str, Subscription]]:
        """Return a table's devices, each with the key of its seat, the oldest first."""

    async def secret(self, name: str, new: bytes) -> bytes:
        """Return the server's secret of this name. If there is none yet, it is the new one from now on."""

    async def tell(self, words: Mapping[str, str]) -> None:
        """Send words about tables to the other processes. They may get lost."""

    async def close(self) -> None: ...


def is_url(db: str) -> bool:
    """Whether `--db` names a PostgreSQL database and not a file."""
    return db.startswith(("postgresql://", "postgres://"))


def shown_url(url: str) -> str:
    """Return a database's address without the password."""
    parts = urlsplit(url)
    return f"{parts.hostname or 'here'}{parts.path}"


def set_outcome(future: "asyncio.Future[None]", outcome: Exception | None) -> None:
    """Set the outcome of a write, unless the future is already done."""
    if future.done():
        return
    if outcome is None:
        future.set_result(None)
    else:
        future.set_exception(outcome)
