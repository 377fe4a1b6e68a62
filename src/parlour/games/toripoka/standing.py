"""The chance to win the game from what both have when a round is over."""

from math import exp, sqrt
from typing import Final

from parlour.games.toripoka.outlook import forest, still_to_come
from parlour.games.toripoka.pieces import BLACK, Piece, colour_of, colours_in, pips_of, score
from parlour.games.toripoka.rules import Toripoka

# By tools/fit_toripoka.py: what counts in a lead, for the chance of winning the game.
FORESTS: Final = 0.83
BLACKS: Final = -0.35
PIPS: Final = 0.13


def chance(toripoka: Toripoka, mine: list[Piece], theirs: list[Piece]) -> float:
    """That whoever has the first of these pyramids wins the game, as games went that steady played against itself."""
    if not still_to_come(toripoka):
        ours = score(mine), -len(mine), -colours_in(mine)  # K27
        others = score(theirs), -len(theirs), -colours_in(theirs)
        return 0.5 if ours == others else float(ours > others)
    forests, blacks, pips = leads(toripoka, mine, theirs)
    return 1.0 / (1.0 + exp(-FORESTS * forests - BLACKS * blacks - PIPS * pips))


def leads(toripoka: Toripoka, mine: list[Piece], theirs: list[Piece]) -> list[float]:
    """What one may be ahead in, measured by what may still change it: forests, black pyramids, and pips to bend ranks
    with."""
    coming = still_to_come(toripoka)
    bag = toripoka.bag
    each = coming / (2.0 * len(bag))
    swing = sqrt(0.25 + coming)
    return [
        (forest(mine, bag, each) - forest(theirs, bag, each)) / swing,
        (blacks_in(mine) - blacks_in(theirs)) / swing,
        (pips_in(mine) - pips_in(theirs)) / swing,
    ]


def blacks_in(pieces: list[Piece]) -> int:
    return sum([colour_of(piece) == BLACK for piece in pieces])


def pips_in(pieces: list[Piece]) -> int:
    return sum([pips_of(piece) for piece in pieces])
