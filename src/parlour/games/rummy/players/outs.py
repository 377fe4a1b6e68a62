"""How many cards a hand is short of its contract, and which cards would help (its outs).

A card helps if one of the best ways to the contract lacks it. So this goes through those ways once, instead of trying
every card: suit by suit if there are only runs of one size, one by one otherwise.
"""

from typing import Final

from parlour.cards import JOKER, Card
from parlour.games.rummy.lay_downs.contract import Contract, Sizes
from parlour.games.rummy.lay_downs.solver import SUIT_MASK, WINDOWS, Lacking
from parlour.games.rummy.melds import HIGH_ACE

ACE: Final = 1 | 1 << HIGH_ACE - 1
FOUR_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # a rank's cards, as bits by face
MOST_KEPT: Final = 50_000

RunsWay = tuple[int, tuple[int, ...], int]  # of runs of a suit: number of cards lacking, ranks taken, cards lacking


class Outs:
    """How short a hand is. `outs` are the cards that would help, as bits by face. A joker always helps."""

    def __init__(self, short: int, outs: int) -> None:
        self.short = short
        self.outs = outs

    def wants(self, card: Card) -> bool:
        return self.short > 0 and (card == JOKER or self.outs >> card & 1 == 1)


_prospects: dict[tuple[int, ...], Outs] = {}
_ways: dict[int, list[RunsWay]] = {}
_fewest: dict[int, tuple[int, int]] = {}


def prospect_of(hand: list[Card], contract: Contract) -> Outs:
    """The outs of a hand, cached because the same hand is judged again for every discard of the others. It is an
    estimate: it ignores limits on the jokers in a meld."""
    cards = sorted(hand)
    cards.append(contract.code)
    key = tuple(cards)
    known = _prospects.get(key)
    if known is None:
        if len(_prospects) > MOST_KEPT:
            _prospects.clear()
        known = _prospects[key] = _find_prospect(hand, contract)
    return known


def shortage(hand: list[Card], contract: Contract) -> int:
    """How many cards a hand is short."""
    lacking = Lacking(hand)
    runs = contract.run_sizes
    least = Runs(lacking, runs).least if runs.size and not contract.books else lacking.find(contract, contract.cards)
    return max(0, least - lacking.jokers)


def _find_prospect(hand: list[Card], contract: Contract) -> Outs:
    lacking = Lacking(hand)
    if contract.books == 0 and contract.run_sizes.size:
        runs = Runs(lacking, contract.run_sizes)
        short = runs.least - lacking.jokers
        return Outs(short, runs.outs()) if short > 0 else Outs(0, 0)
    least = lacking.find(contract, contract.cards)
    if least <= lacking.jokers:
        return Outs(0, 0)
    best = BestWays(lacking, contract, least)
    best.go(0, contract.run_sizes, 0)
    return Outs(least - lacking.jokers, best.outs)


# ---------------------------------------------------------------- runs of one suit


def masks(lacking: Lacking, suit: int) -> tuple[int, int, int]:
    """The cards of a suit with at least one copy, two, three, as bits by position."""
    shift = HIGH_ACE * suit
    return (
        lacking.all_once >> shift & SUIT_MASK,
        lacking.all_twice >> shift & SUIT_MASK,
        lacking.all_thrice >> shift & SUIT_MASK,
    )


def faces(suit: int, positions: int) -> int:
    """Positions in a suit, as bits by face."""
    return (positions & (1 << 13) - 1 | positions >> 13) << 13 * suit


def ways(once: int, twice: int, thrice: int, runs: Sizes) -> list[RunsWay]:
    """All ways to make these runs, those that lack least first."""
    key = (runs.code << HIGH_ACE | thrice) << 2 * HIGH_ACE | twice << HIGH_ACE | once
    known = _ways.get(key)
    if known is None:
        if len(_ways) > MOST_KEPT:
            _ways.clear()
        known = _ways[key] = _find_ways(once, twice, thrice, runs)
    return known


def _find_ways(once: int, twice: int, thrice: int, runs: Sizes) -> list[RunsWay]:
    if runs.number == 0:
        return [(0, (), 0)]
    found: dict[tuple[int, ...], int] = {}
    one, others = runs.splits[0]
    for window in WINDOWS[one.cards]:
        used = window & once
        ranks = tuple([place % 13 + 1 for place in range(HIGH_ACE) if used >> place & 1])
        gone = used | ACE if used & ACE else used
        rest = ways(once & ~gone | twice & gone, twice & ~gone | thrice & gone, thrice & ~gone, others)
        for _, more, lacks in rest:
            both = tuple(sorted(ranks + more))
            found[both] = found.get(both, 0) | lacks | window & ~once
    return sorted([(runs.cards - len(both), both, lacks) for both, lacks in found.items()])


def fewest(once: int, twice: int, thrice: int, runs: Sizes) -> tuple[int, int]:
    """The fewest cards that these runs lack, and every card that one of those ways lacks."""
    if runs.number == 0:
        return 0, 0
    key = (runs.code << HIGH_ACE | thrice) << 2 * HIGH_ACE | twice << HIGH_ACE | once
    known = _fewest.get(key)
    if known is None:
        if len(_fewest) > MOST_KEPT:
            _fewest.clear()
        known = _fewest[key] = _find_fewest(once, twice, thrice, runs)
    return known


def _find_fewest(once: int, twice: int, thrice: int, runs: Sizes) -> tuple[int, int]:
    least = runs.cards + 1
    lacks = 0
    one, others = runs.splits[0]
    for window in WINDOWS[one.cards]:
        used = window & once
        gone = used | ACE if used & ACE else used
        count, more = fewest(once & ~gone | twice & gone, twice & ~gone | thrice & gone, thrice & ~gone, others)
        count += one.cards - used.bit_count()
        if count < least:
            least, lacks = count, 0
        if count == least:
            lacks |= more | window & ~once
    return least, lacks


# ---------------------------------------------------------------- the whole contract


class Runs:
    """A contract of runs of one size. Suits are independent, so the runs are shared among the best of each."""

    def __init__(self, lacking: Lacking, runs: Sizes) -> None:
        self.runs = runs.number
        self.cards = runs.cards
        self.suits: list[list[tuple[int, int]]] = []  # by suit and number of runs
        for suit in range(4):
            once, twice, thrice = masks(lacking, suit)
            self.suits.append([fewest(once, twice, thrice, some) for some in runs.parts])
        self.least: int = self._shared(-1)[self.runs]

    def _shared(self, beside: int) -> list[int]:
        """What each number of runs lacks without the suit `beside`."""
        best = [0] + [self.cards] * self.runs
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


class BestWays:
    """The best ways to a contract, which lack `least` cards. `outs` are the cards that any of them lacks. Runs are
    chosen suit by suit and take their cards out of `ranks`; the books make the best of the rest."""

    def __init__(self, lacking: Lacking, contract: Contract, least: int) -> None:
        self.lacking = lacking
        self.books: Sizes = contract.book_sizes
        self.least = least
        self.for_books: int = lacking.books(contract.book_sizes)  # the fewest cards the books lack
        self.outs = 0
        self.runs_outs = 0  # outs of the runs chosen so far

    def go(self, suit: int, runs: Sizes, count: int) -> None:
        """Choose the rest of the runs, from this suit on, then the books."""
        if runs.number == 0:
            self._add_books(count)
            return
        if suit == 4:
            return
        self.go(suit + 1, runs, count)
        once, twice, thrice = masks(self.lacking, suit)
        ranks = self.lacking.ranks
        before = self.runs_outs
        for here, rest in runs.splits:
            for more, taken, lacks in ways(once, twice, thrice, here):
                if count + more + self.for_books > self.least:
                    break
                for rank in taken:
                    ranks[rank] -= 1
                self.runs_outs = before | faces(suit, lacks)
                self.go(suit + 1, rest, count + more)
                for rank in taken:
                    ranks[rank] += 1
        self.runs_outs = before

    def _add_books(self, count: int) -> None:
        books = self.lacking.books(self.books)
        if count + books != self.least:
            return
        self.outs |= self.runs_outs
        if books == 0:
            return
        size = self.books.size
        if size == 0:
            self._add_mixed(books)
            return
        wanted = self.books.number  # books that are not complete
        begun = [0] * size  # by number of cards: how many ranks have an unfinished book of that many
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

    def _add_mixed(self, lack: int) -> None:
        """Books of different sizes want a rank if one more card of it leaves them lacking fewer."""
        ranks = self.lacking.ranks
        for rank in range(1, 14):
            wanted = FOUR_SUITS << rank - 1
            if self.outs & wanted != wanted:
                ranks[rank] += 1
                if self.lacking.books(self.books) < lack:
                    self.outs |= wanted
                ranks[rank] -= 1
