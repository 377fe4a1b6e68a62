"""The local end of a tunnel. Only the tunnel knows its port, so what arrives there is believed about where it is from:
people behind one tunnel have addresses, and so budgets, of their own."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.server.addresses import Addresses

LOOPBACK = "127.0.0.1"
NOBODY_KNOWN = "tunnel"  # the address of people whom the carrier says nothing about: they share one
SCHEMES = {"http": ("http", "https"), "websocket": ("ws", "wss")}

Address = tuple[str, int]


class TunnelEnd:
    def __init__(self, listening: socket.socket) -> None:
        self.listening = listening
        self.address: Address = listening.getsockname()[:2]
        self._callers: dict[int, str] = {}  # by the port that their connection to us comes from

    def leads_to(self, server: tuple[str, int | None] | None) -> bool:
        return server == self.address

    def caller(self, client: Address | None) -> str:
        """Return the address that the carrier gave for a connection; "" if it gives one for each request at most."""
        return self._callers.get(client[1], "") if client else ""

    @contextmanager
    def calling(self, caller: str) -> Iterator[socket.socket]:
        """Give a socket to connect with on behalf of a caller, who is known before the connection is there."""
        with socket.socket() as line:
            line.setblocking(False)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.bind((LOOPBACK, 0))
            port: int = line.getsockname()[1]
            if not _is_loopback(caller):  # a proxy on the carrier's own machine says in each request who calls
                self._callers[port] = caller
            try:
                yield line
            finally:
                self._callers.pop(port, None)


class ThroughTunnel:
    """Middleware that gives requests through the tunnel the caller's address and the scheme of the public link."""

    def __init__(self, app: ASGIApp, end: TunnelEnd, addresses: Addresses) -> None:
        self.app = app
        self.end = end
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in SCHEMES and self.end.leads_to(scope["server"]):
            caller = self.end.caller(scope["client"]) or forwarded_for(Headers(scope=scope)) or NOBODY_KNOWN
            scheme = SCHEMES[scope["type"]][self.addresses.public_url.startswith("https:")]
            scope = {**scope, "client": (caller, 0), "scheme": scheme}
        await self.app(scope, receive, send)


def forwarded_for(headers: Headers) -> str:
    """Return the last public address in X-Forwarded-For: carriers add the caller's behind what the caller wrote, and
    behind that at most addresses of their own network."""
    for said in reversed(",".join(headers.getlist("x-forwarded-for")).split(",")):
        try:
            address = ipaddress.ip_address(said.strip())
        except ValueError:
            return ""
        if address.is_global:
            return str(address)
    return ""


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
