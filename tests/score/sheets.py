"""Writes and reads score sheets without a server."""

from typing import Any

import pytest

from parlour.kernel.game import AnyGame
from parlour.kernel.options import read
from parlour.kernel.refusal import Asks
from parlour.kernel.shuffle import QuickShuffler
from parlour.score import sheet_of
from parlour.score.sheet import Sheet
from tests.arbitrary import as_bytes


def sheet(name: str, seats: int = 3, **options: Any) -> Any:
    game = sheet_of(name)
    return game.start(read(game.options, options), seats, QuickShuffler(b""))


def game_of(state: Sheet) -> AnyGame:
    return sheet_of(state.name.removeprefix("score-"))


def do(state: Sheet, **form: Any) -> None:
    state.apply(0, game_of(state).read_action(form))


def enter(state: Sheet, *points: int | None, calls: tuple[int, ...] = (), **more: Any) -> None:
    cells = [None if value is None else {"points": value} for value in points]
    do(state, **{"do": "enter", "cells": cells, "calls": list(calls), **more})


def correct(state: Sheet, number: int, *points: int | None) -> None:
    do(state, do="correct", number=number, cells=[None if value is None else {"points": value} for value in points])


def shown(state: Sheet) -> Any:
    """The view that everybody sees."""
    return game_of(state).public(state)


def totals(state: Sheet) -> list[int]:
    return state.scorer.totals


def rules_of(state: Sheet, at: int = -1) -> list[str]:
    return [remark.rule for remark in state.lines[at].reckoned.remarks]


def asked(state: Any, *cells: Any, **more: Any) -> str:
    """The question that the sheet asks. Nothing may change."""
    before = as_bytes(shown(state))
    with pytest.raises(Asks) as question:
        write(state, *cells, **more)
    assert as_bytes(shown(state)) == before
    return question.value.asks


def write(state: Any, *cells: Any, **more: Any) -> None:
    """Enter a round: for each player points, cards as one text, or None."""
    forms = [
        None if cell is None else {"cards": cell.split()} if isinstance(cell, str) else {"points": cell}
        for cell in cells
    ]
    do(state, **{"do": "enter", "cells": forms, **more})
