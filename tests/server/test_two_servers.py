"""Several servers on one database: people at one table use different servers, and notice nothing."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from parlour.games import discover, find
from parlour.kernel.shuffle import promise_of
from parlour.server import headcount
from parlour.server import room as room_module
from parlour.server import rooms as rooms_module
from tests.server.driver import some_action
from tests.server.two_servers import seated, two


async def nothing() -> None:
    pass


@pytest.mark.parametrize("game", list(discover()))
def test_a_whole_evening_on_two_servers_stays_in_step(tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), two(tmp_path) as (one, other):
            pace = {"windows": False, "calls": "in turn", "slam_grace": 0}
            ann, bob = await seated(
                one, other, game=game, seats=[{}, {}, {"bot": "steady"}][: find(game).seats[-1]], pace=pace
            )
            rng = Random(game)
            acked = 0
            while acked < 40 and ann.last["table"]["phase"] != "over":
                newest = max(ann.last["version"], bob.last["version"])
                await asyncio.gather(ann.version(newest), bob.version(newest))
                players = [player for player in (ann, bob) if player.view.get("asks")]
                if not players:
                    for player in (ann, bob) if ann.last["table"]["phase"] == "between" else ():
                        await player.table("ready")
                    await asyncio.sleep(0.02)
                    continue
                player = rng.choice(players)
                said = await player.act(**some_action(player.view, rng))
                acked += said["type"] == "ack"
            await ann.table("pause")
            await bob.until(lambda message: message["table"]["phase"] in ("paused", "over"))
            last = max(ann.last["version"], bob.last["version"])
            await asyncio.gather(ann.version(last), bob.version(last))
            tables = [next(iter(served.rooms.open_rooms.values())).table for served in (one, other)]
            assert tables[0].version == tables[1].version
            assert tables[0].state == tables[1].state
            kept = await one.rooms.store.load(tables[0].code)
            assert kept is not None
            assert [entry.seq for entry in kept.entries] == list(range(1, tables[0].version + 1))

    asyncio.run(story())


def test_words_that_are_promised_at_two_servers_are_shown_to_both(tmp_path: Path) -> None:
    async def story() -> None:
        async with two(tmp_path) as (one, other):
            made = await one.make()
            ann = await one.join(made["code"], made["token"])
            bob = await other.join(made["code"], (await other.sit(made["code"], "Bob"))["token"])
            people = {"Ann": ann, "Bob": bob}
            for name, player in people.items():
                await player.table("promise", hash=promise_of(player.last["table"]["commitment"], name))
            await ann.until(lambda message: all(message["table"]["promises"]))
            await ann.table("start")
            for name, player in people.items():
                await player.until(lambda message: message["table"]["phase"] == "dealing")
                assert (await player.table("show", words=name))["type"] == "ack"
            for player in people.values():
                message = await player.until(lambda message: message["view"] is not None)
                assert message["table"]["words"] == ["Ann", "Bob"]
            kept = await one.rooms.store.load(made["code"])
            assert kept is not None
            assert [type(entry.body).__name__ for entry in kept.entries][-4:] == ["Freeze", "Show", "Show", "Start"]

    asyncio.run(story())


def test_who_is_with_another_server_is_here_and_is_not_stood_in_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "AFTER_OTHERS", 0.1)

    async def story() -> None:
        async with two(tmp_path) as (one, other):
            ann, bob = await seated(one, other, pace={"patience": 1})
            await asyncio.sleep(2.5)
            for player in (ann, bob):
                assert [chair["state"] for chair in player.last["table"]["chairs"]] == ["person", "person"]
                assert all(seat.get("here", True) for seat in player.view["seats"])
            await bob.close()
            await ann.until(lambda message: message["table"]["chairs"][1]["state"] == "away")
            back = await one.join(ann.last["table"]["code"])
            assert back.last["table"]["watching"] >= 1

    asyncio.run(story())


def test_a_server_that_dies_takes_its_people_along_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headcount, "FORGOTTEN", 0.5)
    monkeypatch.setattr(rooms_module, "KEEP_UP", 0.2)

    async def story() -> None:
        async with two(tmp_path) as (one, other):
            ann, _ = await seated(one, other)
            await asyncio.sleep(1.0)
            assert ann.last["table"]["chairs"][1]["here"], "it goes on saying so"
            other.rooms.announce = lambda words: None  # type: ignore[method-assign]  # as good as dead
            await ann.until(lambda message: not message["table"]["chairs"][1]["here"])

    asyncio.run(story())


def test_a_move_sent_again_to_the_other_server_is_not_done_twice(tmp_path: Path) -> None:
    async def story() -> None:
        async with two(tmp_path) as (one, other):
            ann, bob = await seated(one, other, options={"initial_flips": 0})
            player, home, away = (ann, one, other) if ann.view.get("asks") else (bob, other, one)
            code = player.last["table"]["code"]
            rng = Random(1)
            acked: list[int] = []
            while player.view.get("asks"):
                action = some_action(player.view, rng)
                first = await player.say("act", id=f"a{len(acked)}", action=action)
                remote = await away.join(code, player.token, seen=first["version"])
                assert remote.last["version"] >= first["version"], "a line that is opened anew is not behind"
                assert await remote.say("act", id=f"a{len(acked)}", action=action) == first
                await remote.close()
                await player.version(first["version"])
                acked.append(first["version"])
            kept = await home.rooms.store.load(code)
            assert kept is not None
            assert [entry.seq for entry in kept.entries if entry.id.startswith("a")] == acked

    asyncio.run(story())


def test_a_server_that_was_told_nothing_refuses_nothing_by_an_old_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with two(tmp_path, bot_pause=3600.0) as (one, other):
            ann, bob = await seated(one, other, options={"initial_flips": 0})
            room = next(iter(other.rooms.open_rooms.values()))
            if not ann.view.get("asks"):
                ann, bob = bob, ann
                room = next(iter(one.rooms.open_rooms.values()))
            monkeypatch.setattr(room, "catch_up", nothing)  # it hears of the change, but does not catch up
            before = room.table.version
            rng = Random(2)
            while ann.view.get("asks"):
                said = await ann.act(**some_action(ann.view, rng))
                await ann.version(said["version"])
            assert room.table.version == before
            assert (await bob.act(do="draw"))["type"] == "ack"

    asyncio.run(story())


@pytest.mark.parametrize("bot", ["steady", "sharp"])
def test_bots_and_clocks_move_once_wherever_they_fire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    monkeypatch.setattr(room_module, "AFTER_OTHERS", 0.0)  # both are equally eager

    async def story() -> None:
        async with two(tmp_path) as (one, other):
            seats = [{}, {}, {"bot": bot}, {"bot": bot}]
            ann, bob = await seated(one, other, game="torpedo", seats=seats, pace={"turn": 1, "window": 1})
            await ann.until(lambda message: message["version"] > 12)
            await bob.version(ann.last["version"])
            code = ann.last["table"]["code"]
            kept = await one.rooms.store.load(code)
            assert kept is not None
            assert [entry.seq for entry in kept.entries] == list(range(1, len(kept.entries) + 1))
            failures = [served.rooms.metrics.counts["store_failures_total"] for served in (one, other)]
            assert failures == [0, 0]

    asyncio.run(story())


def test_a_hand_arranged_on_one_server_is_so_on_the_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with two(tmp_path) as (one, other):
            made = await one.make(game="torpedo", seats=[{}, {"bot": "steady"}, {"bot": "steady"}])
            phone = await one.join(made["code"], made["token"])
            laptop = await other.join(made["code"], made["token"])
            await phone.table("start")
            await phone.say("arrange", order="suit")
            await laptop.until(lambda message: message["you"]["order"] == "suit")

    asyncio.run(story())


def test_a_link_made_on_one_server_opens_on_the_other_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with two(tmp_path) as (one, other):
            made = await one.make(seats=[{}, {"name": "Grandma"}])
            at = f"/api/tables/{made['code']}"
            assert (await other.http.get(at)).status_code == 200
            headers = {"Authorization": f"Bearer {made['token']}"}
            link = (await one.http.post(f"{at}/seats/1/link", json={}, headers=headers)).json()["link"]
            claimed = await other.http.post(f"{at}/claim", json={"token": link.partition("#seat=")[2]})
            assert claimed.json()["seat"] == 1

    asyncio.run(story())
