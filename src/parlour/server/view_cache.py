"""Views of a table, encoded: what everybody sees is encoded once after each change, and each seat's own part added.
On a score sheet of 200 rounds a view has 100 kB and more, and one seat may have many devices.
"""

import time
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from parlour.kernel.state import Seat
from parlour.kernel.view import View
from parlour.table import table_view
from parlour.table.presence import Presence
from parlour.table.story import Happened
from parlour.table.table import Table
from parlour.table.table_view import Order

LARGE = ("seats", "waiting", "sheet", "winners", "ledger")  # fields that are encoded once, besides the zones
MOST_TOLD = 50  # cached stories, for guests at different versions

_encode = msgspec.json.Encoder().encode


class ViewCache:
    """Views for one version of a table and its presence; when either changes, a new cache replaces it."""

    def __init__(self, table: Table, presence: Presence, before: "ViewCache | None" = None) -> None:
        self.table = table
        self.presence = presence
        self._rests_on = table_view.around(table, presence)
        alike = before is not None and before._rests_on == self._rests_on
        self._around: Raw | None = before._around if before and alike else None
        self.forget()

    def forget(self) -> None:
        """Drop the encoded views once every guest has theirs, so that an idle table takes less memory."""
        self._everybodys: View | None = None
        self._parts: Any = None  # the same with its parts encoded
        self._zones: dict[str, Raw] = {}
        self._views: dict[Seat | None, tuple[Order, Raw]] = {}  # with the seat's chosen order of its hand
        self._asked: set[Seat | None] = set()  # seats whose view has asks
        self._told: dict[int, bytes] = {}  # by the id of what was told: most viewers are told the same
        self._happened: dict[tuple[Seat | None, int], Raw] = {}  # by a guest's seat and version

    def message(self, key: str, since: int, order: Order) -> bytes:
        """Return the encoded view message for the holder of a key."""
        now = time.monotonic()
        shown = table_view.view_message(self.table, key, self.presence, now, since, order, self)
        seat = shown.you.seat
        if seat is not None and seat in self._asked:
            self.presence.shown.setdefault(seat, now)
        return _encode(shown)

    def around(self) -> Raw:
        self._around = self._around or Raw(_encode(table_view.table_view(self.table, self.presence, True)))
        return self._around

    def view(self, seat: Seat | None, order: Order) -> Raw:
        known = self._views.get(seat)
        if known and known[0] == order:
            return known[1]
        public = self._everybodys or self._encode_public()
        if seat is None:
            view = self._parts
        else:
            own = table_view.own_view(self.table, seat, order, public)
            if own.asks:
                self._asked.add(seat)
            zones = self._zones | {zone.id: zone for zone in own.zones} if own.zones else self._zones
            warning = public.warning if own.warning is None else own.warning
            view = replace(
                self._parts,
                seat=seat,
                prompt=own.prompt,
                zones=tuple(zones.values()),
                asks=own.asks,
                later=own.later,
                warning=warning,
            )
        encoded = Raw(_encode(view))
        self._views[seat] = order, encoded
        return encoded

    def _encode_public(self) -> View:
        """Encode each part of what everybody sees."""
        public = self._everybodys = table_view.public_view(self.table, self.presence)
        self._zones = {zone.id: Raw(_encode(zone)) for zone in public.zones}
        whole = {name: value for name in LARGE if (value := getattr(public, name))}
        parts: Any = {name: Raw(_encode(value)) for name, value in whole.items()}
        self._parts = replace(public, zones=tuple(self._zones.values()), **parts)
        return public

    def happened(self, seat: Seat | None, since: int) -> Raw:
        key = seat, since
        if key not in self._happened:
            if len(self._happened) >= MOST_TOLD:
                self._happened.clear()
            told = [self._encoded(one) for one in table_view.happened(self.table, seat, since)]
            self._happened[key] = Raw(b"[" + b",".join(told) + b"]")
        return self._happened[key]

    def _encoded(self, told: Happened) -> bytes:
        if id(told) not in self._told:
            self._told[id(told)] = _encode(told)
        return self._told[id(told)]
