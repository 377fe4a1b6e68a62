"""Exhaustive search for a lay-down that ends the round (T14, P10).

The cheapest few lay-downs (`candidates`) nearly always include one that ends the round, if there is one. But which card
has to stay can depend on all the others: the one seven that fits where a joker lies, one joker of two. So if a way out
seems possible and none was found, this module tries every choice of cards. That is slow, and therefore a last resort.
"""

from typing import Final

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.lay_downs.contract import Contract
from parlour.games.rummy.lay_downs.places import CHEAP, FoundLayDown, order_of
from parlour.games.rummy.lay_downs.shed import WayOut, counted
from parlour.games.rummy.melds import BOOK, HIGH_ACE, RUN, Meld, face_at
from parlour.games.rummy.terms import RummyTerms
from parlour.kernel.state import Seat

ALL_STEPS: Final = 20000  # limit on cards placed, over all choices
ALL_ENDS: Final = 600  # limit on finished lay-downs from which a way out is searched


class Ending:
    """The search for one hand. A card whose `worth` is more than CHEAP is stuck: it fits nowhere on the table."""

    def __init__(
        self, hand: list[Card], contract: Contract, worth: list[int], melds: list[Meld], seat: Seat, way: WayOut
    ) -> None:
        terms = way.terms
        self.contract = contract
        self.melds = melds
        self.seat = seat
        self.way = way
        self.terms: RummyTerms = terms
        self.most_jokers: int = terms.melding.most_jokers
        self.long: bool = terms.melding.long
        self.have: list[int] = counted(hand)
        self.faces: list[Card] = [face for face in range(JOKER + 1) if self.have[face]]
        self.stays: int = len(hand)
        self.stuck: list[bool] = [each > CHEAP for each in worth]
        if terms.extend_own:
            self.stuck = [False] * (JOKER + 1)  # any card may fit the melds about to be laid
        self.left_stuck = 0
        for card in hand:
            if self.stuck[card]:
                self.left_stuck += 1
        self.run_sizes: tuple[int, ...] = contract.run_sizes.sizes
        self.book_sizes: tuple[int, ...] = contract.book_sizes.sizes
        self.windows: list[list[tuple[int, int, int]]] = [self._windows(size) for size in self.run_sizes]  # by run
        self.most_of_run, self.most_of_book = self._most()
        self.row: list[Card] = []
        self.laid: list[Meld] = []
        self.seen: set[tuple[object, ...]] = set()
        self.steps = 0
        self.found: FoundLayDown | None = None

    def find(self) -> FoundLayDown | None:
        """A lay-down after which the same turn can end the round, or None."""
        self._next_run(0)
        return self.found

    def _windows(self, least: int) -> list[tuple[int, int, int]]:
        """The places where a run of this size could lie: suit, first, size."""
        longest = least
        if self.long:
            longest = HIGH_ACE if self.terms.melding.both_aces else HIGH_ACE - 1
        jokers = self.have[JOKER]
        found: list[tuple[int, int, int]] = []
        for suit in range(4):
            for first in range(1, HIGH_ACE + 2 - least):
                naturals = 0
                for size in range(1, min(longest, HIGH_ACE + 1 - first) + 1):
                    if self.have[face_at(suit, first + size - 1)]:
                        naturals += 1
                    if size - naturals > jokers:
                        break
                    if size >= least and naturals:
                        found.append((suit, first, size))
        return found

    def _most(self) -> tuple[int, int]:
        """The most stuck cards that one run can hold, and one book."""
        suits = [0] * 5
        ranks = [0] * 14
        for face in self.faces:
            if self.stuck[face] and face != JOKER:
                suits[SUIT[face]] += self.have[face]
                ranks[RANK[face]] += self.have[face]
        jokers = self.have[JOKER] if self.stuck[JOKER] else 0
        run, book = max(suits) + jokers, max(ranks) + jokers
        return (run, book) if self.long else (min(run, self.contract.longest), min(book, self.contract.largest))

    # ------------------------------------------------------------ placing one card after another

    def _over(self) -> bool:
        self.steps += 1
        return self.found is not None or self.steps > ALL_STEPS or len(self.seen) > ALL_ENDS

    def _lay(self, card: Card) -> None:
        self.row.append(card)
        self.have[card] -= 1
        self.stays -= 1
        if self.stuck[card]:
            self.left_stuck -= 1

    def _take_back(self) -> None:
        card = self.row.pop()
        self.have[card] += 1
        self.stays += 1
        if self.stuck[card]:
            self.left_stuck += 1

    def _close(self, kind: int, suit: int, first: int) -> list[Card]:
        """Turn the row into a meld and start a new row. Returns the old one."""
        row = self.row
        self.laid.append(Meld(self.seat, kind, suit, first, tuple(sorted(row) if kind == BOOK else row)))
        self.row = []
        return row

    def _reopen(self, row: list[Card]) -> None:
        self.laid.pop()
        self.row = row

    def _hopeless(self, runs: int, books: int) -> bool:
        """Would more than one stuck card stay in hand? Only one can be discarded."""
        return self.left_stuck - runs * self.most_of_run - books * self.most_of_book > 1

    def _next_run(self, at: int) -> None:
        run = len(self.laid)
        if self._hopeless(self.contract.runs - run, self.contract.books):
            return
        if run == self.contract.runs:
            self._next_book(1)
            return
        if run and self.run_sizes[run] != self.run_sizes[run - 1]:
            at = 0
        for index in range(at, len(self.windows[run])):
            if self._over():
                return
            self._fill(index)

    def _fill(self, index: int) -> None:
        """Fill the next place of a run with its own card, then try a joker."""
        suit, first, size = self.windows[len(self.laid)][index]
        if len(self.row) == size:
            if self.row.count(JOKER) < size:
                row = self._close(RUN, suit, first)
                self._next_run(index)
                self._reopen(row)
            return
        face = face_at(suit, first + len(self.row))
        if self.have[face] and not self._over():
            self._lay(face)
            self._fill(index)
            self._take_back()
        if self.have[JOKER] and self.row.count(JOKER) < self.most_jokers and not self._over():
            self._lay(JOKER)
            self._fill(index)
            self._take_back()

    def _next_book(self, least: int) -> None:
        book = len(self.laid) - self.contract.runs
        if self._hopeless(0, self.contract.books - book):
            return
        if book == self.contract.books:
            self._end()
            return
        if book and self.book_sizes[book] != self.book_sizes[book - 1]:
            least = 1
        for rank in range(least, 14):
            if self._over():
                return
            self._add(rank, rank - 1)

    def _add(self, rank: int, face: Card) -> None:
        """Add cards of a rank, from `face` on, and then jokers, until the book is big enough."""
        size = self.book_sizes[len(self.laid) - self.contract.runs]
        if len(self.row) >= size and self.row[0] != JOKER:
            row = self._close(BOOK, 0, rank)
            self._next_book(rank)
            self._reopen(row)
            if not self.long:
                return
        while face < JOKER:
            if self.have[face] and not self._over():
                self._lay(face)
                self._add(rank, face)
                self._take_back()
            face += 13
        if self.row and self.have[JOKER] and self.row.count(JOKER) < self.most_jokers and not self._over():
            self._lay(JOKER)
            self._add(rank, JOKER)
            self._take_back()

    # ------------------------------------------------------------ when everything is laid

    def _end(self) -> None:
        if self.stays == 0:
            return
        have = self.have
        key: tuple[object, ...] = tuple([have[face] for face in self.faces])
        if self.terms.extend_own:
            key = tuple([meld.cards for meld in self.laid])  # cards can be played on these melds too
        if key in self.seen:
            return
        self.seen.add(key)
        left = [face for face in self.faces for _ in range(have[face])]
        if len(left) == 1 or self.way.find(left, [*self.melds, *self.laid]) is not None:
            sizes = [*self.run_sizes, *self.book_sizes]
            laid = zip(self.laid, sizes, strict=True)
            orders = [order_of(meld.kind, size, meld.suit, meld.first) for meld, size in laid]
            melds = [self.laid[at] for at in sorted(range(len(orders)), key=lambda at: orders[at])]
            self.found = FoundLayDown(melds, have[:], self.stays, 0)
