"""Fits how a lead in Toripoka becomes a win: `python tools/fit_toripoka.py [games]`. And measures what sharp's first
look gains over steady: `python tools/fit_toripoka.py gains [games]`.

Steady plays against itself. After every round the script notes seat 0's leads, and in the end who won. It prints the
three weights that explain the wins best (a logistic regression), to be copied into toripoka/players/standing.py. On the
compiled build 2,000 games take three minutes.

For the gains, sharp looks at every position of such games. Where it would do something else, the round is played on
from both choices, a few times, with the cards that the other player really has. The change in the chance to win is
added up over a game, for one seat, and printed in percentage points with its standard error, by how many cards the seat
had placed. This tells two versions of sharp apart with far fewer games than an arena needs: change a weight, and run it
again.
"""

import sys
from random import Random
from typing import Any

import numpy as np

from parlour.games.toripoka import GAME
from parlour.games.toripoka.actions import Action
from parlour.games.toripoka.players.chances import leads, still_to_come
from parlour.games.toripoka.players.mind import ToripokaMind
from parlour.games.toripoka.players.steady import ToripokaSteady, tempting_folds
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import PLAYING
from parlour.kernel.playout import play_on
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.state import Seat, State
from parlour.lab.many import key_of, play

NAMES = ("FORESTS", "BLACKS", "PIPS")
TIMES = 4  # how often a round is played on from each choice
MIND = ToripokaMind(ToripokaSteady(), interrupts=True)


def play_games(games: int) -> tuple[list[list[float]], list[float]]:
    """The leads after every round but the last, and the share of the win that followed each."""
    found: list[list[float]] = []
    won: list[float] = []

    def scored(toripoka: State[Any]) -> None:
        assert isinstance(toripoka, Toripoka)
        if still_to_come(toripoka):
            found.append(leads(toripoka, *toripoka.owned))

    for number in range(games):
        result = play(GAME, GAME.options(), [ToripokaSteady(), ToripokaSteady()], key_of(0, number), scored).result
        won += [(0 in result.winners) / len(result.winners)] * (len(found) - len(won))
    return found, won


def fit(found: list[list[float]], won: list[float]) -> list[float]:
    """The weights of a logistic regression by Newton's method; thirty steps are plenty."""
    ahead, share = np.array(found), np.array(won)
    weights = np.zeros(len(NAMES))
    for _ in range(30):
        chance = 1.0 / (1.0 + np.exp(-ahead @ weights))
        curve = (ahead * (chance * (1.0 - chance))[:, None]).T @ ahead
        weights += np.linalg.solve(curve, ahead.T @ (share - chance))
    return [float(weight) for weight in weights]


def gains_of(number: int) -> list[float]:
    """What sharp's first look would have gained in a game, by the number of cards the seat had placed."""
    key = key_of(1, number)
    toripoka, rng = GAME.start(GAME.options(), 2, QuickShuffler(key)), Random(key)
    gains = [0.0] * 6
    while asked := GAME.asked(toripoka):
        for seat in asked:
            known = toripoka.redeal(seat, rng)
            choice = MIND.steady.choose(known, seat, rng)
            if known.phase == PLAYING and (seat == known.at_bat or tempting_folds(known, seat)):
                placed = len(known.laid[2 * seat]) + len(known.laid[2 * seat + 1])
                gains[placed] += gain(toripoka, seat, choice, MIND.ideas(known, seat, rng)[0], rng) / 2
            if choice is not None:
                toripoka.apply(seat, choice)
                break
    return gains


def gain(toripoka: Toripoka, seat: Seat, steady: Action | None, sharp: Action | None, rng: Random) -> float:
    """How much sharp's choice adds to the chance to win. The cards that nobody has seen are shuffled each time."""
    if steady == sharp:
        return 0.0
    total = 0.0
    for _ in range(TIMES):
        deal, seed = toripoka.copy(), rng.getrandbits(64)
        unseen = sorted(deal.stock + deal.aside)
        rng.shuffle(unseen)
        deal.stock, deal.aside = unseen[: len(deal.stock)], unseen[len(deal.stock) :]
        total += played_on(deal.copy(), seat, sharp, Random(seed)) - played_on(deal, seat, steady, Random(seed))
    return total / TIMES


def played_on(toripoka: Toripoka, seat: Seat, action: Action | None, rng: Random) -> float:
    toripoka.shuffler = QuickShuffler(rng.randbytes(16))
    rounds = len(toripoka.sheet) + 1
    if action is not None:
        toripoka.apply(seat, action)
    play_on(toripoka, MIND.steady, rng, True, seat if action is None else -1, rounds)
    return MIND.worth(toripoka, seat)


def main(words: list[str]) -> None:
    if words[:1] == ["gains"]:
        found = 100 * np.array([gains_of(number) for number in range(int((words[1:] or ["150"])[0]))])
        rows = [(f"{placed} placed", found[:, placed]) for placed in range(6)]
        for name, gained in [*rows, ("all", found.sum(axis=1))]:
            print(f"{name}: {gained.mean():+.2f} ± {gained.std() / len(gained) ** 0.5:.2f}")
        return
    for name, weight in zip(NAMES, fit(*play_games(int((words or ["2000"])[0]))), strict=True):
        print(f"{name}: Final = {weight:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
