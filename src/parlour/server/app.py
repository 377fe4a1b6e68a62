"""The application: endpoints, WebSocket, page and middleware put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from parlour.server.addresses import Addresses
from parlour.server.api import ENDPOINTS
from parlour.server.endpoint import refuse
from parlour.server.game_files import game_file
from parlour.server.host_names import HostNames
from parlour.server.limits import Limits
from parlour.server.middleware import BudgetMiddleware
from parlour.server.openapi import openapi
from parlour.server.page import SHELL, WithHeaders, asset, shell
from parlour.server.previews import index, picture
from parlour.server.rooms import Rooms
from parlour.server.share.tunnel_end import ThroughTunnel, TunnelEnd
from parlour.server.socket import at_table


async def not_found(request: Request, error: Exception) -> Response:
    return refuse(404, "There's nothing at this address.")


async def wrong_method(request: Request, error: Exception) -> Response:
    response = refuse(405, f"{request.method[:20]} isn't allowed here.")
    here = [route for route in request.app.routes if isinstance(route, Route) and route.matches(request.scope)[0].value]
    allowed = {method for route in here for method in route.methods or ()}
    response.headers["allow"] = ", ".join(sorted(allowed or {"GET", "HEAD"}))
    return response


async def broken(request: Request, error: Exception) -> Response:
    return refuse(500, "Something went wrong on our side. Nothing has changed.")


async def describe_api(request: Request) -> Response:
    return Response(description(), media_type="application/json")


@cache
def description() -> bytes:
    return msgspec.json.encode(openapi())


def create_app(
    rooms: Rooms, addresses: Addresses, limited: bool = True, tunnel_end: TunnelEnd | None = None
) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await rooms.start()
        yield
        await rooms.close()

    routes = [
        *(Route(end.path, end.__call__, methods=[end.method]) for end in ENDPOINTS),
        WebSocketRoute("/api/tables/{code}/socket", at_table),
        Route("/openapi.json", describe_api),
        Route("/", index),
        Route("/t/{code}", index),
        Route("/new/{game}", index),
        Route("/learn/{game}", index),
        Route("/score", index),
        Route("/score/{game}", index),
        Route("/replay", index),
        Route("/replay/{code}", index),
        Route("/history", index),
        Route("/circle", index),
        *(Route(f"/{name}", shell) for name in SHELL),
        Route("/previews/{game}.png", picture),
        Route("/games/{game}/{digest}/{file:path}", game_file),
        Route("/assets/{name}", asset),
    ]
    limits = Limits(rooms.metrics, limited)
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            *([Middleware(ThroughTunnel, end=tunnel_end, addresses=addresses)] if tunnel_end else []),
            Middleware(WithHeaders, addresses=addresses),
            Middleware(BudgetMiddleware, limits=limits),
            Middleware(HostNames, addresses=addresses),
        ],
        exception_handlers={404: not_found, 405: wrong_method, 500: broken},
    )
    app.router.redirect_slashes = False  # it would redirect people to any host that their request names
    app.state.rooms = rooms
    app.state.addresses = addresses
    app.state.limits = limits
    app.state.tunnel_end = tunnel_end
    return app
