"""The Swap test finds every deliberate leak, in each of the ways that something reaches a viewer."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.cards import code
from parlour.games.tricks.masks import OF_SUIT
from parlour.table import table_view
from tests.leaks.hidden import Hidden
from tests.leaks.improvise import a_setting, improvised
from tests.leaks.leaky import LEAKS, Patch, into_whether_one_may_undo, wrapped
from tests.leaks.swap import check_swaps
from tests.leaks.tripwires import check_nothing_is_named, check_sights


@pytest.mark.slow
@pytest.mark.parametrize("leaking", LEAKS, ids=lambda leaking: leaking.__name__)
def test_a_leak_is_found(tmp_path: Path, monkeypatch: Patch, leaking: Callable[[Patch], None]) -> None:
    leaking(monkeypatch)
    setting = dataclasses.replace(a_setting("golf", 0), options={"holes": 1})
    record = improvised(tmp_path / "first", setting)
    with pytest.raises(AssertionError, match="depends on where"):
        check_swaps(tmp_path, setting, record, 12)


@pytest.mark.slow
def test_a_void_in_hearts_that_nobody_has_shown_yet_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    """Though some exchanges are impossible there, because players must follow suit."""

    def leaky(view: Any, given: Any) -> Any:
        hands = given[0].state.hands if given[0].state else []
        without = [(seat, suit) for seat, hand in enumerate(hands) for suit in range(4) if not hand & OF_SUIT[suit]]
        return replace(view, title=f"Void: {without}")

    wrapped(monkeypatch, table_view, "public_view", leaky)
    setting = dataclasses.replace(a_setting("hearts", 0), options={"rounds": 1})
    record = improvised(tmp_path / "first", setting)
    with pytest.raises(AssertionError, match="depends on where"):
        check_swaps(tmp_path, setting, record, 12)


def test_a_card_that_is_named_trips_the_wire(tmp_path: Path, monkeypatch: Patch) -> None:
    def leaky(own: Any, given: Any) -> Any:
        stock = given[0].state.places()["stock"]
        return replace(own, prompt=f"Next comes {code(stock[-1])}.") if stock else own

    wrapped(monkeypatch, table_view, "own_view", leaky)
    record = improvised(tmp_path, a_setting("golf", 0))
    with pytest.raises(AssertionError, match="names"):
        check_nothing_is_named(record)


def test_a_table_that_looks_at_hidden_cards_trips_the_wire(tmp_path: Path, monkeypatch: Patch) -> None:
    record = improvised(tmp_path, a_setting("golf", 0))
    check_sights(Hidden(record), 10, Random(0))
    into_whether_one_may_undo(monkeypatch)
    with pytest.raises(AssertionError, match="depends on hidden cards"):
        check_sights(Hidden(record), 10, Random(0))
