"""A program as a process: questions go in, answers come out, and no wait is without an end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, Literal

import msgspec
from msgspec import Struct

MOST_BYTES = 16_384  # in an answer, as in a message of the web
AHEAD = 16  # lines that are read before they are asked for; a program that floods waits
GOODBYE = 0.5  # seconds to end in, once its input has ended

Reason = Literal["slow", "died", "nonsense"]


class Failed(Exception):
    """Raised when a program gives no usable answer: it is slow, it has died, or it talks nonsense."""

    def __init__(self, reason: Reason, why: str) -> None:
        super().__init__(why)
        self.reason = reason


class Answer(Struct, frozen=True, tag_field="type"):
    """Base of what a program says. `id` is that of the question."""

    id: str


class ActAnswer(Answer, frozen=True, tag="act"):
    """Make this move."""

    action: dict[str, Any]


class WaitAnswer(Answer, frozen=True, tag="wait"):
    """Not now."""


_reader: msgspec.json.Decoder[ActAnswer | WaitAnswer] = msgspec.json.Decoder(ActAnswer | WaitAnswer)


class Program:
    """A running program. Two threads read and write, so that neither a full pipe nor an empty one holds us up."""

    def __init__(self, command: Sequence[str], seed: int) -> None:
        environment = {**os.environ, "PARLOUR_SEED": str(seed)}
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, start_new_session=True
            )
        except OSError as error:
            raise Failed("died", f"it can't be started: {error.strerror}") from None
        self._said: Queue[bytes | None] = Queue(AHEAD)
        self._to_say: Queue[bytes | None] = Queue()
        self._ended = False
        self._owed: set[str] = set()  # the ids of questions that it has not answered in time
        self._threads = [Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def tell(self, message: Struct | dict[str, Any]) -> None:
        """Send a line that needs no answer."""
        self._to_say.put(msgspec.json.encode(message) + b"\n")

    def ask(self, message: Struct | dict[str, Any], id: str, seconds: float) -> ActAnswer | WaitAnswer:
        """Send a question and return its answer. Late answers to earlier questions are passed over."""
        until = time.monotonic() + seconds
        self.tell(message)
        self._owed.add(id)
        while True:
            try:
                line = self._said.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                raise Failed("slow", f"it didn't answer within {seconds:g} s") from None
            if line is None:
                self._ended = True
                raise Failed("died", "it ended in the middle of the game")
            answer = _read(line)
            if answer.id not in self._owed:
                raise Failed("nonsense", "it answers what nobody asked")
            self._owed.remove(answer.id)
            if answer.id == id:
                return answer

    def close(self) -> None:
        """End its input, and a moment later the program with everything it has started."""
        self._to_say.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE)
        self._kill()
        self._process.wait()
        with suppress(Empty):
            while not self._ended:
                self._ended = self._said.get(timeout=GOODBYE) is None
        for thread in self._threads:
            thread.join(GOODBYE)

    def _kill(self) -> None:
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            while line := stdout.readline(MOST_BYTES + 1):
                self._said.put(line)
        self._said.put(None)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as stdin:  # that it has died is seen by the end of its output
            while (line := self._to_say.get()) is not None:
                stdin.write(line)
                stdin.flush()


def _read(line: bytes) -> ActAnswer | WaitAnswer:
    if len(line) > MOST_BYTES:
        raise Failed("nonsense", f"its answer is longer than {MOST_BYTES} bytes")
    try:
        return _reader.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Failed("nonsense", "its answer isn't JSON of an act or a wait") from None
