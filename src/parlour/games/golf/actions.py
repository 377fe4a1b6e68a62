"""The actions of Golf. They are frozen, so the rules can share the same few objects."""

from typing import Annotated, final

from msgspec import Meta

from parlour.kernel.actions import Deal, Draw, GameAction, Take

Slot = Annotated[int, Meta(ge=0, le=5)]


@final
class Turn(GameAction, frozen=True):
    """Turn up one of your own face-down cards (G2, G7, G28)."""

    slot: Slot


@final
class Swap(GameAction, frozen=True):
    """Put the card in hand into the grid and discard the old one (G4)."""

    slot: Slot


@final
class DiscardDrawn(GameAction, frozen=True, tag="discard"):
    """Discard the card drawn from the stock (G4)."""


@final
class LeaveDown(GameAction, frozen=True, tag="leave"):
    """Leave all cards face down after discarding (G7)."""


@final
class Knock(GameAction, frozen=True):
    """Use the turn to turn up all remaining face-down cards (G29)."""


Action = Turn | Draw | Take | Swap | DiscardDrawn | LeaveDown | Knock | Deal

DISCARD = DiscardDrawn()
LEAVE = LeaveDown()
KNOCK = Knock()
SWAPS: tuple[Swap, ...] = tuple(Swap(slot) for slot in range(6))
TURNS: tuple[Turn, ...] = tuple(Turn(slot) for slot in range(6))
