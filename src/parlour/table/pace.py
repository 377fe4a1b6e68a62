"""What the house itself does next, and when: bots, stand-ins, clocks. Nothing moves while nobody is here."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from random import Random
from typing import Any, Literal

from parlour.bots import find_bot
from parlour.kernel.log import Move
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.kernel.view import listed
from parlour.table import events, permissions
from parlour.table.events import NOBODY, UNSTAMPED, Stamp, TableEntry
from parlour.table.table import Step, Table

SHOWN_WITHIN = 5.0  # seconds that devices have to show their words, before the cards are dealt without them
UNDO_WAITS = 60.0  # seconds until silence refuses
LEAST_REACTION = 0.1  # seconds: nobody reads a card faster
MOST_REACTION = 600.0
MOST_CORRECTION = 0.25  # seconds of a call's time that may be put down to the line
BOT_REACTION = 2500  # milliseconds: people who are awake come first


@dataclass
class Presence:
    """Who is here, and what everybody has been waited for since when. All times are one clock's seconds."""

    here: dict[Seat, int] = field(default_factory=dict)  # seat → its devices
    gone: dict[Seat, float] = field(default_factory=dict)  # seat → when its last device left
    watching: int = 0
    host_here: int = 0  # devices of the host
    host_gone: float = 0.0
    woke: float = 0.0  # when somebody came to the empty table: nobody is held to the time before
    back: dict[Seat, float] = field(default_factory=dict)  # seat → when somebody sat down there, or came back to it
    awaited: dict[Seat, float] = field(default_factory=dict)  # seat → since when it may act
    shown: dict[Seat, float] = field(default_factory=dict)  # seat → when the first of its devices was sent that
    late: set[Seat] = field(default_factory=set)  # the seats that may have known before what they may call for
    silences: dict[Seat, Any] = field(default_factory=dict)  # seat → what silence does: a new one, a new question
    declined: set[Seat] = field(default_factory=set)  # the bots that do not wish to act as the table is now
    moved: float = 0.0  # when somebody last moved
    asked: float | None = None  # when an undo was asked for
    frozen: float | None = None  # since when words are waited for

    def note(self, table: Table, now: float, entry: TableEntry | None = None) -> None:
        """The table has changed, by this entry if it is known: whoever has moved, or is asked something new, has the
        whole time for it. So has everybody after an undo was asked for. A time that no move began is none to be quick
        in: whoever ends a pause, or opens the table at another server, chooses when."""
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
        """Is anybody here who belongs to the table?"""
        return bool(self.here or self.host_here)

    def awaited_since(self, seat: Seat) -> float:
        return max(self.offered_since(seat), self.back.get(seat, 0.0))

    def offered_since(self, seat: Seat) -> float:
        return max(self.awaited.get(seat, self.moved), self.woke)

    def bot_reaction(self, seat: Seat) -> int:
        return round(1000 * MOST_REACTION) if seat in self.late else BOT_REACTION

    def reaction(self, seat: Seat, arrived: float, round_trip: float) -> int:
        """The milliseconds a seat took for its call, from when it could call: less what the line took there and back,
        which is believed up to a limit, so that nobody gains by a slow line, or by coming late to look."""
        if seat in self.late:
            return round(1000 * MOST_REACTION)
        opened = self.offered_since(seat)
        shown = self.shown.get(seat)
        line = 0.0 if shown is None else max(0.0, shown - opened) + round_trip
        took = arrived - opened - min(line, MOST_CORRECTION)
        return round(1000 * min(max(took, LEAST_REACTION), MOST_REACTION))


@dataclass(frozen=True)
class Chore:
    """Something to be done for a seat at a time."""

    at: float
    what: Literal["bot", "silence", "stand in", "back", "undo", "refuse", "deal"]
    seat: Seat


def next_chore(table: Table, presence: Presence, bot_pause: float) -> Chore | None:
    """The first thing the house will have to do if nothing else happens."""
    if not (presence.somebody or presence.watching) or table.stopped:
        return None
    if table.dealing:
        waits = any(table.chairs[seat].key for seat in table.unshown)  # whoever has left shows nothing any more
        return Chore(max(presence.frozen or 0.0, presence.woke) + SHOWN_WITHIN if waits else 0.0, "deal", NOBODY)
    for seat, chair in enumerate(table.chairs):
        if chair.away and seat in presence.here:
            return Chore(0.0, "back", seat)
    if table.asked and set(table.persons) <= set(table.asked.agreed):  # the one who had not answered has gone
        return Chore(0.0, "undo", table.asked.by)
    if table.asked:
        return Chore((presence.asked or 0.0) + UNDO_WAITS, "refuse", table.asked.by)
    clock = silence_counts(table)
    chores = [
        chore
        for seat in (table.game.asked(table.state) if table.actors else ())  # of equals, who may cut in comes first
        for chore in (_bot(table, presence, seat, bot_pause), *_waits(table, presence, seat, clock))
        if chore is not None
    ]
    return min(chores, key=lambda chore: chore.at, default=None)


def _bot(table: Table, presence: Presence, seat: Seat, bot_pause: float) -> Chore | None:
    if not table.bot_of(seat) or seat in presence.declined:
        return None
    if table.between and not {person for person in table.persons if person in presence.here} <= table.ready:
        return None  # people are still reading the scores
    due = max(presence.moved, presence.awaited.get(seat, 0.0)) + bot_pause
    return Chore(max(due, held_until(table, presence, seat)), "bot", seat)


def _waits(table: Table, presence: Presence, seat: Seat, clock: bool) -> list[Chore]:
    """The clock of a turn or a window, if it counts now, and the patience with somebody who is away."""
    chores = []
    held = held_until(table, presence, seat)
    since = max(presence.awaited_since(seat), held)
    if not presence.somebody or table.bot_of(seat):
        return []  # onlookers alone hurry nobody, and bots need no hurrying
    if table.silences[seat] is not None:
        if seat in table.standing and _aside(table, seat):
            chores.append(Chore(held, "silence", seat))
        elif clock and (limit := time_limit(table, seat)):
            chores.append(Chore(since + limit, "silence", seat))
    if table.pace.patience and seat not in presence.here and not table.game.flow.people_only:
        gone = max(since, presence.gone.get(seat, since))
        chores.append(Chore(gone + table.pace.patience, "stand in", seat))
    return chores


def _aside(table: Table, seat: Seat) -> bool:
    """Is this seat asked out of turn now?"""
    return table.window is not None and table.window.aside(table.state, seat)


def window_seconds(table: Table) -> float:
    """What people have now who are asked out of turn; 0 if their answers are waited for, or nobody has to wait for
    them. A bot whom nobody waits for does: it leaves people the time of the rules."""
    if table.window is None or not table.pace.windows:
        return 0.0
    at_bat = [seat for seat, silent in table.silences.items() if silent is None and not _aside(table, seat)]
    if table.pace.window is None or (table.pace.window == 0 and any(map(table.bot_of, at_bat))):
        return table.window.seconds
    return float(table.pace.window)


def time_limit(table: Table, seat: Seat) -> float | None:
    """Seconds that a seat has for an answer now, or None. On one's own turn there is at most the turn clock; out of
    turn there is none where everybody answers."""
    if _aside(table, seat):
        return window_seconds(table) or (table.pace.turn if table.pace.windows else 0) or None
    return table.pace.turn or None


def silence_counts(table: Table) -> bool:
    """Does the clock answer for those whose seconds are over? Without a turn clock not as long as a person whose turn
    it is may act: that one is waited for, and the others may still answer."""
    if table.pace.turn:
        return True
    return not any(
        not table.bot_of(seat)
        and not _aside(table, seat)
        and (table.silences[seat] is not None or permissions.silences_before(table, seat))
        for seat in (table.actors if table.window else ())
    )


def deadline(table: Table, presence: Presence, now: float, viewer: Seat | None = None) -> float | None:
    """The seconds that are left to whoever looks, if they are asked; else to the first of the persons who are."""
    if not table.pace.turn and table.window is None:
        return None
    persons = [seat for seat, silent in table.silences.items() if silent is not None and not table.bot_of(seat)]
    if viewer in table.actors:
        persons = [seat for seat in persons if seat == viewer]
    ends = [
        max(presence.awaited_since(seat), held_until(table, presence, seat)) + limit
        for seat in persons
        if (limit := time_limit(table, seat))
    ]
    return None if not ends else round(max(0.0, min(ends) - now), 1)


# ---------------------------------------------------------------- time for those who are asked out of turn


def hold_until(table: Table, presence: Presence, seat: Seat) -> float:
    """Until when this seat may not end a window over the silence of others; 0 if it could not, or need not wait. Each
    of them has the whole time, from when the seat was asked: who leaves and comes back has no more of it."""
    silent = [other for other, _ in permissions.silences_before(table, seat)]
    return max(map(presence.offered_since, silent)) + window_seconds(table) if silent else 0.0


def hold(table: Table, presence: Presence, seat: Seat, now: float) -> float | None:
    """The seconds that are left of it, or None."""
    return _rounded_up(hold_until(table, presence, seat) - now)


# ---------------------------------------------------------------- time for those who may cut in


def grace_until(table: Table, presence: Presence) -> float:
    """Until when the others leave those who may cut in the time to do so; 0 if they need not. It begins when those may
    act: after a pause, an undo or a restart, anew. A bot that has declined needs no more of it."""
    grace = table.game.calls.grace
    if grace is None:
        return 0.0
    may = [seat for seat, silent in table.silences.items() if silent is None and seat not in presence.declined]
    rules = grace.seconds(table.state) if may else None
    seconds = rules if rules is None or table.pace.slam_grace is None else table.pace.slam_grace
    return max(map(presence.offered_since, may)) + seconds if seconds else 0.0


def held_until(table: Table, presence: Presence, seat: Seat) -> float:
    """Until when this seat may not move yet: one that is waited for, and no other."""
    return 0.0 if table.silences.get(seat) is None else grace_until(table, presence)


def grace(table: Table, presence: Presence, now: float) -> float | None:
    """The seconds that are left, or None."""
    return _rounded_up(grace_until(table, presence) - now)


def _rounded_up(left: float) -> float | None:
    """So that nobody who waits for them comes too early."""
    return ceil(left * 100) / 100 if left > 0 else None


def check_grace(table: Table, presence: Presence, seat: Seat, now: float) -> None:
    """Refuses a move of a seat that is waited for, as long as somebody has the time to cut in."""
    grace = table.game.calls.grace
    if grace and seat in table.actors and now < held_until(table, presence, seat):
        may = [f"{{{other}}}" for other, silent in table.silences.items() if silent is None]
        raise Refused(grace.rule, f"One moment: {listed(may)} may still cut in.")


def imagined(table: Table, seat: Seat, rng: Random) -> Any:
    """The state that a bot on this seat is handed: one in which it could not peek."""
    return permissions.ahead(table, seat, table.state.redeal(seat, rng))


def think(table: Table, seat: Seat, rng: Random) -> Any:
    """What the bot on this seat does; None if it would rather not."""
    return find_bot(table.game, table.bot_of(seat)).choose(imagined(table, seat, rng), seat, rng)


def do(
    table: Table, chore: Chore, choose: Callable[[Seat], Any], reaction: int = BOT_REACTION, stamp: Stamp = UNSTAMPED
) -> list[Step]:
    """What the chore comes to; nothing, if there is nothing to do after all. `choose` says what a bot does, `reaction`
    how quick its call is."""
    seat = chore.seat
    match chore.what:
        case "refuse":
            return [table.noted(seat, "clock", events.Refuse(), stamp)]
        case "stand in":
            return [table.noted(seat, "clock", events.StandIn(), stamp)]
        case "deal":
            return [table.noted(NOBODY, "clock", events.Start(), stamp)]
        case "back":
            return [table.noted(seat, "person", events.Back(), stamp)]
        case "undo":
            return [table.noted(seat, "clock", events.Undo(table.asked.to), stamp)] if table.asked else []
        case "silence":
            silent = table.silences.get(seat)
            return [] if silent is None else permissions.act(table, seat, silent, "clock", stamp)
        case "bot":
            choice = choose(seat)
            return [] if choice is None else permissions.act(table, seat, choice, "bot", stamp, reaction)
