"""Serves the page, which `make page` builds into the package, and the headers of every answer."""

import mimetypes
from functools import lru_cache
from importlib import resources
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
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


# On Windows any program may change what Python believes about endings, and browsers run no script that is text/plain.
TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}


class Assets(StaticFiles):
    def __init__(self) -> None:
        for ending, media_type in TYPES.items():
            mimetypes.add_type(media_type, ending)
        super().__init__(directory=FOLDER / "assets", check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not FOLDER.exists():
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = FOREVER
        return response


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
