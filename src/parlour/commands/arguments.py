"""Reads the arguments of the verbs that play many games."""

import argparse

from parlour.engines.engine import Engine
from parlour.kernel.game import AnyGame
from parlour.kernel.options import Options, read_pairs
from parlour.kernel.refusal import Refused, quoted
from parlour.lab.players import find_player
from parlour.lab.plot import check_plot


def table_of(game: AnyGame, given: argparse.Namespace, *pairs: str, seats: int | None = None) -> tuple[int, Options]:
    """The number of seats, and the house rules given with --set and in these pairs."""
    if seats is None:
        seats = given.seats if given.seats is not None else max(2, game.seats[0])
    options = read_pairs(game.options, [*given.set, *pairs])
    game.check_seats(seats, options)
    return seats, options


def seats_of(game: AnyGame, given: argparse.Namespace) -> list[int]:
    """The numbers of seats after --seats; `most` is the most that the game has. Of several, those that it can have."""
    if given.seats is None:
        return [max(2, game.seats[0])]
    words = [word.strip() for word in given.seats.split(",")]
    if wrong := next((word for word in words if word != "most" and not word.isdecimal()), None):
        raise Refused("", f"--seats takes numbers and the word most, like 2,3,4,most, not {quoted(wrong)}.")
    seats = list(dict.fromkeys([game.seats[-1] if word == "most" else int(word[:9]) for word in words]))
    return seats if len(seats) == 1 else [number for number in seats if number in game.seats] or seats[:1]


def names_of(game: AnyGame, given: argparse.Namespace) -> list[str]:
    """The names after --bots, each of which is a player of the game."""
    names = [name.strip() for name in given.bots.split(",")]
    for name in names:
        if isinstance(find_player(game, name), Engine) and given.dask is not None:
            raise Refused("", f"{quoted(name)} is a program of this machine. It can't play on a cluster.")
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
    if "plot" in given and given.plot:
        check_plot(given.plot)
