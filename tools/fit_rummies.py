"""What sharp has learned of the rummies: `python tools/fit_rummies.py torpedo` writes games/torpedo/weights.py.

Steady plays against itself. Whenever somebody who has not laid down discards, it is noted of every card in that hand
what tells whether another player wants it (`rummy.insight.traits`), and whether the one who follows does. The weights
are the least squares, contract by contract. How far apart the points of a round lie is noted too.
"""

import argparse
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from parlour.cards import JOKER
from parlour.games import find
from parlour.games.rummy.actions import Discard
from parlour.games.rummy.insight import TRAITS, key_of, traits
from parlour.games.rummy.layout import NOT_YET, PLAYING
from parlour.games.rummy.outlook import Outlook
from parlour.games.rummy.prospect import prospect_of
from parlour.kernel.options import read
from parlour.kernel.shuffle import QuickShuffler

SEATS = 4
GAMES = Path(__file__).resolve().parent.parent / "src/parlour/games"

Noted = dict[int, list[tuple[list[float], bool]]]


def play(game: Any, options: Any, number: int, noted: Noted, points: dict[int, list[int]]) -> None:
    """One game: what was noted, and everybody's points, by contract."""
    rng = Random(f"fit/{number}")
    state = game.start(options, SEATS, QuickShuffler(rng.randbytes(16)))
    steady = game.bots["steady"]
    while actors := state.actors():
        rounds = len(state.sheet)
        for seat in actors:
            choice = steady.choose(state, seat, rng)
            if choice is None:
                continue
            following = (seat + 1) % SEATS
            if isinstance(choice, Discard) and state.phase == PLAYING:
                if state.down[seat] == state.down[following] == NOT_YET:
                    contract = state.now().contract
                    prospect = prospect_of(state.hands[following], contract)
                    outlook = Outlook(state, seat)
                    for face in sorted(set(state.hands[seat]) - {JOKER}):
                        seen = traits(outlook, face, state.known[following])
                        noted[key_of(contract)].append((seen, prospect.wants(face)))
            state.apply(seat, choice)
            break
        if len(state.sheet) > rounds:
            points[key_of(state.house.rounds[rounds].contract)] += state.sheet[-1]


def fit(noted: list[tuple[list[float], bool]]) -> list[float]:
    seen = np.array([traits for traits, _ in noted])
    wanted = np.array([float(wanted) for _, wanted in noted])
    weights = np.linalg.solve(seen.T @ seen + np.eye(TRAITS), seen.T @ wanted)
    return [round(float(weight), 4) for weight in weights]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=["torpedo", "progressive"])
    parser.add_argument("--games", type=int, default=300)
    arguments = parser.parse_args()
    game = find(arguments.game)
    houses = [{}, {"last_round": "three_runs_of_four"}] if arguments.game == "progressive" else [{}]
    noted: Noted = defaultdict(list)
    points: dict[int, list[int]] = defaultdict(list)
    for number in range(arguments.games):
        play(game, read(game.options, houses[number % len(houses)]), number, noted, points)
    wanted = "".join(f"    {key}: {fit(noted[key])},\n" for key in noted)
    spreads = ", ".join(f"{key}: {np.std(points[key]):.1f}" for key in points)
    (GAMES / arguments.game / "weights.py").write_text(
        f'"""Found by tools/fit_rummies.py in {arguments.games} games, by contract (`rummy.insight.key_of`)."""\n\n'
        "from typing import Final\n\n"
        "# How far apart the points of a round lie.\n"
        f"SPREADS: Final[dict[int, float]] = {{{spreads}}}\n\n"
        "# How a card that somebody wants can be told (`rummy.insight.traits`).\n"
        f"WANTED: Final[dict[int, list[float]]] = {{\n{wanted}}}\n"
    )


if __name__ == "__main__":
    main()
