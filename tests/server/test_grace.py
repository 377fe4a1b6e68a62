"""Time to cut in, over the wire. In Magpie for four, Cat and Dan may grab the prize, and Bob, whom nobody waits for,
may end that before they do."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.driver import Player, Served, run, serving
from tests.server.four import BOB, CAT, NO_HURRY, Four, can

pytestmark = pytest.mark.usefixtures("toy_too")

BREATH = {"breath": 1}


async def opens(served: Served, **pace: Any) -> Four:
    four = await Four.sit(served, options=BREATH, pace={**NO_HURRY, **pace})
    await four.opens()
    await four.cat.until(lambda message: can(message, "grab"))
    return four


@pytest.mark.slow
def test_who_is_waited_for_is_refused_kindly_until_the_time_is_over(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await opens(served)
        began = time.monotonic()
        told = four.cat.last
        assert 0 < told["grace"] <= 1
        assert told["table"]["grace"] is True
        assert told["view"]["waiting"] == [2, 3]
        answer = await four.cat.act(do="grab")
        assert answer | {"id": ""} == {
            "type": "refused",
            "id": "",
            "rule": "M11",
            "why": "One moment: Bob can still cut in.",
        }
        assert (await four.cat.say("try", action={"do": "grab"}))["type"] == "tried", "one may think meanwhile"
        assert four.served.rooms.open_rooms[four.code].table.version == told["version"]
        await asyncio.sleep(told["grace"] + 0.01 - (time.monotonic() - began))
        assert (await four.cat.act(do="grab"))["type"] == "ack"
        assert (await four.dan.version(told["version"] + 1))["grace"] is None

    run(tmp_path, story)


def test_who_may_cut_in_may_do_so_at_once(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await opens(served)
        answer = await four.bob.act(do="end")
        assert answer["type"] == "ack"
        assert (await four.bob.version(answer["version"]))["grace"] is None
        assert (await four.bob.act(do="pass"))["type"] == "ack"

    run(tmp_path, story)


def test_a_table_may_do_without(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await opens(served, slam_grace=0)
        assert four.cat.last["grace"] is None
        assert four.cat.last["table"]["pace"]["slam_grace"] == 0
        assert (await four.cat.act(do="grab"))["type"] == "ack"
        games = {game["name"]: game for game in (await served.http.get("/api/games")).json()}
        assert (games["magpie"]["grace"], games["golf"]["grace"]) == (True, False)

    run(tmp_path, story)


@pytest.mark.slow
def test_a_pause_and_a_restart_begin_it_anew_and_leave_nobody_stuck(tmp_path: Path) -> None:
    async def before(served: Served) -> Four:
        four = await opens(served)
        await four.dan.table("pause")
        await asyncio.sleep(1.1)
        await four.dan.table("resume")
        assert (await four.cat.act(do="pass"))["rule"] == "M11"
        return four

    async def after(served: Served, four: Four) -> None:
        await asyncio.sleep(1.1)
        cat = await served.join(four.code, four.tokens[CAT])
        assert 0 < cat.last["grace"] <= 1
        assert (await cat.act(do="pass"))["rule"] == "M11"
        await asyncio.sleep(cat.last["grace"] + 0.01)
        assert (await cat.act(do="pass"))["type"] == "ack"

    async def story() -> None:
        async with serving(tmp_path) as served:
            four = await before(served)
        async with serving(tmp_path) as served:
            await after(served, four)

    asyncio.run(story())


@pytest.mark.slow
def test_a_bot_that_is_waited_for_holds_back(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        seats = [{}, {}, {"bot": "first"}, {"bot": "first"}]
        made = await served.make(game="magpie", seats=seats, options=BREATH, pace=NO_HURRY)
        bob = await served.join(made["code"], (await served.sit(made["code"], "Bob"))["token"])
        ann = await served.join(made["code"], made["token"])
        await ann.table("start")
        await ann.act(do="pass")
        began = time.monotonic()
        await bob.until(lambda message: message["view"]["waiting"] == [BOB])
        assert 0.9 < time.monotonic() - began < 5

    run(tmp_path, story)


def test_when_a_bot_has_declined_everybody_is_told_that_it_is_over(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        seats = [{}, {"bot": "first"}, {}]
        made = await served.make(game="magpie", seats=seats, options={"breath": 9}, pace=NO_HURRY)
        cat = await served.join(made["code"], (await served.sit(made["code"], "Cat"))["token"])
        ann = await served.join(made["code"], made["token"])
        await ann.table("start")
        began = time.monotonic()
        await ann.act(do="pass")
        await cat.until(lambda message: can(message, "grab") and message["grace"] is None)
        assert time.monotonic() - began < 5
        assert (await cat.act(do="grab"))["type"] == "ack"

    run(tmp_path, story, bot_pause=0.2)


# ---------------------------------------------------------------- Yammouth


async def picked_up(served: Served, **pace: Any) -> tuple[Player, Player]:
    """Ann has placed a card and picked one up; it is Bob's turn, and she may slam."""
    made = await served.make(game="yammouth", pace={**NO_HURRY, **pace})
    bob = await served.join(made["code"], (await served.sit(made["code"], "Bob"))["token"])
    ann = await served.join(made["code"], made["token"])
    await ann.table("start")
    await ann.until(lambda message: can(message, "place"))
    await ann.act(do="place", cards=[last_card(ann)])
    answer = await ann.act(do="draw")
    await bob.version(answer["version"])
    await ann.version(answer["version"])
    return ann, bob


def last_card(player: Player) -> str:
    seat = player.last["you"]["seat"]
    item = next(zone for zone in player.view["zones"] if zone["id"] == f"hand:{seat}")["items"][-1]
    return str(item if isinstance(item, str) else item["face"])


@pytest.mark.slow
def test_after_a_pick_up_the_next_player_leaves_the_time_for_a_slam(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, bob = await picked_up(served)
        assert 1 < bob.last["grace"] <= 2
        place = {"do": "place", "cards": [last_card(bob)]}
        refused = await bob.act(**place)
        assert (refused["rule"], refused["why"]) == ("Y11", "One moment: Ann can still cut in.")
        await asyncio.sleep(bob.last["grace"])
        assert (await bob.act(**place))["type"] == "ack"
        assert (await ann.act(do="slam"))["rule"] == "Y11"

    run(tmp_path, story)


def test_whoever_keeps_the_card_lets_the_next_player_go_on(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, bob = await picked_up(served, slam_grace=60)
        assert (await bob.act(do="place", cards=[last_card(bob)]))["rule"] == "Y11"
        await ann.act(do="keep")
        assert (await bob.act(do="place", cards=[last_card(bob)]))["type"] == "ack"

    run(tmp_path, story)
