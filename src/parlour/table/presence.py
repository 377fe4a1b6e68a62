"""Who is at a table, and since when each seat has been waited for."""

from dataclasses import dataclass, field
from typing import Any

from parlour.kernel.log import Move
from parlour.kernel.state import Seat
from parlour.table import events
from parlour.table.events import TableEntry
from parlour.table.table import Table

LEAST_REACTION = 0.1  # seconds: nobody reads a card faster than this
MOST_REACTION = 600.0
MOST_CORRECTION = 0.25  # seconds of a call's time that may be blamed on the connection
BOT_REACTION = 2500  # milliseconds: slow enough that an attentive person is quicker


@dataclass
class Presence:
    """Who is here, and since when each seat has been waited for. All times are seconds of one clock."""

    here: dict[Seat, int] = field(default_factory=dict)  # seat → number of devices
    gone: dict[Seat, float] = field(default_factory=dict)  # seat → when its last device left
    watching: int = 0
    host_here: int = 0  # devices of the host
    host_gone: float = 0.0
    woke: float = 0.0  # when a person came to the empty table: clocks start here
    back: dict[Seat, float] = field(default_factory=dict)  # seat → when its person sat down or came back
    awaited: dict[Seat, float] = field(default_factory=dict)  # seat → since when it may act
    shown: dict[Seat, float] = field(default_factory=dict)  # seat → when its first device was sent that
    late: set[Seat] = field(default_factory=set)  # seats that may have known early what they may call for
    silences: dict[Seat, Any] = field(default_factory=dict)  # seat → its silence; a new one means a new question
    declined: set[Seat] = field(default_factory=set)  # bots that declined to act at this version
    moved: float = 0.0  # when the last move was made
    asked: float | None = None  # when an undo was asked for
    frozen: float | None = None  # since when the table has waited for words

    def note(self, table: Table, now: float, entry: TableEntry | None = None) -> None:
        """Restart the clocks after a change of the table, by this entry if it is known. A seat that has moved, or is
        asked something new, gets its whole time; so does everybody after an undo request. If the change was not a move,
        speed does not count: the person who ends a pause chooses the moment, and would win every call."""
        mover = entry.seat if entry and isinstance(entry.body, Move) else None
        self.moved = self.moved if mover is None else now
        if entry and isinstance(entry.body, events.Sit | events.Back):
            self.back[entry.seat] = now
        self.declined = set()
        self.frozen = (now if self.frozen is None else self.frozen) if table.dealing else None
        if table.asked:
            self.asked = now if self.asked is None else self.asked
            self.awaited = {}
            return
        interrupted, self.asked = mover is None or self.asked is not None, None
        before, self.silences = self.silences, table.silences
        new = {
            seat
            for seat, answer in self.silences.items()
            if seat == mover or before.get(seat) != answer or seat not in self.awaited
        }
        self.awaited = {seat: now if seat in new else self.awaited[seat] for seat in self.silences}
        self.late = {seat for seat in self.silences if (interrupted if seat in new else seat in self.late)}
        self.shown = {seat: at for seat, at in self.shown.items() if at >= self.awaited.get(seat, now)}

    @property
    def somebody(self) -> bool:
        """Whether a player or the host is here."""
        return bool(self.here or self.host_here)

    def awaited_since(self, seat: Seat) -> float:
        return max(self.offered_since(seat), self.back.get(seat, 0.0))

    def offered_since(self, seat: Seat) -> float:
        return max(self.awaited.get(seat, self.moved), self.woke)

    def bot_reaction(self, seat: Seat) -> int:
        return round(1000 * MOST_REACTION) if seat in self.late else BOT_REACTION

    def reaction(self, seat: Seat, arrived: float, round_trip: float) -> int:
        """Return the milliseconds a seat took for its call, counted from when it could call. The connection's delay is
        subtracted up to a limit, so that nobody gains by a slow connection, or by loading the view late."""
        if seat in self.late:
            return round(1000 * MOST_REACTION)
        opened = self.offered_since(seat)
        shown = self.shown.get(seat)
        line = 0.0 if shown is None else max(0.0, shown - opened) + round_trip
        took = arrived - opened - min(line, MOST_CORRECTION)
        return round(1000 * min(max(took, LEAST_REACTION), MOST_REACTION))
