"""Measures random play of Parlour, pure and compiled, beside other engines in the same run, and its meld solver:
`make bench`.

The same few lines of Python drive every engine: who acts, what is legal, pick one, do it. A *decision* is a choice that
a player makes. OpenSpiel deals card by card through the same interface, so a second line counts its deals as moves too,
which is more generous to it. So is counting its passes in Hearts: there each of the three cards is a decision, and in
Parlour all three are one.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from parlour.cards import deck
from parlour.games import discover, find
from parlour.games.rummy.lay_downs.contract import usual
from parlour.games.rummy.lay_downs.search import can_lay
from parlour.games.rummy.melds import Melding
from parlour.kernel.game import AnyGame
from parlour.kernel.playout import random_playout
from parlour.kernel.shuffle import QuickShuffler

ROUNDS = 5
SECONDS = 1.5  # per measurement
PEERS = ("hearts", "gin_rummy")
OURS = tuple(discover())
PAIRS = (("hearts", "hearts"), ("golf", "hearts"), ("torpedo", "gin_rummy"))  # the first is the very same game
OF_PEERS = ("decisions", "deals")  # what is counted


def rate(play: Callable[[Random], int], rng: Random) -> float:
    """Moves per second, over whole games."""
    moves = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        moves += play(rng)
    return moves / spent


def begin(game: AnyGame, rng: Random) -> Any:
    """A game for four players, or as many as it takes."""
    return game.start(game.options(), min(4, game.seats[-1]), QuickShuffler(rng.randbytes(16)))


def driven(game: AnyGame, rng: Random) -> int:
    """Play with the same loop as the other engines, in interpreted Python."""
    state = begin(game, rng)
    draw = rng.random
    moves = 0
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        state.apply(seat, legal[int(draw() * len(legal))])
        moves += 1
    return moves


def playout(game: AnyGame, rng: Random) -> int:
    """Play with Parlour's own loop, which is compiled if the build is. Games of tricks count the legal cards there and
    pick one without listing them; `apply` checks it like any other."""
    return random_playout(begin(game, rng), rng)


def solver(rng: Random) -> int:
    """Hands per second: can a hand of 10 to 16 cards lay down two books and a run?"""
    cards = deck(2, 4)
    hands = [rng.sample(cards, rng.randint(10, 16)) for _ in range(2000)]
    contract, melding = usual(2, 1), Melding(False, True, 99)
    began = time.perf_counter()
    for hand in hands:
        can_lay(hand, contract, melding)
    return round(len(hands) / (time.perf_counter() - began))


def open_spiel(name: str, rng: Random, deals: bool = False) -> int:
    state = SPIEL[name].new_initial_state()
    draw = rng.random
    decisions = dealt = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            dealt += 1
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            decisions += 1
    return decisions + dealt if deals else decisions


def uno(rng: Random) -> int:
    state, _ = UNO.reset()
    draw = rng.random
    moves = 0
    while not UNO.is_over():
        legal = list(state["legal_actions"])
        state, _ = UNO.step(legal[int(draw() * len(legal))])
        moves += 1
    return moves


def speed(name: str) -> float:
    engine, _, how = name.partition(" ")
    if engine == "solver":
        return float(statistics.median(solver(Random(number)) for number in range(9)))
    if engine == "uno":
        return rate(uno, Random(1))
    if how in OF_PEERS:
        return rate(lambda rng: open_spiel(engine, rng, how == "deals"), Random(1))
    game = find(engine)
    play = playout if how == "playout" else driven
    return rate(lambda rng: play(game, rng), Random(1))


def measure(names: list[str]) -> None:
    """Measure in this process, and print one line of JSON."""
    print(json.dumps({name: speed(name) for name in names}))


def run(names: list[str], build: str) -> dict[str, float]:
    command = [sys.executable, __file__, *names]
    done = subprocess.run(
        command, env={**os.environ, "PARLOUR_BUILD": build}, capture_output=True, text=True, check=True
    )
    rates: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return rates


def main() -> None:
    """Measure the engines in turn, a few times, so that a slow moment of the machine hits all; report medians."""
    ours = [f"{game} {how}" for game in OURS for how in ("driven", "playout")]
    found: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        print(f"\rmeasuring, {number + 1} of {ROUNDS} ...", end="", file=sys.stderr, flush=True)
        for label, names in (
            ("pure", [*ours, "solver"]),
            ("compiled", [*ours, "solver"]),
            ("OpenSpiel", [f"{name} {how}" for name in PEERS for how in OF_PEERS]),
            ("RLCard", ["uno"]),
        ):
            for name, value in run(names, label if label == "compiled" else "pure").items():
                found.setdefault(f"{label} {name}", []).append(value)
    print(file=sys.stderr)
    rates = {name: statistics.median(values) for name, values in found.items()}
    report(rates)


def report(rates: dict[str, float]) -> None:
    print(f"Python {sys.version.split()[0]}, one core, median of {ROUNDS}")
    print(f"{'random play':34} {'moves/s':>10}" + "".join(f" {'× ' + peer:>12}" for peer in (*PEERS, "uno")))
    peers = [rates[f"OpenSpiel {peer} decisions"] for peer in PEERS] + [rates["RLCard uno"]]
    for name, value in rates.items():
        if "solver" not in name:
            print(f"{name:34} {value:10,.0f}" + "".join(f" {value / peer:12.2f}" for peer in peers))
    for game, peer in PAIRS:
        fast, plain = rates[f"compiled {game} playout"], rates[f"pure {game} playout"]
        driven, base, deals = (
            rates[f"compiled {game} driven"],
            rates[f"OpenSpiel {peer} decisions"],
            rates[f"OpenSpiel {peer} deals"],
        )
        print(
            f"{game}: compiled / pure {fast / plain:.2f}; compiled / {peer} {fast / base:.2f}, driven from Python too "
            f"{driven / base:.2f}, its deals counted as moves {fast / deals:.2f}; pure / {peer} {plain / base:.2f}"
        )
    print("meld solver, two books and a run, 10 to 16 cards, hands/s:", end=" ")
    print(", ".join(f"{build} {rates[f'{build} solver']:,.0f}" for build in ("pure", "compiled")))


if __name__ == "__main__":
    SPIEL = {}
    if "uno" in sys.argv:
        import rlcard

        UNO = rlcard.make("uno", config={"seed": 1})
    elif any(word.endswith(OF_PEERS) for word in sys.argv):
        import pyspiel

        SPIEL = {peer: pyspiel.load_game(peer) for peer in PEERS}
    if len(sys.argv) > 1:
        measure(sys.argv[1:])
    else:
        main()
