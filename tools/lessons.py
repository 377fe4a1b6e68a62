"""Helps to write a game's LESSON.md: `.venv/bin/python -m tools.lessons`.

`find golf --set holes=1 --seats 2 --seat 1` tries known secrets with bots on all seats, and drafts a lesson: a short
game with many kinds of moves that the learner wins. `show golf` plays the lesson as far as its script goes, and says
what the learner sees at every step.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.kernel.lessons import deal

from parlour.bots import find_bot
from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.lesson import Lesson, read_lesson
from parlour.kernel.log import form_of
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Seat
from parlour.kernel.view import face_of, named

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eli", "Flo", "Gus", "Hedy")


def played(game: AnyGame, lesson: Lesson, bot: str, most: int) -> Iterator[tuple[Seat, dict[str, Any], str]]:
    """A game of bots, move by move, with what an onlooker is told."""
    state, rng = deal(game, lesson), Random(0)
    for _ in range(most):
        for seat in game.asked(state):
            action = find_bot(game, bot).choose(state.redeal(seat, rng), seat, rng)
            if action is not None:
                before = state.copy()
                state.apply(seat, action)
                yield seat, form_of(action), " ".join(game.tell(before, seat, action, state, lesson.seat).sentences)
                break
        if result := state.result():
            if lesson.seat not in result.winners or result.shared:
                break
            return
    raise Refused("", "The learner does not win in time.")


def draft(game: AnyGame, lesson: Lesson, moves: Sequence[tuple[Seat, dict[str, Any], str]]) -> str:
    lines = [f"# {lesson.title}", f"seats: {lesson.seats}", f"seat: {lesson.seat}"]
    lines += [f"{name}: {value}" for name, value in lesson.options.items()] + [f"secret: {lesson.secret}"]
    for seat, form, told in moves:
        text = " ".join([form["do"], *(f"{key}={_value(form[key])}" for key in form if key != "do")])
        lines += [f"\n## {text}\n{told}"] if seat == lesson.seat else [f"- seat {seat}: {text}"]
    return named("\n".join(lines), NAMES)


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def show(game: AnyGame, lesson: Lesson) -> None:
    """Print what the learner sees at every step, up to the first move that is refused."""
    state, moves = deal(game, lesson), 0

    def go_on(until: int) -> None:
        nonlocal moves
        for move in lesson.script[moves:until]:
            before = state.copy()
            action = game.read_action(move.do[0])
            state.apply(move.seat, action)
            moves += 1
            told = game.tell(before, move.seat, action, state, lesson.seat).sentences
            print("   ", named(" ".join(told), NAMES))

    def look() -> None:
        view = game.view(state, lesson.seat)
        for zone in view.zones:
            faces = [face_of(item) or "--" for item in zone.items]
            print(f"      {zone.id}: {' '.join(faces)} {zone.count or ''} {zone.note}")
        print("      ", view.prompt, [(ask.say, ask.action["do"]) for ask in view.asks], list(state.actors()))

    try:
        for step in lesson.steps:
            go_on(step.at)
            look()
            print(f"{step.at}: {step.say} {step.do}")
        go_on(len(lesson.script))
        print("the end:", state.result(), state.sheet)
    except Refused as refusal:
        print(f"move {moves + 1} is refused:", refusal, lesson.script[moves])
    print("hidden:", {zone: " ".join(map(str, cards)) for zone, cards in state.places().items()})
    look()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["find", "show"])
    parser.add_argument("game")
    parser.add_argument("--file", type=Path, help="the lesson, if it is not the game's own")
    parser.add_argument("--set", action="append", default=[], metavar="RULE=VALUE")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--bot", default="steady")
    parser.add_argument("--tries", type=int, default=100)
    parser.add_argument("--moves", type=int, default=100, help="the most that a game may have")
    parser.add_argument("--own", type=int, default=20, help="the most of them that are the learner's")
    args = parser.parse_args()
    game = find(args.game)
    if args.what == "show":
        lesson = read_lesson(args.file.read_text()) if args.file else game.lesson()
        if lesson:
            show(game, lesson)
        return
    options = dict(pair.split("=", 1) for pair in args.set)
    best: tuple[int, int] = (0, 0)
    text = "None of these games is short enough."
    for number in range(args.tries):
        lesson = Lesson(game.title, args.seats, options, (), (), args.seat, f"{game.name} lesson {number}")
        try:
            moves = list(played(game, lesson, args.bot, args.moves))
        except Refused:
            continue
        own = [form["do"] for seat, form, _ in moves if seat == args.seat]
        good = len(set(own)), -len(own)
        if len(own) <= args.own and good > best:
            best, text = good, draft(game, lesson, moves)
    print(text)


if __name__ == "__main__":
    main()
