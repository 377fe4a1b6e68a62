"""What holds for how any game is thought about, tried on random games with random house rules."""

import re
from random import Random
from typing import Any

from parlour.kernel.game import AnyGame
from parlour.kernel.mind import Mind
from tests.arbitrary import begin_random, play_on

MOVES = 60


def mind_of(game: AnyGame) -> Mind[Any]:
    assert game.mind
    return game.mind


def allowed(state: Any, seat: int, action: Any) -> bool:
    return action in state.legal(seat) or (action is None and state.silence(seat) is None)


def check_thoughts(game: AnyGame, seed: int) -> None:
    """Ideas and slips are legal, of several the first is steady's, none comes twice, everything has its words."""
    rng = Random(seed)
    mind = mind_of(game)
    for played in play_on(begin_random(game, rng), rng, MOVES):
        state = played.state
        for seat in state.actors():
            ideas = mind.ideas(state, seat, Random(1))
            if len(ideas) > 1:  # a mind with one idea has reckoned it
                assert ideas[0] == mind.steady.choose(state, seat, Random(1))
            assert all(idea not in ideas[:at] for at, idea in enumerate(ideas))
            assert all(allowed(state, seat, idea) for idea in ideas)
            assert allowed(state, seat, mind.slip(state, seat, rng))
            for action in {*map(repr, state.legal(seat))}:
                check_words(mind, state, seat, next(each for each in state.legal(seat) if repr(each) == action))
            if ideas[0] is None or None in ideas:
                check_words(mind, state, seat, None)


def check_words(mind: Mind[Any], state: Any, seat: int, action: Any) -> None:
    """ "Say: why." is to be a sentence."""
    say, why = mind.say(state, seat, action), mind.why(state, seat, action)
    assert re.fullmatch(r"[A-Z][^.{]*(\{\d\}[^.{]*)*[^.{ ]", say), say
    assert re.fullmatch(r"[^. ][^.]+[^. ]", why), why
    assert "None" not in say + why


def check_outcomes(game: AnyGame, seed: int) -> None:
    """Whatever is tried from wherever, what comes of it is a chance, and together the chances are about 1."""
    rng = Random(seed)
    mind = mind_of(game)
    for played in play_on(begin_random(game, rng), rng, MOVES):
        state = played.state
        if rng.random() < 0.1 and (actors := state.actors()):
            seat = rng.choice(actors)
            imagined = mind.imagine(state.redeal(seat, rng), seat, rng)
            action = rng.choice(state.legal(seat))
            assert 0.0 <= mind.outcome(imagined, seat, action, Random(2)) <= 1.0
            sides = game.public(state).sides or [(each,) for each in range(played.seats)]
            chances = [mind.worth(imagined, side[0]) for side in sides]
            assert all(0.0 <= chance <= 1.0 for chance in chances)
            assert abs(sum(chances) - 1.0) < 0.1, chances
