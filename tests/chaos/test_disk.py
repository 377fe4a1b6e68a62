"""The disk is full for a while, read-only, or has something else under the data file's name."""

import asyncio
import resource
import sys
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

import parlour.cli
from tests.chaos.audit import audit
from tests.chaos.clients import Client, Crowd, seat_them
from tests.process import Process
from tests.server.driver import Player, some_action

linux = pytest.mark.skipif(sys.platform != "linux", reason="takes a limit that can be set from outside")


def fill_the_disk(server: Process, full: bool) -> None:
    """Forbid files to grow beyond the log's size now, or allow it again."""
    assert server.process is not None
    most = server.db.with_name("parlour.db-wal").stat().st_size if full else resource.RLIM_INFINITY
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@linux
def test_on_a_full_disk_moves_are_refused_and_nothing_is_ahead_of_it(tmp_path: Path) -> None:
    async def story() -> None:
        rng = Random(4)
        with Process(tmp_path, "--bot-pause", "0") as server:
            async with httpx.AsyncClient(base_url=server.url) as http:
                ann_has, bob_has = await seat_them(http, ["Ann", "Bob"], game="golf", seats=[{}, {}])
                code = ann_has["code"]
                ann = await Player.open(server.url, code, ann_has["token"])
                bob = await Player.open(server.url, code, bob_has["token"])
                await ann.table("start")
                version = (await ann.act(**await an_action(ann, rng)))["version"]
                before = await bob.version(version), await ann.version(version)
                fill_the_disk(server, True)
                moves = [(one, await an_action(one, rng)) for one in (ann, bob)]
                for one, move in moves:
                    refused = await one.say("act", id="again", action=move)
                    assert refused["type"] == "refused"
                    assert "couldn't be saved" in refused["why"]
                assert (await ann.say("arrange", order="suit"))["type"] == "refused"
                assert (await ann.table("pause"))["type"] == "refused"
                new = {"game": "golf", "name": "Eve", "seats": [{}, {}]}
                assert (await http.post("/api/tables", json=new)).status_code == 503
                assert (bob.last, ann.last) == before
                onlooker = await Player.open(server.url, code)
                assert onlooker.last["version"] == version
                assert (await http.get(f"/api/tables/{code}")).status_code == 200
                fill_the_disk(server, False)
                acks = [(await one.say("act", id="again", action=move))["version"] for one, move in moves]
                assert acks == [version + 1, version + 2]
                assert (await http.post("/api/tables", json=new)).status_code == 200
            server.kill()
            server.start()
            again = await Player.open(server.url, code, ann_has["token"])
            assert again.last["version"] == version + 2
            assert "Traceback" not in server.output.read_text()

    asyncio.run(story())


async def an_action(player: Player, rng: Random) -> dict[str, Any]:
    message = await player.until(lambda message: bool(message["view"] and message["view"].get("asks")))
    return some_action(message["view"], rng)


@linux
def test_when_there_is_room_again_bots_and_people_play_on(tmp_path: Path) -> None:
    async def story() -> None:
        crowd = Crowd()
        with Process(tmp_path, "--bot-pause", "0") as server:
            async with httpx.AsyncClient(base_url=server.url) as http:
                for number in range(3):
                    bots = [{"bot": "random"}] * 2
                    (ann,) = await seat_them(http, ["Ann"], game="golf", seats=[{}, *bots], options={"holes": 18})
                    crowd.begin(Client(crowd, [server.url], ann, Random(number)))
            for _ in range(2):
                await crowd.everybody_moves_on()
                fill_the_disk(server, True)
                refused = sum(len(journal.refused) for journal in crowd.journals)
                while sum(len(journal.refused) for journal in crowd.journals) < refused + 5:
                    crowd.check()
                    await asyncio.sleep(0.05)
                fill_the_disk(server, False)
            await crowd.everybody_moves_on()
            await crowd.end()
            assert server.stop() == 0
        found = await audit(str(server.db), crowd.journals)
        assert found["by bot"] > 3
        assert "Traceback" not in server.output.read_text()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("where", "why"), [("/proc/parlour.db", "can't be opened"), ("garbage.db", "file is not a database")]
)
def test_a_file_that_cannot_be_used_is_one_sentence_at_the_start(
    where: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / where
    if db.parent == tmp_path:
        db.write_bytes(b"a letter to grandmother\n" * 1000)
    assert parlour.cli.main(["serve", "--port", "0", "--db", str(db)]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert str(db) in error
    assert error.count("\n") == 1
