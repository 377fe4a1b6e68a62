"""`parlour doctor`: what is there and what is not."""

import asyncio
import json
import re
import socket
from pathlib import Path

import pytest

from parlour.cli import main
from parlour.store.database import opened
from tests.commands import run
from tests.postgres import new_database
from tests.server.carriers import stand_in


def found(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, tuple[bool, str]]:
    given = json.loads(run(capsys, f"doctor {line} --json"))
    return {one["what"]: (one["there"], one["say"]) for one in given}


def test_everything_needed_is_here(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    port = free_port()
    told = found(capsys, f"--port {port} --db {tmp_path / 'new' / 'games.db'}")
    assert {"page", "data", "port", "network", "clock", "compiler", "PostgreSQL", "tunnel", "browser"} <= told.keys()
    assert told["port"] == (True, f"{port} is free")
    assert told["data"][0]
    assert not (tmp_path / "new").exists(), "the doctor changes nothing"
    assert told["clock"][0]


def test_a_port_that_is_taken_and_a_folder_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    monkeypatch.setattr("parlour.commands.doctor.find_spec", lambda name: None)
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        assert main(["doctor", "--port", str(taken.getsockname()[1]), "--db", str(tmp_path / "games.db")]) == 0
    said = capsys.readouterr().out
    assert "perhaps by another Parlour" in said
    assert f"{tmp_path} can't be written" in " ".join(said.split())
    assert "Missing:" in said
    assert "data, port" in said
    assert "needs parlour[postgres]" in said


async def tables_in(url: str) -> int:
    async with opened(url) as db:
        many: int = await db.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        return many


@pytest.mark.slow
def test_a_database_is_opened_and_nothing_in_it_changed(capsys: pytest.CaptureFixture[str]) -> None:
    port, url = free_port(), new_database()
    assert re.fullmatch(
        r"in the database .*, PostgreSQL \d+\.\d+", found(capsys, f"--port {port} --db {url}")["data"][1]
    )
    assert asyncio.run(tables_in(url)) == 0
    there, say = found(capsys, f"--port {port} --db postgresql://ann:hush@127.0.0.1:1/cards")["data"]
    assert not there
    assert "can't be opened" in say
    assert "hush" not in say


def test_what_is_not_there_is_said_and_what_to_do_without_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"--port {free_port()} --db {tmp_path / 'games.db'}"
    monkeypatch.setattr("parlour.commands.doctor.time.time", lambda: 0.0)
    monkeypatch.setattr("parlour.build.is_compiled", lambda: False)
    monkeypatch.setenv("PATH", "/nowhere")
    told = found(capsys, line)
    assert told["tunnel"] == (True, "parlour serve --share makes a link from outside, by SSH")
    assert told["browser"] == (False, "none found here; any phone or laptop will do")
    assert told["compiler"][0] is False
    assert "so pure Python runs" in told["compiler"][1]
    assert told["clock"][0] is False
    assert told["clock"][1].endswith("which is in the past: set it")
    for name in ("cloudflared", "firefox"):
        stand_in(tmp_path, monkeypatch, name, "")
    told = found(capsys, line)
    assert told["tunnel"][1].endswith("by cloudflared or SSH")
    assert told["browser"] == (True, str(tmp_path / "firefox"))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("0.0.0.0", 0))
        port: int = free.getsockname()[1]
        return port
