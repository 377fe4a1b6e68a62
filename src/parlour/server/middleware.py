"""Middleware for every request: budgets, and requests with bodies that are never read."""

import asyncio

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.endpoint import refuse, too_much
from parlour.server.limits import Limits, TooMuch, household

UNHURRIED = 0.3  # seconds before a refusal, so that refusing floods does not keep us busy


class BudgetMiddleware:
    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = await self._refusal(scope)
        unread = scope["method"] in ("GET", "HEAD") and has_body(Headers(scope=scope))
        await (refusal or self.app)(scope, receive, closing(send) if unread else send)

    async def _refusal(self, scope: Scope) -> Response | None:
        client = scope.get("client")
        try:
            self.limits.request(household(client[0] if client else ""), scope["path"].startswith("/api/"))
        except TooMuch as much:
            await asyncio.sleep(UNHURRIED)
            return too_much(much)
        if says_its_length_twice(Headers(scope=scope)):
            response = refuse(400, "The request gives its length in two ways.")
            response.headers["connection"] = "close"
            return response
        return None


def says_its_length_twice(headers: Headers) -> bool:
    """Request smuggling: a proxy in front of us may use the other length, and see another request where ours ends."""
    return "content-length" in headers and "transfer-encoding" in headers


def has_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


def closing(send: Send) -> Send:
    """Close the connection after the answer to a request with an unwanted body, so that the body is never read."""

    async def send_and_close(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
        await send(message)

    return send_and_close
