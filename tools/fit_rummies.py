"""Learns how sharp plays the rummies: `python tools/fit_rummies.py torpedo` writes games/torpedo/players/weights.py.

Both parts are learned contract by contract, from single rounds. First, what others want. Steady plays against itself.
Whenever somebody who has not laid down discards, the traits of every card in that hand are noted
(`rummy.players.learned`), and whether the next player wants that card. A least-squares fit gives the weights.

Then the habits (`rummy.players.habits`). A learner plays among three of Steady, with all its habits moved a little at
random, and then the same deal with them moved as far the other way. Which of the two does better tells little once and
much over thousands of deals: a curved surface is fitted to all results, and the learner moves towards its top.
`--again` goes on from what has been learned. The compiled package on the path makes all of it ten times as fast.
"""

import argparse
from collections import defaultdict
from dataclasses import fields
from importlib import import_module
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.cards import JOKER
from parlour.games import find
from parlour.games.rummy.actions import Discard
from parlour.games.rummy.players.habits import SOUND, Habits
from parlour.games.rummy.players.knowledge import RummyKnowledge
from parlour.games.rummy.players.learned import TRAITS, Learned, key_of, traits
from parlour.games.rummy.players.mind import EVEN
from parlour.games.rummy.players.outs import prospect_of
from parlour.games.rummy.state import NOT_YET, PLAYING
from parlour.kernel.options import read
from parlour.kernel.shuffle import QuickShuffler

SEATS = 4
GAMES = Path(__file__).resolve().parent.parent / "src/parlour/games"
HOUSES: dict[str, list[dict[str, str]]] = {
    "torpedo": [{}],
    "progressive": [{}, {"last_round": "three_runs_of_four"}],
}

# Where the habits start, and how far one move takes each: by a factor, or by points.
STEADY = {field.name: getattr(SOUND, field.name) for field in fields(Habits)}
STEADY |= {"helps_next": 20.0, "helps_buyer": 10.0, "keeps": 2.0}
POINTS = {"reluctance": 5.0, "reluctance_a_card": 2.5, "reluctance_a_turn": 1.0}
FACTORS = {"excess": 0.4, "unknown_card": 0.4, "helps_next": 0.5, "helps_buyer": 0.5, "keeps": 0.5}
USUAL_FACTOR = 0.25
USUAL_SHORT, USUAL_TURN = 2, 4  # the cards short and the turn at which the reluctance's slopes change nothing

AS_POINTS = 300.0  # a certain win in points: near even, one point makes a win about 1 in 300 likelier
CURVED = (-0.15, 0.1)  # how sharply points fall on both sides of the best, as first believed; and give or take
FARTHEST = 8.0  # moves from Steady
AT_ONCE = 3.0  # moves from one climb to the next

Noted = dict[int, list[tuple[list[float], bool]]]
Place = NDArray[np.float64]  # how many moves each habit is from Steady's


def rounds_of(game: Any, terms: dict[str, str]) -> dict[int, tuple[Any, int]]:
    """The contracts of a game: the options to deal each with, and its number."""
    options = read(game.options, terms)
    rounds = game.start(options, SEATS, QuickShuffler(bytes(16))).terms.rounds
    return {key_of(one.contract): (options, number) for number, one in enumerate(rounds)}


def deal(game: Any, options: Any, number: int, rng: Random) -> Any:
    state = game.start(options, SEATS, QuickShuffler(rng.randbytes(16)))
    state.round, state.dealer = number, rng.randrange(SEATS)
    state.deal()
    return state


def play(state: Any, players: list[Any], rng: Random, noted: Noted | None = None) -> list[int]:
    """Play one round, and return everybody's points."""
    while not state.sheet:
        for seat in state.actors():
            choice = players[seat].choose(state, seat, rng)
            if choice is not None:
                if noted is not None and isinstance(choice, Discard) and state.phase == PLAYING:
                    note(state, seat, noted[key_of(state.now().contract)])
                state.apply(seat, choice)
                break
    points: list[int] = state.sheet[0]
    return points


# ---------------------------------------------------------------- what others want


def note(state: Any, seat: int, noted: list[tuple[list[float], bool]]) -> None:
    following = (seat + 1) % SEATS
    if state.down[seat] != NOT_YET or state.down[following] != NOT_YET:
        return
    prospect = prospect_of(state.hands[following], state.now().contract)
    outlook = RummyKnowledge(state, seat)
    taken = state.known[following]
    faces = sorted(set(state.hands[seat]) - {JOKER})
    noted += [(traits(outlook, face, taken), prospect.wants(face)) for face in faces]


def wanted_by(noted: list[tuple[list[float], bool]]) -> list[float]:
    seen = np.array([traits for traits, _ in noted])
    wanted = np.array([float(wanted) for _, wanted in noted])
    weights = np.linalg.solve(seen.T @ seen + np.eye(TRAITS), seen.T @ wanted)
    return [round(float(weight), 4) for weight in weights]


# ---------------------------------------------------------------- habits


def habits_at(place: Place) -> dict[str, float]:
    habits = {}
    for moves, (name, value) in zip(place.tolist(), STEADY.items(), strict=True):
        factor = exp(FACTORS.get(name, USUAL_FACTOR) * moves)
        habits[name] = POINTS[name] * moves if name in POINTS else value * factor
    habits["reluctance"] -= USUAL_SHORT * habits["reluctance_a_card"] + USUAL_TURN * habits["reluctance_a_turn"]
    return habits


def place_of(habits: dict[str, float]) -> Place:
    """The inverse of `habits_at`."""
    spread = USUAL_SHORT * habits["reluctance_a_card"] + USUAL_TURN * habits["reluctance_a_turn"]
    habits = {**habits, "reluctance": habits["reluctance"] + spread}
    return np.array(
        [
            habits[name] / POINTS[name]
            if name in POINTS
            else log((habits[name] or value) / value) / FACTORS.get(name, USUAL_FACTOR)
            for name, value in STEADY.items()
        ]
    )


class Surface:
    """What was seen of one contract, and where the learner stands."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.seen: list[tuple[float, float, Place, Place]] = []  # points on both sides, the place, the way aside

    def climb(self) -> None:
        """Move towards the top. The difference of the two sides tells the slope at a place, their mean the height."""
        here, there = np.array([(here, there) for here, there, _, _ in self.seen]).T
        places = np.array([place for _, _, place, _ in self.seen])
        aside = np.array([aside for _, _, _, aside in self.seen])
        slope, height = (here - there) / 2, (here + there) / 2
        none = np.zeros((len(here), 1))
        slopes = np.hstack([none, aside, aside * places])
        heights = np.hstack([none + 1, places, (places**2 + aside**2) / 2])
        count = len(STEADY)
        curve, give = CURVED
        trust = np.array([1e-4, *[1.0] * count, *[give**-2] * count])
        before = np.array([0.0, *[0.0] * count, *[curve] * count])
        known = slopes.T @ slopes / slope.var() + heights.T @ heights / height.var() + np.diag(trust)
        told = slopes.T @ slope / slope.var() + heights.T @ height / height.var() + trust * before
        found = np.linalg.solve(known, told)
        rise, curved = found[1 : count + 1], np.minimum(found[count + 1 :], curve / 2)
        chance = np.sqrt(np.diag(np.linalg.inv(known)))[1 : count + 1]
        sure = np.sign(rise) * np.maximum(0.0, np.abs(rise) - chance / 2)
        top = np.clip(-sure / curved, -FARTHEST, FARTHEST)
        self.place = self.place + np.clip(0.6 * (top - self.place), -AT_ONCE, AT_ONCE)

    def look(self, game: Any, options: Any, number: int, wanted: list[float], scale: float, rng: Random) -> None:
        """Play one deal on both sides: the chance to win the game if all other rounds go as they do among equals."""
        aside = np.array([rng.gauss(0.0, 1.0) for _ in STEADY])
        seat = rng.randrange(SEATS)
        state = deal(game, options, number, rng)
        chances = []
        for place in (self.place + aside, self.place - aside):
            learned = {key_of(state.terms.rounds[number].contract): Learned(Habits(**habits_at(place)), wanted)}
            players = [game.bots["steady"]] * SEATS
            players[seat] = type(players[seat])(learned=learned)
            points = play(state.copy(), players, rng)
            chances.append(AS_POINTS / sum([exp((points[seat] - other) / scale) for other in points]))
        self.seen.append((chances[0], chances[1], self.place, aside))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=list(HOUSES))
    parser.add_argument("--rounds", type=int, default=300, help="rounds of each contract, to learn what others want")
    parser.add_argument("--looks", type=int, default=1000, help="deals of each contract between two climbs")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long to learn habits")
    parser.add_argument("--again", action="store_true", help="go on from what has been learned")
    arguments = parser.parse_args()
    game = find(arguments.game)
    rng = Random(f"fit/{arguments.game}")
    rounds: dict[int, tuple[Any, int]] = {}
    for terms in HOUSES[arguments.game]:
        rounds = rounds_of(game, terms) | rounds
    noted: Noted = defaultdict(list)
    points: dict[int, list[int]] = defaultdict(list)
    for key, (options, number) in rounds.items():
        for _ in range(arguments.rounds):
            points[key] += play(deal(game, options, number, rng), [game.bots["steady"]] * SEATS, rng, noted)
    wanted = {key: wanted_by(noted[key]) for key in rounds}
    surfaces = {key: Surface(np.zeros(len(STEADY))) for key in rounds}
    if arguments.again:
        for key, learned in import_module(f"parlour.games.{arguments.game}.players.weights").LEARNED.items():
            surfaces[key].place = place_of({name: getattr(learned.habits, name) for name in STEADY})
    spreads = {key: round(float(np.std(points[key])), 1) for key in rounds}
    whole = sum(spreads[key] ** 2 for key in rounds_of(game, {}))
    scales = {key: EVEN * sqrt(whole - spreads[key] ** 2) for key in rounds}
    until = monotonic() + 60 * arguments.minutes
    while monotonic() < until:
        gain = chance = 0.0
        for key, surface in surfaces.items():
            for _ in range(arguments.looks):
                surface.look(game, *rounds[key], wanted[key], scales[key], rng)
            means = np.array([here + there for here, there, _, _ in surface.seen[-arguments.looks :]]) / 2
            gain += means.mean() - AS_POINTS / SEATS
            chance += means.var() / len(means)
            surface.climb()
        print(f"about {gain:.1f} ± {1.96 * sqrt(chance):.1f} points a game better than Steady, on the way", flush=True)
        write(arguments.game, spreads, {key: habits_at(one.place) for key, one in surfaces.items()}, wanted)


def write(
    game: str, spreads: dict[int, float], habits: dict[int, dict[str, float]], wanted: dict[int, list[float]]
) -> None:
    rows = "".join(f'    "{name}": {[float(f"{habits[key][name]:.3g}") for key in habits]},\n' for name in STEADY)
    wants = "".join(f"    {wanted[key]},\n" for key in habits)
    (GAMES / game / "players" / "weights.py").write_text(
        '"""What Sharp has learned about each contract (`rummy.players.learned.key_of`). '
        'Written by tools/fit_rummies.py."""\n\n'
        "from typing import Final\n\n"
        "from parlour.games.rummy.players.learned import Learned, by_contract\n\n"
        "# Standard deviation of the points in a round, by contract.\n"
        f"SPREADS: Final[dict[int, float]] = {spreads}\n\n"
        "# The habits of Sharp (`rummy.players.habits`), with a number for each contract in the order of SPREADS.\n"
        f"HABITS: Final[dict[str, list[float]]] = {{\n{rows}}}\n\n"
        "# Weights of the traits of a wanted card (`rummy.players.learned.traits`), for each contract.\n"
        f"WANTED: Final[list[list[float]]] = [\n{wants}]\n\n"
        "LEARNED: Final[dict[int, Learned]] = by_contract(list(SPREADS), HABITS, WANTED)\n"
    )


if __name__ == "__main__":
    main()
