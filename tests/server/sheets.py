"""Score sheets over the socket."""

from typing import Any

from tests.server.driver import Player, Served

PLAYERS = [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cat"}]


async def sheet(served: Served, game: str = "yammouth", **wishes: Any) -> tuple[Player, str]:
    """Make a sheet; return its host, who has no chair, and its code."""
    made = await served.make(game=f"score-{game}", name="", seats=PLAYERS, **wishes)
    assert made["seat"] is None
    return await served.join(made["code"], made["token"]), made["code"]


def cells(*points: int | None) -> list[Any]:
    return [None if value is None else {"points": value} for value in points]
