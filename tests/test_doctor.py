"""`parlour doctor`: what is there and what is not."""

import json
import socket
from pathlib import Path

import pytest

from parlour.cli import main
from tests.commands import run


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


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("0.0.0.0", 0))
        port: int = free.getsockname()[1]
        return port
