"""What the server does next by itself, and when: bots, stand-ins, clocks. Nothing happens while nobody is here."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from parlour.bots import find_bot
from parlour.kernel.state import Seat
from parlour.table import events, moves
from parlour.table.clocks import held_until, is_aside, silence_counts, stand_in_at, time_limit
from parlour.table.events import NOBODY, UNSTAMPED, Stamp
from parlour.table.presence import BOT_REACTION, Presence
from parlour.table.table import Table, TableStep

SHOWN_WITHIN = 5.0  # seconds for devices to show their words before the cards are dealt without them
UNDO_WAITS = 60.0  # seconds before an unanswered undo request is refused


@dataclass(frozen=True)
class Chore:
    """Something the server does for a seat at a given time."""

    at: float
    what: Literal["bot", "silence", "stand in", "back", "undo", "refuse", "deal"]
    seat: Seat


def next_chore(table: Table, presence: Presence, bot_pause: float) -> Chore | None:
    """Return the first thing the server has to do if nothing else happens."""
    if not (presence.somebody or presence.watching) or table.stopped:
        return None
    if table.dealing:
        waits = any(table.chairs[seat].key for seat in table.unshown)  # people who have left cannot show their words
        return Chore(max(presence.frozen or 0.0, presence.woke) + SHOWN_WITHIN if waits else 0.0, "deal", NOBODY)
    for seat, chair in enumerate(table.chairs):
        if chair.away and seat in presence.here:
            return Chore(0.0, "back", seat)
    if table.asked and set(table.persons) <= set(table.asked.agreed):  # the last person who had not answered is gone
        return Chore(0.0, "undo", table.asked.by)
    if table.asked:
        return Chore((presence.asked or 0.0) + UNDO_WAITS, "refuse", table.asked.by)
    clock = silence_counts(table)
    chores = [
        chore
        for seat in (table.game.asked(table.state) if table.actors else ())  # in a tie, seats that may cut in go first
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
    """The turn or window clock, if it counts now, and the stand-in for a person who is away."""
    chores = []
    held = held_until(table, presence, seat)
    since = max(presence.awaited_since(seat), held)
    if not presence.somebody or table.bot_of(seat):
        return []  # clocks stop while only onlookers are here; bots need none
    if table.silences[seat] is not None:
        if seat in table.standing and is_aside(table, seat):
            chores.append(Chore(held, "silence", seat))
        elif clock and (limit := time_limit(table, seat)):
            chores.append(Chore(since + limit, "silence", seat))
    if (end := stand_in_at(table, presence, seat)) is not None:
        chores.append(Chore(end, "stand in", seat))
    return chores


def imagined(table: Table, seat: Seat, rng: Random) -> Any:
    """Return the imagined deal that the bot on this seat gets, so that it cannot peek at hidden cards."""
    return moves.ahead(table, seat, table.state.redeal(seat, rng))


def bot_action(table: Table, seat: Seat, rng: Random) -> Any:
    """Return the action of the bot on this seat, or None if it declines to act. In a lesson it does what the script
    says."""
    if scripted := table.scripted:
        return table.game.read_action(scripted.do[0]) if scripted.seat == seat else None
    return find_bot(table.game, table.bot_of(seat)).choose(imagined(table, seat, rng), seat, rng)


def do(
    table: Table, chore: Chore, choose: Callable[[Seat], Any], reaction: int = BOT_REACTION, stamp: Stamp = UNSTAMPED
) -> list[TableStep]:
    """Return the entries that a chore leads to; an empty list if there is nothing to do after all. `choose` gives a
    bot's action, `reaction` the milliseconds its call took."""
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
            return [table.noted(seat, "clock", events.TakeBack(table.asked.to), stamp)] if table.asked else []
        case "silence":
            silent = table.silences.get(seat)
            return [] if silent is None else moves.act(table, seat, silent, "clock", stamp)
        case "bot":
            choice = choose(seat)
            return [] if choice is None else moves.act(table, seat, choice, "bot", stamp, reaction)
