"""A table without a server, where every append succeeds."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from parlour.bots import bots_of
from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.lesson import Lesson, secret_of
from parlour.kernel.log import Log
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import commitment, promise_of
from parlour.kernel.state import Seat
from parlour.table import chores, clocks, events, moves, newcomers, permissions
from parlour.table.chairs import Chair
from parlour.table.decor import Decor
from parlour.table.events import Body, Invitation, Pace, Request, Stamp, TableEntry
from parlour.table.presence import Presence
from parlour.table.table import Table, TableStep

SECRET = bytes(range(32))


class Life:
    """A table, its entries, and short names for what people do. Everybody's key is their name."""

    def __init__(
        self,
        *chairs: Chair,
        game: AnyGame | None = None,
        options: Mapping[str, Any] | None = None,
        host: str = "Ann",
        of_pace: Pace | None = None,
        lesson: Lesson | None = None,
    ) -> None:
        game = game or find("golf")
        secret = secret_of(lesson) if lesson else SECRET
        invitation = Invitation(
            game.name,
            game.edition,
            dict(options or {}),
            chairs,
            host,
            commitment(secret),
            of_pace or Pace(),
            lesson=lesson is not None,
        )
        self.first = self.table = Table("BCDFGH", game, invitation, secret)
        self.entries: list[TableEntry] = []
        self.presence = Presence()
        self.now = 0.0

    @classmethod
    def of(cls, *names: str, **rest: Any) -> "Life":
        return cls(*(Chair(name, name) for name in names), **rest)

    def take(self, seat: Seat, body: Body, by: Any = "person", id: str = "") -> None:
        self.step(self.table.noted(seat, by, body, Stamp(id=id)))

    def asks(self, key: str, request: Request, host_away: float = 0) -> None:
        self.take(self.table.seat_of(key), permissions.decide(self.table, key, request, host_away))

    def moves(self, key: str, seen: int | None = None, reaction: int = 0, **action: Any) -> None:
        seat = self.table.seat_of(key)
        hold = clocks.hold_until(self.table, self.presence, seat) - self.now
        for step in moves.move(self.table, seat, action, "person", seen, reaction, hold):
            self.step(step)

    def plays(self, seat: Seat, action: Any, by: Any = "person", id: str = "") -> None:
        """Take an action for a seat, whether a person or a bot sits there."""
        for step in moves.move(self.table, seat, msgspec.to_builtins(action), by, stamp=Stamp(id=id)):
            self.step(step)

    def step(self, step: TableStep) -> None:
        """Take a step, after checking that replaying its entry makes the same table."""
        entry, after = step
        read = self.table.after(entry)
        ours, theirs = after.__dict__, read.__dict__
        assert {name: ours[name] for name in theirs} == theirs, "moved, and played from its entry, it is another table"
        self.table = after
        self.entries.append(entry)
        self.presence.note(self.table, self.now, entry)

    def does(self, chore: chores.Chore, rng: Random | None = None) -> None:
        """Do what the server does by itself."""
        for step in do(self.table, chore, rng or Random(1)):
            self.step(step)

    def sits(self, key: str, name: str, seat: Seat | None = None) -> Seat:
        seat, body = newcomers.sit(self.table, name, seat, key)
        self.take(seat, body)
        return seat

    @property
    def log(self) -> Log:
        """Return the log of the game so far."""
        return self.table.log(self.entries)

    def said(self, viewer: Seat | None = None) -> str:
        """Return the last thing this viewer was told."""
        told = self.table.story.fresh[-1].told[len(self.table.chairs) if viewer is None else viewer]
        return " ".join(told.say) if told else ""


def refusal(call: Any, *args: Any, **rest: Any) -> str:
    """Return the sentence of the refusal that a call raises."""
    try:
        call(*args, **rest)
    except Refused as refused:
        return refused.sentence
    raise AssertionError("it was not refused")


def do(table: Table, chore: chores.Chore, rng: Random) -> list[TableStep]:
    """Do a chore, with bots that think at once."""
    return chores.do(table, chore, lambda seat: chores.bot_action(table, seat, rng))


def done(table: Table, chore: chores.Chore) -> list[tuple[Seat, str, Body]]:
    """Do a chore; return who, by whom and what of its entries."""
    return [(entry.seat, entry.by, entry.body) for entry, _ in do(table, chore, Random(1))]


def random_request(life: Life, rng: Random) -> Request:
    """Return any request that a client might send, sensible or not."""
    seats = len(life.table.chairs)
    bots = [*(bot for bot in bots_of(life.table.game) if bot != "sharp"), "", "hal"]
    requests: list[Request] = [
        events.Start(),
        events.ShuffleWords(rng.choice(["tea", "cake", ""])),
        events.PromiseWords(promise_of(life.table.invitation.commitment, "tea")),
        events.Show(rng.choice(["tea", "cake"])),
        events.Rename(rng.choice(["Ann", "Zoe", "Robert", "<", ""])),
        events.LeaveSeat(),
        events.Ready(),
        events.Pause(),
        events.Resume(),
        events.AskUndo(),
        events.AskUndo(),
        events.Agree(),
        events.Agree(),
        events.Refuse(),
        events.SwapChairs(rng.randrange(seats + 1), rng.randrange(seats + 1)),
        events.AddChair(),
        events.RemoveChair(rng.randrange(seats + 1)),
        events.Remove(rng.randrange(seats + 1)),
        events.SetBot(rng.randrange(seats + 1), rng.choice(bots)),
        events.ChangeSettings(rng.choice([True, False, None]), rng.choice([True, None])),
        events.Decorate(Decor("wine", initials=rng.choice(["", "abc", "four"]))),
        events.Host(rng.randrange(seats + 1)),
        events.StandingPass(rng.random() < 0.7),
        events.MakeGesture(rng.choice(["squawk", "bow"])),
        events.Quote(rng.choice(["M4", "g2", "Z1", ""])),
        events.Nudge(rng.randrange(seats + 1)),
    ]
    return rng.choice(requests)
