"""Finds summaries of tables: from memory, from the store, or by replaying the log."""

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from parlour.store import Member, StoreFailed
from parlour.table.history import Summary, summary
from parlour.table.table import Table

if TYPE_CHECKING:
    from parlour.server.rooms import Rooms

log = logging.getLogger("parlour")
_summary = msgspec.json.Decoder(Summary)  # made here, because msgspec crashes if several threads make it at once

PATIENCE = 2.0  # seconds to wait for missing summaries before answering without them
AT_A_TIME = 10  # tables summed up before other tasks get a turn
MOST_BEGUN = 200  # logs waiting to be replayed


class PendingSummary(NamedTuple):
    """Summaries that are being made."""

    many: int
    tasks: "dict[str, asyncio.Task[Summary | None]]"  # only as many as may wait

    async def made(self) -> tuple[dict[str, Summary], int]:
        """Wait a moment, then return those that are ready, and how many are not."""
        if self.tasks:
            await asyncio.wait(self.tasks.values(), timeout=PATIENCE)
        made = {code: task.result() for code, task in self.tasks.items() if task.done()}
        return {code: found for code, found in made.items() if found}, self.many - len(made)


class Summaries:
    def __init__(self, rooms: "Rooms") -> None:
        self.rooms = rooms
        self._making: dict[str, asyncio.Task[Summary | None]] = {}
        self._turn = asyncio.Lock()  # one log at a time: live tables come first
        self._unreadable: dict[str, int] = {}  # code → the version of a table that cannot be replayed

    def keep(self, table: Table) -> None:
        """Store a table's summary in the background."""
        self.rooms.begin(
            self.rooms.store.sum_up(table.code, table.version, msgspec.json.encode(summary(table))), to_finish=True
        )

    async def here(self, table: Table) -> Summary:
        """Return the summary of a table in memory."""
        now = summary(table)
        kept = await self.rooms.store.summary(table.code) if table.stopped else None
        return _wiser(now, _read(kept[1]) if kept else None)

    async def known(self, members: Sequence[Member]) -> tuple[dict[str, Summary], "PendingSummary"]:
        """Return the known summaries of these tables by code, and start making the others."""
        known: dict[str, Summary] = {}
        stale: list[Member] = []
        for number, (member, kept) in enumerate(
            zip(members, await asyncio.to_thread(_read_all, members), strict=True), 1
        ):
            if number % AT_A_TIME == 0:
                await asyncio.sleep(0)
            room = self.rooms.open_rooms.get(member.code)
            if room and room.table.version >= member.version:
                known[member.code] = _wiser(summary(room.table), kept)
                continue
            if kept:
                known[member.code] = kept
            if (not kept or member.summed_up < member.version) and self._unreadable.get(member.code) != member.version:
                stale.append(member)
        tasks = {member.code: task for member in stale if (task := self._begin(member, known.get(member.code)))}
        return known, PendingSummary(len(stale), tasks)

    def _begin(self, member: Member, kept: Summary | None) -> "asyncio.Task[Summary | None] | None":
        if member.code not in self._making and len(self._making) < MOST_BEGUN:
            task = asyncio.create_task(self._make(member, kept))
            self._making[member.code] = task
            task.add_done_callback(lambda _: self._making.pop(member.code, None))
        return self._making.get(member.code)

    async def _make(self, member: Member, kept: Summary | None) -> Summary | None:
        try:
            async with self._turn:
                table, _ = await self.rooms.read(member.code, quietly=True)
            found = _wiser(summary(table), kept)
        except StoreFailed:
            return None
        except Exception as error:  # whatever is wrong, only this table fails
            log.warning("table %s cannot be summed up: %r", member.code, error)
            self._unreadable[member.code] = member.version
            return None
        self.rooms.begin(self.rooms.store.sum_up(table.code, table.version, msgspec.json.encode(found)), to_finish=True)
        return found

    async def close(self) -> None:
        for task in list(self._making.values()):
            task.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)


def _wiser(now: Summary, kept: Summary | None) -> Summary:
    """Prefer the stored summary for a table of another edition: only that one knows who won."""
    return kept if kept and now.phase == "stopped" and kept.phase == "over" else now


def _read_all(members: Sequence[Member]) -> list[Summary | None]:
    return [_read(member.summary) if member.summary else None for member in members]


def _read(kept: bytes) -> Summary | None:
    """Decode a stored summary; None if another version of Parlour wrote it in a form unknown here."""
    try:
        return _summary.decode(kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
