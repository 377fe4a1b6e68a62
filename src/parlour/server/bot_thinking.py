"""Thinking at one table: bots that prepare their moves, and hints for people."""

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
    """What a bot will do if the table does not change."""

    version: int
    seat: Seat
    choice: Any


class BotThinking:
    """At most one bot thinks at a time, and each seat has at most one hint."""

    def __init__(self, bot_pool: BotPool, metrics: Metrics, rng: Random) -> None:
        self.bot_pool = bot_pool
        self.metrics = metrics
        self.rng = rng
        self._about: tuple[int, Seat] | None = None  # the version and seat of the bot that is thinking
        self._pondered: PreparedMove | None = None
        self._hints: dict[Seat, tuple[int, asyncio.Task[Advice]]] = {}  # seat → the hint and the version it is for

    def is_due(self, table: Table, chore: chores.Chore) -> bool:
        """Whether a chore is for a bot that has to think first, and has not yet."""
        if chore.what != "bot" or not ponders(table.game, table.bot_of(chore.seat)):
            return False
        return self._pondered is None or self._pondered[:2] != (table.version, chore.seat)

    def holds_up(self, table: Table, chore: chores.Chore) -> bool:
        """Whether a chore has to wait: its bot is thinking, or has to think while another bot still is."""
        if self._about is None:
            return False
        return self._about == (table.version, chore.seat) or self.is_due(table, chore)

    async def ponder(self, table: Table, chore: chores.Chore, stays: Callable[[], bool]) -> None:
        """Let the bot think during the pause before its move, then wait out the pause if nothing changed."""
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
        """Return the action of the bot on this seat; refuse if it has to think first, and has not."""
        if not ponders(table.game, table.bot_of(seat)):
            return chores.bot_action(table, seat, self.rng)
        if self._pondered is None or self._pondered[:2] != (table.version, seat):
            raise Refused("", "The bot hasn't thought about that yet.")
        return self._pondered.choice

    async def advise(self, table: Table, seat: Seat) -> Advice:
        """Return a hint, or raise NoAnswer. Asking again at the same version does not think again."""
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
