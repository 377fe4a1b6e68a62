"""How far a hand is from its contract. It has to be fast, because bots and `legal` ask all the time.

What a contract lacks is counted in cards: a run 5♥ 6♥ 7♥ 8♥ for which the hand has 5♥ and 8♥ lacks two, a book with a
pair lacks one, and jokers fill the gaps. Runs take every natural card they can: if a book needs the card, it can have
the joker that the run would have used, and the number of jokers is the same. The one exception, a meld left without a
natural card, takes three jokers or more. Then `least` makes every meld ask for natural cards; that proves a yes but not
a no, and `exact` settles the remaining cases.
"""

from typing import Final

from mypy_extensions import i64

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.melds import BOOK, HIGH_ACE, RUN

RUN_SIZE: Final = 4
FAR: Final = 99

# The cards of a suit as bits by position, from the low ace up; an ace sets both of its bits. A hand is four suits.
BITS: Final[list[int]] = [1 << rank - 1 | (1 << HIGH_ACE - 1 if rank == 1 else 0) for rank in RANK[:JOKER]]
SUIT_MASK: Final = (1 << HIGH_ACE) - 1
IN_HAND: Final[list[int]] = [bit << HIGH_ACE * SUIT[face] for face, bit in enumerate(BITS)]
WINDOWS: Final[list[int]] = [0b1111 << low for low in range(HIGH_ACE - RUN_SIZE + 1)]
# The ranks of every choice of cards from every window.
RANKS: Final[dict[int, tuple[int, ...]]] = {
    used << low: tuple([place % 13 + 1 for place in range(low, low + RUN_SIZE) if used << low >> place & 1])
    for low in range(HIGH_ACE - RUN_SIZE + 1)
    for used in range(1, 1 << RUN_SIZE)
}

RunOption = tuple[int, tuple[int, ...]]  # how many cards a run lacks, and the ranks it takes


class Contract:
    """What a round asks for: a number of books, their size, and a number of runs of four."""

    def __init__(self, books: int, runs: int, book_size: int = 3) -> None:
        self.books = books
        self.runs = runs
        self.book_size = book_size
        self.cards: int = books * book_size + runs * RUN_SIZE

    def needs(self) -> list[str]:
        return ["book"] * self.books + ["run"] * self.runs

    def part(self, number: int) -> tuple[int, int]:
        """The kind and size of one of its melds."""
        return (BOOK, self.book_size) if number < self.books else (RUN, RUN_SIZE)


_one_run: dict[int, list[RunOption]] = {}
_runs_of_suit: dict[tuple[int, int, int, int, int], list[RunOption]] = {}


def one_run(mask: int, least: int = 0) -> list[RunOption]:
    """The runs that the cards of a suit could make with at least `least` natural cards, those that lack least first."""
    key = least << HIGH_ACE | mask if least else mask
    known = _one_run.get(key)
    if known is None:
        known = _one_run[key] = _find_one_run(mask, least)
    return known


def _find_one_run(mask: int, least: int) -> list[RunOption]:
    if mask == 0:
        return [] if least else [(RUN_SIZE, ())]
    found = {window & mask for window in WINDOWS if window & mask}
    options: list[RunOption] = []
    for used in found:
        ranks = RANKS[used]
        if len(ranks) >= least:
            options.append((RUN_SIZE - len(ranks), ranks))
    options.sort()
    return options


def runs_of_suit(once: int, twice: int, thrice: int, runs: int, least: int = 0) -> list[RunOption]:
    """Several runs of one suit. The masks are the cards with at least one copy, two, three."""
    if runs == 1:
        return one_run(once, least)
    key = (once, twice, thrice, runs, least)
    known = _runs_of_suit.get(key)
    if known is None:
        if len(_runs_of_suit) > 100_000:
            _runs_of_suit.clear()
        known = _runs_of_suit[key] = _find_runs_of_suit(once, twice, thrice, runs, least)
    return known


def _find_runs_of_suit(once: int, twice: int, thrice: int, runs: int, least: int) -> list[RunOption]:
    found: dict[tuple[int, ...], int] = {}
    for lacking, ranks in one_run(once, least):
        used = 0
        for rank in ranks:
            used |= BITS[rank - 1]
        rest = once & ~used | twice & used, twice & ~used | thrice & used, thrice & ~used
        for more_lacking, more_ranks in runs_of_suit(rest[0], rest[1], rest[2], runs - 1, least):
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
        self.least_book = 0  # natural cards that a book must have
        self.least_run = 0  # and a run
        self.enough = -1  # `find` stops as soon as it lacks no more than this
        self.ranks: list[int] = ranks  # by rank: how many cards
        self.all_once: i64 = once  # the cards of all suits with at least one copy, two, three
        self.all_twice: i64 = twice
        self.all_thrice: i64 = thrice

    def once(self, suit: int) -> int:
        return self.all_once >> HIGH_ACE * suit & SUIT_MASK

    def runs_of(self, suit: int, runs: int) -> list[RunOption]:
        """Ways to make this many runs of a suit, those that lack least first."""
        shift = HIGH_ACE * suit
        return runs_of_suit(
            self.all_once >> shift & SUIT_MASK,
            self.all_twice >> shift & SUIT_MASK,
            self.all_thrice >> shift & SUIT_MASK,
            runs,
            self.least_run,
        )

    def books(self, books: int, size: int) -> int:
        """How many cards this many books lack, given the ranks as they are now."""
        if books == 0:
            return 0
        begun = [0] * size  # by number of cards: how many ranks have an unfinished book of that many
        for count in self.ranks:
            if count >= size:
                books -= count // size
                count %= size
            begun[count] += 1
        if books <= 0:
            return 0
        lacking = 0
        for cards in range(size - 1, max(0, self.least_book - 1), -1):
            taken = min(books, begun[cards])
            lacking += taken * (size - cards)
            books -= taken
        return lacking + books * (FAR if self.least_book else size)

    def find(self, contract: Contract, most: int) -> int:
        """How many cards the contract lacks without jokers. If that is more than `most`, any number above `most`."""
        if contract.books == 0:
            return self._runs_alone(contract.runs, most)
        best = most + 1
        least = self.books(contract.books, contract.book_size)
        if contract.runs == 0 or least > most:
            return least
        return self._runs_and_books(contract, 0, contract.runs, 0, best, least)

    def _runs_alone(self, runs: int, most: int) -> int:
        """How many cards a contract of runs alone lacks. Suits are independent, so this shares the runs among them."""
        best = [0] + [most + 1] * runs
        for suit in range(4):
            once = self.once(suit)
            if once == 0 and suit:
                continue
            alone = one_run(once, self.least_run)
            if not alone:
                continue
            least = alone[0][0]
            for wanted in range(runs, 0, -1):
                for here in range(1, wanted + 1):
                    if best[wanted - here] + here * least < best[wanted]:
                        lacking = least
                        if here > 1:
                            several = self.runs_of(suit, here)
                            lacking = several[0][0] if several else FAR
                        best[wanted] = min(best[wanted], best[wanted - here] + lacking)
            if best[runs] <= self.enough:
                break
        return best[runs]

    def _runs_and_books(self, contract: Contract, suit: int, runs: int, lacking: int, best: int, least: int) -> int:
        """Place the rest of the runs, from this suit on, then the books. `least` is the least that the books lack."""
        if runs == 0:
            return min(best, lacking + self.books(contract.books, contract.book_size))
        if suit == 4:
            return best
        best = self._runs_and_books(contract, suit + 1, runs, lacking, best, least)
        once = self.once(suit)
        if best <= self.enough or (once == 0 and suit):
            return best
        alone = one_run(once, self.least_run)
        if not alone:
            return best
        fewest = alone[0][0]
        for here in range(1, runs + 1):
            if lacking + here * fewest + least >= best:
                break
            for more, ranks in self.runs_of(suit, here):
                if lacking + more + least >= best:
                    break
                for rank in ranks:
                    self.ranks[rank] -= 1
                best = self._runs_and_books(contract, suit + 1, runs - here, lacking + more, best, least)
                for rank in ranks:
                    self.ranks[rank] += 1
                if best <= self.enough:
                    return best
        return best
