"""Clocks that wait for people, over the wire and on two servers. In Torpedo for four Bob discards, Cat is at bat next,
and Ann and Dan may buy."""

import asyncio
from pathlib import Path
from typing import Any

from tests.server.driver import Player, Served, run
from tests.server.four import Four, can
from tests.server.two_servers import two

ANN, BOB, CAT, DAN = range(4)


async def discards(four: Four) -> None:
    """Let Bob draw and discard."""
    await four.bob.until(lambda message: can(message, "draw"))
    await four.bob.act(do="draw")
    message = await four.bob.until(lambda message: can(message, "discard"))
    hand = next(zone["items"] for zone in message["view"]["zones"] if zone["id"] == f"hand:{BOB}")
    cards = [item if isinstance(item, str) else item["face"] for item in hand]
    assert (await four.bob.act(do="discard", card=next(face for face in cards if face != "JOK")))["type"] == "ack"


def held(message: dict[str, Any], what: str) -> bool:
    return any(ask["action"]["do"] == what and ask.get("held", False) for ask in message["view"]["asks"])


async def moves(served: Served, code: str, since: int) -> list[tuple[int, str, str]]:
    """Return the logged moves after the first few: who, by whom, what."""
    return [(move.seat, move.by, move.body.action["do"]) for move in (await served.moves(code))[since:]]


def test_T22_whoever_is_at_bat_waits_out_the_seconds_and_is_never_hurried(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served, game="torpedo", pace={"window": 1})
        await discards(four)
        done = len(await served.moves(four.code))
        message = await four.cat.until(lambda message: can(message, "draw"))
        assert (held(message, "draw"), held(message, "take")) == (True, False)
        assert 0 < message["hold"] <= 1
        assert message["deadline"] is None, "no clock runs for Cat"
        asked = await four.ann.until(lambda message: can(message, "buy"))
        assert 0 < asked["deadline"] <= 1
        assert asked["hold"] is None
        refused = await four.cat.act(do="draw")
        assert (refused["type"], refused["rule"]) == ("refused", "T22")
        assert refused["why"] == "Give the others 1 more second to buy the discard."
        assert (await four.cat.say("try", action={"do": "draw"}))["type"] == "tried"
        await asyncio.sleep(3.2)
        assert await moves(served, four.code, done) == [], "three times the window, and nothing is decided"
        answer = await four.cat.say("act", id="mine", action={"do": "draw"})
        assert answer["type"] == "ack"
        assert await four.cat.say("act", id="mine", action={"do": "draw"}) == answer
        expected = [(DAN, "clock", "pass"), (ANN, "clock", "pass"), (CAT, "person", "draw")]
        assert await moves(served, four.code, done) == expected
        late = await four.dan.act(do="buy")
        assert (late["type"], late["rule"]) == ("refused", "T22")
        assert "between a discard and the next draw" in late["why"]

    run(tmp_path, story)


def test_P11_the_one_at_bat_is_waited_for_and_the_silent_pass_when_it_has_passed(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        four = await Four.sit(served, game="progressive", pace={"window": 1})
        bob = await four.bob.until(lambda message: can(message, "take"))
        assert bob["deadline"] is None
        assert 0 < (await four.cat.until(lambda message: can(message, "buy")))["deadline"] <= 1
        await asyncio.sleep(2.5)
        assert await moves(served, four.code, 0) == []
        await four.bob.act(do="pass")
        await four.bob.until(lambda message: can(message, "discard"))
        passed = [(BOB, "person", "pass"), *((seat, "clock", "pass") for seat in (CAT, DAN))]
        assert sorted(await moves(served, four.code, 0)) == sorted([*passed, (ANN, "clock", "pass")])

    run(tmp_path, story)


def test_on_two_servers_the_seconds_are_waited_out_and_the_silent_pass_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with two(tmp_path) as (one, other):
            four = await Four.sit(one, game="torpedo", pace={"window": 1})
            remote = await other.join(four.code, four.tokens[CAT])
            dan = await other.join(four.code, four.tokens[DAN])
            await discards(four)
            done = len(await one.moves(four.code))
            for player in (four.cat, remote):
                await player.until(lambda message: can(message, "draw"))
                assert (await player.act(do="draw"))["rule"] == "T22", "neither server lets the quick go on"
            await asyncio.sleep(1.2)
            answers = await asyncio.gather(*(player.act(do="draw") for player in (four.cat, remote)))
            assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
            expected = [(DAN, "clock", "pass"), (ANN, "clock", "pass"), (CAT, "person", "draw")]
            assert await moves(one, four.code, done) == expected
            late = await dan.act(do="buy")
            assert "between a discard and the next draw" in late["why"]

    asyncio.run(story())


def test_on_two_servers_a_draw_and_a_call_are_settled_by_which_comes_first(tmp_path: Path) -> None:
    async def race(one: Served, other: Served, call_first: bool) -> None:
        four = await Four.sit(one, game="torpedo", pace={"window": 1})
        dan = await other.join(four.code, four.tokens[DAN])
        await discards(four)
        done = len(await one.moves(four.code))
        await dan.until(lambda message: can(message, "buy"))
        await asyncio.sleep(1.1)

        async def after(seconds: float, player: Player, what: str) -> dict[str, Any]:
            await asyncio.sleep(seconds)
            return await player.act(do=what)

        lead = 0.002 if call_first else 0.0
        drawn, called = await asyncio.gather(after(lead, four.cat, "draw"), after(0.002 - lead, dan, "buy"))
        written = await moves(one, four.code, done)
        if drawn["type"] == "ack":
            assert called["type"] == "refused"
            assert written == [(DAN, "clock", "pass"), (ANN, "clock", "pass"), (CAT, "person", "draw")]
        else:
            assert called["type"] == "ack"
            assert (drawn["rule"], "wants to buy" in drawn["why"]) == ("T24", True)
            assert (DAN, "person", "buy") in written
            assert (CAT, "person", "draw") not in written
        answered = [seat for seat, _, _ in written]
        assert len(answered) == len(set(answered)), "nobody has two answers"

    async def story() -> None:
        async with two(tmp_path) as (one, other):
            for call_first in (True, False) * 3:
                await race(one, other, call_first)

    asyncio.run(story())
