"""Found by tools/fit_rummies.py in 150 games, by contract (`rummy.insight.key_of`)."""

from typing import Final

# How far apart the points of a round lie.
SPREADS: Final[dict[int, float]] = {203: 16.2, 23: 29.4, 213: 41.5, 123: 49.0, 303: 38.8, 33: 50.3}

# How a card that somebody wants can be told (`rummy.insight.traits`).
WANTED: Final[dict[int, list[float]]] = {
    203: [-0.0914, 0.0478, 0.0, -0.0676, -0.0223, 0.0059, 0.1577],
    23: [-0.0118, 0.0, 0.015, -0.0026, -0.0219, -0.0691, 0.1361],
    213: [-0.0092, 0.0307, 0.0074, -0.0735, -0.0311, -0.0484, 0.0389],
    123: [-0.0732, 0.0202, 0.0165, -0.0186, -0.0462, -0.076, 0.0694],
    303: [-0.1354, 0.0711, 0.0, -0.1096, -0.0343, -0.0159, 0.2334],
    33: [-0.0186, 0.0, 0.0219, -0.0189, -0.031, -0.0489, 0.144],
}
