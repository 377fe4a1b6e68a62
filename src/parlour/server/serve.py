"""Running the server: one socket, one data file, a few lines that say where it is, and a graceful end."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from parlour import build
from parlour.kernel.refusal import Refused, quoted
from parlour.server.addresses import Addresses
from parlour.server.app import create_app
from parlour.server.host_names import read_name
from parlour.server.log_limit import LogLimit
from parlour.server.rooms import Rooms
from parlour.server.transports import MOST_BYTES, HttpTransport, SocketTransport, without_bad_letters
from parlour.store import Store, is_url, shown_url, sqlite

DEAF = 30_000  # milliseconds
UNSENT = 262_144  # bytes the system keeps for one line; left to itself, megabytes for somebody who does not read
UNREAD = 32_768  # bytes the system keeps that we have not read yet: what is read at a time, while all others wait
GRACE = 3  # seconds for what is under way when the server is stopped


@dataclass(frozen=True)
class Settings:
    host: str
    port: int
    db: str  # a file, or the address of a PostgreSQL database
    public_url: str = ""
    trusted_proxy: str = ""
    bot_pause: float = 0.8
    limited: bool = True
    host_names: tuple[str, ...] = ()


class Server(uvicorn.Server):
    """Says goodbye before it hangs up."""

    def __init__(self, config: uvicorn.Config, rooms: Rooms) -> None:
        super().__init__(config)
        self.rooms = rooms

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl+C and a polite kill both mean: finish, and end well."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.rooms.say_goodbye()
        for door in list(HttpTransport.stalled):
            door.drop()  # nobody waits for those who do not read
        await super().shutdown(sockets)


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until stopped."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    for handler in logging.getLogger().handlers:
        handler.addFilter(LogLimit())
    names = tuple(read_name(name) for name in settings.host_names)
    listening = listen(settings.host, settings.port)
    port: int = listening.getsockname()[1]
    addresses = Addresses(settings.host, port, _public(settings.public_url), names)
    with opened(settings.db) as store:
        rooms = Rooms(store, settings.bot_pause)
        config = configured(create_app(rooms, addresses, settings.limited), settings.trusted_proxy)
        which, beside = build.make_beside()
        for line in greeting(addresses, settings.db, which):
            say(line)
        make_room()
        Server(config, rooms).run(sockets=[listening])
        del beside  # and the compiler goes with us
        say("Parlour is closed. Every game is saved.")


def make_room() -> None:
    """For many connections and tables: as many files as the system lets us have, a collector of garbage that does not
    look through all of them every few moves (what a game leaves behind has no cycles), and turns for the thread that
    writes, which is waited for."""
    with suppress(ImportError):  # of a system that has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(0.001)


@contextmanager
def opened(db: str) -> Iterator[Store]:
    """The store that this names, or Refused."""
    if is_url(db):
        from parlour.store import postgres  # needs an extra

        asyncio.run(postgres.prepare(db))
        yield postgres.PostgresStore(db)
    else:
        with sqlite.alone(Path(db)):
            yield sqlite.SqliteStore(Path(db))


def configured(app: Starlette, trusted_proxy: str = "", **more: Any) -> uvicorn.Config:
    """How uvicorn runs it."""
    logging.getLogger("uvicorn.error").addFilter(without_bad_letters)
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=HttpTransport,
        ws=SocketTransport,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        proxy_headers=bool(trusted_proxy),
        forwarded_allow_ips=trusted_proxy or None,
        server_header=False,
        **{"timeout_graceful_shutdown": GRACE, **more},
    )


def greeting(addresses: Addresses, db: str, build: str) -> list[str]:
    lines = ["Parlour is open."]
    if addresses.public_url:
        lines.append(f"  Send this link      {addresses.public_url}")
    lines.append(f"  On this computer    {addresses.local()}")
    for number, address in enumerate(addresses.on_the_network()):
        lines.append(f"  {'On your network' if number == 0 else '':<19} {address}")
    where = f"Database            {shown_url(db)}" if is_url(db) else f"Data file           {db}"
    return [*lines, f"  {where}", f"  Build               {build}", "Press Ctrl+C to stop. Every game is saved."]


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio switches Nagle's delay off only then.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD)
    if hasattr(
        socket, "TCP_USER_TIMEOUT"
    ):  # a line that takes nothing any more is cut by the system, not kept for hours
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused("", f"Parlour can't listen on {host} port {port}: {reason}. Choose another --port.") from None
    return listening


def _public(url: str) -> str:
    parts = urlsplit(url)
    if url and (parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment):
        raise Refused("", f"--public-url takes an address like https://cards.example.org, not {quoted(url)}.")
    return url.rstrip("/")
