import pytest

from parlour.games import discover
from parlour.kernel.game import AnyGame
from tests.golden_thoughts import path_of, thoughts


@pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.name)
def test_bots_think_as_they_did_unless_that_was_meant(game: AnyGame) -> None:
    """If a bot was changed, `python -m tests.golden_thoughts` writes what it thinks now: read the difference."""
    assert thoughts(game) == path_of(game).read_text("utf-8")
