"""After the game, over HTTP: logs, replays and verdicts, of tables and of files."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.games import discover
from parlour.kernel.notation import read_either
from parlour.server import replays
from tests.server.driver import Served, run
from tests.server.evening import play
from tests.server.sheets import cells, sheet

GOLF, TORIPOKA = (list(discover()).index(game) for game in ("golf", "toripoka"))  # the numbers of their tables


async def finished(served: Served, number: int = GOLF) -> str:
    return f"/api/tables/{await play(served.rooms, number)}"


async def get(served: Served, path: str, status: int = 200) -> Any:
    answer = await served.http.get(path)
    assert answer.status_code == status, answer.text
    return answer.json()


async def post(served: Served, path: str, status: int = 200, **body: Any) -> Any:
    answer = await served.http.post(path, json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_finished_game_is_replayed_part_by_part(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        table = await finished(served)
        first = await get(served, f"{table}/replay?to=9")
        moves = first["moves"]
        assert [frame["at"] for frame in first["frames"]] == list(range(10))
        assert [frame["phase"] for frame in first["frames"]] == ["playing"] * 10
        assert first["frames"][0]["happened"] == []
        assert first["frames"][3]["happened"][0]["version"] == 3
        assert [one["round"] for one in first["rounds"]] == [1, 2]
        assert first["rounds"][1]["title"] == "Hole 2 of 2"
        second = first["rounds"][1]["at"]
        scored = await get(served, f"{table}/replay?from={second - 1}&to={second}")
        assert [frame["phase"] for frame in scored["frames"]] == ["between", "playing"]
        last = await get(served, f"{table}/replay?from={moves}&to=999999")
        assert [frame["phase"] for frame in last["frames"]] == ["over"]
        assert last["result"]["winners"] == last["frames"][0]["view"]["winners"]
        assert (await get(served, f"{table}/replay?from=999999"))["frames"] == []

    run(tmp_path, story)


def test_it_is_seen_from_every_seat_and_with_open_cards_and_nothing_is_asked(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        table = await finished(served, TORIPOKA)
        hidden = {}
        for seat in ("", "0", "1", "open"):
            frames = (await get(served, f"{table}/replay?seat={seat}"))["frames"]
            assert not any("asks" in frame["view"] for frame in frames)
            hands = [zone for zone in frames[0]["view"]["zones"] if zone["kind"] == "hand"]
            hidden[seat] = [any(item == {"down": True} for item in hand["items"]) for hand in hands]
        assert hidden == {"": [True, True], "0": [False, True], "1": [True, False], "open": [False, False]}
        await get(served, f"{table}/replay?seat=2", 409)
        await get(served, f"{table}/replay?seat=nobody", 400)
        await get(served, f"{table}/replay?from=-1", 400)

    run(tmp_path, story)


def test_a_running_game_stays_closed(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        for what in ("log", "log?form=text", "replay", "replay?seat=open", "verify"):
            assert "over yet" in (await get(served, f"/api/tables/{made['code']}/{what}", 409))["why"]

    run(tmp_path, story)


def test_a_game_of_another_edition_says_so(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        table = await finished(served)
        room = served.rooms.open_rooms[table[-6:]]
        room.table.invitation = replace(room.table.invitation, edition=0)
        for what in ("log", "replay", "verify"):
            assert "another version of the rules" in (await get(served, f"{table}/{what}", 409))["why"]

    run(tmp_path, story)


def test_where_nobody_may_look_on_nobody_may_look_back(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        table = await finished(served)
        room = served.rooms.open_rooms[table[-6:]]
        room.table.onlookers = False
        for what in ("log", "replay", "verify"):
            assert "let others watch" in (await get(served, f"{table}/{what}", 401))["why"]

    run(tmp_path, story)


def test_a_log_is_given_as_json_and_as_text_and_both_are_taken(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        table = await finished(served)
        as_json = await served.http.get(f"{table}/log")
        as_text = await served.http.get(f"{table}/log?form=text")
        assert as_text.headers["content-type"].startswith("text/plain")
        assert as_text.headers["content-disposition"].endswith('.txt"')
        assert read_either(as_text.content) == read_either(as_json.content)
        assert "; Hole 2 of 2" in as_text.text
        theirs = await get(served, f"{table}/replay?seat=1&from=5&to=8")
        for text in (as_json.text, as_text.text):
            assert await post(served, "/api/replay", log=text, seat="1", **{"from": 5, "to": 8}) == theirs
            verified = await post(served, "/api/verify", log=text)
            assert verified == await get(served, f"{table}/verify")

    run(tmp_path, story)


def test_verify_gives_what_one_needs_to_check_it_oneself(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        verified = await get(served, f"{await finished(served)}/verify")
        verdict, log = verified["verdict"], verified["log"]
        assert verdict["ok"] is True
        assert verdict["seal"] == log["entries"][-1]["seal"]
        assert [shuffle["n"] for shuffle in verdict["shuffles"]] == list(range(len(verdict["shuffles"])))
        assert sorted(verdict["shuffles"][0]["after"]) == sorted(verdict["shuffles"][0]["before"])

    run(tmp_path, story)


def test_a_doctored_file_is_refused_with_its_entry(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        table = await finished(served)
        log = (await served.http.get(f"{table}/log")).json()
        log["entries"][6]["at"] += 1
        verdict = (await post(served, "/api/verify", log=json.dumps(log)))["verdict"]
        assert (verdict["ok"], verdict["entry"]) == (False, 7)
        assert "Entry 7 doesn't fit" in (await post(served, "/api/replay", 409, log=json.dumps(log)))["why"]
        log["opening"]["edition"] += 1
        log["opening"]["seal"] = ""
        for entry in log["entries"]:
            del entry["seal"]
        verdict = (await post(served, "/api/verify", log=json.dumps(log)))["verdict"]
        assert "To replay the log, update Parlour." in verdict["why"]

    run(tmp_path, story)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "cut short"),
        ("{", "cut short"),
        ('{"opening": {"options": ' + '{"a": ' * 50_000, "nested too deeply"),
        ("Parlour log\ngame", "Line 2"),
        ("hello", "isn't a Parlour log"),
        ('{"opening": 1, "entries": []}', "isn't a Parlour log"),
    ],
)
def test_what_is_no_log_is_refused_in_one_sentence(tmp_path: Path, text: str, part: str) -> None:
    async def story(served: Served) -> None:
        for path in ("/api/replay", "/api/verify"):
            assert part in (await post(served, path, 400, log=text))["why"]

    run(tmp_path, story)


def test_a_file_has_a_size_and_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "ENOUGH", -1.0)

    async def story(served: Served) -> None:
        table = await finished(served)
        assert "too long to replay" in (await get(served, f"{table}/replay", 409))["why"]
        assert "too long to replay" in (await get(served, f"{table}/verify", 409))["why"]
        await post(served, "/api/verify", 413, log="x" * replays.MOST_BYTES)

    run(tmp_path, story)


def test_whoever_replays_without_end_has_to_wait(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        statuses = [(await served.http.post("/api/verify", json={"log": ""})).status_code for _ in range(200)]
        assert statuses[:120] == [400] * 120
        assert 429 in statuses[120:]
        assert "parlour_limited_replays_total 0" not in (await served.http.get("/metrics")).text

    run(tmp_path, story)


def test_a_score_sheet_replays_and_verifies_too(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        host, code = await sheet(served, "golf", options={"holes": 2})
        for number, points in enumerate([(3, 5, 9), (-2, 7, 0), (1, 7, 0)]):
            if number == 2:
                await host.act(do="undo")
            await host.act(do="enter", cells=cells(*points), calls=[0])
        table = f"/api/tables/{code}"
        replayed = await get(served, f"{table}/replay")
        assert replayed["moves"] == 4
        assert [frame["phase"] for frame in replayed["frames"]] == ["playing", "playing", "over", "playing", "over"]
        assert [one["at"] for one in replayed["rounds"]] == [0, 1]
        text = await served.http.get(f"{table}/log?form=text")
        assert read_either(text.content) == read_either((await served.http.get(f"{table}/log")).content)
        verdict = (await get(served, f"{table}/verify"))["verdict"]
        assert verdict["ok"] is True
        assert verdict["shuffles"] == []
        assert not any("secret" in said for said in verdict["proved"])
        assert any("a score sheet never sees them" in said for said in verdict["not_proved"])
        assert any("changed later" in said for said in verdict["not_proved"])

    run(tmp_path, story)
