"""From closing the promises to the first card, over real connections: quick, and never stuck."""

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.kernel.shuffle import promise_of
from parlour.table import chores
from tests.process import Process
from tests.server.driver import Player, Served, run, serving


async def promised(served: Served, *names: str, **wishes: Any) -> list[Player]:
    """Seat people in a lobby, Ann the host, who have all promised their name as their words."""
    made = await served.make(**wishes)
    tokens = [made["token"], *[(await served.sit(made["code"], name))["token"] for name in names[1:]]]
    players = [await served.join(made["code"], token) for token in tokens]
    for player, name in zip(players, names, strict=True):
        assert (await promises(player, name))["type"] == "ack"
    return players


async def promises(player: Player, words: str) -> dict[str, Any]:
    return await player.table("promise", hash=promise_of(player.last["table"]["commitment"], words))


async def dealt(player: Player) -> dict[str, Any]:
    return await player.until(lambda message: message["view"] is not None)


async def entries(served: Served, code: str) -> list[str]:
    kept = await served.rooms.store.load(code)
    assert kept is not None
    return [type(entry.body).__name__.lower() for entry in kept.entries]


def test_the_cards_are_dealt_as_soon_as_all_words_are_shown(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, bob = await promised(served, "Ann", "Bob")
        await ann.table("start")
        for player, words in ((ann, "Ann"), (bob, "Bob")):
            message = await player.until(lambda message: message["table"]["phase"] == "dealing")
            assert message["table"]["words"] is None
            assert message["table"]["promises"][message["you"]["seat"]]
            assert (await player.table("show", words=words))["type"] == "ack"
        began = time.monotonic()
        for player in (ann, bob):
            assert (await dealt(player))["table"]["words"] == ["Ann", "Bob"]
        assert time.monotonic() - began < chores.SHOWN_WITHIN - 1, "nothing was waited for"

    run(tmp_path, story)


def test_words_that_are_not_shown_in_time_are_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores, "SHOWN_WITHIN", 0.4)

    async def story(served: Served) -> None:
        ann, bob = await promised(served, "Ann", "Bob")
        await bob.close()
        await ann.table("start")
        await ann.table("show", words="Ann")
        message = await dealt(ann)
        assert message["table"]["words"] == ["Ann", ""]
        assert "without Bob's words" in str(message["happened"])

    run(tmp_path, story)


def test_a_client_that_knows_nothing_of_promises_plays_beside_one_that_does(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        bob = await served.join(made["code"], (await served.sit(made["code"], "Bob"))["token"])
        ann = await served.join(made["code"], made["token"])
        await promises(bob, "Bob")
        await ann.table("start")
        await bob.table("show", words="Bob")
        assert (await dealt(ann))["table"]["words"] == ["", "Bob"]

    run(tmp_path, story)


def test_a_server_that_was_killed_between_the_freeze_and_the_deal_comes_back_and_deals(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann, bob = await promised(served, "Ann", "Bob")
            code, tokens = ann.last["table"]["code"], (ann.token, bob.token)
            await ann.table("start")
            await ann.table("show", words="Ann")
        async with serving(tmp_path) as served:
            ann, bob = [await served.join(code, token) for token in tokens]
            assert ann.last["table"]["phase"] == "dealing"
            assert (await bob.table("show", words="Bob"))["type"] == "ack"
            assert (await dealt(ann))["table"]["words"] == ["Ann", "Bob"]
            assert (await entries(served, code))[-4:] == ["freeze", "show", "show", "start"]

    asyncio.run(story())


@pytest.mark.slow
def test_kill_9_right_after_the_freeze_and_nobody_has_shown_anything(tmp_path: Path) -> None:
    async def story(server: Process) -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            made = (await http.post("/api/tables", json={"game": "golf", "name": "Ann", "seats": [{}, {}]})).json()
        ann = await Player.open(server.url, made["code"], made["token"])
        await promises(ann, "Ann")
        assert (await ann.table("start"))["version"] == 2
        server.kill()
        await ann.reading
        await asyncio.to_thread(server.start)
        ann = await Player.open(server.url, made["code"], made["token"])
        assert (await ann.table("show", words="Ann"))["type"] == "ack"
        assert (await dealt(ann))["version"] == 4

    with Process(tmp_path) as server:
        asyncio.run(story(server))
