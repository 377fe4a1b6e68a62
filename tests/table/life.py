"""A table without a server: entries are simply taken, as if every append succeeded."""

from collections.abc import Mapping
from random import Random
from typing import Any

from parlour.bots import bots_of
from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import commitment
from parlour.kernel.state import Seat
from parlour.table import events, manners, pace
from parlour.table.chairs import Chair
from parlour.table.events import Body, Invitation, Pace, Request, TableEntry
from parlour.table.table import Table

SECRET = bytes(range(32))


class Life:
    """A table, its entries, and shorter words for what people do. Everybody's key is their name."""

    def __init__(
        self,
        *chairs: Chair,
        game: AnyGame | None = None,
        options: Mapping[str, Any] | None = None,
        host: str = "Ann",
        of_pace: Pace | None = None,
    ) -> None:
        game = game or find("golf")
        invitation = Invitation(
            game.name, game.edition, dict(options or {}), chairs, host, commitment(SECRET), of_pace or Pace()
        )
        self.first = self.table = Table("BCDFGH", game, invitation, SECRET)
        self.entries: list[TableEntry] = []
        self.presence = pace.Presence()
        self.now = 0.0

    @classmethod
    def of(cls, *names: str, **rest: Any) -> "Life":
        return cls(*(Chair(name, name) for name in names), **rest)

    def take(self, seat: Seat, body: Body, by: Any = "person", id: str = "") -> None:
        entry: TableEntry = TableEntry(self.table.version + 1, 0.0, seat, by, body, id)
        self.table = self.table.after(entry)
        self.entries.append(entry)
        self.presence.note(self.table, self.now, seat)

    def asks(self, key: str, request: Request, host_away: float = 0) -> None:
        self.take(self.table.seat_of(key), manners.decide(self.table, key, request, host_away))

    def moves(self, key: str, seen: int | None = None, **action: Any) -> None:
        seat = self.table.seat_of(key)
        self.take(seat, manners.move(self.table, seat, action, seen))

    def sits(self, key: str, name: str, seat: Seat | None = None) -> Seat:
        seat, body = manners.sit(self.table, name, seat, key)
        self.take(seat, body)
        return seat

    def said(self, viewer: Seat | None = None) -> str:
        """The last thing this viewer was told."""
        told = self.table.happened[-1].told
        return " ".join(told[len(self.table.chairs) if viewer is None else viewer].sentences)


def refusal(call: Any, *args: Any, **rest: Any) -> str:
    """The sentence with which this is refused."""
    try:
        call(*args, **rest)
    except Refused as refused:
        return refused.sentence
    raise AssertionError("it was not refused")


def random_request(life: Life, rng: Random) -> Request:
    """Anything somebody might ask of a table, sensible or not."""
    seats = len(life.table.chairs)
    bots = [*bots_of(life.table.game), "", "hal"]
    requests: list[Request] = [
        events.Start(),
        events.Words(rng.choice(["tea", "cake", ""])),
        events.Rename(rng.choice(["Ann", "Zoe", "Robert", "<", ""])),
        events.Leave(),
        events.Ready(),
        events.Pause(),
        events.Resume(),
        events.AskUndo(),
        events.AskUndo(),
        events.Agree(),
        events.Agree(),
        events.Refuse(),
        events.Swap(rng.randrange(seats + 1), rng.randrange(seats + 1)),
        events.Remove(rng.randrange(seats + 1)),
        events.Bot(rng.randrange(seats + 1), rng.choice(bots)),
        events.Settle(rng.choice([True, False, None]), rng.choice([True, None])),
        events.Host(rng.randrange(seats + 1)),
    ]
    return rng.choice(requests)
