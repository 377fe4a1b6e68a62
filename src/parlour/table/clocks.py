"""How long a seat has for its answer, and how long others wait for it."""

from math import ceil

from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.kernel.view import listed
from parlour.table import permissions
from parlour.table.presence import Presence
from parlour.table.table import Table


def is_aside(table: Table, seat: Seat) -> bool:
    """Is this seat asked out of turn now?"""
    return table.window is not None and table.window.aside(table.state, seat)


def window_seconds(table: Table) -> float:
    """What people have now who are asked out of turn; 0 if their answers are waited for, or nobody has to wait for
    them. A bot whom nobody waits for does: it leaves people the time of the rules."""
    if table.window is None or not table.pace.windows:
        return 0.0
    at_bat = [seat for seat, silent in table.silences.items() if silent is None and not is_aside(table, seat)]
    if table.pace.window is None or (table.pace.window == 0 and any(map(table.bot_of, at_bat))):
        return table.window.seconds
    return float(table.pace.window)


def time_limit(table: Table, seat: Seat) -> float | None:
    """Seconds that a seat has for an answer now, or None. On one's own turn there is at most the turn clock; out of
    turn there is none where everybody answers."""
    if is_aside(table, seat):
        return window_seconds(table) or (table.pace.turn if table.pace.windows else 0) or None
    return table.pace.turn or None


def silence_counts(table: Table) -> bool:
    """Does the clock answer for those whose seconds are over? Without a turn clock not as long as a person whose turn
    it is may act: that one is waited for, and the others may still answer."""
    if table.pace.turn:
        return True
    return not any(
        not table.bot_of(seat)
        and not is_aside(table, seat)
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
        raise Refused(grace.rule, f"One moment: {listed(may)} can still cut in.")
