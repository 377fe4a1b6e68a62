"""The scripted first hands: each is played to its end, and what the coach says is true when it is said."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from parlour.cards import CODES, card, name
from parlour.kernel.game import AnyGame
from parlour.kernel.lesson import Form, Lesson, LessonStep, ScriptedMove, read_lesson
from parlour.kernel.rulebook import rules_by_number
from parlour.kernel.view import CardHole, CardsHole, GroupsHole, View, covers, face_of
from tests.arbitrary import GAMES
from tests.kernel.lessons import deal

MOST_TAPS = 30
NAMES = {name(card(code)) for code in CODES[:52]}

WRITTEN = [(game, lesson) for game in GAMES if (lesson := game.lesson())]
every_lesson = pytest.mark.parametrize(("game", "lesson"), WRITTEN, ids=[game.name for game, _ in WRITTEN])


def moments(game: AnyGame, lesson: Lesson, other: int = 0) -> Iterator[tuple[LessonStep, Any, View]]:
    """Every step of a lesson with the state and the learner's view, the whole script being played. `other` is which of
    several actions the learner takes."""
    state, moves = deal(game, lesson), 0
    for step in lesson.steps:
        for move in lesson.script[moves : step.at]:
            state.apply(move.seat, game.read_action(move.do[other % len(move.do)]))
        moves = step.at
        yield step, state, game.view(state, lesson.seat)
    assert moves == len(lesson.script), "the last thing is said when all is played"


def test_a_lesson_is_read_from_markdown() -> None:
    text = (
        "# Your first hand\nseats: 3\nseat: 2\nholes: 1\nsecret: seven\n- seat 1: draw\n\n## Next\nSit\ndown.\n\n"
        '## draw or place cards=["7H","10H"]\nDraw - now. (G3)\n- seat 0: swap slot=1\n\n## Next\nDone.\n'
    )
    draw, place, swap = {"do": "draw"}, {"do": "place", "cards": ["7H", "10H"]}, {"do": "swap", "slot": 1}
    assert read_lesson(text) == Lesson(
        "Your first hand",
        3,
        {"holes": "1"},
        (
            LessonStep("Sit down.", "", 1),
            LessonStep("Draw - now.", "G3", 1, (draw, place)),
            LessonStep("Done.", "", 3),
        ),
        (ScriptedMove(1, (draw,)), ScriptedMove(2, (draw, place)), ScriptedMove(0, (swap,))),
        2,
        "seven",
    )


def test_a_move_is_meant_as_scripted_in_whatever_order_its_cards_are_named() -> None:
    laid = {"do": "lay_down", "melds": [["7H", "JOK"], ["8H", "8D"]]}
    move = ScriptedMove(1, ({"do": "draw"}, laid))
    assert move.meant(1, {"do": "lay_down", "melds": [["8D", "8H"], ["JOK=7S", "7H"]]}) == laid
    assert move.meant(1, {"do": "lay_down", "melds": [["8D", "JOK"], ["7H", "8H"]]}) is None
    assert move.meant(0, laid) is None


def test_all_of_our_games_have_one() -> None:
    assert {game.name for game, _ in WRITTEN} == {game.name for game in GAMES} - {"magpie"}


@every_lesson
@pytest.mark.parametrize("other", range(2))
def test_it_is_played_to_its_end_and_the_learner_wins(game: AnyGame, lesson: Lesson, other: int) -> None:
    *_, (last, state, _) = moments(game, lesson, other)
    result = state.result()
    assert result is not None
    assert lesson.seat in result.winners
    assert not result.shared
    assert not last.do


@every_lesson
def test_the_learner_begins_and_every_move_of_theirs_is_spoken_of(game: AnyGame, lesson: Lesson) -> None:
    game.check_seats(lesson.seats, deal(game, lesson).options)
    assert lesson.steps[0].at == 0
    own = [number for number, move in enumerate(lesson.script) if move.seat == lesson.seat]
    assert own == [step.at for step in lesson.steps if step.do]
    for other in range(2):
        for step, _, view in moments(game, lesson, other):
            asked = step.do[other % len(step.do)] if step.do else None
            assert asked is None or any(covers(ask, asked, view) for ask in view.asks), f"{asked} is not offered"


@every_lesson
def test_every_card_that_is_named_can_be_seen(game: AnyGame, lesson: Lesson) -> None:
    for step, _, view in moments(game, lesson):
        seen = {face_of(item) for zone in view.zones for item in zone.items}
        named = set(re.findall(r"(?:10|[2-9AJQK])[♠♥♦♣]", step.say))
        assert named <= NAMES
        assert named <= {name(card(face)) for face in seen if face in CODES}, step.say


@every_lesson
def test_it_speaks_of_rules_that_there_are_and_is_short(game: AnyGame, lesson: Lesson) -> None:
    rules = rules_by_number(game.rules())
    for step in lesson.steps:
        assert not step.rule or step.rule in rules, step
        assert len(step.say) <= 240, f"too long for a small card: {step.say}"
        assert not re.search(r"[A-Z]\d+\)|!", step.say), step.say
        others = set(map(int, re.findall(r"{(\d)}", step.say)))
        assert others <= set(range(lesson.seats)) - {lesson.seat}
    taken = sum(taps(step.do[0], view) if step.do else 1 for step, _, view in moments(game, lesson))
    assert taken <= MOST_TAPS, f"{taken} taps"


def taps(form: Form, view: View) -> int:
    """How many taps an action takes: one for each choice, and one more where cards are chosen first and then sent."""
    ask = next(ask for ask in view.asks if covers(ask, form, view))
    taken = 0
    for key, hole in ask.holes().items():
        match hole:
            case GroupsHole():
                taken += sum(1 + len(group) for group in form[key])
            case CardsHole():
                taken += len(form[key])
            case _:
                taken += 1
    sent = any(isinstance(hole, CardsHole | GroupsHole) for hole in ask.holes().values())
    lifted = [*map(type, ask.holes().values())] == [CardHole] and not ask.one_tap
    return taken + (sent or lifted) or 1
