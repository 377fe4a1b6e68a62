"""Measures how far points in a hole of Golf spread, for `games/golf/players/mind.py`: `python tools/fit_golf.py`.

Steady plays against itself with every number of seats. The spread is that of a player's points around the mean of the
hole, because that is how leads are won and lost.
"""

import sys
from math import sqrt
from typing import Any

from parlour.games.golf import GAME
from parlour.games.golf.players.steady import GolfSteady
from parlour.kernel.state import State
from parlour.lab.many import key_of, play

GAMES = 300


def spread(seats: int, games: int) -> float:
    squares = 0.0
    holes = 0

    def hole(state: State[Any]) -> None:
        nonlocal squares, holes
        points = state.sheet[-1]
        mean = sum(points) / seats
        squares += sum((each - mean) ** 2 for each in points) / (seats - 1)
        holes += 1

    for number in range(games):
        play(GAME, GAME.options(), [GolfSteady()] * seats, key_of(1, number), hole)
    return sqrt(squares / holes)


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    found = [round(spread(seats, games), 1) for seats in GAME.seats]
    print(f"SPREAD: Final[list[float]] = {[0.0] * GAME.seats[0] + found}")
