"""Circles and summaries at a real server: who sees what, who may do what, and what is left after a restart."""

import asyncio
import dataclasses
import random
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.games import discover
from parlour.server import circles
from parlour.store import sqlite as sqlite_store
from parlour.store.sqlite import SqliteStore
from tests.server.driver import PATIENCE, Served, run, serving, some_action
from tests.server.two_servers import two

BOT = {"bot": "steady"}
PLAIN = {"felt": "moss", "back": "leaves", "emblem": "", "initials": ""}


async def new_circle(served: Served, name: str = "The Smiths") -> str:
    answer = await served.http.post("/api/circles", json={"name": name})
    assert answer.status_code == 200, answer.text
    secret: str = answer.json()["secret"]
    assert answer.json()["link"].endswith(f"/circle#{secret}")
    return secret


def keys(secret: str, token: str = "") -> dict[str, str]:
    return {"Parlour-Circle": secret, **({"Authorization": f"Bearer {token}"} if token else {})}


async def look(served: Served, secret: str, **query: Any) -> dict[str, Any]:
    """Return the circle's view once all its tables have been read."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await served.http.get("/api/circle", headers=keys(secret), params=query)
            assert answer.status_code == 200, answer.text
            shown: dict[str, Any] = answer.json()
            if not shown["reading"]:
                return shown


async def join(served: Served, secret: str, made: dict[str, Any]) -> httpx.Response:
    return await served.http.post(
        f"/api/tables/{made['code']}/circle/join", json={}, headers=keys(secret, made["token"])
    )


async def finished(served: Served, name: str = "Ann", **wishes: Any) -> dict[str, Any]:
    """Play a game of one hole against a bot to the end."""
    made = await served.make(name=name, seats=[{}, BOT], options={"holes": 1}, **wishes)
    player = await served.join(made["code"], made["token"])
    await player.table("start")
    rng = random.Random(7)
    while True:
        now = await player.until(
            lambda message: message["table"]["phase"] == "over" or "asks" in (message["view"] or ())
        )
        if now["table"]["phase"] == "over":
            break
        answer = await player.act(**some_action(now["view"], rng))
        await player.version(answer.get("version", 0))
    await player.close()
    return made


def test_a_circle_shows_its_running_and_finished_tables_and_how_everybody_stands(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await new_circle(served)
        assert await look(served, secret) == {
            "name": "The Smiths", "next": None, "decor": PLAIN, "running": [], "here": {}, "finished": [], "more": 0,
            "standings": [], "reading": 0,
        }  # fmt: skip
        over = await finished(served, circle=secret)
        running = await served.make(seats=[{}, {"name": "Zoë"}], circle=secret)
        await served.make()
        shown = await look(served, secret)
        assert [table["code"] for table in shown["running"]] == [running["code"]]
        assert [player["name"] for player in shown["running"][0]["players"]] == ["Ann", "Zoë"]
        assert shown["running"][0]["phase"] == "lobby"
        (game,) = shown["finished"]
        assert (game["code"], game["game"], game["phase"], game["rounds"]) == (over["code"], "golf", "over", 1)
        assert game["players"][1]["bot"]
        (golf,) = shown["standings"]
        assert (golf["game"], golf["games"], golf["most_wins"]) == ("golf", 1, False)
        (ann,) = golf["people"]
        assert (ann["name"], ann["games"], ann["average"]) == ("Ann", 1, game["players"][0]["score"])
        assert ann["course"][0]["code"] == over["code"]

    run(tmp_path, story)


def test_finished_games_come_in_pages_and_by_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circles, "AT_ONCE", 2)

    async def story(served: Served) -> None:
        secret = await new_circle(served)
        codes = [(await finished(served, circle=secret))["code"] for _ in range(3)]
        first = await look(served, secret)
        assert ([table["code"] for table in first["finished"]], first["more"]) == ([codes[2], codes[1]], 1)
        second = await look(served, secret, skip=2)
        assert ([table["code"] for table in second["finished"]], second["more"]) == ([codes[0]], 0)
        assert (await look(served, secret, game="golf"))["more"] == 1
        assert (await look(served, secret, game="torpedo"))["finished"] == []
        for wrong in ({"skip": -1}, {"skip": "many"}, {"game": "g" * 50}):
            answer = await served.http.get("/api/circle", headers=keys(secret), params=wrong)
            assert answer.status_code == 400

    run(tmp_path, story)


@pytest.mark.slow
def test_without_the_secret_nothing_is_told(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await new_circle(served)
        made = await served.make(circle=secret)
        at = f"/api/tables/{made['code']}"
        for wrong in ("", secret[:-1], secret.swapcase(), "ÿ", "a" * 3000):
            headers = [
                (b"parlour-circle", wrong.encode("latin-1")),
                (b"authorization", f"Bearer {made['token']}".encode()),
            ]
            for method, path, body in (
                ("GET", "/api/circle", None),
                ("GET", "/api/circle/link", None),
                ("POST", "/api/circle/name", {"name": "Mine"}),
                ("POST", "/api/circle/without", {"code": made["code"]}),
                ("GET", f"{at}/circle", None),
                ("POST", f"{at}/circle/join", {}),
            ):
                answer = await served.http.request(method, path, json=body, headers=headers)
                assert answer.status_code in (401, 429), (path, answer.text)
                assert "Smiths" not in answer.text
        answer = await served.http.post("/api/tables", json={"game": "golf", "seats": [{}, {}], "circle": "guessed"})
        assert answer.status_code in (401, 429)
        assert [table["code"] for table in (await look(served, secret))["running"]] == [made["code"]]

    run(tmp_path, story)


@pytest.mark.slow
def test_guessing_secrets_is_slow_and_whoever_knows_one_comes_in(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await new_circle(served)
        statuses = [
            (await served.http.get("/api/circle", headers=keys(f"guess {number}"))).status_code for number in range(30)
        ]
        assert statuses[0] == 401
        assert statuses[-1] == 429
        assert (await served.http.get("/api/circle", headers=keys(secret))).status_code == 200

    run(tmp_path, story)


def test_only_whoever_sits_at_a_table_or_hosts_it_puts_it_into_a_circle(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await new_circle(served)
        made = await served.make()
        stranger = await join(served, secret, {"code": made["code"], "token": "nobody's"})
        assert stranger.status_code == 401
        assert (await join(served, secret, {"code": "ZZZZZZ", "token": made["token"]})).status_code == 404
        bob = await served.sit(made["code"], "Bob")
        assert (await join(served, secret, bob)).json() == {"name": "The Smiths", "belongs": True}
        assert (await join(served, secret, made)).status_code == 200, "once more changes nothing"
        assert len((await look(served, secret))["running"]) == 1
        at = f"/api/tables/{made['code']}/circle"
        assert (await served.http.get(at, headers=keys(secret))).json()["belongs"]
        other = await new_circle(served, "Others")
        assert not (await served.http.get(at, headers=keys(other))).json()["belongs"]
        out = await served.http.post("/api/circle/without", json={"code": made["code"].lower()}, headers=keys(secret))
        assert out.json() == {"name": "The Smiths", "belongs": False}
        assert (await look(served, secret))["running"] == []

    run(tmp_path, story)


def test_a_circle_opens_no_table_and_shows_names_and_scores_only(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await new_circle(served)
        made = await served.make(circle=secret, onlookers=False, seats=[{}, BOT])
        ann = await served.join(made["code"], made["token"])
        await ann.table("start")
        await ann.until(lambda message: message["view"] is not None)
        (table,) = (await look(served, secret))["running"]
        assert set(table) == {
            "code", "game", "moved", "players", "title", "sheet", "phase", "began", "rounds", "round_word"
        }  # fmt: skip
        assert all(set(player) <= {"name", "score", "won", "bot", "awards"} for player in table["players"])
        onlooker = await served.http.get(f"/api/tables/{made['code']}/summary", headers=keys(secret))
        assert onlooker.status_code == 401
        own = await served.http.get(f"/api/tables/{made['code']}/summary", headers=keys("", made["token"]))
        assert own.json()["players"] == table["players"]
        await ann.close()

    run(tmp_path, story)


def test_names_of_circles_are_checked_like_those_of_people(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        for name in ("", "   ", "<b>", "x" * 31, "a\u202eb", "a\x00b", "\u3164"):
            answer = await served.http.post("/api/circles", json={"name": name})
            assert answer.status_code == 409, name
        secret = await new_circle(served, "  Die  Müller-Lüdenscheidts ")
        assert (await look(served, secret))["name"] == "Die Müller-Lüdenscheidts"
        renamed = await served.http.post("/api/circle/name", json={"name": "家族 👪"}, headers=keys(secret))
        assert renamed.json() == {"name": "家族 👪"}
        refused = await served.http.post("/api/circle/name", json={"name": "<>"}, headers=keys(secret))
        assert refused.status_code == 409
        assert (await look(served, secret))["name"] == "家族 👪"
        link = (await served.http.get("/api/circle/link", headers=keys(secret))).json()
        assert link["link"].endswith(f"/circle#{secret}")
        assert link["qr"].startswith("data:image/svg+xml")

    run(tmp_path, story)


def test_a_full_circle_and_a_table_in_many_circles_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "MOST_TABLES", 1)
    monkeypatch.setattr(sqlite_store, "MOST_CIRCLES", 2)

    async def story(served: Served) -> None:
        many = [await new_circle(served, f"Circle {number}") for number in range(4)]
        made = await served.make()
        assert [(await join(served, secret, made)).status_code for secret in many[:3]] == [200, 200, 409]
        answer = await served.http.post("/api/tables", json={"game": "golf", "seats": [{}, {}], "circle": many[0]})
        assert answer.status_code == 409
        assert "up to" in answer.json()["why"]

    run(tmp_path, story)


def test_circles_are_not_made_by_the_hundred(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        answers = [await served.http.post("/api/circles", json={"name": "Many"}) for _ in range(12)]
        assert [answer.status_code for answer in answers[:10]] == [200] * 10
        assert answers[-1].status_code == 429
        assert "retry-after" in answers[-1].headers

    run(tmp_path, story)


def test_a_rematch_is_in_a_circle_only_if_somebody_who_holds_its_secret_says_so(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await new_circle(served)
        made = await finished(served, circle=secret)
        ann = await served.join(made["code"], made["token"])
        await ann.table("rematch")
        again = (await ann.until(lambda message: bool(message["table"]["rematch"])))["table"]["rematch"]
        await asyncio.sleep(0.2)
        assert (await look(served, secret))["running"] == [], "a seat is not enough"
        path, seat = f"/api/tables/{again}/circle/join", {"Authorization": f"Bearer {made['token']}"}
        refused = await served.http.post(path, json={}, headers=seat)
        assert refused.status_code == 401
        joined = await served.http.post(path, json={}, headers={**seat, "Parlour-Circle": secret})
        assert joined.json()["belongs"] is True
        assert [table["code"] for table in (await look(served, secret))["running"]] == [again]
        await ann.close()

    run(tmp_path, story)


def test_summaries_are_made_again_when_they_are_missing_or_spoilt_and_kept_when_a_game_ends(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            secret = await new_circle(served)
            codes = [(await finished(served, circle=secret))["code"] for _ in range(2)]
            await served.make(circle=secret)
            before = await look(served, secret)
            async with asyncio.timeout(PATIENCE):
                while not all([await served.rooms.store.summary(code) for code in codes]):
                    await asyncio.sleep(0.01)
        store = SqliteStore(tmp_path / "test.db")
        kept = await store.summary(codes[0])
        assert kept is not None
        await store.sum_up(codes[0], kept[0], b'{"of": "another Parlour"}')
        await store.sum_up(codes[1], kept[0] + 9, b"{}")
        async with serving(tmp_path, store=store) as served:
            assert await look(served, secret) == before
            assert not served.rooms.open_rooms, "nothing was opened for it"

    asyncio.run(story())


def test_a_table_that_cannot_be_read_is_left_out_and_the_others_are_shown(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            secret = await new_circle(served)
            good, bad = [await served.make(circle=secret) for _ in range(2)]
            await served.sit(bad["code"], "Bob")
        db = sqlite3.connect(tmp_path / "test.db")
        db.execute("UPDATE entries SET entry = '{}' WHERE code = ?", (bad["code"],))
        db.commit()
        db.close()
        async with serving(tmp_path) as served:
            shown = await look(served, secret)
            assert [table["code"] for table in shown["running"]] == [good["code"]]

    asyncio.run(story())


def test_a_summary_of_a_game_whose_rules_have_changed_still_knows_who_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            secret = await new_circle(served)
            made = await finished(served, circle=secret)
            before = await look(served, secret)
            async with asyncio.timeout(PATIENCE):
                while not await served.rooms.store.summary(made["code"]):
                    await asyncio.sleep(0.01)
        golf = discover()["golf"]
        monkeypatch.setitem(discover(), "golf", dataclasses.replace(golf, edition=golf.edition + 1))
        async with serving(tmp_path) as served:
            assert await look(served, secret) == before
            own = await served.http.get(f"/api/tables/{made['code']}/summary", headers=keys("", made["token"]))
            assert own.json() == before["finished"][0]
            assert await look(served, secret) == before, "now that it is in memory too"

    asyncio.run(story())


def test_standings_of_whatever_a_device_has_played(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await finished(served)
        mine = (await served.http.get(f"/api/tables/{made['code']}/summary")).json()
        played = {key: mine[key] for key in ("code", "game", "moved", "players")}
        (golf,) = (await served.http.post("/api/standings", json={"games": [played]})).json()
        assert (golf["game"], golf["people"][0]["name"]) == ("golf", "Ann")
        assert (await served.http.post("/api/standings", json={"games": []})).json() == []
        assert (await served.http.post("/api/standings", json={"games": [played] * 101})).status_code == 400

    run(tmp_path, story)


def test_no_secret_of_a_circle_is_in_the_data_file(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await new_circle(served)
        await served.make(circle=secret)
        assert secret.encode() not in b"".join(file.read_bytes() for file in tmp_path.glob("test.db*"))

    run(tmp_path, story)


def test_a_score_sheet_counts_as_the_game_that_was_played_and_everybody_on_it_as_a_person(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        secret = await new_circle(served)
        sheet = {"game": "score-golf", "name": "", "seats": [{"name": "Bob"}, {"name": "Cat"}], "options": {"holes": 1}}
        made = await served.make(**sheet, circle=secret)
        scribe = await served.join(made["code"], made["token"])
        written = await scribe.act(do="enter", number=1, cells=[{"points": 5}, {"points": 9}], calls=[])
        assert written["type"] == "ack", written
        shown = await look(served, secret)
        (table,) = shown["finished"]
        assert (table["game"], table["sheet"], table["phase"]) == ("golf", True, "over")
        assert table["players"] == [{"name": "Bob", "score": 5, "won": True}, {"name": "Cat", "score": 9}]
        (golf,) = shown["standings"]
        assert [(one["name"], one["wins"]) for one in golf["people"]] == [("Bob", 1), ("Cat", 0)]
        await scribe.act(do="correct", number=1, cells=[{"points": 5}, {"points": 4}], calls=[])
        (golf,) = (await look(served, secret))["standings"]
        assert [(one["name"], one["wins"]) for one in golf["people"]] == [("Cat", 1), ("Bob", 0)]
        await scribe.close()

    run(tmp_path, story)


@pytest.mark.slow
def test_a_circle_is_the_same_on_every_server_of_a_database(tmp_path: Path) -> None:
    async def story() -> None:
        async with two(tmp_path) as (one, other):
            secret = await new_circle(one, "家族")
            over = await finished(one, circle=secret)
            running = await other.make(circle=secret)
            views = [await look(served, secret) for served in (one, other)]
            assert views[0] == views[1]
            assert [table["code"] for table in views[0]["finished"]] == [over["code"]]
            assert [table["code"] for table in views[0]["running"]] == [running["code"]]

    asyncio.run(story())
