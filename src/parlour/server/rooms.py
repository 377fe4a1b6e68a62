"""All rooms of a server: tables are made, loaded when a client comes, and unloaded when idle."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from parlour.bots import bots_of, check_bot
from parlour.kernel.game import AnyGame
from parlour.kernel.lesson import Lesson, secret_of
from parlour.kernel.options import OptionValue, changed
from parlour.kernel.options import read as read_options
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.shuffle import FairShuffler, commitment
from parlour.kernel.state import Seat
from parlour.score import find, is_known
from parlour.server.bot_pool import BotPool
from parlour.server.fair_queue import FairQueue
from parlour.server.headcount import RemotePresence
from parlour.server.lookback import LookbackQueue
from parlour.server.metrics import Metrics
from parlour.server.push.pushes import Pushes
from parlour.server.room import HandOrder, Room
from parlour.server.summaries import Summaries
from parlour.server.tokens import RandomBytes, key_of, new_code, new_token, tidy_code
from parlour.store import Damaged, Store, StoredTable, StoreFailed, Taken
from parlour.table import events, permissions
from parlour.table.chairs import Chair, check_name
from parlour.table.decor import PLAIN, Decor
from parlour.table.events import Invitation, Name, Pace, Stamp
from parlour.table.story import REMEMBERED
from parlour.table.table import MakeShuffler, Table, TableStep

log = logging.getLogger("parlour")

IDLE = 300.0  # seconds before an empty table is unloaded
SWEEP = 60.0
TO_FINISH = 2.0  # seconds that a server which stops waits for what it has begun to write
AT_A_TIME = 0.01  # seconds of replaying a log before other tables get a turn
KEEP_UP = 5.0  # seconds between checks for writes of other processes that we were not told of


class NoSuchTable(Exception):
    """There is no table with this code."""


class NewChair(Struct, frozen=True, forbid_unknown_fields=True):
    """A chair of a new table: open, kept for somebody, or a bot's."""

    name: Name = ""
    bot: Annotated[str, Meta(max_length=40)] = ""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to set up a table."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[NewChair, ...], Meta(max_length=8)]
    name: Name = ""
    options: dict[str, Annotated[Any, OptionValue]] = {}
    pace: Pace = Pace()
    onlookers: bool = True
    hints: bool = True
    lookback: bool = True
    one_tap: bool = True
    emotes: bool = True
    circle: Annotated[str, Meta(max_length=100)] = ""  # the secret of the circle to put the table in


UNHURRIED = Pace(windows=False, slam_grace=0, patience=0)  # nothing interrupts a lesson


class Rooms:
    def __init__(
        self,
        store: Store,
        bot_pause: float = 0.8,
        draw: RandomBytes = secrets.token_bytes,
        make_shuffler: MakeShuffler = FairShuffler,
        push_anywhere: bool = False,
    ) -> None:
        self.store = store
        self.bot_pause = bot_pause  # seconds before a bot's step, so that people can follow
        self.draw = draw
        self.make_shuffler = make_shuffler
        self.metrics = Metrics()
        self.summaries = Summaries(self)
        self.pushes = Pushes(store, self.metrics, push_anywhere)
        self.bot_pool = BotPool()
        self.lookback_queue = LookbackQueue(self.bot_pool, self.metrics)
        self.open_rooms: dict[str, Room] = {}
        self.queue = FairQueue(self.metrics)  # for replaying whole games, and adding up circles
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._to_finish: set[asyncio.Task[None]] = set()
        self._unsaid: dict[str, RemotePresence] = {}  # announcements for the other processes
        self._saying = False
        self.public_url = ""  # if a tunnel has given the server one

    # ------------------------------------------------------------ new tables

    async def make_lesson(self, game: AnyGame, lesson: Lesson, name: str) -> tuple[Room, str]:
        """Set up a lesson, and deal its cards. Return its room and the learner's token."""
        bot = next(iter(bots_of(game)), "")  # who plays on if the game leaves the script
        chairs = tuple(NewChair() if seat == lesson.seat else NewChair(bot=bot) for seat in range(lesson.seats))
        new = NewTable(game.name, chairs, name, lesson.options, UNHURRIED, hints=False, lookback=False, emotes=False)
        room, token = await self.make(new, lesson=lesson)
        await room.change(lambda table, stamp: [table.noted(lesson.seat, "person", events.Start(), stamp)])
        return room, token

    async def make(self, new: NewTable, decor: Decor = PLAIN, lesson: Lesson | None = None) -> tuple[Room, str]:
        """Set up a table. Return its room and the host's token."""
        game = find(new.game)
        options = read_options(game.options, new.options)
        await asyncio.to_thread(game.check_seats, len(new.seats), options)  # checking the deck size takes a while
        chairs: list[Chair] = []
        for place in new.seats:
            nobody = game.flow.at_once and not place.name and not place.bot
            if nobody or (place.bot and game.flow.people_only):
                raise Refused("", f"Everybody {game.here} needs a name.")
            if place.bot:
                check_bot(game, place.bot)
            kept_for = check_name(place.name) if place.name and not place.bot else ""
            chairs.append(Chair(kept_for, bot=place.bot, kept_for=kept_for))
        token = new_token(self.draw)
        if new.name:
            name = check_name(new.name)
            free = [number for number, chair in enumerate(chairs) if chair == Chair()]
            if game.flow.host_moves:  # the host takes the chair with their name, or none
                own = [number for number, chair in enumerate(chairs) if chair.name.casefold() == name.casefold()]
                free = own or free
            elif not free:
                raise Refused("", "There's no open chair left for you.")
            for number in free[:1]:
                kept_for = chairs[number].kept_for
                chairs[number] = Chair(kept_for or name, key_of(token), kept_for=kept_for)
        names = [chair.name.casefold() for chair in chairs if chair.name]
        if len(set(names)) < len(names):
            raise Refused("", "Two chairs have the same name.")
        room = await self._create(
            Invitation(
                game.name,
                game.edition,
                changed(options),
                tuple(chairs),
                key_of(token),
                pace=new.pace,
                decor=decor,
                onlookers=new.onlookers,
                hints=new.hints,
                lookback=new.lookback,
                one_tap=new.one_tap,
                emotes=new.emotes,
                lesson=lesson is not None,
            ),
            secret_of(lesson) if lesson else self.draw(32),
        )
        return room, token

    async def _create(self, invitation: Invitation, secret: bytes) -> Room:
        """Store a new table with a fresh code, and open it."""
        invitation = msgspec.structs.replace(invitation, commitment=commitment(secret))
        while True:
            code = new_code(self.draw)
            try:
                await self.store.create(code, invitation, secret)
                break
            except Taken:
                continue
        self.metrics.add("tables_made_total")
        log.info("table %s: %s for %d", code, invitation.game, len(invitation.chairs))
        return await self.open(code)

    async def rematch(self, room: Room, key: str, id: str, asked: str, pay: Callable[[], None]) -> int:
        """Set up a new table for the same people. It is made first; if another request was quicker, it is never used.
        For limits and circles it is a new table: it is in no circle until a member puts it there. After a lesson
        it has the usual settings, because nobody chose those of the lesson."""
        table = room.table
        if done := table.done(key, id, asked):
            return done
        chairs = permissions.rematch(table, key)
        options = read_options(table.game.options, table.invitation.options)  # a newer edition may refuse them
        await asyncio.to_thread(table.game.check_seats, len(chairs), options)
        pay()
        settings = NewTable(table.game.name, ()) if table.invitation.lesson else table
        made = await self._create(
            msgspec.structs.replace(
                table.invitation,
                edition=table.game.edition,
                chairs=tuple(chairs),
                host=table.host,
                pace=settings.pace,
                decor=table.decor,
                onlookers=settings.onlookers,
                hints=settings.hints,
                lookback=settings.lookback,
                one_tap=settings.one_tap,
                emotes=settings.emotes,
                lesson=False,
            ),
            self.draw(32),
        )

        def decide(table: Table, stamp: Stamp) -> list[TableStep]:
            if permissions.rematch(table, key) != chairs:
                raise Refused("", "Somebody just came or left. Please try again.")
            return [table.noted(table.seat_of(key), "person", events.Rematch(made.table.code), stamp)]

        return await room.change(decide, key, id, asked)

    # ------------------------------------------------------------ opening and closing

    async def open(self, text: str) -> Room:
        """Return the room of a table, loading it if necessary."""
        code = tidy_code(text)
        if room := self.open_rooms.get(code):
            room.used = time.monotonic()
            if self.store.shared:
                await room.catch_up()
            return room
        if code not in self._opening:
            self._opening[code] = asyncio.create_task(self._load(code))
            self._opening[code].add_done_callback(lambda _: self._opening.pop(code, None))
        return await asyncio.shield(self._opening[code])

    async def _load(self, code: str) -> Room:
        table, orders = await self.read(code)
        room = self.open_rooms[code] = Room(self, table, orders)
        self.announce({code: RemotePresence(asks=True)})
        self.metrics.counts["tables_loaded"] = len(self.open_rooms)
        if self.store.shared:
            await room.catch_up()  # with what was written while loading
        return room

    async def read(self, code: str, quietly: bool = False) -> tuple[Table, dict[Seat, HandOrder]]:
        """Read a table from the store. `quietly` leaves out the story, which only guests need."""
        try:
            kept = await self.store.load(code) if code else None
        except Damaged as error:
            raise self._damaged(code, error) from None
        if kept is None:
            raise NoSuchTable(code)
        if not is_known(kept.invitation.game):
            raise Refused("", f"This table plays {quoted(kept.invitation.game)}, which isn't installed here.")
        table = Table(code, find(kept.invitation.game), kept.invitation, kept.secret, self.make_shuffler)
        try:
            last = kept.entries[-1].seq + (REMEMBERED if quietly else 0) if kept.entries else 0
            began = time.monotonic()
            for entry in kept.entries:
                table = table.play([entry], last)
                if time.monotonic() - began > AT_A_TIME:
                    await asyncio.sleep(0)
                    began = time.monotonic()
            return table, self.hand_orders(kept)
        except Exception as error:  # whatever is wrong, only this table fails
            raise self._damaged(code, error) from None

    @staticmethod
    def _damaged(code: str, error: Exception) -> Refused:
        log.error("table %s cannot be played to its end: %r", code, error)
        return Refused("", "This table's log is damaged, so the table can't be opened.")

    @staticmethod
    def hand_orders(kept: StoredTable) -> dict[Seat, HandOrder]:
        return {seat: msgspec.convert(hand_order, HandOrder) for seat, hand_order in kept.preferences.items()}

    # ------------------------------------------------------------ other processes on the same store

    def announce(self, words: Mapping[str, RemotePresence]) -> None:
        """Tell the other processes about our connections to these tables."""
        if not self.store.shared:
            return
        for code, said in words.items():
            before = self._unsaid.get(code, RemotePresence())
            asks, emotes = said.asks or before.asks, (*before.emotes, *said.emotes)
            self._unsaid[code] = msgspec.structs.replace(said, asks=asks, emotes=emotes)
        if not self._saying:
            self._saying = True
            self.begin(self._say())

    async def _say(self) -> None:
        """Send announcements one after the other, so that the newest arrives last."""
        try:
            while self._unsaid:
                words, self._unsaid = self._unsaid, {}
                await self.store.tell({code: msgspec.json.encode(said).decode() for code, said in words.items()})
        finally:
            self._saying = False

    def hear(self, node: str, code: str, words: str) -> None:
        """React to another process. Without a code, any table may have changed."""
        if not code:
            self.begin(self.keep_up())
        elif room := self.open_rooms.get(code):
            if words:
                room.headcount.hear(node, msgspec.json.decode(words, type=RemotePresence))
            else:
                self.begin(room.catch_up())

    async def keep_up(self) -> None:
        """Catch up every open table that another process has written to."""
        for code, version in (await self.store.latest(list(self.open_rooms))).items():
            if (room := self.open_rooms.get(code)) and room.table.version < version:
                self.begin(room.catch_up())  # separately, so that one failure does not hold up the others

    async def keep_in_touch(self) -> None:
        """Run forever: announce our connections, drop silent processes, and catch up with missed writes."""
        while True:
            await asyncio.sleep(KEEP_UP)
            self.announce({code: room.headcount.mine for code, room in self.open_rooms.items() if room.guests})
            for room in list(self.open_rooms.values()):
                room.headcount.forget_silent()
            self.begin(self.keep_up())

    def begin(self, doing: Coroutine[Any, Any, None], to_finish: bool = False) -> None:
        """Start a background task whose store failures are only logged. A server that stops waits for those
        `to_finish`, and ends the others."""

        async def trying() -> None:
            try:
                await doing
            except StoreFailed as error:
                self.metrics.add("store_failures_total")
                log.warning("the store does not answer: %s", error)

        task = asyncio.create_task(trying())
        tasks = self._to_finish if to_finish else self._tasks
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    # ------------------------------------------------------------ beginning and ending

    async def sweep(self) -> None:
        """Run forever: unload idle tables."""
        while True:
            await asyncio.sleep(SWEEP)
            self.forget_idle(time.monotonic() - IDLE)

    def forget_idle(self, before: float) -> None:
        for code, room in list(self.open_rooms.items()):
            if not room.guests and room.used < before and not room.changing.locked():
                del self.open_rooms[code]
        self.metrics.counts["tables_loaded"] = len(self.open_rooms)

    async def start(self) -> None:
        await self.store.open(self.hear)
        self.begin(self.sweep())
        self.begin(self.pushes.open())
        if self.store.shared:
            self.begin(self.keep_in_touch())

    def tell_link(self, public_url: str) -> None:
        """Tell every guest that the tables are reached by another link; "" if there is none anymore."""
        self.public_url = public_url
        for room in self.open_rooms.values():
            room.tell_link(*room.guests)

    async def say_goodbye(self) -> None:
        """Tell every guest that the server stops. Their pages reconnect by themselves."""
        for room in self.open_rooms.values():
            room.close("Parlour is restarting. One moment.")
        await asyncio.sleep(0.1)

    async def close(self) -> None:
        for room in list(self.open_rooms.values()):
            room.close("Parlour is restarting. One moment.")
            async with room.changing:  # wait for what is being written
                pass
        await self.summaries.close()
        await self.pushes.close()
        self.lookback_queue.close()
        self.bot_pool.close()
        if self._to_finish:  # unless the store does not answer
            await asyncio.wait(self._to_finish, timeout=TO_FINISH)
        tasks = [*self._tasks, *self._to_finish]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.store.close()
