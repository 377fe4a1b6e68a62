"""Toripoka on paper: after every round, the pyramids that each player holds (K26, K27)."""

from collections.abc import Sequence

from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.pieces import (
    BLACK,
    BLACK_TREE,
    COLOUR_WORDS,
    MIXED_TREE,
    PIECE_CODES,
    TREE,
    Piece,
    colour_of,
    colours_in,
    groups,
    piece_name,
    read_piece,
)
from parlour.kernel.refusal import Refused
from parlour.kernel.scorer import Cell, Count, Pad, Reckoned, Scorer, Written
from parlour.kernel.state import Result

LEAST, MOST = BLACK_TREE, 4 * TREE


class ToripokaScorer(Scorer):
    points_rule = "K26"
    over_rule = "K25"

    def __init__(self, options: ToripokaOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        self.of = options.rounds or 0  # as many as the bag has prizes for, and some go back into it (K24, K25)
        self.held: list[list[Piece] | None] = [None] * seats  # what each held last; None: only the points are known
        self.seen: frozenset[Piece] = frozenset()  # what anybody has ever held
        self.taken = 0  # out of the bag: as far as that is known, else two a round

    def pad(self) -> Pad:
        return Pad("pieces", tuple(PIECE_CODES), len(PIECE_CODES), (LEAST, MOST))

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        self.need_all(written, "K26")
        held = [piece for cell in written.cells for piece in _pieces(cell) or ()]
        if twice := next((piece for piece in held if held.count(piece) > 1), None):
            raise Refused("K2", f"There is only one {piece_name(twice)}, and both have it.")
        if len(held) > 2 * (self.number + 1):
            most = 2 * (self.number + 1)
            raise Refused("K5", f"Two pyramids are won a round, so by now there are at most {most} to hold.")
        if written.calls:
            raise Refused("", "Nobody goes out in Toripoka.")

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        """What one holds counts as a whole, so the newest round is the total."""
        self.held = [_pieces(cell) for cell in written.cells]
        self.seen |= {piece for pieces in self.held for piece in pieces or ()}
        self.taken = self.taken + 2 if None in self.held else max(self.taken, len(self.seen))
        self.totals = [total if value is None else value for total, value in zip(self.totals, values, strict=True)]
        return Reckoned(tuple(self.totals), tuple(self.totals), tuple(_trees(pieces) for pieces in self.held))

    def result(self) -> Result | None:
        """K25: the bag cannot fill both prizes. K27: most points; then fewest pyramids, then fewest colours, where they
        were written down."""
        if self.number == 0 or (self.number != self.of and len(PIECE_CODES) - self.taken >= 2):
            return None
        pieces = [held for held in self.held if held is not None]
        known = pieces if len(pieces) == self.seats else [[]] * self.seats
        ranks = [(self.totals[seat], -len(known[seat]), -colours_in(known[seat])) for seat in range(self.seats)]
        return Result(tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks)), tuple(self.totals))


def _pieces(cell: Cell | None) -> list[Piece] | None:
    return [read_piece(text.upper()) for text in cell.cards] if cell and cell.cards is not None else None


def _trees(pieces: list[Piece] | None) -> str:
    """ "red tree 7, mixed tree 5, 2 single"."""
    said = []
    single = black = 0
    for group in groups(pieces or []):
        colours = {colour_of(piece) for piece in group}
        if len(group) == 1:
            single, black = single + (BLACK not in colours), black + (BLACK in colours)
        elif colours == {BLACK}:
            said.append(f"black tree −{-BLACK_TREE}")
        else:
            said.append(f"mixed tree {MIXED_TREE}" if len(colours) > 1 else f"{COLOUR_WORDS[min(colours)]} tree {TREE}")
    said += [f"{single} single"] if single else []
    said += [f"{black} black −{black}"] if black else []
    return ", ".join(said)
