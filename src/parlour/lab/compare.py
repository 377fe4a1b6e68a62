"""What a house rule does to a game: the same deals are played with each of its values."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import nan
from statistics import fmean
from typing import Any

import numpy as np

from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.options import changed
from parlour.kernel.state import Seat, State
from parlour.lab.many import do_all, key_of, play
from parlour.lab.measure import Numbers, mean_interval, share_interval
from parlour.lab.players import find_player
from parlour.lab.simulate import Plan


def measures(seats: int, round_word: str = "round") -> dict[str, str]:
    """The measures of every game, in the order of a row, with their labels."""
    return {
        "moves": "Moves a game",
        "rounds": f"{round_word.capitalize()}s a game",
        "mean_score": "Score, all seats",
        "score_range": "Score, best to worst",
        "winners_score": "Score, winner",
        "beginner_wins": f"{round_word.capitalize()}s won by the first player",
        "beginner_lead": "First player's points, less the others'",
        **{f"seat_{seat}_wins": f"Games won by seat {seat}" for seat in range(seats)},
    }


@dataclass(frozen=True)
class Comparison:
    option: str
    values: tuple[str, ...]  # as they were written
    plans: tuple[Plan, ...]  # one per value, otherwise the same
    rows: Numbers  # by value, game and measure
    seconds: float

    def to_builtins(self) -> dict[str, Any]:
        """The comparison as it is printed with --json."""
        plan = self.plans[0]
        options = changed(plan.options)
        options.pop(self.option, None)
        return {
            "game": plan.game,
            "games": plan.games,
            "seats": plan.seats,
            "bots": list(plan.bots),
            "seed": plan.seed,
            "options": options,
            "seconds": round(self.seconds, 3),
            "fair_share": round(1 / plan.seats, 4),
            "compared": self.option,
            "values": [{"value": value, **self._measured(number)} for number, value in enumerate(self.values)],
        }

    def _measured(self, number: int) -> dict[str, Any]:
        """Every measure with its interval, and its difference to the same deals with the first value."""
        told: dict[str, Any] = {}
        for column, name in enumerate(measures(self.plans[0].seats)):
            here, first = self.rows[number, :, column], self.rows[0, :, column]
            known = here[here == here]  # leaves out NaN: a game in which nobody is known to have begun
            if not len(known):
                continue
            fair = 1 / self.plans[0].seats
            interval = share_interval(known, fair) if name.endswith("_wins") else mean_interval(known)
            told[name] = estimate(float(known.mean()), interval)
            if number:
                difference = here - first
                difference = difference[difference == difference]
                if len(difference):
                    change = estimate(float(difference.mean()), mean_interval(difference))
                    told[name]["difference"] = change
        return told


def estimate(mean: float, interval: tuple[float, float] | None) -> dict[str, Any]:
    return {"mean": round(mean, 4), "interval": interval and [round(end, 4) for end in interval]}


def compare(
    option: str,
    values: Sequence[str],
    plans: Sequence[Plan],
    workers: int | None = None,
    progress: Callable[[int], None] = lambda games: None,
    cluster: str | None = None,
) -> Comparison:
    """Play all games of all plans; `progress` is called after every chunk, with the number of games."""
    began = time.perf_counter()
    rows = np.zeros((len(plans), plans[0].games, len(measures(plans[0].seats))))
    chunks = [(number, games) for games in plans[0].chunks() for number in range(len(plans))]
    for (number, games), played in do_all(plans[0].game, partial(play_rows, tuple(plans)), chunks, workers, cluster):
        rows[number, games.start : games.stop] = played
        progress(len(games))
    return Comparison(option, tuple(values), tuple(plans), rows, time.perf_counter() - began)


def play_rows(plans: Sequence[Plan], chunk: tuple[int, range]) -> list[list[float]]:
    """A row of measures for each of these games of a plan."""
    number, games = chunk
    plan = plans[number]
    game = find(plan.game)
    bots = [find_player(game, name) for name in plan.bots]
    return [_row(game, plan, bots, key_of(plan.seed, deal)) for deal in games]


def _row(game: AnyGame, plan: Plan, bots: Sequence[Any], key: bytes) -> list[float]:
    begun: list[tuple[float, float]] = []

    def scored(state: State[Any]) -> None:
        if (beginner := game.lab.beginner(state)) is not None:
            begun.append(_begun(state.sheet[-1], beginner, game.most_wins))

    result, moves, rounds, _ = play(game, plan.options, bots, key, scored)
    winners, scores = result.winners, result.scores
    return [
        moves,
        rounds,
        fmean(scores),
        max(scores) - min(scores),
        fmean([scores[seat] for seat in winners]),
        fmean([won for won, _ in begun]) if begun else nan,
        fmean([lead for _, lead in begun]) if begun else nan,
        *[result.share(seat) for seat in range(plan.seats)],
    ]


def _begun(points: Sequence[int], beginner: Seat, most_wins: bool) -> tuple[float, float]:
    """Whether the first player won the round (a shared win counts in part), and by how many points they lead."""
    mine, best = points[beginner], max(points) if most_wins else min(points)
    others = (sum(points) - mine) / (len(points) - 1)
    return (mine == best) / points.count(best), mine - others
