"""What can be done to a score sheet."""

from typing import Annotated

from msgspec import Meta

from parlour.kernel.actions import GameAction
from parlour.kernel.scorer import Cell, Written

Number = Annotated[int, Meta(ge=1, le=1000)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Cells = Annotated[tuple[Cell | None, ...], Meta(max_length=8)]
Calls = Annotated[tuple[SeatNumber, ...], Meta(max_length=8)]


class Enter(GameAction, frozen=True, omit_defaults=True):
    """The next round. With a number it is refused if somebody else has entered that one meanwhile."""

    cells: Cells
    calls: Calls = ()  # who won or went out; before it, who was caught
    number: Number | None = None
    caught: Calls = ()  # who was caught, where it is not said who won
    nobody: bool = False  # nobody won or went out
    last: bool | None = None  # whether that was the last round, where the sheet cannot know


class Correct(GameAction, frozen=True, omit_defaults=True):
    """An earlier round, as it should have been written."""

    number: Number
    cells: Cells
    calls: Calls = ()
    caught: Calls = ()
    nobody: bool = False
    last: bool | None = None


class Undo(GameAction, frozen=True, omit_defaults=True):
    """Takes the last change back. `change` is the number of changes that whoever asks has seen."""

    change: int | None = None


class Strike(GameAction, frozen=True, omit_defaults=True):
    """Takes the last round off the sheet, whatever was corrected since."""

    number: Number | None = None


Action = Enter | Correct | Undo | Strike


def written(action: Enter | Correct) -> Written:
    won = action.calls[-1] if action.calls else None
    return Written(action.cells, won, (*action.calls[:-1], *action.caught), action.nobody, action.last)
