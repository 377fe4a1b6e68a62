"""Plays Golf over the network against bots: `python examples/golf_client.py [http://localhost:8000]`.

A whole client in one file. It needs `httpx` and `websockets`, and nothing from Parlour: the server says which moves are
possible, and this player takes any of them.
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
    print(f"Table {table['code']}; watch it at {table['link']}")
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table['code']}/socket"
    headers = {"Authorization": f"Bearer {table['token']}"}
    ids = (f"robin-{number}" for number in itertools.count())
    seen = 0
    async for line in websockets.connect(address, additional_headers=headers):  # connects again if cut off
        waiting = False  # for an answer; the view after it shows what to do next
        async for text in line:
            message = json.loads(text)
            match message["type"]:
                case "ack":
                    waiting = False
                case "refused":
                    waiting = False
                    print(f"Refused: {message['why']} {message['rule']}")
                case "ping":  # measures the line, so that a slow one costs us nothing in a race
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
    """The next message to send, if there is anything to do."""
    table, you = message["table"], message["you"]["seat"]
    if table["phase"] == "lobby":
        return {"type": "table", "event": {"what": "start"}}
    if table["phase"] == "between" and not table["chairs"][you]["ready"] and you not in message["view"]["waiting"]:
        return {"type": "table", "event": {"what": "ready"}}
    asks = (message["view"] or {}).get("asks")
    return {"type": "act", "action": filled(random.choice(asks), message["view"])} if asks else None


def filled(ask: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """Turn an ask into an action, with any value for each hole. Golf has only holes for slots."""
    sizes = {zone["id"]: len(zone.get("items", ())) for zone in view["zones"]}
    return {
        key: random.choice(value.get("only") or range(sizes[value["from"]])) if isinstance(value, dict) else value
        for key, value in ask["action"].items()
    }


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000"))
