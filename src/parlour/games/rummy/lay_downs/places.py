"""A lay-down in the making: places for its melds, filled with cards, and what becomes of those that are left over."""

from typing import Final

from parlour.cards import JOKER, RANK, Card
from parlour.games.rummy.lay_downs.exact import least_naturals
from parlour.games.rummy.lay_downs.solver import RUN_SIZE, Contract
from parlour.games.rummy.melds import BOOK, HIGH_ACE, RUN, Meld, Melding, face_at

Window = tuple[int, int, int, int, int]  # a run's place: worth of its cards (negative), -first, suit, size, bits

NEVER: Final = 1 << 40
CHEAP: Final = 1  # the worth of a card that is as good as gone

# What becomes of jokers that are left over
SPENT: Final = 0  # so that what stays in hand is worth least
KEPT: Final = 1
FREEING: Final = 2  # in the place of natural cards that are cheap to keep, even if melds may be long


class Aim:
    """What a lay-down is to be. `worth` is what it costs to keep a card; if `throws`, the dearest of those that stay
    will be thrown, and costs nothing."""

    def __init__(self, contract: Contract, melding: Melding, worth: list[int], throws: bool) -> None:
        self.contract = contract
        self.melding = melding
        self.worth = worth
        self.throws = throws
        self.faces: list[Card] = []  # that the hand has
        self.held = 0  # how many cards it has
        self.longest = RUN_SIZE  # run
        if melding.long:
            self.longest = HIGH_ACE if melding.both_aces else HIGH_ACE - 1

    def cost_of(self, left: list[int]) -> int:
        """Of keeping so many of each card."""
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
        self.left = left  # how many of each card
        self.stays = stays  # how many in all
        self.cost = cost  # of what stays, by the worth of the cards


class Places:
    """Places for the melds, filled with cards: natural ones where the hand has them."""

    def __init__(self, aim: Aim, hand: list[int], runs: list[Window], ranks: list[int]) -> None:
        self.aim = aim
        self.melding = aim.melding
        self.worth = aim.worth
        self.rows: list[list[Card]] = []
        self.kinds: list[tuple[int, int, int]] = []  # of each row: kind, suit, first
        self.left: list[int] = hand[:]  # of each card, what stays in hand
        for _, above, suit, size, _ in runs:
            first = -above
            faces = [face_at(suit, place) for place in range(first, first + size)]
            self._place(faces[::-1] if size == HIGH_ACE else faces, RUN, suit, first)
            if size == HIGH_ACE:
                self.rows[-1].reverse()  # the one ace goes high
        size = aim.contract.book_size
        for rank in ranks:
            cards = of_rank(rank, self.left, self.worth)
            del cards[size:]
            while len(cards) < size:
                cards.append(JOKER)
            self._place(cards, BOOK, 0, rank)
        if self.melding.long and ranks:
            self._add_rest()

    def _place(self, faces: list[Card], kind: int, suit: int, first: int) -> None:
        """A natural card in every place for which the hand has it, and a joker in the others."""
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
        """All there is of a rank goes to its first book."""
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
        """T3, P3: let every meld have the natural cards it must have. False if that cannot be."""
        for number, row in enumerate(self.rows):
            while self._lacks(row):
                if not self._give(self.rows, number, [number]):
                    return False
        return True

    def _size(self, kind: int) -> int:
        """What the contract asks of a meld."""
        return self.aim.contract.book_size if kind == BOOK else RUN_SIZE

    def _lacks(self, row: list[Card]) -> bool:
        return len(row) - row.count(JOKER) < least_naturals(len(row), self.melding)

    def _give(self, rows: list[list[Card]], number: int, asked: list[int]) -> bool:
        """One natural card to this meld, for a joker: from another that can spare it or is given one in turn."""
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

    # ------------------------------------------------------------ what is left over

    def may_keep(self) -> bool:
        """Is something laid that is cheap to keep, in a meld that has cards to spare?"""
        for number, row in enumerate(self.rows):
            if len(row) > self._size(self.kinds[number][0]):
                for card in row:
                    if self.worth[card] <= CHEAP:
                        return True
        return False

    def built(self, jokers: int, keeps: bool) -> FoundLayDown:
        """The lay-down, with the jokers that are left spent or not. `keeps`: what is cheap to keep and not needed stays
        in hand, and in any case a card to throw, so that it does not go around (T21, P10) where it can go out."""
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
        """With no more cards than the contract asks for; None if that cannot be."""
        rows = [row[:] for row in self.rows]
        kinds = self.kinds[:]
        left = self.left[:]
        for number in range(len(rows)):
            while self._take_one(rows, kinds, left, number, NEVER):
                pass
        for row, kind in zip(rows, kinds, strict=True):
            if len(row) > self._size(kind[0]):
                return None
        return self._laid(rows, kinds, left)

    def _laid(self, rows: list[list[Card]], kinds: list[tuple[int, int, int]], left: list[int]) -> FoundLayDown:
        melds: list[Meld] = []
        stays = self.aim.held
        for number in range(len(rows)):
            row = rows[number]
            kind, suit, first = kinds[number]
            stays -= len(row)
            at = len(melds)
            while at and order_of(melds[at - 1]) > kind * 100 + suit * 20 + first:
                at -= 1
            melds.insert(at, Meld(0, kind, suit, first, tuple(sorted(row) if kind == BOOK else row)))
        return FoundLayDown(melds, left, stays, self.aim.cost_of(left))

    def _room(self, row: list[Card]) -> bool:
        """May it hold one more joker in the place of a card?"""
        return row.count(JOKER) < min(len(row) - 1, self.melding.most_jokers)

    def _replace(self, rows: list[list[Card]], left: list[int], most: int) -> None:
        """Jokers that are left go where a card lies that costs no more than that to keep, the cheapest first."""
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
        """Is this what a joker stands for in that place of that meld?"""
        kind, suit, first = self.kinds[number]
        if card == JOKER:
            return False
        return RANK[card] == first if kind == BOOK else card == face_at(suit, first + at)

    def _lengthen(self, rows: list[list[Card]], kinds: list[tuple[int, int, int]], left: list[int]) -> None:
        """Jokers that are left go wherever there is room."""
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
        """One card that costs no more than that to keep, from a meld that is longer than it must be."""
        row = rows[number]
        kind, suit, first = kinds[number]
        if len(row) == self._size(kind):
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


def order_of(meld: Meld) -> int:
    """Books first, the lowest first."""
    return meld.kind * 100 + meld.suit * 20 + meld.first


def of_rank(rank: int, have: list[int], worth: list[int]) -> list[Card]:
    """What there is of a rank, the dearest first: what can be played elsewhere rather stays."""
    cards: list[Card] = []
    for face in range(rank - 1, JOKER, 13):
        for _ in range(have[face]):
            at = len(cards)
            while at and worth[cards[at - 1]] < worth[face]:
                at -= 1
            cards.insert(at, face)
    return cards
