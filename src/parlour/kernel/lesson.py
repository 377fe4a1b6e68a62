"""Reads a game's LESSON.md: what a coach says to somebody who plays a first hand against bots.

    # Your first hand of Toy
    seats: 2
    rounds: 1

    ## draw take
    Take the top card of either pile. (X3)

The lines under the title give the number of seats, the learner's own if the first does not begin (`seat: 1` is the
second), and house rules that make the game short. A heading lists the conditions of the step below it: actions that the
learner may take now, actions with a minus that they may not take, or one of SITUATIONS. The coach shows the first step
that fits and has not been shown. A rule number at the end of a step becomes a link to that rule.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final

from msgspec import Struct

from parlour.kernel.options import OptionValue
from parlour.kernel.state import Seat

SITUATIONS: Final = ("start", "waiting", "between", "over")  # no move yet; others play; a round is scored; the end

_STEP: Final = re.compile(r"^## (.*)\n([^#]*)", re.MULTILINE)
_RULE: Final = re.compile(r"\s*\(([A-Z]\d+)\)\Z")


class LessonStep(Struct, frozen=True):
    on: tuple[str, ...]
    say: str
    rule: str


class Lesson(Struct, frozen=True):
    title: str
    seats: int
    options: dict[str, Annotated[Any, OptionValue]]
    steps: tuple[LessonStep, ...]
    seat: Seat = 0  # the learner's


def read_lesson(markdown: str) -> Lesson:
    """The lesson as written; its options are still text."""
    heading, _, front = markdown.partition("\n## ")[0].partition("\n")
    options: dict[str, Any] = dict(re.findall(r"^(\w+): *(.+)$", front, re.MULTILINE))
    steps = [_step(on.split(), " ".join(text.split())) for on, text in _STEP.findall(markdown)]
    seats, seat = int(options.pop("seats", 2)), int(options.pop("seat", 0))
    return Lesson(heading.removeprefix("# "), seats, options, tuple(steps), seat)


def _step(on: Sequence[str], say: str) -> LessonStep:
    rule = _RULE.search(say)
    return LessonStep(tuple(on), _RULE.sub("", say), rule[1] if rule else "")
