"""The search: which idea it finds, how long it takes, and when it does not think."""

import time
from random import Random
from typing import Any

import pytest

from parlour.bots import bots_of, check_bot, find_bot, mind_of
from parlour.bots.levels import Gentle, Sharp, in_time
from parlour.bots.search import Idea, ThinkingTime, behind, think
from parlour.games import find
from parlour.kernel.mind import Mind
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from tests import toy
from tests.arbitrary import GAMES, random_game


class Fruit:
    """A state in which a seat takes a fruit, and everything else is luck."""

    def redeal(self, seat: int | None, rng: Random) -> "Fruit":
        return self

    def copy(self) -> "Fruit":
        return self


class Taste(Mind[Any]):
    """A mind to which every fruit has its worth, plus a little luck."""

    conviction = 0.5

    def __init__(self, luck: float, **fruit: float) -> None:
        self.luck = luck
        self.fruit = fruit
        self.tasted: list[str] = []

    def ideas(self, state: Any, seat: int, rng: Random) -> list[Any]:
        return list(self.fruit)

    def outcome(self, state: Any, seat: int, action: Any, rng: Random) -> float:
        self.tasted.append(action)
        return self.fruit[action] + self.luck * Random(f"{action} {rng.random()}").random()


def taste(mind: Taste, budget: ThinkingTime, **done: Any) -> Any:
    return think(mind, Fruit(), 0, budget, Random(1), **done)  # type: ignore[arg-type]


def test_the_best_idea_is_found_and_the_worst_are_dropped() -> None:
    mind = Taste(0.05, plum=0.5, apple=0.3, pear=0.9, quince=0.1)
    assert taste(mind, ThinkingTime(playouts=200)).best.action == "pear"
    assert mind.tasted.count("quince") < 10, "it is clearly worse"
    assert len(mind.tasted) < 60, "with one idea left there is nothing to think about"


def test_one_idea_alone_is_done_without_a_thought() -> None:
    mind = Taste(0.1, plum=0.5)
    assert taste(mind, ThinkingTime()).best.action == "plum"
    assert mind.tasted == []


@pytest.mark.parametrize("playouts", [1, 2, 5, 7, 64])
def test_no_more_playouts_than_the_budget_has(playouts: int) -> None:
    mind = Taste(1.0, plum=0.5, apple=0.5, pear=0.5)
    taste(mind, ThinkingTime(playouts=playouts))
    assert len(mind.tasted) <= playouts
    assert len(mind.tasted) > playouts - 3 or playouts == 64, "of many, some are dropped"


def test_no_more_time_than_the_budget_has() -> None:
    mind = Taste(1.0, plum=0.5, apple=0.5)
    ticks = iter(range(1000))
    taste(mind, ThinkingTime(seconds=5, clock=lambda: next(ticks)))
    assert len(mind.tasted) == 2 * 3, "a tick for the ideas, one for every deal, and none for what would not fit"
    assert taste(Taste(1.0, plum=0.1, apple=0.9), ThinkingTime(seconds=0)).best.action == "plum", "the sound choice"


def test_in_doubt_the_sound_choice_stands() -> None:
    assert taste(Taste(1.0, plum=0.5, pear=0.5), ThinkingTime(playouts=40)).best.action == "plum"
    stubborn = Taste(0.0, plum=0.5, apple=0.6)
    assert taste(stubborn, ThinkingTime(playouts=40)).best.action == "apple", "here there is none"


def test_what_was_done_is_weighed_to_the_end() -> None:
    mind = Taste(0.05, plum=0.5, pear=0.9, quince=0.1)
    thought = taste(mind, ThinkingTime(playouts=60), done="quince")
    assert len(thought.best.outcomes) == mind.tasted.count("quince") == 27
    other = Taste(0.05, plum=0.5, pear=0.9)
    other.fruit["fig"] = 0.2
    other.ideas = lambda state, seat, rng: ["plum", "pear"]  # type: ignore[method-assign]
    assert "fig" in [idea.action for idea in taste(other, ThinkingTime(playouts=30), done="fig").ideas]


def test_behind_is_measured_in_the_same_deals() -> None:
    better, worse = Idea("a"), Idea("b")
    better.outcomes, worse.outcomes = [0.5, 0.1, 0.9, 0.3], [0.4, 0.0, 0.8, 0.2]
    assert behind(worse, better) > 1000, "whatever the deal, by as much"
    assert behind(better, worse) == 0.0
    worse.outcomes = [0.6, 0.0, 1.0, 0.0]
    assert 0 < behind(worse, better) < 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_three_levels_and_names_them(game: Any) -> None:
    assert list(bots_of(game)) == ["gentle", *game.bots, "sharp", "random"]
    for name in bots_of(game):
        check_bot(game, name)
    assert isinstance(find_bot(game, "sharp@20ms"), Sharp)
    for name in ("sharp@", "sharp@0", "sharp@20s", "steady@5", "Sharp", ""):
        with pytest.raises(Refused, match="has no bot called"):
            find_bot(game, name)
    with pytest.raises(Refused, match="has no bot called"):
        check_bot(game, "sharp@20ms")


def test_a_budget_is_in_playouts_or_milliseconds() -> None:
    golf = find("golf")
    by_playouts, by_time = find_bot(golf, "sharp@64"), find_bot(golf, "sharp@20ms")
    assert isinstance(by_playouts, Sharp)
    assert isinstance(by_time, Sharp)
    assert by_playouts.budget == ThinkingTime(playouts=64)
    assert by_time.budget == ThinkingTime(seconds=0.02)
    hurried = in_time(by_playouts, 0.5)
    assert isinstance(hurried, Sharp)
    assert hurried.budget == ThinkingTime(64, 0.5)
    assert in_time(find_bot(golf, "steady"), 0.5) is find_bot(golf, "steady")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_gentle_is_sound_but_for_its_slips(game: Any) -> None:
    mind = mind_of(game)
    slips = others = 0
    for seed in range(40):
        state = random_game(game, seed, 30).state
        for seat in state.actors():
            rng = Random(seed)
            slipped = rng.random() < mind.slips
            choice = Gentle(mind).choose(state, seat, Random(seed))
            expected = mind.slip(state, seat, rng) if slipped else mind.steady.choose(state, seat, rng)
            assert choice == expected
            slips, others = slips + slipped, others + (not slipped)
    assert others > slips > 0


def test_a_game_without_a_mind_is_thought_about_all_the_same() -> None:
    game = toy.GAME
    assert game.mind is None
    state = game.start(toy.MagpieOptions(), 3, QuickShuffler(bytes(16)))
    seat = state.actors()[0]
    began = time.monotonic()
    choice = find_bot(game, "sharp@30").choose(state.redeal(seat, Random(1)), seat, Random(2))
    assert time.monotonic() - began < 20
    assert choice in state.legal(seat)
