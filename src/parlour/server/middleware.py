"""What every request passes first, whatever it asks for: budgets, and bodies that nobody will read."""

import asyncio

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.endpoint import refuse, too_much
from parlour.server.limits import Limits, TooMuch, household

UNHURRIED = 0.3  # seconds after which whoever asks too often is refused, so that refusing does not keep us busy


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
    """A proxy before us may have believed the other one: then what we take for the end is another request to it."""
    return "content-length" in headers and "transfer-encoding" in headers


def has_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


def closing(send: Send) -> Send:
    """The answer to a request whose body nobody wants: the line ends with it, so that the rest is never read."""

    async def send_and_close(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
        await send(message)

    return send_and_close
