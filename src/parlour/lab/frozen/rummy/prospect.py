"""What a hand may hope for: how many cards it is short of its contract, and which cards would shorten the way.

A card shortens the way if one of the best ways to the contract lacks it. So those ways are gone through once, instead
of trying every card: where there are runs and books, one by one; where there are runs alone, suit by suit.
"""

from typing import Final

from parlour.cards import JOKER, Card
from parlour.games.rummy.melds import HIGH_ACE
from parlour.lab.frozen.rummy.solver import RUN_SIZE, SUIT_MASK, WINDOWS, Contract, Lacking

ACE: Final = 1 | 1 << HIGH_ACE - 1
FOUR_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # a rank's cards, as bits by face
MOST_KEPT: Final = 50_000

Way = tuple[int, tuple[int, ...], int]  # how many cards some runs of a suit lack, the ranks they take, those they lack


class Prospect:
    """`outs` are the cards, as bits by face, of which one is enough to be less short. A joker always is."""

    def __init__(self, short: int, outs: int) -> None:
        self.short = short
        self.outs = outs

    def wants(self, card: Card) -> bool:
        return self.short > 0 and (card == JOKER or self.outs >> card & 1 == 1)


_prospects: dict[tuple[int, ...], Prospect] = {}
_ways: dict[int, list[Way]] = {}
_fewest: dict[int, tuple[int, int]] = {}


def prospect_of(hand: list[Card], contract: Contract) -> Prospect:
    """Remembered, because a hand is looked at again for every discard of the others. Limits on the jokers in a meld are
    left aside: it is an estimate."""
    cards = sorted(hand)
    cards.append(contract.books * 64 + contract.runs * 8 + contract.book_size)
    key = tuple(cards)
    known = _prospects.get(key)
    if known is None:
        if len(_prospects) > MOST_KEPT:
            _prospects.clear()
        known = _prospects[key] = _find_prospect(hand, contract)
    return known


def shortage(hand: list[Card], contract: Contract) -> int:
    """Of how many cards a hand is short."""
    lacking = Lacking(hand)
    least = Runs(lacking, contract.runs).least if contract.books == 0 else lacking.find(contract, contract.cards)
    return max(0, least - lacking.jokers)


def _find_prospect(hand: list[Card], contract: Contract) -> Prospect:
    lacking = Lacking(hand)
    if contract.books == 0:
        runs = Runs(lacking, contract.runs)
        short = runs.least - lacking.jokers
        return Prospect(short, runs.outs()) if short > 0 else Prospect(0, 0)
    least = lacking.find(contract, contract.cards)
    if least <= lacking.jokers:
        return Prospect(0, 0)
    best = Best(lacking, contract, least)
    best.go(0, contract.runs, 0)
    return Prospect(least - lacking.jokers, best.outs)


# ---------------------------------------------------------------- runs of one suit


def masks(lacking: Lacking, suit: int) -> tuple[int, int, int]:
    """A suit's cards as bits by position: those of which there is at least one copy, two, three."""
    shift = HIGH_ACE * suit
    return (
        lacking.all_once >> shift & SUIT_MASK,
        lacking.all_twice >> shift & SUIT_MASK,
        lacking.all_thrice >> shift & SUIT_MASK,
    )


def faces(suit: int, positions: int) -> int:
    """Positions in a suit, as bits by face."""
    return (positions & (1 << 13) - 1 | positions >> 13) << 13 * suit


def ways(once: int, twice: int, thrice: int, runs: int) -> list[Way]:
    """All ways to so many runs, those that lack least first."""
    key = (runs << HIGH_ACE | thrice) << 2 * HIGH_ACE | twice << HIGH_ACE | once
    known = _ways.get(key)
    if known is None:
        if len(_ways) > MOST_KEPT:
            _ways.clear()
        known = _ways[key] = _find_ways(once, twice, thrice, runs)
    return known


def _find_ways(once: int, twice: int, thrice: int, runs: int) -> list[Way]:
    if runs == 0:
        return [(0, (), 0)]
    found: dict[tuple[int, ...], int] = {}
    for window in WINDOWS:
        used = window & once
        ranks = tuple([place % 13 + 1 for place in range(HIGH_ACE) if used >> place & 1])
        gone = used | ACE if used & ACE else used
        rest = ways(once & ~gone | twice & gone, twice & ~gone | thrice & gone, thrice & ~gone, runs - 1)
        for _, more, lacks in rest:
            both = tuple(sorted(ranks + more))
            found[both] = found.get(both, 0) | lacks | window & ~once
    return sorted([(RUN_SIZE * runs - len(both), both, lacks) for both, lacks in found.items()])


def fewest(once: int, twice: int, thrice: int, runs: int) -> tuple[int, int]:
    """How many cards so many runs lack at the least, and all those that they may lack then."""
    if runs == 0:
        return 0, 0
    key = (runs << HIGH_ACE | thrice) << 2 * HIGH_ACE | twice << HIGH_ACE | once
    known = _fewest.get(key)
    if known is None:
        if len(_fewest) > MOST_KEPT:
            _fewest.clear()
        known = _fewest[key] = _find_fewest(once, twice, thrice, runs)
    return known


def _find_fewest(once: int, twice: int, thrice: int, runs: int) -> tuple[int, int]:
    least = RUN_SIZE * runs + 1
    lacks = 0
    for window in WINDOWS:
        used = window & once
        gone = used | ACE if used & ACE else used
        count, more = fewest(once & ~gone | twice & gone, twice & ~gone | thrice & gone, thrice & ~gone, runs - 1)
        count += RUN_SIZE - used.bit_count()
        if count < least:
            least, lacks = count, 0
        if count == least:
            lacks |= more | window & ~once
    return least, lacks


# ---------------------------------------------------------------- the whole contract


class Runs:
    """Nothing but runs. Suits do not get into each other's way, so the best of each are shared out."""

    def __init__(self, lacking: Lacking, runs: int) -> None:
        self.runs = runs
        self.suits: list[list[tuple[int, int]]] = []  # by suit and number of runs
        for suit in range(4):
            once, twice, thrice = masks(lacking, suit)
            self.suits.append([fewest(once, twice, thrice, some) for some in range(runs + 1)])
        self.least: int = self._shared(-1)[runs]

    def _shared(self, beside: int) -> list[int]:
        """What each number of runs lacks, one suit left out."""
        best = [0] + [RUN_SIZE * self.runs] * self.runs
        for suit in range(4):
            if suit != beside:
                for some in range(self.runs, 0, -1):
                    for here in range(1, some + 1):
                        best[some] = min(best[some], best[some - here] + self.suits[suit][here][0])
        return best

    def outs(self) -> int:
        outs = 0
        for suit in range(4):
            others = self._shared(suit)
            for here in range(1, self.runs + 1):
                count, lacks = self.suits[suit][here]
                if others[self.runs - here] + count == self.least:
                    outs |= faces(suit, lacks)
        return outs


class Best:
    """The best ways to a contract with books in it, which lack `least` cards; `outs` are those that any of them lacks.
    The runs are chosen suit by suit and take their cards out of `ranks`; the books are what is best then."""

    def __init__(self, lacking: Lacking, contract: Contract, least: int) -> None:
        self.lacking = lacking
        self.contract = contract
        self.least = least
        self.for_books: int = lacking.books(contract.books, contract.book_size)  # at the least
        self.outs = 0
        self.runs_outs = 0  # of the runs chosen so far

    def go(self, suit: int, runs: int, count: int) -> None:
        """The rest of the runs from this suit on, then the books."""
        if runs == 0:
            self._add_books(count)
            return
        if suit == 4:
            return
        self.go(suit + 1, runs, count)
        once, twice, thrice = masks(self.lacking, suit)
        ranks = self.lacking.ranks
        before = self.runs_outs
        for here in range(1, runs + 1):
            for more, taken, lacks in ways(once, twice, thrice, here):
                if count + more + self.for_books > self.least:
                    break
                for rank in taken:
                    ranks[rank] -= 1
                self.runs_outs = before | faces(suit, lacks)
                self.go(suit + 1, runs - here, count + more)
                for rank in taken:
                    ranks[rank] += 1
        self.runs_outs = before

    def _add_books(self, count: int) -> None:
        contract = self.contract
        books = self.lacking.books(contract.books, contract.book_size)
        if count + books != self.least:
            return
        self.outs |= self.runs_outs
        if books == 0:
            return
        size = contract.book_size
        wanted = contract.books  # books that are not whole
        begun = [0] * size  # how many ranks have one begun with so many cards
        ranks = self.lacking.ranks
        for rank in range(1, 14):
            wanted -= ranks[rank] // size
            begun[ranks[rank] % size] += 1
        enough = size
        while wanted > 0 and enough > 0:
            enough -= 1
            wanted -= begun[enough]
        for rank in range(1, 14):
            if ranks[rank] % size >= enough:
                self.outs |= FOUR_SUITS << rank - 1
