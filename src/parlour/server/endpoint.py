"""What all HTTP endpoints share: identifying the caller, checking the request, refusing."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from parlour.kernel.bad_input import in_plain_words
from parlour.kernel.refusal import Refused, repeated
from parlour.kernel.state import Seat
from parlour.server import tokens
from parlour.server.addresses import Addresses
from parlour.server.limits import Hold, Limits, TooMuch, address_of
from parlour.server.room import Room
from parlour.server.rooms import NoSuchTable, Rooms
from parlour.store import StoreFailed
from parlour.table.events import NOBODY
from parlour.table.table import Table

AT_TABLE = "/api/tables/{code}"
MOST_BYTES = 65_536  # in a request body
IN_TIME = 10.0  # seconds for a body to arrive
PIECE = 65_536  # bytes of an answer that are handed over at a time
UNHURRIED = 0.2  # seconds before a guess is refused, so that timing reveals nothing

T = TypeVar("T")


class Problem(Exception):
    """A refusal with its HTTP status."""

    def __init__(self, status: int, why: str, rule: str = "") -> None:
        super().__init__(status, why, rule)
        self.status = status
        self.why = why
        self.rule = rule


class Refusal(Struct, frozen=True):
    why: str
    rule: str


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body, for requests whose path says it all."""


class Visit:
    """A request, and what it says about the caller."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.rooms: Rooms = request.app.state.rooms
        self.addresses: Addresses = request.app.state.addresses
        self.limits: Limits = request.app.state.limits
        self.address = address_of(request)
        self.hold = Hold(self.limits, self.address)  # the bytes of its body and its answer
        self.token = tokens.token_of(request)
        self.key = tokens.key_of(self.token)
        self.gift: tuple[str, str] | None = None  # the code and token of a cookie to set

    async def room(self, key: str = "") -> Room:
        """Return the room, for the caller's own key or another one."""
        code = self.request.path_params["code"]
        return await find_room(self.rooms, self.limits, self.address, code, key or self.key)

    async def own_room(self) -> Room:
        """Return the room, if the caller has a seat there or is the host."""
        room = await self.room()
        if not belongs(self.key, room):
            ways = "If you left, sit down again, or ask the host for a personal link."
            raise Problem(401, f"You don't have a chair at this table. {ways}")
        return room

    def link(self, code: str, token: str = "") -> str:
        return f"{self.base}/t/{code}" + (f"#seat={token}" if token else "")

    @property
    def base(self) -> str:
        """What links to our pages begin with."""
        return self.addresses.base(self.request.scope["scheme"], self.request.headers.get("host", ""))


class Seated(Struct, frozen=True):
    code: str
    link: str
    seat: Seat | None
    token: str


def seated(visit: Visit, table: Table, token: str) -> Seated:
    """Return the answer for a person who now has a seat, and set the cookie."""
    visit.gift = (table.code, token)
    seat = table.seat_of(tokens.key_of(token))
    return Seated(table.code, visit.link(table.code), None if seat == NOBODY else seat, token)


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    about: str
    run: Callable[..., Awaitable[Any]]  # called with the visit, the body, and the query if there is one
    gives: Any  # a type, or media types
    takes: type[Struct] | None = None
    refuses: tuple[int, ...] = ()  # statuses of its own refusals
    query: type[Struct] | None = None
    in_json: Any = None  # for files: the type of the JSON one
    most_bytes: int = MOST_BYTES
    unread: bool = False  # the body is passed on undecoded: decoding takes long, so it waits in the queue

    @property
    def statuses(self) -> list[int]:
        """Every status that a refusal of this endpoint may have."""
        store = [503] if self.path.startswith(("/api/tables", "/api/circle")) else []
        return sorted({429, *self.refuses, *store, *([408, 415] if self.takes else [])})

    async def __call__(self, request: Request) -> Response:
        visit = Visit(request)
        visit.rooms.metrics.add("requests_total")
        try:
            response = await self._answer(visit)
        except BaseException:
            visit.hold.release()
            raise
        if isinstance(response, Piecewise) and not response.kept(visit.hold):
            response = too_much(TooMuch("Too many answers are waiting to be read on your network.", 2))
        elif not isinstance(response, Piecewise):
            visit.hold.release()
        return response

    async def _answer(self, visit: Visit) -> Response:
        request = visit.request
        try:
            check_origin(request, visit.addresses)
            given: Any = None
            if self.takes:
                body = await read_body(visit, self.most_bytes)
                given = body if self.unread else decoded(body, self.takes)
            asked = [read_query(request, self.query)] if self.query else []
            answer = await self.run(visit, given, *asked)
        except Problem as problem:
            return refuse(problem.status, problem.why, problem.rule)
        except TooMuch as much:
            return too_much(much)
        except NoSuchTable:
            return refuse(404, "There's no table with this code.")
        except Refused as refusal:
            return refuse(409, refusal.sentence, refusal.rule)
        except ClientDisconnect:
            return refuse(400, "The request was cut off.")
        except StoreFailed:
            visit.rooms.metrics.add("store_failures_total")
            return refuse(503, "The table couldn't be saved or read just now. Please try again.")
        if isinstance(answer, Response):
            return answer
        encoded = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
        response = Piecewise(encoded, media_type="application/json")
        response.headers["cache-control"] = "no-store"
        if visit.gift:
            tokens.give(response, request, *visit.gift)
        return response


class Piecewise(Response):
    """An answer sent in pieces as the client reads it. Its bytes count against the address until they are sent."""

    hold: Hold | None = None

    def kept(self, hold: Hold) -> bool:
        """Count this answer instead of the request's body; return whether the address has room for it."""
        hold.release()
        self.hold = hold
        try:
            hold.more(len(self.body) if len(self.body) > PIECE else 0)
        except TooMuch:
            return False
        return True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            for at in range(0, len(self.body) or 1, PIECE):
                more = at + PIECE < len(self.body)
                await send({"type": "http.response.body", "body": self.body[at : at + PIECE], "more_body": more})
        finally:
            if self.hold:
                self.hold.release()


# ---------------------------------------------------------------- finding a table


async def find_room(rooms: Rooms, limits: Limits, address: str, code: str, key: str) -> Room:
    """Return the room of a table. For an address that guessed too many codes, only people with a seat get in."""
    began = time.monotonic()
    try:
        if not key:
            limits.check_guesses(address)
        try:
            room = await rooms.open(code)
        except NoSuchTable:
            limits.check_guesses(address)
            limits.wrong_code(address)
            raise
        if not belongs(key, room):
            limits.check_guesses(address)
        return room
    except TooMuch:
        await asyncio.sleep(began + UNHURRIED - time.monotonic())
        raise


def belongs(key: str, room: Room) -> bool:
    return room.table.seat_of(key) != NOBODY or room.table.is_host(key)


# ---------------------------------------------------------------- checking requests


def read_query(request: Request, kind: type[Struct]) -> Struct:
    """Return the checked query string, or raise Problem. Unknown parameters, such as trackers add, are ignored."""
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(400, f"That can't be right: {in_plain_words(error)}.") from None


async def read_body(visit: Visit, most: int = MOST_BYTES) -> bytes:
    """Return the body, or raise Problem; at once if its announced length is too long."""
    request = visit.request
    long = Problem(413, f"A request can have up to {most} bytes here.")
    said = request.headers.get("content-length", "")
    if said.isdigit() and (len(said) > 12 or int(said) > most):
        raise long
    body = bytearray()
    try:
        async with asyncio.timeout(IN_TIME):
            async for part in request.stream():
                visit.hold.more(len(part))
                body += part
                if len(body) > most:
                    raise long
    except TimeoutError:
        raise Problem(408, "The request took too long to arrive.") from None
    check_is_json(request, bytes(body[:1]))
    return bytes(body)


def decoded(body: bytes, kind: type[T]) -> T:
    """Return what is in a body, checked, or raise Problem."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise Problem(400, f"That can't be right: {in_plain_words(error)}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, f"That isn't JSON: {repeated(str(error)[:100])}.") from None


def check_is_json(request: Request, body: bytes) -> None:
    """Accept only JSON. Other websites' pages can send us text and forms, but for JSON the browser asks us first."""
    said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if said != "application/json" and (body or said):
        raise Problem(415, "Please send JSON, and say so: content-type: application/json.")


def check_origin(request: Request, addresses: Addresses) -> None:
    """Refuse requests from other websites' pages, which would act with the player's cookie."""
    origin = request.headers.get("origin")
    if request.method != "GET" and origin and not addresses.is_ours(origin, request.headers.get("host", "")):
        raise Problem(403, "This request came from another website.")


def refuse(status: int, why: str, rule: str = "") -> Response:
    headers = {"connection": "close"} if status == 408 else None
    return Response(msgspec.json.encode(Refusal(why, rule)), status, headers, "application/json")


def too_much(much: TooMuch) -> Response:
    response = refuse(429, much.why)
    response.headers["retry-after"] = str(much.wait)
    return response
