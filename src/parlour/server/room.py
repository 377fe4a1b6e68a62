"""A table in memory with its connections: the one place where it changes.

A change is decided on the newest table, appended to the log, and only then swapped in and acknowledged. Each guest gets
the newest view when its connection is ready for one, so a slow connection skips views and holds up nobody.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect

from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.kernel.view import named
from parlour.server import protocol
from parlour.server.bot_pool import PONDERED, NoAnswer
from parlour.server.bot_thinking import BotThinking
from parlour.server.guest import Guest
from parlour.server.headcount import Headcount
from parlour.server.limits import EMOTES, Bucket, TooMuch
from parlour.server.push.occasions import Occasions
from parlour.server.view_cache import ViewCache
from parlour.store import Behind, StoreFailed, Unsure
from parlour.table import chores, clocks, events, moves, permissions
from parlour.table.events import NOBODY, EmoteName, Stamp
from parlour.table.marks import said
from parlour.table.presence import Presence
from parlour.table.table import Table, TableStep
from parlour.table.table_view import Order

if TYPE_CHECKING:
    from parlour.server.rooms import Rooms

log = logging.getLogger("parlour")

MOST_DEVICES = 12  # for one seat
TRIES = 20  # to append, if other processes keep appending first
AFTER_A_FAILURE = 3.0  # seconds until a failed chore is tried again
AFTER_OTHERS = 2.0  # seconds that other processes leave the chores to the one that moved last


Decide = Callable[[Table, Stamp], list[TableStep]]  # makes the new entries on the newest table


class HandOrder(Struct, frozen=True):
    """How the holder of a seat likes their hand arranged. The next person on the seat starts fresh."""

    key: str
    order: Order


class Declined(Refused):
    """A chore came to nothing: its bot has nothing to do before the table changes."""


class Room:
    def __init__(self, rooms: "Rooms", table: Table, hand_orders: dict[Seat, HandOrder]) -> None:
        self.rooms = rooms
        self.table = table
        self.hand_orders = hand_orders
        self.guests: set[Guest] = set()
        now = time.monotonic()
        self.presence = Presence(host_gone=now)
        self.presence.note(table, now)
        self.used = now
        self.rng = Random(rooms.draw(16))
        self.changing = asyncio.Lock()
        self.moved_last = False  # this process wrote the newest entry
        self.headcount = Headcount(self)
        self.occasions = Occasions(self)
        self._view_cache = ViewCache(table, self.presence)
        self._stale = False  # the view cache is out of date
        self._closed = False
        self._emotes: dict[Seat, Bucket] = {}  # how many each seat may still show
        self._timer: asyncio.TimerHandle | None = None
        self.thinking = BotThinking(rooms.bot_pool, rooms.metrics, self.rng)
        self._tasks: set[asyncio.Task[Any]] = set()  # referenced, or they might be collected while they run

    # ------------------------------------------------------------ coming and going

    def enter(self, guest: Guest) -> None:
        self.guests.add(guest)
        self.tell_link(guest)
        devices = sorted((one for one in self.guests if one.key and one.key == guest.key), key=lambda one: one.alive)
        for one in devices[:-MOST_DEVICES]:
            one.dismiss("You're at this table on too many devices, so the oldest one was disconnected.")
        self.headcount.count()
        self.publish()

    def tell_link(self, *guests: Guest) -> None:
        """Tell guests the link of the table, if the server has got another one since it began."""
        for guest in guests if self.rooms.public_url else ():
            guest.reply(protocol.NewLink(f"{self.rooms.public_url}/t/{self.table.code}"))

    def leave(self, guest: Guest) -> None:
        seat = self.table.seat_of(guest.key)
        self.guests.discard(guest)
        self.headcount.count()
        self.occasions.left(guest, seat)
        self.publish()

    def looks(self, guest: Guest, visible: bool) -> None:
        """Note whether anybody can see a guest's page."""
        if guest.visible != visible:
            guest.visible = visible
            self.headcount.count()

    def connection_failed(self, error: Exception) -> None:
        if not isinstance(error, WebSocketDisconnect | RuntimeError | TimeoutError):  # these mean that a guest left
            log.error("table %s: a connection failed", self.table.code, exc_info=error)

    def emote(self, key: str, emote: EmoteName) -> None:
        """Show everybody at the table an emote of a seat; or raise Refused or TooMuch."""
        seat, now = permissions.check_may_emote(self.table, key), time.monotonic()
        bucket = self._emotes.setdefault(seat, Bucket(EMOTES, now))
        if wait := bucket.wait(now):
            raise TooMuch("That's a lot of reactions at once.", wait)
        bucket.take(now)
        shown = (protocol.Emoted(seat, emote),)
        self.show_emotes(shown)
        self.rooms.announce({self.table.code: replace(self.headcount.mine, emotes=shown)})

    def show_emotes(self, emotes: Sequence[protocol.Emoted]) -> None:
        """Show them to every guest who may look on and reads now: a moment later they are of no interest."""
        for guest in self.guests:
            if guest.line.ready and permissions.may_see(self.table, guest.key):
                for one in emotes:
                    guest.reply(one)

    @property
    def host_away(self) -> float:
        return 0.0 if self.presence.host_here else time.monotonic() - self.presence.host_gone

    # ------------------------------------------------------------ changing

    async def act(self, guest: Guest, message: protocol.Act, arrived: float) -> None:
        """Make a guest's move. The guest gets the ack as soon as the move is written, together with the new view."""

        def done(version: int) -> None:
            self.rooms.metrics.add("acknowledged_total")
            guest.reply(protocol.Ack(message.id, version))
            guest.answering = False

        def decide(table: Table, stamp: Stamp) -> list[TableStep]:
            seat = moves.mover(table, guest.key)
            clocks.check_grace(table, self.presence, seat, arrived)
            reaction = self.presence.reaction(seat, arrived, guest.round_trip)
            hold = clocks.hold_until(table, self.presence, seat) - arrived
            return moves.move(table, seat, message.action, "person", message.seen, reaction, hold, stamp)

        await self.change(decide, guest.key, message.id, said(message.action), done)

    async def ask(self, key: str, message: protocol.TableRequest, pay: Callable[[], None] = lambda: None) -> int:
        """Carry out a request about the table. `pay` is called before a new table is made, and may raise."""
        asked = said(message.event)
        if isinstance(message.event, events.AskRematch):
            return await self.rooms.rematch(self, key, message.id, asked, pay)

        def decide(table: Table, stamp: Stamp) -> list[TableStep]:
            body = permissions.decide(table, key, message.event, self.host_away, stamp.at)
            return [table.noted(table.seat_of(key), "person", body, stamp)]

        return await self.change(decide, key, message.id, asked)

    async def change(
        self, decide: Decide, key: str = "", id: str = "", asked: str = "", done: Callable[[int], None] = lambda _: None
    ) -> int:
        """Decide, write, swap in. Return the version, and call `done` with it before anybody is shown the change; or
        raise Refused or StoreFailed, with nothing changed.

        Entries that are being written are swapped in once written, even if the client has gone meanwhile."""
        async with self.changing:
            for _ in range(TRIES):
                if id and (version := self.table.done(key, id, asked)):
                    done(version)
                    return version
                try:
                    steps = decide(self.table, Stamp(round(time.time(), 3), id, asked))
                except Refused:
                    if id and self.rooms.store.shared and await self._catch_up():
                        continue  # it was refused by an outdated table
                    raise
                written = asyncio.get_running_loop().create_future()
                writing = self.rooms.store.append(self.table.code, *(entry for entry, _ in steps))
                writing.add_done_callback(partial(self._swap_in, self.table, steps, done, written))
                await written  # never `writing` itself: being cancelled here must not cancel the write
                try:
                    writing.result()
                    return steps[-1][0].seq
                except Behind:
                    await self._catch_up()
        raise StoreFailed("others keep writing to this table")

    def _swap_in(
        self,
        before: Table,
        steps: list[TableStep],
        done: Callable[[int], None],
        written: "asyncio.Future[None]",
        writing: "asyncio.Future[None]",
    ) -> None:
        """Swap in the table after what is now on disk, unless it has already been read from there."""
        if not written.done():
            written.set_result(None)
        if writing.cancelled() or writing.exception() or self.table is not before:
            return
        self.moved_last = True
        for entry, self.table in steps:
            self.presence.note(self.table, time.monotonic(), entry)
            self.rooms.metrics.add("entries_total")
        done(self.table.version)
        self._changed()
        self.occasions.after(steps)

    async def catch_up(self) -> None:
        """Apply what other processes have written."""
        async with self.changing:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Apply what other processes have written; return whether there was anything new."""
        try:
            kept = await self.rooms.store.load(self.table.code, self.table.version)
        except StoreFailed as error:
            raise Unsure(str(error)) from None  # a repeated message may have been written by another process
        if kept is None:
            return False
        hand_orders = self.rooms.hand_orders(kept)
        news = bool(kept.entries) or hand_orders != self.hand_orders
        self.hand_orders = hand_orders
        for entry in kept.entries:
            self.table = self.table.after(entry)
            self.presence.note(self.table, time.monotonic(), entry)
            self.moved_last = False
        self.occasions.note()
        if news:
            self._changed()
        return news

    def _changed(self) -> None:
        self.used = time.monotonic()
        if self.table.over and self.moved_last:
            self.rooms.summaries.keep(self.table)
        if self.table.over or self.headcount.chairs is not self.table.chairs:
            self.occasions.forget()
        if self.headcount.chairs is not self.table.chairs:  # more than a move
            self.headcount.count()
            for guest in self.guests:
                if guest.key and self.table.seat_of(guest.key) == NOBODY and not self.table.is_host(guest.key):
                    guest.dismiss(self._why_gone(guest))
        self.publish()

    def _why_gone(self, guest: Guest) -> str:
        seat = guest.seat
        if seat is not None and seat < len(self.table.chairs) and self.table.chairs[seat].key:
            return "Your chair has a new personal link, or is on another device now."
        return "You no longer have a chair at this table."

    async def hint(self, guest: Guest, id: str) -> None:
        """Send a guest a hint: what sharp would do on their seat now, and why."""
        table = self.table
        try:
            advice = await self.thinking.advise(table, permissions.check_may_ask(table, guest.key))
            guest.reply(
                protocol.Advised(
                    id, table.version, advice.action, named(advice.say, table.names), named(advice.why, table.names)
                )
            )
        except Refused as refusal:
            self.rooms.metrics.add("refused_total")
            guest.reply(protocol.RefusalMessage(id, refusal.rule, named(refusal.sentence, table.names)))
        except NoAnswer:
            guest.reply(protocol.RefusalMessage(id, "", "No hint right now. Please try again in a moment."))
        except Exception:  # whatever is wrong with a game's words, the guest gets an answer
            log.exception("table %s: there is no hint", table.code)
            guest.reply(
                protocol.RefusalMessage(id, "", "Something went wrong on our side, so there's no hint this time.")
            )

    async def arrange(self, key: str, order: Order) -> None:
        seat = self.table.seat_of(key)
        if seat == NOBODY:
            raise Refused("", "You're just watching, so you have no hand to arrange.")
        if isinstance(order, str) and order not in ("", "suit", "rank"):
            raise Refused("", "You can arrange your hand by suit, by rank, as dealt, or card by card.")
        hand_order = HandOrder(key, order)
        if hand_order == self.hand_orders.get(seat):
            return
        await self.rooms.store.prefer(self.table.code, seat, hand_order)
        self.hand_orders[seat] = hand_order
        for guest in self.guests:
            if self.table.seat_of(guest.key) == seat:
                guest.refresh()

    # ------------------------------------------------------------ showing

    def see(self, guest: Guest) -> tuple[bytes, int]:
        """Return the view message for a guest, and its version."""
        table = self.table
        hand_order = self.hand_orders.get(table.seat_of(guest.key))
        order = hand_order.order if hand_order and hand_order.key == guest.key else ""
        if self._stale or self._view_cache.table is not table:
            self._stale = False
            self._view_cache = ViewCache(table, self.presence, self._view_cache)
        return self._view_cache.message(guest.key, guest.sent, order), table.version

    def publish(self) -> None:
        self._stale = True
        for guest in self.guests:
            guest.refresh()
        if not any(guest.stale for guest in self.guests):
            self._view_cache.forget()
        self._set_timer()

    # ------------------------------------------------------------ chores

    def _set_timer(self, at_least: float = 0.0) -> None:
        if self._timer:
            self._timer.cancel()
        chore = chores.next_chore(self.table, self.presence, self.rooms.bot_pause)
        if chore is None or self._closed:
            self._timer = None
            return
        if self.thinking.holds_up(self.table, chore):
            return
        ahead = PONDERED if self.thinking.is_due(self.table, chore) else 0.0
        wait = max(at_least, chore.at - time.monotonic() - ahead)
        if self.rooms.store.shared and not self.moved_last:
            wait += AFTER_OTHERS
        self._timer = asyncio.get_running_loop().call_later(wait, self._begin_chore)

    def _begin_chore(self) -> None:
        task = asyncio.create_task(self._do_chore())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do_chore(self) -> None:
        try:
            await self._ponder()
            if not self._closed:
                await self.change(self._chore)
        except Declined:
            self._set_timer()  # the next bot may be due already
        except Refused:
            self._set_timer(at_least=0.05)  # it is no longer due
        except StoreFailed as error:
            self.rooms.metrics.add("store_failures_total")
            log.warning("table %s: the store does not answer: %s", self.table.code, error)
            self._set_timer(at_least=AFTER_A_FAILURE)
        except Exception:
            log.exception("table %s: a chore failed", self.table.code)
            self._set_timer(at_least=AFTER_A_FAILURE)

    async def _ponder(self) -> None:
        table = self.table
        if chore := chores.next_chore(table, self.presence, self.rooms.bot_pause):
            await self.thinking.ponder(table, chore, lambda: self.table.version == table.version)

    def _chore(self, table: Table, stamp: Stamp) -> list[TableStep]:
        chore = chores.next_chore(table, self.presence, self.rooms.bot_pause)
        if chore is None or chore.at > time.monotonic() + 0.001:
            raise Refused("", "There is nothing to do yet.")
        choose = partial(self.thinking.chosen, table)
        steps = chores.do(table, chore, choose, self.presence.bot_reaction(chore.seat), stamp)
        if not steps:
            self.presence.declined.add(chore.seat)
            if table.game.calls.grace:  # perhaps nobody is left to wait for
                self.publish()
            raise Declined("", "There is nothing to do.")
        return steps

    def close(self, why: str) -> None:
        """Stop the chores, and tell every guest; they may come back."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        for guest in self.guests:
            guest.dismiss(why, 1012)
