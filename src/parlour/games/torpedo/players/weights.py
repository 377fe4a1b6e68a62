"""What Sharp has learned about each contract (`rummy.players.learned.key_of`). Written by tools/fit_rummies.py."""

from typing import Final

from parlour.games.rummy.players.learned import Learned, by_contract

# Standard deviation of the points in a round, by contract.
SPREADS: Final[dict[int, float]] = {203: 14.2, 23: 30.3, 213: 40.0, 123: 48.2, 303: 38.9, 33: 51.7}

# The habits of Sharp (`rummy.players.habits`), with a number for each contract in the order of SPREADS.
HABITS: Final[dict[str, list[float]]] = {
    "looks": [1.23, 1.04, 1.0, 1.04, 0.997, 0.937],
    "step": [0.957, 0.97, 1.3, 1.23, 1.0, 0.733],
    "room": [4.41, 4.17, 1.76, 2.66, 4.23, 4.4],
    "length": [1.24, 1.27, 1.0, 1.57, 0.634, 1.01],
    "soon": [6.0, 4.53, 7.76, 6.75, 5.98, 10.5],
    "going_out": [1.01, 1.2, 1.0, 1.0, 1.16, 1.27],
    "stake": [149.0, 305.0, 162.0, 267.0, 171.0, 182.0],
    "excess": [2.22, 1.52, 2.31, 2.0, 1.08, 1.98],
    "unknown_card": [6.68, 4.85, 6.26, 9.33, 8.0, 5.79],
    "points": [0.741, 0.915, 0.702, 0.852, 1.0, 0.511],
    "power": [0.881, 1.05, 1.23, 1.09, 1.56, 1.51],
    "reluctance": [13.6, -2.05, -2.5, 5.27, -19.3, 7.06],
    "reluctance_a_card": [-0.0389, 0.0315, -1.12, 3.0, -1.79e-11, -2.17],
    "reluctance_a_turn": [-2.04, -1.34, 0.0117, -2.94, 1.14, -1.77],
    "keeps": [3.98, 6.5, 6.04, 2.53, 0.978, 1.19],
    "helps_next": [18.0, 17.3, 20.0, 20.0, 6.32, 13.5],
    "helps_buyer": [10.0, 10.0, 10.0, 7.95, 4.53, 3.59],
}

# Weights of the traits of a wanted card (`rummy.players.learned.traits`), for each contract.
WANTED: Final[list[list[float]]] = [
    [0.0403, 0.0272, 0.0, -0.1184, -0.0161, -0.0188, 0.1432],
    [-0.0082, 0.0, 0.0153, -0.0118, -0.0499, -0.085, 0.118],
    [-0.0204, 0.0276, 0.0084, -0.1081, -0.0537, -0.0475, 0.0223],
    [-0.0353, 0.0151, 0.0145, -0.0595, -0.0674, -0.0726, 0.0439],
    [-0.0632, 0.0573, 0.0, -0.1785, -0.0345, 0.0172, 0.1648],
    [-0.0122, 0.0, 0.02, -0.0271, -0.0677, -0.0657, 0.1101],
]

LEARNED: Final[dict[int, Learned]] = by_contract(list(SPREADS), HABITS, WANTED)
