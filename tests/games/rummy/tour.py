"""How a person lays down in a tour of Torpedo or Progressive."""

from typing import Any

from parlour.cards import CODES
from tests.browser.rummies import Player


def lays_down(person: Player, lay_down: Any) -> None:
    person.lays_down([[CODES.index(face.partition("=")[0]) for face in meld] for meld in lay_down.melds])
