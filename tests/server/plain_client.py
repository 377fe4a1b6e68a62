"""A client written from docs/protocol.md alone: it knows no game, no rule, and none of Parlour's code.

`python tests/server/plain_client.py URL GAME` plays a game against bots to the end, choosing at random what is offered.
"""

import asyncio
import itertools
import json
import random
import sys
import time
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]


def post(url: str, body: Json) -> Json:
    head = {"content-type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), head)) as answer:
        told: Json = json.load(answer)
        return told


def get(url: str) -> Any:
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)


def filled(ask: Json, view: Json, rng: random.Random) -> Json | None:
    """Return an ask with its holes filled, or None if nothing fits."""
    action: Json = ask["action"]
    holes = [key for key, value in action.items() if isinstance(value, dict)]
    if not holes:
        return action
    if ask.get("fits") is not None:
        return {**action, **dict(zip(holes, rng.choice(ask["fits"]), strict=True))} if ask["fits"] else None
    values = {key: values_of(action[key], view) for key in holes}
    return {**action, **{key: rng.choice(values[key]) for key in holes}} if all(values.values()) else None


def values_of(hole: Json, view: Json) -> list[Any]:
    items: list[Any] = next((zone.get("items", []) for zone in view["zones"] if zone["id"] == hole.get("from")), [])
    faces = [item if isinstance(item, str) else item.get("face") for item in items]
    match hole["hole"]:
        case "card":
            return hole["only"] if "only" in hole else [face for face in faces if face]
        case "slot":
            return hole["only"] if "only" in hole else list(range(len(items)))
        case "target":
            return list(hole["only"])
        case "choice":
            return [choice["value"] for choice in hole["of"]]
        case "cards" | "groups":
            return list(hole.get("examples", []))
    raise AssertionError(f"an unknown hole: {hole}")


class Client:
    def __init__(self, line: ClientConnection, rng: random.Random) -> None:
        self.line = line
        self.rng = rng
        self.ids = itertools.count(1)
        self.since = 0.0  # when the last view came
        self.refused: list[Json] = []  # with the action, and how long after the view it was sent
        self.sent: Json = {}
        self.last: Json = {}
        self.waits_for = ""
        self.done = -1  # the version of the last view that was answered

    async def play(self) -> None:
        """Play until the game is over: do anything that is asked, and wait for the answer."""
        async for text in self.line:
            message = json.loads(text)
            match message["type"]:
                case "ping":
                    await self.line.send(json.dumps({"type": "pong", "id": message["id"]}))
                case "view":
                    self.last, self.since = message, time.monotonic()
                case "ack" | "refused":
                    assert message["id"] == self.waits_for, message
                    self.waits_for = ""
                    if message["type"] == "refused":
                        self.refused.append({**message, "sent": self.sent, "after": time.monotonic() - self.since})
                    else:
                        self.done = message["version"] - 1  # earlier views do not show it
                case "bye":
                    raise AssertionError(message)
            if self.last.get("table", {}).get("phase") == "over":
                return
            if not self.waits_for and message["type"] != "ping":
                await self.act()

    async def act(self) -> None:
        """Do what is asked once: the acknowledgment comes before the view that shows it."""
        message, table = self.last, self.last.get("table", {})
        if not message or message["version"] <= self.done:
            return
        if table["phase"] == "lobby":
            await self.say({"type": "table", "event": {"what": "start"}})
        elif message["you"]["seat"] in message["view"].get("waiting", []):  # a seat that need not act may be too late
            free = [ask for ask in message["view"]["asks"] if not ask.get("held")]
            asks = self.rng.sample(free, len(free))
            actions = (filled(ask, message["view"], self.rng) for ask in asks)
            action = next((one for one in actions if one is not None), None)
            assert action is not None, asks
            await self.say({"type": "act", "action": action, "seen": message["version"]})
        elif table["phase"] == "between" and not table["chairs"][message["you"]["seat"]]["ready"]:
            await self.say({"type": "table", "event": {"what": "ready"}})

    async def say(self, message: Json) -> None:
        self.waits_for = f"m{next(self.ids)}"
        self.done = self.last["version"]
        self.sent = message
        await self.line.send(json.dumps({**message, "id": self.waits_for}))


async def play(url: str, game: str, seed: int, options: Json) -> Json:
    """Play a game; return the last view message, what was refused, and how many messages were sent."""
    about = next(one for one in get(f"{url}/api/games") if one["name"] == game)
    others = [{"bot": about["bots"][0]} for _ in range(about["seats"][0] - 1)]
    pace = {"windows": False, "slam_grace": 0} if about["grace"] else {"windows": False}
    new = {"game": game, "name": "Ann", "seats": [{}, *others], "options": options, "pace": pace}
    made = post(f"{url}/api/tables", new)
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{made['code']}/socket"
    head = {"Authorization": f"Bearer {made['token']}"}
    async with connect(address, additional_headers=head, max_size=None) as line:
        client = Client(line, random.Random(seed))
        await client.play()
        return {"last": client.last, "refused": client.refused, "said": next(client.ids) - 1, "code": made["code"]}


if __name__ == "__main__":
    told = asyncio.run(play(sys.argv[1], sys.argv[2], 1, {}))
    print(told["last"]["happened"][-1]["say"], len(told["refused"]), "refused")
