"""Runs the server as a process that tests can stop, kill and start again."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """`parlour serve`, on a port and a file that stay the same after a restart."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        db: str = "",
        site: Path | None = None,
        root: bool = True,
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.db = folder / "parlour.db"
        self.kept_in = db or str(self.db)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = folder / "output.txt"
        self.arguments = arguments
        self.python = sys.executable
        self.module = "parlour"
        paths = [str(ROOT)] if root else []
        paths += [*([str(site)] if site else []), os.environ.get("PYTHONPATH", "")]
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        self.process: subprocess.Popen[bytes] | None = None
        self.kills = 0

    def start(self) -> None:
        self.launch()
        self.wait_until_open()

    def launch(self) -> None:
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--db", self.kept_in]
        command = [self.python, "-m", self.module, "serve", *where, *self.arguments]
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(command, env=self.environment, stdout=output, stderr=output)

    def wait_until_open(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + 30
        while True:
            try:
                assert httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200
                return
            except httpx.TransportError:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    raise AssertionError(f"the server did not start: {self.output.read_text()}") from None
                time.sleep(0.05)

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.kills += 1

    def stop(self) -> int:
        """Ask the server to end. Returns the exit status."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(20)

    def __enter__(self) -> "Process":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
