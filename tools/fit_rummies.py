"""Learns how sharp plays the rummies: `python tools/fit_rummies.py torpedo` writes games/torpedo/players/weights.py.

Everything is learned contract by contract, from single rounds, once with two players and once with four; every contract
has a process of its own. First, what others want. Players who count cards play among themselves. Whenever somebody who
has not laid down discards, the traits of every card in that hand are noted (`rummy.players.learned`), and whether the
next player wants that card. A least-squares fit gives the weights.

Then the habits (`rummy.players.habits`). A learner plays among others who count cards as it does but have Steady's
habits. All its habits are moved a little at random, and then the same deal is played with them moved as far the other
way. Which of the two does better tells little once and much over thousands of deals: a curved surface is fitted to all
results, and the learner moves toward its top. `--again` goes on from what has been learned. The compiled package on
the path makes all of it ten times as fast.
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from importlib import import_module
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.cards import JOKER
from parlour.games import find
from parlour.games.rummy.actions import Discard
from parlour.games.rummy.players.habits import SOUND, Habits
from parlour.games.rummy.players.learned import TAKEN, TRAITS, Learned, LearnedKnowledge, add_taken, key_of, traits
from parlour.games.rummy.players.mind import EVEN
from parlour.games.rummy.players.outs import prospect_of
from parlour.games.rummy.state import NOT_YET, PLAYING
from parlour.kernel.options import read
from parlour.kernel.shuffle import QuickShuffler

SEATS = (2, 4)
GAMES = Path(__file__).resolve().parent.parent / "src/parlour/games"
HOUSES: dict[str, list[dict[str, str]]] = {
    "torpedo": [{}],
    "progressive": [{}, {"last_round": "three_runs_of_four"}],
}

# Where the habits start, and how far one move takes each: by a factor, or by points.
STEADY = {field.name: getattr(SOUND, field.name) for field in fields(Habits)}
STEADY |= {"helps_next": 20.0, "helps_buyer": 10.0, "keeps": 2.0, "kin": 0.3}
POINTS = {"reluctance": 5.0, "reluctance_a_card": 2.5, "reluctance_a_turn": 1.0}
FACTORS = dict.fromkeys(("excess", "unknown_card", "helps_next", "helps_buyer", "keeps", "played", "kin", "stuck"), 0.5)
USUAL_FACTOR = 0.25
USUAL_SHORT, USUAL_TURN = 2, 4  # the cards short and the turn at which the reluctance's slopes change nothing

AS_POINTS = 300.0  # a certain win in points: near even, one point makes a win about 1 in 300 likelier
CURVED = (-0.15, 0.1)  # how sharply points fall on both sides of the best, as first believed; and give or take
FARTHEST = 8.0  # moves from Steady
AT_ONCE = 3.0  # moves from one climb to the next
SAMPLE = 200  # rounds from which the spread of a contract is told

Noted = list[tuple[list[float], bool]]
Place = NDArray[np.float64]  # how many moves each habit is from Steady's


class Lesson(NamedTuple):
    """What one process learns about: a contract of a game, dealt with these house rules as this round."""

    game: str
    terms: dict[str, str]
    seats: int
    key: int
    number: int
    spreads: dict[int, float]
    rounds: int
    looks: int
    minutes: float
    before: Learned | None  # what was learned earlier, to go on from


class Lore(NamedTuple):
    """What was learned."""

    habits: dict[str, float]
    wanted: list[float]


def deal(lesson: Lesson, rng: Random) -> Any:
    game = find(lesson.game)
    state = game.start(read(game.options, lesson.terms), lesson.seats, QuickShuffler(rng.randbytes(16)))
    state.round, state.dealer = lesson.number, rng.randrange(lesson.seats)
    state.deal()
    return state


def player(lesson: Lesson, learned: Learned) -> Any:
    steady: Any = find(lesson.game).bots["steady"]
    return type(steady)(learned=[{lesson.key: learned}] * len(SEATS))


def counting(lesson: Lesson) -> Any:
    """One who counts cards, and keeps from the next player what goes with the cards they took."""
    wanted = [-2.0] + [0.0] * (TAKEN - 1) + [1.0] * (TRAITS - TAKEN)
    return player(lesson, Learned(Habits(helps_next=20.0), wanted))


def play(state: Any, players: list[Any], rng: Random, noted: Noted | None = None) -> list[int]:
    """Play one round, and return everybody's points."""
    while not state.sheet:
        for seat in state.actors():
            choice = players[seat].choose(state, seat, rng)
            if choice is not None:
                if noted is not None and isinstance(choice, Discard) and state.phase == PLAYING:
                    note(state, seat, players[seat], noted)
                state.apply(seat, choice)
                break
    points: list[int] = state.sheet[0]
    return points


# ---------------------------------------------------------------- what others want


def note(state: Any, seat: int, watching: Any, noted: Noted) -> None:
    following = (seat + 1) % state.seats
    if state.down[seat] != NOT_YET or state.down[following] != NOT_YET:
        return
    prospect = prospect_of(state.hands[following], state.now().contract)
    known = watching.known(state, seat)
    assert isinstance(known, LearnedKnowledge)
    faces = sorted(set(state.hands[seat]) - {JOKER})
    for face in faces:
        found = traits(known, face)
        add_taken(face, state.known[following], found)
        noted.append((found, prospect.wants(face)))


def wanted_by(noted: Noted) -> list[float]:
    """Logistic regression, by Newton's method."""
    seen = np.array([traits for traits, _ in noted])
    wanted = np.array([float(wanted) for _, wanted in noted])
    weights = np.zeros(TRAITS)
    for _ in range(12):
        chance = 1 / (1 + np.exp(-seen @ weights))
        bend = (seen * (chance * (1 - chance))[:, None]).T @ seen + np.eye(TRAITS)
        weights += np.linalg.solve(bend, seen.T @ (wanted - chance) - weights)
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
        """Move toward the top. The difference of the two sides tells the slope at a place, their mean the height."""
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

    def look(self, lesson: Lesson, wanted: list[float], scale: float, rng: Random) -> None:
        """Play one deal on both sides: the chance to win the game if all other rounds go as they do among equals."""
        aside = np.array([rng.gauss(0.0, 1.0) for _ in STEADY])
        seat = rng.randrange(lesson.seats)
        state = deal(lesson, rng)
        chances = []
        for place in (self.place + aside, self.place - aside):
            players = [counting(lesson)] * lesson.seats
            players[seat] = player(lesson, Learned(Habits(**habits_at(place)), wanted))
            points = play(state.copy(), players, rng)
            chances.append(AS_POINTS / sum([exp((points[seat] - other) / scale) for other in points]))
        self.seen.append((chances[0], chances[1], self.place, aside))


def learn(lesson: Lesson) -> Lore:
    rng = Random(f"fit/{lesson.game}/{lesson.seats}/{lesson.key}")
    noted: Noted = []
    for _ in range(lesson.rounds):
        play(deal(lesson, rng), [counting(lesson)] * lesson.seats, rng, noted)
    wanted = wanted_by(noted)
    place = np.zeros(len(STEADY))
    if lesson.before:
        place = place_of({name: getattr(lesson.before.habits, name) for name in STEADY})
    surface = Surface(place)
    whole = sum(spread**2 for spread in lesson.spreads.values())
    scale = EVEN * sqrt(whole - lesson.spreads.get(lesson.key, 0.0) ** 2)
    until = monotonic() + 60 * lesson.minutes
    while monotonic() < until:
        for _ in range(lesson.looks):
            surface.look(lesson, wanted, scale, rng)
        means = np.array([here + there for here, there, _, _ in surface.seen[-lesson.looks :]]) / 2
        gain, chance = means.mean() - AS_POINTS / lesson.seats, means.std() / sqrt(len(means))
        print(f"{lesson.seats} players, {lesson.key}: {gain:+.1f} ± {1.96 * chance:.1f} points on the way", flush=True)
        surface.climb()
    return Lore(habits_at(surface.place), wanted)


def spreads_of(game: str, terms: dict[str, str], seats: int) -> tuple[dict[int, float], dict[int, int]]:
    """The contracts of a game, with the standard deviation of the points in a round, and their numbers."""
    found = find(game)
    rounds = found.start(read(found.options, terms), seats, QuickShuffler(bytes(16))).terms.rounds
    numbers = {key_of(one.contract): number for number, one in enumerate(rounds)}
    rng = Random(f"spread/{game}/{seats}")
    spreads = {}
    for key, number in numbers.items():
        lesson = Lesson(game, terms, seats, key, number, {}, 0, 0, 0.0, None)
        points = [play(deal(lesson, rng), [counting(lesson)] * seats, rng) for _ in range(SAMPLE)]
        spreads[key] = round(float(np.std(points)), 1)
    return spreads, numbers


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=list(HOUSES))
    parser.add_argument("--rounds", type=int, default=1000, help="rounds of each contract, to learn what others want")
    parser.add_argument("--looks", type=int, default=2000, help="deals of each contract between two climbs")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to learn the habits of each contract")
    parser.add_argument("--again", action="store_true", help="go on from what has been learned")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes at a time")
    arguments = parser.parse_args()
    known = import_module(f"parlour.games.{arguments.game}.players.weights").LEARNED
    lessons: list[Lesson] = []
    shown: dict[int, float] = {}
    for seats in SEATS:
        for terms in HOUSES[arguments.game]:
            spreads, numbers = spreads_of(arguments.game, terms, seats)
            shown |= spreads
            lessons += [
                Lesson(arguments.game, terms, seats, key, number, spreads, arguments.rounds, arguments.looks,
                       arguments.minutes, known[SEATS.index(seats)][key] if arguments.again else None)
                for key, number in numbers.items()
                if all((key, seats) != (other.key, other.seats) for other in lessons)
            ]  # fmt: skip
    with ProcessPoolExecutor(arguments.workers) as pool:
        lore = {
            (lesson.seats, lesson.key): found for lesson, found in zip(lessons, pool.map(learn, lessons), strict=True)
        }
    write(arguments.game, shown, lore)


def write(game: str, spreads: dict[int, float], lore: dict[tuple[int, int], Lore]) -> None:
    text = (
        '"""What Sharp has learned about each contract (`rummy.players.learned.key_of`). '
        'Written by tools/fit_rummies.py."""\n\n'
        "from typing import Final\n\n"
        "from parlour.games.rummy.players.learned import Learned, by_contract\n\n"
        "# Standard deviation of the points in a round, by contract.\n"
        f"SPREADS: Final[dict[int, float]] = {spreads}\n\n"
        "# The habits of Sharp (`rummy.players.habits`), with a number for each contract in the order of SPREADS.\n"
    )
    suffixes = ("_OF_TWO", "")
    for seats, suffix in zip(SEATS, suffixes, strict=True):
        habits = [lore[seats, key].habits for key in spreads]
        rows = "".join(f'    "{name}": {[float(f"{one[name]:.3g}") for one in habits]},\n' for name in STEADY)
        text += f"HABITS{suffix}: Final[dict[str, list[float]]] = {{\n{rows}}}\n"
    text += "\n# Weights of the traits of a wanted card (`rummy.players.learned.traits`), for each contract.\n"
    for seats, suffix in zip(SEATS, suffixes, strict=True):
        wants = "".join(f"    {lore[seats, key].wanted},\n" for key in spreads)
        text += f"WANTED{suffix}: Final[list[list[float]]] = [\n{wants}]\n"
    made = "".join(f"    by_contract(list(SPREADS), HABITS{suffix}, WANTED{suffix}),\n" for suffix in suffixes)
    text += f"\n# With two players, and with more.\nLEARNED: Final[list[dict[int, Learned]]] = [\n{made}]\n"
    (GAMES / game / "players" / "weights.py").write_text(text)


if __name__ == "__main__":
    main()
