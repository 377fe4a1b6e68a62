"""Felt and card backs: what a host and a circle may choose, who sees it, and what is refused."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import asdict

from parlour.kernel.refusal import Refused
from parlour.table.decor import PLAIN, Decor, check_decor
from tests.server.driver import Served, run

OURS = asdict(Decor("wine", "waves", initials="SMI"))
OTHERS = asdict(Decor("dusk", "lattice", "bell"))


async def room_of(served: Served) -> dict[str, str]:
    """Make a circle. Returns the header that opens it."""
    made = (await served.http.post("/api/circles", json={"name": "The Smiths"})).json()
    return {"Parlour-Circle": made["secret"]}


async def decor_of(served: Served, secret: dict[str, str]) -> Any:
    return (await served.http.get("/api/circle", headers=secret)).json()["decor"]


async def decorate(served: Served, secret: dict[str, str], decor: dict[str, Any]) -> Any:
    return await served.http.post("/api/circle/decor", json=decor, headers=secret)


def decor_at(served: Served, code: str) -> Decor:
    return served.rooms.open_rooms[code].table.decor


def test_new_tables_of_a_circle_look_as_the_circle_says(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await room_of(served)
        wished = {**OURS, "initials": " s mi"}
        assert (await decorate(served, secret, wished)).json() == OURS
        assert await decor_of(served, secret) == OURS
        made = await served.make(circle=secret["Parlour-Circle"])
        ann = await served.join(made["code"], made["token"])
        assert ann.last["table"]["decor"] == OURS
        onlooker = await served.join(made["code"], "")
        assert onlooker.last["table"]["decor"] == OURS
        await decorate(served, secret, OTHERS)
        assert decor_at(served, made["code"]) == convert(OURS, Decor), "a table stays as it is"
        answer = await served.http.post("/api/circle/again", json={"code": made["code"], "name": "Ann"}, headers=secret)
        assert decor_at(served, answer.json()["code"]) == convert(OTHERS, Decor)
        assert decor_at(served, (await served.make())["code"]) == PLAIN

    run(tmp_path, story)


@pytest.mark.parametrize("mine", [PLAIN, Decor("moss", "lattice")], ids=["plain", "decorated"])
def test_a_table_that_is_put_in_a_circle_keeps_what_its_host_chose(tmp_path: Path, mine: Decor) -> None:
    async def story(served: Served) -> None:
        secret = await room_of(served)
        await decorate(served, secret, OURS)
        made = await served.make()
        if mine != PLAIN:
            ann = await served.join(made["code"], made["token"])
            await ann.table("decorate", decor={"felt": mine.felt, "back": mine.back})
        for _ in range(2):
            answer = await served.http.post(
                f"/api/tables/{made['code']}/circle/join",
                json={},
                headers={**secret, "Authorization": f"Bearer {made['token']}"},
            )
            assert answer.json()["belongs"]
        assert decor_at(served, made["code"]) == (convert(OURS, Decor) if mine == PLAIN else mine)
        assert served.rooms.open_rooms[made["code"]].table.version == 1, "it is decorated once"

    run(tmp_path, story)


def test_the_host_decorates_a_table_at_any_time_and_nobody_else_does(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        bob = await served.join(made["code"], (await served.sit(made["code"], "Bob"))["token"])
        refused = await bob.table("decorate", decor=OURS)
        assert refused["why"] == "Only the host can do that."
        ann = await served.join(made["code"], made["token"])
        await ann.table("decorate", decor=OURS)
        told = await bob.until(lambda seen: seen["table"]["decor"] == OURS)
        assert told["happened"][-1]["say"] == ["Ann changed what the table looks like."]
        await ann.table("decorate", decor={})
        await bob.until(lambda seen: seen["table"]["decor"]["felt"] == "moss")

    run(tmp_path, story)


NONSENSE: list[dict[str, Any]] = [
    {"initials": "ABCD"},
    {"initials": "A1"},
    {"initials": "<b>"},
    {"initials": "😀"},
    {"initials": "x" * 500},
    {"initials": "A", "emblem": "bell"},
    {"initials": 7},
    {"emblem": "skull"},
    {"felt": "tartan"},
    {"back": "https://elsewhere.example/back.png"},
    {"picture": "data:"},
]


@pytest.mark.parametrize("wrong", NONSENSE, ids=str)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(tmp_path: Path, wrong: dict[str, Any]) -> None:
    async def story(served: Served) -> None:
        secret = await room_of(served)
        answer = await decorate(served, secret, wrong)
        assert answer.status_code in (400, 409)
        assert answer.json()["why"].endswith(".")
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        refused = await ann.table("decorate", decor=wrong)
        assert (refused["type"], refused["why"][-1]) == ("refused", ".")
        assert (await decor_of(served, secret))["felt"] == "moss"
        assert decor_at(served, made["code"]) == PLAIN

    run(tmp_path, story)


def test_without_the_secret_a_circle_is_not_decorated(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await room_of(served)
        assert (await decorate(served, {}, OURS)).status_code == 401
        assert (await decor_of(served, secret))["felt"] == "moss"

    run(tmp_path, story)


def test_initials_are_capital_letters_of_any_language() -> None:
    assert check_decor(Decor(initials="é o")).initials == "ÉO"
    assert check_decor(Decor(initials="ßa")).initials == "SSA"
    with pytest.raises(Refused, match="three letters"):
        check_decor(Decor(initials="ßaa"))
