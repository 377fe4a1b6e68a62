"""The value of pyramids, from the trees that both players may still build and from the results of many games."""

from math import exp, sqrt
from typing import Final

from parlour.games.toripoka.pieces import BLACK, FIRST_PIECE, Piece, by_score, color_of, pips_of
from parlour.games.toripoka.rules import Toripoka

# Weights. SERVICE was tuned by self-play; SWING is a guess.
SWING: Final = 1.5  # points by which a lead may still change, per pyramid in the bag
SERVICE: Final = 1.0  # the value of a black pyramid that can still be spent on a card

# Fitted by tools/fit_toripoka.py: how each part of a lead counts for the chance to win.
FORESTS: Final = 0.83
BLACKS: Final = -0.35
PIPS: Final = 0.13


def forest(owned: list[Piece], bag: list[Piece], each: float) -> float:
    """The average final score (K26) of a player with these pyramids who gets each one in the bag with the chance
    `each`: 1 per pyramid, 2 more per tree, and 2 more if the tree is of one color."""
    chance = [0.0] * 15
    for piece in bag:
        chance[piece - FIRST_PIECE] = each
    for piece in owned:
        chance[piece - FIRST_PIECE] = 1.0
    points = 0.0
    for color in range(BLACK):
        small, medium, large = chance[3 * color], chance[3 * color + 1], chance[3 * color + 2]
        points += small + medium + large + 2.0 * small * medium * large
    trees = [1.0, 1.0, 1.0, 1.0]  # the chances of at least one, two, three and four trees
    for size in range(3):
        exactly = [1.0, 0.0, 0.0, 0.0, 0.0]
        for color in range(BLACK):
            got = chance[3 * color + size]
            for count in range(color + 1, 0, -1):
                exactly[count] += got * (exactly[count - 1] - exactly[count])
            exactly[0] *= 1.0 - got
        at_least = 0.0
        for count in range(4, 0, -1):
            at_least += exactly[count]
            trees[count - 1] *= at_least
    points += 2.0 * (trees[0] + trees[1] + trees[2] + trees[3])
    small, medium, large = chance[3 * BLACK], chance[3 * BLACK + 1], chance[3 * BLACK + 2]
    if each > 0.0:
        return points + SERVICE * (small + medium + large)
    return points - small - medium - large - 4.0 * small * medium * large


def worth(toripoka: Toripoka, mine: list[Piece], theirs: list[Piece]) -> float:
    """How good the game is for the owner of `mine`, from -1 to 1."""
    lead = lead_in_forests(toripoka, mine, theirs) - 0.01 * (len(mine) - len(theirs))
    return lead / (abs(lead) + 0.5 + SWING * still_to_come(toripoka))


def lead_in_forests(toripoka: Toripoka, mine: list[Piece], theirs: list[Piece]) -> float:
    coming = still_to_come(toripoka)
    each = coming / (2.0 * len(toripoka.bag)) if coming else 0.0
    return forest(mine, toripoka.bag, each) - forest(theirs, toripoka.bag, each)


def still_to_come(toripoka: Toripoka) -> int:
    """The number of prizes after this round."""
    coming = len(toripoka.bag) // 2 * 2
    if toripoka.options.rounds is not None:
        coming = min(coming, 2 * (toripoka.options.rounds - toripoka.round))
    return coming


def chance(toripoka: Toripoka, mine: list[Piece], theirs: list[Piece]) -> float:
    """The chance that the owner of `mine` wins the game, fitted to games that steady played against itself."""
    if not still_to_come(toripoka):
        ours, others = by_score(mine), by_score(theirs)
        return 0.5 if ours == others else float(ours > others)
    forests, blacks, pips = leads(toripoka, mine, theirs)
    return 1.0 / (1.0 + exp(-FORESTS * forests - BLACKS * blacks - PIPS * pips))


def keen_worth(toripoka: Toripoka, mine: list[Piece], theirs: list[Piece]) -> float:
    """Like `worth`, but from `chance`. In the last round points still count, because the estimates are too rough to
    play only for the win."""
    return 2.0 * chance(toripoka, mine, theirs) - 1.0 if still_to_come(toripoka) else worth(toripoka, mine, theirs)


def leads(toripoka: Toripoka, mine: list[Piece], theirs: list[Piece]) -> list[float]:
    """The lead in forests, black pyramids and pips, relative to how much may still change."""
    swing = sqrt(0.25 + still_to_come(toripoka))
    return [
        lead_in_forests(toripoka, mine, theirs) / swing,
        (blacks_in(mine) - blacks_in(theirs)) / swing,
        (pips_in(mine) - pips_in(theirs)) / swing,
    ]


def blacks_in(pieces: list[Piece]) -> int:
    return sum([color_of(piece) == BLACK for piece in pieces])


def pips_in(pieces: list[Piece]) -> int:
    return sum([pips_of(piece) for piece in pieces])
