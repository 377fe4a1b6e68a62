"""A sheet refuses impossible rounds with the rule, and never guesses what decides a match."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from parlour.cli import main
from parlour.games import discover
from parlour.games.toripoka.pieces import ALL_PIECES, score
from parlour.games.toripoka.sheet import fewest
from parlour.kernel.game import AnyGame
from parlour.kernel.options import changed
from parlour.kernel.refusal import Asks, Refused
from parlour.score.text import read_round
from tests.arbitrary import as_bytes, random_options
from tests.score.sheets import asked, do, enter, sheet, shown, totals, write

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]


def line(state: Any, text: str) -> None:
    state.apply(0, read_round(text, NAMES[: state.seats], state.scorer.pad(), state.scorer.who_rule))


def refused(state: Any, text: str) -> str:
    """The rule by which a line is refused. Nothing may change."""
    before = as_bytes(shown(state))
    with pytest.raises(Refused) as refusal:
        line(state, text)
    assert as_bytes(shown(state)) == before
    assert not isinstance(refusal.value, Asks), refusal.value
    return refusal.value.rule


# ---------------------------------------------------------------- Yammouth: who can have won


@pytest.mark.parametrize(
    "text", ["KH+QHw 1 2", "c 12w 30", "3+3w 9 9", "6w 9 9", "12c 0 3", "K+5Cc 0 3", "A+A+A+3+2Cc 0 3"]
)
def test_Y4_nobody_wins_or_is_caught_with_more_points_than_they_may_call_with(text: str) -> None:
    assert refused(sheet("yammouth"), text) == "Y4"
    line(sheet("yammouth", call_limit=50), text)


@pytest.mark.parametrize(
    "text",
    [
        "AHc 2w 9",  # fewer points than the winner
        "2+AHc A+3w 9 9",
        "AHc ASc ADw 9",  # the second claim has fewer points than the first
        "2Hc ASc AHw 9",
        "5Hc AHc ASc 0w",
        "c c c c c c c 0w",  # seven claims, each with fewer points, from 5 on
    ],
)
def test_Y13_the_first_claim_has_as_many_points_or_fewer_and_each_after_it_fewer(text: str) -> None:
    assert refused(sheet("yammouth", len(text.split())), text) == "Y13"


@pytest.mark.parametrize(
    "text",
    ["AHc ASw 9", "35c 3w 9", "4Hc 4Sc 3Hw", "4Hc 3Hc w", "AHw JOK 9", "5w 9 A", "c c c c c c 0w", "JOKc JOKw 9"],
)
def test_Y13_what_can_have_been_is_taken(text: str) -> None:
    """Nobody has to claim: a player who did not may have fewer points."""
    yammouth = sheet("yammouth", len(text.split()))
    line(yammouth, text)
    assert totals(yammouth)[[word[-1] for word in text.split()].index("w")] == 0


# ---------------------------------------------------------------- Yammouth: nothing is guessed


def test_Y22_that_nobody_won_is_asked_where_it_would_end_the_match() -> None:
    yammouth = sheet("yammouth", 2)
    enter(yammouth, 0, 42)
    enter(yammouth, 42, 0)
    assert asked(yammouth, 60, 60) == "who"
    assert yammouth.result() is None
    write(yammouth, 60, 60, nobody=True)
    assert yammouth.result().winners == (0, 1)
    three = sheet("yammouth")
    enter(three, 0, 64, 64)
    enter(three, 12, 30, 13)  # nobody won, and nobody is out
    assert asked(three, 12, 30, 60) == "who"  # only one player would be left


@pytest.mark.parametrize("points", [(80, 80), (12, 65)])
def test_Y1_that_nobody_won_is_asked_where_no_hand_has_such_points(points: tuple[int, int]) -> None:
    yammouth = sheet("yammouth", 2, out_over=500)
    assert asked(yammouth, *points) == "who"
    write(yammouth, 12, 64)  # four kings and a queen


def test_Y20_a_correction_after_which_a_guess_would_decide_the_match_asks() -> None:
    yammouth = sheet("yammouth", 2)
    enter(yammouth, 0, 7)
    enter(yammouth, 60, 60)
    do(yammouth, do="correct", number=1, cells=[{"points": 0}, {"points": 60}])
    assert yammouth.gaps() == [2]
    assert yammouth.result() is None


# ---------------------------------------------------------------- Toripoka


def test_K5_two_pyramids_a_round_are_worth_only_so_much() -> None:
    toripoka = sheet("toripoka", 2)
    assert refused(toripoka, "28 28") == "K5"
    assert refused(toripoka, "3 0") == "K5"
    assert refused(toripoka, "R1+R2 1") == "K5"
    line(toripoka, "1 1")
    assert refused(toripoka, "7 5") == "K5"
    line(toripoka, "7 1")
    assert refused(toripoka, "25 0") == "K26"  # no pyramids are
    line(toripoka, "-2 1")
    line(toripoka, "-7 0")
    assert refused(toripoka, "-2 -2") == "K2"  # three are black


def test_K5_three_pyramids_that_nobody_had_are_not_won_in_one_round() -> None:
    toripoka = sheet("toripoka", 2)
    line(toripoka, "R1 none")
    assert refused(toripoka, "R1+G2 Y1+Y2") == "K5"
    line(toripoka, "R1 2")  # two more, but which?
    assert refused(toripoka, "R1+G2+G3+B1 Y1+Y2") == "K5"
    line(toripoka, "R1+G2 Y1+Y2")
    line(toripoka, "G2+B1+B2 Y1")  # some were spent
    line(toripoka, "Y1+B1 G2+B3")  # and some went to and fro (K10)


def test_K9_a_pyramid_that_has_left_the_game_does_not_come_back() -> None:
    toripoka = sheet("toripoka", 2)
    line(toripoka, "R1 G1")
    line(toripoka, "R2 G1")
    assert refused(toripoka, "R1+R2 G1") == "K9"
    line(toripoka, "R2+R3 G1")


def test_K26_what_a_score_takes_is_what_the_fewest_pyramids_make() -> None:
    by_hand: dict[int, int] = {}
    for chosen in range(1 << len(ALL_PIECES)):
        pieces = [piece for at, piece in enumerate(ALL_PIECES) if chosen >> at & 1]
        by_hand[score(pieces)] = min(by_hand.get(score(pieces), len(pieces)), len(pieces))
    assert {points: needed for points, (needed, _) in fewest().items()} == by_hand


# ---------------------------------------------------------------- copies of a card


@pytest.mark.parametrize(
    ("game", "rule", "possible", "too_many"),
    [
        ("torpedo", "T6", "JOK+JOK+JOK+JOK 0", "JOK+JOK+JOK+JOK+JOK 0"),
        ("torpedo", "T6", "7H+7H 0", "7H+7H+7H 0"),
        ("torpedo", "T6", "7H+7H 7S", "7H+7H 7H"),
        ("torpedo", "T6", "7+7+7+7+7+7 7+7", "7+7+7+7+7+7 7+7+7S"),
        ("progressive", "P4", "JOK JOK+JOK+JOK", "JOK+JOK JOK+JOK+JOK"),
        ("yammouth", "Y2", "JOK+JOK+JOKw 9", "JOK+JOK+JOK+JOKw 9"),
        ("yammouth", "Y2", "K+K+K 0", "K+K+K+KH+K 0"),
        ("yammouth", "Y2", "KH 0", "KH+KH 0"),
        ("golf", "G1", "AH+AS+2+3+4+5 0", "AH+AH+2+3+4+5 0"),
        ("golf", "G1", "A+A+2+3+4+5 A+A+2+3+4+6", "A+A+2+3+4+5 A+A+A+3+4+6"),
    ],
)
def test_no_more_copies_of_a_card_than_the_deck_has(game: str, rule: str, possible: str, too_many: str) -> None:
    assert refused(sheet(game, 2), too_many) == rule
    line(sheet(game, 2), possible)


def test_G12_G13_jokers_of_a_grid_are_those_of_the_table() -> None:
    assert refused(sheet("golf", 2), "JOK+2+3+4+5+6 0") == "G12"
    assert refused(sheet("golf", 2, use_jokers=True), "JOK+JOK+JOK+4+5+6 0") == "G12"
    assert refused(sheet("golf", 2, lucky_swing=True), "JOK+2+3+4+5+6 JOK+2+3+4+5+6") == "G13"
    line(sheet("golf", 5, use_jokers=True), "JOK+JOK+JOK+JOK+5+6 0 0 0 0")  # two decks
    line(sheet("golf", 5), "AH+AH+2+3+4+5 0 0 0 0")


def test_Y2_a_deck_of_ones_own_has_what_was_chosen() -> None:
    line(sheet("yammouth", 2, double_deck=True), "K+K+K+K+KH 0")
    assert refused(sheet("yammouth", 2, deck="standard"), "JOK+JOK+JOKw 9") == "Y2"


def test_the_cell_with_too_many_copies_is_pointed_at() -> None:
    torpedo = sheet("torpedo", 2)
    action = read_round("7H+7H+7H 7H", NAMES[:2], torpedo.scorer.pad())
    first, second = [torpedo.scorer.fault(cell) for cell in action.cells]
    assert first.rule == "T6"
    assert second is None


# ---------------------------------------------------------------- what has no place on a sheet


@pytest.mark.parametrize(
    ("game", "rule"), [("yammouth", "Y20"), ("golf", "G11"), ("torpedo", "T32"), ("progressive", "P15")]
)
def test_whether_it_was_the_last_round_is_refused_where_the_sheet_knows(game: str, rule: str) -> None:
    for word in ("last", "more"):
        assert refused(sheet(game, 2), f"0 5 {word}") == rule
    state = sheet(game, 2)
    for last in (True, False):
        with pytest.raises(Refused) as refusal:
            enter(state, 0, 5, last=last)
        assert refusal.value.rule == rule
    assert state.rounds == ()


@pytest.mark.parametrize(
    ("game", "rule", "more"),
    [
        ("yammouth", "Y14", {"calls": [0], "nobody": True}),
        ("yammouth", "Y14", {"calls": [0, 0]}),
        ("golf", "G8", {"calls": [0], "nobody": True}),
        ("torpedo", "T20", {"calls": [0], "nobody": True}),
        ("progressive", "P10", {"calls": [0, 0]}),
        ("toripoka", "K11", {"calls": [0]}),
        ("toripoka", "K11", {"nobody": True}),
    ],
)
def test_who_ended_a_round_is_refused_with_the_rule(game: str, rule: str, more: dict[str, Any]) -> None:
    state = sheet(game, 2)
    with pytest.raises(Refused) as refusal:
        enter(state, 0, 0, **more)
    assert refusal.value.rule == rule
    assert state.rounds == ()


def test_Y19_who_is_out_neither_wins_nor_is_caught() -> None:
    yammouth = sheet("yammouth")
    enter(yammouth, 0, 101, 3)
    for text in ("3 w 7", "0 c 7"):
        assert refused(yammouth, text) == "Y19"


@pytest.mark.parametrize(
    ("game", "rule", "text"),
    [("yammouth", "Y14", "0w 0w"), ("golf", "G8", "3w 5w"), ("golf", "G8", "0w 5c"), ("golf", "G8", "0 c"),
     ("toripoka", "K11", "1 w"), ("toripoka", "K11", "1 5c"), ("torpedo", "T20", "15c 0")],
)  # fmt: skip
def test_marks_that_cannot_be_are_refused_with_the_rule(game: str, rule: str, text: str) -> None:
    assert refused(sheet(game, 2), text) == rule


def test_golf_knows_no_caught() -> None:
    with pytest.raises(Refused, match="nobody is caught"):
        line(sheet("golf", 2), "0w 5c")


@pytest.mark.parametrize(("game", "words", "rule"), [("torpedo", ["JOK"] * 9, "T6"), ("progressive", ["7H"] * 7, "P4")])
def test_counted_cards_that_cannot_be_are_refused_with_the_rule(
    game: str, words: list[str], rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["count", game, *words]) == 2
    assert f"({rule})" in capsys.readouterr().err


def test_one_word_is_one_word_and_a_sentence_begins_with_a_large_letter(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Refused, match=r"the line has 1 word\."):
        line(sheet("golf", 2), "5")
    assert main(["hand", "JOK", "2H", "3H"]) == 2
    assert "A joker isn't in this deck" in capsys.readouterr().err


@pytest.mark.parametrize("game", [game for game in discover().values() if game.scorer], ids=lambda game: game.name)
def test_the_round_that_help_shows_is_possible(game: AnyGame) -> None:
    rng = Random(game.name)
    for seats in game.seats:
        for options in ({}, *(changed(random_options(game, rng, seats)) for _ in range(5))):
            paper = sheet(game.name, seats, **options)
            with suppress(Asks):  # some house rules need to know more
                line(paper, " ".join(paper.scorer.example()))
