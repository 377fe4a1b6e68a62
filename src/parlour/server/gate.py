"""What every request passes first, whatever it asks for: budgets, and bodies that have no business here."""

import asyncio

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.server.endpoint import refuse, too_much
from parlour.server.limits import Limits, TooMuch, household

UNHURRIED = 0.3  # seconds after which whoever asks too often is refused, so that refusing does not keep us busy


class Gate:
    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = await self._refusal(scope) if scope["type"] == "http" else None
        await (refusal or self.app)(scope, receive, send)

    async def _refusal(self, scope: Scope) -> Response | None:
        client = scope.get("client")
        try:
            self.limits.request(household(client[0] if client else ""), scope["path"].startswith("/api/"))
        except TooMuch as much:
            await asyncio.sleep(UNHURRIED)
            return too_much(much)
        if why := wrong_body(scope["method"], Headers(scope=scope)):
            response = refuse(400, why)
            response.headers["connection"] = "close"
            return response
        return None


def wrong_body(method: str, headers: Headers) -> str:
    """What is wrong with the way a body is announced; nothing if nothing is."""
    length, coded = headers.get("content-length"), "transfer-encoding" in headers
    if length is not None and coded:  # a proxy before us may have believed the other one: then its end is a request
        return "The request says its length in two ways."
    if method in ("GET", "HEAD") and (coded or length not in (None, "0")):
        return "A request of this kind has no body."
    return ""
