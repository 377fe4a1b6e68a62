"""An exact answer to whether a hand with many jokers can lay down.

`solver` lets runs take every natural card they can. That fails only if it leaves another meld with too few natural
cards (T3, P3: at least one, more if a house rule limits jokers). Here a run may also leave natural cards to other
melds, and every way to share them is tried. That is slow, and hardly ever needed.
"""

from typing import Final

from parlour.cards import JOKER, RANK, Card
from parlour.games.rummy.lay_downs.contract import LONGEST, Contract, Sizes
from parlour.games.rummy.lay_downs.solver import least_naturals
from parlour.games.rummy.melds import HIGH_ACE, Melding, face_at

NONE: Final = -1


class Strict:
    """The search for one hand and one contract.

    Cards still to come are called blanks. Every natural card in a meld saves a joker, so two numbers describe a way to
    share the cards: how many lie in melds, and how many blanks are forced because a joker may not take their place.
    """

    def __init__(self, hand: list[Card], contract: Contract, melding: Melding) -> None:
        self.contract = contract
        self.runs: tuple[int, ...] = contract.run_sizes.sizes
        self.least: list[int] = [least_naturals(size, melding) for size in range(LONGEST + 1)]  # by size of a meld
        self.jokers = 0
        self.have: list[int] = [0] * JOKER
        self.ranks: list[int] = [0] * 14
        for card in hand:
            if card == JOKER:
                self.jokers += 1
            else:
                self.have[card] += 1
                self.ranks[RANK[card]] += 1
        self.windows: dict[int, list[list[Card]]] = {size: self._windows(size) for size in self.runs}
        self.blanks = 0
        self.needed = 0
        self.dead: set[tuple[int, ...]] = set()

    def _windows(self, size: int) -> list[list[Card]]:
        """The different choices of cards in hand where a run of this size could lie."""
        windows: list[list[Card]] = []
        for suit in range(4):
            for first in range(1, HIGH_ACE + 2 - size):
                faces = [face_at(suit, place) for place in range(first, first + size)]
                held = [face for face in faces if self.have[face]]
                if held not in windows:
                    windows.append(held)
        return windows

    def lays(self, blanks: int) -> bool:
        """Can the hand lay down with this many extra cards, each of which may be any card?"""
        self.blanks = blanks
        self.needed = self.contract.cards - self.jokers - blanks
        self.dead.clear()
        return self._runs(0, self.contract.cards, 0, 0, 0)

    def _runs(self, run: int, room: int, at: int, laid: int, forced: int) -> bool:
        """Place the rest of the runs, from number `run` and window `at` on, then the books. There is `room` for so many
        cards. `forced` blanks can't be jokers."""
        if laid + room < self.needed or forced > self.blanks:
            return False
        if run == len(self.runs):
            return self._books(laid, forced)
        key = (run, at, laid, forced, *self.have)
        if key in self.dead:
            return False
        size = self.runs[run]
        again = run + 1 < len(self.runs) and self.runs[run + 1] == size
        windows = self.windows[size]
        for index in range(at, len(windows)):
            for used in self._shares([face for face in windows[index] if self.have[face]], self.least[size]):
                for face in used:
                    self.have[face] -= 1
                    self.ranks[RANK[face]] -= 1
                lacks = max(0, self.least[size] - len(used))
                found = self._runs(run + 1, room - size, index if again else 0, laid + len(used), forced + lacks)
                for face in used:
                    self.have[face] += 1
                    self.ranks[RANK[face]] += 1
                if found:
                    return True
        self.dead.add(key)
        return False

    def _shares(self, faces: list[Card], least: int) -> list[list[Card]]:
        """Every choice of natural cards that a run may take, the largest first."""
        shares: list[list[Card]] = [[]]
        for face in faces:
            shares += [[*share, face] for share in shares]
        if not self.blanks:
            shares = [share for share in shares if len(share) >= least]
        return shares[::-1]

    def _books(self, laid: int, forced: int) -> bool:
        """Do the books fit? Finds the most cards they can take, for each number of blanks they force."""
        books = self.contract.book_sizes
        room = self.blanks - forced
        best: dict[int, list[int]] = {left.code: [NONE] * (room + 1) for left in books.parts}  # by books still to come
        best[books.code][0] = 0
        for count in self.ranks:
            for left in books.parts:  # the fewest first, so that no rank is used twice
                before = best[left.code]
                for here, rest in left.splits:
                    cards = min(count, here.cards)
                    lacks = max(0, self._least_of_all(here) - cards)
                    after = best[rest.code]
                    for blanks in range(lacks, room + 1):
                        if before[blanks - lacks] != NONE:
                            after[blanks] = max(after[blanks], before[blanks - lacks] + cards)
        most = max(best[0])
        return most != NONE and most + laid >= self.needed

    def _least_of_all(self, sizes: Sizes) -> int:
        least = 0
        for size in sizes.sizes:
            least += self.least[size]
        return least
