"""When a device is told: its seat is waited for, the game begins, or somebody nudges; and no page of the seat is being
looked at. A turn is told of once, however often the table changes meanwhile."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from parlour.kernel.sentences import listed
from parlour.kernel.state import Seat
from parlour.server.push.pushes import Push, Urgency
from parlour.store import Subscription
from parlour.table import events
from parlour.table.clocks import time_limit
from parlour.table.permissions import is_awaited
from parlour.table.table import Table, TableStep

if TYPE_CHECKING:
    from parlour.server.guest import Guest
    from parlour.server.room import Room

WORTH_TELLING = 60  # seconds that a seat must have to answer
LONGEST = 200  # letters of a sentence: a push has a fixed length, and a phone shows fewer


def at_turn(table: Table) -> frozenset[Seat]:
    """Return the seats that are waited for, and have the time to come."""
    limits = {seat: time_limit(table, seat) for seat in table.silences if is_awaited(table, seat)}
    return frozenset(seat for seat, limit in limits.items() if limit is None or limit >= WORTH_TELLING)


def holders_at(table: Table) -> frozenset[str]:
    """Return the keys of the seats whose devices may be told."""
    return frozenset() if table.over else frozenset(chair.key for chair in table.chairs if chair.key)


class Occasions:
    """What the devices of one room's seats are told."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.turns = at_turn(room.table)
        self.holders = holders_at(room.table)
        self.unseen: dict[Seat, float] = {}  # seat → when a turn began that it has been shown, but may not have seen

    def follow(self, table: Table) -> frozenset[Seat]:
        """Note whose turn it is now; return those whose turn has begun. A pause ends no turn."""
        if table.paused:
            return frozenset()
        before, self.turns = self.turns, at_turn(table)
        self.unseen = {seat: at for seat, at in self.unseen.items() if seat in self.turns}
        return self.turns - before

    def note(self) -> None:
        """Note what another process has written, which tells the seats of it."""
        for seat in self.follow(self.room.table):
            self.unseen[seat] = asyncio.get_running_loop().time()

    def after(self, steps: Iterable[TableStep]) -> None:
        """Tell the seats that have a reason to come after these steps, which this process has written."""
        table = self.room.table
        bodies = [entry.body for entry, _ in steps]
        began = any(isinstance(body, events.Start) for body in bodies)
        begun = self.follow(table)
        for seat in begun:
            self.unseen[seat] = asyncio.get_running_loop().time()
        sentences = {seat: your_turn(table, seat) for seat in begun}
        if began:
            sentences = {seat: has_begun(table, seat, seat in self.turns) for seat in table.persons}
        for body in bodies:
            if isinstance(body, events.Nudge):
                sentences[body.seat] = f"The others are waiting for you. {your_turn(table, body.seat)}"
        away = {seat: say for seat, say in sentences.items() if seat not in self.room.headcount.looking}
        self.tell(away, "normal" if begun and not began else "high")

    def left(self, guest: "Guest", seat: Seat) -> None:
        """Tell a seat of its turn after all, if the only page that was shown it has gone without a sign of life."""
        since = self.unseen.pop(seat, None)
        if since is not None and seat not in self.room.headcount.looking and guest.heard_at <= since:
            self.tell({seat: your_turn(self.room.table, seat)}, "normal")

    def forget(self) -> None:
        """Forget the devices of people who have left, or of everybody when the game is over."""
        room = self.room
        before, self.holders = self.holders, holders_at(room.table)
        if before - self.holders and room.moved_last:
            room.rooms.begin(room.rooms.store.forget_others(room.table.code, sorted(self.holders)), to_finish=True)

    def tell(self, sentences: Mapping[Seat, str], urgency: Urgency) -> None:
        for seat in sentences:
            self.unseen.pop(seat, None)
        if sentences:
            self.room.rooms.begin(self._tell(sentences, urgency))

    async def _tell(self, sentences: Mapping[Seat, str], urgency: Urgency) -> None:
        table, rooms = self.room.table, self.room.rooms
        for holder, subscription in await rooms.store.subscriptions(table.code):
            if say := sentences.get(table.seat_of(holder)):
                say = say if len(say) <= LONGEST else f"{say[: LONGEST - 1]}…"
                link = f"{moved_to(subscription, rooms.public_url)}/t/{table.code}"
                push = Push(table.game.title, say, table.code, link)
                rooms.pushes.send(subscription, push, urgency)


def moved_to(subscription: Subscription, public_url: str) -> str:
    """Return the newest address of a tunnel if the device asked through an older one, which leads nowhere anymore."""
    asked_at = subscription.origin
    return public_url if asked_at.startswith("https:") and not f"{public_url}/".startswith(f"{asked_at}/") else ""


def your_turn(table: Table, seat: Seat) -> str:
    return f"It's your turn in {table.game.title}, {_with(table, seat)}."


def has_begun(table: Table, seat: Seat, turn: bool) -> str:
    begun = f"{table.game.title} has begun, {_with(table, seat)}."
    return f"{begun} It's your turn." if turn else begun


def _with(table: Table, seat: Seat) -> str:
    return "with " + listed([name for other, name in enumerate(table.names) if other != seat])
