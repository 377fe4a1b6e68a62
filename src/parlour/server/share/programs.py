"""Tunnel programs that may be installed on this computer."""

import asyncio
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import AsyncGenerator
from contextlib import suppress

from parlour.server.share.tunnel import COULD_READ, Broken, Carrier, Say, carried_by
from parlour.server.share.tunnel_end import TunnelEnd

GOODBYE = 3.0  # seconds for a program to end by itself


class TunnelProgram(Carrier):
    """A program that prints its link, and is the tunnel as long as it runs."""

    def __init__(self, name: str, about: str, arguments: str, link: str) -> None:
        self.name = name
        self.about = about
        self.arguments = arguments  # with {port} in it
        self.link = re.compile(link)

    @property
    def installed(self) -> bool:
        return shutil.which(self.name) is not None

    async def links(self, end: TunnelEnd, say: Say) -> AsyncGenerator[str]:
        arguments = self.arguments.format(port=end.address[1]).split()
        try:
            process = await asyncio.create_subprocess_exec(
                shutil.which(self.name) or self.name, *arguments, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT
            )
        except OSError as error:
            raise Broken(f"{self.name} can't be started: {error.strerror}.", final=True) from None
        try:
            assert process.stdout
            async for line in process.stdout:
                text = line.decode(errors="replace").strip()
                self.said = text or self.said
                if found := self.link.search(text):
                    yield found[1]
            raise Broken(f"{self.name} has ended.")
        except ValueError:  # a line without an end
            raise Broken(f"{self.name} says something that can't be read.") from None
        finally:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
        try:
            async with asyncio.timeout(GOODBYE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


PROGRAMS = (
    TunnelProgram(
        "cloudflared",
        carried_by("Cloudflare", COULD_READ),
        "tunnel --no-autoupdate --url http://127.0.0.1:{port}",
        r"\|\s+(https://[a-z0-9-]+\.trycloudflare\.com)\s+\|",  # not its own address, which errors name
    ),
    TunnelProgram(
        "tailscale",
        carried_by(
            "Tailscale", "They see who comes from where, and can't read it: the encryption ends on this computer."
        ),
        "funnel {port}",
        r"^(https://[a-z0-9-]+(?:\.[a-z0-9-]+)*\.ts\.net(?::\d+)?)/?\Z",
    ),
)
