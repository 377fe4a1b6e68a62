"""The cards of a lesson."""

from typing import Any

from parlour.kernel.game import AnyGame
from parlour.kernel.lesson import Lesson, secret_of
from parlour.kernel.options import read
from parlour.kernel.shuffle import FairShuffler, key_from


def deal(game: AnyGame, lesson: Lesson) -> Any:
    """The state at the beginning of a lesson. Nobody adds words to its shuffle."""
    shuffler = FairShuffler(key_from(secret_of(lesson), [""] * lesson.seats))
    return game.start(read(game.options, lesson.options), lesson.seats, shuffler)
