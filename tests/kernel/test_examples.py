"""Holes for several cards carry examples. Each one is legal, there are none only if nothing is legal, and they depend
only on what the seat may know."""

from random import Random

import msgspec
import pytest

from parlour.kernel.game import AnyGame
from parlour.kernel.log import form_of
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.view import MOST_EXAMPLES, CardsHole, GroupsHole, covers
from tests.arbitrary import GAMES, random_options, tries


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_examples_are_legal_and_there_are_none_only_where_nothing_is(game: AnyGame) -> None:
    asked = shown = 0
    for seed in range(tries(6, 60)):
        rng = Random(f"{game.name}/examples/{seed}")
        seats = rng.choice(game.seats)
        state = game.start(random_options(game, rng, seats), seats, QuickShuffler(rng.randbytes(16)))
        for _ in range(400):
            if not (actors := state.actors()):
                break
            seat = rng.choice(list(actors))
            view = game.view(state, seat)
            legal = state.legal(seat)
            for ask in view.asks:
                [(key, hole)] = list(ask.holes().items()) if len(ask.holes()) == 1 else [("", None)]
                if not isinstance(hole, CardsHole | GroupsHole):
                    continue
                asked += 1
                assert hole.examples is not None, ask
                assert len(hole.examples) <= MOST_EXAMPLES
                for example in hole.examples:
                    action = msgspec.to_builtins(ask.fill({key: example}))
                    assert covers(ask, action, view)
                    state.copy().apply(seat, game.read_action(action))
                    shown += 1
                if not hole.examples:
                    assert not any(form_of(one)["do"] == ask.action["do"] for one in legal)
            assert game.view(state.redeal(seat, rng), seat).asks == view.asks, "nothing hidden shows"
            state.apply(seat, rng.choice(legal))
    assert shown or not asked
