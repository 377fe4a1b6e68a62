"""Works out what a total is worth in Yammouth, for `games/yammouth/players/mind.py`: `python tools/fit_yammouth.py`.

Steady plays matches of two against itself, and the script notes what each round cost. A match is then a walk over pairs
of totals: each round draws one of those costs, with all that the rules make of it (Y16, Y19). The chance to win from
every pair is worked out by going backwards until nothing changes. Its log odds are very nearly the worth of one total
minus that of the other, plus a little for the player who begins. The script prints these figures.
"""

import sys
from collections import Counter
from textwrap import fill
from typing import Any

import numpy as np

from parlour.games.yammouth import GAME
from parlour.games.yammouth.players.steady import YammouthSteady
from parlour.games.yammouth.scoring import MatchScore, reckon
from parlour.kernel.position import NOBODY
from parlour.lab.many import key_of, play

MATCHES = 500
LIMIT = 100
SWEEPS = 400


def rounds(matches: int) -> list[tuple[int, int, int]]:
    """What each round cost the player who began it and the other one, and who won: 0, 1, or −1 for nobody."""
    found: list[tuple[int, int, int]] = []

    def scored(state: Any) -> None:
        points, first = state.points(), state.beginner
        winner = state.winner()
        found.append((points[first], points[1 - first], -1 if winner == NOBODY else int(winner != first)))

    for number in range(matches):
        play(GAME, GAME.options(), [YammouthSteady(), YammouthSteady()], key_of(1, number), scored)
    return found


def after(points: int, won: bool) -> "np.ndarray[Any, Any]":
    """What every total becomes after a round that cost this many points; LIMIT + 1 means out."""
    totals = [reckon(MatchScore(total), points, won, LIMIT)[0].total for total in range(LIMIT + 1)]
    return np.minimum(totals, LIMIT + 1)


def chances(sample: list[tuple[int, int, int]]) -> "np.ndarray[Any, Any]":
    """The chance that the player who begins wins the match, by that player's total and the other's."""
    steps = [
        (count / len(sample), winner, np.ix_(after(mine, winner == 0), after(theirs, winner == 1)))
        for (mine, theirs, winner), count in Counter(sample).items()
    ]
    chance = np.full((LIMIT + 2, LIMIT + 2), 0.5)
    chance[LIMIT + 1, :] = 0.0
    chance[:, LIMIT + 1] = 1.0
    for _ in range(SWEEPS):
        new = np.zeros((LIMIT + 1, LIMIT + 1))
        for weight, winner, totals in steps:
            new += weight * (1.0 - chance.T[totals] if winner == 1 else chance[totals])
        change = float(np.abs(new - chance[:-1, :-1]).max())
        chance[:-1, :-1] = new
        if change < 1e-4:
            break
    return chance[:-1, :-1]


if __name__ == "__main__":
    odds = chances(rounds(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES))
    logits = np.log(odds / (1.0 - odds))
    worth = (logits.mean(axis=1) - logits.mean(axis=0)) / 2.0
    begins = float(logits.mean())
    error = np.abs(1.0 / (1.0 + np.exp(worth[None, :] - worth[:, None] - begins)) - odds).mean()
    print(f"mean error {error:.3f}", file=sys.stderr)
    print(f"BEGINS: Final = {begins:.2f}")
    print("WORTH, in hundredths below 0:")
    print(fill(" ".join([str(round(100 * float(worth[0] - each))) for each in worth]), 100))
