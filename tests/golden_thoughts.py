"""Golden thoughts: what the bots think at moments of the golden logs, so that nothing about them changes by accident.

Each line is a moment: what steady would do and why, what gentle might do, what else is worth thinking about, and the
chance to win that one imagined deal gives. `python -m tests.golden_thoughts` rewrites them after a bot has changed:
read the difference.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from parlour.games import discover
from parlour.kernel.game import AnyGame
from parlour.kernel.log import form_of, replay
from parlour.kernel.mind import Mind
from tests.golden_logs import EACH, FOLDER, golden

MOMENTS = 24  # of each log


def path_of(game: AnyGame) -> Path:
    return FOLDER / f"{game.name}.thoughts"


def thoughts(game: AnyGame) -> str:
    assert game.mind
    lines: list[str] = []
    for number in range(EACH):
        log = golden(f"{game.name}-{number}")
        every = max(1, len(log.entries) // MOMENTS)
        for at, step in enumerate(replay(game, log)):
            if at % every == every // 2:
                lines += [f"{number}.{at} {line}" for line in _thoughts_of(game.mind, step.after, at)]
    return "\n".join(lines) + "\n"


def _thoughts_of(mind: Mind[Any], state: Any, at: int) -> Iterator[str]:
    for seat in state.actors():
        imagined = state.redeal(seat, Random(at))
        ideas = mind.ideas(imagined, seat, Random(at))
        said = [
            f"{_form(idea)} ({mind.say(imagined, seat, idea)}: {mind.why(imagined, seat, idea)})" for idea in ideas[:3]
        ]
        slip = mind.slip(imagined, seat, Random(at))
        chance = mind.outcome(mind.imagine(imagined, seat, Random(at)), seat, ideas[0], Random(at))
        yield f"seat {seat}: {'; '.join(said)}; of {len(ideas)}; slip {_form(slip)}; {chance:.3f}"


def _form(action: Any) -> str:
    return "wait" if action is None else " ".join(str(value) for value in form_of(action).values())


def main() -> None:
    for game in discover().values():
        path_of(game).write_text(thoughts(game), "utf-8")


if __name__ == "__main__":
    main()
