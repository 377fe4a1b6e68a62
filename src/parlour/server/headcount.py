"""Who is at a table, counted over all processes that serve it."""

import time
from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from parlour.kernel.state import Seat
from parlour.server import protocol
from parlour.server.bot_pool import ponders
from parlour.table.chairs import Chair
from parlour.table.events import NOBODY

if TYPE_CHECKING:
    from parlour.server.room import Room

FORGOTTEN = 15.0  # seconds of silence after which a process counts as gone


class RemotePresence(Struct, frozen=True, omit_defaults=True):
    """How many connections to a table another process has."""

    here: dict[Seat, int] = {}
    host: int = 0
    watching: int = 0
    looking: dict[Seat, int] = {}  # those whose page is visible
    emotes: tuple[protocol.Emoted, ...] = ()  # shown there just now
    asks: bool = False  # it has just loaded the table and asks for ours


class Headcount:
    """The guests of a room and those that other processes have announced. It keeps the room's presence up to date."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.mine = RemotePresence()  # our connections, as last announced to the other processes
        self.remote: dict[str, tuple[RemotePresence, float]] = {}  # process → what it announced, and when
        self.looking: dict[Seat, int] = {}  # seat → devices whose page is visible, of all processes
        self.chairs: list[Chair] = []  # as they were when guests were last counted

    def count(self) -> None:
        """Count who is here, by the seats that the guests' keys hold now, including guests of other processes."""
        room, table = self.room, self.room.table
        now = room.used = time.monotonic()
        self.chairs = table.chairs
        if any(chair.bot and ponders(table.game, chair.bot) for chair in table.chairs):
            room.rooms.bot_pool.wake()
        presence = room.presence
        before, host_before, somebody = presence.here, presence.host_here, presence.somebody
        seats = [table.seat_of(guest.key) for guest in room.guests]
        hosts = [table.is_host(guest.key) for guest in room.guests]
        for guest, seat in zip(room.guests, seats, strict=True):
            guest.seat = guest.seat if seat == NOBODY else seat
        mine = RemotePresence(
            dict(Counter(seat for seat in seats if seat != NOBODY)),
            sum(hosts),
            sum(seat == NOBODY and not host for seat, host in zip(seats, hosts, strict=True)),
            dict(Counter(seat for guest, seat in zip(room.guests, seats, strict=True) if guest.visible and seat >= 0)),
        )
        everywhere = [mine, *(words for words, _ in self.remote.values())]
        presence.here = dict(sum((Counter(words.here) for words in everywhere), Counter[Seat]()))
        self.looking = dict(sum((Counter(words.looking) for words in everywhere), Counter[Seat]()))
        presence.host_here = sum(words.host for words in everywhere)
        presence.watching = sum(words.watching for words in everywhere)
        for seat in before.keys() - presence.here.keys():
            presence.gone[seat] = now
        if host_before and not presence.host_here:
            presence.host_gone = now
        if presence.somebody and not somebody:
            presence.woke = now
        if mine != self.mine:
            self.mine = mine
            room.rooms.announce({table.code: mine})

    def hear(self, node: str, words: RemotePresence) -> None:
        """Note which connections another process has."""
        self.remote[node] = (words, time.monotonic())
        if words.asks:
            self.room.rooms.announce({self.room.table.code: self.mine})
        self.room.show_emotes(words.emotes)
        self.count()
        self.room.publish()

    def forget_silent(self) -> None:
        """Drop the connections of processes that have been silent for too long."""
        silent = time.monotonic() - FORGOTTEN
        gone = [node for node, (_, said) in self.remote.items() if said < silent]
        for node in gone:
            del self.remote[node]
        if gone:
            self.count()
            self.room.publish()
