"""Those who carry tunnels, on loopback: OpenSSH's sshd, a public service made of the library's server, and programs
that only print what tunnel programs print."""

import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path

import asyncssh
import psutil
import pytest

from tests.process import Process, free_port

LOOPBACK = "127.0.0.1"
CONFIG = """
ListenAddress 127.0.0.1
Port {port}
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/authorized_keys
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
MaxStartups 100
"""
# What the programs print, with PORT and LINK in it.
CLOUDFLARED_PRINTS = """\
2026-11-18T06:00:00Z INF Thank you for trying Cloudflare Tunnel. Be aware that these have no uptime \
guarantee, are subject to terms (https://www.cloudflare.com/website-terms/)
2026-11-18T06:00:00Z INF Requesting new quick Tunnel on trycloudflare.com...
2026-11-18T06:00:03Z INF +--------------------------------------------------------------------------------------------+
2026-11-18T06:00:03Z INF |  Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):  |
2026-11-18T06:00:03Z INF |  LINK                                                |
2026-11-18T06:00:03Z INF +--------------------------------------------------------------------------------------------+
2026-11-18T06:00:03Z INF Registered tunnel connection connIndex=0 ip=198.41.192.27 location=fra07 protocol=quic
"""
CLOUDFLARED_FAILS = (
    'failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: no such host'
)
TAILSCALE_PRINTS = """\
Available on the internet:

LINK/
|-- proxy http://127.0.0.1:PORT

Press Ctrl+C to exit.
"""
TAILSCALE_ASKS = """\

Funnel is not enabled on your tailnet.
To enable, visit:

         https://login.tailscale.com/f/funnel?node=n5kAxyz

"""


def said_by(server: Process, part: str) -> str:
    """Wait until a server has printed this; return everything from there on."""
    deadline = time.monotonic() + 60
    while part not in (output := server.output.read_text()):
        assert time.monotonic() < deadline, f"{part!r} was not said, but {output}"
        time.sleep(0.05)
    return output[output.index(part) :]


def find_sshd() -> str | None:
    return shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


class Sshd:
    """OpenSSH's own server, for whoever runs the tests and has one of the authorized keys."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.new_host_key()
        (folder / "sshd_config").write_text(CONFIG.format(folder=folder, port=self.port))
        (folder / "authorized_keys").touch()

    def new_host_key(self) -> None:
        asyncssh.generate_private_key("ssh-ed25519").write_private_key(self.folder / "host_key")
        (self.folder / "host_key").chmod(0o600)

    def authorize(self, key: asyncssh.SSHKey, how: str = "restrict,port-forwarding") -> None:
        (self.folder / "authorized_keys").write_bytes(f"{how} ".encode() + key.export_public_key())

    def share(self, outer_port: int) -> str:
        """What --share takes to go through here."""
        return f"ssh://{getpass.getuser()}@{LOOPBACK}:{self.port}/{outer_port}"

    def start(self) -> None:
        program = find_sshd()
        if program is None and os.environ.get("CI") == "true":
            pytest.fail("there is no sshd here")
        if program is None:
            pytest.skip("there is no sshd here: install openssh-server")
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)  # where it locks itself up
        with (self.folder / "sshd.log").open("ab") as log:
            command = [program, "-D", "-e", "-f", str(self.folder / "sshd_config")]
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + 30
        while not _answers(self.port):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"sshd did not start: {(self.folder / 'sshd.log').read_text()}")
            time.sleep(0.05)

    def cut(self) -> int:
        """End every connection at once; return how many there were."""
        assert self.process
        sessions = psutil.Process(self.process.pid).children(recursive=True)
        for session in sessions:
            with suppress(psutil.NoSuchProcess):
                session.kill()
        return len(sessions)

    def stop(self) -> None:
        if self.process:
            self.cut()
            self.process.kill()
            self.process.wait()
            self.process = None

    def __enter__(self) -> "Sshd":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _answers(port: int) -> bool:
    try:
        socket.create_connection((LOOPBACK, port), 5).close()
        return True
    except OSError:
        return False


class PublicService:
    """A service that lets anybody in, takes a tunnel to its port 80 and says the link in a session. The library's
    server."""

    def __init__(self, *links: str) -> None:
        self.links = list(links)  # one for each session; the last one for all others
        self.asks_for_a_key = self.knows_nobody = False
        self.forwards = self.stays = True
        self.shown: list[asyncssh.SSHKey] = []
        self.port = free_port()  # for SSH
        self.outer_port = free_port()  # what it means by its port 80
        self.lines: list[asyncssh.SSHServerConnection] = []
        self.sessions: list[asyncssh.SSHServerProcess[str]] = []
        self.listening: asyncssh.SSHAcceptor | None = None

    async def __aenter__(self) -> "PublicService":
        key = asyncssh.generate_private_key("ssh-ed25519")
        self.listening = await asyncssh.listen(
            LOOPBACK,
            self.port,
            server_factory=lambda: _Reception(self),
            server_host_keys=[key],
            process_factory=self._talk,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.listening
        self.listening.close()
        self.cut()

    async def _talk(self, session: asyncssh.SSHServerProcess[str]) -> None:
        self.sessions.append(session)
        session.stdout.write("Welcome! To set up custom domains go to https://admin.example/\n\n")
        if not self.stays:
            session.exit(0)
            return
        link = self.links.pop(0) if len(self.links) > 1 else self.links[0]
        self.say(link)
        await session.wait_closed()

    def say(self, link: str) -> None:
        """Give the newest session another link."""
        self.sessions[-1].stdout.write(f"{link.partition('//')[2]} tunneled with tls termination, {link}\n\n")

    def cut(self) -> None:
        for line in self.lines:
            line.abort()
        self.lines.clear()

    async def call(self, request: str, caller: str) -> str:
        """Send a request as somebody who calls from this address, as SSH itself tells it; return the answer."""
        reader, writer = await self.lines[-1].open_connection("localhost", 80, caller, 4000)
        writer.write(request.encode())
        answer: bytes = await reader.read()
        writer.close()
        return answer.decode()


class _Reception(asyncssh.SSHServer):
    def __init__(self, service: PublicService) -> None:
        self.service = service

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.line = conn
        self.service.lines.append(conn)

    def begin_auth(self, username: str) -> bool:
        return self.service.asks_for_a_key

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self.service.shown.append(key)
        return not self.service.knows_nobody

    def server_requested(self, listen_host: str, listen_port: int) -> Awaitable[asyncssh.SSHListener] | bool:
        if not self.service.forwards:
            return False
        return self.line.forward_local_port(LOOPBACK, self.service.outer_port, listen_host, listen_port)


def stand_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, *links: str, stays: bool = True
) -> None:
    """Put a program on the PATH that prints this, with another link every time it is started, and stays."""
    folder.mkdir(exist_ok=True)
    (folder / "text").write_text(text)
    (folder / "links").write_text("\n".join(links))
    program = folder / name
    program.write_text(
        f"""#!/bin/sh
        cd "{folder}"
        echo "$$ $*" >> runs
        link=$(head -n "$(wc -l < runs)" links | tail -n 1)
        sed "s|LINK|$link|; s|PORT|${{*##*[!0-9]}}|" text
        exec sleep {600 if stays else 0}
        """
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def runs(folder: Path) -> list[list[str]]:
    """The process and the arguments of every time a stand-in was started."""
    return [line.split() for line in (folder / "runs").read_text().splitlines()]
