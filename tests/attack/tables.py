"""Tables as large as the rules allow, written into a data file before a server opens it."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from parlour.server.room import Room
from parlour.server.rooms import NewChair, NewTable, Rooms
from parlour.server.tokens import key_of
from parlour.store.sqlite import SqliteStore
from parlour.table import moves
from parlour.table.events import Stamp
from parlour.table.table import Table, TableStep

ROUNDS = 200  # on a sheet
MANY_ACES = {"deck": "custom", "custom_deck": [20] + [4] * 13, "double_deck": True}
CHANGES = 990
OUT_OVER = 500  # points; players with more are out
PEOPLE = tuple(f"Player number {number} of eight"[:30] for number in range(1, 9))


class Kept(NamedTuple):
    """A table in the file, and the token of its host, who has the first seat."""

    code: str
    token: str


def in_file(path: Path, *wishes: str) -> list[Kept]:
    """Tables by name: `large` has 200 rounds on its sheet, `long` has 990 changes and is over, `short` is over too."""

    async def make() -> list[Kept]:
        rooms = Rooms(SqliteStore(path))
        try:
            return [await _sheet(rooms, wish) for wish in wishes]
        finally:
            await rooms.close()

    return asyncio.run(make())


async def _sheet(rooms: Rooms, wish: str) -> Kept:
    people = PEOPLE[:2] if wish == "short" else PEOPLE
    seats = tuple(NewChair(name=name) for name in people)
    options = {"out_over": 25} if wish == "short" else {"out_over": OUT_OVER, **MANY_ACES}
    room, token = await rooms.make(NewTable("score-yammouth", seats, people[0], options))
    for action in _actions(wish, len(people)):
        await _write(room, key_of(token), action)
    assert room.table.over == (wish != "large"), (wish, room.table.game.public(room.table.state).seats)
    return Kept(room.table.code, token)


def _actions(wish: str, seats: int) -> Iterator[dict[str, Any]]:
    if wish == "short":
        yield {"do": "enter", "cells": [{"points": 0}, {"points": 90}]}
        return
    for number in range(1, ROUNDS + 1):
        yield {"do": "enter", "cells": _cells(seats, 2), "number": number}
    if wish == "long":
        for number in range(CHANGES - ROUNDS - 1):
            yield {"do": "correct", "number": ROUNDS, "cells": _cells(seats, 3 - number % 2)}
        yield {"do": "correct", "number": ROUNDS, "cells": _cells(seats, 390)}


def _cells(seats: int, points: int) -> list[dict[str, Any]]:
    """Write aces card by card, which makes the sheet larger; they count 1 each."""
    cell = {"cards": ["AC", "AD", "AH"][:points]} if points < 4 else {"points": points}
    return [{"points": 0}, *[cell] * (seats - 1)]


async def _write(room: Room, key: str, action: dict[str, Any]) -> None:
    def decide(table: Table, stamp: Stamp) -> list[TableStep]:
        return moves.move(table, moves.mover(table, key), action, stamp=stamp)

    await room.change(decide)


def circle_in_file(path: Path, many: int) -> str:
    """Make a circle of finished tables; return its secret."""
    secret = "the secret of the circle"

    async def make() -> None:
        rooms = Rooms(SqliteStore(path))
        await rooms.store.found(key_of(secret), "Everybody")
        for _ in range(many):
            kept = await _sheet(rooms, "short")
            await rooms.store.include(key_of(secret), kept.code)
            rooms.forget_idle(time.monotonic())
        await asyncio.sleep(0.5)  # for the last summaries
        await rooms.close()

    asyncio.run(make())
    return secret
