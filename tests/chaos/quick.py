"""A server process that starts at once, for a thousand kills: it is forked from one that has imported everything. The
short form of the tests kills servers that start from nothing."""

import faulthandler
import multiprocessing
import os
import socket
import sys
import time
from pathlib import Path

import parlour.cli
import parlour.server.serve
import parlour.store.postgres
import parlour.store.sqlite
from parlour.games import discover
from tests.process import Process

__all__ = ["QuickProcess"]

discover()  # once, before the other processes are forked
NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload([__name__])


def serve(arguments: list[str], output: Path) -> None:
    with output.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    faulthandler.enable()  # prints where it crashes
    sys.exit(parlour.cli.main(["serve", *arguments]))


class QuickProcess(Process):
    """A `Process` that starts by forking."""

    child: multiprocessing.process.BaseProcess | None = None

    def launch(self) -> None:
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--db", self.kept_in]
        self.child = NURSERY.Process(target=serve, args=([*where, *self.arguments], self.output))
        self.child.start()

    def wait_until_open(self) -> None:
        assert self.child
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 5).close()
                return
            except OSError:
                if time.monotonic() > deadline or not self.child.is_alive():
                    raise AssertionError(f"the server did not start: {self.output.read_text()}") from None
                time.sleep(0.01)

    def kill(self) -> None:
        assert self.child
        self.child.kill()
        self.child.join()
        self.kills += 1

    def stop(self) -> int:
        assert self.child
        self.child.terminate()
        self.child.join(20)
        return self.child.exitcode if self.child.exitcode is not None else -1

    def __exit__(self, *_: object) -> None:
        if self.child is not None and self.child.is_alive():
            self.kill()
