"""The melds of a lay-down may be named in any order, and books may be called sets (T37, P20)."""

from itertools import permutations
from typing import Any

import pytest

from parlour.games.progressive import GAME as PROGRESSIVE
from parlour.games.rummy.melds import BOOK, RUN
from parlour.games.torpedo import GAME as TORPEDO
from parlour.kernel.refusal import Refused
from tests.games.rummy.tables import arrange, lay, new_progressive, new_torpedo, refused

SEVENS, HEARTS, CLUBS = "7S 7H 7D", "3H 4H 5H 6H", "8C 9C JOK=10C JC"


def sentence(state: Any, *groups: str) -> str:
    with pytest.raises(Refused) as refusal:
        state.apply(1, lay(*groups))
    return refusal.value.sentence


@pytest.mark.parametrize("order", list(permutations([SEVENS, HEARTS, CLUBS])))
def test_T37_round_4_may_be_laid_runs_first(order: tuple[str, ...]) -> None:
    torpedo = arrange(new_torpedo(), "", "7S 7H 7D 3H 4H 5H 6H 8C 9C JOK JC 2S", round=4)
    assert TORPEDO.trying.faults(torpedo, 1, lay(*order)) == [None, None, None]
    torpedo.apply(1, lay(*order))
    assert [meld.kind for meld in torpedo.melds] == [BOOK, RUN, RUN]  # in the order of the contract
    assert len(torpedo.hands[1]) == 1


@pytest.mark.parametrize("order", list(permutations([SEVENS, HEARTS, CLUBS])))
def test_P20_a_set_and_two_runs_in_any_order(order: tuple[str, ...]) -> None:
    progressive = arrange(new_progressive(), "", "7S 7H 7D 3H 4H 5H 6H 8C 9C JOK JC 2S", round=6)
    progressive.apply(1, lay(*order))
    assert [meld.kind for meld in progressive.melds] == [BOOK, RUN, RUN]


def test_P20_jokers_that_could_be_either_go_where_the_contract_needs_them() -> None:
    """A seven and three jokers can be a set of four or a run."""
    progressive = arrange(new_progressive(), "", "7S JOK JOK JOK KS KH KD 2S", round=2)
    progressive.apply(1, lay("7S JOK JOK JOK", "KS KH KD"))
    assert [(meld.kind, len(meld.cards)) for meld in progressive.melds] == [(BOOK, 3), (RUN, 4)]
    assert progressive.melds[1].suit == 0


def test_T37_P20_what_is_said_first_is_taken_as_said_where_both_will_do() -> None:
    hand = "7S JOK JOK JOK 9H JOK JOK JOK 2S"
    progressive = arrange(new_progressive(), "", hand, round=2)
    progressive.apply(1, lay("7S JOK JOK JOK", "9H JOK JOK JOK"))
    assert progressive.melds[0].first == 7


def test_T37_a_joker_that_says_what_it_is_makes_a_run() -> None:
    torpedo = arrange(new_torpedo(long_melds=True), "", "7S JOK JOK JOK KS KH KD JOK 2S 3S", round=3)
    torpedo.round = 3
    mixed = lay("7S JOK=8S JOK=9S JOK=10S", "KS KH KD", "2S JOK 3S")
    assert refused(torpedo, 1, mixed) == "T1"  # because the last isn't a book


def test_T37_P20_the_refusal_is_about_the_meld_that_is_wrong() -> None:
    torpedo = arrange(new_torpedo(), "", "7S 7H 8D 3H 4H 5H 6H 8C 9C 10C JC 2S", round=4)
    assert sentence(torpedo, HEARTS, "8C 9C 10C JC", "7S 7H 8D") == (
        "7♠ and 8♦ aren't the same rank, so that isn't a book."
    )
    progressive = arrange(new_progressive(), "", "7S 7H 8D 3H 4H 5H 6H 2S", round=2)
    assert sentence(progressive, HEARTS, "7S 7H 8D") == "7♠ and 8♦ aren't the same rank, so that isn't a set."
    assert sentence(progressive, "7S 7H", HEARTS) == "A set needs at least 3 cards."
    assert sentence(progressive, "3H 4H 5H", "7S 7H 8D").startswith("7♠ and 8♦")


def test_T37_two_runs_where_one_book_is_asked_for_are_refused() -> None:
    torpedo = arrange(new_torpedo(), "", "7S 7H 7D KS KH KD 3H 4H 5H 6H 8C 9C 10C JC 2S", round=4)
    assert refused(torpedo, 1, lay(SEVENS, "KS KH KD", HEARTS)) in ("T2", "T13")
    assert refused(torpedo, 1, lay(SEVENS, HEARTS)) == "T12"


def test_T37_P20_trays_filled_in_another_order_are_not_at_fault() -> None:
    """A run in the first tray, which is for the book; the second is still being filled."""
    torpedo = arrange(new_torpedo(), "", "7S 7H 7D 3H 4H JOK 6H 8C 9C 10C JC 2S", round=4)
    faults = TORPEDO.trying.faults(torpedo, 1, lay("3H 4H JOK 6H", "7S 7H", "8C 9C 10C JC"))
    assert faults is not None
    assert [fault and fault.rule for fault in faults] == [None, "T13", None]
    assert faults[1] is not None
    assert "book" in faults[1].sentence
    meanings = TORPEDO.trying.meanings(torpedo, 1, lay("3H 4H JOK 6H", "7S 7H", "8C 9C 10C JC"))
    assert meanings is not None
    assert meanings[0][2] == ["5H"]


def test_P20_a_set_is_called_a_set() -> None:
    progressive = arrange(new_progressive(), "", "7S 7H 7D KS KH JOK 2S", round=1)
    assert sentence(progressive, SEVENS, "KS KH") == "A set needs at least 3 cards."
    assert sentence(progressive, SEVENS, "KS KH JOK=2H") == "A joker in this set can't stand for 2♥."
    progressive.apply(1, lay("KS KH JOK", SEVENS))
    view = PROGRESSIVE.view(progressive, 1)
    assert "book" not in str(view)
    assert "book" not in str(PROGRESSIVE.about)
