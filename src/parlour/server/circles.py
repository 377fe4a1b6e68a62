"""The endpoints for circles, summaries and standings.

A circle is a secret that tables can belong to. People who know it see the tables' scores; it opens no table and shows
no card.
"""

import asyncio
import time
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.json import encode

from parlour.games import discover
from parlour.kernel.refusal import Refused
from parlour.server import tokens
from parlour.server.addresses import Link, linked
from parlour.server.endpoint import AT_TABLE, UNHURRIED, Endpoint, Nothing, Problem, Seated, Visit, seated
from parlour.server.fair_queue import while_waited_for
from parlour.server.limits import TooMuch
from parlour.server.rooms import NewChair, NewTable, Rooms
from parlour.store import MOST_CIRCLES, MOST_TABLES, Full
from parlour.table import permissions
from parlour.table.chairs import check_name
from parlour.table.decor import PLAIN, Decor, check_decor
from parlour.table.events import Decorate, Name, Stamp
from parlour.table.history import GameStandings, Played, Summary, WallTime, standings
from parlour.table.table import Table, TableStep

JUST_BEGUN = 3 * 3600  # seconds for which a game that was planned is still shown
AT_ONCE = 50  # finished games in one answer
A_YEAR = 366 * 86_400  # seconds
MOST_PLAYED = 100  # games that a device may send at once

# ---------------------------------------------------------------- requests and answers


class CircleName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class NewCircle(Struct, frozen=True):
    name: str
    secret: str
    link: str


class CircleQuery(Struct, frozen=True):
    """Which finished games of a circle to send."""

    game: Annotated[str, Meta(max_length=40)] = ""  # empty: all of them
    skip: Annotated[int, Meta(ge=0, le=MOST_TABLES)] = 0


class NextGame(Struct, frozen=True, forbid_unknown_fields=True):
    """When the family plays next, in wall time; null if nobody has said."""

    at: WallTime | None


class PlayAgain(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=40)]  # of the table whose people and house rules are taken
    name: Name  # of the person who asks


class CircleView(Struct, frozen=True):
    name: str
    next: float | None  # when the next game is, in wall time
    decor: Decor  # what its new tables look like
    running: list[Summary]
    here: dict[str, list[str]]  # who is at a running table right now, by its code
    finished: list[Summary]
    more: int  # how many finished games come after these
    standings: list[GameStandings]
    reading: int  # tables that are still being read: ask again in a moment


class Membership(Struct, frozen=True):
    name: str  # of the circle
    belongs: bool


class TableCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=40)]


class ManyPlayed(Struct, frozen=True, forbid_unknown_fields=True):
    games: Annotated[list[Played], Meta(max_length=MOST_PLAYED)]


# ---------------------------------------------------------------- finding a circle


async def circle_of(visit: Visit, secret: str = "") -> tuple[str, str]:
    """Return the key and name of the circle whose secret the request has. Guesses are limited and slow."""
    began = time.monotonic()
    circle = tokens.key_of(secret or tokens.circle_of(visit.request))
    name = await visit.rooms.store.circle(circle) if circle else None
    if name is not None:
        return circle, name
    try:
        visit.limits.check_guesses(visit.address)
        visit.limits.wrong_code(visit.address)
    except TooMuch:
        await asyncio.sleep(began + UNHURRIED - time.monotonic())
        raise
    raise Problem(401, "This circle link doesn't work here. Ask the person who sent it for a new one.")


async def include(visit: Visit, circle: str, code: str) -> None:
    try:
        await visit.rooms.store.include(circle, code)
    except Full:
        why = f"A table can be in up to {MOST_CIRCLES} circles, and a circle can have up to {MOST_TABLES} tables."
        raise Refused("", why) from None


# ---------------------------------------------------------------- the endpoints


async def new_circle(visit: Visit, wish: CircleName) -> NewCircle:
    visit.limits.new_circle(visit.address)
    name = check_name(wish.name)
    secret = tokens.new_token(visit.rooms.draw)
    await visit.rooms.store.found(tokens.key_of(secret), name)
    return NewCircle(name, secret, _link(visit, secret))


async def circle(visit: Visit, _: None, of: CircleQuery) -> bytes:
    key, name = await circle_of(visit)
    visit.limits.looking_at_a_circle(visit.address)
    return await while_waited_for(visit.request, _look(visit, key, name, of))


async def _look(visit: Visit, key: str, name: str, of: CircleQuery) -> bytes:
    """Add up a circle's tables. There may be thousands, so the work waits for its turn in the queue, and for a second
    turn if summaries have to be made first."""
    queue = visit.rooms.queue
    async with queue.turn(visit.address):
        members = await visit.rooms.store.members(key)
        known, making = await visit.rooms.summaries.known(members)
        codes = [member.code for member in members]
        at = await visit.rooms.store.next_game(key)
        then = at if at and at > time.time() - JUST_BEGUN else None
        decor = await visit.rooms.store.decor(key)
        here = _here(visit.rooms, codes)
        if not making.many:
            return await queue.apart(lambda watch: _added_up(name, then, decor, here, codes, known, of, 0))
    del members
    made, reading = await making.made()
    known |= made
    return await queue.thread(
        visit.address, lambda watch: _added_up(name, then, decor, here, codes, known, of, reading)
    )


def _here(rooms: Rooms, codes: list[str]) -> dict[str, list[str]]:
    """Return the names of the people who have the page open, by table. Tables nobody looks at are not in memory."""
    opened = [room for code in codes if (room := rooms.open_rooms.get(code))]
    named = {
        room.table.code: [room.table.names[seat] for seat in sorted(room.presence.here)]
        for room in opened
        if not room.table.over
    }
    return {code: names for code, names in named.items() if names}


def _added_up(
    name: str,
    then: float | None,
    decor: Decor,
    here: dict[str, list[str]],
    codes: list[str],
    known: dict[str, Summary],
    of: CircleQuery,
    reading: int,
) -> bytes:
    tables = [known[code] for code in codes if code in known]
    newest = sorted(tables, key=lambda table: -table.moved)
    over = [table for table in newest if table.phase in ("over", "stopped")]
    chosen = [table for table in over if of.game in ("", table.game)]
    won = [table for table in over if table.phase == "over"]
    view = CircleView(
        name,
        then,
        decor,
        [table for table in tables if table.phase not in ("over", "stopped")],
        here,
        chosen[of.skip : of.skip + AT_ONCE],
        max(0, len(chosen) - of.skip - AT_ONCE),
        standings(won, discover()),
        reading,
    )
    return encode(view)


async def rename_circle(visit: Visit, wish: CircleName) -> CircleName:
    key, _ = await circle_of(visit)
    name = check_name(wish.name)
    await visit.rooms.store.rename(key, name)
    return CircleName(name)


async def plan(visit: Visit, wish: NextGame) -> NextGame:
    key, _ = await circle_of(visit)
    now = time.time()
    if wish.at is not None and wish.at < now - 60:
        raise Refused("", "That time has passed. Pick one that's still to come.")
    if wish.at is not None and wish.at > now + A_YEAR:
        raise Refused("", "That's more than a year away. Pick a time sooner.")
    await visit.rooms.store.plan(key, wish.at)
    return wish


async def decorate(visit: Visit, wish: Decor) -> Decor:
    key, _ = await circle_of(visit)
    decor = check_decor(wish)
    await visit.rooms.store.decorate(key, decor)
    return decor


async def play_again(visit: Visit, wish: PlayAgain) -> Seated:
    """Set up a table in the circle with the people, house rules and pace of one that is in it."""
    key, _ = await circle_of(visit)
    last = (await visit.rooms.open(wish.code)).table
    if key not in await visit.rooms.store.circles_of(last.code):
        raise Problem(404, "That table isn't in this circle.")
    visit.limits.new_table(visit.address)
    own = check_name(wish.name).casefold()
    people = [chair.name or chair.kept_for for chair in last.chairs]
    mine = next((seat for seat, name in enumerate(people) if name.casefold() == own), None)
    if mine is None:  # somebody new takes the first chair that nobody has
        mine = next((seat for seat, name in enumerate(people) if not name), None)
    chairs = [
        NewChair() if seat == mine else NewChair(name, "" if name else chair.bot)
        for seat, (chair, name) in enumerate(zip(last.chairs, people, strict=True))
    ]
    new = NewTable(
        last.game.name,
        tuple(chairs),
        wish.name if mine is not None else "",
        last.invitation.options,
        last.pace,
        last.onlookers,
        last.hints,
        last.lookback,
        last.one_tap,
        last.emotes,
    )
    decor = await visit.rooms.store.decor(key)
    room, token = await visit.rooms.make(new, decor if decor != PLAIN else last.decor)
    await include(visit, key, room.table.code)
    return seated(visit, room.table, token)


async def circle_link(visit: Visit, _: None) -> Link:
    await circle_of(visit)
    return linked(_link(visit, tokens.circle_of(visit.request)))


async def take_out(visit: Visit, given: TableCode) -> Membership:
    key, name = await circle_of(visit)
    await visit.rooms.store.exclude(key, tokens.tidy_code(given.code))
    return Membership(name, False)


async def belongs_to(visit: Visit, _: None) -> Membership:
    key, name = await circle_of(visit)
    table = (await visit.room()).table
    return Membership(name, key in await visit.rooms.store.circles_of(table.code))


async def belong_to(visit: Visit, _: Nothing) -> Membership:
    """Put a table in the circle. If nobody has decorated it yet, it looks like the circle's tables from now on."""
    key, name = await circle_of(visit)
    room = await visit.own_room()
    if room.table.invitation.lesson:
        raise Refused("", "A lesson doesn't count in a circle. Play a real game next.")
    await include(visit, key, room.table.code)
    decor = await visit.rooms.store.decor(key)

    def decide(table: Table, stamp: Stamp) -> list[TableStep]:
        return [table.noted(table.seat_of(visit.key), "person", Decorate(decor), stamp)]

    if room.table.decor == PLAIN != decor and not room.table.over:
        await room.change(decide)
    return Membership(name, True)


async def summed_up(visit: Visit, _: None) -> Summary:
    table = (await visit.room()).table
    if not permissions.may_see(table, visit.key):
        raise Problem(401, "The host doesn't let others watch this table.")
    return await visit.rooms.summaries.here(table)


async def compare(visit: Visit, played: ManyPlayed) -> list[GameStandings]:
    adding_up = visit.rooms.queue.thread(visit.address, lambda watch: standings(played.games, discover()))
    return await while_waited_for(visit.request, adding_up)


def _link(visit: Visit, secret: str) -> str:
    return f"{visit.base}/circle#{secret}"


WRONG = (400, 401, 403, 409, 413)

CIRCLES = (
    Endpoint("POST", "/api/circles", "Start a new circle.", new_circle, NewCircle, CircleName, (400, 403, 409, 413)),
    Endpoint(
        "GET",
        "/api/circle",
        "A circle's tables and standings.",
        circle,
        CircleView,
        refuses=(400, 401),
        query=CircleQuery,
    ),
    Endpoint("POST", "/api/circle/name", "Rename a circle.", rename_circle, CircleName, CircleName, WRONG),
    Endpoint("POST", "/api/circle/next", "Say when the next game is.", plan, NextGame, NextGame, WRONG),
    Endpoint("POST", "/api/circle/decor", "Say what new tables look like.", decorate, Decor, Decor, WRONG),
    Endpoint(
        "POST",
        "/api/circle/again",
        "A new table with the people and house rules of one in the circle.",
        play_again,
        Seated,
        PlayAgain,
        (*WRONG, 404),
    ),
    Endpoint("GET", "/api/circle/link", "The link to a circle, and its QR code.", circle_link, Link, refuses=(401,)),
    Endpoint("POST", "/api/circle/without", "Take a table out of a circle.", take_out, Membership, TableCode, WRONG),
    Endpoint(
        "GET",
        AT_TABLE + "/circle",
        "Is the table in this circle?",
        belongs_to,
        Membership,
        refuses=(401, 404, 409),
    ),
    Endpoint(
        "POST",
        AT_TABLE + "/circle/join",
        "Put the table in a circle.",
        belong_to,
        Membership,
        Nothing,
        (*WRONG, 404),
    ),
    Endpoint("GET", AT_TABLE + "/summary", "A summary of the table.", summed_up, Summary, refuses=(401, 404, 409)),
    Endpoint(
        "POST",
        "/api/standings",
        "Standings from a list of finished games.",
        compare,
        list[GameStandings],
        ManyPlayed,
        (400, 403, 413),
    ),
)
