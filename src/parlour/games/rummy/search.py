"""Finding lay-downs: whether there is one, and the best few by what they leave in hand.

A lay-down is found in two steps. First the places: every choice of stretches for the runs and of ranks for the books,
the most valuable first, as long as it can still be among the best few. Then the cards: a place is filled by the natural
card if the hand has it and by a joker if not. Where that leaves a meld without the natural cards it must have, another
gives it one and takes the joker instead; the cards that are laid are the same. Jokers that are left over replace the
natural cards that are cheapest to keep, or are added where melds may be long; or they stay in hand.
"""

from typing import Final

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.melds import HIGH_ACE, Melding
from parlour.games.rummy.places import NEVER, SPENT, Aim, LayDown, Places, Window
from parlour.games.rummy.solver import BITS, RUN_SIZE, SUIT_MASK, Contract, Lacking
from parlour.games.rummy.strict import Strict, least_naturals

MANY_JOKERS: Final = 3  # from here on a meld may be left without a natural card
MOST_RUNS: Final = 3  # that `solver` counts right

# Numbers by whose sum the cards that are left can be told from others.
MARKS: Final[list[int]] = [pow(3, 17 * face + 5, (1 << 44) - 17) for face in range(JOKER)]

COUNT: Final[list[int]] = [bin(mask).count("1") for mask in range(SUIT_MASK + 1)]


def can_lay(hand: list[Card], contract: Contract, melding: Melding) -> bool:
    """Can this hand lay down this contract?"""
    if len(hand) < contract.cards:
        return False
    if contract.runs > MOST_RUNS:
        return Strict(hand, contract, melding).lays(0)
    lacking = Lacking(hand)
    lacking.enough = lacking.jokers
    if lacking.find(contract, lacking.jokers) > lacking.jokers:
        return False
    if lacking.jokers < MANY_JOKERS and lacking.jokers <= melding.most_jokers:
        return True
    lacking.least_book = least_naturals(contract.book_size, melding)
    lacking.least_run = least_naturals(RUN_SIZE, melding)
    if lacking.find(contract, lacking.jokers) <= lacking.jokers:
        return True
    return Strict(hand, contract, melding).lays(0)


def short(hand: list[Card], contract: Contract, melding: Melding) -> int:
    """The fewest cards, any one likes, that would have to come to this hand before it can lay down."""
    lacking = Lacking(hand)
    cards = 0
    if contract.runs <= MOST_RUNS:
        cards = max(0, lacking.find(contract, contract.cards) - lacking.jokers)
        if lacking.jokers < MANY_JOKERS and lacking.jokers <= melding.most_jokers:
            return cards
    strict = Strict(hand, contract, melding)
    while not strict.lays(cards):
        cards += 1
    return cards


def best_lay_down(hand: list[Card], contract: Contract, melding: Melding, points: list[int]) -> LayDown | None:
    """The lay-down that leaves the fewest points, or None if there is none."""
    found = Search(hand, Aim(contract, melding, points, False), 1).best()
    return found[0].built(SPENT, False) if found else None


class Choice:
    """Places for all the melds, and what it costs to keep the cards that then stay in hand."""

    def __init__(self, cost: int, runs: list[Window], ranks: list[int]) -> None:
        self.cost = cost
        self.runs = runs
        self.ranks = ranks


class Search:
    """The best few choices of places for one hand."""

    def __init__(self, hand: list[Card], aim: Aim, most: int) -> None:
        contract = aim.contract
        worth = aim.worth
        self.aim = aim
        self.contract = contract
        self.worth = worth
        self.long: bool = aim.melding.long
        self.most = most
        self.have: list[int] = [0] * (JOKER + 1)
        self.ranks: list[int] = [0] * 14  # how many cards of a rank are left
        self.there: list[int] = [0] * 4  # of each suit, which cards are left, as bits by position
        self.whole = 0  # what it costs to lay nothing but jokers
        self.dearest = 0
        self.throws: bool = aim.throws
        self.mark = 0  # of the cards that are left
        for card in hand:
            self.have[card] += 1
            self.ranks[RANK[card]] += 1
            if worth[card] > self.dearest:
                self.dearest = worth[card]
            if card != JOKER:
                self.mark += MARKS[card]
                self.whole += worth[card]
                self.there[SUIT[card]] |= BITS[card]
        self.in_hand: list[int] = self.have[:]
        aim.faces = [face for face in range(JOKER + 1) if self.have[face]]
        self.by_worth: list[Card] = []  # the natural cards, the dearest first
        if self.throws:
            for face in aim.faces:
                if face != JOKER:
                    at = len(self.by_worth)
                    while at and worth[self.by_worth[at - 1]] < worth[face]:
                        at -= 1
                    self.by_worth.insert(at, face)
        melds = contract.books + contract.runs
        self.jokers: int = min(self.have[JOKER], aim.melding.most_jokers * melds)  # that can be laid
        self.limited: bool = aim.melding.most_jokers < self.have[JOKER]
        self.careful: bool = self.limited or self.jokers >= MANY_JOKERS  # a meld may lack its natural card
        self.whole += (self.have[JOKER] - self.jokers) * worth[JOKER]
        if self.throws:
            self.whole -= self.dearest
        self.windows: list[Window] = self._windows() if contract.runs else []
        self.books: list[tuple[int, int]] = self._book_ranks() if contract.books else []
        self.for_books: int = -self.books[0][0] * contract.books if self.books else 0
        self.chosen: list[Window] = []
        self.chosen_ranks: list[int] = []
        self.found: list[Choice] = []
        self.seen: set[int] = set()
        self.worst: int = NEVER  # what a choice must be better than

    def best(self) -> list[Places]:
        """The best first."""
        self._runs(0, self.contract.runs, 0, self.jokers)
        best: list[Places] = []
        for choice in self.found:
            places = self._filled(choice)
            places.share_out()
            best.append(places)
        return best

    # ------------------------------------------------------------ where runs and books could lie

    def _windows(self) -> list[Window]:
        """The most valuable first, and of equal ones the highest, for jokers go high (T4). Long runs begin and end with
        a natural card, because jokers at an end can be added afterwards."""
        found: list[Window] = []
        for suit in range(4):
            there = self.there[suit]
            if there == 0:
                continue
            for first in range(1, HIGH_ACE + 2 - RUN_SIZE):
                begins = there >> first - 1 & 1
                for size in range(RUN_SIZE, min(self.aim.longest, HIGH_ACE + 1 - first) + 1):
                    if size > RUN_SIZE:
                        if not begins:
                            break
                        if not there >> first + size - 2 & 1:
                            continue
                    mask = (1 << size) - 1 << first - 1
                    count = COUNT[mask & there]
                    if count and size - count <= self.jokers:
                        worth = 0
                        for place in range(first, first + size):
                            if there >> place - 1 & 1:
                                worth += self.worth[suit * 13 + (place - 1) % 13]
                        found.append((-worth, -first, suit, size, mask))
        found.sort()
        return found

    def _book_ranks(self) -> list[tuple[int, int]]:
        """The most valuable first: what a book of a rank is worth at most, as a negative number, and the rank."""
        size = self.contract.book_size
        found: list[tuple[int, int]] = []
        for rank in range(1, 14):
            if self.ranks[rank] and size - self.ranks[rank] <= self.jokers:
                cards = self._of_rank(rank)
                found.append((-self._worth_of(cards if self.long else cards[:size]), rank))
        found.sort()
        return found

    def _of_rank(self, rank: int) -> list[Card]:
        """What is left of a rank, the dearest first: what can be played elsewhere rather stays."""
        cards: list[Card] = []
        for face in range(rank - 1, JOKER, 13):
            for _ in range(self.have[face]):
                at = len(cards)
                while at and self.worth[cards[at - 1]] < self.worth[face]:
                    at -= 1
                cards.insert(at, face)
        return cards

    # ------------------------------------------------------------ choosing them

    def _runs(self, at: int, left: int, laid: int, jokers: int) -> None:
        """The rest of the runs, then the books. `laid` is the worth of the natural cards in them."""
        if left == 0:
            self._books(0, self.contract.books, laid, jokers)
            return
        for index in range(at, len(self.windows)):
            window = self.windows[index]
            worth, above, suit, size, mask = window
            if self.whole - laid + worth * left - self.for_books >= self.worst:
                return
            used = mask & self.there[suit]
            if size == HIGH_ACE and self.have[suit * 13] == 1:
                used &= ~1  # the one ace goes high
            missing = size - COUNT[used]
            if missing <= jokers:
                cards = [suit * 13 + place % 13 for place in range(-above - 1, size - above - 1) if used >> place & 1]
                self._take(cards)
                more = self._worth_of(cards)
                self.chosen.append(window)
                self._runs(index, left - 1, laid + more, jokers - missing)
                self.chosen.pop()
                self._put_back(cards)

    def _books(self, at: int, left: int, laid: int, jokers: int) -> None:
        if left == 0:
            self._all_placed(laid, jokers)
            return
        size = self.contract.book_size
        for index in range(at, len(self.books)):
            worth, rank = self.books[index]
            if self.whole - laid + worth * left >= self.worst:
                return
            missing = size - self.ranks[rank]
            if missing <= jokers:
                cards = self._of_rank(rank)
                more = self._worth_of(cards if self.long else cards[:size])
                if self.long and self.chosen_ranks and self.chosen_ranks[-1] == rank:
                    more = 0  # what the first book of a rank does not need has been counted
                cards = cards[:size]
                self._take(cards)
                self.chosen_ranks.append(rank)
                self._books(index, left - 1, laid + more, jokers - max(0, missing))
                self.chosen_ranks.pop()
                self._put_back(cards)

    def _worth_of(self, cards: list[Card]) -> int:
        worth = 0
        for card in cards:
            worth += self.worth[card]
        return worth

    def _take(self, cards: list[Card]) -> None:
        """Out of the hand."""
        for card in cards:
            self.have[card] -= 1
            self.mark -= MARKS[card]
            self.ranks[RANK[card]] -= 1
            if self.have[card] == 0:
                self.there[SUIT[card]] &= ~BITS[card]

    def _put_back(self, cards: list[Card]) -> None:
        for card in cards:
            self.have[card] += 1
            self.mark += MARKS[card]
            self.ranks[RANK[card]] += 1
            self.there[SUIT[card]] |= BITS[card]

    def _all_placed(self, laid: int, jokers: int) -> None:
        """Keep it, if it is one of the best so far."""
        if self.whole - laid >= self.worst:
            return
        cost = self.whole - laid  # as if all jokers that can be laid were laid
        key = self.mark
        for rank in self.chosen_ranks if self.long else ():
            for face in range(rank - 1, JOKER, 13):
                key -= self.have[face] * MARKS[face]
        if self.throws:
            cost += self.dearest - self._dearest_left()
        if cost >= self.worst or key in self.seen:
            return
        choice = Choice(cost, self.chosen[:], self.chosen_ranks[:])
        if self.careful or (jokers and not self.long):
            places = self._filled(choice)
            if not places.share_out():
                return
            choice.cost = places.built(SPENT, False).cost
        if not self.limited:  # else it matters in which melds the same cards lie
            self.seen.add(key)
        at = len(self.found)
        while at and self.found[at - 1].cost > choice.cost:
            at -= 1
        self.found.insert(at, choice)
        if len(self.found) > self.most:
            self.found.pop()
        if len(self.found) == self.most:
            self.worst = self.found[-1].cost

    def _dearest_left(self) -> int:
        for face in self.by_worth:
            if self.have[face] and not (self.long and RANK[face] in self.chosen_ranks):
                return self.worth[face]
        return 0

    def _filled(self, choice: Choice) -> Places:
        return Places(self.aim, self.in_hand, choice.runs, choice.ranks)
