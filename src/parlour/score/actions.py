"""What can be done to a score sheet."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.kernel.scorer import Cell, Written

Number = Annotated[int, Meta(ge=1, le=1000)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Cells = Annotated[tuple[Cell | None, ...], Meta(max_length=8)]
Calls = Annotated[tuple[SeatNumber, ...], Meta(max_length=8)]


class Enter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="enter"):
    """The next round. With a number it is refused if somebody else has entered that one meanwhile."""

    cells: Cells
    calls: Calls = ()
    number: Number | None = None


class Correct(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="correct"):
    """An earlier round, as it should have been written."""

    number: Number
    cells: Cells
    calls: Calls = ()


class Undo(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="undo"):
    """Takes the last change back. `change` is the number of changes that whoever asks has seen."""

    change: int | None = None


class Strike(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="strike"):
    """Takes the last round off the sheet, whatever was corrected since."""

    number: Number | None = None


Action = Enter | Correct | Undo | Strike


def written(action: Enter | Correct) -> Written:
    return Written(action.cells, action.calls)
