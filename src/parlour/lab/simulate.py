"""Many games of the same bots, counted."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from parlour.games import find
from parlour.kernel.options import Options, changed
from parlour.kernel.state import State
from parlour.lab.many import do_all, key_of, play
from parlour.lab.players import find_player
from parlour.lab.tally import Tally

MOST_CHUNKS = 2000


@dataclass(frozen=True)
class Plan:
    """What to simulate."""

    game: str
    options: Options
    seats: int
    bots: tuple[str, ...]  # one per seat
    games: int
    seed: int

    def chunks(self) -> list[range]:
        """The numbers of the games in each task: few at a time, so that no worker is idle at the end."""
        cores = os.cpu_count() or 1
        size = max(1, min(50, self.games // (16 * cores)), self.games // MOST_CHUNKS)
        return [range(first, min(first + size, self.games)) for first in range(0, self.games, size)]


@dataclass(frozen=True)
class Report:
    plan: Plan
    tally: Tally
    seconds: float

    def to_builtins(self) -> dict[str, Any]:
        """The report as it is printed with --json."""
        tally = self.tally
        return {
            "game": self.plan.game,
            "games": tally.games,
            "seats": self.plan.seats,
            "seed": self.plan.seed,
            "options": changed(self.plan.options),
            "seconds": round(self.seconds, 3),
            "moves": tally.moves,
            "moves_per_second": round(tally.moves / self.seconds),
            "players": [
                {
                    "bot": bot,
                    "mean": round(spread.mean(), 4),
                    "standard_error": round(spread.standard_error(), 4),
                    "wins": tally.wins[seat],
                    "shared_wins": tally.shared[seat],
                    **({"stood_in": dict(tally.stood_in[seat])} if seat in tally.stood_in else {}),
                }
                for seat, (bot, spread) in enumerate(zip(self.plan.bots, tally.scores, strict=True))
            ],
            "rounds": tally.rounds,
            "points_a_round": {
                **(tally.points.summary() or {}),
                "histogram": {str(points): tally.points.counts[points] for points in sorted(tally.points.counts)},
            },
            **{name: spread.summary() for name, spread in tally.facts.items()},
        }


def simulate(
    plan: Plan,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda games: None,
    cluster: str | None = None,
) -> Report:
    """Play all games of the plan; `progress` is called after every chunk, with the number of games."""
    began = time.perf_counter()
    total = Tally.of(plan.seats)
    for chunk, tally in do_all(plan.game, partial(play_chunk, plan), plan.chunks(), workers, cluster):
        total.merge(tally)
        progress(len(chunk))
    return Report(plan, total, time.perf_counter() - began)


def play_chunk(plan: Plan, numbers: range) -> Tally:
    game = find(plan.game)
    bots = [find_player(game, name) for name in plan.bots]
    tally = Tally.of(plan.seats)

    def scored(state: State[Any]) -> None:
        tally.add_round(state.sheet[-1], game.lab.facts(state))

    for number in numbers:
        played = play(game, plan.options, bots, key_of(plan.seed, number), scored)
        tally.add_game(played.result, played.moves)
        tally.add_stood_in(played.stood_in)
    return tally
