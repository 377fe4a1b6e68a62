"""An engine as a guest at a table on the web. It holds a chair by its personal link, as a person's device does."""

import json
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from parlour.engines.engine import LEEWAY, MOST_FAULTS, START
from parlour.engines.program import ActAnswer, Failed, Program
from parlour.kernel.refusal import Refused, quoted, repeated

KNOCK = 20.0  # seconds of silence after which the server is told that we are here
SECOND_LOOK = 1.0  # seconds for a newer view to come, if a move is refused
AGAIN = (1, 2, 5, 10, 20, 30)  # seconds before each attempt to connect again
TURNED_AWAY = 4000  # the code by which a server says: do not come back by yourself

Json = dict[str, Any]


class EngineGuest:
    """One program on one seat of one table, over as many connections as it takes."""

    def __init__(self, link: str, command: Sequence[str], seconds: float, say: Callable[[str], None]) -> None:
        address = urlsplit(link)
        found = re.fullmatch(r"/t/(\w+)", address.path)
        token = re.fullmatch(r"seat=([\w-]+)", address.fragment)
        if address.scheme not in ("http", "https") or not found or not token:
            raise Refused("", f"{quoted(link)} isn't a personal link, like http://localhost:8000/t/BCD234#seat=….")
        self.address = f"ws{address.scheme[4:]}://{address.netloc}/api/tables/{found[1]}/socket"
        self.token = token[1]
        self.command = command
        self.seconds = seconds
        self.say = say
        self.faults: Counter[str] = Counter()
        self._program: Program | None = None
        self._ids = 0
        self._nonce = secrets.token_hex(4)  # so that another guest on this seat has other ids
        self._happened: list[Json] = []  # since the last question
        self._forget_line()

    def _forget_line(self) -> None:
        self._last: Json = {}  # the last view
        self._answered = -1  # the version of the last view that needs no more thought
        self._refused = -1  # the version of the view for which a move was refused
        self._waits_for = ""  # the id of what the server has not acknowledged
        self._not_before = 0.0

    # ------------------------------------------------------------ the line

    def play(self) -> None:
        """Play until the game is over. Raises Refused if the table does not want us, or the program fails too often."""
        attempt = 0
        try:
            while True:
                try:
                    with connect(
                        self.address, additional_headers={"Authorization": f"Bearer {self.token}"}, max_size=None
                    ) as line:
                        attempt = 0
                        self._forget_line()
                        if self._sit(line):
                            return
                except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError) as error:
                    code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else 0
                    if code == TURNED_AWAY or attempt == len(AGAIN):
                        raise Refused("", "The table can't be reached anymore.") from None
                    time.sleep(AGAIN[attempt])
                    attempt += 1
        finally:
            if self._program is not None:
                self._program.close()

    def _sit(self, line: ClientConnection) -> bool:
        """Handle messages until the game is over (True) or the line ends."""
        while True:
            patience = self._patience()
            heard = self._listen(line, patience)
            while heard and self._listen(line, 0):  # only the newest view is worth a thought
                pass
            if not heard and patience == KNOCK:
                self._send(line, {"type": "ping"})
            if self._last.get("table", {}).get("phase") == "over":
                self._end()
                return True
            if not self._waits_for and self._patience() <= 0:
                self._move(line)

    def _listen(self, line: ClientConnection, seconds: float) -> bool:
        """Handle the next message; whether there was one in time."""
        try:
            text = line.recv(seconds)
        except TimeoutError:
            return False
        self._hear(line, json.loads(text))
        return True

    def _patience(self) -> float:
        """How long to listen before there is something to do."""
        if not self._wants_thought() or self._waits_for:
            return KNOCK
        return max(0.0, self._not_before - time.monotonic())

    def _hear(self, line: ClientConnection, message: Json) -> None:
        match message["type"]:
            case "ping":
                line.send(json.dumps({"type": "pong", "id": message["id"]}))
            case "bye":
                self.say(f"The server says: {repeated(message['why'])}")
            case "ack" if message["id"] == self._waits_for:
                self._waits_for = ""
                self._answered = max(self._answered, message["version"] - 1)  # earlier views do not show it
            case "refused" if message["id"] == self._waits_for:
                self._waits_for = ""
                self._refused = self._answered
                self._answered = -1
                self._not_before = time.monotonic() + SECOND_LOOK
                if self._program is not None:
                    self._program.tell(message)
            case "view":
                self._last = message
                self._happened += message["happened"]
                if message["version"] > self._refused:
                    held = message["hold"] or 0.0
                    if self._waited_for():
                        held = max(held, message["grace"] or 0.0)
                    self._not_before = time.monotonic() + held

    def _send(self, line: ClientConnection, message: Json) -> str:
        self._ids += 1
        id = f"{self._nonce}-{self._ids}"
        line.send(json.dumps({**message, "id": id}))
        return id

    # ------------------------------------------------------------ the game

    def _waited_for(self) -> bool:
        return self._last["you"]["seat"] in (self._last["view"] or {}).get("waiting", ())

    def _wants_thought(self) -> bool:
        """Whether the last view asks for something that has not been answered."""
        if not self._last or self._last["version"] <= self._answered:
            return False
        phase, seat = self._last["table"]["phase"], self._last["you"]["seat"]
        if seat is None:
            raise Refused("", "This link no longer has a chair at that table.")
        if phase == "between" and not self._waited_for():
            return not self._last["table"]["chairs"][seat]["ready"]
        return phase in ("playing", "between") and bool((self._last["view"] or {}).get("asks"))

    def _move(self, line: ClientConnection) -> None:
        """Answer the last view."""
        version = self._last["version"]
        if self._last["table"]["phase"] == "between" and not self._waited_for():
            self._answered = version
            self._waits_for = self._send(line, {"type": "table", "event": {"what": "ready"}})
            return
        try:
            if self._refused == version:
                raise Failed("nonsense", "its move was refused")
            answer = self._ask()
        except Failed as failed:
            self._refused = -1
            self._fail(line, failed)
            return
        self._answered = version
        if isinstance(answer, ActAnswer):
            self._waits_for = self._send(line, {"type": "act", "action": answer.action, "seen": version})

    def _ask(self) -> ActAnswer | None:
        """The program's move; None for "not now"."""
        left = self._last["deadline"]
        seconds = self.seconds if not left else min(self.seconds, left)
        time_out = seconds + LEEWAY
        if self._program is None:
            self._program = Program(self.command, secrets.randbits(31))
            time_out += START
        self._ids += 1
        asks = [{key: value for key, value in ask.items() if key != "held"} for ask in self._last["view"]["asks"]]
        happened, self._happened = self._happened, []
        view = {**self._last["view"], "asks": asks}
        question = {**self._last, "id": str(self._ids), "view": view, "deadline": seconds, "happened": happened}
        answer = self._program.ask(question, str(self._ids), time_out)
        if isinstance(answer, ActAnswer):
            return answer
        if self._waited_for():
            raise Failed("nonsense", "it waits, and so does everybody else")
        return None

    def _fail(self, line: ClientConnection, failed: Failed) -> None:
        """Ask again, or after too many faults leave the chair, so that a bot plays on."""
        self.faults[failed.reason] += 1
        self.say(f"The program failed ({failed.reason}): {failed}.")
        if failed.reason == "died" and self._program is not None:
            self._program.close()
            self._program = None
        if self.faults.total() >= MOST_FAULTS:
            self._waits_for = self._send(line, {"type": "table", "event": {"what": "leave"}})
            while self._waits_for:
                self._hear(line, json.loads(line.recv(KNOCK)))
            raise Refused("", f"The program failed {MOST_FAULTS} times and has left the table. A bot plays on.")

    def _end(self) -> None:
        if self._program is not None:
            self._program.tell({**self._last, "id": "", "deadline": None, "happened": self._happened})
        scores = [f"{seat['name']} {seat['score']}" for seat in self._last["view"]["seats"]]
        self.say(f"The game is over: {repeated(', '.join(scores))}.")
