"""Building a lay-down: filling the places of its melds with cards, and deciding what to do with leftover jokers."""

from typing import Final

from parlour.cards import JOKER, RANK, Card
from parlour.games.rummy.lay_downs.contract import Contract
from parlour.games.rummy.lay_downs.solver import least_naturals
from parlour.games.rummy.melds import BOOK, HIGH_ACE, RUN, Meld, Melding, face_at

RunPlace = tuple[int, int, int, int, int]  # the place of a run: worth of its cards (negative), -first, suit, size, bits

NEVER: Final = 1 << 40
CHEAP: Final = 1  # the worth of a card that can be played on the table

# What to do with leftover jokers
SPENT: Final = 0  # lay them so that the cards left in hand are worth the least
KEPT: Final = 1
FREEING: Final = 2  # lay them in place of natural cards that are cheap to keep, even if melds may be long


class Aim:
    """What to look for in a lay-down. `worth` is what it costs to keep each card. With `throws`, the most expensive
    card left will be discarded and costs nothing."""

    def __init__(self, contract: Contract, melding: Melding, worth: list[int], throws: bool) -> None:
        self.contract = contract
        self.melding = melding
        self.worth = worth
        self.throws = throws
        self.faces: list[Card] = []  # the different cards of the hand
        self.held = 0  # how many cards the hand has
        self.longest = 0  # the longest run, if it may be longer than the contract asks
        if melding.long:
            self.longest = HIGH_ACE if melding.both_aces else HIGH_ACE - 1

    def cost_of(self, left: list[int]) -> int:
        """What it costs to keep these cards, given as counts by card."""
        cost = 0
        dearest = 0
        worths = self.worth
        for face in self.faces:
            count = left[face]
            if count:
                worth = worths[face]
                cost += count * worth
                if worth > dearest:
                    dearest = worth
        return cost - dearest if self.throws else cost


class FoundLayDown:
    """One way to lay down: its melds in the order of the contract, and what stays in hand."""

    def __init__(self, melds: list[Meld], left: list[int], stays: int, cost: int) -> None:
        self.melds = melds
        self.left = left  # how many of each card stay
        self.stays = stays  # how many cards stay in all
        self.cost = cost  # what it costs to keep them


class Places:
    """Places for the melds, filled with natural cards where the hand has them and jokers elsewhere. `runs` and `ranks`
    are in the order of the contract's runs and books."""

    def __init__(self, aim: Aim, hand: list[int], runs: list[RunPlace], ranks: list[int]) -> None:
        self.aim = aim
        self.melding = aim.melding
        self.worth = aim.worth
        self.rows: list[list[Card]] = []
        self.kinds: list[tuple[int, int, int]] = []  # by row: kind, suit, first
        self.sizes: list[int] = [*aim.contract.run_sizes.sizes, *aim.contract.book_sizes.sizes]  # by row: what is asked
        self.left: list[int] = hand[:]  # by card: how many stay in hand
        for _, above, suit, size, _ in runs:
            first = -above
            faces = [face_at(suit, place) for place in range(first, first + size)]
            self._place(faces[::-1] if size == HIGH_ACE else faces, RUN, suit, first)
            if size == HIGH_ACE:
                self.rows[-1].reverse()  # the one ace goes high
        sizes = aim.contract.book_sizes.sizes
        for number, rank in enumerate(ranks):
            size = sizes[number]
            cards = of_rank(rank, self.left, self.worth)
            del cards[size:]
            while len(cards) < size:
                cards.append(JOKER)
            self._place(cards, BOOK, 0, rank)
        if self.melding.long and ranks:
            self._add_rest()

    def _place(self, faces: list[Card], kind: int, suit: int, first: int) -> None:
        """Fill a row with the natural cards that the hand has, and with jokers in the other places."""
        left = self.left
        row: list[Card] = []
        for face in faces:
            count = left[face]
            if count and face != JOKER:
                left[face] = count - 1
                row.append(face)
            else:
                left[JOKER] -= 1
                row.append(JOKER)
        self.rows.append(row)
        self.kinds.append((kind, suit, first))

    def _add_rest(self) -> None:
        """Add the rest of each rank to its first book."""
        left = self.left
        for number in range(len(self.rows)):
            kind, _, rank = self.kinds[number]
            if kind == BOOK:
                for face in range(rank - 1, JOKER, 13):
                    for _ in range(left[face]):
                        self.rows[number].append(face)
                    left[face] = 0

    # ------------------------------------------------------------ natural cards for every meld

    def share_out(self) -> bool:
        """Give every meld the natural cards it must have (T3, P3). False if that is impossible."""
        for number, row in enumerate(self.rows):
            while self._lacks(row):
                if not self._give(self.rows, number, [number]):
                    return False
        return True

    def _lacks(self, row: list[Card]) -> bool:
        return len(row) - row.count(JOKER) < least_naturals(len(row), self.melding)

    def _give(self, rows: list[list[Card]], number: int, asked: list[int]) -> bool:
        """Trade a joker of this meld for a natural card of another one that can spare it, or that gets one in turn."""
        row = rows[number]
        for at in range(len(row)):
            if row[at] != JOKER:
                continue
            for donor in range(len(rows)):
                if donor in asked:
                    continue
                for place, card in enumerate(rows[donor]):
                    if self._fits(number, at, card):
                        row[at], rows[donor][place] = card, JOKER
                        if not self._lacks(rows[donor]) or self._give(rows, donor, [*asked, donor]):
                            return True
                        row[at], rows[donor][place] = JOKER, card
        return False

    # ------------------------------------------------------------ leftover cards

    def may_keep(self) -> bool:
        """Does a meld that is longer than it must be hold a card that is cheap to keep?"""
        for number, row in enumerate(self.rows):
            if len(row) > self.sizes[number]:
                for card in row:
                    if self.worth[card] <= CHEAP:
                        return True
        return False

    def built(self, jokers: int, keeps: bool) -> FoundLayDown:
        """The finished lay-down. `jokers` says what to do with leftover jokers. With `keeps`, spare cards that are
        cheap to keep stay in hand, and always one to discard, so that the seat need not go around (T21, P10)."""
        if not keeps and (jokers == KEPT or not self.left[JOKER]):
            return self._laid(self.rows, self.kinds, self.left)
        rows = [row[:] for row in self.rows]
        kinds = self.kinds[:]
        left = self.left[:]
        if left[JOKER] and jokers != KEPT:
            if jokers == SPENT and self.melding.long:
                self._lengthen(rows, kinds, left)
            else:
                self._replace(rows, left, CHEAP if jokers == FREEING else self.worth[JOKER] - 1)
        if keeps:
            self._take_back(rows, kinds, left)
        return self._laid(rows, kinds, left)

    def trimmed(self) -> FoundLayDown | None:
        """The lay-down with no more cards than the contract asks for, or None if that is impossible."""
        rows = [row[:] for row in self.rows]
        kinds = self.kinds[:]
        left = self.left[:]
        for number in range(len(rows)):
            while self._take_one(rows, kinds, left, number, NEVER):
                pass
        for number, row in enumerate(rows):
            if len(row) > self.sizes[number]:
                return None
        return self._laid(rows, kinds, left)

    def _laid(self, rows: list[list[Card]], kinds: list[tuple[int, int, int]], left: list[int]) -> FoundLayDown:
        melds: list[Meld] = []
        orders: list[int] = []
        stays = self.aim.held
        for number in range(len(rows)):
            row = rows[number]
            kind, suit, first = kinds[number]
            stays -= len(row)
            order = order_of(kind, self.sizes[number], suit, first)
            at = len(melds)
            while at and orders[at - 1] > order:
                at -= 1
            melds.insert(at, Meld(0, kind, suit, first, tuple(sorted(row) if kind == BOOK else row)))
            orders.insert(at, order)
        return FoundLayDown(melds, left, stays, self.aim.cost_of(left))

    def _room(self, row: list[Card]) -> bool:
        """May a joker replace one more natural card of this row?"""
        return row.count(JOKER) < min(len(row) - 1, self.melding.most_jokers)

    def _replace(self, rows: list[list[Card]], left: list[int], most: int) -> None:
        """Put leftover jokers in place of cards that cost at most `most` to keep, the cheapest first."""
        while left[JOKER]:
            places = [
                (self.worth[card], number, at)
                for number, row in enumerate(rows)
                for at, card in enumerate(row)
                if card != JOKER and self.worth[card] <= most
            ]
            for _, number, at in sorted(places):
                row = rows[number]
                if self._room(row) or self._give(rows, number, [number]):
                    left[row[at]] += 1
                    left[JOKER] -= 1
                    row[at] = JOKER
                    break
            else:
                return

    def _fits(self, number: int, at: int, card: Card) -> bool:
        """Is this the card that a joker stands for at that place of that meld?"""
        kind, suit, first = self.kinds[number]
        if card == JOKER:
            return False
        return RANK[card] == first if kind == BOOK else card == face_at(suit, first + at)

    def _lengthen(self, rows: list[list[Card]], kinds: list[tuple[int, int, int]], left: list[int]) -> None:
        """Add leftover jokers wherever there is room."""
        for number, row in enumerate(rows):
            kind, suit, first = kinds[number]
            while left[JOKER] and row.count(JOKER) < self.melding.most_jokers:
                if kind == BOOK:
                    row.append(JOKER)
                elif len(row) == self.aim.longest:
                    break
                elif first + len(row) <= HIGH_ACE:
                    row.append(JOKER)
                else:
                    first -= 1
                    kinds[number] = (kind, suit, first)
                    row.insert(0, JOKER)
                left[JOKER] -= 1

    def _take_back(self, rows: list[list[Card]], kinds: list[tuple[int, int, int]], left: list[int]) -> None:
        for number in range(len(rows)):
            while self._take_one(rows, kinds, left, number, CHEAP):
                pass
        for number in range(len(rows)):
            if sum(left) == 0:
                self._take_one(rows, kinds, left, number, NEVER)

    def _take_one(
        self, rows: list[list[Card]], kinds: list[tuple[int, int, int]], left: list[int], number: int, most: int
    ) -> bool:
        """Take one card that costs at most `most` to keep out of a meld that is longer than it must be."""
        row = rows[number]
        kind, suit, first = kinds[number]
        if len(row) == self.sizes[number]:
            return False
        spare = len(row) - row.count(JOKER) > least_naturals(len(row) - 1, self.melding)
        for at in range(len(row)) if kind == BOOK else (len(row) - 1, 0):
            card = row[at]
            if self.worth[card] <= most and (spare or card == JOKER):
                left[card] += 1
                del row[at]
                if kind == RUN and at == 0:
                    kinds[number] = (kind, suit, first + 1)
                return True
        return False


def order_of(kind: int, size: int, suit: int, first: int) -> int:
    """A key for sorting melds as the contract does, books before runs and by the size it asks for; then low before
    high."""
    return (kind * 8 + size) * 100 + suit * 20 + first


def of_rank(rank: int, have: list[int], worth: list[int]) -> list[Card]:
    """The cards of a rank, the most expensive first, so that those that can be played on the table stay in hand."""
    cards: list[Card] = []
    for face in range(rank - 1, JOKER, 13):
        for _ in range(have[face]):
            at = len(cards)
            while at and worth[cards[at - 1]] < worth[face]:
                at -= 1
            cards.insert(at, face)
    return cards
