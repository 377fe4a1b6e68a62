"""The HTTP endpoints: what they give, and what they refuse."""

import asyncio
import hashlib
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from parlour.games import find
from parlour.kernel.log import final, read_log
from parlour.kernel.options import describe
from parlour.server.openapi import openapi
from parlour.table.events import Pace
from tests.server.driver import Served, run, serving, some_action

NOTHING = {"undo": False, "order": "", "standing": False, "gestures": []}  # an onlooker's `you`


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_games_and_rules_are_described(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        (golf,) = (game for game in (await served.http.get("/api/games")).json() if game["name"] == "golf")
        assert golf["seats"] == [2, 6]
        assert [option["name"] for option in golf["options"]] == [o.name for o in describe(find("golf").options)]
        assert golf["bots"] == ["gentle", "steady", "sharp", "random"]
        sections = (await served.http.get("/api/games/golf/rules")).json()
        rules = {rule["number"]: rule["text"] for section in sections for rule in section["rules"]}
        assert list(rules) == [f"G{number}" for number in range(1, 34)]
        assert "*" not in str(sections)
        assert (await served.http.get("/api/games/chess/rules")).status_code == 404
        lesson = (await served.http.get("/api/games/golf/lesson")).json()
        assert golf["lesson"]
        assert (lesson["seats"], lesson["options"]) == (2, {"holes": 1})
        assert {"do": [{"do": "turn", "slot": 0}], "at": 0, "rule": "G2"}.items() <= lesson["steps"][1].items()
        assert (await served.http.get("/api/games/chess/lesson")).status_code == 404

    run(tmp_path, story)


def test_a_lesson_is_dealt_at_once_from_its_known_secret_and_counts_in_no_circle(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        lesson = (await served.http.get("/api/games/golf/lesson")).json()
        made = (await served.http.post("/api/games/golf/lesson", json={"name": "Ann"})).json()
        table = served.rooms.open_rooms[made["code"]].table
        assert made["seat"] == lesson["seat"]
        assert table.secret == hashlib.sha256(lesson["secret"].encode()).digest()
        ann = await served.join(made["code"], made["token"])
        assert (ann.last["table"]["phase"], ann.last["table"]["lesson"]) == ("playing", 0)
        assert (await ann.act(do="turn", slot=5))["type"] == "refused"
        assert (await ann.act(do="turn", slot=0))["type"] == "ack"
        await ann.until(lambda message: message["table"]["lesson"] == 1)
        circle = (await served.http.post("/api/circles", json={"name": "Us"})).json()["secret"]
        told = {"Parlour-Circle": circle, **bearer(made["token"])}
        refused = await served.http.post(f"/api/tables/{made['code']}/circle/join", json={}, headers=told)
        assert (refused.status_code, "lesson" in refused.json()["why"]) == (409, True)
        assert (await served.http.post("/api/games/chess/lesson", json={"name": "Ann"})).status_code == 404

    run(tmp_path, story)


def test_a_lesson_has_no_reactions_or_hints_and_the_game_after_it_has(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        steps = (await served.http.get("/api/games/golf/lesson")).json()["steps"]
        made = (await served.http.post("/api/games/golf/lesson", json={"name": "Ann"})).json()
        ann = await served.join(made["code"], made["token"])
        asides = ("hints", "lookback", "emotes")
        assert [ann.last["table"][aside] for aside in asides] == [False] * 3
        for step in steps:
            if step["do"]:
                while ann.last["table"]["lesson"] != step["at"]:
                    await ann.next()
                assert (await ann.act(**step["do"][0]))["type"] == "ack"
        await ann.until(lambda message: message["table"]["phase"] == "over")
        await ann.table("rematch")
        again = (await ann.until(lambda message: message["table"]["rematch"]))["table"]["rematch"]
        table = served.rooms.open_rooms[again].table
        assert (table.hints, table.lookback, table.emotes, table.pace) == (True, True, True, Pace())

    run(tmp_path, story)


def test_a_table_is_set_up_found_by_its_code_and_sat_down_at(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(seats=[{}, {"name": "Grandma"}, {"bot": "steady"}, {}])
        assert made["seat"] == 0
        assert made["link"] == f"{served.url}/t/{made['code']}"
        typed = f"{made['code'][:3]}-{made['code'][3:]}".lower()
        lobby = (await served.http.get(f"/api/tables/{typed}")).json()
        assert [(chair["name"], chair["state"]) for chair in lobby["chairs"]] == [
            ("Ann", "person"),
            ("Grandma", "open"),
            ("Cleo", "bot"),
            ("", "open"),
        ]
        assert [chair["kept"] for chair in lobby["chairs"]] == ["", "Grandma", "", ""]
        assert lobby["you"] == {"seat": None, "host": False, "returning": None}
        assert (await served.sit(made["code"], "Bob"))["seat"] == 3, "a stranger does not take Grandma's chair"
        assert (await served.sit(made["code"], "grandma"))["seat"] == 1, "and she finds hers by her name"
        full = await served.http.post(f"/api/tables/{made['code']}/sit", json={"name": "Eve"})
        assert (full.status_code, full.json()["why"]) == (409, "All 4 chairs are taken.")

    run(tmp_path, story)


def test_a_lobby_says_who_is_waited_for_only_to_those_who_may_look_on(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(seats=[{}, {}], options={"initial_flips": 0})
        bob = await served.sit(made["code"], "Bob")
        ann = await served.join(made["code"], made["token"])
        at = f"/api/tables/{made['code']}"
        lobby = (await served.http.get(at)).json()
        assert (lobby["waiting"], lobby["moved"]) == ([], 0), "before the start"
        await ann.table(what="start")
        shown = await ann.until(lambda message: message["view"])
        for headers in ({}, bearer(made["token"]), bearer(bob["token"])):
            lobby = (await served.http.get(at, headers=headers)).json()
            assert lobby["waiting"] == shown["view"]["waiting"] != []
            assert abs(lobby["moved"] - time.time()) < 600
        await ann.table(what="settle", onlookers=False)
        served.http.cookies.clear()
        lobby = (await served.http.get(at)).json()
        assert (lobby["waiting"], lobby["moved"]) == ([], 0), "a stranger"
        lobby = (await served.http.get(at, headers=bearer(bob["token"]))).json()
        assert lobby["waiting"] == shown["view"]["waiting"]
        await ann.table(what="pause")
        lobby = (await served.http.get(at, headers=bearer(bob["token"]))).json()
        assert (lobby["phase"], lobby["waiting"]) == ("paused", [])

    run(tmp_path, story)


def test_the_token_is_in_a_cookie_that_scripts_and_other_tables_do_not_get(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        answer = await served.http.post("/api/tables", json={"game": "golf", "name": "Ann", "seats": [{}, {}]})
        made, cookie = answer.json(), answer.headers["set-cookie"]
        assert made["token"] in cookie
        assert len(made["token"]) == 22
        for part in ("HttpOnly", "SameSite=lax", f"Path=/api/tables/{made['code']}"):
            assert part in cookie
        assert "Secure" not in cookie
        lobby = (await served.http.get(f"/api/tables/{made['code']}")).json()
        assert lobby["you"] == {"seat": 0, "host": True, "returning": None}
        twice = await served.http.post(f"/api/tables/{made['code']}/sit", json={"name": "Ann"})
        assert twice.json()["seat"] == 0, "sitting down twice is sitting down once"

    run(tmp_path, story)


def test_a_host_may_do_without_a_chair_and_take_one_later(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(name="")
        assert made["seat"] is None
        host = await served.join(made["code"], made["token"])
        assert host.last["you"] == {"seat": None, "host": True, **NOTHING}
        answer = await served.http.post(
            f"/api/tables/{made['code']}/sit", json={"name": "Ann"}, headers=bearer(made["token"])
        )
        assert answer.json()["token"] == made["token"]
        message = await host.until(lambda message: message["you"]["seat"] == 0)
        assert message["you"]["host"]

    run(tmp_path, story)


def test_a_personal_link_opens_the_seat_on_another_device(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        at = f"/api/tables/{made['code']}"
        answer = (await served.http.get(f"{at}/link", headers=bearer(made["token"]))).json()
        link, _, token = answer["link"].partition("#seat=")
        assert link == made["link"]
        assert token == made["token"]
        assert answer["qr"].startswith("data:image/svg+xml")
        claimed = await served.http.post(f"{at}/claim", json={"token": token})
        assert claimed.json()["seat"] == 0
        assert token in claimed.headers["set-cookie"]
        served.http.cookies.clear()
        for wrong in ("", "x", token[:-1], token + "A"):
            refused = await served.http.post(f"{at}/claim", json={"token": wrong})
            assert refused.status_code == 401
            assert "set-cookie" not in refused.headers
        assert (await served.http.get(f"{at}/link")).status_code == 401
        qr = await served.http.get(f"{at}/qr.svg")
        assert qr.headers["content-type"] == "image/svg+xml"
        assert qr.text.startswith("<svg xmlns=")

    run(tmp_path, story)


def test_the_host_makes_a_new_link_and_the_old_one_is_worth_nothing(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(seats=[{}, {}, {"name": "Gran"}])
        bob = await served.sit(made["code"], "Bob")
        at = f"/api/tables/{made['code']}"
        old = await served.join(made["code"], bob["token"])
        by_bob = await served.http.post(f"{at}/seats/0/link", json={}, headers=bearer(bob["token"]))
        assert by_bob.status_code == 409
        answer = await served.http.post(f"{at}/seats/1/link", json={}, headers=bearer(made["token"]))
        token = answer.json()["link"].partition("#seat=")[2]
        await asyncio.wait_for(old.reading, 5)
        assert "new personal link" in old.bye
        assert (await served.http.post(f"{at}/claim", json={"token": bob["token"]})).status_code == 401
        assert (await served.http.post(f"{at}/claim", json={"token": token})).json()["seat"] == 1
        served.http.cookies.clear()
        gran = await served.http.post(f"{at}/seats/2/link", json={}, headers=bearer(made["token"]))
        assert gran.status_code == 200, "a link can be sent to somebody a chair is kept for"
        own = await served.http.post(f"{at}/seats/0/link", json={}, headers=bearer(made["token"]))
        new = own.json()["link"].partition("#seat=")[2]
        host = await served.join(made["code"], new)
        assert host.last["you"]["host"], "the host stays host"
        assert (await served.http.post(f"{at}/seats/7/link", json={}, headers=bearer(new))).status_code == 404

    run(tmp_path, story)


def test_a_locked_table_takes_nobody_new(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        await ann.table("settle", locked=True)
        refused = await served.http.post(f"/api/tables/{made['code']}/sit", json={"name": "Eve"})
        assert refused.status_code == 409
        assert "locked" in refused.json()["why"]
        await ann.table("settle", locked=False)
        await served.sit(made["code"], "Eve")

    run(tmp_path, story)


def test_the_host_says_whether_one_tap_plays_a_card(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        assert ann.last["table"]["one_tap"]
        await ann.table("settle", one_tap=False)
        told = await ann.until(lambda seen: not seen["table"]["one_tap"])
        assert told["happened"][-1]["say"] == ["You made it two taps to play a card."]

    run(tmp_path, story)


NAMES = ["", "   ", "x" * 300, "x" * 31, "<b>Eve</b>", "Eve<script>", "a\u202eb", "a\u0000b", "{0}", 7, None, ["Eve"]]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name)[:12])
def test_names_that_are_none_are_refused(tmp_path: Path, name: Any) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        refused = await served.http.post(f"/api/tables/{made['code']}/sit", json={"name": name})
        assert refused.status_code in (400, 409)
        assert refused.json()["why"].endswith(".")
        assert len(refused.json()["why"]) < 300
        ann = await served.join(made["code"], made["token"])
        assert (await ann.table("rename", name=name))["type"] == "refused"
        new = {"game": "golf", "name": "Ann", "seats": [{}, {"name": name}]}
        if name:
            assert (await served.http.post("/api/tables", json=new)).status_code in (400, 409)
        assert served.rooms.open_rooms[made["code"]].table.version == 0

    run(tmp_path, story)


@pytest.mark.parametrize(
    ("wishes", "part"),
    [
        ({"game": "chess"}, "no game called 'chess'"),
        ({"seats": [{}]}, "2 to 6 players, not 1"),
        ({"seats": [{}] * 7}, "2 to 6 players, not 7"),
        ({"seats": [{}] * 9}, "“seats” can have at most 8 in it"),
        ({"seats": [{"bot": "steady"}, {"bot": "steady"}]}, "no open chair left for you"),
        ({"seats": [{}, {"bot": "hal"}]}, "no bot called 'hal'"),
        ({"seats": [{}, {"name": "ann"}]}, "same name"),
        ({"options": {"holes": 99}}, "from 1 to 18"),
        ({"options": {"hols": 9}}, "Did you mean 'holes'"),
        ({"pace": {"turn": -1}}, "“turn” must be at least 0"),
        ({"pace": {"speed": 1}}, "speed"),
        ({"name": "x" * 300}, "up to 30 characters"),
        ({"surprise": 1}, "surprise"),
        ({"seats": "many"}, "“seats” must be a list, not text"),
    ],
)
def test_tables_that_cannot_be_are_refused(tmp_path: Path, wishes: dict[str, Any], part: str) -> None:
    async def story(served: Served) -> None:
        new = {"game": "golf", "name": "Ann", "seats": [{}, {}], **wishes}
        refused = await served.http.post("/api/tables", json=new)
        assert refused.status_code in (400, 409)
        assert part in refused.json()["why"]
        assert not served.rooms.open_rooms
        assert "set-cookie" not in refused.headers

    run(tmp_path, story)


def test_a_wrong_house_rule_is_refused_with_its_number(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        new = {"game": "golf", "name": "Ann", "seats": [{}, {}], "options": {"initial_flips": 3}}
        refused = await served.http.post("/api/tables", json=new)
        assert refused.json()["rule"] == "G2"

    run(tmp_path, story)


def test_what_is_no_request_is_answered_too(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        http = served.http
        made = await served.make()
        at = f"/api/tables/{made['code']}"
        for body in (b"{", b"\xff", b"[]", b'"x"', b"[" * 50_000, b'{"name": "Eve", "seat": -1}', b'{"seat": 1}'):
            refused = await http.post(f"{at}/sit", content=body, headers={"content-type": "application/json"})
            assert refused.status_code == 400, body[:20]
            assert refused.json()["why"]
        assert (await http.post(f"{at}/sit", content=b"x" * 70_000)).status_code == 413
        for path in (
            "/api/tables/ZZZZZZ",
            "/api/tables/nonsense",
            "/api/tables/ZZZZZZ/qr.svg",
            "/nowhere",
            "/assets/../x",
        ):
            assert (await http.get(path)).status_code == 404, path
        assert (await http.post("/api/tables/ZZZZZZ/sit", json={"name": "Eve"})).status_code == 404
        assert (await http.delete(at)).status_code == 405
        assert (await http.get(f"{at}/sit")).status_code == 405
        assert (await http.post(f"{at}/follow", json={}, headers=bearer(made["token"]))).status_code == 409
        evil = {"Origin": "http://evil.example", **bearer(made["token"])}
        assert (await http.post(f"{at}/sit", json={"name": "Eve"}, headers=evil)).status_code == 403
        assert served.rooms.open_rooms[made["code"]].table.version == 0

    run(tmp_path, story)


def test_get_changes_nothing(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        room = served.rooms.open_rooms[made["code"]]
        for path in (f"/t/{made['code']}", f"/api/tables/{made['code']}", f"/api/tables/{made['code']}/qr.svg"):
            for headers in ({}, bearer(made["token"])):
                answer = await served.http.get(path, headers=headers)
                assert "set-cookie" not in answer.headers
        assert room.table.version == 0
        assert not room.guests

    run(tmp_path, story)


def test_links_are_made_for_others_to_reach(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        assert (await served.make())["link"].startswith("https://cards.example.org/t/")

    async def tell() -> None:
        async with serving(tmp_path, public_url="https://cards.example.org") as served:
            await story(served)
            ours = {"Origin": "https://cards.example.org"}
            new = {"game": "golf", "name": "Ann", "seats": [{}, {}]}
            assert (await served.http.post("/api/tables", json=new, headers=ours)).status_code == 200

    asyncio.run(tell())


def test_healthz_metrics_and_headers(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        assert (await served.http.get("/healthz")).json() == {"ok": True}
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        await ann.table("words", words="tea")
        lines = (await served.http.get("/metrics")).text.splitlines()
        assert "parlour_tables_made_total 1" in lines
        assert "parlour_connections 1" in lines
        assert "parlour_entries_total 1" in lines
        assert "# TYPE parlour_connections gauge" in lines
        headers = (await served.http.get("/api/games")).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"

    run(tmp_path, story)


def test_the_page_is_served_at_its_addresses(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        for path in ("/", "/t/BCDFGH", "/new/golf", "/learn/golf"):
            page = await served.http.get(path)
            assert page.status_code == 200
            assert page.headers["cache-control"] == "no-cache"
        old, script = [part.split('"')[0] for part in page.text.split('src="')[1:]]
        assert (await served.http.get(old)).headers["cache-control"] == "no-cache"
        asset = await served.http.get(script)
        assert asset.status_code == 200
        assert "immutable" in asset.headers["cache-control"]

    run(tmp_path, story)


def test_openapi_describes_every_endpoint_and_the_server_keeps_to_it(tmp_path: Path) -> None:
    whole = json.loads(json.dumps(openapi()))
    names = set(whole["components"]["schemas"])
    assert {"NewTable", "Lobby", "Seated", "Refusal", "GameInfo"} <= names
    for operations in whole["paths"].values():
        for operation in operations.values():
            assert operation["summary"].endswith((".", "?"))
    for found in json.dumps(whole).split('"#/components/schemas/')[1:]:
        assert found.split('"')[0] in names

    async def story(served: Served) -> None:
        assert (await served.http.get("/openapi.json")).json() == whole

    run(tmp_path, story)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "["},
        {"Host": "a]b"},
        {"Host": "x" * 4000},
        {"Host": ""},
        {"Origin": "http://["},
        {"Origin": "null"},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic x"},
        {"Cookie": "parlour_seat=; =; x"},
    ],
    ids=str,
)
def test_odd_headers_are_answered_too(tmp_path: Path, headers: dict[str, str]) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        at = f"/api/tables/{made['code']}"
        for path in (at, f"{at}/qr.svg", f"{at}/link"):
            assert (await served.http.get(path, headers=headers)).status_code in (200, 400, 401, 421), path
        new = {"game": "golf", "name": "Ann", "seats": [{}, {}]}
        assert (await served.http.post("/api/tables", json=new, headers=headers)).status_code in (200, 400, 403, 421)

    run(tmp_path, story)


def test_odd_addresses_are_answered_too(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        for number in ("9" * 5000, "-1", "x", "٣"):
            path = f"/api/tables/{made['code']}/seats/{number}/link"
            assert (await served.http.post(path, json={}, headers=bearer(made["token"]))).status_code == 404

    run(tmp_path, story)


def test_a_request_that_breaks_off_troubles_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story(served: Served) -> None:
        port = int(served.url.rpartition(":")[2])
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{")
        await writer.drain()
        writer.close()
        await asyncio.sleep(0.1)
        assert (await served.http.get("/healthz")).status_code == 200

    run(tmp_path, story)
    assert "Traceback" not in caplog.text


def test_behind_tls_the_cookie_is_for_tls_only(tmp_path: Path) -> None:
    async def tell() -> None:
        async with serving(tmp_path, public_url="https://cards.example.org") as served:
            new = {"game": "golf", "name": "Ann", "seats": [{}, {}]}
            answer = await served.http.post("/api/tables", json=new, headers={"Origin": "https://cards.example.org"})
            assert "Secure" in answer.headers["set-cookie"]

    asyncio.run(tell())


def test_sitting_down_twice_at_once_takes_one_chair(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(name="", seats=[{}, {}, {}])
        at, host = f"/api/tables/{made['code']}/sit", bearer(made["token"])
        wishes = [served.http.post(at, json={"name": name}, headers=host) for name in ("Ann", "Anna")]
        answers = await asyncio.gather(*wishes)
        assert {answer.json()["seat"] for answer in answers} == {0}
        taken = [chair for chair in served.rooms.open_rooms[made["code"]].table.chairs if chair.key]
        assert len(taken) == 1

    run(tmp_path, story)


def test_a_finished_game_is_given_as_a_log_and_a_rematch_is_followed(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make(options={"holes": 1})
        code = made["code"]
        bob = await served.sit(code, "Bob")
        ann, other = await served.join(code, made["token"]), await served.join(code, bob["token"])
        assert "over yet" in (await served.http.get(f"/api/tables/{code}/log")).json()["why"]
        assert "over yet" in (await ann.table("rematch"))["why"]
        await other.table("words", words="tea")
        await ann.table("decorate", decor={"felt": "dusk"})
        await ann.table("start")
        rng = Random(1)
        while ann.last["table"]["phase"] != "over":
            for player in (ann, other):
                await player.until(lambda message: message["view"] is not None)
                if player.view.get("asks"):
                    version = (await player.say("act", action=some_action(player.view, rng)))["version"]
                    await asyncio.gather(ann.version(version), other.version(version))
        assert ann.last["table"]["words"] == ["", "tea"]
        answer = await served.http.get(f"/api/tables/{code}/log")
        assert "attachment" in answer.headers["content-disposition"]
        log = read_log(answer.content)
        assert final(find("golf"), log).result() == log.result
        assert log.opening.seats == ("Ann", "Bob")
        assert (await served.http.post(f"/api/tables/{code}/follow", json={}, headers=bearer(bob["token"]))).is_error
        first = await other.say("table", id="again", event={"what": "rematch"})
        assert first == await other.say("table", id="again", event={"what": "rematch"})
        assert "already a rematch" in (await ann.table("rematch"))["why"]
        message = await ann.until(lambda message: message["table"]["rematch"] is not None)
        for token, seat in ((made["token"], 0), (bob["token"], 1)):
            followed = await served.http.post(f"/api/tables/{code}/follow", json={}, headers=bearer(token))
            assert followed.json()["seat"] == seat
            assert followed.json()["code"] == message["table"]["rematch"]
            assert f"Path=/api/tables/{followed.json()['code']}" in followed.headers["set-cookie"]
            served.http.cookies.clear()
        again = await served.join(message["table"]["rematch"], made["token"])
        assert again.last["you"] == {"seat": 0, "host": True, **NOTHING}
        assert again.last["table"]["options"] == {"holes": 1}
        assert again.last["table"]["decor"]["felt"] == "dusk"
        assert again.last["table"]["commitment"] != ann.last["table"]["commitment"]
        link = await served.http.post(f"/api/tables/{code}/seats/1/link", json={}, headers=bearer(made["token"]))
        new = bearer(link.json()["link"].partition("#seat=")[2])
        refused = await served.http.post(f"/api/tables/{code}/follow", json={}, headers=new)
        assert refused.status_code == 409
        assert "set-cookie" not in refused.headers

    run(tmp_path, story)


def test_a_store_that_fails_is_a_503_and_nothing_is_acknowledged(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        await served.rooms.store.close()
        refused = await ann.table("start")
        assert refused["type"] == "refused"
        assert "didn't happen" in refused["why"]
        assert ann.last["table"]["phase"] == "lobby"
        answer = await served.http.post("/api/tables", json={"game": "golf", "seats": [{}, {}]})
        assert answer.status_code == 503

    try:
        run(tmp_path, story)
    except httpx.HTTPError:
        raise AssertionError("the server went away") from None
