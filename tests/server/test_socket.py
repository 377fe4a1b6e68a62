"""The table over the wire: a real server, real WebSockets."""

import asyncio
import json
import socket
from pathlib import Path
from random import Random
from typing import Any

import pytest
import websockets

from parlour.server import guest as guest_module
from parlour.store.sqlite import SqliteStore
from parlour.table.events import Invitation, ShuffleWords, TableEntry
from tests.server.driver import Player, Served, run, serving, some_action


async def two_at_golf(served: Served, **wishes: Any) -> tuple[Player, Player, str]:
    """Ann (host, seat 0) and Bob (seat 1), the cards dealt."""
    ann = await served.make(**wishes)
    bob = await served.sit(ann["code"], "Bob")
    players = await served.join(ann["code"], ann["token"]), await served.join(ann["code"], bob["token"])
    assert (await players[0].table("start"))["type"] == "ack"
    for player in players:
        await player.until(lambda message: message["view"] is not None)
    return *players, ann["code"]


async def turn_up(*players: Player) -> int:
    """Let everybody turn two cards up; return the version after that."""
    version = 0
    for player in players:
        for slot in (0, 1):
            version = (await player.act(do="turn", slot=slot))["version"]
    for player in players:
        await player.version(version)
    return version


def test_a_game_is_played_to_its_end_and_everybody_is_told(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, bob, _ = await two_at_golf(served, options={"holes": 2})
        onlooker = await served.join(ann.last["table"]["code"])
        rng = Random(1)
        told: dict[str, list[str]] = {"ann": [], "bob": [], "onlooker": []}
        while ann.last["table"]["phase"] != "over":
            for player in (ann, bob):
                if player.view.get("asks"):
                    answer = await player.say("act", action=some_action(player.view, rng))
                    assert answer["type"] == "ack", answer
                    for name, other in (("ann", ann), ("bob", bob), ("onlooker", onlooker)):
                        message = await other.version(answer["version"])
                        told[name] += [text for entry in message["happened"] for text in entry["say"]]
        assert ann.view["sheet"] == bob.view["sheet"] == onlooker.view["sheet"]
        assert len(ann.view["sheet"]) == 2
        assert onlooker.view["seat"] is None
        assert "asks" not in onlooker.view
        assert len(ann.last["table"]["secret"]) == 64
        assert "You drew" in " ".join(told["ann"])
        assert "Ann drew from the stock." in told["bob"]
        assert "Ann drew from the stock." in told["onlooker"]
        assert told["onlooker"][-1].endswith(("wins.", "win."))

    run(tmp_path, story)


def test_an_acknowledged_move_is_on_disk_when_the_answer_comes(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, _bob, code = await two_at_golf(served)
        answer = await ann.act(do="turn", slot=3)
        kept = await served.rooms.store.load(code)
        assert kept is not None
        assert kept.entries[-1].seq == answer["version"]
        assert kept.entries[-1].body.action == {"do": "turn", "slot": 3}  # type: ignore[union-attr]

    run(tmp_path, story)


def test_a_message_sent_twice_is_done_once_and_acknowledged_twice(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, _bob, code = await two_at_golf(served)
        first = await ann.say("act", id="mine", action={"do": "turn", "slot": 3})
        again = await ann.say("act", id="mine", action={"do": "turn", "slot": 3})
        assert first == again
        assert served.rooms.open_rooms[code].table.version == first["version"]
        seated = served.rooms.open_rooms[code].table.chairs[1]
        assert seated.name == "Bob"
        other = await _bob.say("act", id="mine", action={"do": "turn", "slot": 3})
        assert other["version"] == first["version"] + 1, "ids are each seat's own"

    run(tmp_path, story)


def test_out_of_turn_and_illegal_moves_are_refused_with_their_rule_and_change_nothing(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, bob, code = await two_at_golf(served)
        version = await turn_up(ann, bob)
        before = ann.last, bob.last
        waiting = bob if bob.view["waiting"] == [0] else ann
        acting = ann if waiting is bob else bob
        assert (await waiting.act(do="draw"))["rule"] == "G3"
        refused = await acting.act(do="swap", slot=1)
        assert refused["type"] == "refused"
        assert refused["rule"] in ("G3", "G4")
        assert "isn't an action in Six-Card Golf" in (await acting.act(do="fly"))["why"]
        assert "isn't an action" in (await acting.act(do="turn", slot=99))["why"]
        onlooker = await served.join(code)
        assert "just watching" in (await onlooker.act(do="draw"))["why"]
        assert "just watching" in (await onlooker.table("pause"))["why"]
        assert "just watching" in (await onlooker.say("arrange", order="suit"))["why"]
        assert served.rooms.open_rooms[code].table.version == version
        assert (ann.last["view"], bob.last["view"]) == (before[0]["view"], before[1]["view"])

    run(tmp_path, story)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draw",
        "{",
        "[]",
        "null",
        "{}",
        '{"type": "act"}',
        '{"type": "fly", "id": "1"}',
        '{"type": "act", "id": "", "action": {}}',
        '{"type": "act", "id": 7, "action": {"do": "draw"}}',
        '{"type": "act", "id": "x", "action": [1, 2]}',
        '{"type": "act", "id": "x", "action": {"do": "draw"}, "seat": 1}',
        '{"type": "table", "id": "x", "event": {"what": "win"}}',
        '{"type": "table", "id": "x", "event": {"what": "sit", "name": "Eve", "key": "0"}}',
        '{"type": "table", "id": "x", "event": {"what": "move", "action": {"do": "draw"}}}',
        '{"type": "ping", "id": "' + "x" * 65 + '"}',
        '{"type": "act", "id": "x", "action": ' + "[" * 5000 + "]" * 5000 + "}",
        '{"type": "ping", "id": "' + "x" * 20_000 + '"}',
        '{"type": "ping", "id": "x"}' + " " * 20_000,
        '{"type": "arrange", "id": "x", "order": [1, 2]}',
        "\ud83d\ude00",
        b"\xff\xfe\x00",
        b'{"type": "act", "id": "\xff", "action": {}}',
    ],
)
def test_malformed_messages_are_answered_and_the_line_stays(tmp_path: Path, text: str | bytes) -> None:
    async def story(served: Served) -> None:
        ann, bob, code = await two_at_golf(served)
        version = served.rooms.open_rooms[code].table.version
        data = text.encode("utf-16", "surrogatepass").decode("utf-16") if isinstance(text, str) else text
        answer = await ann.send(data)
        assert answer["type"] == "refused"
        assert answer["why"].endswith(".")
        assert (await ann.say("ping"))["type"] == "pong"
        assert (await bob.say("ping"))["type"] == "pong"
        assert served.rooms.open_rooms[code].table.version == version

    run(tmp_path, story)


def test_a_message_beyond_all_measure_ends_its_own_line_only(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, bob, _ = await two_at_golf(served)
        await ann.line.send("x" * 2_000_000)
        await asyncio.wait_for(ann.reading, 10)
        assert ann.line.close_code == 1009
        assert (await bob.say("ping"))["type"] == "pong"

    run(tmp_path, story)


def test_try_says_what_a_move_would_be_and_does_nothing(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, bob, code = await two_at_golf(served)
        version = served.rooms.open_rooms[code].table.version
        assert (await ann.say("try", action={"do": "turn", "slot": 3}))["say"] == "Turn up a card"
        refused = await ann.say("try", action={"do": "draw"})
        assert refused["type"] == "refused"
        assert refused["rule"]
        assert (await bob.say("try", action={"do": "turn", "slot": 0}))["type"] == "tried"
        assert served.rooms.open_rooms[code].table.version == version

    run(tmp_path, story)


def test_two_devices_on_one_seat_are_both_live(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        bob = await served.sit(made["code"], "Bob")
        laptop, phone = [await served.join(made["code"], bob["token"]) for _ in range(2)]
        ann = await served.join(made["code"], made["token"])
        await ann.table("start")
        version = (await phone.act(do="turn", slot=2))["version"]
        seen = await laptop.version(version)
        assert seen["view"] == (await phone.version(version))["view"]
        await phone.close()
        await ann.until(lambda message: message["table"]["chairs"][1]["here"])
        await laptop.close()
        await ann.until(lambda message: not message["table"]["chairs"][1]["here"])

    run(tmp_path, story)


def test_somebody_who_comes_back_is_told_what_was_missed(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        bob = await served.sit(made["code"], "Bob")
        ann = await served.join(made["code"], made["token"])
        away = await served.join(made["code"], bob["token"])
        await ann.table("start")
        seen = (await away.version(2))["version"]
        await away.close()
        await ann.act(do="turn", slot=0)
        version = (await ann.act(do="turn", slot=5))["version"]
        back = await served.join(made["code"], bob["token"], seen)
        missed = [entry["version"] for entry in back.last["happened"]]
        assert missed == [version - 1, version]
        fresh = await served.join(made["code"], bob["token"])
        assert [entry["version"] for entry in fresh.last["happened"]] == list(range(1, version + 1))
        liar = await served.join(made["code"], bob["token"], 99_999)
        assert len(liar.last["happened"]) == version

    run(tmp_path, story)


def test_a_bot_stands_in_for_somebody_away_and_the_person_takes_it_back_at_once(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(pace={"patience": 1}, options={"initial_flips": 0})
        bob = await served.sit(made["code"], "Bob")
        ann = await served.join(made["code"], made["token"])
        away = await served.join(made["code"], bob["token"])
        await ann.table("start")
        await away.close()
        await ann.until(lambda message: message["view"] is not None)
        while ann.last["table"]["chairs"][1]["state"] != "away":
            if ann.view.get("asks"):
                await ann.say("act", action=some_action(ann.view, Random(2)))
            await asyncio.sleep(0.02)
        message = await ann.until(lambda message: message["view"]["waiting"] == [0])
        assert message["view"]["seats"][1]["bot"] == "steady"
        assert not message["view"]["seats"][1].get("here", True)
        back = await served.join(made["code"], bob["token"])
        message = await back.until(lambda message: message["table"]["chairs"][1]["state"] == "person")
        assert "bot" not in message["view"]["seats"][1]
        said = b"".join(back.raw).decode()
        assert "You are away, so a bot plays until you're back." in said
        assert "You are back." in said

    run(tmp_path, story)


@pytest.mark.slow
def test_nothing_moves_while_nobody_is_here(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(seats=[{}, {"bot": "steady"}, {"bot": "steady"}], pace={"patience": 1})
        ann = await served.join(made["code"], made["token"])
        await ann.table("start")
        await ann.close()
        await asyncio.sleep(0.1)
        version = served.rooms.open_rooms[made["code"]].table.version
        await asyncio.sleep(1.5)
        assert served.rooms.open_rooms[made["code"]].table.version == version

    run(tmp_path, story)


@pytest.mark.slow
def test_somebody_who_comes_back_to_an_empty_table_is_not_hurried_by_the_time_before(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(seats=[{}, {}], pace={"turn": 2}, options={"initial_flips": 0})
        bob = await served.sit(made["code"], "Bob")
        ann = await served.join(made["code"], made["token"])
        await ann.table("start")
        await ann.close()
        await asyncio.sleep(2.2)
        back = [await served.join(made["code"], token) for token in (made["token"], bob["token"])]
        assert 1 < back[0].last["deadline"] <= 2
        assert not await served.moves(made["code"])

    run(tmp_path, story)


@pytest.mark.slow
def test_a_clock_answers_for_whoever_is_silent_when_the_table_asks_for_one(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, bob, code = await two_at_golf(served, pace={"turn": 1})
        assert 0 < ann.last["deadline"] <= 1
        await ann.until(lambda message: len(message["view"]["waiting"]) == 1)
        assert {entry.by for entry in await served.moves(code)} == {"clock"}
        assert bob.last["view"]["seats"][0]["name"] == "Ann"

    run(tmp_path, story)


@pytest.mark.slow
def test_a_slow_reader_is_dropped_and_never_slows_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_module, "SLOW", 0.5)

    async def story(served: Served) -> None:
        ann, bob, code = await two_at_golf(served)
        ear = socket.socket()
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ear.connect(("127.0.0.1", int(served.url.rpartition(":")[2])))
        ear.setblocking(False)
        address = f"{served.url.replace('http', 'ws')}/api/tables/{code}/socket"
        await websockets.connect(address, sock=ear, max_queue=1)  # and never reads
        room = served.rooms.open_rooms[code]
        for _ in range(20_000):
            room.publish()
            await asyncio.sleep(0.0005)
            if served.rooms.metrics.counts["slow_readers_total"]:
                break
        else:
            pytest.fail("nobody was dropped")
        assert (await ann.act(do="turn", slot=0))["type"] == "ack"
        assert (await bob.say("ping"))["type"] == "pong"
        version = served.rooms.open_rooms[code].table.version
        again = await served.join(code, seen=version - 3)
        assert again.last["version"] == version
        assert [entry["version"] for entry in again.last["happened"]] == [version - 2, version - 1, version]

    run(tmp_path, story)


@pytest.mark.slow
def test_a_silent_line_is_closed_and_a_ping_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_module, "SILENT", 0.6)
    monkeypatch.setattr(guest_module, "PINGS", (0.2,))

    async def story(served: Served) -> None:
        made = await served.make()
        silent = await served.join(made["code"], made["token"])
        silent.pong_after = 60.0
        awake = await served.join(made["code"], made["token"])
        for _ in range(6):
            await asyncio.sleep(0.2)
            await awake.say("ping")
        assert silent.reading.done()
        assert silent.bye == "We haven't heard from this device for a minute."
        assert (silent.line.close_code, silent.line.protocol.close_rcvd is not None) == (4001, True)
        assert not awake.reading.done()

    run(tmp_path, story)


def test_who_cannot_be_let_in_is_told_why(tmp_path: Path) -> None:
    async def turned_away(served: Served, code: str, token: str = "") -> str:
        with pytest.raises(ConnectionError) as end:
            await served.join(code, token)
        return str(end.value)

    async def story(served: Served) -> None:
        made = await served.make(onlookers=False)
        assert "no table" in await turned_away(served, "ZZZZZZ")
        assert "no longer has a chair" in await turned_away(served, made["code"], "wrong")
        assert "let others watch" in await turned_away(served, made["code"])
        address = f"{served.url.replace('http', 'ws')}/api/tables/{made['code']}/socket"
        line = await websockets.connect(address, origin=websockets.Origin("http://evil.example"))
        assert "another website" in json.loads(await line.recv())["why"]
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await line.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4000

    run(tmp_path, story)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "ping", "{9}": 1},
        {"type": "{8}"},
        {"type": "act", "action": {"do": "{7}"}},
        {"type": "try", "action": {"do": "{0}"}},
        {"type": "table", "event": {"what": "bot", "seat": 1, "bot": "{0}{9}"}},
    ],
    ids=str,
)
def test_braces_in_what_somebody_sends_are_no_seats(tmp_path: Path, message: dict[str, Any]) -> None:
    async def story(served: Served) -> None:
        ann, _bob, _ = await two_at_golf(served)
        answer = await ann.say(**message)
        assert answer["type"] == "refused"
        assert "Ann" not in answer["why"]

    run(tmp_path, story)


def test_ids_belong_to_the_person_and_not_to_the_chair(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        bob = await served.join(made["code"], (await served.sit(made["code"], "Bob"))["token"])
        await bob.say("table", id="1", event={"what": "words", "words": "tea"})
        await bob.say("table", id="2", event={"what": "leave"})
        cat = await served.join(made["code"], (await served.sit(made["code"], "Cat"))["token"])
        answer = await cat.say("table", id="1", event={"what": "rename", "name": "Kate"})
        message = await cat.version(answer["version"])
        assert message["table"]["chairs"][1]["name"] == "Kate"

    run(tmp_path, story)


class SlowStore(SqliteStore):
    """A slow disk."""

    wait = 0.3

    def append(self, code: str, *entries: TableEntry) -> "asyncio.Future[None]":
        async def slowly() -> None:
            await asyncio.sleep(self.wait)
            await SqliteStore.append(self, code, *entries)

        return asyncio.ensure_future(slowly())


def test_a_change_is_finished_even_if_whoever_asked_for_it_has_gone(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        bob = await served.join(made["code"], (await served.sit(made["code"], "Bob"))["token"])
        await bob.line.send(json.dumps({"type": "table", "id": "1", "event": {"what": "words", "words": "tea"}}))
        await asyncio.sleep(0.1)
        bob.line.transport.abort()
        message = await ann.version(2)
        assert message["table"]["chairs"][1]["words"]
        room = served.rooms.open_rooms[made["code"]]
        asking = asyncio.create_task(
            room.change(lambda table, stamp: [table.noted(0, "person", ShuffleWords("cake"), stamp)])
        )
        await asyncio.sleep(0.1)
        asking.cancel()
        message = await ann.version(3)
        assert message["table"]["chairs"][0]["words"]

    run(tmp_path, story, store=SlowStore(tmp_path / "slow.db"))


def test_a_rematch_is_not_made_with_chairs_of_a_moment_ago(tmp_path: Path) -> None:
    class SlowToMake(SqliteStore):
        async def create(self, code: str, invitation: Invitation, secret: bytes) -> None:
            await asyncio.sleep(0.3)
            await super().create(code, invitation, secret)

    async def story(served: Served) -> None:
        ann, bob, code = await two_at_golf(served)
        served.rooms.open_rooms[code].table.over = True
        asking = asyncio.create_task(ann.table("rematch"))
        await asyncio.sleep(0.1)
        await bob.table("rename", name="Robert")
        assert "came or left" in (await asking)["why"]
        assert (await ann.table("rematch"))["type"] == "ack"

    run(tmp_path, story, store=SlowToMake(tmp_path / "slow.db"))


@pytest.mark.slow
def test_somebody_who_returns_while_the_stand_in_is_being_written_down_plays_in_person(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(pace={"patience": 1})
        token = (await served.sit(made["code"], "Bob"))["token"]
        ann = await served.join(made["code"], made["token"])
        await ann.table("start")
        await asyncio.sleep(1.15)  # the stand-in is on its way to the disk
        bob = await served.join(made["code"], token)
        await bob.until(lambda message: message["table"]["chairs"][1]["state"] == "away")
        await bob.until(lambda message: message["table"]["chairs"][1]["state"] == "person")

    run(tmp_path, story, store=SlowStore(tmp_path / "slow.db"))


def test_whoever_left_may_look_on_from_the_same_device(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        bob = await served.sit(made["code"], "Bob")
        player = await served.join(made["code"], bob["token"])
        await player.table("leave")
        await asyncio.wait_for(player.reading, 5)
        assert player.line.close_code == 4000
        address = f"{served.url.replace('http', 'ws')}/api/tables/{made['code']}/socket"
        line = await websockets.connect(address, additional_headers={"Cookie": f"parlour_seat={bob['token']}"})
        message = json.loads(await line.recv())
        assert message["you"]["seat"] is None

    run(tmp_path, story)


def test_the_order_of_a_hand_is_kept_for_its_owner(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        bob = await served.sit(made["code"], "Bob")
        player = await served.join(made["code"], bob["token"])
        assert (await player.say("arrange", order="rank"))["type"] == "ack"
        assert "by suit, by rank" in (await player.say("arrange", order="colour"))["why"]
        served.rooms.open_rooms.clear()  # as after a restart
        again = await served.join(made["code"], bob["token"])
        assert again.last["you"]["order"] == "rank"
        await again.table("leave")
        cat = await served.sit(made["code"], "Cat")
        assert cat["seat"] == bob["seat"]
        assert (await served.join(made["code"], cat["token"])).last["you"]["order"] == ""

    run(tmp_path, story)


def test_what_another_process_wrote_is_read_before_deciding(tmp_path: Path) -> None:
    """Two servers on one file: the second to write first reads what the other has written."""

    async def story() -> None:
        async with serving(tmp_path) as one, serving(tmp_path) as two:
            made = await one.make()
            here = await one.join(made["code"], made["token"])
            there = await two.join(made["code"], made["token"])
            assert (await there.table("words", words="tea"))["version"] == 1
            assert (await here.table("words", words="cake"))["version"] == 2
            assert (await there.table("start"))["version"] == 3
            assert "already started" in (await here.table("start"))["why"]

    asyncio.run(story())


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            made = await served.make()
            ann = await served.join(made["code"], made["token"])
            await served.rooms.say_goodbye()
            await asyncio.wait_for(ann.reading, 5)
            assert ann.line.close_code == 1012
        assert ann.bye == "Parlour is restarting. One moment."

    asyncio.run(story())
