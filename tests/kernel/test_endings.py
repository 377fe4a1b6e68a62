"""Every game that can be set up comes to an end: under silence, random play and steady, with house rules at their
limits. A game that could not end is refused when it is set up."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from parlour.kernel.game import AnyGame
from parlour.kernel.options import Options, describe
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from tests.arbitrary import GAMES, extreme_options, set_up, tries

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
TRIES = {"silence": tries(12, 80), "random": tries(30, 600), "steady": tries(5, 60)}
MOST_ROUNDS = 6000  # of one game; a match of nothing but waiting takes some hundreds in the worst case (Y2)


def extreme(game: AnyGame, rng: Random, found: Counter[str]) -> tuple[Options, int]:
    """House rules at their limits that a table accepts. The refusals of all others name a house rule."""
    while True:
        seats = rng.choice(game.seats)
        try:
            return set_up(game, extreme_options(game, rng), seats), seats
        except Refused as refusal:
            refused = refusal
        found["refused"] += 1
        assert refused.rule, f"{refused.sentence} has no rule"
        names = [option.name for option in describe(game.options)]
        assert "need at least" in refused.sentence or any(name in refused.sentence for name in names)


def choice(game: AnyGame, state: Any, how: str, rng: Random) -> tuple[int, Any]:
    if how == "silence":
        seat = next(seat for seat in state.actors() if state.silence(seat) is not None)
        return seat, state.silence(seat)
    if how == "random":
        seat = rng.choice(state.actors())
        return seat, rng.choice(state.legal(seat))
    for seat in game.asked(state):
        action = next(iter(game.bots.values())).choose(state, seat, rng)
        if action is not None:
            return seat, action
    raise AssertionError("everybody waits for somebody else")


@every_game
@pytest.mark.parametrize("how", TRIES)
def test_every_game_that_can_be_set_up_ends(game: AnyGame, how: str) -> None:
    found = Counter[str]()
    longest = (0, 0, "")
    for seed in range(TRIES[how]):
        rng = Random(f"ends/{game.name}/{how}/{seed}")
        options, seats = extreme(game, rng, found)
        state = game.start(options, seats, QuickShuffler(rng.randbytes(16)))
        moves = 0
        while state.actors():
            state.apply(*choice(game, state, how, rng))
            moves += 1
            assert len(state.sheet) < MOST_ROUNDS, f"{seats} have played {moves} moves: {options}"
        assert state.result().winners
        longest = max(longest, (moves, len(state.sheet), f"{seats} players, {options}"))
        found["ended"] += 1
    print(f"{game.name}, {how}: {dict(found)}; the longest had {longest[0]} moves, {longest[1]} rounds: {longest[2]}")
