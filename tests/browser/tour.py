"""What browser tests show of every game. Most of it they know from the game itself. What is worth doing, in which deal,
and how a person does it is in tests/games/<game>/tour.py."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.browser.players import Anybody, play
from tests.browser.rummies import Player


def does_anything(person: Player, action: Any) -> None:
    """Taps at random what the page offers, until something happens."""
    before = person.version
    play([Anybody(person.page)], lambda: person.version > before)


@dataclass(frozen=True)
class Tour:
    does: str = ""  # what the first seat does in the end; "": its first move
    secret: int = 1  # of a game in which a steady player comes to do it
    options: dict[str, Any] | None = None  # house rules; None: two rounds, where the game has a rule for that
    by: Callable[[Player, Any], None] = does_anything  # how a person takes the action that a steady player would take
