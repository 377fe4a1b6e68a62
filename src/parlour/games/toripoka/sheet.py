"""The score sheet for Toripoka with real cards: after each round, players enter the pyramids they hold (K26, K27)."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

from msgspec.structs import replace

from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.pieces import (
    ALL_PIECES,
    BLACK,
    BLACK_TREE,
    COLOR_WORDS,
    MIXED_TREE,
    PIECE_CODES,
    SIZE_WORDS,
    TREE,
    Piece,
    by_score,
    color_of,
    groups,
    piece_name,
    read_piece,
    score,
)
from parlour.kernel.refusal import Asks, Refused
from parlour.kernel.scorer import Cell, Count, Pad, Reckoned, Remark, Scorer, Written
from parlour.kernel.sentences import listed, signed
from parlour.kernel.state import Result

LEAST, MOST = BLACK_TREE, 4 * TREE
PRIZES = 2
FULL = len(PIECE_CODES) - PRIZES + 1  # with this many out of the bag, it cannot fill both prizes (K25)


class ToripokaScorer(Scorer):
    edition = 2  # 2: it asks for what only the pyramids can decide, and knows how many there can be
    points_rule = "K26"
    over_rule = "K25"
    who_rule = "K11"
    asks_last = True

    def __init__(self, options: ToripokaOptions, seats: int, count: Count) -> None:
        super().__init__(options, seats, count)
        self.of = options.rounds or 0  # 0: as many as the bag allows; prizes may go back into it (K24, K25)
        self.held: list[list[Piece] | None] = [None] * seats  # what each held last; None if only points are known
        self.seen: frozenset[Piece] = frozenset()  # everything that anybody ever held
        self.known: frozenset[Piece] = frozenset()  # what players held when all pyramids were last entered
        self.since = 0  # rounds after that
        self.gone: frozenset[Piece] = frozenset()  # what had left the game by then
        self.taken = (0, 0)  # pyramids out of the bag, at least and at most; nobody enters what went back (K24)

    def pad(self) -> Pad:
        return Pad("pieces", tuple(PIECE_CODES), len(PIECE_CODES), (LEAST, MOST))

    def example(self) -> list[str]:
        return ["R1+G2", "none"]

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        self.need_all(written, "K26")
        held = [piece for cell in written.cells for piece in _pieces(cell) or ()]
        if twice := next((piece for piece in held if held.count(piece) > 1), None):
            raise Refused("K2", f"There's only one {piece_name(twice)}, so you can't both have it.")
        self._check_won(held)
        self._check_worth(written, values)
        if written.calls or written.caught or written.nobody:
            raise Refused(self.who_rule, "Nobody goes out in Toripoka. Enter the pyramids each of you has.")
        after = self.copy()
        after.add(written)
        if written.last is not None and written.last != after.is_over():
            why = "the game goes on" if written.last else "that was the last round"
            raise Refused("K25", f"That doesn't fit: by the pyramids and the house rules, {why}.")
        if question := after.question():
            raise question

    def _check_won(self, held: list[Piece]) -> None:
        """K5, K9: players win two pyramids a round, and those that left the game do not come back."""
        if lost := next((piece for piece in held if piece in self.gone), None):
            why = f"The {piece_name(lost)} is out of the game, because nobody had it. If somebody did, fix that first."
            raise Refused("K9", why)
        won = [piece for piece in held if piece not in self.known]
        most = PRIZES * (self.since + 1)
        if len(won) > most:
            names = listed([piece_name(piece) for piece in won])
            raise Refused("K5", f"You can only win two pyramids a round, but these are new: {names}.")

    def _check_worth(self, written: Written, values: Sequence[int | None]) -> None:
        """K5: refuse points that would take more pyramids than there can be."""
        most = min(len(self.known) + PRIZES * (self.since + 1), len(PIECE_CODES))
        needed = blacks = 0
        for seat, cell in enumerate(written.cells):
            pieces, value = _pieces(cell), values[seat] or 0
            if pieces is None and value not in fewest():
                raise Refused("K26", f"{{{seat}}}: pyramids can't add up to {signed(value)}.")
            some, black = fewest()[value] if pieces is None else (len(pieces), _blacks(pieces))
            needed, blacks = needed + some, blacks + black
        if needed > most:
            points = listed([signed(value or 0) for value in values])
            why = f"For {points} points you need {needed} pyramids, but you can't have more than {most} yet."
            raise Refused("K5", why)
        if blacks > len(SIZE_WORDS):
            raise Refused("K2", f"That takes {blacks} black pyramids, but there are only three.")

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        """Pyramids count as a whole, so the values of the newest round are the totals."""
        self.held = [_pieces(cell) for cell in written.cells]
        held = frozenset(piece for pieces in self.held for piece in pieces or ())
        self.seen |= held
        self.since += 1
        if None not in self.held:
            self.known, self.since, self.gone = held, 0, self.seen - held
        self.taken = self._taken(written.last)
        self.totals = [total if value is None else value for total, value in zip(self.totals, values, strict=True)]
        return Reckoned(tuple(self.totals), tuple(self.totals), tuple(_trees(pieces) for pieces in self.held))

    def add(self, written: Written) -> Reckoned:
        reckoned = super().add(written)
        if question := self.question():
            return replace(reckoned, unsaid=True, remarks=(Remark(question.sentence, question.rule),))
        return reckoned

    def question(self) -> Asks | None:
        """What the players have to answer before anybody can win."""
        if self.is_over() is None:
            why = "Was that the last round, or are there two more pyramids in the bag?"
            return Asks("K25", why, "last")
        if self.is_over() and self.is_tied():
            why = "It's a tie, and the player with fewer pyramids wins. Which ones does each of you hold?"
            return Asks("K27", why, "pieces")
        return None

    def _taken(self, last: bool | None) -> tuple[int, int]:
        """The range of how many pyramids have left the bag. It is exact if all pyramids were entered in every round,
        because a pyramid that is won lies in front of its winner when the round ends."""
        least, most = self.taken
        exact = least == most and None not in self.held
        least = max(least, len(self.seen))
        most = least if exact else min(most + PRIZES, len(PIECE_CODES))
        if last is not None and least < FULL <= most:
            return (FULL, most) if last else (least, FULL - 1)
        return least, most

    def is_over(self) -> bool | None:
        """Whether the game is over (K25), or None if nobody can tell."""
        least, most = self.taken
        if self.number == self.of or least >= FULL:
            return self.number > 0
        return False if most < FULL else None

    def is_tied(self) -> bool:
        """Whether the pyramids have to break a tie, but were not entered (K27)."""
        return None in self.held and len(set(self.totals)) == 1

    def result(self) -> Result | None:
        """K25, K27: most points, then fewest pyramids, then fewest colors."""
        if not self.is_over() or self.question():
            return None
        decides = self.totals if None in self.held else [by_score(held or []) for held in self.held]
        return Result(tuple(seat for seat, rank in enumerate(decides) if rank == max(decides)), tuple(self.totals))


@cache
def fewest() -> dict[int, tuple[int, int]]:
    """For each score, the fewest pyramids and the fewest black ones that can make it (K26)."""
    found: dict[int, tuple[int, int]] = {}
    colors = [[size for size in range(3) if sizes >> size & 1] for sizes in range(8)]
    for black in range(4):
        for each in combinations_with_replacement(colors, BLACK):  # which color it is makes no difference
            pieces = [ALL_PIECES[color * 3 + size] for color, sizes in enumerate(each) for size in sizes]
            pieces += ALL_PIECES[BLACK * 3 : BLACK * 3 + black]
            have = found.setdefault(score(pieces), (len(pieces), black))
            found[score(pieces)] = min(have[0], len(pieces)), min(have[1], black)
    return found


def _blacks(pieces: list[Piece]) -> int:
    return sum(color_of(piece) == BLACK for piece in pieces)


def _pieces(cell: Cell | None) -> list[Piece] | None:
    return [read_piece(text.upper()) for text in cell.cards] if cell and cell.cards is not None else None


def _trees(pieces: list[Piece] | None) -> str:
    """ "red tree 7, mixed tree 5, 2 single"."""
    said = []
    single = black = 0
    for group in groups(pieces or []):
        colors = {color_of(piece) for piece in group}
        if len(group) == 1:
            single, black = single + (BLACK not in colors), black + (BLACK in colors)
        elif colors == {BLACK}:
            said.append(f"black tree −{-BLACK_TREE}")
        else:
            said.append(f"mixed tree {MIXED_TREE}" if len(colors) > 1 else f"{COLOR_WORDS[min(colors)]} tree {TREE}")
    said += [f"{single} single"] if single else []
    said += [f"{black} black −{black}"] if black else []
    return ", ".join(said)
