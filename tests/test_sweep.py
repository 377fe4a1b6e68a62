"""However a run of the tests ends, it leaves no process and no file."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.process import ROOT
from tests.sweep import RUN

CONFTEST = """
from tests import sweep

def pytest_configure():
    sweep.begin()
"""
TEST = """
import os, signal, subprocess, tempfile, time
import pytest

def leave(name):
    lasting = subprocess.Popen(["sleep", "300"])
    folder = tempfile.mkdtemp()
    with open(os.path.join({seen!r}, name), "w") as seen:
        seen.write(f"{{lasting.pid}} {{folder}}")

def test_that_fails_or_is_still_at_it():
    leave("at it")
    time.sleep(300) if {sleep} else pytest.fail()

def test_that_kills_its_process():
    leave("killed")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def wait_for(seen: Path) -> tuple[int, Path]:
    until = time.monotonic() + 120
    while not (seen.exists() and len(words := seen.read_text().split()) == 2):
        assert time.monotonic() < until
        time.sleep(0.05)
    return int(words[0]), Path(words[1])


@pytest.mark.parametrize(
    ("ends", "workers"),
    [("by itself", "2"), ("killed from within", "0"), ("SIGINT", "0"), ("SIGINT", "2"), ("SIGKILL", "2")],
)
def test_nothing_is_left_running_or_lying_about(tmp_path: Path, ends: str, workers: str) -> None:
    wait = ends.startswith("SIG")
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_run.py").write_text(TEST.format(seen=str(tmp_path), sleep=wait))
    environment = {name: value for name, value in os.environ.items() if name != RUN}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-c/dev/null", "-pno:cacheprovider", "-q", "-pxdist.plugin"]
    command += ["-n", workers, f"--rootdir={tmp_path}", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
        first, folder = wait_for(tmp_path / "at it")
        assert folder.parent.name.startswith("parlour-tests-")
        second = first if workers == "0" and wait else wait_for(tmp_path / "killed")[0]
        if wait:
            assert folder.is_dir()
            assert psutil.pid_exists(first)
            run.send_signal(signal.Signals[ends])
        said = run.communicate(timeout=120)[0].decode()  # this waits for the sweeper, too
    assert "Still running after the tests, and stopped: sleep 300" in said
    assert not psutil.pid_exists(first), said
    assert not psutil.pid_exists(second), said
    assert not list(tmp_path.glob("parlour-tests-*"))
    assert not list(tmp_path.glob("pytest-of-*"))
