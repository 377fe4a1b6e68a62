"""Tunnels by SSH: through a public service, or through a machine of one's own that runs a plain sshd."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from socket import gaierror
from typing import Any, BinaryIO
from urllib.request import ProxyHandler, build_opener

import asyncssh

from parlour.kernel.refusal import repeated
from parlour.server.share.tunnel import COULD_READ, PATIENCE, Broken, Carrier, Say, carried_by
from parlour.server.share.tunnel_end import TunnelEnd

SSH_PORT = 22
ALIVE = 5  # seconds between questions whether the line still stands; after three without an answer it is broken
WINDOW = 65_536  # bytes of one connection that may wait here to be read
PIECE = 65_536

Carry = Callable[[asyncssh.SSHReader[bytes], asyncssh.SSHWriter[bytes]], Awaitable[None]]


class Papers:
    """What is kept beside the data: our key, and the keys of the machines we have met."""

    def __init__(self, folder: Path) -> None:
        self.key = folder / "share_key"
        self.known_hosts = folder / "share_known_hosts"

    def own_key(self) -> asyncssh.SSHKey:
        """Return the key of this computer, made when it is first needed."""
        with suppress(FileNotFoundError):
            return asyncssh.read_private_key(self.key)
        key = asyncssh.generate_private_key("ssh-ed25519", comment="parlour")
        with _private(self.key, os.O_EXCL) as file:
            file.write(key.export_private_key())
        return key

    def met(self, *more: Path) -> asyncssh.SSHKnownHosts:
        files = [str(file) for file in (self.known_hosts, *more) if file.is_file()]
        return asyncssh.read_known_hosts(files)

    def remember(self, host: str, key: asyncssh.SSHKey) -> None:
        with _private(self.known_hosts, os.O_APPEND) as file:
            file.write(f"{host} ".encode() + key.export_public_key())


def _private(path: Path, flag: int) -> BinaryIO:
    """Open a file to write to, which only its owner can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | flag, 0o600), "wb")


class Acquaintance(asyncssh.SSHClient):
    """Believes a machine when it first meets it, and only the same machine from then on. Shows our own key when all
    others were refused."""

    def __init__(self, papers: Papers, known: asyncssh.SSHKnownHosts, say: Say) -> None:
        self.papers = papers
        self.known = known
        self.say = say
        self.shown = False

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        usual = self.known.match(host, addr, None)[0]
        known = usual if port == SSH_PORT else self.known.match(host, addr, port)[0]
        if known and (port == SSH_PORT or known != usual):  # `match` falls back to what is known of the usual port
            return False
        name = host if port == SSH_PORT else f"[{host}]:{port}"
        self.papers.remember(name, key)
        self.say(f"We're meeting {name} for the first time. Its key is {key.get_fingerprint()}.")
        return True

    def public_key_auth_requested(self) -> asyncssh.SSHKey | None:
        self.shown, before = True, self.shown
        return None if before else self.papers.own_key()


class SshCarrier(Carrier):
    def __init__(self, host: str, port: int, user: str, papers: Papers) -> None:
        self.host = host
        self.port = port
        self.user = user
        self.papers = papers
        self.known_elsewhere: tuple[Path, ...] = ()
        self.options: dict[str, Any] = {}

    @asynccontextmanager
    async def _line(self, say: Say) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Connect, or raise Broken."""
        try:
            known = self.papers.met(*self.known_elsewhere)
            line = await asyncssh.connect(
                self.host,
                self.port,
                client_factory=lambda: Acquaintance(self.papers, known, say),
                known_hosts=known,
                keepalive_interval=ALIVE,
                connect_timeout=PATIENCE,
                **({"username": self.user} if self.user else {}),
                **self.options,
            )
        except asyncssh.HostKeyNotVerifiable:
            files = " and ".join(str(file) for file in (self.papers.known_hosts, *self.known_elsewhere))
            raise Broken(
                f"{self.name} shows another key than before, so it may be another machine. "
                f"If you know why, take its old key out of {files}.",
                final=True,
            ) from None
        except asyncssh.PermissionDenied:
            raise self._not_let_in() from None
        except (OSError, asyncssh.Error, ValueError) as error:
            raise Broken(f"{self.name} can't be reached: {_reason(error)}") from None
        try:
            yield line
        finally:
            line.abort()

    def _not_let_in(self) -> Broken:
        return Broken(f"{self.name} doesn't let us in.")


class Service(SshCarrier):
    """A public service, which says the link in a session. It sees no key but the one that we made for it."""

    def __init__(self, host: str, user: str, link: str, papers: Papers, port: int = SSH_PORT) -> None:
        super().__init__(host, port, user, papers)
        self.name = host
        self.about = carried_by(host, COULD_READ)
        self.link = re.compile(link)
        self.options = {"client_keys": None, "config": None}

    async def links(self, end: TunnelEnd, say: Say) -> AsyncGenerator[str]:
        async with self._line(say) as line:
            try:
                # It tells in every request who calls, so all connections are its own.
                await line.start_server(lambda *_: _carrying(end, ""), "", 80, window=WINDOW)
                session = await line.create_process(stderr=asyncssh.STDOUT, errors="replace")
            except (asyncssh.Error, asyncssh.ChannelListenError) as error:
                raise Broken(f"{self.name} refuses the tunnel: {_reason(error)}") from None
            async for text in session.stdout:
                self.said = text.strip() or self.said
                if found := self.link.search(text):
                    yield found[1]
            raise Broken(f"{self.name} has ended the tunnel.")


SERVICES = (  # host, user, and how it says the link
    ("localhost.run", "nokey", r"tunneled with tls termination, (https://[a-z0-9-]+(?:\.[a-z0-9-]+)+)"),
    ("serveo.net", "parlour", r"Forwarding HTTP traffic from (https://[a-z0-9-]+(?:\.[a-z0-9-]+)+)"),
)


class OwnMachine(SshCarrier):
    """A machine with a plain sshd. It listens on the outer port, and tells where every connection is from."""

    def __init__(self, host: str, port: int, user: str, papers: Papers, outer_port: int, public_url: str = "") -> None:
        super().__init__(host, port, user, papers)
        self.name = host
        self.outer_port = outer_port
        self.link = public_url or f"http://{f'[{host}]' if ':' in host else host}:{outer_port}".removesuffix(":80")
        self.inward = bool(public_url)  # a proxy on that machine is the only one to connect
        self.tried = False  # whether the link leads here
        self.known_elsewhere = (Path("~/.ssh/known_hosts").expanduser(),)
        sees = "Only those who run that machine could read it."
        if not self.link.startswith("https:"):
            sees = "Others on the way to it could read it all: https needs a proxy there, see docs/hosting.md."
        self.about = carried_by(f"your machine {host}", sees)

    async def links(self, end: TunnelEnd, say: Say) -> AsyncGenerator[str]:
        async with self._line(say) as line:
            where = "localhost" if self.inward else ""
            try:
                await line.start_server(lambda host, _: _carrying(end, host), where, self.outer_port, window=WINDOW)
            except (asyncssh.Error, asyncssh.ChannelListenError):
                raise Broken(
                    f"{self.host} doesn't open port {self.outer_port} for us: another program has it, "
                    "or sshd there has AllowTcpForwarding off."
                ) from None
            yield self.link
            if not self.tried:
                self.tried = True
                if not await asyncio.to_thread(_answers, self.link):
                    say(
                        f"We can't open {self.link} from here. Port {self.outer_port} of {self.host} has to be open: "
                        'see "Through your own machine" in docs/hosting.md.'
                    )
            await line.wait_closed()
        raise Broken(f"The line to {self.host} broke.")

    def _not_let_in(self) -> Broken:
        key = self.papers.own_key().export_public_key().decode().strip()
        return Broken(
            f"{self.host} doesn't know this computer. Add this line to ~/.ssh/authorized_keys there, then start again: "
            f"restrict,port-forwarding {key}",
            final=True,
        )


def _reason(error: Exception) -> str:
    """Return the end of a sentence."""
    said = str(error)
    if isinstance(error, gaierror):
        return "its name isn't found. Is this computer online?"
    if isinstance(error, OSError):
        if not error.errno:  # none of its addresses answers
            return "it doesn't answer. Is this computer online?"
        # asyncio replaces the system's words, but on Windows those can't be found by the number
        said = (error.strerror or "") if sys.platform == "win32" else os.strerror(error.errno)
    return repeated(said or type(error).__name__).rstrip(".") + "."


def _answers(link: str) -> bool:
    with suppress(OSError, ValueError), build_opener(ProxyHandler({})).open(f"{link}/healthz", timeout=5) as answer:
        return b'"ok"' in answer.read(100)
    return False


def _carrying(end: TunnelEnd, caller: str) -> Carry:
    """Carry one connection between SSH and our end of the tunnel."""

    async def carry(reader: asyncssh.SSHReader[bytes], writer: asyncssh.SSHWriter[bytes]) -> None:
        with end.calling(caller) as line, suppress(OSError, asyncssh.Error):
            await asyncio.get_running_loop().sock_connect(line, end.address)
            here_reader, here_writer = await asyncio.open_connection(sock=line)
            inward = asyncio.create_task(_pour(reader, here_writer))
            try:
                await _pour(here_reader, writer)
            finally:  # once we hang up, what the caller still sends is of no use
                inward.cancel()
                here_writer.transport.abort()
        writer.close()

    return carry


async def _pour(reader: Any, writer: Any) -> None:
    with suppress(OSError, asyncssh.Error):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
    with suppress(OSError, asyncssh.Error):
        writer.write_eof()
