"""Serves the page, which `make page` builds into the package, and the headers of every answer."""

import gzip
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.addresses import Addresses

FOLDER = Path(str(resources.files("parlour.server"))) / "page"
FOREVER = "public, max-age=31536000, immutable"  # safe, because an asset's name changes with its content

HEADERS = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def content_policy(sockets: str) -> str:
    """Allow the page to load from and talk to its own server only, and to use no inline scripts or styles."""
    return (
        f"default-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


@lru_cache(maxsize=20)
def _content(file: Path, changed: int) -> bytes:
    return file.read_bytes()


def content(name: str) -> bytes | None:
    """Return a file that everybody asks for from memory: reading it in a thread for each request would slow down the
    tables. None if it has not been built."""
    try:
        return _content(FOLDER / name, (FOLDER / name).stat().st_mtime_ns)
    except OSError:
        return None


def small(found: bytes | None, media_type: str) -> Response:
    if found is None:
        raise HTTPException(404)
    return Response(found, media_type=media_type, headers={"cache-control": "no-cache"})


# Files with fixed names: browsers need them to install the page and keep its shell; old ones, to say that they are old.
# The licenses are those of the fonts and the library in the page.
SHELL = {
    "old.js": "text/javascript",
    "manifest.webmanifest": "application/manifest+json",
    "sw.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "licenses.txt": "text/plain",
    **dict.fromkeys(("icon-192.png", "icon-512.png", "icon-maskable.png", "apple-touch-icon.png"), "image/png"),
}


async def shell(request: Request) -> Response:
    name = request.url.path[1:]
    return small(content(name), SHELL[name])


TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}


class Asset(NamedTuple):
    plain: bytes
    packed: bytes | None  # by gzip; fonts are packed already
    media_type: str


@cache
def _asset(file: Path) -> Asset:
    """Kept for as long as the server runs: packing it for each request would slow down the tables, too."""
    plain, media_type = file.read_bytes(), TYPES[file.suffix]
    return Asset(plain, gzip.compress(plain, mtime=0) if media_type.startswith("text/") else None, media_type)


@lru_cache(maxsize=1)
def _assets(folder: Path, changed: int) -> dict[str, Path]:
    """What may be asked for, by name: so nobody can ask for a path."""
    return {file.name: file for file in folder.iterdir() if file.suffix in TYPES}


async def asset(request: Request) -> Response:
    folder = FOLDER / "assets"
    try:
        found = _asset(_assets(folder, folder.stat().st_mtime_ns)[request.path_params["name"]])
    except (OSError, KeyError):
        raise HTTPException(404) from None
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if found.packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.plain, media_type=found.media_type, headers=headers)
    return Response(found.packed, media_type=found.media_type, headers={**headers, "content-encoding": "gzip"})


class WithHeaders:
    """Middleware that adds the security headers to every answer."""

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                host = Headers(scope=scope).get("host", "")
                headers.setdefault("content-security-policy", content_policy(self.addresses.sockets(host)))
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_on if scope["type"] == "http" else send)
