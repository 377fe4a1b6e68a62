"""What the guests of a table are shown: every part made and encoded once for all who see the same.

On a score sheet of 200 rounds a view has 100 kB and more, and one seat may have many devices.
"""

import time

import msgspec
from msgspec import Raw

from parlour.kernel.state import Seat
from parlour.table import sight
from parlour.table.pace import Presence
from parlour.table.sight import Order
from parlour.table.table import Table

MOST_TOLD = 50  # stories that are kept, for guests who have come to different places in it

_encode = msgspec.json.Encoder().encode


class Showing:
    """Of one table as it stands, and who is there; whenever either has changed there is another."""

    def __init__(self, table: Table, presence: Presence) -> None:
        self.table = table
        self.presence = presence
        self._around: Raw | None = None
        self._views: dict[Seat | None, tuple[Order, Raw]] = {}  # in the order that the seat likes now
        self._asked: set[Seat | None] = set()  # seats whose view asks for anything
        self._happened: dict[tuple[Seat | None, int], Raw] = {}  # by the seat and the version that a guest has

    def message(self, key: str, since: int, order: Order) -> bytes:
        """The whole view message for whoever holds the key."""
        now = time.monotonic()
        shown = sight.sight(self.table, key, self.presence, now, since, order, self)
        seat = shown.you.seat
        if seat is not None and seat in self._asked:
            self.presence.shown.setdefault(seat, now)
        return _encode(shown)

    def around(self) -> Raw:
        self._around = self._around or Raw(_encode(sight.table_view(self.table, self.presence, True)))
        return self._around

    def view(self, seat: Seat | None, order: Order) -> Raw:
        known = self._views.get(seat)
        if known and known[0] == order:
            return known[1]
        view = sight.game_view(self.table, seat, self.presence, order)
        if view.asks:
            self._asked.add(seat)
        encoded = Raw(_encode(view))
        self._views[seat] = order, encoded
        return encoded

    def happened(self, seat: Seat | None, since: int) -> Raw:
        key = seat, since
        if key not in self._happened:
            if len(self._happened) >= MOST_TOLD:
                self._happened.clear()
            self._happened[key] = Raw(_encode(sight.happened(self.table, seat, since)))
        return self._happened[key]
