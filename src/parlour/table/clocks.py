"""How long a seat has to answer, and how long others wait for it."""

from math import ceil

from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.kernel.view import listed
from parlour.table import moves
from parlour.table.presence import Presence
from parlour.table.table import Table


def is_aside(table: Table, seat: Seat) -> bool:
    """Whether this seat is being asked out of turn now."""
    return table.window is not None and table.window.aside(table.state, seat)


def window_seconds(table: Table) -> float:
    """Return the seconds for answers out of turn now; 0 if every answer is waited for, or if nobody has to wait. A bot
    at bat always waits: it leaves people the time that the rules give."""
    if table.window is None or not table.pace.windows:
        return 0.0
    at_bat = [seat for seat, silent in table.silences.items() if silent is None and not is_aside(table, seat)]
    if table.pace.window is None or (table.pace.window == 0 and any(map(table.bot_of, at_bat))):
        return table.window.seconds
    return float(table.pace.window)


def time_limit(table: Table, seat: Seat) -> float | None:
    """Return the seconds that a seat has to answer now, or None for no limit. A seat's own turn has only the turn
    clock; answers out of turn have no limit at a table that waits for every answer."""
    if is_aside(table, seat):
        return window_seconds(table) or (table.pace.turn if table.pace.windows else 0) or None
    return table.pace.turn or None


def silence_counts(table: Table) -> bool:
    """Whether the clock answers for seats whose time is up. Without a turn clock it does not while a person at bat may
    act: the table waits for that person, so the others may still answer."""
    if table.pace.turn:
        return True
    return not any(
        not table.bot_of(seat)
        and not is_aside(table, seat)
        and (table.silences[seat] is not None or moves.silences_before(table, seat))
        for seat in (table.actors if table.window else ())
    )


def deadline(table: Table, presence: Presence, now: float, viewer: Seat | None = None) -> float | None:
    """Return the seconds left to the viewer, if they are asked; else to the person whose time runs out first."""
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


def stand_in_at(table: Table, presence: Presence, seat: Seat) -> float | None:
    """Return when a bot stands in for the person on a seat that is waited for: they are away, and patience ends."""
    if not table.pace.patience or table.bot_of(seat) or seat in presence.here or table.game.flow.people_only:
        return None
    since = max(presence.awaited_since(seat), held_until(table, presence, seat))
    return max(since, presence.gone.get(seat, since)) + table.pace.patience


# ---------------------------------------------------------------- time for seats asked out of turn


def hold_until(table: Table, presence: Presence, seat: Seat) -> float:
    """Return the time before which this seat may not end a window by taking the others' silence as an answer; 0 if it
    could not, or need not wait. Each seat's time starts when it is asked; reconnecting does not restart it."""
    silent = [other for other, _ in moves.silences_before(table, seat)]
    return max(map(presence.offered_since, silent)) + window_seconds(table) if silent else 0.0


def hold(table: Table, presence: Presence, seat: Seat, now: float) -> float | None:
    """Return the seconds left until `hold_until`, or None."""
    return _rounded_up(hold_until(table, presence, seat) - now)


# ---------------------------------------------------------------- time for seats that may cut in


def grace_until(table: Table, presence: Presence) -> float:
    """Return the time until which everybody else waits for seats that may cut in; 0 if nobody has to. It starts when
    those seats may act, and starts over after a pause, an undo or a restart. Bots that have declined do not count."""
    grace = table.game.calls.grace
    if grace is None:
        return 0.0
    may = [seat for seat, silent in table.silences.items() if silent is None and seat not in presence.declined]
    rules = grace.seconds(table.state) if may else None
    seconds = rules if rules is None or table.pace.slam_grace is None else table.pace.slam_grace
    return max(map(presence.offered_since, may)) + seconds if seconds else 0.0


def held_until(table: Table, presence: Presence, seat: Seat) -> float:
    """Return the time before which this seat may not move. Only seats that the game waits for are held."""
    return 0.0 if table.silences.get(seat) is None else grace_until(table, presence)


def grace(table: Table, presence: Presence, now: float) -> float | None:
    """Return the seconds left until `grace_until`, or None."""
    return _rounded_up(grace_until(table, presence) - now)


def _rounded_up(left: float) -> float | None:
    """Round up, so that a client that waits this long does not come too early."""
    return ceil(left * 100) / 100 if left > 0 else None


def check_grace(table: Table, presence: Presence, seat: Seat, now: float) -> None:
    """Refuse the move of a seat that is waited for while another seat still has time to cut in."""
    grace = table.game.calls.grace
    if grace and seat in table.actors and now < held_until(table, presence, seat):
        may = [f"{{{other}}}" for other, silent in table.silences.items() if silent is None]
        raise Refused(grace.rule, f"One moment: {listed(may)} can still cut in.")
