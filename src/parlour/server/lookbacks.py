"""The decisions of a finished game that cost most: thought about when somebody asks, one game at a time. They are kept
in memory, and made again if they are lost."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.bots.counsel import Decision, costliest, decisions_of
from parlour.kernel.log import Log
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.kernel.view import named
from parlour.server.thinking import NoAnswer, Thinkers

log = logging.getLogger("parlour")

SHOWN = 3
AT_A_TIME = 4  # decisions, so that a bot in play need not wait long for its turn to think
GLANCE = 0.04  # seconds for every decision
AT_MOST = 12.0  # seconds for all of them
SECOND_LOOK = 0.3  # seconds for each of those that seem to have cost most
MOST_KEPT = 200
MOST_WAITING = 30  # each with the log of its game


class Lookback(Struct, frozen=True):
    """As far as it has been thought about."""

    seat: Seat
    weighed: int
    of: int
    done: bool
    decisions: list[Decision]  # the dearest first, once it is done


class Lookbacks:
    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self._turn = asyncio.Lock()
        self._known: OrderedDict[tuple[str, Seat], Lookback] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def known(self, code: str, seat: Seat) -> Lookback | None:
        return self._known.get((code, seat))

    def begin(self, code: str, played: Log, seat: Seat) -> Lookback:
        if len(self._tasks) >= MOST_WAITING:
            raise Refused("", "A great many games are being looked back at. Please try again in some minutes.")
        first = self._known[code, seat] = Lookback(seat, 0, len(decisions_of(played, seat)), False, [])
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        task = asyncio.create_task(self._look(code, played, first))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return first

    async def _look(self, code: str, played: Log, found: Lookback) -> None:
        """A glance at every decision, and a second look at those that seem to have cost most."""
        numbers = decisions_of(played, found.seat)
        glance = min(GLANCE, AT_MOST / max(1, len(numbers)))
        key = code, found.seat
        costly: list[Decision] = []
        try:
            async with self._turn:
                for first in range(0, len(numbers), AT_A_TIME):
                    some = numbers[first : first + AT_A_TIME]
                    costly += await self._weigh(played, some, glance)
                    self._known[key] = replace(found, weighed=first + len(some))
                costly.sort(key=lambda decision: -decision.cost)
                again: list[Decision] = []
                for once in costly[: 2 * SHOWN]:
                    again += await self._weigh(played, [once.at], SECOND_LOOK)
            told = [_by_name(decision, played) for decision in costliest(again, SHOWN)]
            self._known[key] = replace(found, weighed=len(numbers), done=True, decisions=told)
        except NoAnswer:
            self._known.pop(key, None)  # whoever asks again begins it again

    async def _weigh(self, played: Log, numbers: Sequence[int], seconds: float) -> list[Decision]:
        """Whatever is wrong with a game's words or search, the other decisions are looked at."""
        try:
            return await self.thinkers.weigh(played, numbers, seconds)
        except NoAnswer:
            raise
        except Exception:
            log.exception("of %s, moves %s cannot be weighed", played.opening.game, numbers)
            return []

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()


def _by_name(decision: Decision, played: Log) -> Decision:
    names = played.opening.seats
    return replace(
        decision,
        did=named(decision.did, names),
        better=named(decision.better, names),
        why=named(decision.why, names),
    )
