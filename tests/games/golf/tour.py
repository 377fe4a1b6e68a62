"""A tour of Golf: a swap."""

from typing import Any

from tests.browser.rummies import Player
from tests.browser.tour import Tour


def swaps(person: Player, swap: Any) -> None:
    person.press(person.page.locator("[data-own] [data-item^='grid:']").first)


TOUR = Tour("swap", secret=7, by=swaps)
