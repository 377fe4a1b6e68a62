"""How a game is scored for a sheet with real cards.

A game gives a `Scorer`. The sheet in `parlour.score` holds the rounds as people wrote them down. When a round is
corrected, a copy of the scorer from before it scores that round and all later ones again, so nothing has to be undone.
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

MOST_CARDS = 324  # six decks; each game limits a hand further
SheetFace = Annotated[str, Meta(max_length=6)]


Tricks = Annotated[int, Meta(ge=0, le=52)]


class Cell(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one player was left with in a round: points, or the cards to count, or a bid and the tricks taken."""

    points: Annotated[int, Meta(ge=-9999, le=9999)] | None = None
    cards: Annotated[tuple[SheetFace, ...], Meta(max_length=MOST_CARDS)] | None = None  # (): no cards left
    bid: Tricks | None = None
    tricks: Tricks | None = None
    blind: bool = False  # the bid was made before the player saw any cards

    @property
    def empty(self) -> bool:
        return self.points is None and self.cards is None and not self.has_bid

    @property
    def has_bid(self) -> bool:
        return self.bid is not None or self.tricks is not None or self.blind

    def as_bid(self) -> str:
        """The bid and the tricks as people write them: "3/4", or "b/0" for a bid that was made blind."""
        bid = "b" if self.blind else "?" if self.bid is None else self.bid
        return f"{bid}/{'?' if self.tricks is None else self.tricks}"


class Written(Struct, frozen=True, omit_defaults=True):
    """A round as somebody wrote it down."""

    cells: tuple[Cell | None, ...]  # None: did not play, or nothing is written down
    won: Seat | None = None  # who won or went out, if that is written down
    caught: tuple[Seat, ...] = ()
    nobody: bool = False  # it is written down that nobody won or went out
    last: bool | None = None  # whether it was the last round, if that is written down

    @property
    def calls(self) -> tuple[Seat, ...]:
        """Who was caught, and last who won. Empty if no winner is written down."""
        return () if self.won is None else (*self.caught, self.won)


class Remark(Struct, frozen=True, omit_defaults=True):
    """Something that a round led to."""

    say: str
    rule: str = ""


class Reckoned(Struct, frozen=True):
    """What a round came to."""

    counted: tuple[int | None, ...]  # the points of each seat; None: did not play
    totals: tuple[int, ...]
    notes: tuple[str, ...] = ()  # a few words for each seat
    remarks: tuple[Remark, ...] = ()
    missing: tuple[Seat, ...] = ()  # who played after a correction, but has no points written down
    won: Seat | None = None  # who won or went out
    unsaid: bool = False  # a correction made it unclear who won, so it has to be written down again


class Winners(Struct, frozen=True):
    """The question of who ended the round."""

    say: str
    most: int = 1
    none: str = ""  # the answer that nobody did, if that is possible and matters
    word: str = ""  # what can be typed before the name, instead of everybody's points: "moon Ann"


class Pad(Struct, frozen=True):
    """What can be written down for one player, and how a page asks for it."""

    unit: Literal["hand", "grid", "pieces", "bids"]
    cards: tuple[str, ...]  # what can be tapped
    size: int  # the most cards there can be; in a grid, exactly how many; of bids, how many tricks there are
    points: tuple[int, int]  # the least and the most; of bids, those of a bid
    who: Winners | None = None
    calls: bool = False  # players can be caught, too
    blind: bool = False  # of bids: one of 0 can be made blind


Count = Callable[[Any, Sequence[str]], int]  # the game's `count`: what these cards score


class Scorer:
    """One match. The base class adds points up; the deal moves left, and after `of` rounds the lowest total wins."""

    edition = 1  # raised whenever the same sheet would give other totals, or be refused
    points_rule = ""  # the rule that says what cards count
    over_rule = ""  # the rule that says when the match ends
    who_rule = ""  # the rule that says who wins a round or goes out
    part_rule = ""  # the rule that puts a player out of the match
    deck_rule = ""  # the rule that says which cards there are
    who_did = "won"  # what the player who ended the round did: "won", "went out"
    asks_last = False  # whether the players have to say if a round was the last

    def __init__(self, options: Any, seats: int, count: Count) -> None:
        self.options = options
        self.seats = seats
        self.count = count
        self.of = 0  # how many rounds there are; 0: not known
        self.number = 0  # rounds scored so far
        self.totals = [0] * seats
        self.sides: tuple[tuple[Seat, ...], ...] = ()  # partners; (): everybody plays for themselves
        self.deck: Mapping[Card, int] = {}  # how many of each card there are; empty if no cards can be written down

    # ------------------------------------------------------------ what a game says

    def pad(self) -> Pad:
        raise NotImplementedError

    def example(self) -> list[str]:
        """A round as somebody might type it: a word for each player."""
        return ["0", "15", "30", "5", "20", "10", "45", "25"][: self.seats]

    def title(self, number: int) -> str:
        """What a round is about, if rounds differ."""
        return ""

    def dealer(self) -> Seat:
        """Who deals the next round."""
        return self.number % self.seats

    def playing(self) -> list[Seat]:
        """Who plays in the next round."""
        return list(range(self.seats))

    def tags(self, seat: Seat) -> tuple[str, ...]:
        return ()

    def value(self, cell: Cell) -> int:
        """The points of a cell. Raises Refused if the cell is impossible."""
        if cell.has_bid:
            raise Refused("", "Nobody bids in this game. Enter points or cards.")
        if cell.points is None:
            self._check_copies([cell])
            return self.count(self.options, cell.cards or ())
        least, most = self.pad().points
        if cell.cards is not None:
            raise Refused("", "Enter points or cards, not both.")
        if not least <= cell.points <= most:
            raise Refused(
                self.points_rule, f"Points here go from {signed(least)} to {signed(most)}, not {signed(cell.points)}."
            )
        return cell.points

    def check(self, written: Written, values: Sequence[int | None]) -> None:
        """Raise Refused if this cannot be the next round. Each value has been checked by itself before."""

    def reckon(self, written: Written, values: Sequence[int | None]) -> Reckoned:
        """Score the next round. After a correction a value may be missing: None."""
        counted = [value or 0 for value in values]
        self.totals = [total + points for total, points in zip(self.totals, counted, strict=True)]
        return Reckoned(tuple(counted), tuple(self.totals), won=written.won)

    def result(self) -> Result | None:
        return lowest_wins(self.totals) if self.number == self.of else None

    # ------------------------------------------------------------ what a sheet asks

    def copy(self) -> Self:
        """A scorer that goes on from here, while this one stays as it is."""
        new = copy(self)
        vars(new).update({name: value[:] for name, value in vars(self).items() if isinstance(value, list)})
        return new

    def fault(self, cell: Cell) -> Refused | None:
        try:
            self.value(cell)
        except ValueError as wrong:  # text that isn't a card
            return Refused("", str(wrong))
        except Refused as refusal:
            return refusal
        return None

    def values(self, written: Written) -> list[int | None]:
        """The points of everybody who plays; None where nothing is written down."""
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
        """Raise Refused if this cannot be the next round."""
        if self.result() is not None:
            raise Refused(self.over_rule, "The game is already decided, so there are no more rounds.")
        if len(written.cells) != self.seats:
            raise Refused("", f"There are {self.seats} players, but you entered {len(written.cells)}.")
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
                raise Refused(self.part_rule, f"{{{seat}}} isn't playing this round, so they didn't end it.")
            if called.count(seat) > 1:
                raise Refused(self.who_rule, f"Mark {{{seat}}} only once: they {self.who_did} or were caught.")
        if called and written.nobody:
            names = listed([f"{{{seat}}}" for seat in called])
            raise Refused(self.who_rule, f"Nobody, or {names}? It can't be both.")
        if written.last is not None and not self.asks_last:
            raise Refused(self.over_rule, "This sheet knows which round is the last, so leave out “last” and “more”.")

    def _check_copies(self, cells: Iterable[Cell | None]) -> None:
        """Raise Refused for more copies of a card than the deck has. A card without a suit may be of any suit."""
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
        """Score the next round without checking it: a correction may have made a later round impossible."""
        reckoned = self.reckon(written, self.values(written))
        self.number += 1
        return reckoned

    # ------------------------------------------------------------ for games to use

    def need_all(self, written: Written, rule: str = "", excused: Sequence[Seat] = ()) -> None:
        """Raise Refused if nothing is written down for somebody who plays."""
        cells = written.cells
        missing = [seat for seat in self.playing() if seat not in excused and ((c := cells[seat]) is None or c.empty)]
        if missing:
            raise Refused(rule, f"Enter something for {listed([f'{{{seat}}}' for seat in missing])}.")


def _copies(copies: int, what: str) -> str:
    """ "a joker", "3 × 7♥"."""
    return f"a {what}" if copies == 1 else f"{copies} {what}s" if what == "joker" else f"{copies} × {what}"


def _there_are(most: int) -> str:
    return f"your deck has only {most}" if most else "your deck has none"
