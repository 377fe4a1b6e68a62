"""Bots that think: in processes of their own, at a real server; hints, and what cost most."""

import asyncio
import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psutil

from parlour.server import thinking
from parlour.server.house import House
from tests.process import Process
from tests.server.driver import PATIENCE, Player, Served, run, some_action

GOLF = {"options": {"holes": 1}}
SHARP = {"bot": "sharp"}


def processes_of(house: House) -> list[int]:
    pool = house.thinkers._pool
    return list(pool._processes) if pool else []


async def begun(served: Served, *others: dict[str, Any], **wishes: Any) -> tuple[Player, str]:
    made = await served.make(seats=[{}, *others], **{**GOLF, **wishes})
    ann = await served.join(made["code"], made["token"])
    await ann.table("start")
    return ann, made["code"]


def is_asked(seen: dict[str, Any]) -> bool:
    return bool(seen.get("view", {}).get("asks"))


async def play(ann: Player, rng: Random) -> None:
    """To the end, anything at all."""
    while is_asked(await ann.until(lambda seen: is_asked(seen) or seen["table"]["phase"] == "over")):
        answer = await ann.act(**some_action(ann.view, rng))
        if answer["type"] == "ack":
            await ann.version(answer["version"])


def test_a_table_of_sharps_plays_to_its_end_with_processes_that_are_killed(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, code = await begun(served, SHARP, SHARP)
        assert processes_of(served.house), "they are begun before they are needed"
        for _ in range(3):
            await play_once(ann)
        os.kill(processes_of(served.house)[0], signal.SIGKILL)
        await play(ann, Random(1))
        assert [entry.by for entry in await served.moves(code)].count("bot") > 10

    async def play_once(ann: Player) -> None:
        await ann.until(is_asked)
        answer = await ann.act(**some_action(ann.view, Random(2)))
        await ann.version(answer["version"])

    run(tmp_path, story)


def test_who_waits_too_long_for_a_thought_gets_the_sound_choice(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(thinking, "GIVEN_UP", 0.0)
    monkeypatch.setattr(thinking, "MOST_PATIENT", 0.0)

    async def story(served: Served) -> None:
        ann, _ = await begun(served, SHARP)
        await play(ann, Random(1))
        assert served.house.counters.counts["thoughts_given_up_total"] > 3
        assert "busy" in (await hint_refused(served))["why"]

    async def hint_refused(served: Served) -> dict[str, Any]:
        bea, _ = await begun(served, {"bot": "steady"})
        await bea.until(is_asked)
        return await bea.say("hint")

    run(tmp_path, story)


def test_a_hint_says_what_to_do_and_why_and_is_thought_about_once(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, code = await begun(served, {"bot": "steady"})
        for slot in (0, 1):
            await ann.act(do="turn", slot=slot)  # so that only one of the two can act
        view = await ann.until(lambda seen: is_asked(seen) and seen["view"]["waiting"] == [0])
        advice = await ann.say("hint")
        assert advice["type"] == "advice", advice
        assert advice["version"] == view["version"]
        assert advice["say"]
        again = await ann.say("hint")
        assert again == {**advice, "id": again["id"]}
        assert (await ann.say("try", action=advice["action"]))["type"] == "tried"
        onlooker = await served.join(code)
        assert "looking on" in (await onlooker.say("hint"))["why"]
        await ann.table("settle", hints=False)
        assert ann.last["table"]["hints"] is False
        assert "switched hints off" in (await ann.say("hint"))["why"]

    run(tmp_path, story)


def test_there_is_no_hint_when_there_is_nothing_to_do(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(**GOLF)
        ann = await served.join(made["code"], made["token"])
        assert "begun" in (await ann.say("hint"))["why"]
        ben = await served.join(made["code"], (await served.sit(made["code"], "Ben"))["token"])
        await ann.table("start")
        while ann.view.get("asks"):
            answer = await ann.act(**some_action(ann.view, Random(1)))
            await ann.version(answer["version"])
        assert "nothing for you to do" in (await ann.say("hint"))["why"]
        await ben.close()

    run(tmp_path, story)


def test_afterwards_one_sees_what_cost_most(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, code = await begun(served, {"bot": "steady"})
        path = f"/api/tables/{code}/lookback"
        assert "not over" in (await served.http.get(f"{path}?seat=0")).json()["why"]
        await play(ann, Random(3))
        found = await looked_back(served, f"{path}?seat=0")
        moves = await served.moves(code)
        assert found["of"] == found["weighed"] == sum(entry.by == "person" for entry in moves)
        assert 1 <= len(found["decisions"]) <= 3, "somebody who does anything at all makes mistakes"
        costs = [decision["cost"] for decision in found["decisions"]]
        assert costs == sorted(costs, reverse=True)
        assert all(0 < cost <= 1 for cost in costs)
        for decision in found["decisions"]:
            assert moves[decision["at"]].seat == 0
            assert decision["did"]
        assert (await looked_back(served, f"{path}?seat=1"))["of"] == 0, "a bot is not judged"
        assert (await served.http.get(f"{path}?seat=2")).status_code == 409
        assert (await served.http.get(path)).status_code == 400
        await ann.table("settle", lookback=False)
        assert "switched" in (await served.http.get(f"{path}?seat=0")).json()["why"]

    run(tmp_path, story)


async def looked_back(served: Served, path: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while not (found := (await served.http.get(path)).json())["done"]:
            await asyncio.sleep(0.1)
    answer: dict[str, Any] = found
    return answer


def test_who_thinks_goes_when_the_server_is_killed(tmp_path: Path) -> None:
    with Process(tmp_path) as served:
        new = {"game": "golf", "name": "Ann", "seats": [{}, SHARP]}
        made = httpx.post(f"{served.url}/api/tables", json=new).json()
        assert served.process is not None
        asyncio.run(look_in(served.url, made))
        thinkers = psutil.Process(served.process.pid).children(recursive=True)
        assert thinkers
        served.kill()
        assert not psutil.wait_procs(thinkers, timeout=PATIENCE)[1]


async def look_in(url: str, made: dict[str, Any]) -> None:
    ann = await Player.open(url, made["code"], made["token"])
    await ann.table("start")
    await ann.close()
