"""What players can do to a score sheet."""

from typing import Annotated

from msgspec import Meta

from parlour.kernel.actions import GameAction
from parlour.kernel.scorer import Cell, Written
from parlour.kernel.state import SeatNumber

Number = Annotated[int, Meta(ge=1, le=1000)]
Cells = Annotated[tuple[Cell | None, ...], Meta(max_length=8)]
SeatList = Annotated[tuple[SeatNumber, ...], Meta(max_length=8)]


class Enter(GameAction, frozen=True, omit_defaults=True):
    """Enter the next round. If `number` is given and somebody else has entered that round already, it is refused."""

    cells: Cells
    calls: SeatList = ()  # who was caught, and last who won or went out
    number: Number | None = None
    caught: SeatList = ()  # who was caught, if the winner is not given
    nobody: bool = False  # nobody won or went out
    last: bool | None = None  # whether it was the last round, if the sheet cannot know


class Correct(GameAction, frozen=True, omit_defaults=True):
    """Replace an earlier round."""

    number: Number
    cells: Cells
    calls: SeatList = ()
    caught: SeatList = ()
    nobody: bool = False
    last: bool | None = None


class Undo(GameAction, frozen=True, omit_defaults=True):
    """Take back the last change. `change` is the number of changes that the player has seen."""

    change: int | None = None


class Strike(GameAction, frozen=True, omit_defaults=True):
    """Remove the last round from the sheet, even if other rounds were corrected after it."""

    number: Number | None = None


Action = Enter | Correct | Undo | Strike


def written(action: Enter | Correct) -> Written:
    won = action.calls[-1] if action.calls else None
    return Written(action.cells, won, (*action.calls[:-1], *action.caught), action.nobody, action.last)
