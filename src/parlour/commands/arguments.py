"""Reads the arguments of the verbs that play many games."""

import argparse

from parlour.bots import find_bot
from parlour.kernel.game import AnyGame
from parlour.kernel.options import Options, read_pairs
from parlour.kernel.refusal import Refused, quoted
from parlour.lab.plot import check_plot


def table_of(game: AnyGame, given: argparse.Namespace, *pairs: str) -> tuple[int, Options]:
    """The number of seats, and the house rules given with --set and in these pairs."""
    seats = given.seats if given.seats is not None else max(2, game.seats[0])
    options = read_pairs(game.options, [*given.set, *pairs])
    game.check_seats(seats, options)
    return seats, options


def names_of(game: AnyGame, given: argparse.Namespace) -> list[str]:
    """The names after --bots, each of which is a bot of the game."""
    names = [name.strip() for name in given.bots.split(",")]
    for name in names:
        find_bot(game, name)
    return names


def bots_at(game: AnyGame, given: argparse.Namespace, seats: int) -> tuple[str, ...]:
    """The name of the bot in each seat; a shorter list starts over."""
    names = names_of(game, given)
    if len(names) > seats:
        raise Refused("", f"There are {len(names)} bots, but only {seats} seats.")
    return tuple(names[seat % len(names)] for seat in range(seats))


def check_numbers(given: argparse.Namespace, most: int) -> None:
    """Refuse what cannot be done, before any game is played."""
    for what, value in (("--games", given.games), ("--workers", given.workers)):
        if value is not None and not 1 <= value <= most:
            raise Refused("", f"{what} takes a whole number from 1 to {most:,}, not {quoted(value)}.")
    if given.dask is not None and given.workers is not None:
        raise Refused("", "Give --dask or --workers, not both: a cluster has its own workers.")
    if given.plot:
        check_plot(given.plot)
