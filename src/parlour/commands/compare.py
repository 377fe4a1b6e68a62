"""`parlour simulate --compare`: what a house rule changes."""

import argparse
from typing import Any

from rich.table import Table

from parlour.commands.arguments import bots_at, check_numbers, table_of
from parlour.commands.output import between, out, print_json, progress_bar, shown
from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.options import describe
from parlour.kernel.refusal import Refused, quoted
from parlour.lab.compare import compare, measures
from parlour.lab.plot import plot_comparison
from parlour.lab.simulate import Plan

MOST_GAMES = 1_000_000  # because every game is kept, to be compared with the others of its deal


def run_comparison(given: argparse.Namespace) -> None:
    check_numbers(given, MOST_GAMES)
    game = find(given.game)
    option, equals, listed = given.compare.partition("=")
    if not equals:
        raise Refused("", f"--compare takes option=value,value, not {quoted(given.compare)}.")
    comma = ";" if _has_commas(game, option) else ","
    values = [value.strip() for value in listed.split(comma)]
    tables = [table_of(game, given, f"{option}={value}") for value in values]
    seats = tables[0][0]
    if len({str(options) for _, options in tables}) < max(2, len(values)):
        raise Refused("", f"--compare needs at least two different values: {option}=A{comma}B.")
    if seats < 2:
        raise Refused("", "A comparison needs at least two seats.")
    bots = bots_at(game, given, seats)
    if any(bot.startswith("exec:") for bot in bots):
        raise Refused("", "--compare plays with Parlour's own bots only.")
    plans = [Plan(game.name, options, seats, bots, given.games, given.seed) for _, options in tables]
    with progress_bar("Playing", given.games * len(plans)) as (bar, task):
        comparison = compare(option, values, plans, given.workers, lambda done: bar.advance(task, done), given.dask)
    told = comparison.to_builtins()
    if given.plot:
        plot_comparison(told, given.plot)
    if given.json:
        print_json(told)
    else:
        _print_comparison(told, game)


def _has_commas(game: AnyGame, option: str) -> bool:
    """Whether a value of the option is a list, so that semicolons must separate values."""
    return any(known.name == option and known.kind in ("counts", "words", "text") for known in describe(game.options))


def _print_comparison(told: dict[str, Any], game: AnyGame) -> None:
    values = told["values"]
    print(
        f"{told['games']:,} deals of {told['game']} with {told['seats']} seats ({', '.join(told['bots'])}), "
        f"each with {len(values)} values of {told['compared']}, in {told['seconds']:.1f} s"
    )
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("", told["compared"], "mean", "95 %", f"less {values[0]['value']}", "95 %"):
        table.add_column(heading, justify="left" if heading in ("", told["compared"]) else "right")
    for name, label in measures(told["seats"], game.round_word).items():
        form = "+.1%" if name.endswith("_wins") else "+.2f"
        for value in values:
            if measured := value.get(name):
                change = measured.get("difference")
                table.add_row(
                    label,
                    value["value"],
                    shown(measured["mean"], form.strip("+")),
                    between(measured["interval"], form.strip("+")),
                    shown(change["mean"], form) if change else "",
                    between(change["interval"], form) if change else "",
                )
                label = ""
    out.print(table)
