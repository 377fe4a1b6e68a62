"""Nothing stays behind when a run of the tests ends, however it ends: finished, interrupted or killed.

A run has a folder, in which all temporary files lie, and all that the tests start inherits its name. A process of its
own waits until the run is over, then stops what is still running and removes the folder.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil

RUN = "PARLOUR_TEST_RUN"
ROOT = Path(__file__).resolve().parent.parent
BY_THEMSELVES = 3.0  # seconds in which what was told to end may do so
POLITELY = 5.0  # seconds from being asked to end to being killed

_sweeper: "subprocess.Popen[bytes] | None" = None  # holds the pipe whose end says that we have ended


def begin() -> None:
    """Called by every process of pytest; the first one is the run."""
    global _sweeper
    if os.environ.get(RUN):
        return
    folder = tempfile.mkdtemp(prefix="parlour-tests-")
    command = [sys.executable, "-m", "tests.sweep", folder]
    _sweeper = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True)  # not for Ctrl-C
    os.environ[RUN] = os.environ["TMPDIR"] = tempfile.tempdir = folder


def left(folder: str) -> list[psutil.Process]:
    """What runs with the name of the folder in its environment."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get(RUN) == folder and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def sweep(folder: str) -> list[str]:
    """Gives the commands that had to be stopped."""
    _, running = psutil.wait_procs(left(folder), BY_THEMSELVES)
    stopped = [" ".join(process.as_dict(["cmdline"])["cmdline"] or ["?"]) for process in running]
    while running:
        for process in running:
            with suppress(psutil.Error):  # PostgreSQL waits for its clients at SIGTERM
                process.send_signal(signal.SIGINT if process.name() == "postgres" else signal.SIGTERM)
        for process in psutil.wait_procs(running, POLITELY)[1]:
            with suppress(psutil.Error):
                process.kill()
        running = left(folder)
    shutil.rmtree(folder, ignore_errors=True)
    return stopped


def main() -> None:
    sys.stdin.buffer.read()  # until nobody holds the other end
    for command in sweep(sys.argv[1]):
        with suppress(OSError):
            print(f"Still running after the tests, and stopped: {command[:200]}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
