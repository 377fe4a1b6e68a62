"""The HTTP endpoints, each declared once for routing, for checking requests, and for /openapi.json."""

from typing import Annotated

import segno
from msgspec import Meta, Struct
from starlette.responses import Response

from parlour.bots import bots_of
from parlour.games import discover, find
from parlour.kernel.lesson import Lesson
from parlour.kernel.options import HouseRule, Option, Preset, describe
from parlour.kernel.options import read as read_options
from parlour.kernel.refusal import Refused
from parlour.kernel.rulebook import Section, sections, sections_here
from parlour.kernel.scorer import Pad
from parlour.kernel.state import Seat, SeatNumber
from parlour.server import replays, tokens
from parlour.server.addresses import Link, linked
from parlour.server.circles import CIRCLES, circle_of, include
from parlour.server.endpoint import AT_TABLE, Endpoint, Nothing, Problem, Seated, Visit, belongs, seated
from parlour.server.game_files import BOARD, PICTURE, files_of
from parlour.server.push import requests as push_requests
from parlour.server.rooms import NewTable
from parlour.table import newcomers, permissions
from parlour.table.events import NOBODY, Name, Stamp
from parlour.table.table import Table, TableStep
from parlour.table.table_view import ChairView, Phase, WindowView, chair_view, phase_of, window_view

# ---------------------------------------------------------------- requests and answers


class GameInfo(Struct, frozen=True):
    name: str
    title: str
    about: str
    seats: tuple[int, int]
    round_word: str
    windows: bool
    window: WindowView | None
    races: bool
    grace: bool
    lesson: bool  # whether the game has a guided first hand
    sheet: Pad | None  # what the score sheet for real cards asks for, if the game has one
    bots: list[str]
    options: list[Option]
    presets: tuple[Preset, ...]
    board: str  # the address of the board that its package brings; empty: it brings none
    picture: str  # that of its picture


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    seat: SeatNumber | None = None


class Learner(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class ClaimSeat(Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, Meta(max_length=100)]


class ReturnToSeat(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber


class Returning(Struct, frozen=True):
    token: str  # holds the chair as soon as people at the table have agreed
    number: int  # the people at the table see it too


class WhoAmI(Struct, frozen=True):
    seat: Seat | None
    host: bool
    returning: Seat | None  # the chair that this device asks for


class Lobby(Struct, frozen=True):
    code: str
    game: str
    title: str
    phase: Phase
    chairs: tuple[ChairView, ...]
    locked: bool
    onlookers: bool
    house_rules: list[HouseRule]
    link: str
    you: WhoAmI
    waiting: tuple[Seat, ...]  # the seats that are waited for; none for people who may not look on
    moved: float  # wall time of the last move; 0 before it, and for people who may not look on


class ServerLink(Struct, frozen=True):
    link: str


class Health(Struct, frozen=True):
    ok: bool


# ---------------------------------------------------------------- the endpoints


async def games(visit: Visit, _: None) -> list[GameInfo]:
    return [
        GameInfo(
            game.name,
            game.title,
            game.about,
            (game.seats[0], game.seats[-1]),
            game.round_word,
            game.calls.window is not None,
            window_view(game),
            game.calls.races,
            game.calls.grace is not None,
            game.lesson() is not None,
            game.scorer(game.options(), game.seats[0], game.count).pad() if game.scorer else None,
            list(bots_of(game)),
            describe(game.options),
            game.options.presets,
            files_of(game.package).address(game, BOARD),
            files_of(game.package).address(game, PICTURE),
        )
        for game in discover().values()
    ]


async def rules(visit: Visit, _: None) -> list[Section]:
    try:
        return sections(find(visit.request.path_params["game"]).rules())
    except Refused as refusal:
        raise Problem(404, refusal.sentence) from None


async def rules_here(visit: Visit, _: None) -> list[Section]:
    table = (await visit.room()).table
    options = read_options(table.game.options, {} if table.stopped else table.invitation.options)
    return sections_here(table.game.rules(), options)


async def lesson(visit: Visit, _: None) -> Lesson:
    try:
        game = find(visit.request.path_params["game"])
    except Refused as refusal:
        raise Problem(404, refusal.sentence) from None
    if found := game.lesson():
        return found
    raise Problem(404, f"There's no lesson for {game.title} yet.")


async def learn(visit: Visit, learner: Learner) -> Seated:
    found = await lesson(visit, None)
    visit.limits.new_table(visit.address)
    room, token = await visit.rooms.make_lesson(find(visit.request.path_params["game"]), found, learner.name)
    return seated(visit, room.table, token)


async def make(visit: Visit, new: NewTable) -> Seated:
    visit.limits.new_table(visit.address)
    circle, _ = await circle_of(visit, new.circle) if new.circle else ("", "")
    room, token = await visit.rooms.make(new, await visit.rooms.store.decor(circle))
    if circle:
        await include(visit, circle, room.table.code)
    return seated(visit, room.table, token)


async def lobby(visit: Visit, _: None) -> Lobby:
    room = await visit.room()
    table = room.table
    seat = table.seat_of(visit.key)
    allowed = permissions.may_see(table, visit.key)
    going_on = allowed and phase_of(table) in ("playing", "between")
    return Lobby(
        table.code,
        table.game.name,
        table.game.title,
        phase_of(table),
        tuple(chair_view(table, number, room.presence) for number in range(len(table.chairs))),
        table.locked,
        table.onlookers,
        table.house_rules,
        visit.link(table.code),
        WhoAmI(
            None if seat == NOBODY else seat,
            table.is_host(visit.key),
            next((seat for seat, one in table.returning.items() if one.key == visit.key), None),
        ),
        table.game.public(table.state).waiting if going_on else (),
        table.moved_at if allowed else 0.0,
    )


async def sit(visit: Visit, wish: SitDown) -> Seated:
    room = await visit.room()
    if room.table.seat_of(visit.key) != NOBODY:  # pressed twice: they already have the seat
        return seated(visit, room.table, visit.token)
    host = room.table.is_host(visit.key)
    token = visit.token if host else tokens.new_token(visit.rooms.draw)

    def decide(table: Table, stamp: Stamp) -> list[TableStep]:
        seat, event = newcomers.sit(table, wish.name, wish.seat, tokens.key_of(token), room.presence.here)
        return [table.noted(seat, "person", event, stamp)]

    try:
        await room.change(decide)
    except Refused:
        if room.table.seat_of(visit.key) == NOBODY:  # otherwise it was pressed twice almost at once
            raise
    return seated(visit, room.table, token)


async def ask_to_return(visit: Visit, wish: ReturnToSeat) -> Returning:
    room = await visit.room()
    asked = room.table.returning.get(wish.seat)
    token = visit.token if asked and asked.key == visit.key else tokens.new_token(visit.rooms.draw)  # pressed twice?
    if token != visit.token:

        def decide(table: Table, stamp: Stamp) -> list[TableStep]:
            here = wish.seat in room.presence.here
            body = newcomers.ask_to_return(table, wish.seat, tokens.key_of(token), here)
            return [table.noted(NOBODY, "person", body, stamp)]

        visit.limits.asking_to_return(visit.address)
        await room.change(decide)
    visit.gift = (room.table.code, token)
    return Returning(token, room.table.returning[wish.seat].number)


async def claim(visit: Visit, given: ClaimSeat) -> Seated:
    key = tokens.key_of(given.token)
    room = await visit.room(key)
    if not belongs(key, room):
        raise Problem(401, "This personal link no longer works. Ask the host for a new one.")
    return seated(visit, room.table, given.token)


async def personal_link(visit: Visit, _: None) -> Link:
    room = await visit.own_room()
    return linked(visit.link(room.table.code, visit.token))


async def new_link(visit: Visit, _: Nothing) -> Link:
    room = await visit.own_room()
    number = visit.request.path_params["seat"]
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        raise Problem(404, "There's no such chair.")
    seat = int(number)
    if seat >= len(room.table.chairs):
        raise Problem(404, "There's no such chair.")
    token = tokens.new_token(visit.rooms.draw)

    def decide(table: Table, stamp: Stamp) -> list[TableStep]:
        event = newcomers.new_key(table, visit.key, seat, tokens.key_of(token))
        return [table.noted(table.seat_of(visit.key), "person", event, stamp)]

    own = seat == room.table.seat_of(visit.key)
    await room.change(decide)
    if own:
        visit.gift = (room.table.code, token)
    return linked(visit.link(room.table.code, token))


async def follow(visit: Visit, _: Nothing) -> Seated:
    room = await visit.own_room()
    if not room.table.rematch:
        raise Problem(409, "Nobody has set up a rematch yet.")
    table = (await visit.rooms.open(room.table.rematch)).table
    if table.seat_of(visit.key) == NOBODY and not table.is_host(visit.key):
        raise Problem(409, "You don't have a chair at the new table. Ask the host for a link to it.")
    return seated(visit, table, visit.token)


async def health(visit: Visit, _: None) -> Health:
    await visit.rooms.store.load("")
    return Health(True)


async def server_link(visit: Visit, _: None) -> ServerLink:
    return ServerLink(visit.base)


async def qr(visit: Visit, _: None) -> Response:
    room = await visit.room()
    svg = segno.make(visit.link(room.table.code), error="m").svg_inline(scale=8, border=3, light="#ffffff")
    return Response(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), media_type="image/svg+xml")


async def metrics(visit: Visit, _: None) -> Response:
    return Response(visit.rooms.metrics.text(), media_type="text/plain; version=0.0.4")


# ---------------------------------------------------------------- the declarations


ENDPOINTS = (
    Endpoint("GET", "/api/games", "Every game, with its house rules and bots.", games, list[GameInfo]),
    Endpoint("GET", "/api/games/{game}/rules", "The rules of a game.", rules, list[Section], refuses=(404,)),
    Endpoint("GET", "/api/games/{game}/lesson", "A guided first hand.", lesson, Lesson, refuses=(404,)),
    Endpoint(
        "POST",
        "/api/games/{game}/lesson",
        "Set up a guided first hand, and deal its cards.",
        learn,
        Seated,
        Learner,
        (400, 403, 404, 409, 413),
    ),
    Endpoint("GET", "/api/link", "What links to this server begin with.", server_link, ServerLink),
    Endpoint("POST", "/api/tables", "Set up a table.", make, Seated, NewTable, (400, 401, 403, 409, 413)),
    Endpoint("GET", AT_TABLE, "What anyone with the code may know.", lobby, Lobby, refuses=(404, 409)),
    Endpoint(
        "GET",
        AT_TABLE + "/rules",
        "The rules as this table plays them.",
        rules_here,
        list[Section],
        refuses=(404, 409),
    ),
    Endpoint("GET", AT_TABLE + "/qr.svg", "The link as a QR code.", qr, "image/svg+xml", refuses=(404, 409)),
    Endpoint("POST", AT_TABLE + "/sit", "Take a seat.", sit, Seated, SitDown, (400, 403, 404, 409, 413)),
    Endpoint(
        "POST",
        AT_TABLE + "/return",
        "Ask for a chair that you had on another device; people at the table let you in.",
        ask_to_return,
        Returning,
        ReturnToSeat,
        (400, 403, 404, 409, 413),
    ),
    Endpoint(
        "POST",
        AT_TABLE + "/claim",
        "Use a personal link on this device.",
        claim,
        Seated,
        ClaimSeat,
        (400, 401, 403, 404, 409, 413),
    ),
    Endpoint(
        "GET",
        AT_TABLE + "/link",
        "Your personal link, for another device.",
        personal_link,
        Link,
        refuses=(401, 404, 409),
    ),
    Endpoint(
        "POST",
        AT_TABLE + "/seats/{seat}/link",
        "Make a new personal link for a seat (host only); the old links stop working.",
        new_link,
        Link,
        Nothing,
        (400, 401, 403, 404, 409, 413),
    ),
    Endpoint(
        "POST",
        AT_TABLE + "/follow",
        "Take your seat at the rematch.",
        follow,
        Seated,
        Nothing,
        (400, 401, 403, 404, 409, 413),
    ),
    *replays.ENDPOINTS,
    *CIRCLES,
    *push_requests.ENDPOINTS,
    Endpoint("GET", "/healthz", "Is the server healthy?", health, Health, refuses=(503,)),
    Endpoint("GET", "/metrics", "Counters.", metrics, "text/plain"),
)
