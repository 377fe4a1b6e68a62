"""How far a hand is from its contract: fast, because bots and `legal` ask it all the time.

What a contract lacks is counted in cards: a run that wants 5♥ 6♥ 7♥ 8♥ and finds 5♥ and 8♥ lacks two, a book that finds
a pair lacks one, and jokers make up for what is lacking. Runs take every natural card they can: had a book needed the
card, the book can have the joker instead, and the number of jokers is the same. The one exception (a book left without
any natural card) needs three jokers or more; `search` settles those.
"""

from typing import Final

from mypy_extensions import i64

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.lay_downs.contract import BOOK_SIZE
from parlour.games.rummy.lay_downs.contract import Contract as AskedContract
from parlour.games.rummy.melds import HIGH_ACE
from parlour.games.rummy.rules import Rummy
from parlour.kernel.refusal import Refused

RUN_SIZE: Final = 4
FAR: Final = 99

# A suit's cards as bits, position 1 the lowest; an ace has both of its bits. A hand is four suits of such bits.
BITS: Final[list[int]] = [1 << rank - 1 | (1 << HIGH_ACE - 1 if rank == 1 else 0) for rank in RANK[:JOKER]]
SUIT_MASK: Final = (1 << HIGH_ACE) - 1
IN_HAND: Final[list[int]] = [bit << HIGH_ACE * SUIT[face] for face, bit in enumerate(BITS)]
WINDOWS: Final[list[int]] = [0b1111 << low for low in range(HIGH_ACE - RUN_SIZE + 1)]

Option = tuple[int, tuple[int, ...]]  # how many cards a run lacks, and the ranks it takes


class Contract:
    """What a round asks for: so many books (of that size) and runs of four."""

    def __init__(self, books: int, runs: int, book_size: int = 3) -> None:
        self.books = books
        self.runs = runs
        self.book_size = book_size
        self.cards: int = books * book_size + runs * RUN_SIZE


_contracts: dict[int, Contract] = {}


def contract_of(rummy: Rummy) -> Contract:
    """The contract of the round that is played."""
    return frozen(rummy.now().contract)


def frozen(asked: AskedContract) -> Contract:
    known = _contracts.get(asked.code)
    if known is None:
        size = asked.book_sizes.size if asked.books else BOOK_SIZE
        if not size or (asked.runs and asked.run_sizes.size != RUN_SIZE):
            raise Refused("", "Bots of release 0.1 know only books of one size and runs of four.")
        known = _contracts[asked.code] = Contract(asked.books, asked.runs, size)
    return known


_one_run: dict[int, list[Option]] = {}
_runs_of_suit: dict[tuple[int, int, int, int], list[Option]] = {}


def one_run(mask: int) -> list[Option]:
    """The runs that a suit's cards could make, those that lack least first."""
    known = _one_run.get(mask)
    if known is None:
        known = _one_run[mask] = _find_one_run(mask)
    return known


def _find_one_run(mask: int) -> list[Option]:
    if mask == 0:
        return [(RUN_SIZE, ())]
    found = {window & mask for window in WINDOWS if window & mask}
    options = [(RUN_SIZE - used.bit_count(), _ranks(used)) for used in found]
    return sorted(options)


def _ranks(used: int) -> tuple[int, ...]:
    return tuple([place % 13 + 1 for place in range(HIGH_ACE) if used >> place & 1])


def runs_of_suit(once: int, twice: int, thrice: int, runs: int) -> list[Option]:
    """So many runs of one suit; the masks are the cards of which there is one, two, three."""
    if runs == 1:
        return one_run(once)
    key = (once, twice, thrice, runs)
    known = _runs_of_suit.get(key)
    if known is None:
        if len(_runs_of_suit) > 100_000:
            _runs_of_suit.clear()
        known = _runs_of_suit[key] = _find_runs_of_suit(once, twice, thrice, runs)
    return known


def _find_runs_of_suit(once: int, twice: int, thrice: int, runs: int) -> list[Option]:
    found: dict[tuple[int, ...], int] = {}
    for lacking, ranks in one_run(once):
        used = 0
        for rank in ranks:
            used |= BITS[rank - 1]
        rest = once & ~used | twice & used, twice & ~used | thrice & used, thrice & ~used
        for more_lacking, more_ranks in runs_of_suit(rest[0], rest[1], rest[2], runs - 1):
            both = tuple(sorted(ranks + more_ranks))
            found[both] = min(found.get(both, FAR), lacking + more_lacking)
    return sorted([(lacking, ranks) for ranks, lacking in found.items()])


class Lacking:
    """One hand, laid out by rank and by suit."""

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
        self.natural = False  # whether a book must have a natural card in it
        self.ranks: list[int] = ranks  # cards of each rank
        self.all_once: i64 = once  # all suits: at least one copy, two, three
        self.all_twice: i64 = twice
        self.all_thrice: i64 = thrice

    def once(self, suit: int) -> int:
        return self.all_once >> HIGH_ACE * suit & SUIT_MASK

    def runs_of(self, suit: int, runs: int) -> list[Option]:
        """So many runs of that suit, those that lack least first."""
        shift = HIGH_ACE * suit
        return runs_of_suit(
            self.all_once >> shift & SUIT_MASK,
            self.all_twice >> shift & SUIT_MASK,
            self.all_thrice >> shift & SUIT_MASK,
            runs,
        )

    def books(self, books: int, size: int) -> int:
        """How many cards so many books lack, taken from the ranks as they are now."""
        if books == 0:
            return 0
        begun = [0] * size  # how many ranks have a book begun with so many cards, beside whole ones
        for count in self.ranks:
            if count >= size:
                books -= count // size
                count %= size
            begun[count] += 1
        if books <= 0:
            return 0
        lacking = 0
        for cards in range(size - 1, 0, -1):
            taken = min(books, begun[cards])
            lacking += taken * (size - cards)
            books -= taken
        return lacking + books * (FAR if self.natural else size)

    def find(self, contract: Contract, most: int) -> int:
        """How many cards the contract lacks, jokers left aside; anything above `most` if it is more than that."""
        if contract.books == 0:
            return self._runs_alone(contract.runs, most)
        best = most + 1
        least = self.books(contract.books, contract.book_size)
        if contract.runs == 0 or least > most:
            return least
        return self._runs_and_books(contract, 0, contract.runs, 0, best, least)

    def _runs_alone(self, runs: int, most: int) -> int:
        """Suits do not get into each other's way: the best sharing of the runs among them."""
        best = [0] + [most + 1] * runs
        for suit in range(4):
            once = self.once(suit)
            if once == 0 and suit:
                continue
            least = one_run(once)[0][0]
            for wanted in range(runs, 0, -1):
                for here in range(1, wanted + 1):
                    if best[wanted - here] + here * least < best[wanted]:
                        lacking = least
                        if here > 1:
                            lacking = self.runs_of(suit, here)[0][0]
                        best[wanted] = min(best[wanted], best[wanted - here] + lacking)
        return best[runs]

    def _runs_and_books(self, contract: Contract, suit: int, runs: int, lacking: int, best: int, least: int) -> int:
        """The rest of the runs from this suit on, then the books. `least` is what the books lack at the least."""
        if runs == 0:
            return min(best, lacking + self.books(contract.books, contract.book_size))
        if suit == 4:
            return best
        best = self._runs_and_books(contract, suit + 1, runs, lacking, best, least)
        once = self.once(suit)
        if once == 0 and suit:
            return best
        fewest = one_run(once)[0][0]
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
        return best
