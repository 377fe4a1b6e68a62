"""A circle as the family's room: who is at the table now, the next game, and playing again."""

import time
from pathlib import Path
from typing import Any

from tests.server.driver import Served, run


async def room_of(served: Served) -> dict[str, str]:
    """Make a circle. Returns the header that opens it."""
    made = (await served.http.post("/api/circles", json={"name": "The Smiths"})).json()
    return {"Parlour-Circle": made["secret"]}


async def look(served: Served, secret: dict[str, str]) -> dict[str, Any]:
    shown: dict[str, Any] = {"reading": 1}
    while shown["reading"]:
        shown = (await served.http.get("/api/circle", headers=secret)).json()
    return shown


def test_the_room_says_when_the_next_game_is(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await room_of(served)
        assert (await look(served, secret))["next"] is None
        then = round(time.time()) + 86_400.0
        assert (await served.http.post("/api/circle/next", json={"at": then}, headers=secret)).json() == {"at": then}
        assert (await look(served, secret))["next"] == then
        for wrong, why in ((time.time() - 3600, "has passed"), (time.time() + 1e8, "more than a year")):
            answer = await served.http.post("/api/circle/next", json={"at": wrong}, headers=secret)
            assert answer.status_code == 409
            assert why in answer.json()["why"]
        for nonsense in ({"at": "tomorrow"}, {"at": 1e300}, {}):
            assert (await served.http.post("/api/circle/next", json=nonsense, headers=secret)).status_code == 400
        assert (await look(served, secret))["next"] == then
        assert (await served.http.post("/api/circle/next", json={"at": then})).status_code == 401
        await served.http.post("/api/circle/next", json={"at": None}, headers=secret)
        assert (await look(served, secret))["next"] is None

    run(tmp_path, story)


def test_a_game_whose_time_is_long_over_is_not_the_next(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await room_of(served)
        (circle,) = [row[0] for row in await served.rooms.store._rows("SELECT circle FROM circles WHERE 1 = ?", 1)]  # type: ignore[attr-defined]
        await served.rooms.store.plan(circle, time.time() - 3600)
        assert (await look(served, secret))["next"] is not None, "they may be late"
        await served.rooms.store.plan(circle, time.time() - 86_400)
        assert (await look(served, secret))["next"] is None

    run(tmp_path, story)


def test_the_room_shows_who_is_at_the_table_now(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await room_of(served)
        made = await served.make(circle=secret["Parlour-Circle"], seats=[{}, {"name": "Grandma"}])
        assert (await look(served, secret))["here"] == {}
        ann = await served.join(made["code"], made["token"])
        assert (await look(served, secret))["here"] == {made["code"]: ["Ann"]}
        await ann.close()

    run(tmp_path, story)


def test_playing_again_keeps_people_house_rules_and_pace(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await room_of(served)
        chairs = [{}, {"name": "Grandma"}, {"bot": "gentle"}, {}]
        pace = {"turn": 30}
        first = await served.make(
            circle=secret["Parlour-Circle"], seats=chairs, options={"holes": 3}, pace=pace, hints=False, one_tap=False
        )
        await served.sit(first["code"], "Bob")
        answer = await served.http.post(
            "/api/circle/again", json={"code": first["code"], "name": "bob"}, headers=secret
        )
        assert answer.status_code == 200, answer.text
        again = answer.json()
        assert again["seat"] == 3, "Bob has his chair"
        table = served.rooms.open_rooms[again["code"]].table
        assert table.invitation.options == {"holes": 3}
        assert (table.pace.turn, table.hints, table.one_tap) == (30, False, False)
        assert [chair.kept_for for chair in table.chairs] == ["Ann", "Grandma", "", ""]
        assert [chair.bot for chair in table.chairs] == ["", "", "gentle", ""]
        assert {one["code"] for one in (await look(served, secret))["running"]} == {first["code"], again["code"]}
        stranger = await served.http.post(
            "/api/circle/again", json={"code": first["code"], "name": "Zoe"}, headers=secret
        )
        assert stranger.json()["seat"] == 2, "somebody new takes the bot's chair"

    run(tmp_path, story)


def test_only_tables_of_the_circle_can_be_played_again(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await room_of(served)
        other = await served.make()
        for code, status in ((other["code"], 404), ("XXXXXX", 404)):
            answer = await served.http.post("/api/circle/again", json={"code": code, "name": "Bob"}, headers=secret)
            assert answer.status_code == status
        answer = await served.http.post("/api/circle/again", json={"code": other["code"], "name": "Bob"})
        assert answer.status_code == 401

    run(tmp_path, story)
