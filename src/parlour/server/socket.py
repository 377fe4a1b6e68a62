"""The WebSocket endpoint: lets guests in and answers their messages."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.kernel.refusal import Refused
from parlour.kernel.view import named
from parlour.server import protocol, tokens
from parlour.server.addresses import Addresses
from parlour.server.endpoint import belongs, find_room, too_much
from parlour.server.guest import Guest
from parlour.server.limits import Limits, TooMuch, address_of
from parlour.server.room import Room
from parlour.server.rooms import NoSuchTable, Rooms
from parlour.server.transports import SocketTransport
from parlour.server.trying import attempt
from parlour.store import StoreFailed, Unsure
from parlour.table import permissions

log = logging.getLogger("parlour")

UNSURE = "The table can't be saved or read right now."
NOT_WRITTEN = "That couldn't be saved, so it didn't happen. Please try again."


class SocketConnection:
    """A guest's Connection over a WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.transport: SocketTransport = socket.scope["transport"]

    @property
    def ready(self) -> bool:
        return self.transport.writable.is_set()

    def write(self, messages: list[bytes]) -> None:
        self.transport.write_texts(messages)

    async def drained(self) -> None:
        await self.transport.writable.wait()

    async def close(self, code: int) -> None:
        await self.socket.close(code)


async def at_table(socket: WebSocket) -> None:
    """Serve one connection from beginning to end."""
    limits: Limits = socket.app.state.limits
    address = address_of(socket)
    try:
        limits.connecting(address)
    except TooMuch as much:
        await socket.send_denial_response(too_much(much))
        return
    await socket.accept()
    try:
        with limits.entered(address):
            if found := await _let_in(socket, limits, address):
                await _stay(socket, *found, limits, address)
    except TooMuch as much:
        await _turn_away(socket, much.why, 1013)


async def _let_in(socket: WebSocket, limits: Limits, address: str) -> tuple[Room, str] | None:
    """Return the room and key of a guest who may come in; tell others why not, and return None."""
    rooms: Rooms = socket.app.state.rooms
    addresses: Addresses = socket.app.state.addresses
    key = tokens.key_of(tokens.token_of(socket))
    try:
        origin = socket.headers.get("origin")
        if origin and not addresses.is_ours(origin, socket.headers.get("host", "")):
            raise Refused("", "This connection came from another website.")
        room = await find_room(rooms, limits, address, socket.path_params["code"], key)
        if key and not belongs(key, room):
            if "authorization" in socket.headers:
                raise Refused("", "This link no longer has a chair at this table.")
            key = ""  # the cookie of a person who left: they may still look on
        if not permissions.may_see(room.table, key):
            raise Refused("", "The host doesn't let others watch this table.")
        return room, key
    except NoSuchTable:
        await _turn_away(socket, "There's no table with this code.")
    except Refused as refusal:
        await _turn_away(socket, refusal.sentence)
    except StoreFailed:
        await _turn_away(socket, "The table couldn't be read just now.", 1013)
    return None


async def _turn_away(socket: WebSocket, why: str, code: int = 4000) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(protocol.encode(protocol.Bye(why)).decode())
        await socket.close(code, why[:100])


async def _stay(socket: WebSocket, room: Room, key: str, limits: Limits, address: str) -> None:
    """Read until the guest hangs up or is dismissed. The room writes to the guest in the meantime."""
    guest = Guest(room, SocketConnection(socket), key, _seen(socket, room), partial(limits.view, address))
    task = asyncio.current_task()
    assert task
    gone = False

    def hang_up() -> None:
        nonlocal gone
        gone = task.cancel()

    room.rooms.metrics.add("connections")
    try:
        guest.begin(hang_up)
        room.enter(guest)
        await _read(socket, guest, limits, address)
    except asyncio.CancelledError:
        if not gone or task.uncancel():
            raise
    except Exception as error:
        room.connection_failed(error)
    finally:
        guest.end()
        room.leave(guest)
        room.rooms.metrics.add("connections", -1)


def _seen(socket: WebSocket, room: Room) -> int:
    """Return the version that the client says it has shown; 0 if that version does not exist."""
    text = socket.query_params.get("seen", "")
    seen = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    return seen if seen <= room.table.version else 0


async def _read(socket: WebSocket, guest: Guest, limits: Limits, address: str) -> None:
    own = limits.of_a_connection()
    while True:
        if wait := limits.message(address, own):
            await asyncio.sleep(wait)  # slow down clients that send too much
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        arrived, guest.heard_at = time.monotonic(), guest.loop.time()
        text = message.get("text")
        data: bytes = text.encode(errors="replace") if text is not None else message.get("bytes") or b""
        guest.answering = True
        try:
            await _answer(guest, data, arrived, partial(limits.new_table, address))
        finally:
            guest.answering = False
            guest.wake()


async def _answer(guest: Guest, data: bytes, arrived: float, pay: Callable[[], None]) -> None:
    """Answer a message with what it asks for, or with a refusal. A pong gets no answer."""
    room = guest.room
    metrics = room.rooms.metrics
    id = ""
    try:
        message = protocol.read(data)
        id = message.id
        match message:
            case protocol.Ping():
                guest.reply(protocol.Pong(id))
                return
            case protocol.ClientPong():
                guest.heard(id, arrived)
                return
            case protocol.Visible():
                room.looks(guest, message.visible)
                return
            case protocol.Try():
                tried = attempt(room.table, guest.key, message, room.rng)
                metrics.add("refused_total", isinstance(tried, protocol.RefusalMessage))
                guest.reply(tried)
                return
            case protocol.Hint():
                room.rooms.begin(room.hint(guest, id))  # other messages are answered while the bot thinks
                return
            case protocol.Act():
                await room.act(guest, message, arrived)
                return
            case protocol.TableRequest():
                version = await room.ask(guest.key, message, pay)
            case protocol.Emote():
                room.emote(guest.key, message.emote)
                version = room.table.version
            case protocol.Arrange():
                await room.arrange(guest.key, message.order)
                version = room.table.version
        metrics.add("acknowledged_total")
        guest.reply(protocol.Ack(id, version))
    except Refused as refusal:
        metrics.add("refused_total")
        guest.reply(
            protocol.RefusalMessage(id or protocol.id_in(data), refusal.rule, named(refusal.sentence, room.table.names))
        )
    except TooMuch as much:
        metrics.add("refused_total")
        guest.reply(protocol.RefusalMessage(id, "", much.why))
    except StoreFailed as error:
        metrics.add("store_failures_total")
        log.warning("table %s: the store does not answer: %s", room.table.code, error)
        if isinstance(error, Unsure):
            guest.dismiss(UNSURE, 1013)  # the client reconnects, repeats the message, and learns whether it was written
        else:
            guest.reply(protocol.RefusalMessage(id, "", NOT_WRITTEN))
    except Exception:  # whatever is wrong with a game, the connection stays
        log.exception("table %s: a message could not be answered", room.table.code)
        guest.reply(protocol.RefusalMessage(id, "", "Something went wrong on our side. Nothing has changed."))
