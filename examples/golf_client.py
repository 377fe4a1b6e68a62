"""Play Golf over the wire against bots, and say what happens: `python examples/golf_client.py [http://localhost:8000]`.

A whole client in one file. It needs `httpx` and `websockets`, and nothing of Parlour: what may be done comes from the
server, and this player simply takes one of the moves it is offered.
"""

import asyncio
import itertools
import json
import random
import sys
from typing import Any

import httpx
import websockets

HOLES = 3


async def main(server: str) -> None:
    async with httpx.AsyncClient(base_url=server) as http:
        new = {"game": "golf", "name": "Robin", "seats": [{}, {"bot": "steady"}, {"bot": "steady"}]}
        answer = await http.post("/api/tables", json={**new, "options": {"holes": HOLES}})
        if answer.is_error:
            sys.exit(answer.json()["why"])
    table = answer.json()
    print(f"Table {table['code']}; look on at {table['link']}")
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table['code']}/socket"
    headers = {"Authorization": f"Bearer {table['token']}"}
    ids = (f"robin-{number}" for number in itertools.count())
    seen = 0
    async for line in websockets.connect(address, additional_headers=headers):  # comes back by itself if cut off
        waiting = False  # for the answer to what was sent; the view after it shows what to do next
        async for text in line:
            message = json.loads(text)
            match message["type"]:
                case "ack":
                    waiting = False
                case "refused":
                    waiting = False
                    print(f"Refused: {message['why']} {message['rule']}")
                case "ping":  # measures the line; in a race the time it takes is not held against us
                    await line.send(json.dumps({"type": "pong", "id": message["id"]}))
                case "bye":
                    print(message["why"])
                case "view":
                    for entry in message["happened"]:
                        if entry["version"] > seen:
                            print(*entry["say"], sep="\n")
                    seen = message["version"]
                    if message["table"]["phase"] == "over":
                        return
                    if not waiting and (wish := what_next(message)):
                        waiting = True
                        await line.send(json.dumps({**wish, "id": next(ids)}))


def what_next(message: dict[str, Any]) -> dict[str, Any] | None:
    """The next thing to say, if there is anything."""
    table, you = message["table"], message["you"]["seat"]
    if table["phase"] == "lobby":
        return {"type": "table", "event": {"what": "start"}}
    if table["phase"] == "between" and not table["chairs"][you]["ready"] and you not in message["view"]["waiting"]:
        return {"type": "table", "event": {"what": "ready"}}
    asks = (message["view"] or {}).get("asks")
    return {"type": "act", "action": filled(random.choice(asks), message["view"])} if asks else None


def filled(ask: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """The ask as an action: any value for each of its holes. Golf has holes for places only."""
    sizes = {zone["id"]: len(zone.get("items", ())) for zone in view["zones"]}
    return {
        key: random.choice(value.get("only") or range(sizes[value["from"]])) if isinstance(value, dict) else value
        for key, value in ask["action"].items()
    }


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000"))
