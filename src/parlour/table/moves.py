"""How a move is made: whose it is, whether it may be made now, and whether it ends a window for the others' answers."""

from collections.abc import Mapping
from math import ceil
from typing import Any

from msgspec.structs import replace

from parlour.kernel.log import By, form_of
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.table.checks import check_playing
from parlour.table.events import NOBODY, UNSTAMPED, Stamp
from parlour.table.table import Table, TableStep

NOT_AS_TAUGHT = "You could do that, and some day it may be just right. For now, try what the coach says: it's marked."


def mover(table: Table, key: str) -> Seat:
    """Return the seat that a key moves for. In some games the host may move without a chair."""
    seat = table.seat_of(key)
    if seat == NOBODY and not (table.game.flow.host_moves and table.is_host(key)):
        raise Refused("", "You're just watching. Only people at the table can play.")
    return seat


def move(
    table: Table,
    seat: Seat,
    form: Mapping[str, Any],
    by: By = "person",
    seen: int | None = None,
    reaction: int = 0,
    hold: float = 0.0,
    stamp: Stamp = UNSTAMPED,
) -> list[TableStep]:
    """Return the entries for an action in its JSON form. `seen` is the version that the sender was looking at."""
    check_playing(table)
    if seen is not None and seen < table.undone_at:
        raise Refused("", "A move was just taken back. Please look again.")
    action = table.game.read_action(form)
    steps = act(table, seat, action, by, stamp, reaction, hold)
    if scripted := table.scripted:
        meant = scripted.meant(seat, form_of(action))
        if meant is None:
            raise Refused("", NOT_AS_TAUGHT if scripted.seat == seat else "One moment: the others go first.")
        return [table.moved(seat, table.game.read_action(meant), by, stamp)]
    return steps


def act(
    table: Table, seat: Seat, action: Any, by: By, stamp: Stamp = UNSTAMPED, reaction: int = 0, hold: float = 0.0
) -> list[TableStep]:
    """Return the entries for a seat's action. If the action is only legal after a window, it ends the window: the
    others' silences come first. `hold` is the number of seconds for which the others may still answer."""
    if hasattr(action, "reaction"):  # a call: the server measures how quick it was
        action = replace(action, reaction=reaction if table.pace.calls == "quickest" else 0)
    try:
        return [table.moved(seat, action, by, stamp)]
    except Refused:
        window, silences = table.window, silences_before(table, seat)
        if window is None or not silences:
            raise
    steps: list[TableStep] = []
    for silent, answer in silences:
        steps.append(table.moved(silent, answer, "clock", Stamp(stamp.at)))
        table = steps[-1][1]
    steps.append(table.moved(seat, action, by, stamp))
    if hold > 0:
        left = ceil(hold)
        time = "1 more second" if left == 1 else f"{left} more seconds"
        raise Refused(window.rule, f"Give the others {time} to {window.may}.")
    return steps


def _accepts(state: Any, seat: Seat, action: Any) -> bool:
    try:
        state.copy().apply(seat, action)
    except Refused:
        return False
    return True


def silences_before(table: Table, seat: Seat) -> list[tuple[Seat, Any]]:
    """Return the silences that a person at bat may take as the others' answers, to end a window. None if they uncover a
    card, because the seat is shown what it may do after them before it acts. Bots do not end windows: they wait until
    the others have answered, or the clock has for them."""
    window = table.window
    if window is None or not table.pace.windows or table.bot_of(seat):
        return []
    if table.silences.get(seat, seat) is not None or window.aside(table.state, seat):
        return []
    if seat not in table.skippable:
        state = table.state.copy()
        silences = []
        for other in table.actors:
            answer = state.silence(other) if other != seat else None
            if answer is not None and window.is_open(state):
                state.apply(other, answer)
                silences.append((other, answer))
        table.skippable[seat] = silences if state.uncovered == table.state.uncovered else []
    return table.skippable[seat]


def ahead(table: Table, seat: Seat, state: Any, action: Any = None) -> Any:
    """Move a copy of the table's state, or an imagined one, on to where the seat acts: past the silences that it need
    not wait for, unless the action is legal before them."""
    silences = silences_before(table, seat)
    if silences and action is not None and _accepts(state, seat, action):
        return state
    for silent, answer in silences:
        state.apply(silent, answer)
    return state
