"""How a game is scored from outside: what a score sheet for real cards asks of it.

A game offers a scorer; the sheet in `parlour.score` writes rounds down, and whenever one is added or corrected gives
all of them, in order, to a new scorer. So nothing has to be undone, and everything after a correction follows from it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Annotated, Any, Literal, Self

from msgspec import Meta, Struct

from parlour.cards import JOKER, RANK, RANK_CODES, Card, card, name, rank
from parlour.kernel.refusal import Refused
from parlour.kernel.sentences import listed, signed
from parlour.kernel.state import Result, Seat, lowest_wins

MOST_CARDS = 324  # six decks: what a hand can have is for each game to say
Face = Annotated[str, Meta(max_length=6)]


class Cell(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What somebody is left with in a round: points, or the cards that they are counted from."""

    points: Annotated[int, Meta(ge=-9999, le=9999)] | None = None
    cards: Annotated[tuple[Face, ...], Meta(max_length=MOST_CARDS)] | None = None  # none of them: has nothing left

    @property
    def empty(self) -> bool:
        return self.points is None and self.cards is None


class Written(Struct, frozen=True, omit_defaults=True):
    """A round as somebody wrote it down."""

    cells: tuple[Cell | None, ...]  # None: has no part in it, or nothing was said
    won: Seat | None = None  # who won, or went out, where that was said
    caught: tuple[Seat, ...] = ()
    nobody: bool = False  # it was said that nobody won or went out
    last: bool | None = None  # whether it was the last round, where that was said

    @property
    def calls(self) -> tuple[Seat, ...]:
        """Who was caught, and last who won: nobody unless it was said who did."""
        return () if self.won is None else (*self.caught, self.won)


class Remark(Struct, frozen=True, omit_defaults=True):
    """Something that a round brought about."""

    say: str
    rule: str = ""


class Reckoned(Struct, frozen=True):
    """What a round came to."""

    counted: tuple[int | None, ...]  # of each seat; None: had no part in it
    totals: tuple[int, ...]
    notes: tuple[str, ...] = ()  # of each seat, in a few words
    remarks: tuple[Remark, ...] = ()
    missing: tuple[Seat, ...] = ()  # who had a part in it after all, and nobody has said with how much
    won: Seat | None = None  # who won it, or went out
    unsaid: bool = False  # who won it has to be said again, after a correction


class Winners(Struct, frozen=True):
    """The question who it was that ended the round."""

    say: str
    most: int = 1
    none: str = ""  # the answer that nobody did, where that can be and makes a difference


class Pad(Struct, frozen=True):
    """What can be written down for one player: how a page asks for it."""

    unit: Literal["hand", "grid", "pieces"]
    cards: tuple[str, ...]  # what can be tapped
    size: int  # how many of them at most; of a grid, exactly
    points: tuple[int, int]  # the least and the most
    who: Winners | None = None
    calls: bool = False  # besides who won, there are those who were caught


Count = Callable[[Any, Sequence[str]], int]  # what these cards score: the game's own `count`


class Scorer:
    """One match. The base adds points up: the dealer moves left, and after `of` rounds the lowest total wins."""

    edition = 1  # raised whenever the same sheet would come to other totals, or be refused
    points_rule = ""  # the rule that says what cards count
    over_rule = ""  # the one that says when it ends
    who_rule = ""  # the one that says who wins a round, or goes out
    part_rule = ""  # the one by which somebody has no part in a round any more
    deck_rule = ""  # the one that says which cards there are
    who_did = "won"  # what the one who ended the round did
    asks_last = False  # can it be in doubt whether a round was the last?

    def __init__(self, options: Any, seats: int, count: Count) -> None:
        self.options = options
        self.seats = seats
        self.count = count
        self.of = 0  # how many rounds there are; 0: nobody knows
        self.number = 0  # rounds reckoned
        self.totals = [0] * seats
        self.deck: Mapping[Card, int] = {}  # how many of each card there are; empty where no cards are written down

    # ------------------------------------------------------------ what a game says

    def pad(self) -> Pad:
        raise NotImplementedError

    def title(self, number: int) -> str:
        """What a round is about, where rounds differ."""
        return ""

    def dealer(self) -> Seat:
        """Who deals the next round."""
        return self.number % self.seats

    def playing(self) -> list[Seat]:
        """Who has a part in the next round."""
        return list(range(self.seats))

    def tags(self, seat: Seat) -> tuple[str, ...]:
        return ()

    def value(self, cell: Cell) -> int:
        """What a cell counts, or Refused if that cannot be."""
        if cell.points is None:
            self._check_copies([cell])
            return self.count(self.options, cell.cards or ())
        least, most = self.pad().points
        if cell.cards is not None:
            raise Refused("", "Either points or cards, not both.")
        if not least <= cell.points <= most:
            raise Refused(
                self.points_rule, f"That is {signed(least)} to {signed(most)} points here, not {signed(cell.points)}."
            )
        return cell.points

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        """Refuses a round that cannot be the next one. Every value by itself can be."""

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        """What the next round comes to. A value that is missing, after a correction, is None."""
        counted = [value or 0 for value in values]
        self.totals = [total + points for total, points in zip(self.totals, counted, strict=True)]
        return Reckoned(tuple(counted), tuple(self.totals), won=written.won)

    def result(self) -> Result | None:
        return lowest_wins(self.totals) if self.number == self.of else None

    # ------------------------------------------------------------ what a sheet asks

    def copy(self) -> Self:
        """To go on from here, and have this one as it is."""
        new = copy(self)
        vars(new).update({name: value[:] for name, value in vars(self).items() if isinstance(value, list)})
        return new

    def fault(self, cell: Cell) -> Refused | None:
        try:
            self.value(cell)
        except ValueError as wrong:  # a text that is no card
            return Refused("", str(wrong))
        except Refused as refusal:
            return refusal
        return None

    def values(self, written: Written) -> list[int | None]:
        """What each cell of those who have a part counts; None where nothing is written."""
        part = self.playing()
        return [
            self._value_if_any(cell) if seat in part and cell and not cell.empty else None
            for seat, cell in enumerate(written.cells)
        ]

    def _value_if_any(self, cell: Cell) -> int | None:
        try:
            return self.value(cell)
        except (ValueError, Refused):
            return None

    def check_next(self, written: Written) -> None:
        """Refuses what cannot be the next round, and says why."""
        if self.result() is not None:
            raise Refused(self.over_rule, "The match is decided, so there is no other round.")
        if len(written.cells) != self.seats:
            raise Refused("", f"There are {self.seats} players, and {len(written.cells)} have been written down.")
        self._check_calls(written)
        for seat, cell in enumerate(written.cells):
            if cell and not cell.empty and (refusal := self.fault(cell)):
                raise Refused(refusal.rule, f"{{{seat}}}: {refusal.sentence}")
        self._check_copies(written.cells[seat] for seat in self.playing())
        self.check(written, self.values(written))

    def _check_calls(self, written: Written) -> None:
        called = [*written.caught, *([] if written.won is None else [written.won])]
        for seat in called:
            if seat >= self.seats:
                raise Refused("", f"There are only {self.seats} players.")
            if seat not in self.playing():
                raise Refused(self.part_rule, f"{{{seat}}} has no part in this round, so they didn't end it.")
            if called.count(seat) > 1:
                raise Refused(self.who_rule, f"{{{seat}}} either {self.who_did} or was caught, and only once.")
        if called and written.nobody:
            names = listed([f"{{{seat}}}" for seat in called])
            raise Refused(self.who_rule, f"Nobody, or {names}? It can't be both.")
        if written.last is not None and not self.asks_last:
            raise Refused(self.over_rule, "This sheet knows which round is the last, so leave out “last” and “more”.")

    def _check_copies(self, cells: Iterable[Cell | None]) -> None:
        """Refuses more copies of a card than there are. A card without its suit may be of any."""
        hands = [cell.cards for cell in cells if cell and cell.cards and cell.points is None]
        if not self.deck or not hands:
            return
        texts = [text for hand in hands for text in hand]
        faces = Counter(card(text) for text in texts if not rank(text))
        ranks = Counter(rank(text) or RANK[card(text)] for text in texts)
        there: Counter[int] = Counter()
        for face, copies in self.deck.items():
            there[RANK[face]] += copies
        together = "Together that's" if len(hands) > 1 else "That's"
        for face, copies in faces.items():
            if copies > (most := self.deck.get(face, 0)):
                what = "joker" if face == JOKER else name(face)
                raise Refused(self.rule_of(face), f"{together} {_copies(copies, what)}, but {_there_are(most)}.")
        for value, copies in ranks.items():
            if copies > (most := there[value]):
                what = RANK_CODES[value - 1]
                raise Refused(self.deck_rule, f"{together} {_copies(copies, what)}, but {_there_are(most)}.")

    def rule_of(self, face: Card) -> str:
        """The rule that says how many of this card there are."""
        return self.deck_rule

    def add(self, written: Written) -> Reckoned:
        """The next round. It is taken as far as it goes: what was right once may not be after a correction."""
        reckoned = self.reckon(written, self.values(written))
        self.number += 1
        return reckoned

    # ------------------------------------------------------------ for games to use

    def need_all(self, written: Written, rule: str = "", excused: Sequence[Seat] = ()) -> None:
        """Refuses a round in which somebody is not written down."""
        cells = written.cells
        missing = [seat for seat in self.playing() if seat not in excused and ((c := cells[seat]) is None or c.empty)]
        if missing:
            raise Refused(rule, f"Nothing is written down for {listed([f'{{{seat}}}' for seat in missing])}.")


def _copies(copies: int, what: str) -> str:
    """ "a joker", "3 × 7♥"."""
    return f"a {what}" if copies == 1 else f"{copies} {what}s" if what == "joker" else f"{copies} × {what}"


def _there_are(most: int) -> str:
    return f"your deck has only {most}" if most else "your deck has none"
