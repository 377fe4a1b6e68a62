"""Score sheets over the wire: many phones, one sheet."""

from pathlib import Path
from typing import Any

from tests.server.driver import Served, run
from tests.server.sheets import PLAYERS, cells, sheet


def test_everybody_writes_on_one_sheet_and_sees_it_at_once(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        host, code = await sheet(served)
        assert host.last["table"]["phase"] == "playing"
        bob = await served.join(code, (await served.sit(code, "Bob"))["token"])
        onlooker = await served.join(code)
        first = await host.act(do="enter", cells=cells(0, 12, 25), number=1)
        second = await bob.act(do="enter", cells=cells(7, 0, 5), number=2)
        assert (first["type"], second["type"]) == ("ack", "ack")
        for player in (host, bob, onlooker):
            await player.version(second["version"])
            assert [seat["score"] for seat in player.view["seats"]] == [7, 12, 5]
            assert len(player.view["ledger"]["rounds"]) == 2
        assert (await onlooker.act(do="enter", cells=cells(0, 1, 2)))["type"] == "refused"
        late = await host.act(do="enter", cells=cells(0, 12, 25), number=2)
        assert "already saved" in late["why"]
        corrected = await host.act(do="correct", number=1, cells=cells(0, 12, 20))
        await bob.version(corrected["version"])
        assert [seat["score"] for seat in bob.view["seats"]] == [7, 12, 0]  # 20 + 5 drops
        assert bob.last["happened"][-1]["say"][0].startswith("The host fixed round 1")
        summary = (await served.http.get(f"/api/tables/{code}/summary")).json()
        assert 0 < summary["began"] <= summary["moved"]

    run(tmp_path, story)


def test_what_is_tried_is_counted_and_changes_nothing(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        host, _ = await sheet(served, "torpedo")
        tried = await host.say("try", action={"do": "enter", "cells": [{"points": 7}, {"cards": ["JOK", "7"]}, None]})
        assert tried["type"] == "refused"
        assert tried["counts"] == [None, 55, None]
        assert tried["faults"][0].startswith("No hand adds up to 7 points")
        assert tried["rule"] == "T31"
        assert host.last["version"] == 0
        tried = await host.say("try", action={"do": "enter", "cells": cells(0, 5, 10)})
        assert (tried["type"], tried["counts"]) == ("tried", [0, 5, 10])

    run(tmp_path, story)


def test_a_sheet_needs_names_and_takes_no_bots(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        for seats in ([{"name": "Ann"}, {}], [{"name": "Ann"}, {"bot": "steady"}], [{"name": "Ann"}, {"name": "ann"}]):
            answer = await served.http.post("/api/tables", json={"game": "score-golf", "seats": seats})
            assert answer.status_code == 409, answer.text
        answer = await served.http.post("/api/tables", json={"game": "score-whist", "seats": PLAYERS})
        assert answer.status_code == 409
        mine = await served.make(game="score-golf", name="bob", seats=PLAYERS)
        assert mine["seat"] == 1
        host = await served.join(mine["code"], mine["token"])
        assert (await host.table("bot", seat=0, bot="random"))["type"] == "refused"

    run(tmp_path, story)


def test_a_decided_match_can_be_corrected_and_played_again(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        host, code = await sheet(served, options={"out_over": 25})
        await host.act(do="enter", cells=cells(0, 30, 40))
        await host.until(lambda message: message["table"]["phase"] == "over")
        assert host.view["winners"] == [0]
        assert (await served.sit(code, "Cat"))["seat"] == 2
        await host.act(do="undo", change=1)
        await host.until(lambda message: message["table"]["phase"] == "playing")
        again = await host.act(do="enter", cells=cells(40, 0, 30))
        await host.version(again["version"])
        assert (await host.table("rematch"))["type"] == "ack"
        await host.until(lambda message: bool(message["table"]["rematch"]))
        other = await served.join(host.last["table"]["rematch"], host.token)
        assert [chair["name"] for chair in other.last["table"]["chairs"]] == ["Ann", "Bob", "Cat"]
        assert other.view["ledger"]["next"]["number"] == 1

    run(tmp_path, story)


def test_a_sheet_is_there_again_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(served: Served) -> None:
        host, kept["code"] = await sheet(served, "golf", options={"holes": 2})
        kept["token"] = host.token
        await host.act(do="enter", cells=[{"cards": ["K", "2", "7", "A", "2", "7"]}, *cells(3, 4)])

    async def after(served: Served) -> None:
        host = await served.join(kept["code"], kept["token"])
        assert [seat["score"] for seat in host.view["seats"]] == [1, 3, 4]
        await host.act(do="enter", cells=cells(0, 0, 1), calls=[2])
        await host.until(lambda message: message["table"]["phase"] == "over")
        log = await served.http.get(f"/api/tables/{kept['code']}/log")
        assert log.json()["opening"]["game"] == "score-golf"

    run(tmp_path, before)
    run(tmp_path, after)


WRONG: list[dict[str, Any]] = [
    {"do": "enter"},
    {"do": "enter", "cells": []},
    {"do": "enter", "cells": [{"points": 1}]},
    {"do": "enter", "cells": [{"points": 10**9}, None, None]},
    {"do": "enter", "cells": [{"points": 1.5}, None, None]},
    {"do": "enter", "cells": [{"cards": ["7" * 50]}, None, None]},
    {"do": "enter", "cells": [{"cards": ["7"] * 41}, None, None]},
    {"do": "enter", "cells": [{"points": 0, "cards": ["7"]}, {"points": 1}, {"points": 1}]},
    {"do": "enter", "cells": cells(0, 1, 2), "calls": [7]},
    {"do": "enter", "cells": cells(0, 1, 2), "calls": [0, 0]},
    {"do": "correct", "number": 1, "cells": cells(0, 1, 2)},
    {"do": "correct", "number": 0, "cells": cells(0, 1, 2)},
    {"do": "correct", "number": 10**12, "cells": cells(0, 1, 2)},
    {"do": "undo"},
    {"do": "undo", "change": -1},
    {"do": "strike"},
    {"do": "draw"},
]


def test_anything_else_is_refused(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        host, _ = await sheet(served)
        for action in WRONG:
            for way in ("act", "try"):
                answer = await host.say(way, action=action)
                assert answer["type"] == "refused", answer
        assert host.last["version"] == 0

    run(tmp_path, story)
