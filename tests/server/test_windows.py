"""Windows over the wire: who was quickest, standing answers, bots that wait, windows without time. In Magpie for four,
Ann plays, Bob is at bat next, and Cat and Dan may grab the prize."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.cards import JOKER, card
from tests.server.driver import Player, Served, run, serving
from tests.server.four import BOB, CAT, DAN, NO_HURRY, Four, can
from tests.server.two_servers import two
from tests.toy import First, Magpie

pytestmark = pytest.mark.usefixtures("toy_too")


# ---------------------------------------------------------------- who was quickest


@pytest.mark.slow
def test_the_quicker_of_two_wins_over_a_line_ten_times_as_long(tmp_path: Path) -> None:
    """Round trips of 200 and of 20 ms. The later call wins only if the round trip is allowed for, so a slow machine may
    try again."""

    async def story(served: Served) -> None:
        for _ in range(5):
            four = await Four.sit(served, ways=(0, 0, 0.1, 0.01))
            await four.pinged(CAT, DAN)
            prize = four.state.prize[0]
            await four.opens()
            await asyncio.gather(four.grabs(four.cat, after=0.4), four.grabs(four.dan, after=0.49))
            if list(await four.reactions()) == [DAN, CAT] and prize in four.state.hands[CAT]:
                return
        pytest.fail(f"the last reactions were {await four.reactions()}")

    run(tmp_path, story)


def test_in_turn_being_quick_is_worth_nothing(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served, pace={**NO_HURRY, "calls": "in turn"})
        prize = four.state.prize[0]
        await four.opens()
        assert (await four.grabs(four.dan, after=0))["type"] == "ack"
        assert (await four.grabs(four.cat, after=0.3))["type"] == "ack"
        assert prize in four.state.hands[CAT]

    run(tmp_path, story)


def test_a_client_that_says_how_quick_it_was_is_not_heard(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served)
        await four.opens()
        assert (await four.grabs(four.dan, 0.5, reaction=600_001))["type"] == "refused"
        await four.grabs(four.dan, 0, reaction=0)
        assert (await four.reactions())[DAN] >= 500

    run(tmp_path, story)


@pytest.mark.slow
def test_a_client_that_answers_pings_late_gains_the_limit_and_no_more(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served)
        four.dan.pong_after = 0.6
        await four.pinged(DAN)
        await four.opens()
        await four.grabs(four.dan, after=0.7)
        assert 450 <= (await four.reactions())[DAN] < 700

    run(tmp_path, story)


@pytest.mark.slow
def test_a_client_that_never_answers_a_ping_is_taken_as_it_comes(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served, ways=(0, 0, 0, 0.1))
        four.dan.pong_after = 60.0
        await asyncio.sleep(0.5)
        assert not four.guest(DAN).round_trips
        await four.opens()
        await four.grabs(four.dan, after=0.2)
        assert (await four.reactions())[DAN] >= 400

    run(tmp_path, story)


@pytest.mark.slow
def test_a_pong_nobody_asked_for_is_not_answered_and_not_counted(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served)
        await four.pinged(DAN, times=2)
        known = list(four.guest(DAN).round_trips)
        for id in ("p1", "p2", "p3", "p99", "x"):
            await four.dan.line.send(json.dumps({"type": "pong", "id": id}))
        assert (await four.dan.say("ping"))["type"] == "pong"
        assert four.dan.strays == []
        assert list(four.guest(DAN).round_trips) == known

    run(tmp_path, story)


def test_coming_again_does_not_begin_the_time_anew(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served)
        await four.opens()
        await four.dan.until(lambda message: can(message, "grab"))
        await four.dan.close()
        await asyncio.sleep(0.5)
        again = await served.join(four.code, four.tokens[DAN])
        await four.grabs(again, after=0)
        assert (await four.reactions())[DAN] >= 490

    run(tmp_path, story)


@pytest.mark.slow
def test_coming_late_or_not_looking_gains_the_limit_and_no_more(tmp_path: Path) -> None:
    """A player looks on from another device, and lets the seat see it only when the call is ready."""

    async def story(served: Served) -> None:
        four = await Four.sit(served)
        await four.dan.close()
        await four.opens()
        await asyncio.sleep(0.6)
        late = await served.join(four.code, four.tokens[DAN])
        await four.grabs(late, after=0)
        assert (await four.reactions())[DAN] >= 350

    run(tmp_path, story)


def test_calling_all_the_time_is_no_quicker_than_anybody_can_be(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served)
        opening = asyncio.create_task(four.opens())
        while (await four.dan.act(do="grab"))["type"] == "refused":
            pass
        await opening
        assert (await four.reactions())[DAN] >= 100

    run(tmp_path, story)


@pytest.mark.slow
def test_another_device_or_a_pong_for_somebody_else_gains_nothing(tmp_path: Path) -> None:
    """Dan answers Cat's pings, and his own too early, uses two devices, and claims to have seen a later version."""

    async def story(served: Served) -> None:
        four = await Four.sit(served)
        four.dan.pong_after = four.cat.pong_after = 60.0
        for number in range(1, 6):
            await four.dan.line.send(json.dumps({"type": "pong", "id": f"p{number}"}))
        await asyncio.sleep(0.4)
        assert not four.guest(CAT).round_trips, "only one's own line is measured"
        assert not four.guest(DAN).round_trips
        await four.opens()
        await four.dan.until(lambda message: can(message, "grab"))
        await asyncio.sleep(0.5)
        other = await served.join(four.code, four.tokens[DAN])
        answer = await other.say("act", action={"do": "grab"}, seen=10**6)
        assert answer["type"] == "ack"
        assert (await four.reactions())[DAN] >= 490

    run(tmp_path, story)


@pytest.mark.slow
def test_in_torpedo_too_who_reacts_first_buys_whatever_the_line(tmp_path: Path) -> None:
    """Round trips of 200 and of 20 ms: Ann calls a little sooner, but her call arrives later."""

    async def buys(player: Player, after: float) -> None:
        await player.until(lambda message: can(message, "buy"))
        await asyncio.sleep(after)
        assert (await player.act(do="buy"))["type"] == "ack"

    async def story(served: Served) -> None:
        for _ in range(5):
            four = await Four.sit(served, ways=(0.1, 0, 0, 0.01), game="torpedo")
            await four.pinged(0, DAN)
            bob = await four.bob.until(lambda message: can(message, "draw"))
            buyers = asyncio.gather(buys(four.ann, after=0.4), buys(four.dan, after=0.49))
            await four.bob.act(do="draw")
            bob = await four.bob.until(lambda message: can(message, "discard"))
            hand = next(zone["items"] for zone in bob["view"]["zones"] if zone["id"] == f"hand:{BOB}")
            cards = [item if isinstance(item, str) else item["face"] for item in hand]
            await four.bob.act(do="discard", card=next(face for face in cards if face != "JOK"))
            await buyers
            state = served.rooms.open_rooms[four.code].table.state
            if state.calls[0] < state.calls[DAN] and state.buyer() == 0:
                return
        pytest.fail(f"the last reactions were {state.calls}")

    run(tmp_path, story)


@pytest.mark.slow
def test_whoever_chooses_when_play_goes_on_is_no_quicker_for_it(tmp_path: Path) -> None:
    """Dan pauses as soon as he sees the prize, thinks, then resumes and grabs at once."""

    async def story(served: Served) -> None:
        four = await Four.sit(served)
        prize = four.state.prize[0]
        await four.opens()
        await four.dan.until(lambda message: can(message, "grab"))
        await four.dan.table("pause")
        await asyncio.gather(four.dan.table("resume"), four.dan.act(do="grab"))
        assert (await four.grabs(four.cat, after=0.2))["type"] == "ack"
        reactions = await four.reactions()
        assert reactions[DAN] == reactions[CAT] == 600_000
        assert prize in four.state.hands[CAT], "of equals the next in turn has it"

    run(tmp_path, story)


@pytest.mark.slow
def test_a_server_that_has_not_seen_a_window_open_calls_nobody_quick(tmp_path: Path) -> None:
    """Dan looks at one server, thinks, and grabs through another, which does not have the table yet."""

    async def story() -> None:
        async with two(tmp_path) as (one, other):
            four = await Four.sit(one)
            prize = four.state.prize[0]
            await four.opens()
            await four.dan.until(lambda message: can(message, "grab"))
            await asyncio.sleep(0.3)
            remote = await other.join(four.code, four.tokens[DAN])
            assert (await remote.act(do="grab"))["type"] == "ack"
            assert (await four.grabs(four.cat, after=0.2))["type"] == "ack"
            assert (await four.reactions())[DAN] == 600_000
            assert prize in four.state.hands[CAT]

    asyncio.run(story())


# ---------------------------------------------------------------- standing answers


def test_a_standing_answer_survives_a_restart_and_ends_with_the_round(tmp_path: Path) -> None:
    async def before(served: Served) -> Four:
        four = await Four.sit(served)
        assert (await four.dan.table("standing", on=True))["type"] == "ack"
        await four.dan.until(lambda message: message["you"]["standing"])
        return four

    async def after(served: Served, four: Four) -> None:
        ann, bob, cat, dan = [await served.join(four.code, token) for token in four.tokens]
        onlooker = await served.join(four.code)
        assert dan.last["you"]["standing"]
        await ann.act(do="pass")
        await dan.until(lambda message: CAT in message["view"]["waiting"] and DAN not in message["view"]["waiting"])
        move = (await served.moves(four.code))[-1]
        assert (move.seat, move.by, move.body.action) == (DAN, "clock", {"do": "pass"})
        everybody = [ann, bob, cat, dan]
        while not dan.last["view"].get("sheet"):
            player = everybody[served.rooms.open_rooms[four.code].table.actors[0]]
            answer = await player.act(do="pass")
            await asyncio.gather(*(one.version(answer.get("version", 0)) for one in everybody))
        assert not dan.last["you"]["standing"]
        for other in (ann, bob, cat, onlooker):
            said = b"".join(other.raw).decode()
            assert "for the rest of this" not in said
            assert '"standing":true' not in said
        assert "You'll pass for the rest of this round." in b"".join(four.dan.raw).decode()

    async def story() -> None:
        async with serving(tmp_path) as served:
            four = await before(served)
        async with serving(tmp_path) as served:
            await after(served, four)

    asyncio.run(story())


# ---------------------------------------------------------------- not now, and no time at all


@pytest.mark.slow
def test_a_bot_that_declined_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    honest = First.choose

    def choose(self: First, state: Magpie, seat: int, rng: Random) -> Any:
        asked.append(seat)
        return honest(self, state, seat, rng)

    monkeypatch.setattr(First, "choose", choose)

    async def story(served: Served) -> None:
        seats = [{}, {"bot": "first"}, {}, {}]
        made = await served.make(game="magpie", seats=seats, pace=NO_HURRY)
        cat = await served.join(made["code"], (await served.sit(made["code"], "Cat"))["token"])
        dan = await served.join(made["code"], (await served.sit(made["code"], "Dan"))["token"])
        ann = await served.join(made["code"], made["token"])
        await ann.table("start")
        await ann.act(do="pass")
        await asyncio.sleep(0.5)
        assert asked == [BOB]
        await cat.act(do="pass")
        await asyncio.sleep(0.3)
        assert asked == [BOB, BOB]
        await dan.act(do="pass")
        await dan.until(lambda message: message["view"]["waiting"] != [BOB])
        assert len(await served.moves(made["code"])) > 4

    run(tmp_path, story)


def test_with_no_time_the_seat_at_bat_plays_past_the_silent(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served, pace={"window": 0})
        await four.opens()
        message = await four.bob.until(lambda message: can(message, "draw"))
        assert message["deadline"] is None
        assert message["table"]["pace"]["window"] == 0
        assert (await four.bob.say("try", action={"do": "draw"}))["say"] == "Draw"
        assert (await four.bob.act(do="keep"))["type"] == "refused"
        version = four.served.rooms.open_rooms[four.code].table.version
        answer = await four.bob.say("act", id="mine", action={"do": "draw"})
        assert answer["version"] == version + 3
        assert await four.bob.say("act", id="mine", action={"do": "draw"}) == answer
        entries = (await served.rooms.store.load(four.code)).entries[-3:]  # type: ignore[union-attr]
        assert [(entry.seat, entry.by, entry.id) for entry in entries] == [
            (CAT, "clock", ""),
            (DAN, "clock", ""),
            (BOB, "person", "mine"),
        ]

    run(tmp_path, story)


# ---------------------------------------------------------------- quotes, and what jokers stand for


def test_gestures_and_quotations_are_told_to_everybody(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served)
        onlooker = await served.join(four.code)
        assert (await four.cat.table("gesture", name="squawk"))["rule"] == "M9"
        assert "no rule" in (await four.cat.table("quote", rule="Z9"))["why"]
        answer = await four.cat.table("quote", rule="M4")
        for player in (four.ann, onlooker):
            message = await player.version(answer["version"])
            happened = {"version": answer["version"], "say": ["Cat quoted M4."], "rule": "M4"}
            assert message["happened"][-1] == happened
        assert "just watching" in (await onlooker.table("quote", rule="M4"))["why"]
        assert four.cat.last["you"]["gestures"] == []

    run(tmp_path, story)


def test_trying_tells_what_jokers_could_mean_whether_it_is_allowed_or_not(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served)
        four.state.hands[0] = [JOKER, card("7H"), card("2S"), card("3S")]
        sevens = ["7S", "7H", "7D", "7C"]
        tried = await four.ann.say("try", action={"do": "lay", "pairs": [["7H", "JOK=7C"]]})
        assert (tried["type"], tried["say"], tried["meanings"]) == ("tried", "Lay", [[[], sevens]])
        for joker in ("JOK", "JOK=8C"):
            refused = await four.ann.say("try", action={"do": "lay", "pairs": [["7H", joker]]})
            assert (refused["type"], refused["rule"], refused["meanings"]) == ("refused", "M6", [[[], sevens]])
        assert "meanings" not in await four.ann.say("try", action={"do": "pass"})
        assert "meanings" not in await four.ann.say("try", action={"do": "keep"})
        assert "meanings" not in await four.ann.act(do="lay", pairs=[["7H", "JOK=8C"]])

    run(tmp_path, story)
