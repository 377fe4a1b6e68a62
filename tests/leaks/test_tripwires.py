"""In every view of whole games, no hidden card is named, and nothing depends on hidden cards."""

from random import Random

import pytest

from tests.arbitrary import LONG
from tests.leaks.hidden import Hidden
from tests.leaks.improvise import GAMES, a_game
from tests.leaks.tripwires import check_nothing_is_named, check_sights

SEEDS = range(20 if LONG else 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_named_to_anybody_who_cannot_know_it(game: str, seed: int) -> None:
    assert check_nothing_is_named(a_game(game, seed)[1]) > 100


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_shows_the_same_with_any_deal_that_one_could_imagine(game: str, seed: int) -> None:
    check_sights(Hidden(a_game(game, seed)[1]), 400 if LONG else 40, Random(seed))
