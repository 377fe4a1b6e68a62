"""Reads a game's LESSON.md: a first hand that is scripted, with a coach who says one thing at a time.

    # Your first hand of Toy
    seats: 2
    rounds: 1
    secret: toy lesson 7

    ## Next
    You have five cards.

    ## draw or take
    Take the top card of either pile. (X3)
    - seat 1: draw
    - seat 1: discard card=7H

The lines under the title give the number of seats, the learner's own if the first does not begin (`seat: 1` is the
second), house rules that make the game short, and the words that the table's secret is made of: everybody may know
them, and the cards are dealt the same every time. A heading says what the learner does: `Next`, which is only reading,
or an action in the notation of logs, or any of several. Below it stands what the coach says; a rule number at the end
becomes a link to that rule. The list after it is what the others do then.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Struct

from parlour.kernel.options import OptionValue
from parlour.kernel.state import Seat
from parlour.kernel.view import Filling

READ: Final = "Next"  # the heading of a step that is only read

_STEP: Final = re.compile(r"^## (.*)\n((?:[^-#\n].*\n|\n)*)((?:- .*\n|\n)*)", re.MULTILINE)
_FIRST: Final = re.compile(r"^- .*$", re.MULTILINE)
_OTHERS: Final = re.compile(r"- seat (\d): (.*)")
_RULE: Final = re.compile(r"\s*\(([A-Z]\d+)\)\Z")

Form = dict[str, Annotated[Any, Filling]]  # an action in its JSON form


class LessonStep(Struct, frozen=True):
    say: str
    rule: str
    at: int  # how many moves have been made when it is said
    do: tuple[Form, ...] = ()  # the learner does one of these; (): this is only read


class ScriptedMove(Struct, frozen=True):
    """A move of the script: the seat, and the actions that it may take."""

    seat: Seat
    do: tuple[Form, ...]

    def meant(self, seat: Seat, form: Mapping[str, Any]) -> Form | None:
        """The action of the script that a seat's action comes to, in whatever order it names its cards, or None."""
        same = (one for one in self.do if _unordered(one) == _unordered(form))
        return next(same, None) if seat == self.seat else None


class Lesson(Struct, frozen=True):
    title: str
    seats: int
    options: dict[str, Annotated[Any, OptionValue]]
    steps: tuple[LessonStep, ...]
    script: tuple[ScriptedMove, ...]
    seat: Seat  # the learner's
    secret: str  # the words that the table's secret is made of


def secret_of(lesson: Lesson) -> bytes:
    """The table's secret: the cards of a lesson are always dealt the same."""
    return hashlib.sha256(lesson.secret.encode()).digest()


def read_lesson(markdown: str) -> Lesson:
    """The lesson as written; its options are still text."""
    heading, _, front = markdown.partition("\n## ")[0].partition("\n")
    options: dict[str, Any] = dict(re.findall(r"^(\w+): *(.+)$", front, re.MULTILINE))
    seats, seat, secret = int(options.pop("seats", 2)), int(options.pop("seat", 0)), options.pop("secret", "")
    script = [_others(line) for line in _FIRST.findall(front)]
    steps = []
    for asked, text, others in _STEP.findall(f"{markdown}\n"):
        do = () if asked == READ else tuple(map(_form, asked.split(" or ")))
        say = " ".join(text.split())
        rule = _RULE.search(say)
        steps.append(LessonStep(_RULE.sub("", say), rule[1] if rule else "", len(script), do))
        script += [ScriptedMove(seat, do)] if do else []
        script += map(_others, filter(None, others.split("\n")))
    return Lesson(heading.removeprefix("# "), seats, options, tuple(steps), tuple(script), seat, secret)


def _others(line: str) -> ScriptedMove:
    if not (found := _OTHERS.fullmatch(line)):
        raise ValueError(f"{line!r} is no move: write it like “- seat 1: draw”")
    return ScriptedMove(int(found[1]), (_form(found[2]),))


def _form(text: str) -> Form:
    """An action in the notation of logs, in its JSON form."""
    do, *values = text.split()
    return {"do": do} | {key: _value(value) for key, _, value in (one.partition("=") for one in values)}


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _unordered(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _unordered(one) for key, one in value.items() if key != "reaction"}  # which the server measures
    if isinstance(value, Sequence) and not isinstance(value, str):
        return sorted(map(_unordered, value))
    return value.partition("=")[0] if isinstance(value, str) else value  # a joker may say what it stands for
