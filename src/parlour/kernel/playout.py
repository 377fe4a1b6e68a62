"""Playing on at random: the loop that simulations, search and benchmarks run a million times."""

from random import Random
from typing import Any

from parlour.kernel.state import State


def random_playout(state: State[Any], rng: Random) -> int:
    """Play to the end, a random legal action for the first seat that may act. Gives the number of moves."""
    draw = rng.random
    moves = 0
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        state.apply(seat, legal[int(draw() * len(legal))])
        moves += 1
    return moves
