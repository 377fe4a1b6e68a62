"""Finding lay-downs: whether there is one, which one leaves the fewest points, and the sensible ones for `legal`.

It tries every choice of runs and then of books. A place is filled by the natural card if the hand has it and by a joker
if not; only where a book might otherwise be left without a natural card, or where jokers in a meld are limited, a joker
is also tried in a natural card's stead. Jokers that are left over then replace the cheapest natural cards (or, where
melds may be long, are added to them), so that what stays in hand counts least.
"""

from typing import Final

from parlour.cards import JOKER, RANK, Card
from parlour.games.rummy.actions import LayDown as Laid
from parlour.games.rummy.card_text import lay_down_of
from parlour.games.rummy.melds import BOOK, HIGH_ACE, RUN, Meld, Melding, face_at
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET
from parlour.kernel.state import Seat
from parlour.lab.frozen.rummy.solver import RUN_SIZE, Contract, Lacking, contract_of

SENSIBLE: Final = 12  # lay-downs that `legal` offers at most
ENOUGH: Final = 400  # to choose those from: only a hand hoarded by purchase has more
MANY_JOKERS: Final = 3  # from here on a book may be left without a natural card


def can_lay(hand: list[Card], contract: Contract, melding: Melding) -> bool:
    """Can this hand lay down this contract?"""
    if len(hand) < contract.cards:
        return False
    lacking = Lacking(hand)
    if lacking.find(contract, lacking.jokers) > lacking.jokers:
        return False
    if lacking.jokers <= melding.most_jokers:
        if lacking.jokers < MANY_JOKERS:
            return True
        lacking.natural = True
        if lacking.jokers == MANY_JOKERS and lacking.find(contract, lacking.jokers) <= lacking.jokers:
            return True  # a run of nothing but jokers would have needed a fourth
    return Search(hand, contract, melding, [], 0).exists()


class LayDown:
    """One way to lay down: its melds in the order of the contract, and what stays in hand."""

    def __init__(self, melds: list[Meld], left: int) -> None:
        self.melds = melds
        self.left = left  # points


def lay_downs_of(rummy: Rummy, seat: Seat) -> list[Laid]:
    """The sensible ones, as actions."""
    contract, terms = contract_of(rummy), rummy.terms
    if rummy.down[seat] != NOT_YET or not can_lay(rummy.hands[seat], contract, terms.melding):
        return []
    found = sensible_lay_downs(rummy.hands[seat], contract, terms.melding, terms.points)
    return [lay_down_of(lay_down.melds) for lay_down in found]


def sensible_lay_downs(hand: list[Card], contract: Contract, melding: Melding, points: list[int]) -> list[LayDown]:
    """The lay-downs that leave the fewest points, best first."""
    found = Search(hand, contract, melding, points, 0).every(ENOUGH)
    return sorted(found, key=lambda lay_down: lay_down.left)[:SENSIBLE]


class Search:
    """All lay-downs of one hand. `blanks` are cards that may become any natural card: they are what a hand lacks."""

    def __init__(self, hand: list[Card], contract: Contract, melding: Melding, points: list[int], blanks: int) -> None:
        self.contract = contract
        self.melding = melding
        self.points = points
        self.blanks = blanks
        self.have: list[int] = [0] * 53
        self.ranks: list[int] = [0] * 14  # how many cards of a rank are left
        for card in hand:
            self.have[card] += 1
            self.ranks[RANK[card]] += 1
        self.all_ranks: list[int] = self.ranks[:]
        self.jokers: int = self.have[JOKER]
        self.wild: int = self.jokers + blanks  # still to be used
        self.forced = 0  # blanks that no joker could be in the place of
        self.rows: list[list[Card]] = []  # the melds so far, runs first
        self.kinds: list[tuple[int, int, int]] = []  # of each: kind, suit, first
        self.just_one = False
        self.most = 0  # lay-downs to find; 0: all
        self.found: list[LayDown] = []
        self.seen: set[tuple[tuple[Card, ...], ...]] = set()
        self.many = 0 < melding.most_jokers < self.jokers or self.jokers >= MANY_JOKERS
        self.windows: list[tuple[int, int, int]] = self._windows()

    def exists(self) -> bool:
        self.just_one = True
        return self._runs(0, self.contract.runs)

    def every(self, most: int = 0) -> list[LayDown]:
        """All of them, or the first so many."""
        self.most = most
        self._runs(0, self.contract.runs)
        return self.found

    # ------------------------------------------------------------ runs

    def _windows(self) -> list[tuple[int, int, int]]:
        """Where runs could lie: suit, first position, size. Long ones begin and end with a natural card, because
        jokers at an end can be added afterwards."""
        longest = RUN_SIZE
        if self.melding.long and self.points:
            longest = HIGH_ACE if self.melding.both_aces else HIGH_ACE - 1
        found: list[tuple[int, int, int]] = []
        for suit in range(4):
            there = [self.have[face_at(suit, place)] > 0 for place in range(1, HIGH_ACE + 1)]
            for size in range(RUN_SIZE, longest + 1):
                for first in range(HIGH_ACE + 1 - size, 0, -1):  # jokers go high (T4)
                    inside = there[first - 1 : first - 1 + size]
                    if size > RUN_SIZE and not (inside[0] and inside[-1]):
                        continue
                    if size - sum(inside) <= self.wild and (any(inside) or self.blanks):
                        found.append((suit, first, size))
        return found

    def _runs(self, at: int, left: int) -> bool:
        """Choose the rest of the runs, then the books. True if that is enough."""
        if left == 0:
            return self._books(1, self.contract.books)
        for index in range(at, len(self.windows)):
            suit, first, size = self.windows[index]
            for row in self._fillings(suit, first, size):
                if self._lay(row, RUN, suit, first) and self._runs(index, left - 1):
                    return True
                self._unlay()
        return False

    def _fillings(self, suit: int, first: int, size: int) -> list[list[Card]]:
        """The natural cards that are there, jokers in the other places; and where it may matter, jokers in the places
        of natural cards too."""
        row: list[Card] = []
        for place in range(first, first + size):
            face = face_at(suit, place)
            again = 1 if place == HIGH_ACE and row and row[0] == face else 0
            row.append(face if self.have[face] > again else JOKER)
        if size > RUN_SIZE and (row[0] == JOKER or row[-1] == JOKER):
            return []
        rows = [row]
        if self.many:
            for at in range(size):
                if row[at] != JOKER and self._contested(row[at]):
                    rows += [[*other[:at], JOKER, *other[at + 1 :]] for other in rows]
        return rows

    def _contested(self, face: Card) -> bool:
        if self.melding.most_jokers < self.jokers:
            return True
        books = self.contract.books
        return books > 0 and self.all_ranks[RANK[face]] < self.contract.runs + books

    # ------------------------------------------------------------ books

    def _books(self, rank: int, left: int) -> bool:
        if left == 0:
            return self._all_laid()
        size = self.contract.book_size
        for here in range(rank, 14):
            most = min(size, self.ranks[here])
            if size - most > self.wild or (most == 0 and not self.blanks):
                continue
            least = 0 if self.blanks else 1 if self.many else most
            naturals = self._of_rank(here, most)
            for count in range(most, max(least, size - self.wild) - 1, -1):
                row = naturals[:count] + [JOKER] * (size - count)
                if self._lay(row, BOOK, 0, here) and self._books(here, left - 1):
                    return True
                self._unlay()
        return False

    def _of_rank(self, rank: int, most: int) -> list[Card]:
        found: list[Card] = []
        for face in range(rank - 1, JOKER, 13):
            found += [face] * self.have[face]
        return found[:most]

    # ------------------------------------------------------------ one meld

    def _lay(self, row: list[Card], kind: int, suit: int, first: int) -> bool:
        """Take a meld's cards out of the hand. False if that leads nowhere; it must be undone either way."""
        wild = 0
        for card in row:
            if card == JOKER:
                wild += 1
            else:
                self.have[card] -= 1
                self.ranks[RANK[card]] -= 1
        self.wild -= wild
        self.forced += self._forced(wild, len(row))
        self.rows.append(row)
        self.kinds.append((kind, suit, first))
        return self.wild >= 0 and self.forced <= self.blanks

    def _unlay(self) -> None:
        row = self.rows.pop()
        self.kinds.pop()
        wild = 0
        for card in row:
            if card == JOKER:
                wild += 1
            else:
                self.have[card] += 1
                self.ranks[RANK[card]] += 1
        self.wild += wild
        self.forced -= self._forced(wild, len(row))

    def _forced(self, wild: int, size: int) -> int:
        return max(0, wild - min(size - 1, self.melding.most_jokers))

    # ------------------------------------------------------------ the rest of the hand

    def _all_laid(self) -> bool:
        if self.just_one:
            return True
        rows = [row[:] for row in self.rows]
        kinds = self.kinds[:]
        have = self.have[:]
        have[JOKER] = self.wild
        if self.melding.long:
            self._lengthen(rows, kinds, have)
        else:
            self._spend_jokers(rows, have)
        for row, kind in zip(rows, kinds, strict=True):
            if kind[0] == BOOK:
                row.sort()
        left = 0
        for face in range(53):
            left += have[face] * self.points[face]
        order = sorted(range(len(rows)), key=lambda at: (kinds[at], rows[at]))
        key = tuple([tuple(sorted(rows[at])) for at in order])  # the same cards are the same lay-down
        if key not in self.seen:
            self.seen.add(key)
            melds = [Meld(0, kinds[at][0], kinds[at][1], kinds[at][2], tuple(rows[at])) for at in order]
            self.found.append(LayDown(melds, left))
        return len(self.found) == self.most

    def _room(self, row: list[Card]) -> int:
        """How many jokers more a meld of this size may hold."""
        return min(len(row) - 1, self.melding.most_jokers) - row.count(JOKER)

    def _spend_jokers(self, rows: list[list[Card]], have: list[int]) -> None:
        """Jokers that are left go where a cheaper card lies, the cheapest first."""
        if have[JOKER] == 0:
            return
        places = [
            (self.points[card], number, at)
            for number, row in enumerate(rows)
            for at, card in enumerate(row)
            if card != JOKER and self.points[card] < self.points[JOKER]
        ]
        for _, number, at in sorted(places):
            row = rows[number]
            if have[JOKER] and self._room(row) > 0:
                have[row[at]] += 1
                have[JOKER] -= 1
                row[at] = JOKER

    def _lengthen(self, rows: list[list[Card]], kinds: list[tuple[int, int, int]], have: list[int]) -> None:
        """Cards of a book's rank go to the book; jokers wherever there is room."""
        for row, (kind, _, rank) in zip(rows, kinds, strict=True):
            if kind == BOOK:
                for suit in range(4):
                    face = suit * 13 + rank - 1
                    row[:0] = [face] * have[face]
                    have[face] = 0
        longest = HIGH_ACE if self.melding.both_aces else HIGH_ACE - 1
        for number, row in enumerate(rows):
            kind, suit, first = kinds[number]
            while have[JOKER] and row.count(JOKER) < self.melding.most_jokers:
                if kind == BOOK:
                    row.append(JOKER)
                elif len(row) == longest:
                    break
                elif first + len(row) <= HIGH_ACE:
                    row.append(JOKER)
                else:
                    first -= 1
                    kinds[number] = (kind, suit, first)
                    row.insert(0, JOKER)
                have[JOKER] -= 1
