"""A lesson at a table: everybody plays the script, and nothing but the script."""

from functools import partial
from random import Random

import pytest

from parlour.games import discover
from parlour.kernel.game import AnyGame
from parlour.kernel.lesson import Lesson
from parlour.table import chores, events, moves
from parlour.table.chairs import Chair
from tests.table.life import Life, refusal

LESSONS = [(game, lesson) for game in discover().values() if (lesson := game.lesson())]


def taught(game: AnyGame, lesson: Lesson) -> Life:
    """A lesson whose cards have been dealt, with Ann as the learner."""
    chairs = [Chair("Ann", "Ann") if seat == lesson.seat else Chair(bot="gentle") for seat in range(lesson.seats)]
    life = Life(*chairs, game=game, options=lesson.options, lesson=lesson)
    life.take(lesson.seat, events.Start())
    return life


def lesson_of(name: str) -> Life:
    return taught(*next((game, lesson) for game, lesson in LESSONS if game.name == name))


golf, yammouth = partial(lesson_of, "golf"), partial(lesson_of, "yammouth")


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=[game.name for game, _ in LESSONS])
def test_the_learner_and_the_bots_play_the_script_to_its_end(game: AnyGame, lesson: Lesson) -> None:
    life = taught(game, lesson)
    for move in lesson.script:
        assert life.table.lesson
        waiting = [seat for seat in life.table.actors if seat not in (lesson.seat, move.seat)]
        assert all(chores.bot_action(life.table, seat, Random(1)) is None for seat in waiting), "not their turn yet"
        if move.seat == lesson.seat:
            life.moves("Ann", **move.do[0])
        else:
            life.does(chores.Chore(0.0, "bot", move.seat))
    assert life.table.over
    assert life.table.lesson


def test_something_else_that_is_legal_is_answered_kindly_and_changes_nothing() -> None:
    life = golf()
    before = life.table
    assert "try what the coach says" in refusal(life.moves, "Ann", do="turn", slot=3)
    assert life.table is before
    life.moves("Ann", do="turn", slot=0)
    assert life.table.moves == 1


def test_something_against_the_rules_is_refused_by_its_rule() -> None:
    life = golf()
    life.moves("Ann", do="turn", slot=0)
    assert "coach" not in refusal(life.moves, "Ann", do="turn", slot=0)


def test_the_learner_waits_while_the_script_is_with_the_others() -> None:
    life = yammouth()
    life.moves("Ann", do="place", cards=["KS", "KH"])
    life.moves("Ann", do="take")
    assert "the others go first" in refusal(life.moves, "Ann", do="keep")


def test_cards_named_in_another_order_are_played_as_the_script_names_them() -> None:
    life = yammouth()
    life.moves("Ann", do="place", cards=["KS", "KH"])
    assert life.log.entries[-1].body.action == {"do": "place", "cards": ["KH", "KS"]}


def test_a_lesson_only_goes_on() -> None:
    life = lesson_of("spades")
    life.moves("Ann", do="bid", tricks=3)
    assert life.table.undoable(1) is None
    assert "no move to take back" in refusal(life.asks, "Ann", events.AskUndo())


def test_a_game_that_leaves_the_script_is_a_game_like_any_other() -> None:
    life = golf()
    for step in moves.act(life.table, 0, life.table.game.read_action({"do": "turn", "slot": 5}), "clock"):
        life.step(step)
    assert life.table.lesson is None
    assert chores.bot_action(life.table, 0, Random(1)) is not None
    life.moves("Ann", do="turn", slot=3)
