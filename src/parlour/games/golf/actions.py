"""What a Golf player can do. Frozen and interned: the rules hand out the same few objects again and again."""

from typing import Annotated, final

from msgspec import Meta, Struct

Slot = Annotated[int, Meta(ge=0, le=5)]


@final
class Turn(Struct, frozen=True, tag_field="do", tag="turn", forbid_unknown_fields=True):
    """Turn up one of one's own face-down cards (G2, G7, G28)."""

    slot: Slot


@final
class Draw(Struct, frozen=True, tag_field="do", tag="draw", forbid_unknown_fields=True):
    """Draw from the stock (G3)."""


@final
class Take(Struct, frozen=True, tag_field="do", tag="take", forbid_unknown_fields=True):
    """Take the visible discard (G3)."""


@final
class Swap(Struct, frozen=True, tag_field="do", tag="swap", forbid_unknown_fields=True):
    """Put the card in hand into the grid; the old one goes to the discards (G4)."""

    slot: Slot


@final
class Discard(Struct, frozen=True, tag_field="do", tag="discard", forbid_unknown_fields=True):
    """Discard the card drawn from the stock (G4)."""


@final
class Leave(Struct, frozen=True, tag_field="do", tag="leave", forbid_unknown_fields=True):
    """Turn no card up after discarding (G7)."""


@final
class Knock(Struct, frozen=True, tag_field="do", tag="knock", forbid_unknown_fields=True):
    """Spend the turn on turning up all that is still face down (G29)."""


@final
class Deal(Struct, frozen=True, tag_field="do", tag="deal", forbid_unknown_fields=True):
    """Deal the next hole (G11)."""


Action = Turn | Draw | Take | Swap | Discard | Leave | Knock | Deal

DRAW = Draw()
TAKE = Take()
DISCARD = Discard()
LEAVE = Leave()
KNOCK = Knock()
DEAL = Deal()
SWAPS: tuple[Swap, ...] = tuple(Swap(slot) for slot in range(6))
TURNS: tuple[Turn, ...] = tuple(Turn(slot) for slot in range(6))
