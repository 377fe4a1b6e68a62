"""All games played through a tunnel by a real sshd on loopback, which is cut again and again."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from parlour.server.share.ssh import Papers
from parlour.server.share.tunnel import STEADY
from tests.chaos.audit import audit, check_quiet
from tests.chaos.clients import Crowd
from tests.chaos.tables import EVERY_GAME, set_up
from tests.process import Process, free_port
from tests.server.carriers import Sshd, said_by


@contextmanager
def tunnelled(folder: Path, *arguments: str) -> Iterator[tuple[Process, Sshd, str]]:
    """A server that shares its tables through an sshd; the last is the public address."""
    folder.mkdir(exist_ok=True)
    outer = free_port()
    sshd = Sshd(folder / "sshd")
    sshd.authorize(Papers(folder).own_key())
    with sshd, Process(folder, "--share", sshd.share(outer), *arguments) as server:
        public = f"http://127.0.0.1:{outer}"
        said_by(server, f"Send this link      {public}")
        yield server, sshd, public


async def cut_often(folder: Path, cuts: int, rng: Random) -> tuple[list[float], Crowd]:
    """Cut the tunnel this often while a game of each kind is played through it, and check afterward that nothing is
    lost. Return the seconds after each cut until everybody was back, and everybody."""
    crowd, seconds = Crowd(), list[float]()
    with tunnelled(folder, "--bot-pause", "0", "--no-limits") as (server, sshd, public):  # all have one address
        await set_up(crowd, [public], rng, tables=EVERY_GAME)
        await crowd.everybody_moves_on()
        for _ in range(cuts):
            await asyncio.sleep(rng.uniform(STEADY, STEADY + 1))  # sooner, it would wait longer each time
            await crowd.next("sent")
            lines = {client: client.lines for client in crowd.clients}
            began = time.monotonic()
            assert sshd.cut() > 0
            async with asyncio.timeout(120):
                while any(client.lines == before for client, before in lines.items()):
                    crowd.check()
                    await asyncio.sleep(0.01)
            seconds.append(time.monotonic() - began)
            await crowd.everybody_moves_on()
        await crowd.end()
        assert server.stop() == 0
    found = await audit(str(server.db), crowd.journals)
    assert found
    check_quiet(crowd, server)
    return seconds, crowd
