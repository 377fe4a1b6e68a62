"""How people come to a chair: somebody new sits down, and somebody on a new device is let in again."""

from collections.abc import Collection

from parlour.kernel.refusal import Refused
from parlour.kernel.sentences import listed
from parlour.kernel.state import Seat
from parlour.table import events
from parlour.table.chairs import check_name
from parlour.table.checks import check_chair, check_length, check_not_dealing
from parlour.table.events import NOBODY, Body
from parlour.table.table import Table

LEAST_PATIENCE = 30  # seconds a host must have been away before another player may decide
ENOUGH = 2  # people who can let somebody back in while the host is away


def sit(table: Table, name: str, seat: Seat | None, key: str, here: Collection[Seat] = ()) -> tuple[Seat, events.Sit]:
    """Find a chair for a newcomer: the one they asked for, the one kept for their name, or the first free one. `here`
    are the seats whose people are connected now."""
    name = check_name(name)
    if table.seat_of(key) != NOBODY:
        raise Refused("", "You already have a chair at this table.")
    check_length(table)
    check_not_dealing(table)
    if table.locked:
        raise Refused("", "The host locked the table, so nobody new can sit down.")
    if (table.over and not table.game.flow.corrects) or table.stopped:
        raise Refused("", "This game is over.")
    for number, chair in enumerate(table.chairs):
        if chair.key and chair.name.casefold() == name.casefold():
            if number in here:
                raise Refused("", f"{_here_now(chair.name)} If not, pick another name.")
            raise Refused("", f"{name} is already at this table. If that's you, tap “I'm {name}” to be let in.")
    free = [number for number, chair in enumerate(table.chairs) if chair.is_open]
    if not free:
        raise Refused("", f"All {len(table.chairs)} chairs are taken.")
    if seat is not None and seat not in free:
        raise Refused("", "That chair is taken." if seat < len(table.chairs) else f"There's no chair {seat + 1}.")
    if seat is None:
        kept = [number for number in free if table.chairs[number].kept_for.casefold() == name.casefold()]
        unkept = [number for number in free if not table.chairs[number].kept_for]
        if not kept and not unkept:
            waiting = listed([table.chairs[number].kept_for for number in free])
            raise Refused("", f"The only chairs left are saved for {waiting}. If one is yours, pick it.")
        seat = (kept or unkept)[0]
    return seat, events.Sit(name, key)


def ask_to_return(table: Table, seat: Seat, key: str, here: bool) -> events.AskToReturn:
    """Ask for a chair that a person has, on a new device, or that is kept for somebody at a locked table. `here` says
    whether the person is connected now."""
    check_length(table)
    check_not_dealing(table)
    check_chair(table, seat)
    chair = table.chairs[seat]
    if table.seat_of(key) != NOBODY:
        raise Refused("", "You already have a chair at this table.")
    if not chair.key and not (table.locked and chair.kept_for):
        raise Refused("", "Nobody has that chair, so you can just sit down.")
    if here:
        raise Refused("", _here_now(chair.name))
    if table.is_host(chair.key) and not _others(table, seat):
        raise Refused("", f"Nobody else is at this table to let you in, {chair.name}.")
    if seat in table.returning:
        raise Refused("", f"Somebody is already asking to be let in as {chair.name}. Wait for the answer.")
    return events.AskToReturn(seat, key)


def _here_now(name: str) -> str:
    return f"{name} is here right now. If that's you, tap “Use another device” over there."


def _others(table: Table, seat: Seat) -> list[Seat]:
    """Return the people at the other chairs."""
    return [other for other in table.persons if other != seat]


def let_in(table: Table, host: bool, seat: Seat, request: events.LetIn | events.TurnAway, host_away: float) -> Body:
    """Handle an answer to somebody on a new device: the host's, that of the chair's own person on the old device, or
    that of two others while the host is away."""
    asked = table.returning.get(request.seat)
    if asked is None:
        raise Refused("", "Nobody is asking for that chair anymore.")
    alone = host or request.seat == seat
    if not alone and host_away < max(LEAST_PATIENCE, table.pace.patience):
        raise Refused("", "The host decides that.")
    if isinstance(request, events.TurnAway):
        return request
    if seat in asked.agreed:
        raise Refused("", "You already said yes. One more person has to.")
    enough = 1 if alone else min(ENOUGH, len(_others(table, request.seat)))
    return request if len(asked.agreed) + 1 < enough else events.NewKey(request.seat, asked.key)


def new_key(table: Table, asker: str, seat: Seat, key: str) -> events.NewKey:
    """Make a new personal link for a seat, if the asker is the host."""
    if not table.is_host(asker):
        raise Refused("", "Only the host can make a new personal link.")
    check_length(table, host=True)
    check_not_dealing(table)  # a device that promised words could not show them anymore
    check_chair(table, seat)
    chair = table.chairs[seat]
    if (chair.is_open and not chair.kept_for) or chair.bot:
        raise Refused("", "Nobody sits there, and that chair isn't saved for anybody.")
    return events.NewKey(seat, key)
