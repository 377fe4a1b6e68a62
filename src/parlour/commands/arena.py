"""`parlour arena`: every bot against every other."""

import argparse
from typing import Any

from rich.table import Table

from parlour.commands.arguments import check_numbers, names_of, table_of
from parlour.commands.output import between, out, print_json, progress_bar, shown
from parlour.games import find
from parlour.kernel.refusal import Refused, quoted
from parlour.lab.arena import Contest, hold
from parlour.lab.plot import plot_arena

MOST_GAMES = 1_000_000  # because the outcome of every deal is kept in memory


def run_arena(given: argparse.Namespace) -> None:
    check_numbers(given, MOST_GAMES)
    game = find(given.game)
    seats, options = table_of(game, given)
    names = names_of(game, given)
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise Refused("", f"{quoted(twice)} is named twice. An arena needs different bots.")
    if min(len(names), seats) < 2:
        raise Refused("", "An arena needs at least two bots and two seats.")
    if given.lone is not None and given.lone not in names:
        raise Refused("", f"{quoted(given.lone)} isn't one of the bots: {', '.join(names)}.")
    deals = -(-given.games // seats)
    contest = Contest(game.name, options, seats, tuple(names), deals, given.seed, given.lone)
    with progress_bar("Playing", deals * seats * len(contest.pairings)) as (bar, task):
        standings = hold(contest, given.workers, lambda done: bar.advance(task, done), given.dask)
    told = standings.to_builtins()
    if given.plot:
        plot_arena(told, given.plot)
    if given.json:
        print_json(told)
    else:
        _print_standings(told)


def _print_standings(told: dict[str, Any]) -> None:
    print(
        f"{told['games']:,} games of {told['game']} with {told['seats']} seats in {told['seconds']:.1f} s: "
        f"every pairing on the same deals ({told['deals']:,}), each once from every seat"
    )
    table = _table("alone", "among", "wins", "95 %", "fair", "score", "95 %")
    for pairing in told["pairings"]:
        table.add_row(
            pairing["lone"],
            pairing["others"],
            shown(pairing["win_share"], ".1%"),
            between(pairing["interval"], ".1%"),
            shown(told["fair_share"], ".1%"),
            shown(pairing["score_difference"], "+.2f"),
            between(pairing["score_interval"], "+.2f"),
        )
    out.print(table)
    print("Score: the lone bot's minus the mean of the others', per game.\n")
    table = _table("bot", "rating", "95 %", "moves", "ms a move", "99 % under", "worst")
    for bot in told["ratings"]:
        thinking = bot["thinking"]
        times = [shown(thinking[what], ".3f") for what in ("mean_ms", "p99_ms", "worst_ms") if what in thinking]
        table.add_row(
            bot["bot"], shown(bot["rating"], ".0f"), between(bot["interval"], ".0f"), f"{thinking['moves']:,}", *times
        )
    out.print(table)
    anchor = next(bot["bot"] for bot in told["ratings"] if bot["interval"] is None)
    print(f"Ratings in Elo points, with {anchor} at 1000. Milliseconds of processor time.")


def _table(*headings: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in headings:
        table.add_column(heading, justify="left" if heading in ("alone", "among", "bot") else "right")
    return table
