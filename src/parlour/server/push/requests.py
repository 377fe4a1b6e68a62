"""The HTTP requests about pushes: may this device be told, tell it, stop."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.server.endpoint import AT_TABLE, Endpoint, Problem, Visit
from parlour.server.push import services
from parlour.server.push.encryption import check_keys
from parlour.server.room import Room
from parlour.store import Subscription
from parlour.table.events import NOBODY

Device = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z", max_length=32)]  # of the SHA-256 of its endpoint


class OfDevice(Struct, frozen=True):
    device: Device | None = None


class Subscribe(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser's push subscription consists of."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=30)]


class Unsubscribe(Struct, frozen=True, forbid_unknown_fields=True):
    device: Device


class Telling(Struct, frozen=True):
    on: bool  # whether this device is told
    key: str  # the server's public key, which the browser's push service asks for


async def told(visit: Visit, _: None, asked: OfDevice) -> Telling:
    room = await _seated_room(visit)
    kept = await visit.rooms.store.subscriptions(room.table.code)
    on = any(holder == visit.key and one.device == asked.device for holder, one in kept)
    return await _telling(visit, on)


async def subscribe(visit: Visit, given: Subscribe) -> Telling:
    room = await _seated_room(visit)
    if room.table.over:
        raise Problem(409, "This game is over.")
    visit.limits.subscribing(visit.address)
    pushes = visit.rooms.pushes
    check_keys(given.p256dh, given.auth)
    await services.find(services.read_endpoint(given.endpoint, pushes.anywhere), pushes.anywhere)
    origin = visit.request.headers.get("origin", "")
    device = Subscription(given.endpoint, given.p256dh, given.auth, origin)
    await visit.rooms.store.subscribe(room.table.code, visit.key, device)
    return await _telling(visit, True)


async def unsubscribe(visit: Visit, given: Unsubscribe) -> Telling:
    room = await visit.room()
    await visit.rooms.store.unsubscribe(room.table.code, visit.key, given.device)
    return await _telling(visit, False)


async def _seated_room(visit: Visit) -> Room:
    room = await visit.own_room()
    if room.table.seat_of(visit.key) == NOBODY:
        raise Problem(409, "You don't have a chair at this table.")
    return room


async def _telling(visit: Visit, on: bool) -> Telling:
    return Telling(on, (await visit.rooms.pushes.vapid()).public)


AT_PUSH = AT_TABLE + "/push"
ENDPOINTS = (
    Endpoint(
        "GET",
        AT_PUSH,
        "Whether a device of yours is told when it's your turn, and the server's key for its push service.",
        told,
        Telling,
        refuses=(400, 401, 404, 409),
        query=OfDevice,
    ),
    Endpoint(
        "POST",
        AT_PUSH,
        "Tell this device when it's your turn.",
        subscribe,
        Telling,
        Subscribe,
        (400, 401, 403, 404, 409, 413),
    ),
    Endpoint(
        "POST",
        AT_PUSH + "/stop",
        "Stop telling this device.",
        unsubscribe,
        Telling,
        Unsubscribe,
        (400, 403, 404, 409, 413),
    ),
)
