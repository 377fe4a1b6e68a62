"""What Sharp has learned about each contract (`rummy.players.learned.key_of`). Written by tools/fit_rummies.py."""

from typing import Final

from parlour.games.rummy.players.learned import Learned, by_contract

# Standard deviation of the points in a round, by contract.
SPREADS: Final[dict[int, float]] = {
    203: 22.7,
    113: 25.1,
    23: 27.2,
    303: 34.1,
    213: 35.8,
    123: 38.8,
    33: 39.5,
    304: 41.2,
}

# The habits of Sharp (`rummy.players.habits`), with a number for each contract in the order of SPREADS.
HABITS: Final[dict[str, list[float]]] = {
    "looks": [0.909, 1.0, 0.829, 0.893, 1.26, 1.0, 0.951, 1.01],
    "step": [1.0, 1.0, 0.721, 2.25, 1.67, 0.879, 0.711, 1.02],
    "room": [2.99, 2.58, 3.82, 4.12, 4.01, 3.04, 4.6, 4.93],
    "length": [1.09, 0.957, 1.07, 1.32, 1.0, 1.23, 1.72, 0.918],
    "soon": [6.44, 4.25, 4.35, 7.77, 7.76, 6.0, 4.97, 6.22],
    "going_out": [0.926, 1.0, 1.25, 0.972, 1.55, 1.56, 1.48, 0.977],
    "stake": [131.0, 185.0, 167.0, 268.0, 124.0, 156.0, 240.0, 226.0],
    "excess": [2.0, 2.74, 2.31, 2.08, 1.55, 2.85, 0.878, 1.07],
    "unknown_card": [8.89, 5.83, 4.76, 4.3, 7.61, 4.2, 8.0, 4.0],
    "points": [0.812, 1.0, 0.573, 1.01, 1.19, 0.889, 0.832, 0.807],
    "power": [0.825, 0.502, 0.713, 0.828, 1.88, 1.7, 1.24, 2.13],
    "reluctance": [4.48, 17.8, 24.6, -0.577, 0.371, -1.18, 1.02, 3.74],
    "reluctance_a_card": [2.37, 0.0765, -1.53, -3.23, 0.035, -0.226, -2.85, -4.92],
    "reluctance_a_turn": [-2.2, -1.78, -4.56, 0.000132, -0.0345, -0.886, -0.444, 1.48],
    "keeps": [2.0, 2.91, 1.56, 2.28, 2.67, 2.46, 2.0, 4.25],
    "helps_next": [12.1, 4.0, 4.98, 15.8, 8.37, 20.0, 7.04, 20.0],
    "helps_buyer": [2.87, 7.98, 3.18, 3.87, 9.1, 4.95, 1.9, 9.8],
}

# Weights of the traits of a wanted card (`rummy.players.learned.traits`), for each contract.
WANTED: Final[list[list[float]]] = [
    [-0.0409, 0.0412, 0.0, -0.1503, -0.0211, -0.0079, 0.3964],
    [-0.0646, 0.0219, 0.0097, -0.0635, -0.0461, -0.0392, 0.0699],
    [-0.0214, 0.0, 0.0168, -0.0117, -0.0562, -0.0693, 0.1526],
    [-0.0074, 0.0448, 0.0, -0.1805, -0.0272, 0.0064, 0.1365],
    [-0.0389, 0.0285, 0.0092, -0.0908, -0.053, -0.0543, 0.0144],
    [0.001, 0.0064, 0.0154, -0.0413, -0.0524, -0.0617, 0.0286],
    [-0.0096, 0.0, 0.0191, -0.0105, -0.0532, -0.0876, 0.0722],
    [-0.011, 0.0432, 0.0, -0.147, 0.0058, -0.0099, 0.1586],
]

LEARNED: Final[dict[int, Learned]] = by_contract(list(SPREADS), HABITS, WANTED)
