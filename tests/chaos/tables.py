"""A table of every kind of game, with people, bots and clocks."""

from collections.abc import Sequence
from random import Random
from typing import Any

import httpx

from parlour.games import discover
from tests.arbitrary import in_rounds, usual_seats
from tests.chaos.clients import Client, Crowd, seat_them

BOT = {"bot": "steady"}
# People, and the game: short ones, so that there are rematches. These have clocks, or bots between people.
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"game": "golf", "seats": [{}, {}, BOT], "options": {"holes": 1}}),
    (
        3,
        {
            "game": "torpedo",
            "seats": [{}, {}, BOT, {}],
            "options": {"rounds": 1, "turn_cap": 10},
            "pace": {"window": 1, "turn": 1},
        },
    ),
    (
        2,
        {
            "game": "progressive",
            "seats": [{}, BOT, {}],
            "options": {"rounds": 1, "turn_cap": 10},
            "pace": {"window": 0},
        },
    ),
    (2, {"game": "toripoka", "seats": [{}, {}], "options": {"rounds": 3}}),
    (
        3,
        {
            "game": "yammouth",
            "seats": [{}, {}, {}, BOT],
            "options": {"out_over": 25, "turn_cap": 20},
            "pace": {"turn": 1, "slam_grace": 0},
        },
    ),
]
EVERY_GAME = [
    *TABLES,
    *(
        (2, {"game": name, "seats": [{}, {}, BOT, BOT][: usual_seats(game)], "options": in_rounds(game, 1)})
        for name, game in discover().items()
        if name not in [table["game"] for _, table in TABLES]
    ),
]


async def set_up(
    crowd: Crowd, urls: list[str], rng: Random, patience: int = 0, tables: Sequence[tuple[int, dict[str, Any]]] = TABLES
) -> None:
    """Seat the clients. Every second one uses the last server first; the third often stays silent, for the clocks."""
    async with httpx.AsyncClient(base_url=urls[0]) as http:
        for people, table in tables:
            table = {**table, "pace": {"patience": patience, **table.get("pace", {})}}
            seated = await seat_them(http, ["Ann", "Bob", "Cid"][:people], **table)
            for number, one in enumerate(seated):
                ways = urls if number % 2 == 0 else urls[::-1]
                crowd.begin(Client(crowd, ways, one, Random(rng.random()), awake=0.5 if number == 2 else 1.0))
