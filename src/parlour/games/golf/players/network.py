"""The layers of the network in `outlook.py`, read from its weights."""

from base64 import b85decode
from struct import unpack
from typing import Final

from parlour.games.golf.players.weights import SCALE, SECOND_UNITS, UNITS, WEIGHTS

Row = list[float]
RANKS: Final = 13
KINDS: Final = 15  # the ranks, a face-down card, and a card that is being turned up
COUNTS: Final = 5  # none to four cards of a rank are hidden


class _Weights:
    """Reads weights from first to last."""

    def __init__(self) -> None:
        code = b85decode(WEIGHTS)
        self.numbers: list[float] = [number / SCALE for number in unpack(f"<{len(code) // 2}h", code)]
        self.at = 0

    def row(self, width: int) -> Row:
        self.at += width
        return self.numbers[self.at - width : self.at]

    def rows(self, count: int, width: int) -> list[Row]:
        return [self.row(width) for _ in range(count)]

    def pairs(self) -> list[list[Row]]:
        """A row for every two kinds, in either order."""
        pairs: list[list[Row]] = [[] for _ in range(KINDS)]
        for one in range(KINDS):
            pairs[one] = [pairs[other][one] for other in range(one)] + self.rows(KINDS - one, UNITS)
        return pairs

    def left(self) -> list[list[Row]]:
        """A row for every rank and number of hidden cards. One more row, all 0, is of no use here."""
        found = [self.rows(COUNTS, UNITS) for _ in range(RANKS)]
        self.row(UNITS)
        return found


_weights: Final = _Weights()
MY_PAIR: Final[list[list[Row]]] = _weights.pairs()
MY_LEFT: Final[list[list[Row]]] = _weights.left()
THEIR_PAIR: Final[list[list[Row]]] = _weights.pairs()
THEIR_LEFT: Final[list[list[Row]]] = _weights.left()
TOP: Final[list[Row]] = _weights.rows(RANKS + 1, UNITS)
UNSEEN: Final[list[Row]] = _weights.rows(RANKS, UNITS)
GAIN: Final[Row] = _weights.row(UNITS)
HOPE: Final[Row] = _weights.row(UNITS)
ALWAYS: Final[Row] = _weights.row(UNITS)
_second: Final[list[Row]] = _weights.rows(UNITS, SECOND_UNITS)
SECOND: Final[list[Row]] = [[row[unit] for row in _second] for unit in range(SECOND_UNITS)]
SECOND_BIAS: Final[Row] = _weights.row(SECOND_UNITS)
LAST: Final[list[Row]] = _weights.rows(SECOND_UNITS, 2)
LAST_BIAS: Final[Row] = _weights.row(2)
