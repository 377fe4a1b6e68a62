"""The least that this stack can do: `python -m bench.server_echo PORT BYTES`. For every message it sends an
acknowledgement, and as many bytes as a view has to every socket of the table. Nothing is decided, kept or shown."""

import sys
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.server.serve import listen

tables = defaultdict[str, set[WebSocket]](set)
versions = defaultdict[str, int](int)
size = int(sys.argv[2])


def view(version: int) -> str:
    return f'{{"type":"view","version":{version},"view":"'.ljust(size - 2, "x") + '"}'


async def at_table(socket: WebSocket) -> None:
    code = socket.path_params["code"]
    await socket.accept()
    tables[code].add(socket)
    try:
        await socket.send_text(view(versions[code]))
        while await socket.receive_text():
            versions[code] += 1
            await socket.send_text(f'{{"type":"ack","id":"17","version":{versions[code]}}}')
            seen = view(versions[code])
            for other in tables[code]:
                await other.send_text(seen)
    except WebSocketDisconnect:
        pass
    finally:
        tables[code].discard(socket)


async def health(request: Request) -> Response:
    return PlainTextResponse("ok")


app = Starlette(routes=[Route("/healthz", health), WebSocketRoute("/api/tables/{code}/socket", at_table)])
config = uvicorn.Config(
    app, log_config=None, access_log=False, ws="websockets-sansio", ws_per_message_deflate=False, server_header=False
)
uvicorn.Server(config).run(sockets=[listen("127.0.0.1", int(sys.argv[1]))])
