"""Runs a server as a process of its own, on a core of its own."""

import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil
from bench.server_games import Begun, write
from tests.process import ROOT, free_port

from parlour import build

COMPILED = build.fitting() is not None
CORES = sorted(os.sched_getaffinity(0))
OF_SERVER, OF_DRIVER = CORES[0], CORES[-1]  # the same where there is only one
PATIENCE = 60.0  # seconds for it to start


class Served:
    def __init__(self, port: int, command: Sequence[str], output: Path) -> None:
        self.port = port
        self.command = command
        self.output = output
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers. It is pinned before it begins, so that all its threads are."""
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PARLOUR_BUILD": "compiled" if COMPILED else "pure"}
        os.sched_setaffinity(0, {OF_SERVER})
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(self.command, env=environment, stdout=output, stderr=output)
        os.sched_setaffinity(0, {OF_DRIVER})
        self.ps = psutil.Process(self.process.pid)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise AssertionError(f"the server did not start: {self.output.read_text()}")
            time.sleep(0.01)

    def _answers(self) -> bool:
        try:
            return self.get("/healthz") is not None
        except OSError:
            return False

    def get(self, path: str) -> str:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request("GET", path)
            answer = line.getresponse()
            assert answer.status == 200, (path, answer.status)
            return answer.read().decode()
        finally:
            line.close()

    def kill(self) -> None:
        """End it at once, like kill -9."""
        self.process.kill()
        self.process.wait()

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        times = self.ps.cpu_times()
        return float(times.user + times.system)

    def memory(self) -> int:
        """Bytes of memory, once it no longer grows."""
        last = 0
        while abs((now := int(self.ps.memory_info().rss)) - last) > 100_000:
            last = now
            time.sleep(0.5)
        return now


@contextmanager
def running(command: Callable[[Path, int], Sequence[str]]) -> Iterator[Served]:
    """Run the command made from a folder and a port. The folder is on the project's disk, because a folder in memory
    would make durability free."""
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder, port = Path(name), free_port()
        server = Served(port, command(folder, port), folder / "output.txt")
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def serving(tables: Iterable[Begun] = (), echo: int = 0) -> Iterator[Served]:
    """Run Parlour with these tables in its file, or a bare echo with views of this many bytes."""

    def command(folder: Path, port: int) -> list[str]:
        if echo:
            return [sys.executable, "-m", "bench.server_echo", str(port), str(echo)]
        write(folder / "parlour.db", tables)
        where = ["--host", "127.0.0.1", "--port", str(port), "--db", str(folder / "parlour.db")]
        return [sys.executable, "-m", "parlour", "serve", "--no-limits", *where]

    with running(command) as server:
        yield server
