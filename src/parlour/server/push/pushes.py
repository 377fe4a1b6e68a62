"""Sends pushes beside the tables: a few at a time, with timeouts, and never more than so many that wait."""

import asyncio
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Literal
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from parlour.kernel.refusal import Refused
from parlour.server.limits import PUSHES, Buckets
from parlour.server.metrics import Metrics
from parlour.server.push import services
from parlour.server.push.encryption import encrypt, packed
from parlour.server.push.vapid import Vapid, new_key
from parlour.store import Store, StoreFailed, Subscription

log = logging.getLogger("parlour")

MOST_WAITING = 500  # pushes that are not yet delivered; more are dropped
AT_ONCE = 8  # pushes on their way
TO_A_HOST = 2  # of these to one push service, so that one that hangs holds up no other
AGAIN_AFTER = 20.0  # seconds before the one retry
KEPT = 2 * 86_400  # seconds that a push service keeps a push for a device that is off
GONE = (404, 410)  # what a push service answers about a device that no longer listens

Urgency = Literal["normal", "high"]


class Push(Struct, frozen=True):
    """What a device is told. It holds no card and nothing hidden: the push service must not learn it, but a phone shows
    it to whoever looks at its screen."""

    title: str
    say: str
    code: str
    link: str


def topic_of(subscription: Subscription, code: str) -> str:
    """Return what a push service tells tables apart by: of several pushes for a phone that is off, it keeps the last
    one of each. What it is told does not lead to the table."""
    return packed(sha256(f"{subscription.auth} {code}".encode()).digest())[:32]


def host_of(subscription: Subscription) -> str | None:
    return urlsplit(subscription.endpoint).hostname


class Pushes:
    def __init__(self, store: Store, metrics: Metrics, anywhere: bool = False) -> None:
        self.store = store
        self.metrics = metrics
        self.anywhere = anywhere  # also to hosts that are not public, for tests
        self.again_after = AGAIN_AFTER
        self._vapid: Vapid | None = None
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._hosts: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._buckets = Buckets()
        self._tasks: set[asyncio.Task[None]] = set()

    async def vapid(self) -> Vapid:
        if self._vapid is None:
            self._vapid = Vapid(await self.store.secret("vapid", new_key()))
        return self._vapid

    async def open(self) -> None:
        """Make the server's key, if it has none yet."""
        await self.vapid()

    def send(self, subscription: Subscription, push: Push, urgency: Urgency) -> None:
        """Send a push in the background, or drop it if too many are waiting, or too many are from its table."""
        now = time.monotonic()
        if len(self._tasks) >= MOST_WAITING or self._buckets.of(push.code, PUSHES, now).take(now):
            self._drop(subscription, "too many at once")
            return
        task = asyncio.create_task(self._deliver(subscription, push, urgency))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, subscription: Subscription, push: Push, urgency: Urgency) -> None:
        plain = msgspec.json.encode(push)
        failed = ""
        for wait in (0.0, self.again_after):
            await asyncio.sleep(wait)
            try:
                status = await self._try(subscription, plain, push.code, urgency)
            except TimeoutError:
                failed = "no answer in time"
            except (OSError, Refused, StoreFailed, ValueError) as error:
                failed = str(error) or type(error).__name__
            else:
                if 200 <= status < 300:
                    self.metrics.add("pushes_total")
                    return
                if status in GONE:
                    with suppress(StoreFailed):  # it will be gone the next time, too
                        await self.store.forget_device(subscription.device)
                    log.info("a device at %s no longer takes pushes, so it is forgotten", host_of(subscription))
                    return
                failed = f"status {status}"
        self._drop(subscription, failed)

    async def _try(self, subscription: Subscription, plain: bytes, code: str, urgency: Urgency) -> int:
        vapid = await self.vapid()
        host = self._host(urlsplit(subscription.endpoint).netloc)
        async with host, self._at_once:
            body = await asyncio.to_thread(encrypt, plain, subscription.p256dh, subscription.auth)
            headers: Mapping[str, str] = {
                "authorization": vapid.authorization(subscription),
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(KEPT),
                "topic": topic_of(subscription, code),
                "urgency": urgency,
            }
            return await services.post(subscription.endpoint, list(headers.items()), body, self.anywhere)

    def _host(self, name: str) -> asyncio.Semaphore:
        host = self._hosts.get(name)
        if host is None:
            host = self._hosts[name] = asyncio.Semaphore(TO_A_HOST)
        return host

    def _drop(self, subscription: Subscription, why: str) -> None:
        self.metrics.add("pushes_dropped_total")
        log.warning("a push to %s was dropped: %s", host_of(subscription), why)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
