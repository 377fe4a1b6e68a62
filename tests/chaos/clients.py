"""Well-behaved clients: they reconnect by themselves, to any server that answers, with the version they have seen, and
repeat what was not answered. Each keeps a journal of what it was told, which `audit` compares with the store."""

import asyncio
import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import msgspec
import websockets

from parlour.kernel.shuffle import promise_of
from tests.server.driver import Player, some_action

CUT = (ConnectionError, OSError, websockets.WebSocketException, TimeoutError)
ARRANGE, UNDO, PAUSE = 0.04, 0.03, 0.01  # how often a client does that instead of moving

Message = dict[str, Any]


@dataclass
class Journal:
    """What one client was told at one table."""

    code: str
    seat: int
    acked: dict[str, tuple[int, Message]] = field(default_factory=dict)  # id → version, and what was sent
    refused: dict[str, str] = field(default_factory=dict)  # id → why
    views: dict[int, list[Message]] = field(default_factory=lambda: defaultdict(list))  # by version
    seen: int = 0
    order: Any = ""  # of the hand, as last acknowledged
    unsure: list[Any] = field(default_factory=list)  # orders sent since, not acknowledged


class Crowd:
    """All clients, and what they report. A test can wait for a report, and gets it at once."""

    def __init__(self) -> None:
        self.clients: list[Client] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.counts = Counter[str]()
        self.hushed = False
        self._waiting: dict[str, asyncio.Future[None]] = {}

    def tell(self, what: str) -> None:
        self.counts[what] += 1
        if (waiting := self._waiting.pop(what, None)) and not waiting.done():
            waiting.set_result(None)

    async def next(self, what: str) -> None:
        """Wait until a client next reports this."""
        waiting = self._waiting.setdefault(what, asyncio.get_running_loop().create_future())
        try:
            async with asyncio.timeout(60):
                await waiting
        except TimeoutError as error:
            raise AssertionError(f"no {what} for a minute: {[client.stands() for client in self.clients]}") from error

    @property
    def journals(self) -> list[Journal]:
        return [journal for client in self.clients for journal in client.journals]

    def begin(self, *clients: "Client") -> None:
        self.clients += clients
        self.tasks += [asyncio.create_task(client.play()) for client in clients]

    def check(self) -> None:
        """Fail if any client has given up."""
        for task in self.tasks:
            if task.done():
                task.result()

    async def everybody_moves_on(self) -> None:
        """Wait until every client has seen something new."""
        before = {client: (client.journal.code, client.journal.seen) for client in self.clients if client.awake}

        def stuck() -> list[str]:
            return [one.stands() for one, was in before.items() if (one.journal.code, one.journal.seen) == was]

        try:
            async with asyncio.timeout(60):
                while stuck():
                    self.check()
                    await asyncio.sleep(0.05)
        except TimeoutError as error:
            raise AssertionError(f"nothing new for a minute: {stuck()}") from error

    async def everybody_finishes(self) -> None:
        """Wait until a game has ended at every table."""
        async with asyncio.timeout(300):
            while any(len(client.journals) == 1 for client in self.clients):
                self.check()
                await asyncio.sleep(0.2)

    async def in_step(self, seconds: float) -> None:
        """Stop all clients, and wait until everybody at a table sees the same."""
        self.hushed = True
        async with asyncio.timeout(seconds):
            while len({(one.journal.code, one.journal.seen) for one in self.clients}) > len(
                {one.journals[0].code for one in self.clients}
            ):
                self.check()
                await asyncio.sleep(0.05)
        self.hushed = False

    def move_half(self) -> None:
        """Make every second client hang up, and come back to another server if there is one."""
        for client in self.clients[::2]:
            if client.player and client.awake:
                client.player.line.transport.abort()

    async def end(self) -> None:
        self.check()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Client:
    def __init__(self, crowd: Crowd, urls: Sequence[str], seated: Message, rng: Random, awake: float = 1.0) -> None:
        self.crowd = crowd
        self.urls = itertools.cycle(urls)  # the next one if one does not answer
        self.token: str = seated["token"]
        self.rng = rng
        self.awake = awake  # how likely it answers a question
        self.asked, self.dreaming = 0, False  # the version of the last question, and whether it ignores it
        self.journals = [Journal(seated["code"], seated["seat"])]
        self.player: Player | None = None
        self.lines = 0  # how often it has connected
        self.pending: Message | None = None  # sent, or about to be, and not answered
        self.ids = (f"{rng.getrandbits(32):x}-{number}" for number in itertools.count())

    @property
    def journal(self) -> Journal:
        return self.journals[-1]

    def stands(self) -> str:
        """Describe the client, to find out why nothing happens."""
        last = self.player.last if self.player else {}
        phase = last["table"]["phase"] if last else "never connected"
        return f"{self.journal.code} seat {self.journal.seat}: {self.lines} lines, {phase}, sent {self.pending}"

    async def play(self) -> None:
        url = next(self.urls)
        while True:
            try:
                player = await Player.open(url, self.journal.code, self.token, self.journal.seen)
            except CUT:
                url = next(self.urls)
                await asyncio.sleep(0.03)
                continue
            self.crowd.tell("back")
            self.lines += 1
            self.player = player
            try:
                await self._stay(player)
            except CUT:
                url = next(self.urls)
            finally:
                self._keep(player)
                await player.close()

    async def _stay(self, player: Player) -> None:
        """Play until the connection breaks, or a rematch begins at another table."""
        while True:
            self._keep(player)
            if self.pending is None:
                self.pending = self._wish(player.last)
            if self.pending is None:
                if self._follow(player.last):
                    return
                with suppress(TimeoutError):  # to look again if it was told to hush
                    async with asyncio.timeout(1):
                        await player.next()
                continue
            await asyncio.sleep(self.rng.uniform(0, 0.03))
            await self._say(player, self.pending)

    async def _say(self, player: Player, message: Message) -> None:
        journal = self.journal
        if message["type"] == "arrange":
            journal.unsure.append(message["order"])
        self.crowd.tell("rematch" if message.get("event") == {"what": "rematch"} else "sent")
        answer = await player.say(**message)
        self.pending = None
        if answer["type"] == "ack":
            self.crowd.tell("ack")
            journal.acked[message["id"]] = (answer["version"], message)
            if message["type"] == "arrange":
                journal.order, journal.unsure = message["order"], []
            await player.version(answer["version"])
        else:
            journal.refused[message["id"]] = answer["why"]
            await asyncio.sleep(0.05)

    def _keep(self, player: Player) -> None:
        """Keep every view, and check that none is older than the one before."""
        for data in player.raw:
            message = msgspec.json.decode(data)
            if message["type"] == "view":
                journal = self.journal
                assert message["table"]["code"] == journal.code
                assert message["version"] >= journal.seen, f"{journal.code}: back from {journal.seen}"
                journal.seen = message["version"]
                journal.views[journal.seen].append(message)
        player.raw.clear()

    def _wish(self, message: Message) -> Message | None:
        """Return the message to send after this view, if any."""
        table, view, seat = message["table"], message["view"], self.journal.seat
        event = ""
        if self.crowd.hushed:
            return None
        if table["phase"] in ("lobby", "dealing"):
            return self._begin(message)
        elif table["phase"] == "paused":
            event = "resume"
        elif table["phase"] == "over":
            event = "rematch" if message["you"]["host"] and not table["rematch"] else ""
        elif table["undo"]:
            event = "" if seat in table["undo"]["agreed"] else self.rng.choice(["agree", "agree", "refuse"])
        elif table["phase"] == "between" and seat not in view["waiting"] and not table["chairs"][seat]["ready"]:
            event = "ready"
        elif self.rng.random() < ARRANGE:
            order = self.rng.choice(["suit", "rank", "", [self.rng.choice("A23456789") + self.rng.choice("SHDC")]])
            return {"id": next(self.ids), "type": "arrange", "order": order}
        elif message["you"]["undo"] and self.rng.random() < UNDO:
            event = "undo"
        elif self.rng.random() < PAUSE:
            event = "pause"
        elif view.get("asks") and not self._dreams(message["version"]):
            action = some_action(view, self.rng)
            return {"id": next(self.ids), "type": "act", "action": action, "seen": message["version"]}
        return {"id": next(self.ids), "type": "table", "event": {"what": event}} if event else None

    def _begin(self, message: Message) -> Message | None:
        """Promise words, then start; show the words when they are asked for."""
        table, words = message["table"], f"words of {self.journal.seat}"
        promise = promise_of(table["commitment"], words)
        event: Message = {"what": "promise", "hash": promise}
        if table["phase"] == "dealing":
            shown = any(sent.get("event", {}).get("what") == "show" for _, sent in self.journal.acked.values())
            if shown or table["promises"][self.journal.seat] != promise:
                return None
            event = {"what": "show", "words": words}
        elif table["promises"][self.journal.seat]:
            if not message["you"]["host"]:
                return None
            event = {"what": "start"}
        return {"id": next(self.ids), "type": "table", "event": event}

    def _dreams(self, version: int) -> bool:
        """Whether the client ignores this question; decided once for each."""
        if version != self.asked:
            self.asked, self.dreaming = version, self.rng.random() >= self.awake
        return self.dreaming

    def _follow(self, message: Message) -> bool:
        """Go to the rematch, where the same token holds the same seat."""
        code = message["table"]["rematch"]
        if code and code != self.journal.code:
            self.journals.append(Journal(code, self.journal.seat))
        return bool(code)


async def seat_them(http: httpx.AsyncClient, names: Sequence[str], **wishes: Any) -> list[Message]:
    """Make a table with these people, the first as host; return what each was given."""
    made = await _ask(http, "/api/tables", {"name": names[0], **wishes})
    path = f"/api/tables/{made['code']}/sit"
    return [made, *[await _ask(http, path, {"name": name}) for name in names[1:]]]


async def _ask(http: httpx.AsyncClient, path: str, body: Message) -> Message:
    answer = await http.post(path, json=body)
    assert answer.status_code == 200, answer.text
    http.cookies.clear()
    given: Message = answer.json()
    return given
