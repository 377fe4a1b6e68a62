"""Four people at Magpie, the toy game: Ann plays, Bob is at bat next, and Cat and Dan may grab the prize."""

import asyncio
from typing import Any

from parlour.server.guest import Guest
from tests.server.driver import PATIENCE, Player, Served
from tests.toy import Magpie

BOB, CAT, DAN = 1, 2, 3
NAMES = ("Bob", "Cat", "Dan")
NO_HURRY = {"windows": False}


class Four:
    """Four people at Magpie, Ann at bat."""

    def __init__(self, served: Served, code: str, tokens: list[str], players: list[Player]) -> None:
        self.served = served
        self.code = code
        self.tokens = tokens
        self.ann, self.bob, self.cat, self.dan = players

    @classmethod
    async def sit(cls, served: Served, ways: tuple[float, ...] = (0, 0, 0, 0), **wishes: Any) -> "Four":
        made = await served.make(**{"game": "magpie", "seats": [{}] * 4, "pace": NO_HURRY, **wishes})
        code, tokens = made["code"], [made["token"]]
        tokens += [(await served.sit(code, name))["token"] for name in NAMES]
        players = [await served.join(code, token, way=way) for token, way in zip(tokens, ways, strict=True)]
        four = cls(served, code, tokens, players)
        await four.ann.table("start")
        return four

    @property
    def state(self) -> Magpie:
        state: Magpie = self.served.rooms.open_rooms[self.code].table.state
        return state

    def guest(self, seat: int) -> Guest:
        room = self.served.rooms.open_rooms[self.code]
        return next(guest for guest in room.guests if room.table.seat_of(guest.key) == seat)

    async def pinged(self, *seats: int, times: int = 1) -> None:
        """Wait until the server knows their round trips."""
        async with asyncio.timeout(PATIENCE):
            while any(len(self.guest(seat).round_trips) < times for seat in seats):
                await asyncio.sleep(0.01)

    async def opens(self) -> None:
        assert (await self.ann.act(do="pass"))["type"] == "ack"

    async def grabs(self, player: Player, after: float, **rest: Any) -> dict[str, Any]:
        """Grab this many seconds after seeing that it is possible."""
        await player.until(lambda message: can(message, "grab"))
        await asyncio.sleep(after)
        return await player.act(do="grab", **rest)

    async def reactions(self) -> dict[int, int]:
        """Return the reactions of the seats that grabbed, in the order the calls came in."""
        moves = await self.served.moves(self.code)
        return {move.seat: move.body.action["reaction"] for move in moves if move.body.action["do"] == "grab"}


def can(message: dict[str, Any], what: str) -> bool:
    return any(ask["action"]["do"] == what for ask in (message["view"] or {}).get("asks", ()))
