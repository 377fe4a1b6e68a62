"""What is thought about at one table: by a bot before it moves, and for whoever asks for a hint."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from parlour.bots import mind_of
from parlour.bots.advice import Advice
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.server.bot_pool import BotPool, NoAnswer, let_pass, ponders
from parlour.server.metrics import Metrics
from parlour.table import chores
from parlour.table.table import Table


class PreparedMove(NamedTuple):
    """What a bot will do if the table stays as it is."""

    version: int
    seat: Seat
    choice: Any


class BotThinking:
    """One thought of a bot at a time, and one hint for a seat."""

    def __init__(self, bot_pool: BotPool, metrics: Metrics, rng: Random) -> None:
        self.bot_pool = bot_pool
        self.metrics = metrics
        self.rng = rng
        self._about: tuple[int, Seat] | None = None  # at which version, and which seat's bot
        self._pondered: PreparedMove | None = None
        self._hints: dict[Seat, tuple[int, asyncio.Task[Advice]]] = {}  # and for which version

    def is_due(self, table: Table, chore: chores.Chore) -> bool:
        """Is it for a bot that has to think, and has not?"""
        if chore.what != "bot" or not ponders(table.game, table.bot_of(chore.seat)):
            return False
        return self._pondered is None or self._pondered[:2] != (table.version, chore.seat)

    def holds_up(self, table: Table, chore: chores.Chore) -> bool:
        """Is this being thought about, or does it have to wait until what is has come to nothing?"""
        if self._about is None:
            return False
        return self._about == (table.version, chore.seat) or self.is_due(table, chore)

    async def ponder(self, table: Table, chore: chores.Chore, stays: Callable[[], bool]) -> None:
        """Think elsewhere, in the pause before the bot moves, which is waited for as long as the table stays."""
        if self._about or not self.is_due(table, chore):
            return
        self._about = table.version, chore.seat
        try:
            choice = await self._think(table, chore.seat)
            if stays():
                self._pondered = PreparedMove(table.version, chore.seat, choice)
                await asyncio.sleep(max(0.0, chore.at - time.monotonic()))
        finally:
            self._about = None

    async def _think(self, table: Table, seat: Seat) -> Any:
        try:
            return await self.bot_pool.choose(table.game, chores.imagined(table, seat, self.rng), seat, self.rng)
        except NoAnswer:
            self.metrics.add("thoughts_given_up_total")
            return mind_of(table.game).steady.choose(chores.imagined(table, seat, self.rng), seat, self.rng)

    def chosen(self, table: Table, seat: Seat) -> Any:
        """What the bot on this seat does, if it need not think or has."""
        if not ponders(table.game, table.bot_of(seat)):
            return chores.think(table, seat, self.rng)
        if self._pondered is None or self._pondered[:2] != (table.version, seat):
            raise Refused("", "It has not been thought about yet.")
        return self._pondered.choice

    async def advise(self, table: Table, seat: Seat) -> Advice:
        """A hint, or NoAnswer. The table is thought about once, however often one asks."""
        version, task = self._hints.get(seat, (0, None))
        if task is None or version != table.version:
            state = chores.imagined(table, seat, self.rng)
            task = asyncio.create_task(self.bot_pool.advise(table.game, state, seat, self.rng))
            task.add_done_callback(let_pass)
            self._hints[seat] = table.version, task
        try:
            return await asyncio.shield(task)
        except NoAnswer:
            self._hints.pop(seat, None)
            raise
