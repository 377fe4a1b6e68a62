"""What only Unix has is never needed: on Windows everything is imported, and the server runs."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.process import ROOT, Process
from tests.server import plain_client

MODULE = "tests.without_unix"


def without_unix(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", MODULE, *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": ""}, capture_output=True, text=True)


def test_every_module_can_be_imported() -> None:
    ran = without_unix("import", "everything")
    assert ran.stderr == ""
    assert {"parlour.server.serve", "parlour.lab.many", "parlour.terminal.play"} <= set(ran.stdout.split())


def test_the_doctor_says_what_windows_lacks_and_what_is_there(tmp_path: Path) -> None:
    ran = without_unix("doctor", "--port", "0", "--db", str(tmp_path / "games.db"), "--json")
    assert ran.stderr == ""
    told = {one["what"]: (one["there"], one["say"]) for one in json.loads(ran.stdout)}
    assert told["compiler"] == (False, "missing is Linux or macOS, so pure Python runs")
    assert told["data"][0]
    assert told["port"] == (True, "0 is free")
    assert told["tunnel"][1].endswith("SSH")


@pytest.mark.slow
def test_the_server_runs_alone_on_its_file_plays_and_stops_when_told(tmp_path: Path) -> None:
    server = Process(tmp_path, "--bot-pause", "0")
    server.module = MODULE
    with server:
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', httpx.get(server.url).text)
        assert httpx.get(server.url + script).headers["content-type"].startswith("text/javascript")
        second = without_unix("serve", "--port", "0", "--db", str(server.db))
        assert "Another Parlour already uses" in second.stderr
        subprocess.run([sys.executable, plain_client.__file__, server.url, "golf"], check=True, capture_output=True)
        assert server.process
        server.process.send_signal(signal.SIGUSR1)  # which stands for Ctrl+Break
        assert server.process.wait(20) == 0
    assert "Every game is saved." in server.output.read_text().splitlines()[-1]
