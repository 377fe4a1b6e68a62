"""Finding lay-downs: whether a hand has one, and the best few by what they leave in hand.

The search takes two steps. The first chooses places: stretches of positions for the runs and ranks for the books, the
most valuable first, giving up a choice as soon as it can't be among the best few. The second fills the places: with the
natural card if the hand has it, otherwise with a joker. If that leaves a meld without the natural cards it must have,
another meld gives it one and takes the joker instead, so the same cards are laid. Leftover jokers replace the natural
cards that are cheapest to keep, or lengthen melds where that is allowed, or stay in hand (`places`).
"""

from typing import Final

from mypy_extensions import i64

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.lay_downs.contract import Contract
from parlour.games.rummy.lay_downs.exact import Strict
from parlour.games.rummy.lay_downs.places import NEVER, SPENT, Aim, FoundLayDown, Places, RunPlace, of_rank
from parlour.games.rummy.lay_downs.solver import BITS, SUIT_MASK, Lacking
from parlour.games.rummy.melds import HIGH_ACE, Melding

MANY_JOKERS: Final = 3  # with this many, a meld may be left without a natural card
MOST_RUNS: Final = 3  # the most that `solver` counts correctly

# One number for each card. The sum of these numbers identifies the cards left in hand.
MARKS: Final[list[int]] = [pow(3, 17 * face + 5, (1 << 44) - 17) for face in range(JOKER)]

RANK_BITS: Final[list[int]] = [1 << rank for rank in range(14)]
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
    lacking.limit_jokers(melding)
    if lacking.find(contract, lacking.jokers) <= lacking.jokers:
        return True
    return Strict(hand, contract, melding).lays(0)


def short(hand: list[Card], contract: Contract, melding: Melding) -> int:
    """The fewest cards, of any kind, that this hand needs before it can lay down."""
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


def best_lay_down(hand: list[Card], contract: Contract, melding: Melding, points: list[int]) -> FoundLayDown | None:
    """The lay-down that leaves the fewest points, or None if there is none."""
    found = Search(hand, Aim(contract, melding, points, False), 1).best()
    return found[0].built(SPENT, False) if found else None


class PlaceChoice:
    """Places for all the melds, and what it costs to keep the cards that stay in hand."""

    def __init__(self, cost: int, runs: list[RunPlace], ranks: list[int]) -> None:
        self.cost = cost
        self.runs = runs
        self.ranks = ranks


class Search:
    """The best few choices of places for one hand."""

    def __init__(self, hand: list[Card], aim: Aim, most: int) -> None:
        contract = aim.contract
        worth = aim.worth
        have = [0] * (JOKER + 1)
        ranks = [0] * 14
        there = [0] * 4
        faces: list[Card] = []
        whole = 0
        for card in hand:
            if have[card] == 0:
                faces.append(card)
            have[card] += 1
            if card != JOKER:
                ranks[RANK[card]] += 1
                whole += worth[card]
                there[SUIT[card]] |= BITS[card]
        faces.sort()
        aim.faces = faces
        aim.held = len(hand)
        self.aim = aim
        self.contract = contract
        self.worth = worth
        self.long: bool = aim.melding.long
        self.most = most
        self.have: list[int] = have
        self.ranks: list[int] = ranks  # by rank: how many cards are left
        self.there: list[int] = there  # by suit: which cards are left, as bits by position
        self.throws: bool = aim.throws
        self.in_hand: list[int] = have[:]
        # The natural cards, the most expensive first.
        self.by_worth: list[Card] = [card & 63 for card in sorted([face - 64 * worth[face] for face in faces])]
        self.dearest: int = worth[self.by_worth[0]] if faces else 0
        if have[JOKER]:
            self.by_worth.remove(JOKER)
        jokers = have[JOKER]
        self.jokers: int = min(jokers, aim.melding.most_jokers * (contract.books + contract.runs))  # that can be laid
        self.limited: bool = aim.melding.most_jokers < jokers
        self.careful: bool = self.limited or self.jokers >= MANY_JOKERS  # a meld may lack natural cards
        # The cost of laying nothing but jokers.
        self.whole: int = whole + (jokers - self.jokers) * worth[JOKER] - (self.dearest if aim.throws else 0)
        # For each run of the contract: where it could lie, how many runs from it on have its size, and what the runs of
        # other sizes after them are worth at most. The same for books, with the running sums of what ranks are worth.
        self.windows: list[list[RunPlace]] = []
        self.alike_runs: list[int] = contract.run_sizes.alike
        self.later_runs: list[int] = [0] * contract.runs
        self.books: list[list[tuple[int, int]]] = []
        self.sums: list[list[int]] = []
        self.alike_books: list[int] = contract.book_sizes.alike
        self.later_books: list[int] = [0] * contract.books
        self._find_windows()
        self._find_ranks()
        self.for_books: int = self._at_most(0, 0, self.alike_books[0]) if contract.books else 0
        self.chosen: list[RunPlace] = []
        self.chosen_ranks: list[int] = []
        self.found: list[PlaceChoice] = []
        self.seen: set[int] = set()
        self.worst: int = NEVER  # the cost that a new choice must beat

    def best(self) -> list[Places]:
        """The best choices, filled with cards, best first."""
        self._runs(0, 0, 0, self.jokers)
        best: list[Places] = []
        for choice in self.found:
            places = self._filled(choice)
            places.share_out()
            best.append(places)
        return best

    # ------------------------------------------------------------ where runs and books could lie

    def _find_windows(self) -> None:
        for run, size in enumerate(self.contract.run_sizes.sizes):
            again = run and self.alike_runs[run - 1] > 1
            self.windows.append(self.windows[run - 1] if again else self._windows(size))
        for run in range(self.contract.runs - 1, -1, -1):
            beyond = run + self.alike_runs[run]
            if beyond < self.contract.runs and self.windows[beyond]:
                best = self.windows[beyond][0][0] * self.alike_runs[beyond]
                self.later_runs[run] = best + self.later_runs[beyond]

    def _windows(self, least: int) -> list[RunPlace]:
        """Places for a run, the most valuable first. Among equals the highest comes first, because jokers go high (T4).
        Long runs begin and end with a natural card, because jokers can be added at the ends afterward."""
        found: list[RunPlace] = []
        longest: i64 = max(least, self.aim.longest)
        jokers = self.jokers
        one: i64 = 1
        for suit in range(4):
            there: i64 = self.there[suit]
            if there == 0:
                continue
            for first in range(1, HIGH_ACE + 2 - least):
                low: i64 = first - 1
                begins = there >> low & 1
                size: i64 = least
                while size <= longest and low + size <= HIGH_ACE:
                    if size > least:
                        if not begins:
                            break
                        if not there >> low + size - 1 & 1:
                            size += 1
                            continue
                    mask: i64 = (one << size) - 1 << low
                    count = COUNT[mask & there]
                    if count and size - count <= jokers:
                        worth = 0
                        for place in range(low, low + size):
                            if there >> place & 1:
                                worth += self.worth[suit * 13 + place % 13]
                        found.append((-worth, -first, suit, size, mask))
                    size += 1
        found.sort()
        return found

    def _find_ranks(self) -> None:
        for book, size in enumerate(self.contract.book_sizes.sizes):
            if book and self.alike_books[book - 1] > 1:
                self.books.append(self.books[book - 1])
                self.sums.append(self.sums[book - 1])
                continue
            ranks = self._book_ranks(size)
            sums = [0]
            for worth, _ in ranks:
                sums.append(sums[-1] - worth)
            self.books.append(ranks)
            self.sums.append(sums)
        for book in range(self.contract.books - 1, -1, -1):
            beyond = book + self.alike_books[book]
            if beyond < self.contract.books:
                self.later_books[book] = self._at_most(beyond, 0, self.alike_books[beyond])

    def _book_ranks(self, size: int) -> list[tuple[int, int]]:
        """The most that a book of each rank is worth, as a negative number, and the rank; the most valuable first."""
        found: list[tuple[int, int]] = []
        for rank in range(1, 14):
            count = self.ranks[rank]
            if count and size - count <= self.jokers:
                found.append((-self._worth_of_rank(rank, size), rank))
        found.sort()
        return found

    def _worth_of_rank(self, rank: int, size: int) -> int:
        """What the cards are worth that a book of this rank would take."""
        if not self.long:
            return self._worth_of(of_rank(rank, self.have, self.worth)[:size])
        worth = 0
        for face in range(rank - 1, JOKER, 13):
            count = self.have[face]
            if count:
                worth += count * self.worth[face]
        return worth

    # ------------------------------------------------------------ choosing them

    def _runs(self, run: int, at: int, laid: int, jokers: int) -> None:
        """Choose the runs from number `run` on, then the books. `laid` is the worth of the natural cards laid."""
        if run == self.contract.runs:
            if self.long:
                self._long_books(0, 0, laid, jokers)
            else:
                self._books(0, 0, laid, jokers)
            return
        windows = self.windows[run]
        alike = self.alike_runs[run]
        rest = self.whole - laid - self.for_books + self.later_runs[run]
        for index in range(at, len(windows)):
            window = windows[index]
            worth, above, suit, size, mask = window
            if rest + worth * alike >= self.worst:
                return
            used = mask & self.there[suit]
            if size == HIGH_ACE and self.have[suit * 13] == 1:
                used &= ~1  # the one ace goes high
            missing = size - COUNT[used]
            if missing > jokers:
                continue
            cards = [suit * 13 + place % 13 for place in range(-above - 1, size - above - 1) if used >> place & 1]
            more = self._worth_of(cards)
            if rest - more + worth * (alike - 1) >= self.worst:
                continue
            self._take(cards)
            self.chosen.append(window)
            self._runs(run + 1, index if alike > 1 else 0, laid + more, jokers - missing)
            self.chosen.pop()
            self._put_back(cards)

    def _books(self, book: int, at: int, laid: int, jokers: int) -> None:
        if book == self.contract.books:
            self._all_placed(laid, jokers)
            return
        size = self.contract.book_sizes.sizes[book]
        ranks = self.books[book]
        alike = self.alike_books[book]
        rest = self.whole - laid - self.later_books[book]
        for index in range(at, len(ranks)):
            worth, rank = ranks[index]
            if rest + worth * alike >= self.worst:
                return
            missing = size - self.ranks[rank]
            if missing > jokers:
                continue
            cards = of_rank(rank, self.have, self.worth)[:size]
            more = self._worth_of(cards)
            if rest - more + worth * (alike - 1) >= self.worst:
                continue
            self._take(cards)
            self.chosen_ranks.append(rank)
            self._books(book + 1, index if alike > 1 else 0, laid + more, jokers - max(0, missing))
            self.chosen_ranks.pop()
            self._put_back(cards)

    def _long_books(self, book: int, at: int, laid: int, jokers: int) -> None:
        """Choose books that may be long. The first book of a rank has all of its cards; further ones share them."""
        if book == self.contract.books:
            self._all_placed(laid, jokers)
            return
        sizes = self.contract.book_sizes.sizes
        size = sizes[book]
        ranks = self.books[book]
        alike = self.alike_books[book]
        for index in range(at, len(ranks)):
            rank = ranks[index][1]
            taken = 0  # by books of this rank that have been chosen
            if index == at or size != sizes[0]:  # else the rank is a new one
                for number, other in enumerate(self.chosen_ranks):
                    if other == rank:
                        taken += sizes[number]
            if not taken and self.whole - laid - self._at_most(book, index, alike) >= self.worst:
                return
            missing = size - max(0, self.ranks[rank] - taken)
            if missing > jokers:
                continue
            more = 0 if taken else self._worth_of_rank(rank, size)
            if self.whole - laid - more - self._at_most(book, index + 1, alike - 1) >= self.worst:
                continue
            self.chosen_ranks.append(rank)
            self._long_books(book + 1, index if alike > 1 else 0, laid + more, jokers - max(0, missing))
            self.chosen_ranks.pop()

    def _at_most(self, book: int, at: int, alike: int) -> int:
        """The most that so many books of the size of this one are worth, of ranks from index `at` on, with all books of
        other sizes after them."""
        ranks = self.books[book]
        later = self.later_books[book]
        if not self.long:
            return (-ranks[at][0] * alike if ranks else 0) + later
        sums = self.sums[book]
        return sums[min(at + alike, len(ranks))] - sums[at] + later  # a second book of a rank adds nothing

    def _worth_of(self, cards: list[Card]) -> int:
        worth = 0
        worths = self.worth
        for card in cards:
            worth += worths[card]
        return worth

    def _take(self, cards: list[Card]) -> None:
        """Take cards out of the hand."""
        have = self.have
        ranks = self.ranks
        for card in cards:
            left = have[card] - 1
            have[card] = left
            ranks[RANK[card]] -= 1
            if left == 0:
                self.there[SUIT[card]] &= ~BITS[card]

    def _put_back(self, cards: list[Card]) -> None:
        have = self.have
        ranks = self.ranks
        for card in cards:
            left = have[card] + 1
            have[card] = left
            ranks[RANK[card]] += 1
            if left == 1:
                self.there[SUIT[card]] |= BITS[card]

    def _all_placed(self, laid: int, jokers: int) -> None:
        """Keep the choice if it is one of the best so far."""
        cost = self.whole - laid  # if every joker that can be laid is laid
        if cost >= self.worst:
            return
        gone: i64 = 0  # the ranks with no cards left
        if self.long:
            for rank in self.chosen_ranks:
                gone |= RANK_BITS[rank]
        have = self.have
        key: i64 = 0
        dearest = -1
        for face in self.by_worth:
            count: i64 = have[face]
            if count == 0 or gone & RANK_BITS[RANK[face]]:
                continue
            if dearest < 0:
                dearest = self.worth[face]
                if self.throws and cost + self.dearest - dearest >= self.worst:
                    return
            mark: i64 = MARKS[face]
            key += count * mark
        if self.throws:
            cost += self.dearest - max(0, dearest)
        if cost >= self.worst or key in self.seen:
            return
        choice = PlaceChoice(cost, self.chosen[:], self.chosen_ranks[:])
        if self.careful or (jokers and not self.long):
            places = self._filled(choice)
            if not places.share_out():
                return
            choice.cost = places.built(SPENT, False).cost
        if not self.limited:  # with a limit on jokers it matters which meld has which card
            self.seen.add(key)
        at = len(self.found)
        while at and self.found[at - 1].cost > choice.cost:
            at -= 1
        self.found.insert(at, choice)
        if len(self.found) > self.most:
            self.found.pop()
        if len(self.found) == self.most:
            self.worst = self.found[-1].cost

    def _filled(self, choice: PlaceChoice) -> Places:
        return Places(self.aim, self.in_hand, choice.runs, choice.ranks)
