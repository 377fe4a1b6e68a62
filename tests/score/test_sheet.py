"""The sheet itself: it enters, corrects, takes back and refuses rounds."""

import re
from contextlib import suppress
from random import Random

import pytest

from parlour.games import discover
from parlour.kernel.refusal import Refused
from parlour.score import sheet_of
from parlour.score.sheet import MOST_CHANGES
from tests.arbitrary import as_bytes, attempt
from tests.score.sheets import correct, do, enter, rules_of, sheet, shown, totals

# ---------------------------------------------------------------- Yammouth


def test_Y16_a_multiple_of_25_drops_once_and_a_win_on_75_makes_50() -> None:
    yammouth = sheet("yammouth")
    enter(yammouth, 0, 60, 40)
    enter(yammouth, 0, 65, 60)
    assert totals(yammouth) == [0, 100, 75]  # 125 → 100, and 100 → 75
    enter(yammouth, 3, 1, 0)
    assert totals(yammouth) == [3, 101, 50]
    assert rules_of(yammouth) == ["Y19", "Y16"]


def test_Y17_ten_wins_in_a_row_make_0_and_ten_on_0_make_minus_100() -> None:
    yammouth = sheet("yammouth", 2, out_over=500)
    enter(yammouth, 40, 0)
    for _ in range(10):
        assert totals(yammouth)[0] == 40
        enter(yammouth, 0, 1)
    assert totals(yammouth)[0] == 0
    for _ in range(9):
        enter(yammouth, 0, 1)
        assert totals(yammouth)[0] == 0
    enter(yammouth, 0, 1)
    assert totals(yammouth)[0] == -100
    assert "Y17" in rules_of(yammouth)


def test_Y14_a_caught_caller_pays_35_and_the_last_claimant_wins() -> None:
    yammouth = sheet("yammouth")
    enter(yammouth, 4, None, 20, calls=(0, 1))
    assert totals(yammouth) == [35, 0, 20]
    assert yammouth.scorer.dealer() == 1  # Y3


def test_Y19_whoever_is_out_has_no_points_and_Y20_the_last_one_left_wins() -> None:
    yammouth = sheet("yammouth", out_over=25)
    enter(yammouth, 0, 30, 3)
    with pytest.raises(Refused, match="out of the match"):
        enter(yammouth, 0, 3, 4)
    enter(yammouth, 0, None, 40)
    assert yammouth.result().winners == (0,)
    with pytest.raises(Refused, match="decided"):
        enter(yammouth, 0, None, None)


def test_a_correction_that_brings_somebody_back_asks_for_what_is_missing() -> None:
    yammouth = sheet("yammouth", out_over=25)
    enter(yammouth, 0, 30, 3)
    enter(yammouth, 0, None, 4)
    correct(yammouth, 1, 0, 10, 3)
    assert yammouth.lines[1].reckoned.missing == (1,)
    assert totals(yammouth) == [0, 10, 7]
    correct(yammouth, 2, 0, 9, 4)
    assert yammouth.lines[1].reckoned.missing == ()
    assert totals(yammouth) == [0, 19, 7]


def test_a_correction_that_ends_the_match_leaves_later_rounds_written_but_not_counted() -> None:
    yammouth = sheet("yammouth", 2)
    for points in (10, 20, 30):
        enter(yammouth, 0, points)
    correct(yammouth, 1, 0, 101)
    assert len(yammouth.lines) == 1
    assert shown(yammouth).ledger.rounds[2].idle
    do(yammouth, do="undo")
    assert totals(yammouth) == [0, 60]


# ---------------------------------------------------------------- the others


def test_T31_a_hand_of_7_points_is_refused_and_changes_nothing() -> None:
    torpedo = sheet("torpedo")
    enter(torpedo, 0, 45, 50)
    before = as_bytes(shown(torpedo))
    for wrong in (7, -5, 99_99, 3):
        with pytest.raises(Refused) as refused:
            enter(torpedo, 0, 5, wrong)
        assert refused.value.rule == "T31"
    assert as_bytes(shown(torpedo)) == before


def test_T5_contracts_T7_dealers_and_T32_the_end() -> None:
    torpedo = sheet("torpedo")
    told = []
    while torpedo.result() is None:
        coming = shown(torpedo).ledger.next
        told.append((coming.title, coming.dealer))
        enter(torpedo, 0, 5, 10, calls=(0,))
    assert told[0] == ("Two books", 0)
    assert told[4] == ("Three books", 1)
    assert len(told) == 6
    assert torpedo.result().winners == (0,)


def test_T20_nobody_goes_out_with_points_left() -> None:
    with pytest.raises(Refused, match="can't have gone out"):
        enter(sheet("torpedo"), 0, 5, 10, calls=(1,))


def test_T31_a_joker_of_other_points_makes_other_hands_possible() -> None:
    torpedo = sheet("torpedo", joker_points=23)
    enter(torpedo, 0, 23 + 5, 46)
    with pytest.raises(Refused):
        enter(torpedo, 0, 7, 5)


def test_P4_and_P15_of_progressive() -> None:
    progressive = sheet("progressive", last_round="three_runs_of_four")
    do(progressive, do="enter", cells=[{"cards": []}, {"cards": ["JOK", "A", "10", "2"]}, {"points": 25}])
    assert totals(progressive) == [0, 55, 25]
    assert progressive.scorer.title(7) == "Three runs"


def test_G9_a_grid_is_counted_by_the_house_rules() -> None:
    golf = sheet("golf", 2, super_kings=True, holes=1)
    do(golf, do="enter", cells=[{"cards": ["K", "2", "7", "A", "2", "7"]}, {"cards": ["9", "8", "Q", "9", "8", "Q"]}])
    assert totals(golf) == [-1, 0]
    assert golf.result().winners == (0,)


def test_G1_a_grid_of_five_cards_and_G9_impossible_points_are_refused() -> None:
    golf = sheet("golf", 2)
    with pytest.raises(Refused, match="six cards"):
        do(golf, do="enter", cells=[{"cards": ["K", "2", "7", "A", "2"]}, {"points": 0}])
    with pytest.raises(Refused, match="not 61"):
        enter(golf, 61, 0)


def test_K26_pyramids_are_grouped_and_the_newest_round_is_the_total() -> None:
    toripoka = sheet("toripoka", 2, rounds=3)
    pieces = [[["R1"], ["K1"]], [["R1", "R2"], ["K1"]], [["R1", "R2", "R3"], ["K1", "G1"]]]
    for mine, theirs in pieces:
        do(toripoka, do="enter", cells=[{"cards": mine}, {"cards": theirs}])
    assert totals(toripoka) == [7, 0]
    assert toripoka.lines[2].reckoned.notes == ("red tree 7", "1 single, 1 black −1")
    assert toripoka.result().winners == (0,)


def test_K27_equal_points_go_to_whoever_has_fewer_pyramids() -> None:
    toripoka = sheet("toripoka", 2, rounds=2)
    for _ in range(2):
        do(toripoka, do="enter", cells=[{"cards": ["R1"]}, {"cards": ["G1"]}])
    assert toripoka.result().winners == (0, 1)
    do(toripoka, do="correct", number=2, cells=[{"cards": ["R1"]}, {"cards": ["G1", "B1", "K1"]}])
    assert toripoka.result().winners == (0,)


def test_K25_it_is_over_when_the_bag_cannot_fill_both_prizes_however_many_went_back() -> None:
    toripoka = sheet("toripoka", 2)
    pieces = [colour + size for colour in "RYGBK" for size in "123"]
    for held in (1, 2, 4, 6, 8, 10, 12, 13):  # in the first two rounds a prize went back into the bag
        assert toripoka.result() is None
        do(toripoka, do="enter", cells=[{"cards": pieces[:held]}, {"cards": []}])
    assert toripoka.result() is None
    do(toripoka, do="enter", cells=[{"cards": pieces[8:13]}, {"cards": pieces[13:14]}])  # some were spent
    assert toripoka.result() is not None


def test_K2_one_pyramid_cannot_be_held_by_both_and_K5_not_too_many() -> None:
    toripoka = sheet("toripoka", 2)
    with pytest.raises(Refused, match="only one"):
        do(toripoka, do="enter", cells=[{"cards": ["R1"]}, {"cards": ["R1"]}])
    with pytest.raises(Refused, match="only win two"):
        do(toripoka, do="enter", cells=[{"cards": ["R1", "R2"]}, {"cards": ["R3"]}])


# ---------------------------------------------------------------- any sheet


def test_a_round_that_somebody_else_has_entered_meanwhile_is_not_entered_twice() -> None:
    golf = sheet("golf", 2)
    enter(golf, 1, 2, number=1)
    with pytest.raises(Refused, match="already saved"):
        enter(golf, 1, 2, number=1)
    with pytest.raises(Refused, match="yet"):
        enter(golf, 1, 2, number=3)


def test_an_undo_that_was_not_meant_for_what_stands_there_is_refused() -> None:
    golf = sheet("golf", 2)
    enter(golf, 1, 2)
    with pytest.raises(Refused, match="look again"):
        do(golf, do="undo", change=0)
    do(golf, do="undo", change=1)
    with pytest.raises(Refused, match="nothing to take back"):
        do(golf, do="undo", change=2)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(Refused, match=r"\{0\} and \{2\}"):
        enter(sheet("golf"), None, 3, None)


@pytest.mark.parametrize("name", [name for name, game in discover().items() if game.scorer])
def test_after_any_corrections_and_undos_a_sheet_is_as_if_written_so_at_once(name: str) -> None:
    for seed in range(30):
        rng = Random(f"{name} {seed}")
        seats = rng.choice(sheet_of(name).seats)
        state = sheet(name, seats)
        for _ in range(40):
            number = rng.randint(1, 8)
            points = [rng.choice((None, 0, 0, 5, 10, 25, 35, rng.randint(-7, 60))) for _ in range(seats)]
            before = as_bytes(shown(state))
            tried = state.copy()
            cells = [None if value is None else {"points": value} for value in points]
            form = rng.choice(
                (
                    {"do": "enter", "cells": cells},
                    {"do": "enter", "cells": cells, "calls": [rng.randrange(seats)]},
                    {"do": "correct", "number": number, "cells": cells},
                    {"do": rng.choice(("undo", "strike"))},
                )
            )
            action = sheet_of(name).read_action(form)
            if attempt(tried, 0, action):
                assert as_bytes(shown(tried)) == before
            else:
                for sentence in sheet_of(name).tell(state, 0, action, tried, None).sentences:
                    assert not re.search(r": \.|: (.+) instead of \1\.", sentence), sentence
                state = tried
        anew = sheet(name, seats)
        anew._write(state.rounds)
        assert (anew.sheet, anew.lines, anew.result()) == (state.sheet, state.lines, state.result())
        assert [sum(column) for column in zip(*state.sheet, strict=True)] in ([], totals(state))


def test_a_sheet_is_not_written_on_for_ever() -> None:
    golf = sheet("golf", 2)
    enter(golf, 1, 2)
    golf.uncovered = MOST_CHANGES
    with pytest.raises(Refused, match="new sheet"):
        enter(golf, 1, 2)
    do(golf, do="undo")


# ---------------------------------------------------------------- long ones


def test_a_round_more_leaves_what_was_reckoned_before_it_alone() -> None:
    """Otherwise every round of a long evening would take longer, and all other tables would wait."""
    yammouth = sheet("yammouth")
    for number in range(20):
        enter(yammouth, 0, 1, 2)
        before = yammouth.scorers
        assert len(before) == number + 2
    enter(yammouth, 0, 1, 2)
    correct(yammouth, 15, 0, 3, 3)
    assert [now is was for now, was in zip(yammouth.scorers, before, strict=False)] == [True] * 15 + [False] * 6


def test_whatever_is_changed_a_sheet_comes_to_what_a_new_one_with_its_rounds_does() -> None:
    rng = Random("anew")
    yammouth = sheet("yammouth", out_over=40)
    for _ in range(300):
        points = [rng.choice([0, 5, 10, 20]) if seat in yammouth.scorer.playing() else None for seat in range(3)]
        with suppress(Refused):
            match rng.randrange(6):
                case 0:
                    do(yammouth, do="undo")
                case 1:
                    correct(yammouth, rng.randrange(1, 9), *points)
                case 2:
                    do(yammouth, do="strike")
                case _:
                    enter(yammouth, *points)
        anew = sheet("yammouth", out_over=40)
        anew._write(yammouth.rounds)
        assert (anew.lines, anew.sheet, anew.result()) == (yammouth.lines, yammouth.sheet, yammouth.result())
        assert shown(anew).seats == shown(yammouth).seats
