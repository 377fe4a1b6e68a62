"""What a Golf player can do. Frozen and interned: the rules hand out the same few objects again and again."""

from typing import Annotated, final

from msgspec import Meta

from parlour.kernel.actions import Deal, Draw, GameAction, Take

Slot = Annotated[int, Meta(ge=0, le=5)]


@final
class Turn(GameAction, frozen=True):
    """Turn up one of one's own face-down cards (G2, G7, G28)."""

    slot: Slot


@final
class Swap(GameAction, frozen=True):
    """Put the card in hand into the grid; the old one goes to the discards (G4)."""

    slot: Slot


@final
class DiscardDrawn(GameAction, frozen=True, tag="discard"):
    """Discard the card drawn from the stock (G4)."""


@final
class LeaveDown(GameAction, frozen=True, tag="leave"):
    """Turn no card up after discarding (G7)."""


@final
class Knock(GameAction, frozen=True):
    """Spend the turn on turning up all that is still face down (G29)."""


Action = Turn | Draw | Take | Swap | DiscardDrawn | LeaveDown | Knock | Deal

DISCARD = DiscardDrawn()
LEAVE = LeaveDown()
KNOCK = Knock()
SWAPS: tuple[Swap, ...] = tuple(Swap(slot) for slot in range(6))
TURNS: tuple[Turn, ...] = tuple(Turn(slot) for slot in range(6))
