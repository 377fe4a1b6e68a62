"""Keeps a tunnel open: takes the first carrier that gives a link, and builds the tunnel again when it breaks."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

from parlour.kernel.refusal import repeated
from parlour.server.addresses import Addresses
from parlour.server.rooms import Rooms
from parlour.server.share.tunnel_end import TunnelEnd

log = logging.getLogger("parlour")

PATIENCE = 10  # seconds for a carrier to give a link
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0  # seconds before a tunnel is built again
STEADY = 3.0  # seconds after which a tunnel has stood, and the waits begin anew

Say = Callable[[str], None]


class Broken(Exception):
    """A tunnel ended or never began. `final`: trying again would end the same way."""

    def __init__(self, why: str, final: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.final = final


class Carrier:
    """Somebody who carries what goes between this computer and the people who have the link."""

    name: str
    about: str  # two sentences, `carried_by` them
    said = ""  # the last line it said

    def links(self, end: TunnelEnd, say: Say) -> AsyncGenerator[str]:
        """Build a tunnel to our end and give its link, and every new link, until it breaks."""
        raise NotImplementedError


def carried_by(who: str, sees: str) -> str:
    """Say who carries the traffic, and what they could see."""
    return f"The table stays on this computer, and {who} carries everything between it and your family. {sees}"


COULD_READ = "They see who comes from where, and could read it all: the encryption ends on their servers."


class Tunnel:
    def __init__(
        self, carriers: Sequence[Carrier], end: TunnelEnd, addresses: Addresses, rooms: Rooms, say: Say
    ) -> None:
        self.carriers = list(carriers)
        self.end = end
        self.addresses = addresses
        self.rooms = rooms
        self.say = say
        self.up_since: float | None = None
        self.closing = False  # the server stops, and programs may have been stopped with it
        self._said = set[str]()  # why there is no tunnel, since there last was one

    async def keep_open(self) -> None:
        """Keep the tunnel open until cancelled, or until no carrier is left to try again."""
        wait = FIRST_WAIT
        while self.carriers and not self.closing:
            for carrier in list(self.carriers):
                if (stood := await self._go_through(carrier)) is not None:
                    wait = FIRST_WAIT if stood > STEADY else wait
                    break
            else:
                then = ", and we keep trying." if self.carriers else "."
                self._say_once("nobody", f"There's no link for now. The table goes on in the house{then}")
            await asyncio.sleep(wait if self.carriers else 0)
            wait = min(2 * wait, LONGEST_WAIT)
        self.addresses.public_url = ""
        self.rooms.tell_link("")

    async def _go_through(self, carrier: Carrier) -> float | None:
        """Build a tunnel. Return the seconds for which it stood, or None if there was none."""
        self.up_since = None
        carrier.said = ""
        try:
            async with asyncio.timeout(PATIENCE) as patience, aclosing(carrier.links(self.end, self.say)) as links:
                async for link in links:
                    patience.reschedule(None)
                    self._open(carrier, link)
            raise Broken(f"{carrier.name} has ended the tunnel.")
        except TimeoutError:
            broken = Broken(f"{carrier.name} gave no link within {PATIENCE} seconds.")
        except Broken as error:
            broken = error
        except Exception as error:  # whatever a carrier does, the table goes on
            log.debug("the tunnel failed", exc_info=error)
            broken = Broken(f"The tunnel through {carrier.name} failed: {repeated(str(error) or repr(error))}.")
        self._lost(carrier, broken)
        return None if self.up_since is None else time.monotonic() - self.up_since

    def _open(self, carrier: Carrier, link: str) -> None:
        if carrier is not self.carriers[0]:  # the next time, this one is the first to be asked
            self.carriers.remove(carrier)
            self.carriers.insert(0, carrier)
        if link != self.addresses.public_url:
            self.say(carrier.about)
            self.say(f"  Send this link      {link}")
            self.addresses.share(link)
            self.rooms.tell_link(link)
        elif self.up_since is None:
            self.say("The tunnel is back, with the same link.")
        self.up_since = time.monotonic() if self.up_since is None else self.up_since
        self._said.clear()

    def _lost(self, carrier: Carrier, broken: Broken) -> None:
        if broken.final:
            self.carriers.remove(carrier)
        heard = f" It said: {repeated(carrier.said)}" if carrier.said else ""
        self._say_once(broken.why, broken.why + (heard if self.up_since is None else " Building it again."))

    def _say_once(self, why: str, sentence: str) -> None:
        if why not in self._said and not self.closing:
            self._said.add(why)
            self.say(sentence)
