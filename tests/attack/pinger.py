"""A player at a live table, in a process and at an address of its own, who measures how long answers take."""

import json
import select
import socket
import sys
import time

import websockets.sync.client

BETWEEN = 0.06  # seconds between two pings: a connection may send 20 messages a second
ELSEWHERE = "127.0.0.2"
LOST = 30.0  # seconds after which an answer counts as lost


def main(port: int, code: str, token: str) -> None:
    line = socket.create_connection(("127.0.0.1", port), timeout=LOST, source_address=(ELSEWHERE, 0))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    address = f"ws://127.0.0.1:{port}/api/tables/{code}/socket"
    table = websockets.sync.client.connect(
        address, sock=line, additional_headers={"Authorization": f"Bearer {token}"}, ping_interval=None
    )
    print("ready", flush=True)
    took: list[float] = []
    while not select.select([sys.stdin], [], [], BETWEEN)[0]:
        id = f"m{len(took)}"
        began = time.perf_counter()
        table.send(json.dumps({"type": "ping", "id": id}))
        while True:
            message = json.loads(table.recv(LOST))
            if message.get("id") == id:
                break
            if message["type"] == "ping":
                table.send(json.dumps({"type": "pong", "id": message["id"]}))
        took.append(time.perf_counter() - began)
    print(json.dumps(took), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
