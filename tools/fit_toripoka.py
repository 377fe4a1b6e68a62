"""How a lead in Toripoka becomes a win: `python tools/fit_toripoka.py [games]`.

Steady plays against itself. After every round it is written down in what seat 0 is ahead, and who won in the end; the
three weights that explain it best (a logistic regression) are printed, to be copied into games/toripoka/standing.py. On
the compiled build 2,000 games take three minutes.
"""

import sys
from typing import Any

import numpy as np

from parlour.games.toripoka import GAME
from parlour.games.toripoka.bot import Steady
from parlour.games.toripoka.outlook import still_to_come
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.standing import leads
from parlour.kernel.state import State
from parlour.lab.many import key_of, play

NAMES = ("FORESTS", "BLACKS", "PIPS")


def play_games(games: int) -> tuple[list[list[float]], list[float]]:
    """The leads after every round but the last, and the share of the win that came of each."""
    found: list[list[float]] = []
    won: list[float] = []

    def scored(toripoka: State[Any]) -> None:
        assert isinstance(toripoka, Toripoka)
        if still_to_come(toripoka):
            found.append(leads(toripoka, *toripoka.owned))

    for number in range(games):
        result = play(GAME, GAME.options(), [Steady(), Steady()], key_of(0, number), scored).result
        won += [(0 in result.winners) / len(result.winners)] * (len(found) - len(won))
    return found, won


def fit(found: list[list[float]], won: list[float]) -> list[float]:
    """Newton's method; thirty steps are plenty."""
    ahead, share = np.array(found), np.array(won)
    weights = np.zeros(len(NAMES))
    for _ in range(30):
        chance = 1.0 / (1.0 + np.exp(-ahead @ weights))
        curve = (ahead * (chance * (1.0 - chance))[:, None]).T @ ahead
        weights += np.linalg.solve(curve, ahead.T @ (share - chance))
    return [float(weight) for weight in weights]


if __name__ == "__main__":
    for name, weight in zip(NAMES, fit(*play_games(int((sys.argv[1:] or ["2000"])[0]))), strict=True):
        print(f"{name}: Final = {weight:.2f}")
