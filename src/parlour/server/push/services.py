"""Push services: which addresses a device may name, and how a push is posted there. A device chooses the address, so it
is looked up and checked again before every push, and the push goes to the very address that was checked."""

import asyncio
import ipaddress
import socket
import ssl
from functools import cache
from urllib.parse import SplitResult, urlsplit

import h11

from parlour.kernel.refusal import Refused

HTTPS = 443
TIMEOUT = 10.0  # seconds for one push, from the name to the answer
MOST_HEADERS = 16_384  # bytes of an answer that are read
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 addresses as networks with IPv6 alone see them


def read_endpoint(endpoint: str, anywhere: bool = False) -> SplitResult:
    """Return the parts of a push service's address, or refuse it. `anywhere` takes http and other ports too."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise Refused("", "That isn't the address of a push service.") from None
    if not parts.hostname or parts.username is not None or parts.fragment or not endpoint.isascii():
        raise Refused("", "That isn't the address of a push service.")
    if any(letter <= " " or letter == "\x7f" for letter in endpoint):
        raise Refused("", "That isn't the address of a push service.")
    if not (parts.scheme == "https" and port in (None, HTTPS)) and not (anywhere and parts.scheme in ("http", "https")):
        raise Refused("", "The address of a push service begins with https, and has no port.")
    return parts


async def find(parts: SplitResult, anywhere: bool = False) -> tuple[str, int]:
    """Return the address to connect to, or refuse a host that is not on the public internet."""
    host, port = parts.hostname or "", parts.port or (HTTPS if parts.scheme == "https" else 80)
    try:
        async with asyncio.timeout(TIMEOUT):
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError):
        raise Refused("", "The push service wasn't found on the internet.") from None
    addresses = [str(where[0]) for *_, where in found]
    if not addresses or not (anywhere or all(map(is_public, addresses))):
        raise Refused("", "The push service isn't on the public internet.")
    return addresses[0], port


def is_public(address: str) -> bool:
    """Whether an address is on the public internet: none of this machine, of its network, or of many machines."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in TRANSLATED:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if ip.is_site_local:
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(endpoint: str, headers: list[tuple[str, str]], body: bytes, anywhere: bool = False) -> int:
    """Post a push; return the status. Redirects are not followed. Raise OSError, TimeoutError or Refused on failure."""
    async with asyncio.timeout(TIMEOUT):
        parts = read_endpoint(endpoint, anywhere)
        address, port = await find(parts, anywhere)
        secure = parts.scheme == "https"
        trusted = await asyncio.to_thread(_trusted) if secure else None
        reader, writer = await asyncio.open_connection(
            address, port, ssl=trusted, server_hostname=parts.hostname if secure else None
        )
        try:
            return await _exchange(reader, writer, parts, headers, body)
        except h11.RemoteProtocolError as error:
            raise OSError(f"the push service doesn't speak HTTP: {error}") from None
        finally:
            writer.close()


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    parts: SplitResult,
    headers: list[tuple[str, str]],
    body: bytes,
) -> int:
    line = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEADERS)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    own = [("host", parts.netloc), ("content-length", str(len(body))), ("connection", "close")]
    request = h11.Request(method="POST", target=target, headers=[*own, *headers])
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(line.send(part) or b"")
    await writer.drain()
    while True:
        event = line.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(MOST_HEADERS))
        elif not isinstance(event, h11.InformationalResponse):
            raise OSError("the push service said nothing")
