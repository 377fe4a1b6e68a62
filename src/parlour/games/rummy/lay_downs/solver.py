"""How far a hand is from its contract. It has to be fast, because bots and `legal` ask all the time.

What a contract lacks is counted in cards: a run 5♥ 6♥ 7♥ 8♥ for which the hand has 5♥ and 8♥ lacks two, a book with a
pair lacks one, and jokers fill the gaps. Runs take every natural card they can: if a book needs the card, it can have
the joker that the run would have used, and the number of jokers is the same. The one exception, a meld left without a
natural card, takes three jokers or more. Then `limit_jokers` makes every meld ask for natural cards; that proves a yes
but not a no, and `exact` settles the remaining cases.
"""

from typing import Final

from mypy_extensions import i64

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.lay_downs.contract import LONGEST, Contract, Sizes
from parlour.games.rummy.melds import HIGH_ACE, Melding

FAR: Final = 99
ANY: Final = 8  # jokers in a meld: no natural card is asked for
NONE_NEEDED: Final[list[int]] = [0] * (LONGEST + 1)

# The cards of a suit as bits by position, from the low ace up; an ace sets both of its bits. A hand is four suits.
BITS: Final[list[int]] = [1 << rank - 1 | (1 << HIGH_ACE - 1 if rank == 1 else 0) for rank in RANK[:JOKER]]
SUIT_MASK: Final = (1 << HIGH_ACE) - 1
IN_HAND: Final[list[int]] = [bit << HIGH_ACE * SUIT[face] for face, bit in enumerate(BITS)]
# By size of a run: the places where it could lie.
WINDOWS: Final[list[list[int]]] = [
    [(1 << size) - 1 << low for low in range(HIGH_ACE - size + 1)] for size in range(LONGEST + 1)
]
# The ranks of every choice of cards from every window.
RANKS: Final[dict[int, tuple[int, ...]]] = {
    used << low: tuple([place % 13 + 1 for place in range(low, low + LONGEST) if used << low >> place & 1])
    for low in range(HIGH_ACE - LONGEST + 1)
    for used in range(1, 1 << LONGEST)
}

RunOption = tuple[int, tuple[int, ...]]  # how many cards a run lacks, and the ranks it takes

_one_run: dict[int, list[RunOption]] = {}
_runs_of_suit: dict[tuple[int, int, int, int, int], list[RunOption]] = {}


def least_naturals(size: int, melding: Melding) -> int:
    """The fewest natural cards that a meld of this size must have (T3, P3)."""
    return max(1, size - melding.most_jokers)


def _least(size: int, jokers: int) -> int:
    """The same, if a meld may have so many jokers, or ANY."""
    return 0 if jokers == ANY else max(1, size - jokers)


def one_run(mask: int, size: int, least: int) -> list[RunOption]:
    """The runs that the cards of a suit could make with at least `least` natural cards, those that lack least first."""
    key = size << 17 | least << HIGH_ACE | mask
    known = _one_run.get(key)
    if known is None:
        known = _one_run[key] = _find_one_run(mask, size, least)
    return known


def _find_one_run(mask: int, size: int, least: int) -> list[RunOption]:
    if mask == 0:
        return [] if least else [(size, ())]
    found = {window & mask for window in WINDOWS[size] if window & mask}
    options: list[RunOption] = []
    for used in found:
        ranks = RANKS[used]
        if len(ranks) >= least:
            options.append((size - len(ranks), ranks))
    options.sort()
    return options


def runs_of_suit(once: int, twice: int, thrice: int, runs: Sizes, jokers: int) -> list[RunOption]:
    """Several runs of one suit. The masks are the cards with at least one copy, two, three."""
    if runs.number == 1:
        return one_run(once, runs.cards, _least(runs.cards, jokers))
    key = (once, twice, thrice, runs.code, jokers)
    known = _runs_of_suit.get(key)
    if known is None:
        if len(_runs_of_suit) > 100_000:
            _runs_of_suit.clear()
        known = _runs_of_suit[key] = _find_runs_of_suit(once, twice, thrice, runs, jokers)
    return known


def _find_runs_of_suit(once: int, twice: int, thrice: int, runs: Sizes, jokers: int) -> list[RunOption]:
    found: dict[tuple[int, ...], int] = {}
    one, others = runs.splits[0]
    for lacking, ranks in one_run(once, one.cards, _least(one.cards, jokers)):
        used = 0
        for rank in ranks:
            used |= BITS[rank - 1]
        rest = once & ~used | twice & used, twice & ~used | thrice & used, thrice & ~used
        for more_lacking, more_ranks in runs_of_suit(rest[0], rest[1], rest[2], others, jokers):
            both = tuple(sorted(ranks + more_ranks))
            found[both] = min(found.get(both, FAR), lacking + more_lacking)
    return sorted([(lacking, ranks) for ranks, lacking in found.items()])


class Lacking:
    """What one hand lacks. The hand is kept as counts by rank and as bits by suit."""

    def __init__(self, hand: list[Card]) -> None:
        self.jokers = 0
        ranks = [0] * 14
        once: i64 = 0
        twice: i64 = 0
        thrice: i64 = 0
        for card in hand:
            if card == JOKER:
                self.jokers += 1
                continue
            ranks[RANK[card]] += 1
            bits: i64 = IN_HAND[card]
            thrice |= twice & bits
            twice |= once & bits
            once |= bits
        self.most_jokers = ANY  # in a meld
        self.least: list[int] = NONE_NEEDED  # by size of a meld: the natural cards it must have
        self.enough = -1  # `find` stops as soon as it lacks no more than this
        self.ranks: list[int] = ranks  # by rank: how many cards
        self.all_once: i64 = once  # the cards of all suits with at least one copy, two, three
        self.all_twice: i64 = twice
        self.all_thrice: i64 = thrice

    def once(self, suit: int) -> int:
        return self.all_once >> HIGH_ACE * suit & SUIT_MASK

    def limit_jokers(self, melding: Melding) -> None:
        """Make every meld ask for the natural cards that it must have (T3, P3)."""
        self.most_jokers = min(melding.most_jokers, LONGEST)
        self.least = [_least(size, self.most_jokers) for size in range(LONGEST + 1)]

    def runs_of(self, suit: int, runs: Sizes) -> list[RunOption]:
        """Ways to make these runs of a suit, those that lack least first."""
        shift = HIGH_ACE * suit
        return runs_of_suit(
            self.all_once >> shift & SUIT_MASK,
            self.all_twice >> shift & SUIT_MASK,
            self.all_thrice >> shift & SUIT_MASK,
            runs,
            self.most_jokers,
        )

    def books(self, sizes: Sizes) -> int:
        """How many cards these books lack, given the ranks as they are now."""
        books, size = sizes.number, sizes.size
        if books == 0:
            return 0
        if size == 0:
            return self._mixed_books(sizes)
        least = self.least[size]
        begun = [0] * size  # by number of cards: how many ranks have an unfinished book of that many
        for count in self.ranks:
            if count >= size:
                books -= count // size
                count %= size
            begun[count] += 1
        if books <= 0:
            return 0
        lacking = 0
        for cards in range(size - 1, max(0, least - 1), -1):
            taken = min(books, begun[cards])
            lacking += taken * (size - cards)
            books -= taken
        return lacking + books * (FAR if least else size)

    def _mixed_books(self, sizes: Sizes) -> int:
        """The same for books of different sizes. Goes through the ranks, each of which may have several books."""
        taken = {sizes.code: 0}  # by books still to be made: the most cards that the others take
        for count in self.ranks:
            if count == 0:
                continue
            for left in sizes.parts:  # the fewest first, so that no rank is used twice
                before = taken.get(left.code, -1)
                if before < 0:
                    continue
                for here, rest in left.splits:
                    if self._least_of_all(here) <= count:
                        taken[rest.code] = max(taken.get(rest.code, 0), before + min(count, here.cards))
        if self.most_jokers != ANY:
            return sizes.cards - taken[0] if 0 in taken else FAR
        return sizes.cards - max(taken.values())

    def _least_of_all(self, sizes: Sizes) -> int:
        least = 0
        for size in sizes.sizes:
            least += self.least[size]
        return least

    def find(self, contract: Contract, most: int) -> int:
        """How many cards the contract lacks without jokers. If that is more than `most`, any number above `most`."""
        runs = contract.run_sizes
        if contract.books == 0 and runs.size:
            return self._runs_alone(runs, most)
        best = most + 1
        least = self.books(contract.book_sizes)
        if contract.runs == 0 or least > most:
            return least
        return self._runs_and_books(contract.book_sizes, 0, runs, 0, best, least)

    def _runs_alone(self, runs: Sizes, most: int) -> int:
        """How many cards a contract of runs of one size lacks. Suits are independent, so this shares the runs among
        them."""
        size = runs.size
        at_least = self.least[size]
        best = [0] + [most + 1] * runs.number
        for suit in range(4):
            once = self.once(suit)
            if once == 0 and suit:
                continue
            alone = one_run(once, size, at_least)
            if not alone:
                continue
            least = alone[0][0]
            for wanted in range(runs.number, 0, -1):
                for here in range(1, wanted + 1):
                    if best[wanted - here] + here * least < best[wanted]:
                        lacking = least
                        if here > 1:
                            several = self.runs_of(suit, runs.parts[here])
                            lacking = several[0][0] if several else FAR
                        best[wanted] = min(best[wanted], best[wanted - here] + lacking)
            if best[runs.number] <= self.enough:
                break
        return best[runs.number]

    def _runs_and_books(self, books: Sizes, suit: int, runs: Sizes, lacking: int, best: int, least: int) -> int:
        """Place the rest of the runs, from this suit on, then the books. `least` is the least that the books lack."""
        if runs.number == 0:
            return min(best, lacking + self.books(books))
        if suit == 4:
            return best
        best = self._runs_and_books(books, suit + 1, runs, lacking, best, least)
        once = self.once(suit)
        if best <= self.enough or (once == 0 and suit):
            return best
        shortest = runs.sizes[0]  # which lacks no more than a longer one
        alone = one_run(once, shortest, self.least[shortest])
        if not alone:
            return best
        fewest = alone[0][0]
        for here, rest in runs.splits:
            if lacking + here.number * fewest + least >= best:
                break
            for more, ranks in self.runs_of(suit, here):
                if lacking + more + least >= best:
                    break
                for rank in ranks:
                    self.ranks[rank] -= 1
                best = self._runs_and_books(books, suit + 1, rest, lacking + more, best, least)
                for rank in ranks:
                    self.ranks[rank] += 1
                if best <= self.enough:
                    return best
        return best
