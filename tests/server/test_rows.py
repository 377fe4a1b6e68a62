"""What a client written from docs/protocol.md alone stumbled over: each mistake gets a sentence and changes nothing."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from parlour.games import find
from parlour.kernel.bad_input import in_plain_words
from parlour.kernel.refusal import Refused
from parlour.kernel.view import CardsHole, View
from parlour.server import protocol
from parlour.server.openapi import openapi
from parlour.terminal.answer import question
from tests.server.driver import Player, Served, run

JSON = "application/json"


async def two_at(served: Served, game: str) -> tuple[Player, Player, str]:
    made = await served.make(game=game, seats=[{}, {}], pace={"windows": False})
    seated = await served.sit(made["code"], "Bob")
    ann, bob = await served.join(made["code"], made["token"]), await served.join(made["code"], seated["token"])
    assert (await ann.table("start"))["type"] == "ack"
    return ann, bob, made["code"]


def test_an_id_used_again_for_something_else_is_refused_also_after_a_restart(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        ann, _, code = await two_at(served, "golf")
        first = await ann.say("act", id="mine", action={"do": "turn", "slot": 3}, seen=1)
        quoted = await ann.say("table", id="quote", event={"what": "quote", "rule": "G3"})
        assert first["type"] == quoted["type"] == "ack"
        for _ in range(2):
            version = served.rooms.open_rooms[code].table.version
            assert await ann.say("act", id="mine", action={"slot": 3, "do": "turn"}) == first, "in any order"
            assert await ann.say("table", id="quote", event={"what": "quote", "rule": "G3"}) == quoted
            for other in (
                {"type": "act", "id": "mine", "action": {"do": "turn", "slot": 4}},
                {"type": "table", "id": "mine", "event": {"what": "pause"}},
                {"type": "act", "id": "quote", "action": {"do": "turn", "slot": 4}},
                {"type": "table", "id": "quote", "event": {"what": "quote", "rule": "G4"}},
                {"type": "table", "id": "quote", "event": {"what": "rematch"}},
            ):
                refused = await ann.say(**other)  # type: ignore[arg-type]
                assert refused["type"] == "refused"
                assert refused["why"] == "You already used this id for something else."
            assert served.rooms.open_rooms[code].table.version == version
            await ann.close()
            served.rooms.open_rooms.clear()  # as if the server had been started again
            ann = await served.join(code, ann.token)

    run(tmp_path, story)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"type": "act", "action": {"do": "turn", "slot": 0}, "seen": -5}, "“seen” must be at least 0"),
        ({"type": "act", "action": {"do": "turn", "slot": 9}}, "“slot” can be at most 5"),
        ({"type": "act", "action": {"do": "turn", "slot": "first"}}, "“slot” must be a whole number, not text"),
        ({"type": "act", "action": {"do": "turn"}}, "“slot” is missing"),
        ({"type": "act", "action": {"do": "turn", "slot": 0, "then": 1}}, "“then” isn't known here"),
        ({"type": "act", "action": {"do": "fly"}}, "“do” can't be 'fly'"),
        ({"type": "act", "action": []}, "“action” must be an object, not a list"),
        ({"type": "table", "event": {"what": "swap", "a": 0, "b": 99}}, "“b” can be at most 7"),
        (
            {"type": "table", "event": {"what": "standing", "on": True}},
            "Nobody calls out of turn in Six-Card Golf, so there's nothing to pass on",
        ),
        ({"type": "table", "event": {"what": "rename", "name": "\ud800"}}, "That message isn't JSON"),
        ({"type": "act", "action": {"do": "\udfff"}}, "That message isn't JSON"),
        ({"type": "arrange", "order": ["7H"] * 200}, "We can't read that message"),
    ],
    ids=str,
)
def test_a_wrong_message_is_refused_in_plain_words_with_its_id(
    tmp_path: Path, message: dict[str, Any], why: str
) -> None:
    async def story(served: Served) -> None:
        ann, _, code = await two_at(served, "golf")
        version = served.rooms.open_rooms[code].table.version
        refused = await ann.say(**message)
        assert refused["type"] == "refused", refused
        assert why in refused["why"]
        assert "`" not in refused["why"]
        assert served.rooms.open_rooms[code].table.version == version

    run(tmp_path, story)


def test_the_id_of_a_message_that_cannot_be_read() -> None:
    assert protocol.id_in(b'{"id": "a1", "type": "act", "action": {"x": "\\ud800"}}') == "a1"
    assert protocol.id_in(json.dumps({"id": "x" * 100}).encode()) == "x" * 64
    for odd in (b'{"id": "\\ud800"}', b'{"id": 7, "x": "\\ud800"}', b'["\\ud800"]', b'{"x": "\\ud800"}', b"[" * 9000):
        assert protocol.id_in(odd) == ""


class Made(msgspec.Struct):
    cards: Annotated[list[str], msgspec.Meta(min_length=3)]


def test_cards_that_are_too_few_are_said_in_plain_words() -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"cards": []}, Made)
    assert in_plain_words(error.value) == "“cards” must have at least 3 in it"


def test_what_is_not_sent_as_json_is_refused(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        at = f"/api/tables/{made['code']}"
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "text/json"):
            headers = {"content-type": kind} if kind else {}
            answer = await served.http.post(f"{at}/sit", content=b'{"name": "Bob"}', headers=headers)
            assert answer.status_code == 415, kind
            assert answer.json()["why"] == "Please send JSON, and say so: content-type: application/json."
        assert len([chair for chair in served.rooms.open_rooms[made["code"]].table.chairs if chair.key]) == 1
        bearer = {"Authorization": f"Bearer {made['token']}"}
        assert (await served.http.post(f"{at}/follow", headers=bearer)).status_code == 409, "no body is an empty one"
        for kind in (JSON, "Application/JSON; charset=utf-8"):
            sat = await served.http.post(f"{at}/sit", content=b'{"name": "Bob"}', headers={"content-type": kind})
            assert sat.status_code == 200, kind

    run(tmp_path, story)


def test_sentences_that_count() -> None:
    golf = find("golf")
    assert golf.players == f"2 to {golf.seats[-1]} players"
    for_two = replace(golf, seats=range(2, 3))
    with pytest.raises(Refused, match=r"Six-Card Golf is for 2 players, not 3\."):
        for_two.check_seats(3, for_two.options())
    view = View("golf", 0, 1, 1, "", "", (), ())
    assert question(CardsHole("hand:0", 3, 3), view) == "Which cards (3, like 7H 8H 9H)?"
    assert question(CardsHole("hand:0", 2, 3, True), view) == "Which cards (2 to 3, in order, like 7H 8H)?"


def test_the_description_says_everything_once_and_what_is_required() -> None:
    paths = openapi()["paths"]
    for path, operations in paths.items():
        for operation in operations.values():
            named = [(one["in"], one["name"]) for one in operation["parameters"]]
            assert len(set(named)) == len(named), path
    [seat] = [one for one in paths["/api/tables/{code}/lookback"]["get"]["parameters"] if one["name"] == "seat"]
    assert seat["required"] is True
    [form] = [one for one in paths["/api/tables/{code}/log"]["get"]["parameters"] if one["name"] == "form"]
    assert form["required"] is False
    answer = paths["/api/tables/{code}/log"]["get"]["responses"]["200"]["content"]
    assert answer == {
        "text/plain": {"schema": {"type": "string"}},
        JSON: {"schema": {"$ref": "#/components/schemas/Log"}},
    }
    assert {"opening", "entries"} <= set(openapi()["components"]["schemas"]["Log"]["properties"])
