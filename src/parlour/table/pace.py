"""What the house itself does next, and when: bots, stand-ins, clocks. Nothing moves while nobody is here."""

from dataclasses import dataclass, field
from random import Random
from typing import Literal

import msgspec

from parlour.bots import find_bot
from parlour.kernel.log import By
from parlour.kernel.state import Seat
from parlour.table import events, manners
from parlour.table.events import Body
from parlour.table.table import Table

UNDO_WAITS = 60.0  # seconds until silence refuses


@dataclass
class Presence:
    """Who is here, and what everybody has been waited for since when. All times are one clock's seconds."""

    here: dict[Seat, int] = field(default_factory=dict)  # seat → its devices
    gone: dict[Seat, float] = field(default_factory=dict)  # seat → when its last device left
    watching: int = 0
    host_here: int = 0  # devices of the host
    host_gone: float = 0.0
    woke: float = 0.0  # when somebody came to the empty table: nobody is held to the time before
    awaited: dict[Seat, float] = field(default_factory=dict)  # seat → since when it may act
    moved: float = 0.0  # when somebody last moved
    asked: float | None = None  # when an undo was asked for

    def note(self, table: Table, now: float, mover: Seat | None = None) -> None:
        """The table has changed: whoever is newly awaited, or has moved and still is, has the whole time again. So has
        everybody after an undo was asked for."""
        self.moved = self.moved if mover is None else now
        if table.asked:
            self.asked = now if self.asked is None else self.asked
            self.awaited = {}
            return
        self.asked = None
        self.awaited = {seat: now if seat == mover else self.awaited.get(seat, now) for seat in table.actors}

    @property
    def somebody(self) -> bool:
        """Is anybody here who belongs to the table?"""
        return bool(self.here or self.host_here)

    def awaited_since(self, seat: Seat) -> float:
        return max(self.awaited.get(seat, self.moved), self.woke)


@dataclass(frozen=True)
class Chore:
    """Something to be done for a seat at a time."""

    at: float
    what: Literal["bot", "silence", "stand in", "back", "undo", "refuse"]
    seat: Seat


def next_chore(table: Table, presence: Presence, bot_pause: float) -> Chore | None:
    """The first thing the house will have to do if nothing else happens."""
    if not (presence.somebody or presence.watching) or table.stopped:
        return None
    for seat, chair in enumerate(table.chairs):
        if chair.away and seat in presence.here:
            return Chore(0.0, "back", seat)
    if table.asked and set(table.persons) <= set(table.asked.agreed):  # the one who had not answered has gone
        return Chore(0.0, "undo", table.asked.by)
    if table.asked:
        return Chore((presence.asked or 0.0) + UNDO_WAITS, "refuse", table.asked.by)
    chores = [
        chore
        for seat in table.actors
        for chore in (_bot(table, presence, seat, bot_pause), *_waits(table, presence, seat))
        if chore is not None
    ]
    return min(chores, key=lambda chore: chore.at, default=None)


def _bot(table: Table, presence: Presence, seat: Seat, bot_pause: float) -> Chore | None:
    if not table.bot_of(seat):
        return None
    if table.between and not {person for person in table.persons if person in presence.here} <= table.ready:
        return None  # people are still reading the scores
    return Chore(max(presence.moved, presence.awaited.get(seat, 0.0)) + bot_pause, "bot", seat)


def _waits(table: Table, presence: Presence, seat: Seat) -> list[Chore]:
    """The clock of a turn or a window, and the patience with somebody who is away."""
    chores = []
    since = presence.awaited_since(seat)
    if not presence.somebody or table.bot_of(seat):
        return []  # onlookers alone hurry nobody, and bots need no hurrying
    if (limit := time_limit(table)) and table.state.silence(seat) is not None:
        chores.append(Chore(since + limit, "silence", seat))
    if table.pace.patience and seat not in presence.here:
        gone = max(since, presence.gone.get(seat, since))
        chores.append(Chore(gone + table.pace.patience, "stand in", seat))
    return chores


def time_limit(table: Table) -> float | None:
    """Seconds for an answer now, or None if nobody is hurried."""
    window = table.game.window(table.state) if table.state is not None and table.pace.windows else None
    return window or table.pace.turn or None


def deadline(table: Table, presence: Presence, now: float) -> float | None:
    """Seconds until the house answers for the first of the awaited persons."""
    limit = time_limit(table)
    awaited = [presence.awaited_since(seat) for seat in table.actors if not table.bot_of(seat)]
    return None if limit is None or not awaited else round(max(0.0, min(awaited) + limit - now), 1)


def do(table: Table, chore: Chore, rng: Random) -> tuple[By, Body] | None:
    """What the chore comes to; None if there is nothing to do after all."""
    match chore.what:
        case "refuse":
            return "clock", events.Refuse()
        case "stand in":
            return "clock", events.StandIn()
        case "back":
            return "person", events.Back()
        case "undo":
            return ("clock", events.Undo(table.asked.to)) if table.asked else None
        case "silence":
            silent = table.state.silence(chore.seat)
            return None if silent is None else ("clock", manners.move(table, chore.seat, msgspec.to_builtins(silent)))
        case "bot":
            bot = find_bot(table.game, table.bot_of(chore.seat))
            choice = bot.choose(table.state.redeal(chore.seat, rng), chore.seat, rng)
            return "bot", manners.move(table, chore.seat, msgspec.to_builtins(choice))
