"""Tables of Golf in the middle of a hole, laid out for a test."""

from typing import Any

import pytest

from parlour.cards import card
from parlour.games.golf.actions import Action, Swap
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.rules import Golf, start
from parlour.games.golf.state import ALL_UP, TURNING_UP
from parlour.kernel.actions import DRAW
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler


def new(seats: int = 2, **options: Any) -> Golf:
    return start(GolfOptions(**options), seats, QuickShuffler(b"golf"))


def ready(seats: int = 2, **options: Any) -> Golf:
    """A game after everybody has turned up their first cards, top left first."""
    golf = new(seats, **options)
    while golf.phase == TURNING_UP:
        seat = golf.actors()[0]
        golf.apply(seat, golf.legal(seat)[0])
    return golf


def lay(golf: Golf, seat: int, cards: str, up: int = ALL_UP) -> None:
    """Give these six cards to a seat."""
    golf.grids[seat * 6 : seat * 6 + 6] = [card(text) for text in cards.split()]
    golf.up[seat] = up


def refused(golf: Golf, seat: int, action: Action) -> str:
    """The rule that refuses an action. The action must change nothing."""
    before = golf.copy()
    with pytest.raises(Refused) as refusal:
        golf.apply(seat, action)
    assert golf == before
    return refusal.value.rule


def play(golf: Golf, *moves: tuple[int, Action]) -> Golf:
    for seat, action in moves:
        golf.apply(seat, action)
    return golf


def going_out(seats: int = 3, **options: Any) -> Golf:
    """Seat 1 has one card face down and is about to replace it."""
    golf = ready(seats, flip_on_discard="never", **options)
    golf.up[1] = 0b011111
    return play(golf, (1, DRAW), (1, Swap(5)))
