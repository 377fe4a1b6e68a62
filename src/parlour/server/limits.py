"""How much one connection and one address may ask of the server. A family behind one address never notices."""

import ipaddress
import logging
import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from starlette.requests import HTTPConnection

from parlour.server.metrics import Metrics

log = logging.getLogger("parlour")


@dataclass(frozen=True)
class Budget:
    """So many at once, and so many a second from then on."""

    burst: float
    rate: float


MESSAGES = Budget(60, 20)  # of one connection
ALL_MESSAGES = Budget(8 * 60, 8 * 20)  # of one address; so are the rest
CONNECTING = Budget(200, 20)
REQUESTS = Budget(300, 30)
PAGES = Budget(600, 60)  # requests for anything that is not the API
LINES = Budget(1000, 100)  # a proxy may open one for every request
NEW_TABLES = Budget(30, 0.1)  # and rematches
NEW_CIRCLES = Budget(10, 0.02)
LOOKING_BACK = Budget(120, 4)  # logs, replays and verifications: each plays a whole game or seals it
CIRCLES = Budget(60, 2)  # looks at a circle
VIEWS = Budget(8e6, 2e6)  # bytes of views
RECEIVED = Budget(2e6, 4e6)  # bytes of requests
EACH_PIECE = 2000  # bytes that every piece of a request counts more than it has: taking it is work too
WRONG_CODES = Budget(20, 1 / 3)
MOST_SOCKETS = 100  # of one address at a time
MOST_HELD = 16_000_000  # bytes of bodies that come in, and answers that are not read, of one address
MOST_HELD_IN_ALL = 96_000_000
SOON = 2.0  # seconds after which to ask again

MOST_BUCKETS = 50_000
BETWEEN_WARNINGS = 60.0  # seconds


class TooMuch(Exception):
    """Not now: in so many seconds."""

    def __init__(self, why: str, wait: float) -> None:
        self.wait = max(1, math.ceil(wait))
        self.why = f"{why} Please try again in {self.wait} second{'s' if self.wait > 1 else ''}."
        super().__init__(self.why)


class Bucket:
    __slots__ = ("at", "budget", "left")

    def __init__(self, budget: Budget, now: float) -> None:
        self.budget = budget
        self.left = budget.burst
        self.at = now

    def _fill(self, now: float) -> None:
        self.left = min(self.budget.burst, self.left + (now - self.at) * self.budget.rate)
        self.at = now

    def take(self, now: float, many: float = 1) -> float:
        """Take one, or many, in any case. Gives the seconds to wait until it is there."""
        self._fill(now)
        self.left -= many
        return max(0.0, -self.left / self.budget.rate)

    def wait(self, now: float) -> float:
        """The seconds until one can be taken at once."""
        self._fill(now)
        return max(0.0, (1 - self.left) / self.budget.rate)

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self.left >= self.budget.burst


class Buckets:
    """One for each address and budget. A full one says nothing, so it need not be kept."""

    def __init__(self, most: int = MOST_BUCKETS) -> None:
        self.most = most
        self.tidy_at = most // 50
        self.kept: dict[tuple[str, Budget], Bucket] = {}

    def of(self, address: str, budget: Budget, now: float) -> Bucket:
        if bucket := self.kept.get((address, budget)):
            return bucket
        if len(self.kept) >= self.tidy_at:
            self._tidy(now)
        bucket = self.kept[address, budget] = Bucket(budget, now)
        return bucket

    def _tidy(self, now: float) -> None:
        kept = [(key, bucket) for key, bucket in self.kept.items() if not bucket.is_full(now)]
        self.kept = dict(kept[-self.most // 2 :])  # if there are too many all the same, the oldest go
        self.tidy_at = max(self.most // 50, 2 * len(self.kept))


class Hold:
    """Bytes that are kept for one request of an address."""

    def __init__(self, limits: "Limits", address: str) -> None:
        self.limits = limits
        self.address = address
        self.size = 0

    def more(self, size: int) -> None:
        """So many more, or TooMuch."""
        self.limits.hold(self.address, size)
        self.size += size

    def release(self) -> None:
        self.limits.let_go(self.address, self.size)
        self.size = 0


class Limits:
    def __init__(self, metrics: Metrics, on: bool = True) -> None:
        self.metrics = metrics
        self.on = on
        self.buckets = Buckets()
        self.sockets = Counter[str]()
        self.held: dict[str, int] = {}  # bytes, by address
        self.held_in_all = 0
        self._warned = -math.inf

    # ------------------------------------------------------------ HTTP

    def request(self, address: str, api: bool = True) -> None:
        self._spend(address, REQUESTS if api else PAGES, "requests", "You're asking for too much at once.")

    def new_table(self, address: str) -> None:
        self._spend(address, NEW_TABLES, "tables", "Too many tables were set up from your network.")

    def new_circle(self, address: str) -> None:
        self._spend(address, NEW_CIRCLES, "circles", "Too many circles were made from your network.")

    def looking_back(self, address: str) -> None:
        self._spend(address, LOOKING_BACK, "replays", "Too many games were replayed from your network.")

    def looking_at_a_circle(self, address: str) -> None:
        self._spend(address, CIRCLES, "circles", "Your network has opened circles too many times.")

    def line(self, address: str) -> bool:
        """May one more be opened?"""
        try:
            self._spend(address, LINES, "lines", "")
        except TooMuch:
            return False
        return True

    # ------------------------------------------------------------ bytes

    def hold(self, address: str, size: int) -> None:
        """Keep so many more bytes for an address. Where all of them together are too many, it is those who have more
        than their share that have to wait."""
        mine = self.held.get(address, 0) + size
        if self.on and not self._fits(mine, self.held_in_all + size):
            self._limited(address, "bytes")
            raise TooMuch("Too much is going back and forth on your network.", SOON)
        self.held[address] = mine
        self.held_in_all += size

    def _fits(self, mine: int, all: int) -> bool:
        return mine <= MOST_HELD and (all <= MOST_HELD_IN_ALL or mine <= MOST_HELD_IN_ALL / (len(self.held) + 1))

    def let_go(self, address: str, size: int) -> None:
        self.held_in_all -= size
        if left := self.held.pop(address, 0) - size:
            self.held[address] = left

    def received(self, address: str, size: int) -> float:
        """The seconds to wait, after a piece of so many bytes has come, before more is read."""
        now = time.monotonic()
        return self.buckets.of(address, RECEIVED, now).take(now, size + EACH_PIECE)

    # ------------------------------------------------------------ codes that nobody has been given

    def check_guesses(self, address: str) -> None:
        """For whoever has no seat at the table that was asked for, whether there is such a table or not."""
        now = time.monotonic()
        if self.on and (wait := self.buckets.of(address, WRONG_CODES, now).wait(now)):
            self._limited(address, "codes")
            raise TooMuch("Too many codes were tried from your network.", wait)

    def wrong_code(self, address: str) -> None:
        if self.on:
            now = time.monotonic()
            self.buckets.of(address, WRONG_CODES, now).take(now)

    # ------------------------------------------------------------ WebSockets

    def connecting(self, address: str) -> None:
        self._spend(address, CONNECTING, "connecting", "You're connecting too often.")

    @contextmanager
    def entered(self, address: str) -> Iterator[None]:
        """One more open socket."""
        if self.on and self.sockets[address] >= MOST_SOCKETS:
            self._limited(address, "sockets")
            raise TooMuch("Too many devices are connected from your network.", 10)
        self.sockets[address] += 1
        try:
            yield
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    def of_a_connection(self) -> Bucket:
        return Bucket(MESSAGES, time.monotonic())

    def message(self, address: str, own: Bucket) -> float:
        """The seconds to wait before the next message of a connection is read."""
        if not self.on:
            return 0.0
        now = time.monotonic()
        wait = max(own.take(now), self.buckets.of(address, ALL_MESSAGES, now).take(now))
        if wait:
            self._limited(address, "messages")
        return wait

    def view(self, address: str, size: int) -> float:
        """The seconds to wait, after a view of so many bytes, before the next is made."""
        if not self.on:
            return 0.0
        now = time.monotonic()
        wait = self.buckets.of(address, VIEWS, now).take(now, size)
        if wait:
            self._limited(address, "views")
        return wait

    # ------------------------------------------------------------

    def _spend(self, address: str, budget: Budget, what: str, why: str) -> None:
        if not self.on:
            return
        now = time.monotonic()
        bucket = self.buckets.of(address, budget, now)
        if wait := bucket.wait(now):
            self._limited(address, what)
            raise TooMuch(why, wait)
        bucket.take(now)

    def _limited(self, address: str, what: str) -> None:
        self.metrics.add(f"limited_{what}_total")
        now = time.monotonic()
        if now - self._warned > BETWEEN_WARNINGS:  # whoever floods us should not flood the log
            self._warned = now
            log.warning("limits: %s from %s; if that is a proxy, name it with --trusted-proxy", what, address)


def address_of(connection: HTTPConnection) -> str:
    return household(connection.client.host if connection.client else "")


@lru_cache(maxsize=4096)
def household(host: str) -> str:
    """Whom an address stands for: with IPv6 a household has a whole /64."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
