"""The costliest decisions of finished games, found when a client asks: one game at a time, addresses take turns.
Results stay in memory and are made again if they are lost. The work stops when no client asks for it anymore."""

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.bots.advice import Decision, costliest, decisions_of
from parlour.kernel.log import Log
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.kernel.view import named
from parlour.server.bot_pool import BotPool, NoAnswer
from parlour.server.fair_queue import FairQueue
from parlour.server.limits import TooMuch
from parlour.server.metrics import Metrics

log = logging.getLogger("parlour")

SHOWN = 3
AT_A_TIME = 4  # decisions at a time, so that bots in play need not wait long
GLANCE = 0.04  # seconds for each decision
AT_MOST = 12.0  # seconds for all of them
SECOND_LOOK = 0.3  # seconds for each of the costliest
MOST_KEPT = 200
MOST_WAITING = 30  # each holds the log of its game
MOST_OF_ONE = 16  # from one address: two for each of eight phones
FORSAKEN = 30.0  # seconds without a request after which the work stops; a page asks every second


class Lookback(Struct, frozen=True):
    """The result so far."""

    seat: Seat
    weighed: int
    of: int
    done: bool
    decisions: list[Decision]  # the costliest first, once it is done


class LookbackQueue:
    def __init__(self, bot_pool: BotPool, metrics: Metrics | None = None) -> None:
        self.bot_pool = bot_pool
        self.metrics = metrics or Metrics()
        self._turns = FairQueue(self.metrics)
        self._known: OrderedDict[tuple[str, Seat], Lookback] = OrderedDict()
        self._asked: dict[tuple[str, Seat], float] = {}  # when each unfinished one was last asked for
        self._tasks: dict[asyncio.Task[None], str] = {}  # task → the address it works for

    def known(self, code: str, seat: Seat) -> Lookback | None:
        if (code, seat) in self._asked:
            self._asked[code, seat] = time.monotonic()
        return self._known.get((code, seat))

    def begin(self, code: str, played: Log, seat: Seat, address: str = "") -> Lookback:
        if len(self._tasks) >= MOST_WAITING:
            raise Refused("", "Too many people are looking back at games right now. Please try again in a few minutes.")
        if Counter(self._tasks.values())[address] >= MOST_OF_ONE:
            self.metrics.add("limited_work_total")
            raise TooMuch("Too many people on your network are looking back at games.", 10)
        first = self._known[code, seat] = Lookback(seat, 0, len(decisions_of(played, seat)), False, [])
        self._asked[code, seat] = time.monotonic()
        for done in [key for key in self._known if key not in self._asked][: max(0, len(self._known) - MOST_KEPT)]:
            del self._known[done]
        task = asyncio.create_task(self._look(code, played, first, address))
        self._tasks[task] = address
        task.add_done_callback(self._tasks.pop)
        return first

    async def _look(self, code: str, played: Log, found: Lookback, address: str) -> None:
        """Search every decision briefly, then the costliest again for longer."""
        numbers = decisions_of(played, found.seat)
        glance = min(GLANCE, AT_MOST / max(1, len(numbers)))
        key = code, found.seat
        costly: list[Decision] = []
        try:
            async with self._turns.turn(address):
                for first in range(0, len(numbers), AT_A_TIME):
                    some = numbers[first : first + AT_A_TIME]
                    costly += await self._weigh(played, some, glance, key)
                    self._known[key] = replace(found, weighed=first + len(some))
                costly.sort(key=lambda decision: -decision.cost)
                again: list[Decision] = []
                for once in costly[: 2 * SHOWN]:
                    again += await self._weigh(played, [once.at], SECOND_LOOK, key)
            told = [_by_name(decision, played) for decision in costliest(again, SHOWN)]
            self._known[key] = replace(found, weighed=len(numbers), done=True, decisions=told)
        except NoAnswer:
            self._known.pop(key, None)  # the next request starts it again
        except Exception:
            self._known.pop(key, None)
            log.exception("table %s cannot be looked back at", code)
        finally:
            self._asked.pop(key, None)

    async def _weigh(
        self, played: Log, numbers: Sequence[int], seconds: float, key: tuple[str, Seat]
    ) -> list[Decision]:
        """Weigh some decisions. If a game's words or search fail on them, the others are still weighed."""
        if time.monotonic() - self._asked[key] > FORSAKEN:
            self.metrics.add("abandoned_total")
            raise NoAnswer
        try:
            return await self.bot_pool.weigh(played, numbers, seconds)
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
