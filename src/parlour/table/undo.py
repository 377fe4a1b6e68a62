"""What taking a move back needs: the states before the moves that still can be, and who has agreed to it."""

from typing import Any

from msgspec import Struct

from parlour.kernel.state import Seat


class UndoPoint(Struct, frozen=True):
    """A move that can still be taken back, with the state before it."""

    version: int  # of the table before the move
    seat: Seat
    state: Any


class UndoRequest(Struct, frozen=True):
    """An undo that waits for everybody to agree."""

    by: Seat
    to: int
    agreed: tuple[Seat, ...]
