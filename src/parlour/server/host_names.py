"""The host names that the server answers to. It refuses all others, because a stranger could point their own name at
our address (DNS rebinding), and browsers would take their page for one of ours."""

import ipaddress
import logging
import re
import socket

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.kernel.refusal import Refused, quoted
from parlour.server.addresses import Addresses
from parlour.server.endpoint import refuse

log = logging.getLogger("parlour")

MISDIRECTED = 421
# Endings of machine names in home networks; nobody can register them.
AT_HOME = ("local", "lan", "home", "home.arpa", "localdomain", "internal")

_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


def own_names() -> set[str]:
    """Return this machine's names, alone and with the endings of home networks."""
    full = plain_name(socket.gethostname())
    short = full.partition(".")[0]
    return {full, short, *(f"{short}.{ending}" for ending in AT_HOME)} if short else set()


def read_name(text: str) -> str:
    """Return a name given to --host-name, or raise Refused."""
    name = plain_name(text)
    if not _NAME.fullmatch(name):
        raise Refused("", f"--host-name takes a name like cards.example.org, not {quoted(text)}.")
    return name


def plain_name(text: str) -> str:
    """Return a name as browsers send it: lower case, no final dot, ASCII."""
    try:
        return text.strip().encode("idna").decode().lower().removesuffix(".")
    except UnicodeError:
        return ""


def name_in(host: str) -> str:
    """Return the name or address in a Host header, without its port; "" if it is neither."""
    name = re.sub(r":[0-9]{1,5}\Z", "", host).lower().removesuffix(".")
    if name.startswith("[") and name.endswith("]"):
        return name[1:-1] if is_address(name[1:-1]) else ""
    return name if _NAME.fullmatch(name) else ""


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
        return True
    except ValueError:
        return False


class HostNames:
    """Middleware that turns away requests and WebSockets meant for another host."""

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses
        listening = () if is_address(addresses.host) else (plain_name(addresses.host),)
        self.names = {"localhost", *own_names(), *listening, *addresses.host_names} - {""}

    def answers_to(self, host: str) -> bool:
        name = name_in(host)
        return name in self.names or is_address(name) or name in map(plain_name, self.addresses.public_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host")
        if host is None or self.answers_to(host):  # browsers always send one; old probes may not
            await self.app(scope, receive, send)
        else:
            await self._turn_away(host, scope["path"])(scope, receive, send)

    def _turn_away(self, host: str, path: str) -> Response:
        name = name_in(host)
        log.warning("a request for %s was turned away; --host-name lets it in", name or "an odd host")
        why = "This Parlour doesn't answer to that name."
        if name:
            why = f"This Parlour doesn't answer to the name {name}. If it should, start it with --host-name {name}."
        if path.startswith("/api/"):
            return refuse(MISDIRECTED, why)
        return PlainTextResponse(why + "\n", MISDIRECTED)
