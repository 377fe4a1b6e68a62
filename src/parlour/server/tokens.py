"""Table codes, seat tokens and the cookie they travel in."""

import base64
import hashlib
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.responses import Response

ALPHABET = "BCDFGHJKMNPQRSTVWXZ23456789"  # no look-alikes, and no vowels, so that no code is a word
CODE_LENGTH = 6
COOKIE = "parlour_seat"
CIRCLE = "parlour-circle"
HALF_A_YEAR = 180 * 24 * 3600

RandomBytes = Callable[[int], bytes]  # returns this many random bytes


def new_code(draw: RandomBytes) -> str:
    number = int.from_bytes(draw(16), "big")
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(CODE_LENGTH))


def tidy_code(text: str) -> str:
    """Return a code as people type it, ignoring case, spaces and dashes; "" if it cannot be a code."""
    code = "".join(text.split()).replace("-", "").upper()
    return code if len(code) == CODE_LENGTH and all(letter in ALPHABET for letter in code) else ""


def new_token(draw: RandomBytes) -> str:
    return base64.urlsafe_b64encode(draw(16)).rstrip(b"=").decode()


def key_of(token: str) -> str:
    """Return the stored form of a token: enough to recognize it, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def token_of(connection: HTTPConnection) -> str:
    """Return the token of a request, or ""."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return connection.cookies.get(COOKIE, "")


def circle_of(connection: HTTPConnection) -> str:
    """Return the circle's secret of a request, or "". It has its own header, because putting a table in a circle needs
    a seat's token too."""
    return connection.headers.get(CIRCLE, "").strip()


def give(response: Response, connection: HTTPConnection, code: str, token: str) -> None:
    """Set the cookie. Its path is the table's own, so that a device can sit at many tables."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=HALF_A_YEAR,
        path=f"/api/tables/{code}",
        secure="https" in (connection.scope["scheme"], connection.headers.get("origin", "").partition(":")[0]),
        httponly=True,
        samesite="lax",
    )
