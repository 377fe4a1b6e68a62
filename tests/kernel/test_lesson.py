"""The guided first hands: they name only actions that exist, and cover everything that a learner is asked."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from msgspec import json

from parlour.kernel.game import AnyGame
from parlour.kernel.lesson import SITUATIONS, Lesson, LessonStep, read_lesson
from parlour.kernel.options import read
from parlour.kernel.rulebook import rules_by_number
from parlour.kernel.shuffle import QuickShuffler
from tests.arbitrary import GAMES

WRITTEN = [(game, lesson) for game in GAMES if (lesson := game.lesson())]
every_lesson = pytest.mark.parametrize(("game", "lesson"), WRITTEN, ids=[game.name for game, _ in WRITTEN])


def test_a_lesson_is_read_from_markdown() -> None:
    text = "# Your first hand\nseats: 3\nseat: 2\nholes: 1\n\n## start\nSit\ndown.\n\n## draw -take\nDraw now. (G3)\n"
    assert read_lesson(text) == Lesson(
        "Your first hand",
        3,
        {"holes": "1"},
        (LessonStep(("start",), "Sit down.", ""), LessonStep(("draw", "-take"), "Draw now.", "G3")),
        2,
    )


def test_all_of_our_games_have_one() -> None:
    assert {game.name for game, _ in WRITTEN} == {game.name for game in GAMES} - {"magpie"}


@every_lesson
def test_it_speaks_of_actions_and_rules_that_there_are(game: AnyGame, lesson: Lesson) -> None:
    actions = set(re.findall(r'"do":\{"enum":\["(\w+)"\]', json.encode(json.schema(game.actions)).decode()))
    rules = rules_by_number(game.rules())
    for step in lesson.steps:
        assert {key.removeprefix("-") for key in step.on} <= actions | set(SITUATIONS), step
        assert not step.rule or step.rule in rules, step
        assert len(step.say) <= 240, f"too long for a small card: {step.say}"
        assert not re.search(r"[A-Z]\d+\)|!", step.say), step.say
    game.check_seats(lesson.seats, read(game.options, lesson.options))


@every_lesson
def test_the_learner_begins(game: AnyGame, lesson: Lesson) -> None:
    state = game.start(read(game.options, lesson.options), lesson.seats, QuickShuffler(b"lesson"))
    window = game.calls.window
    assert lesson.seat in state.actors()
    assert window is None or not window.is_open(state) or not window.aside(state, lesson.seat)


def offers(game: AnyGame, lesson: Lesson, seed: int) -> Iterator[set[str]]:
    """The learner's actions, or the situation, at every move of a game. Now and then somebody plays at random."""
    rng = Random(f"{game.name}/lesson/{seed}")
    bot = game.bots["steady"]
    state = game.start(read(game.options, lesson.options), lesson.seats, QuickShuffler(rng.randbytes(16)))
    while actors := game.asked(state):
        asked = {ask.action["do"] for ask in game.view(state, lesson.seat).asks}
        scored = len(state.sheet) == game.public(state).round
        yield asked | ({"between"} if scored else {"waiting"} if not asked else set())
        for seat in rng.sample(actors, len(actors)) if rng.random() < 0.3 else actors:
            action = rng.choice(state.legal(seat)) if rng.random() < 0.2 else bot.choose(state, seat, rng)
            if action is not None:
                state.apply(seat, action)
                break
    yield {"over"}


@every_lesson
def test_everything_a_learner_is_asked_is_spoken_of_and_every_step_comes_up(game: AnyGame, lesson: Lesson) -> None:
    waiting = {step for step in lesson.steps if step.on != ("start",)}
    spoken_of = {key for step in lesson.steps for key in step.on}
    for seed in range(150):
        for now in offers(game, lesson, seed):
            assert now - {"waiting", "between"} <= spoken_of, f"nothing is said about {now - spoken_of}"
            waiting -= {step for step in waiting if fits(step, now)}
        if not waiting and seed > 20:
            break
    assert not waiting, "these never come up"


def fits(step: LessonStep, now: set[str]) -> bool:
    """Whether a step fits, as in `web/src/lib/lesson.ts`."""
    return all((key[1:] not in now) if key.startswith("-") else key in now for key in step.on)
