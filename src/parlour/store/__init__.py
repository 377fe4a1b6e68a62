"""Where logs are kept. One rule carries everything: an entry is appended only at the next sequence number."""

from typing import Any, Protocol

from msgspec import Struct

from parlour.kernel.state import Seat
from parlour.table.events import Invitation, TableEntry


class Kept(Struct, frozen=True):
    """A table as it was stored."""

    code: str
    invitation: Invitation
    secret: bytes
    entries: list[TableEntry]
    preferences: dict[Seat, Any]


class Behind(Exception):
    """Somebody else has appended meanwhile: read again, decide again."""


class Taken(Exception):
    """There is a table with this code already."""


class StoreFailed(Exception):
    """The store could not write or read; nothing was acknowledged."""


class Store(Protocol):
    """What the server asks of a store. Whatever returns is durable."""

    async def create(self, code: str, invitation: Invitation, secret: bytes) -> None:
        """Keep a new table, or raise Taken."""

    async def append(self, code: str, entry: TableEntry) -> None:
        """Add an entry, or raise Behind if its number is not the next one."""

    async def load(self, code: str) -> Kept | None: ...

    async def prefer(self, code: str, seat: Seat, preference: Any) -> None:
        """Keep how a seat likes to be shown things. Not part of the log."""

    async def close(self) -> None: ...
