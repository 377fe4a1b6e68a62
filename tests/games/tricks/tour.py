"""How a person plays a card in a tour of Hearts or Spades."""

from typing import Any

from parlour.cards import CODES
from tests.browser.rummies import Player


def plays(person: Player, play: Any) -> None:
    person.picks(CODES.index(play.card))
