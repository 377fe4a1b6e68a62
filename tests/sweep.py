"""Cleans up after a run of the tests, whether it finishes, is interrupted or is killed.

A run has a folder for all temporary files, and every process that the tests start inherits its name. A separate process
waits until the run is over, stops what is still running, and removes the folder.
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
BY_THEMSELVES = 3.0  # seconds for processes that are already ending
POLITELY = 5.0  # seconds between asking a process to end and killing it

_sweeper: "subprocess.Popen[bytes] | None" = None  # holds a pipe, which closes when this process ends


def begin() -> None:
    """Called by every pytest process. The first one begins the run."""
    global _sweeper
    if os.environ.get(RUN):
        return
    folder = tempfile.mkdtemp(prefix="parlour-tests-")
    command = [sys.executable, "-m", "tests.sweep", folder]
    _sweeper = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True)  # not ended by Ctrl-C
    os.environ[RUN] = os.environ["TMPDIR"] = tempfile.tempdir = folder


def left(folder: str) -> list[psutil.Process]:
    """The processes that have the folder's name in their environment."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get(RUN) == folder and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def sweep(folder: str) -> list[str]:
    """Clean up. Returns the commands that had to be stopped."""
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
    sys.stdin.buffer.read()  # until the other end is closed
    for command in sweep(sys.argv[1]):
        with suppress(OSError):
            print(f"Still running after the tests, and stopped: {command[:200]}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
