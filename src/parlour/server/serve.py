"""Runs the server: listens, opens the store, prints where the server is, and shuts down gracefully."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
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
from parlour.server.share.carriers import read_share
from parlour.server.share.tunnel import Tunnel
from parlour.server.share.tunnel_end import LOOPBACK, TunnelEnd
from parlour.server.transports import MOST_BYTES, HttpTransport, SocketTransport, without_bad_letters
from parlour.store import Store, is_url, shown_url
from parlour.store.data_file import alone, usual_file
from parlour.store.sqlite import SqliteStore

IDLE = 20  # seconds before an idle connection is closed: longer than clients keep theirs, so no request meets the close
DEAF = 30_000  # milliseconds before the system drops a connection that acknowledges nothing
UNSENT = 262_144  # bytes in a send buffer; the default is megabytes for a client that does not read
UNREAD = 32_768  # bytes in a receive buffer: all of it is read at a time, while the other tables wait
GRACE = 3  # seconds for open requests when the server stops
STOPS = [signal.SIGINT, signal.SIGTERM]
if sys.platform == "win32":
    STOPS.append(signal.SIGBREAK)  # Ctrl+Break, and what other programs send to stop one


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
    share: str = ""  # who carries a tunnel: share/carriers.py
    push_anywhere: bool = False  # pushes may go to hosts that are not public, for tests


class Server(uvicorn.Server):
    """A uvicorn server that tells guests before it closes their connections, and keeps a tunnel open meanwhile."""

    def __init__(self, config: uvicorn.Config, rooms: Rooms, tunnel: Tunnel | None = None) -> None:
        super().__init__(config)
        self.rooms = rooms
        self.tunnel = tunnel
        self.tunnelling: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down gracefully on Ctrl+C as on SIGTERM."""
        before = {number: signal.signal(number, self.handle_exit) for number in STOPS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.tunnel:
            self.tunnel.closing = True
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.tunnel:
            self.tunnelling = asyncio.create_task(self.tunnel.keep_open())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.rooms.say_goodbye()
        for connection in list(HttpTransport.stalled):
            connection.drop()  # do not wait for clients that do not read
        await super().shutdown(sockets)
        if self.tunnelling:
            self.tunnelling.cancel()
            await asyncio.wait([self.tunnelling])


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until stopped."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    for handler in logging.getLogger().handlers:
        handler.addFilter(LogLimit())
    names = tuple(read_name(name) for name in settings.host_names)
    public_url = _public(settings.public_url)
    listening = listen(settings.host, settings.port)
    port: int = listening.getsockname()[1]
    carriers = read_share(settings.share, _folder(settings.db), port, public_url) if settings.share else []
    end = TunnelEnd(listen(LOOPBACK, 0)) if carriers else None
    addresses = Addresses(settings.host, port, "" if end else public_url, names)
    with opened(settings.db) as store:
        rooms = Rooms(store, settings.bot_pause, push_anywhere=settings.push_anywhere)
        config = configured(create_app(rooms, addresses, settings.limited, end), settings.trusted_proxy)
        tunnel = Tunnel(carriers, end, addresses, rooms, say) if end else None
        which, beside = build.make_beside()
        for line in greeting(addresses, settings.db, which):
            say(line)
        if tunnel:
            say("Building a tunnel, so that there's a link that works from anywhere ...")
        make_room()
        Server(config, rooms, tunnel).run(sockets=[listening, *([end.listening] if end else [])])
        del beside  # stops the compiler
        say("Parlour is closed. Every game is saved.")


def make_room() -> None:
    """Prepare the process for many connections and tables: raise the limit of open files, run the garbage collector
    rarely (games leave no cycles behind), and switch threads often, because moves wait for the writer thread."""
    if sys.platform != "win32":  # which has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(0.001)


@contextmanager
def opened(db: str) -> Iterator[Store]:
    """Open the store that `db` names, or raise Refused."""
    if is_url(db):
        from parlour.store import database, postgres  # needs an extra

        asyncio.run(database.prepare(db))
        yield postgres.PostgresStore(db)
    else:
        with alone(Path(db)):
            yield SqliteStore(Path(db))


def configured(app: Starlette, trusted_proxy: str = "", **more: Any) -> uvicorn.Config:
    """Return the configuration for uvicorn."""
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
        timeout_keep_alive=IDLE,
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
    # asyncio switches off Nagle's delay only if the protocol is given.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform == "win32":  # where SO_REUSEADDR would let two servers have one port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # without it, dead connections stay for hours
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused("", f"Parlour can't listen on {host} port {port}: {reason}. Choose another --port.") from None
    return listening


def _folder(db: str) -> Path:
    """Return the folder of the data, where keys are kept too."""
    return (usual_file() if is_url(db) else Path(db)).resolve().parent


def _public(url: str) -> str:
    parts = urlsplit(url)
    if url and (parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment):
        raise Refused("", f"--public-url takes an address like https://cards.example.org, not {quoted(url)}.")
    return url.rstrip("/")
