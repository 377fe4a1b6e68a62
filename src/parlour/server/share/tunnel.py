"""Keeps a tunnel open: takes the first carrier that gives a link, and builds the tunnel again when it breaks."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

from parlour.kernel.refusal import repeated
from parlour.server.addresses import Addresses
from parlour.server.rooms import Rooms
from parlour.server.share.tunnel_end import TunnelEnd

log = logging.getLogger("parlour")

PATIENCE = 10  # seconds for a carrier to give a link
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0  # seconds before a tunnel is built again

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
        self.up = False
        self._last_said = ""

    async def keep_open(self) -> None:
        """Keep the tunnel open until cancelled, or until no carrier is left."""
        wait = FIRST_WAIT
        while self.carriers:
            for carrier in list(self.carriers):
                if await self._go_through(carrier):
                    wait = FIRST_WAIT
                    break
            else:
                wait = min(2 * wait, LONGEST_WAIT)
            await asyncio.sleep(wait)

    async def _go_through(self, carrier: Carrier) -> bool:
        """Return whether there was a tunnel, once it has broken."""
        self.up = False
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
        return self.up

    def _open(self, carrier: Carrier, link: str) -> None:
        if carrier is not self.carriers[0]:  # the next time, this one is the first to be asked
            self.carriers.remove(carrier)
            self.carriers.insert(0, carrier)
        if link == self.addresses.public_url:
            self.say("The tunnel is back, with the same link.")
        else:
            self.say(carrier.about)
            self.say(f"  Send this link      {link}")
            self.addresses.share(link)
            self.rooms.tell_link(link)
        self.up = True
        self._last_said = ""

    def _lost(self, carrier: Carrier, broken: Broken) -> None:
        if broken.final:
            self.carriers.remove(carrier)
        heard = "" if self.up or not carrier.said else f" It said: {repeated(carrier.said)}"
        goes_on = " Building it again." if self.up else ""
        if not self.carriers:
            goes_on = " There's no link for now; the table goes on in the house."
        if (sentence := broken.why + heard + goes_on) != self._last_said:
            self.say(sentence)
        self._last_said = sentence
