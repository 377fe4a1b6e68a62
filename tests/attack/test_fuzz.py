"""Thousands of wrong messages over real WebSockets, at live tables of all games: every one is answered, the connection
and the table survive, and everybody else plays on."""

import asyncio
import json
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
import websockets

from parlour.games import discover
from parlour.kernel.refusal import Refused
from parlour.server import protocol
from parlour.server.rooms import Rooms
from parlour.store.sqlite import SqliteStore
from tests.arbitrary import LONG, tries
from tests.attack.raw import BINARY, CONTINUED, PING, TEXT, Raw, frame
from tests.process import Process
from tests.server.driver import PATIENCE, Player, Served, run, some_action

MANY = tries(10_000, 100_000)
AT_ONCE = 50  # messages sent before waiting for answers
ROOM = {name: min(3, game.seats[-1]) for name, game in discover().items()}

Bytes = str | bytes | list[str]  # a text, a binary message, or a text in parts

# ---------------------------------------------------------------- wrong messages

VALUES = [
    *("null", "true", "-1", "0", "7", "8", "1.5", "-0.0", "1e999", "NaN", "Infinity", "9" * 400, str(2**63)),
    *('""', '"x"', '"JOK"', '"JOK=7H"', '"7H"', '"\\u0000"', '"\\ud800"', '"\\u202e"', '"' + "é" * 300 + '"'),
    *('"meld:9@low"', "[]", "{}", "[[]]", '[["7H", "7H", "7H"]]', '["7H", 7, null]', "[" * 600 + "]" * 600),
    *('{"a": {"a": {"a": {}}}}', '{"hole": "card", "from": "hand:0"}', '{"do": "draw"}', "[" + "1," * 3000 + "1]"),
]
FACES = ["AS", "7H", "10D", "KC", "2S", "JOK", "R2", "Y1", "99Z", ""]
EVENTS: list[dict[str, Any]] = [
    *({"what": what} for what in ("start", "ready", "undo", "agree", "refuse", "rematch", "win")),
    {"what": "words", "words": "tea"},
    {"what": "promise", "hash": "0" * 64},
    {"what": "show", "words": "tea"},
    {"what": "rename", "name": "Eve"},
    {"what": "standing", "on": False},
    {"what": "gesture", "name": "throw"},
    {"what": "quote", "rule": "T1"},
    {"what": "nudge", "seat": 1},
    {"what": "swap", "a": 0, "b": 1},
    {"what": "remove", "seat": 0},
    {"what": "bot", "seat": 0, "bot": "steady"},
    {"what": "settle", "locked": True, "onlookers": False, "pace": {"turn": 1}},
    {"what": "decorate", "decor": {"felt": "wine", "initials": "ABC"}},
    {"what": "host", "seat": 1},
    {"what": "sit", "name": "Eve", "key": "0"},
    {"what": "move", "action": {"do": "draw"}},
    {"what": "newkey", "seat": 0, "key": "0"},
]


class Fuzzer:
    """Makes wrong messages out of right ones."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.count = 0

    def message(self, own: dict[str, Any], others: dict[str, Any]) -> Bytes:
        """Return a message of a client that has seen these two views, its own and another seat's."""
        right = self._right(own, others)
        ways = [self._same, self._garbage, self._truncated, self._scratched, self._odd_field, self._odd_field]
        ways += [self._field_more, self._twice, self._deep, self._huge, self._parts]
        return self.rng.choice(ways)(right)

    def _right(self, own: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
        """Return a message that could be right, or that only another seat may send."""
        self.count += 1
        head: dict[str, Any] = {"id": f"f{self.count}"}
        view = self.rng.choice([own, others])
        kind = self.rng.choice(["act", "act", "try", "table", "arrange", "emote", "visible", "ping"])
        if kind in ("act", "try"):
            action: dict[str, Any] = {"do": self.rng.choice(["draw", "pass", "fly"])}
            action = some_action(view, self.rng) if view.get("asks") else action
            if self.rng.random() < 0.3:
                wrong = self.rng.choice([*FACES, [self.rng.choice(FACES)] * 3, [[self.rng.choice(FACES)] * 3], 3])
                action[self.rng.choice([*action, "card", "slot"])] = wrong
            seen = {"seen": self.rng.choice([0, 1, 10**6])} if kind == "act" and self.rng.random() < 0.3 else {}
            return {"type": kind, **head, "action": action, **seen}
        if kind == "table":
            return {"type": kind, **head, "event": dict(self.rng.choice(EVENTS))}
        if kind == "arrange":
            return {"type": kind, **head, "order": self.rng.choice(["suit", "rank", "", "up", FACES])}
        return {"type": kind, **head, **({"visible": True} if kind == "visible" else {})}

    def _same(self, right: dict[str, Any]) -> Bytes:
        return json.dumps(right)

    def _garbage(self, right: dict[str, Any]) -> Bytes:
        data = self.rng.randbytes(self.rng.randrange(200))
        return data if self.rng.random() < 0.5 else data.decode("latin-1")

    def _truncated(self, right: dict[str, Any]) -> Bytes:
        text = json.dumps(right)
        return text[: self.rng.randrange(len(text))]

    def _scratched(self, right: dict[str, Any]) -> Bytes:
        data = bytearray(json.dumps(right).encode())
        for _ in range(self.rng.randint(1, 4)):
            data[self.rng.randrange(len(data))] = self.rng.randrange(256)
        return bytes(data)

    def _odd_field(self, right: dict[str, Any]) -> Bytes:
        inside = [right, *(value for value in right.values() if isinstance(value, dict))]
        inner = self.rng.choice(inside)
        inner[self.rng.choice(list(inner))] = "\x01"
        return json.dumps(right).replace('"\\u0001"', self.rng.choice(VALUES))

    def _field_more(self, right: dict[str, Any]) -> Bytes:
        name = self.rng.choice(["seat", "by", "reaction", "at", "key", "type2", ""])
        return json.dumps({**right, name: "\x01"}).replace('"\\u0001"', self.rng.choice(VALUES))

    def _twice(self, right: dict[str, Any]) -> Bytes:
        text = json.dumps(right)
        return "{" + text[1:-1] + ", " + text[1:]

    def _deep(self, right: dict[str, Any]) -> Bytes:
        depth = self.rng.choice([10, 500, 1500])
        return json.dumps({**right, "action": "\x01"}).replace('"\\u0001"', '{"do":' * depth + "1" + "}" * depth)

    def _huge(self, right: dict[str, Any]) -> Bytes:
        if self.rng.random() < 0.8:
            return self._odd_field(right)
        return json.dumps(right) + " " * self.rng.choice([16_384, 20_000, 100_000])

    def _parts(self, right: dict[str, Any]) -> Bytes:
        text = json.dumps(right)
        if self.rng.random() < 0.95:  # fragments are processed slowly
            return "[" + text + "]"
        cut = self.rng.randrange(len(text))
        return [text[:cut], text[cut:]]


def is_answered(data: Bytes) -> bool:
    """Whether a message gets an answer; a pong gets none, nor does the word that the page is seen or not."""
    text = "".join(data) if isinstance(data, list) else data
    try:
        message = protocol.read(text.encode() if isinstance(text, str) else text)
        return not isinstance(message, protocol.ClientPong | protocol.Visible)
    except Refused:
        return True


# ---------------------------------------------------------------- honest players, and Eve


class Game:
    """A table, its players, and the outcome of what they did."""

    def __init__(self, code: str, tokens: list[str], players: list[Player]) -> None:
        self.code = code
        self.tokens = tokens
        self.players = players
        self.answers = Counter[str]()
        self.going = True

    @classmethod
    async def begin(cls, url: str, http: httpx.AsyncClient, game: str, seats: int) -> "Game":
        pace = {"windows": False, **({"slam_grace": 0} if game == "yammouth" else {})}
        new = {"game": game, "name": "Ann", "seats": [{}] * seats, "pace": pace}
        made = (await http.post("/api/tables", json=new)).json()
        code, tokens = made["code"], [made["token"]]
        for name in ("Bob", "Eve")[3 - seats :]:
            http.cookies.clear()
            tokens.append((await http.post(f"/api/tables/{code}/sit", json={"name": name})).json()["token"])
        players = [await Player.open(url, code, token) for token in tokens]
        assert (await players[0].table("start"))["type"] == "ack"
        for player in players:
            await player.until(lambda message: message["view"] is not None)
        return cls(code, tokens, players)

    async def play(self, rng: Random) -> None:
        """Let everybody play honestly, Eve too, on another device than the one she attacks with."""
        while self.going:
            for player in self.players:
                if player.view.get("asks") and player.view["seat"] in player.view["waiting"]:
                    answer = await player.say("act", action=some_action(player.view, rng))
                    self.answers[answer["type"]] += 1
                    if answer["type"] == "ack":
                        await asyncio.gather(*(other.version(answer["version"]) for other in self.players))
            await asyncio.sleep(0.03)


class Eve:
    """The attacker: sends wrong messages, and counts the answers."""

    def __init__(self, line: websockets.ClientConnection) -> None:
        self.line = line
        self.sent = 0
        self.answers = Counter[str]()
        self.done: set[str] = set()  # ids that were acknowledged

    async def send(self, batch: list[Bytes]) -> None:
        for data in batch:
            await self.line.send(data)
        end = f"end{self.sent}"
        await self.line.send(json.dumps({"type": "ping", "id": end}))
        self.sent += len(batch)
        told = 0
        async with asyncio.timeout(PATIENCE):
            async for text in self.line:
                if str(text).startswith(('{"type":"view"', '{"type":"ping"')):
                    continue
                answer = json.loads(text)
                if answer["id"] == end:
                    break
                told += 1
                self.answers[answer["type"]] += 1
                assert answer.get("why", ".")[-1] in ".?!", answer
                assert "our side" not in answer.get("why", ""), answer
                if answer["type"] == "ack":
                    self.done.add(answer["id"])
        assert told == sum(map(is_answered, batch)), f"{told} answers to {batch}"


async def attack(url: str, game: Game, rng: Random, many: int) -> Eve:
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{game.code}/socket"
    token = {"Authorization": f"Bearer {game.tokens[-1]}"}
    fuzzer = Fuzzer(rng)
    async with websockets.connect(address, additional_headers=token, max_size=None, compression=None) as line:
        eve = Eve(line)
        while eve.sent < many:
            own, others = game.players[-1].view, game.players[0].view
            await eve.send([fuzzer.message(own, others) for _ in range(AT_ONCE)])
        return eve


def test_wrong_messages_are_all_answered_and_disturb_nobody(tmp_path: Path) -> None:
    rng = Random(7)

    async def story(url: str) -> tuple[list[Game], list[Eve]]:
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
            calm = await Game.begin(url, http, "golf", 2)
            games = [await Game.begin(url, http, name, seats) for name, seats in ROOM.items()]
            playing = [asyncio.create_task(game.play(Random(n))) for n, game in enumerate((calm, *games))]
            began = time.monotonic()
            eves = await asyncio.gather(*(attack(url, game, rng, MANY // len(games)) for game in games))
            took = time.monotonic() - began
            for game in (calm, *games):
                game.going = False
            await asyncio.gather(*playing)
            metrics = (await http.get("/metrics")).text
        sent = sum(eve.sent for eve in eves)
        answers = sum((eve.answers for eve in eves), Counter())
        played = [dict(game.answers) for game in games]
        print(f"{sent} messages in {took:.1f} s; answers {dict(answers)}; beside them {played}")
        assert sent >= MANY
        assert answers["refused"] > sent / 2
        assert answers["ack"] > 0, "some happened to be right"
        assert calm.answers.keys() == {"ack"}
        assert all(game.answers["ack"] > 5 for game in games)
        assert "parlour_store_failures_total 0" in metrics
        return [calm, *games], eves

    with Process(tmp_path, "--no-limits", "--bot-pause", "0") as server:
        games, eves = asyncio.run(story(server.url))
        assert server.stop() == 0
        assert "Traceback" not in server.output.read_text()
    asyncio.run(check_logs(tmp_path, games, eves))


async def check_logs(folder: Path, games: list[Game], eves: list[Eve]) -> None:
    """Check that the logs replay, and contain of Eve's messages only the acknowledged ones."""
    store = SqliteStore(folder / "parlour.db")
    rooms = Rooms(store)
    for game in games:
        table, _ = await rooms.read(game.code)
        kept = await store.load(game.code)
        assert kept is not None
        assert table.version == len(kept.entries) >= game.players[0].last["version"]
        assert all(0 < len(msgspec.json.encode(entry)) < 2000 for entry in kept.entries)
        written = {entry.id for entry in kept.entries if entry.id.startswith("f")}
        assert written <= set().union(*(eve.done for eve in eves))
        seats = {entry.seat for entry in kept.entries if entry.id.startswith("f")}
        assert seats <= {len(game.tokens) - 1}, "in nobody's name but her own"
    await store.close()


def test_frames_that_are_none_end_their_own_line_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    rng = Random(8)
    hello = json.dumps({"type": "ping", "id": "x"}).encode()

    def frames() -> bytes:
        return rng.choice(
            [
                rng.randbytes(rng.randrange(1, 300)),
                frame(rng.randrange(16), rng.randbytes(rng.randrange(300)), last=rng.random() < 0.5),
                frame(TEXT, hello, masked=False),
                frame(CONTINUED, hello),
                frame(TEXT, hello, last=False) + frame(TEXT, hello),
                frame(TEXT, hello, last=False) + frame(PING, b"x") + frame(CONTINUED, b"\xff"),
                frame(TEXT, b"\xff\xfe"),
                frame(PING, b"x" * 126),
                frame(PING, b"x", last=False),
                frame(8, b"\x00"),
                frame(8, b"\x03\xe7\xff"),
                b"\x81\xff" + b"\xff" * 8,
                b"\x82\xfe\xff\xff" + b"\0" * 4 + b"x" * rng.randrange(1000),
                frame(BINARY, b"x" * 200_000),
                frame(TEXT, hello)[: rng.randrange(1, 20)],
                b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
            ]
        )

    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        for _ in range(2000 if LONG else 200):
            line = await Raw.at_table(served, made["code"], made["token"])
            with suppress(ConnectionError):
                await line.send(b"".join(frames() for _ in range(rng.randint(1, 4))))
                if line.writer.can_write_eof() and rng.random() < 0.5:
                    line.writer.write_eof()
            line.close()
            assert (await ann.say("ping"))["type"] == "pong"
        async with asyncio.timeout(PATIENCE):
            while len(served.rooms.open_rooms[made["code"]].guests) > 1:
                await asyncio.sleep(0.05)
        assert served.rooms.open_rooms[made["code"]].table.version == 0
        await ann.close()

    run(tmp_path, story, limited=False)
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
