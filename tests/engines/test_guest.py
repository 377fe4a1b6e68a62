"""Engines at tables of the web: a real server, a real program, and `parlour engine` between them."""

import json
import subprocess
import sys
import threading
import urllib.error
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from parlour.cli import main
from parlour.engines.guest import EngineGuest
from parlour.games import discover, find
from parlour.kernel.refusal import Refused
from tests.engines import programs
from tests.process import ROOT, Process
from tests.server.plain_client import get, post


def table(server: Process, game: str, **more: Any) -> tuple[str, str, str]:
    """A table with an engine's chair and bots in the others: its code, the host's token and the chair's link."""
    seats = [{}, *[{"bot": "steady"}] * (find(game).seats[0] - 1)]
    made = post(f"{server.url}/api/tables", {"game": game, "seats": seats, **more})
    sat = post(f"{server.url}/api/tables/{made['code']}/sit", {"name": "Robot"})
    return made["code"], made["token"], f"{server.url}/t/{made['code']}#seat={sat['token']}"


def start(server: Process, code: str, token: str) -> None:
    address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as line:
        line.send(json.dumps({"type": "table", "id": "1", "event": {"what": "start"}}))
        while json.loads(line.recv(20))["type"] != "ack":
            pass


def look(server: Process, code: str) -> dict[str, Any]:
    address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    with connect(address, max_size=None) as line:
        seen: dict[str, Any] = json.loads(line.recv(20))
        return seen


def command(link: str, *program: str) -> list[str]:
    return [sys.executable, "-m", "parlour", "engine", "--seconds", "20", link, *program]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Process(tmp_path_factory.mktemp("engines"), "--bot-pause", "0", "--no-limits") as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("game", discover())
def test_a_program_plays_every_game_at_a_table_of_the_web(server: Process, game: str, tmp_path: Path) -> None:
    """With windows and times to cut in, as a table has them if nobody changes anything."""
    fewer = {"holes": 2, "rounds": 2}
    options = {name: rounds for name, rounds in fewer.items() if name in find(game).options.__struct_fields__}
    code, token, link = table(server, game, options=options)
    start(server, code, token)
    record = tmp_path / "lines"
    ran = subprocess.run(
        command(link, sys.executable, programs.__file__, "good", str(record)),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (ran.stderr, ran.returncode) == ("", 0), ran.stdout
    assert ran.stdout.startswith("The game is over: ")
    assert "Robot" in ran.stdout
    (file,) = tmp_path.iterdir()
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    views = [line for line in lines if line["type"] == "view"]
    assert {view["you"]["seat"] for view in views} == {0}
    versions = [happened["version"] for view in views for happened in view["happened"]]
    assert versions == sorted(set(versions)), "everything that happened is told once"
    assert views[-1]["table"]["phase"] == "over"
    entries = get(f"{server.url}/api/tables/{code}/log")["entries"]
    moves = [entry["by"] for entry in entries if entry["seat"] == 0 and entry["body"]["what"] == "move"]
    assert moves.count("person") > 0.8 * len(moves), "it made its own moves"


def test_the_clock_of_the_table_is_the_time_that_a_program_is_told(server: Process, tmp_path: Path) -> None:
    code, token, link = table(server, "golf", pace={"turn": 15}, options={"holes": 1})
    start(server, code, token)
    record = tmp_path / "lines"
    subprocess.run(command(link, sys.executable, programs.__file__, "good", str(record)), cwd=ROOT, timeout=120)
    (file,) = tmp_path.iterdir()
    views = [json.loads(line) for line in file.read_text().splitlines()]
    assert all(0 < view["deadline"] <= 15 for view in views if view["id"])
    told = {happened["version"] for view in views for happened in view["happened"]}
    assert len(told) >= len(get(f"{server.url}/api/tables/{code}/log")["entries"]), "views between questions count too"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("manner", "why"),
    [("dies", "died"), ("nonsense", "nonsense"), ("refused", "nonsense"), ("floods-a-line", "nonsense")],
)
def test_a_program_that_keeps_failing_leaves_and_a_bot_plays_on(server: Process, manner: str, why: str) -> None:
    code, token, link = table(server, "golf", options={"holes": 1})
    start(server, code, token)
    ran = subprocess.run(
        command(link, sys.executable, programs.__file__, manner), cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 2
    assert "failed 3 times and has left the table. A bot plays on." in ran.stderr
    assert ran.stdout.count(f"The program failed ({why})") == 3
    while (seen := look(server, code))["table"]["phase"] != "over":
        pass
    assert seen["table"]["chairs"][0]["bot"] == "steady"


@pytest.mark.slow
def test_a_program_that_is_slow_leaves_too(server: Process) -> None:
    code, token, link = table(server, "golf", options={"holes": 1})
    start(server, code, token)
    said: list[str] = []
    with pytest.raises(Refused, match="A bot plays on"):
        EngineGuest(link, [sys.executable, programs.__file__, "slow"], 0.1, said.append).play()
    assert [sentence.startswith("The program failed (slow)") for sentence in said] == [True] * 3


@pytest.mark.slow
def test_a_program_goes_on_where_it_was_when_the_server_was_killed(tmp_path: Path) -> None:
    with Process(tmp_path / "server", "--bot-pause", "0", "--no-limits") as running:  # `look` asks again and again
        code, token, link = table(running, "golf", options={"holes": 2})
        said: list[str] = []
        program = [sys.executable, programs.__file__, "good"]
        playing = threading.Thread(target=EngineGuest(link, program, 20, said.append).play, daemon=True)
        playing.start()
        start(running, code, token)
        while look(running, code)["version"] < 40:
            pass
        running.kill()
        running.start()
        playing.join(300)
        assert not playing.is_alive()
        assert look(running, code)["table"]["phase"] == "over"
    assert said[-1].startswith("The game is over: ")


@pytest.mark.parametrize(
    "link", ["http://localhost/t/BCD234", "ftp://localhost/t/BCD234#seat=abc", "http://localhost/#seat=abc", "x"]
)
def test_a_link_that_is_not_personal_is_refused(link: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", link, sys.executable]) == 2
    assert "isn't a personal link" in capsys.readouterr().err


def test_a_link_that_is_nobodys_is_turned_away(server: Process, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _ = table(server, "golf")
    assert main(["engine", f"{server.url}/t/{code}#seat={'a' * 22}", sys.executable]) == 2
    assert "can't be reached anymore" in capsys.readouterr().err


def test_no_request_of_the_web_can_start_a_program(server: Process, tmp_path: Path) -> None:
    made = tmp_path / "made"
    bot = f"exec:touch {made}"
    with pytest.raises(urllib.error.HTTPError, match="4"):
        post(f"{server.url}/api/tables", {"game": "golf", "name": "Ann", "seats": [{}, {"bot": bot}]})
    code, token, _ = table(server, "golf")
    address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as line:
        line.send(json.dumps({"type": "table", "id": "1", "event": {"what": "bot", "seat": 1, "bot": "exec:true"}}))
        while (answer := json.loads(line.recv(20)))["type"] == "view" or answer["type"] == "ping":
            pass
        assert (answer["type"], "has no bot called" in answer["why"]) == ("refused", True)
    assert not made.exists()
