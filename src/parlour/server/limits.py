"""Limits for each connection and address. A family behind one address never notices them."""

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
    """A burst at once, then a rate per second."""

    burst: float
    rate: float


MESSAGES = Budget(60, 20)  # from one connection
ALL_MESSAGES = Budget(8 * 60, 8 * 20)  # from one address, like all below
CONNECTING = Budget(200, 20)
REQUESTS = Budget(300, 30)
PAGES = Budget(600, 60)  # requests for anything that is not the API
LINES = Budget(1000, 100)  # new TCP connections; a proxy may open one for every request
NEW_TABLES = Budget(30, 0.1)  # and rematches
NEW_CIRCLES = Budget(10, 0.02)
SUBSCRIBING = Budget(20, 0.1)  # devices that ask to be told: each is a name to look up
PUSHES = Budget(60, 0.1)  # to the devices of one table
EMOTES = Budget(6, 0.5)  # of one seat
RETURNS = Budget(10, 0.05)  # people who ask for a chair on a new device: each is an entry in a log
LOOKING_BACK = Budget(120, 4)  # logs, replays and verifications, which replay or seal a whole game
CIRCLES = Budget(60, 2)  # requests to see a circle
VIEWS = Budget(8e6, 2e6)  # bytes of views
RECEIVED = Budget(2e6, 4e6)  # bytes of requests
EACH_PIECE = 2000  # bytes added for every piece of a request: receiving it is work too
WRONG_CODES = Budget(20, 1 / 3)
MOST_SOCKETS = 100  # open at a time
MOST_HELD = 16_000_000  # bytes of incoming bodies and unread answers
MOST_HELD_IN_ALL = 96_000_000
SOON = 2.0  # seconds after which to try again

MOST_BUCKETS = 50_000
BETWEEN_WARNINGS = 60.0  # seconds


class TooMuch(Exception):
    """A limit was reached; the client may try again in `wait` seconds."""

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
        """Take one, or many, even if it overdraws. Return the seconds until the bucket is no longer overdrawn."""
        self._fill(now)
        self.left -= many
        return max(0.0, -self.left / self.budget.rate)

    def wait(self, now: float) -> float:
        """Return the seconds until one can be taken."""
        self._fill(now)
        return max(0.0, (1 - self.left) / self.budget.rate)

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self.left >= self.budget.burst


class Buckets:
    """A bucket for each address and budget. Full ones are dropped: a new one is the same."""

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
        self.kept = dict(kept[-self.most // 2 :])  # if there are still too many, drop the oldest
        self.tidy_at = max(self.most // 50, 2 * len(self.kept))


class Hold:
    """The bytes in memory for one request of an address."""

    def __init__(self, limits: "Limits", address: str) -> None:
        self.limits = limits
        self.address = address
        self.size = 0

    def more(self, size: int) -> None:
        """Add bytes, or raise TooMuch."""
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

    def asking_to_return(self, address: str) -> None:
        self._spend(address, RETURNS, "returns", "Too many people asked for a chair from your network.")

    def subscribing(self, address: str) -> None:
        self._spend(address, SUBSCRIBING, "subscriptions", "Too many devices on your network asked for notifications.")

    def looking_back(self, address: str) -> None:
        self._spend(address, LOOKING_BACK, "replays", "Too many games were replayed from your network.")

    def looking_at_a_circle(self, address: str) -> None:
        self._spend(address, CIRCLES, "circles", "Your network has opened circles too many times.")

    def line(self, address: str) -> bool:
        """Whether the address may open one more connection."""
        try:
            self._spend(address, LINES, "lines", "")
        except TooMuch:
            return False
        return True

    # ------------------------------------------------------------ bytes

    def hold(self, address: str, size: int) -> None:
        """Add to the bytes in memory for an address. When all addresses together have too many, only those with more
        than their share are refused."""
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
        """Return the seconds to wait after receiving a piece of this size before reading more."""
        now = time.monotonic()
        return self.buckets.of(address, RECEIVED, now).take(now, size + EACH_PIECE)

    # ------------------------------------------------------------ guessed codes

    def check_guesses(self, address: str) -> None:
        """Limit callers without a seat at the table they ask for, whether or not it exists."""
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
        """Count an open socket, or raise TooMuch."""
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
        """Return the seconds to wait before reading a connection's next message."""
        if not self.on:
            return 0.0
        now = time.monotonic()
        wait = max(own.take(now), self.buckets.of(address, ALL_MESSAGES, now).take(now))
        if wait:
            self._limited(address, "messages")
        return wait

    def view(self, address: str, size: int) -> float:
        """Return the seconds to wait after a view of this size before making the next."""
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
        if now - self._warned > BETWEEN_WARNINGS:  # a flood of requests must not flood the log
            self._warned = now
            log.warning("limits: %s from %s; if that is a proxy, name it with --trusted-proxy", what, address)


def address_of(connection: HTTPConnection) -> str:
    return household(connection.client.host if connection.client else "")


@lru_cache(maxsize=4096)
def household(host: str) -> str:
    """Return what an address is counted under: with IPv6, a household has a whole /64."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
