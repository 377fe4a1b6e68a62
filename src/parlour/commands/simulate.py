"""`parlour simulate`: many games, added up."""

import argparse

from rich.table import Table

from parlour.commands.arguments import bots_at, check_numbers, table_of
from parlour.commands.compare import run_comparison
from parlour.commands.output import out, print_json, progress_bar, who_failed
from parlour.games import find
from parlour.kernel.view import signed
from parlour.lab.plot import plot
from parlour.lab.simulate import Plan, Report, simulate
from parlour.lab.tally import Spread

MOST_GAMES = 100_000_000


def run_simulation(given: argparse.Namespace) -> None:
    if given.compare is not None:
        return run_comparison(given)
    check_numbers(given, MOST_GAMES)
    game = find(given.game)
    seats, options = table_of(game, given)
    plan = Plan(game.name, options, seats, bots_at(game, given, seats), given.games, given.seed)
    with progress_bar("Playing", given.games) as (bar, task):
        report = simulate(plan, given.workers, lambda done: bar.advance(task, done), given.dask)
    if given.plot:
        plot(report, given.plot)
    if given.json:
        print_json(report.to_builtins())
    else:
        _print_report(report, game.round_word)


def _print_report(report: Report, round_word: str) -> None:
    told = report.to_builtins()
    print(
        f"{told['games']:,} games of {told['game']} with {told['seats']} seats in {told['seconds']:.1f} s: "
        f"{told['moves']:,} moves, {told['moves_per_second']:,} a second"
    )
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("seat", "bot", "mean score", "±", "wins", "shared"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat, player in enumerate(told["players"]):
        mean, error = f"{player['mean']:.3f}", f"{player['standard_error']:.3f}"
        table.add_row(str(seat), player["bot"], mean, error, f"{player['wins']:,}", f"{player['shared_wins']:,}")
    out.print(table)
    for seat, player in enumerate(told["players"]):
        if "stood_in" in player:
            print(who_failed(f"Seat {seat}, {player['bot']}", player["stood_in"]))
    for name, spread in report.tally.facts.items():
        print(f"{name.replace('_', ' ').capitalize()}: {_fact(spread, round_word)}")
    print(f"Points a {round_word}:")
    points = report.tally.points.counts
    width = (max(points) - min(points)) // 40 + 1  # so that the picture fits a screen
    bars = {
        first: sum(points[value] for value in range(first, first + width))
        for first in range(min(points), max(points) + 1, width)
    }
    most = max(bars.values())
    for first, times in bars.items():
        label = signed(first) if width == 1 else f"{signed(first)} … {signed(first + width - 1)}"
        print(f"{label:>11} {100 * times / points.total():5.1f} % {'█' * round(50 * times / most)}")


def _fact(spread: Spread, round_word: str) -> str:
    if spread.counts and set(spread.counts) <= {0, 1}:
        return f"in {spread.counts[1]:,} of {spread.counts.total():,} {round_word}s"
    summary = spread.summary()
    if summary is None:
        return "never"
    least, ten, ninety, most = (signed(int(summary[key])) for key in ("min", "p10", "p90", "max"))
    return f"mean {spread.mean():.2f}, from {least} to {most}, the middle 80 % from {ten} to {ninety}"
