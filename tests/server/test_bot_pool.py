"""Bots that think in separate processes at a real server; hints, and looking back."""

import asyncio
import gc
import os
import signal
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psutil
import pytest

from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.log import open_log, record
from parlour.kernel.refusal import Refused
from parlour.server import bot_pool, lookback
from parlour.server.bot_pool import BotPool, NoAnswer
from parlour.server.bot_thinking import PreparedMove
from parlour.server.lookback import LookbackQueue
from parlour.server.rooms import Rooms
from tests.process import Process
from tests.server.driver import PATIENCE, Player, Served, run, some_action

GOLF = {"options": {"holes": 1}}
SHARP = {"bot": "sharp"}


def processes_of(rooms: Rooms) -> list[int]:
    pool = rooms.bot_pool._pool
    return list(pool._processes) if pool else []


async def begun(served: Served, *others: dict[str, Any], **wishes: Any) -> tuple[Player, str]:
    made = await served.make(seats=[{}, *others], **{**GOLF, **wishes})
    ann = await served.join(made["code"], made["token"])
    await ann.table("start")
    return ann, made["code"]


def is_asked(seen: dict[str, Any]) -> bool:
    return bool(seen.get("view", {}).get("asks"))


async def play(ann: Player, rng: Random) -> None:
    """Play to the end at random."""
    while is_asked(await ann.until(lambda seen: is_asked(seen) or seen["table"]["phase"] == "over")):
        answer = await ann.act(**some_action(ann.view, rng))
        if answer["type"] == "ack":
            await ann.version(answer["version"])


@pytest.mark.slow
def test_a_table_of_sharps_plays_to_its_end_with_processes_that_are_killed(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, code = await begun(served, SHARP, SHARP)
        assert processes_of(served.rooms), "they are begun before they are needed"
        for _ in range(3):
            await play_once(ann)
        os.kill(processes_of(served.rooms)[0], signal.SIGKILL)
        await play(ann, Random(1))
        assert [entry.by for entry in await served.moves(code)].count("bot") > 10

    async def play_once(ann: Player) -> None:
        await ann.until(is_asked)
        answer = await ann.act(**some_action(ann.view, Random(2)))
        await ann.version(answer["version"])

    run(tmp_path, story)


def test_who_waits_too_long_for_a_thought_gets_the_sound_choice(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(bot_pool, "GIVEN_UP", 0.0)
    monkeypatch.setattr(bot_pool, "MOST_PATIENT", 0.0)

    async def story(served: Served) -> None:
        ann, _ = await begun(served, SHARP)
        await play(ann, Random(1))
        assert served.rooms.metrics.counts["thoughts_given_up_total"] > 3
        assert "No hint right now" in (await hint_refused(served))["why"]

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
        while "No hint right now" in advice.get("why", ""):  # the machine is busy; it says to try again
            advice = await ann.say("hint")
        assert advice["type"] == "advice", advice
        assert advice["version"] == view["version"]
        assert advice["say"]
        hints = served.rooms.open_rooms[code].thinking._hints
        thought = hints[0]
        again = await ann.say("hint")
        assert again == {**advice, "id": again["id"]}
        assert hints[0] is thought
        assert (await ann.say("try", action=advice["action"]))["type"] == "tried"
        onlooker = await served.join(code)
        assert "just watching" in (await onlooker.say("hint"))["why"]
        await ann.table("settle", hints=False)
        assert ann.last["table"]["hints"] is False
        assert "turned hints off" in (await ann.say("hint"))["why"]

    run(tmp_path, story)


def test_there_is_no_hint_when_there_is_nothing_to_do(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(**GOLF)
        ann = await served.join(made["code"], made["token"])
        assert "started" in (await ann.say("hint"))["why"]
        ben = await served.join(made["code"], (await served.sit(made["code"], "Ben"))["token"])
        await ann.table("start")
        while ann.view.get("asks"):
            answer = await ann.act(**some_action(ann.view, Random(1)))
            await ann.version(answer["version"])
        assert "nothing for you to do" in (await ann.say("hint"))["why"]
        await ben.close()

    run(tmp_path, story)


@pytest.mark.slow
def test_afterwards_one_sees_what_cost_most(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, code = await begun(served, {"bot": "steady"})
        path = f"/api/tables/{code}/lookback"
        assert "over yet" in (await served.http.get(f"{path}?seat=0")).json()["why"]
        await play(ann, Random(3))
        found = await looked_back(served, f"{path}?seat=0")
        moves = await served.moves(code)
        assert found["of"] == found["weighed"] == sum(entry.by == "person" for entry in moves)
        assert len(found["decisions"]) <= 3
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
        assert "turned off" in (await served.http.get(f"{path}?seat=0")).json()["why"]

    run(tmp_path, story)


async def looked_back(served: Served, path: str) -> dict[str, Any]:
    async with asyncio.timeout(5 * PATIENCE):  # bots think at low priority
        while not (found := (await served.http.get(path)).json())["done"]:
            await asyncio.sleep(0.1)
    answer: dict[str, Any] = found
    return answer


class Slow:
    """A pool whose answers come, or do not, when a test says so."""

    def __init__(self, *_: Any) -> None:
        self.asked: list[Future[Any]] = []

    def submit(self, *_: Any) -> Future[Any]:
        self.asked.append(Future())
        return self.asked[-1]

    def shutdown(self, **_: Any) -> None: ...


def test_a_death_that_is_heard_of_late_ends_no_process_begun_since(monkeypatch: Any) -> None:
    monkeypatch.setattr(bot_pool, "ProcessPoolExecutor", Slow)
    monkeypatch.setattr(bot_pool, "REST", 0.0)

    async def story() -> None:
        bot_pool = BotPool(1)
        first, second = [asyncio.create_task(bot_pool._ask(PATIENCE, int)) for _ in range(2)]
        await asyncio.sleep(0)
        before: Any = bot_pool._pool
        before.asked[0].set_exception(BrokenProcessPool())
        with pytest.raises(NoAnswer):
            await first
        third = asyncio.create_task(bot_pool._ask(PATIENCE, int))
        await asyncio.sleep(0)
        after: Any = bot_pool._pool
        assert after not in (before, None)
        before.asked[1].set_exception(BrokenProcessPool())
        with pytest.raises(NoAnswer):
            await second
        assert bot_pool._pool == after
        after.asked[0].set_result(7)
        assert await third == 7
        bot_pool.close()
        with pytest.raises(NoAnswer):
            await bot_pool._ask(PATIENCE, int)
        assert bot_pool._pool is None, "none are begun when the server closes"

    asyncio.run(story())


def test_who_waits_no_longer_cancels_nothing(monkeypatch: Any, caplog: Any) -> None:
    """Otherwise the pool fails when a process dies, and leaves its other processes behind."""
    monkeypatch.setattr(bot_pool, "ProcessPoolExecutor", Slow)

    async def story() -> None:
        bot_pool = BotPool(1)
        with pytest.raises(NoAnswer):
            await bot_pool._ask(0.01, int)
        pool: Any = bot_pool._pool
        assert not pool.asked[0].cancelled()
        pool.asked.pop().set_exception(NoAnswer())

    asyncio.run(story())
    gc.collect()
    assert not caplog.records, "nobody need be told what went wrong afterward"
    with pytest.raises(NoAnswer):
        bot_pool._in_time(100, bot_pool._after(-1.0))


def test_a_server_that_cannot_begin_processes_plays_on(tmp_path: Path, monkeypatch: Any) -> None:
    def full(*_: Any) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(bot_pool, "ProcessPoolExecutor", full)

    async def story(served: Served) -> None:
        ann, _ = await begun(served, SHARP)
        await ann.until(is_asked)
        assert "No hint right now" in (await ann.say("hint"))["why"]
        await play(ann, Random(1))
        assert "parlour_thoughts_given_up_total 0" not in (await served.http.get("/metrics")).text

    run(tmp_path, story)


def test_a_hint_that_goes_wrong_is_answered_too(tmp_path: Path, monkeypatch: Any) -> None:
    async def wrong(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(BotPool, "advise", wrong)

    async def story(served: Served) -> None:
        ann, _ = await begun(served, {"bot": "steady"})
        await ann.until(is_asked)
        assert "went wrong" in (await ann.say("hint"))["why"]

    run(tmp_path, story)


def test_a_table_has_one_thought_at_a_time_and_the_newest_counts(tmp_path: Path, monkeypatch: Any) -> None:
    thinking_now = 0
    most = 0

    async def choose(_: BotPool, game: AnyGame, state: Any, seat: int, rng: Random) -> Any:
        nonlocal thinking_now, most
        thinking_now += 1
        most = max(most, thinking_now)
        await asyncio.sleep(0.05)
        thinking_now -= 1
        return game.bots["steady"].choose(state, seat, rng)

    monkeypatch.setattr(BotPool, "choose", choose)

    async def story(served: Served) -> None:
        ann, code = await begun(served, SHARP)
        for number in range(10):
            await ann.table("rename", name=f"Ann {number}")
            await asyncio.sleep(0.02)
        async with asyncio.timeout(PATIENCE):
            while all(entry.by != "bot" for entry in await served.moves(code)):
                await ann.next()
        assert most == 1

    run(tmp_path, story)


def test_a_look_back_has_an_end_whatever_goes_wrong_and_few_wait_for_one(monkeypatch: Any) -> None:
    monkeypatch.setattr(lookback, "MOST_WAITING", 1)

    class Wrong(BotPool):
        async def weigh(self, *_: Any) -> Any:
            raise ZeroDivisionError

    async def story() -> None:
        golf = find("golf")
        played = open_log(golf, golf.options(), ["Ann", "Ben"], bytes(32))
        record(played, 0, golf.read_action({"do": "turn", "slot": 0}), "person", 0.0)
        looking = LookbackQueue(Wrong())
        looking.begin("BCD234", played, 0)
        with pytest.raises(Refused, match="Too many people"):
            looking.begin("BCD234", played, 1)
        async with asyncio.timeout(PATIENCE):
            while not (found := looking.known("BCD234", 0)) or not found.done:
                await asyncio.sleep(0.01)
        assert found.weighed == 1

    asyncio.run(story())


@pytest.mark.slow
def test_who_thinks_goes_when_the_server_is_killed(tmp_path: Path) -> None:
    with Process(tmp_path) as served:
        new = {"game": "golf", "name": "Ann", "seats": [{}, SHARP]}
        made = httpx.post(f"{served.url}/api/tables", json=new).json()
        assert served.process is not None
        asyncio.run(look_in(served.url, made))
        bot_pool = psutil.Process(served.process.pid).children(recursive=True)
        assert bot_pool
        served.kill()
        assert not psutil.wait_procs(bot_pool, timeout=PATIENCE)[1]


async def look_in(url: str, made: dict[str, Any]) -> None:
    ann = await Player.open(url, made["code"], made["token"])
    await ann.table("start")
    await ann.close()


def test_a_thought_about_another_moment_is_not_carried_out(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(seats=[{}, SHARP], **GOLF)
        ann = await served.join(made["code"], made["token"])
        room = served.rooms.open_rooms[made["code"]]
        await ann.table("start")
        table, thinking = room.table, room.thinking
        for version, seat in ((table.version - 1, 1), (table.version, 0)):
            thinking._pondered = PreparedMove(version, seat, "something else")
            with pytest.raises(Refused):
                thinking.chosen(table, 1)
        thinking._pondered = PreparedMove(table.version, 1, "this")
        assert thinking.chosen(table, 1) == "this"

    run(tmp_path, story, bot_pause=60.0)  # so that only the test moves
