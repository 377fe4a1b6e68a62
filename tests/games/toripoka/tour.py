"""A tour of Toripoka: a fold."""

from typing import Any

from tests.browser.rummies import Player
from tests.browser.tour import Tour


def folds(person: Player, fold: Any) -> None:
    person.press(person.page.locator(f"[data-fold={fold.prize}]"))
    person.presses("fold")


TOUR = Tour("fold", by=folds)
