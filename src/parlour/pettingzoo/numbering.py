"""Actions as numbers.

A number stands for a kind of action together with its values, if these are few: a card, a slot, a side. So the same
number always discards the same card. Where there are too many values, as for melds to lay down, a row of numbers stands
for the actions: the first number for the first such action on offer, and so on, those with the most cards first.
Actions beyond the end of the row have no number and cannot be chosen.
"""

import re
from collections.abc import Sequence
from itertools import product
from typing import Any, Final

import msgspec
from msgspec.inspect import (
    BoolType,
    IntType,
    ListType,
    LiteralType,
    Metadata,
    StrType,
    StructType,
    Type,
    UnionType,
    type_info,
)

NOT_NOW: Final = 0  # for a seat that may act and need not
FEW: Final = 100
SEVERAL: Final = None  # stands for any list of more than one value
LONG_ROW: Final = 64  # for actions of which only the kind is known
SHORT_ROW: Final = 16  # for actions whose card is known


class Numbering:
    """The numbers of a game's actions. `things` are its cards and pieces, as actions write them."""

    def __init__(self, actions: Any, things: Sequence[str]) -> None:
        self._values: dict[type, list[str]] = {}  # the fields whose values a number stands for
        self._rows: dict[tuple[Any, ...], range] = {}
        self.size = NOT_NOW + 1
        known = type_info(actions)
        for sort in known.types if isinstance(known, UnionType) else (known,):
            if not isinstance(sort, StructType):
                raise TypeError(f"an action is a Struct, not {sort}")
            self._add(sort, things)

    def _add(self, sort: StructType, things: Sequence[str]) -> None:
        told = [field for field in sort.fields if field.name != "reaction"]  # nobody is quicker than anybody else here
        lists = {field.name: few for field in told if (few := _few(field.type, things))}
        self._values[sort.cls] = list(lists)
        for values in product(*lists.values()):
            whole = len(lists) == len(told) and SEVERAL not in values
            size = 1 if whole else SHORT_ROW if any(value is not SEVERAL for value in values) else LONG_ROW
            self._rows[sort.cls, *values] = range(self.size, self.size + size)
            self.size += size

    def row(self, action: Any) -> range:
        """The numbers that may stand for an action: one, or a row of them."""
        values = [getattr(action, field) for field in self._values[type(action)]]
        return self._rows[type(action), *[_only(value) if isinstance(value, list) else value for value in values]]

    def numbered(self, legal: Sequence[Any]) -> dict[int, Any]:
        """The legal actions by number."""
        rows: dict[range, list[Any]] = {}
        for action in legal:
            rows.setdefault(self.row(action), []).append(action)
        return {
            number: action
            for row, actions in rows.items()
            for number, action in zip(row, sorted(actions, key=_longest) if len(row) > 1 else actions, strict=False)
        }


def _few(kind: Type, things: Sequence[str]) -> list[Any]:
    """Every value of a type; empty if they cannot be listed or are too many."""
    found: list[Any] = []
    match kind:
        case Metadata():
            found = _few(kind.type, things)
        case BoolType():
            found = [False, True]
        case LiteralType():
            found = list(kind.values)
        case IntType(ge=int(least), le=int(most)) if most - least < FEW:
            found = list(range(least, most + 1))
        case StrType(pattern=str(pattern)):
            found = [thing for thing in ("", *things) if re.search(pattern, thing)]
        case ListType(item_type=item) if not isinstance(item, ListType):
            few = _few(item, things)
            found = [*few, SEVERAL] if few else []
    return found if len(found) <= FEW else []


def _only(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else SEVERAL


def _longest(action: Any) -> tuple[int, bytes]:
    text = msgspec.json.encode(action)
    return -len(text), text
