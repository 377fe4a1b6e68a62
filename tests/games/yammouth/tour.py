"""A tour of Yammouth: a slam."""

from typing import Any

from tests.browser.rummies import Player
from tests.browser.tour import Tour


def slams(person: Player, slam: Any) -> None:
    person.presses("slam")


TOUR = Tour("slam", secret=3, by=slams)
