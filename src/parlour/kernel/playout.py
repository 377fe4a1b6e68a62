"""Plays games on quickly: the loops that search and benchmarks run a million times."""

from random import Random
from typing import Any

from parlour.kernel.position import Position
from parlour.kernel.state import Bot, Seat, State


def random_playout(state: Position, rng: Random) -> int:
    """Play to the end with random legal actions of the first seat that may act. Returns the number of moves.

    The state is a `Position`, because compiled code calls the methods of a class faster than those of a protocol."""
    draw = rng.random
    moves = 0
    while actors := state.actors():
        seat = actors[0]
        state.apply(seat, state.pick(seat, draw()))
        moves += 1
    return moves


def play_on(state: State[Any], bot: Bot[Any, Any], rng: Random, interrupts: bool, quiet: Seat, rounds: int) -> None:
    """Let the bot play every seat until this many rounds are scored, or the game is over.

    The bot must not peek, because nothing is redealt between its moves. With `interrupts`, seats that nobody waits for
    are asked first. The seat `quiet` has just declined, and is asked again once something has changed."""
    while len(state.sheet) < rounds:
        actors = state.actors()
        if interrupts and len(actors) > 1:
            actors = sorted(actors, key=lambda seat: state.silence(seat) is not None)
        for seat in actors:
            if seat == quiet:
                continue
            choice = bot.choose(state, seat, rng)
            if choice is not None:
                state.apply(seat, choice)
                quiet = -1
                break
        else:
            return
