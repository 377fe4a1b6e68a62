"""Programs that sit down as engines, good and bad: `python tests/engines/programs.py good`. They know no Parlour."""

import json
import os
import sys
import time
from typing import Any


def act(message: dict[str, Any]) -> dict[str, Any]:
    """The first ask that can be filled."""
    zones = {zone["id"]: zone.get("items", []) for zone in message["view"]["zones"]}
    for ask in message["view"]["asks"]:
        action = ask["action"]
        holes = [key for key, value in action.items() if isinstance(value, dict)]
        rows = ask.get("fits") or [[_first(action[key], zones) for key in holes]]
        if None not in rows[0] and not ask.get("held"):
            return {"type": "act", "id": message["id"], "action": {**action, **dict(zip(holes, rows[0], strict=True))}}
    return {"type": "wait", "id": message["id"]}


def _first(hole: dict[str, Any], zones: dict[str, list[Any]]) -> Any:
    items = zones.get(hole.get("from", ""), [])
    match hole["hole"]:
        case "slot":
            return hole.get("only", [0])[0]
        case "card":
            return hole.get("only", [item if isinstance(item, str) else item["face"] for item in items])[0]
        case "target":
            return hole["only"][0]
        case "choice":
            return hole["of"][0]["value"]
    return next(iter(hole.get("examples", [])), None)


def say(answer: object) -> None:
    print(json.dumps(answer), flush=True)


def main(manner: str, record: str = "") -> None:
    asked = 0
    for line in sys.stdin:
        if record:
            with open(f"{record}.{os.getpid()}", "a") as file:
                file.write(line)
        message = json.loads(line)
        if message["type"] != "view" or not message["id"]:
            continue
        asked += 1
        match manner:
            case "good":
                say(act(message))
            case "late" if asked == 2:  # and answers all the same
                time.sleep(2)
                say(act(message))
            case "late":
                say(act(message))
            case "slow":
                time.sleep(1000)
            case "dies":
                sys.exit(1)
            case "dies-once":
                if asked == 3 and not os.path.exists(f"{record}.dead"):
                    open(f"{record}.dead", "w").close()
                    os._exit(1)
                say(act(message))
            case "nonsense":
                print("your move was bold", flush=True)
            case "refused":
                say({"type": "act", "id": message["id"], "action": {"do": "win"}})
            case "waits":
                say({"type": "wait", "id": message["id"]})
            case "floods":
                while True:
                    say(act(message))
            case "floods-a-line":
                while True:
                    sys.stdout.write("x" * 100_000)


if __name__ == "__main__":
    main(*sys.argv[1:])
