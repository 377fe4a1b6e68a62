"""How sharp thinks about Spades, and what hints say."""

from random import Random

import pytest

from parlour.cards import FACE_OF
from parlour.games.spades import GAME
from parlour.games.spades.players.mind import SpadesMind
from parlour.games.tricks.actions import Play
from tests.games.minds import check_outcomes, check_thoughts
from tests.games.spades.tables import bid, new, playing

MIND = SpadesMind()


@pytest.mark.parametrize("seed", range(4))
def test_ideas_slips_and_words(seed: int) -> None:
    check_thoughts(GAME, seed)


@pytest.mark.parametrize("seed", range(4))
def test_outcomes_are_chances(seed: int) -> None:
    check_outcomes(GAME, seed)


def test_cards_that_do_the_same_are_one_idea() -> None:
    spades = playing("2S QH 4C", "7H 8H AC", "3S JH 5C", "4S 10H 6C")
    ideas = MIND.ideas(spades, 1, Random(1))
    assert all(isinstance(idea, Play) for idea in ideas)
    assert len(ideas) == 2
    assert len({FACE_OF[idea.card] // 13 for idea in ideas if isinstance(idea, Play)}) == 2


def test_imagined_hands_fit_the_bids() -> None:
    spades = bid(new(), 2, 9, 1, 1)
    rng = Random(1)
    usual = sum(MIND._strangeness(spades.redeal(1, rng), 1) for _ in range(60))
    assert sum(MIND._strangeness(MIND.imagine(spades, 1, rng), 1) for _ in range(60)) < 0.9 * usual
