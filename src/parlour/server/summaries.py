"""Summaries of tables: of those in memory, as the store has them, or made by playing the log once more."""

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from parlour.store import Member, StoreFailed
from parlour.table.history import Summary, summary
from parlour.table.table import Table

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour")

PATIENCE = 2.0  # seconds to wait for those that have to be made, before an answer goes without them
MOST_BEGUN = 200  # logs that wait to be played


class Summaries:
    def __init__(self, house: "House") -> None:
        self.house = house
        self._making: dict[str, asyncio.Task[Summary | None]] = {}
        self._turn = asyncio.Lock()  # one log at a time: whoever plays comes first
        self._unreadable: dict[str, int] = {}  # the version of a table that cannot be played

    def keep(self, table: Table) -> None:
        """Write down how a table stands. Nobody waits for it."""
        self.house.begin(self.house.store.sum_up(table.code, table.version, msgspec.json.encode(summary(table))))

    async def here(self, table: Table) -> Summary:
        """How a table in memory stands."""
        now = summary(table)
        kept = await self.house.store.summary(table.code) if table.stopped else None
        return _wiser(now, _read(kept[1]) if kept else None)

    async def of(self, members: Sequence[Member]) -> tuple[list[Summary], int]:
        """How these tables stand, and how many of them we have still to look at."""
        known: dict[str, Summary] = {}
        stale: list[Member] = []
        for member, kept in zip(members, await asyncio.to_thread(_read_all, members), strict=True):
            room = self.house.rooms.get(member.code)
            if room and room.table.version >= member.version:
                known[member.code] = _wiser(summary(room.table), kept)
                continue
            if kept:
                known[member.code] = kept
            if (not kept or member.summed_up < member.version) and self._unreadable.get(member.code) != member.version:
                stale.append(member)
        tasks = {member.code: task for member in stale if (task := self._begin(member, known.get(member.code)))}
        if tasks:
            await asyncio.wait(tasks.values(), timeout=PATIENCE)
        made = {code: task.result() for code, task in tasks.items() if task.done()}
        known |= {code: found for code, found in made.items() if found}
        return [known[member.code] for member in members if member.code in known], len(stale) - len(made)

    def _begin(self, member: Member, kept: Summary | None) -> "asyncio.Task[Summary | None] | None":
        if member.code not in self._making and len(self._making) < MOST_BEGUN:
            task = asyncio.create_task(self._make(member, kept))
            self._making[member.code] = task
            task.add_done_callback(lambda _: self._making.pop(member.code, None))
        return self._making.get(member.code)

    async def _make(self, member: Member, kept: Summary | None) -> Summary | None:
        try:
            async with self._turn:
                table, _ = await self.house.read(member.code, quietly=True)
            found = _wiser(summary(table), kept)
        except StoreFailed:
            return None
        except Exception as error:  # whatever is wrong with it, one table is
            log.warning("table %s cannot be summed up: %r", member.code, error)
            self._unreadable[member.code] = member.version
            return None
        self.house.begin(self.house.store.sum_up(table.code, table.version, msgspec.json.encode(found)))
        return found

    async def close(self) -> None:
        for task in list(self._making.values()):
            task.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)


def _wiser(now: Summary, kept: Summary | None) -> Summary:
    """Once the rules have another edition, only what was written down in their time knows who won."""
    return kept if kept and now.phase == "stopped" and kept.phase == "over" else now


def _read_all(members: Sequence[Member]) -> list[Summary | None]:
    return [_read(member.summary) if member.summary else None for member in members]


def _read(kept: bytes) -> Summary | None:
    """Nothing, if it was written by another Parlour and means nothing to this one."""
    try:
        return msgspec.json.decode(kept, type=Summary)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
