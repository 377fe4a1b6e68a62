"""Random-play speed of Parlour, pure and compiled, beside other engines in the same run: `make bench`.

Every engine is driven by the same few lines of Python: who acts, what is legal, pick one, do it. A *decision* is a
choice a player makes. OpenSpiel deals card by card through the same interface, so its deals are also counted as moves
in a second line, which is the more generous way to count for it.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
SECONDS = 1.5  # a measurement


def rate(play: Callable[[Random], int], rng: Random) -> float:
    """Moves a second of whole games."""
    moves = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        moves += play(rng)
    return moves / spent


def golf(rng: Random) -> int:
    """The same loop as for the others, run from interpreted Python."""
    state = GAME.start(OPTIONS, 4, QuickShuffler(rng.randbytes(16)))
    draw = rng.random
    moves = 0
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        state.apply(seat, legal[int(draw() * len(legal))])
        moves += 1
    return moves


def golf_playout(rng: Random) -> int:
    """Parlour's own loop, compiled where the build is."""
    return random_playout(GAME.start(OPTIONS, 4, QuickShuffler(rng.randbytes(16))), rng)


def hearts(rng: Random, deals: bool = False) -> int:
    state = HEARTS.new_initial_state()
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


def measure(names: list[str]) -> None:
    """In a process of its own: one line of JSON for each."""
    plays: dict[str, Callable[[Random], int]] = {
        "golf": golf,
        "golf_playout": golf_playout,
        "hearts": hearts,
        "hearts_with_deals": lambda rng: hearts(rng, deals=True),
        "uno": uno,
    }
    print(json.dumps({name: rate(plays[name], Random(1)) for name in names}))


def run(names: list[str], path: str) -> dict[str, float]:
    command = [sys.executable, __file__, *names]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
    rates: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return rates


def main() -> None:
    """Each engine a few times in turn, so that a slow moment of the machine hits all of them; medians."""
    pure, compiled = str(ROOT / "src"), str(ROOT / "build" / "compiled")
    found: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        print(f"\rmeasuring, {number + 1} of {ROUNDS} ...", end="", file=sys.stderr, flush=True)
        for label, names, path in (
            ("Parlour Golf, pure Python", ["golf", "golf_playout"], pure),
            ("Parlour Golf, compiled", ["golf", "golf_playout"], compiled),
            ("OpenSpiel", ["hearts", "hearts_with_deals"], pure),
            ("RLCard", ["uno"], pure),
        ):
            for name, value in run(names, path).items():
                found.setdefault(f"{label}: {name}", []).append(value)
    print(file=sys.stderr)
    rates = {name: statistics.median(values) for name, values in found.items()}
    peer = rates["OpenSpiel: hearts"]
    print(f"Python {sys.version.split()[0]}, one core, median of {ROUNDS}")
    print(f"{'random play':48} {'moves/s':>10} {'× hearts':>9} {'× uno':>7}")
    for name, value in rates.items():
        print(f"{name:48} {value:10,.0f} {value / peer:9.2f} {value / rates['RLCard: uno']:7.1f}")
    plain, fast = rates["Parlour Golf, pure Python: golf_playout"], rates["Parlour Golf, compiled: golf_playout"]
    generous = rates["OpenSpiel: hearts_with_deals"]
    print(f"compiled / pure                      {fast / plain:6.2f}")
    print(f"compiled / hearts, deals counted too {fast / generous:6.2f}")
    print(f"pure / hearts, deals counted too     {plain / generous:6.2f}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        if "uno" in sys.argv:
            import rlcard

            UNO = rlcard.make("uno", config={"seed": 1})
        elif "hearts" in sys.argv:
            import pyspiel

            HEARTS = pyspiel.load_game("hearts")
        else:
            from parlour.games import find
            from parlour.kernel.playout import random_playout
            from parlour.kernel.shuffle import QuickShuffler

            GAME = find("golf")
            OPTIONS = GAME.options()
        measure(sys.argv[1:])
    else:
        main()
