"""`parlour arena` and `parlour tournament`: every bot against every other."""

import argparse
from collections import Counter
from typing import Any

from rich.table import Table

from parlour.commands.arguments import check_numbers, names_of, seats_of, table_of
from parlour.commands.output import between, out, print_json, progress_bar, shown, who_failed
from parlour.games import discover, find
from parlour.kernel.game import AnyGame
from parlour.kernel.refusal import Refused, quoted
from parlour.lab.arena import Contest, hold
from parlour.lab.plot import plot_arena
from parlour.lab.tournament import hold_all

MOST_GAMES = 1_000_000  # because the outcome of every deal is kept in memory


def run_arena(given: argparse.Namespace) -> None:
    check_numbers(given, MOST_GAMES)
    contests = contests_of(find(given.game), given)
    if given.plot and len(contests) > 1:
        raise Refused("", "--plot draws one number of seats.")
    told = []
    with progress_bar("Playing", sum(contest.games for contest in contests)) as (bar, task):
        for contest in contests:
            standings = hold(contest, given.workers, lambda done: bar.advance(task, done), given.dask)
            told.append(standings.to_builtins())
    if given.plot:
        plot_arena(told[0], given.plot)
    if given.json:
        print_json(told if len(told) > 1 else told[0])
        return
    for number, one in enumerate(told):
        if number:
            print()
        _print_standings(one)


def run_tournament(given: argparse.Namespace) -> None:
    check_numbers(given, MOST_GAMES)
    names = [game.name for game in discover().values() if not game.flow.people_only]
    games = [find(name.strip()) for name in (names if given.game == "all" else given.game.split(","))]
    contests = [contest for game in games for contest in contests_of(game, given)]
    with progress_bar("Playing", sum(contest.games for contest in contests)) as (bar, task):
        rankings = hold_all(contests, given.save, given.workers, lambda done: bar.advance(task, done), given.dask)
    told = [ranking.to_builtins() for ranking in rankings]
    if given.json:
        print_json(told)
    else:
        _print_tournament(told)


def contests_of(game: AnyGame, given: argparse.Namespace) -> list[Contest]:
    """A contest for each number of seats."""
    names = names_of(game, given)
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise Refused("", f"{quoted(twice)} is named twice. An arena needs different bots.")
    if given.lone is not None and given.lone not in names:
        raise Refused("", f"{quoted(given.lone)} isn't one of the bots: {', '.join(names)}.")
    contests = []
    for number in seats_of(game, given):
        seats, options = table_of(game, given, seats=number)
        if min(len(names), seats) < 2:
            raise Refused("", "An arena needs at least two bots and two seats.")
        deals = -(-given.games // seats)
        contests.append(Contest(game.name, options, seats, tuple(names), deals, given.seed, given.lone))
    return contests


def _print_tournament(told: list[dict[str, Any]]) -> None:
    print(f"{sum(one['games'] for one in told):,} games: every pairing of a line on the same deals, from every seat")
    table = _table("game", "seats", "alone", "among", "games", "wins", "95 %", "fair", "score", "95 %")
    for one in told:
        games = one["games"] // len(one["pairings"])
        for pairing in one["pairings"]:
            table.add_row(one["game"], str(one["seats"]), *_row(pairing, one["fair_share"], f"{games:,}"))
    out.print(table)
    print("Score: the lone bot's minus the mean of the others', per game.")
    _print_stood_in(told)


def _row(pairing: dict[str, Any], fair: float, *games: str) -> list[str]:
    return [
        pairing["lone"],
        pairing["others"],
        *games,
        shown(pairing["win_share"], ".1%"),
        between(pairing["interval"], ".1%"),
        shown(fair, ".1%"),
        shown(pairing["score_difference"], "+.2f"),
        between(pairing["score_interval"], "+.2f"),
    ]


def _print_stood_in(told: list[dict[str, Any]]) -> None:
    stood_in: dict[str, Counter[str]] = {}
    for bot in [bot for one in told for bot in one["ratings"]]:
        stood_in.setdefault(bot["bot"], Counter()).update(bot.get("stood_in", {}))
    for name, reasons in stood_in.items():
        if reasons:
            print(who_failed(name, reasons))


def _print_standings(told: dict[str, Any]) -> None:
    print(
        f"{told['games']:,} games of {told['game']} with {told['seats']} seats in {told['seconds']:.1f} s: "
        f"every pairing on the same deals ({told['deals']:,}), each once from every seat"
    )
    table = _table("alone", "among", "wins", "95 %", "fair", "score", "95 %")
    for pairing in told["pairings"]:
        table.add_row(*_row(pairing, told["fair_share"]))
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
    _print_stood_in([told])


def _table(*headings: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in headings:
        table.add_column(heading, justify="left" if heading in ("game", "alone", "among", "bot") else "right")
    return table
