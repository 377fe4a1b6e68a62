"""The pyramids (K2) and their score (K26). A pyramid is an int above all cards, so that a shuffler can draw it and
nothing takes it for a card."""

from collections.abc import Sequence
from typing import Final

Piece = int

NO_PIECE: Final = -1
FIRST_PIECE: Final = 60

COLOR_LETTERS: Final = "RYGBK"
COLOR_WORDS: Final = ("red", "yellow", "green", "blue", "black")
SIZE_WORDS: Final = ("small", "medium", "large")
BLACK: Final = 4

ALL_PIECES: Final[list[Piece]] = list(range(FIRST_PIECE, FIRST_PIECE + 15))
PIECE_CODES: Final[list[str]] = [letter + pips for letter in COLOR_LETTERS for pips in "123"]
_BY_CODE: Final[dict[str, Piece]] = dict(zip(PIECE_CODES, ALL_PIECES, strict=True))

TREE: Final = 7  # of one color
MIXED_TREE: Final = 5
BLACK_TREE: Final = -7


def read_piece(text: str) -> Piece:
    """The pyramid with this code, like "R2", or NO_PIECE."""
    return _BY_CODE.get(text, NO_PIECE)


def piece_code(piece: Piece) -> str:
    return PIECE_CODES[piece - FIRST_PIECE] if piece != NO_PIECE else ""


def piece_name(piece: Piece) -> str:
    """The name for people: "medium red pyramid"."""
    return f"{SIZE_WORDS[pips_of(piece) - 1]} {COLOR_WORDS[color_of(piece)]} pyramid"


def pips_of(piece: Piece) -> int:
    """The size, from 1 to 3, or 0 for NO_PIECE."""
    return (piece - FIRST_PIECE) % 3 + 1 if piece != NO_PIECE else 0


def color_of(piece: Piece) -> int:
    return (piece - FIRST_PIECE) // 3


def score(pieces: Sequence[Piece]) -> int:
    """The best score of these pyramids (K26). A tree takes one of each size, so the scarcest size limits the number of
    trees. Keeping a complete color together is always best: any other tree would use one of each size too."""
    colors = [0, 0, 0, 0, 0]
    sizes = [0, 0, 0]
    for piece in pieces:
        colors[color_of(piece)] += 1
        if color_of(piece) != BLACK:
            sizes[pips_of(piece) - 1] += 1
    trees = min(sizes)
    pure = colors[:BLACK].count(3)
    black = BLACK_TREE if colors[BLACK] == 3 else -colors[BLACK]
    return TREE * pure + MIXED_TREE * (trees - pure) + (sum(sizes) - 3 * trees) + black


def by_score(pieces: Sequence[Piece]) -> tuple[int, int, int]:
    """A sort key: most points, then fewest pyramids, then fewest colors (K27)."""
    return score(pieces), -len(pieces), -len({color_of(piece) for piece in pieces})


def groups(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pyramids as `score` counts them: trees of one color, mixed trees, the black tree, then single ones."""
    found: list[list[Piece]] = []
    rest: list[Piece] = []
    blacks: list[Piece] = []
    for color in range(len(COLOR_LETTERS)):
        same = sorted([piece for piece in pieces if color_of(piece) == color])
        if color == BLACK:
            blacks = same
        elif len(same) == 3:
            found.append(same)
        else:
            rest += same
    by_size = [[piece for piece in rest if pips_of(piece) == pips] for pips in (1, 2, 3)]
    found += [[size.pop(0) for size in by_size] for _ in range(min([len(size) for size in by_size]))]
    if len(blacks) == 3:
        found.append(blacks)
        blacks = []
    singles = [piece for size in by_size for piece in size] + blacks
    return found + [[piece] for piece in singles]
