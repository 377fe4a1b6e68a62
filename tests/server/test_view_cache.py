"""A view message put together from cached parts must equal the view made whole."""

from random import Random
from typing import Any

import msgspec
import pytest

from parlour.games import discover
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.server.view_cache import ViewCache
from parlour.table import table_view
from tests.arbitrary import random_options
from tests.table.life import Life, random_request

CLOCKS = ("deadline", "grace", "hold", "stand_ins")  # they run while we look


def read(data: bytes) -> dict[str, Any]:
    message: dict[str, Any] = msgspec.json.decode(data)
    return {name: value for name, value in message.items() if name not in CLOCKS}


def come_and_go(life: Life, rng: Random) -> None:
    seats = range(len(life.table.chairs))
    life.presence.here = {seat: 1 for seat in seats if rng.random() < 0.8}
    life.presence.watching = rng.randrange(3)


def order_of(life: Life, seat: Seat | None, rng: Random) -> table_view.Order:
    if seat is None or life.table.state is None or rng.random() < 0.5:
        return ""
    hand = life.table.game.view(life.table.state, seat).zones
    orders: list[table_view.Order] = ["suit", "rank", [str(item) for zone in hand for item in zone.items][:9]]
    return rng.choice(orders)


@pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.name)
def test_what_is_sent_in_parts_is_what_one_viewer_sees_whole(game: Any) -> None:
    rng = Random(game.name)
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Flo"][: rng.choice(game.seats)]
    life = Life.of(*names, game=game, options=msgspec.structs.asdict(random_options(game, rng, len(names))))
    view_cache, shared = ViewCache(life.table, life.presence), 0
    for step in range(200):
        try:
            if rng.random() < 0.2 or (life.table.state is None and step < 40):
                life.asks(rng.choice([*names, ""]), random_request(life, rng))
            elif life.table.actors:
                seat = rng.choice(life.table.actors)
                life.plays(seat, rng.choice(life.table.state.legal(seat)))
        except Refused:
            pass
        if rng.random() < 0.2:
            come_and_go(life, rng)
        before, view_cache = view_cache, ViewCache(life.table, life.presence, view_cache)
        shared += view_cache._around is not None and view_cache._around is before._around
        for key in rng.sample([*names, "", "somebody"], 4):
            found = life.table.seat_of(key)
            order, since = (
                order_of(life, found if found >= 0 else None, rng),
                rng.choice([step, 0, life.table.version - 1]),
            )
            whole = msgspec.json.encode(table_view.view_message(life.table, key, life.presence, 0.0, since, order))
            assert read(view_cache.message(key, since, order)) == read(whole)
    assert shared > 20, "of a move nothing around the table is made anew"
