"""An exact answer to whether a hand with many jokers can lay down.

`solver` lets runs take every natural card they can. That fails only if it leaves another meld with too few natural
cards (T3, P3: at least one, more if a house rule limits jokers). Here a run may also leave natural cards to other
melds, and every way to share them is tried. That is slow, and hardly ever needed.
"""

from typing import Final

from parlour.cards import JOKER, RANK, Card
from parlour.games.rummy.lay_downs.solver import RUN_SIZE, Contract
from parlour.games.rummy.melds import HIGH_ACE, Melding, face_at

NONE: Final = -1


def least_naturals(size: int, melding: Melding) -> int:
    """The fewest natural cards that a meld of this size must have (T3, P3)."""
    return max(1, size - melding.most_jokers)


class Strict:
    """The search for one hand and one contract.

    Cards still to come are called blanks. Every natural card in a meld saves a joker, so two numbers describe a way to
    share the cards: how many lie in melds, and how many blanks are forced because a joker may not take their place.
    """

    def __init__(self, hand: list[Card], contract: Contract, melding: Melding) -> None:
        self.contract = contract
        self.least_run = least_naturals(RUN_SIZE, melding)
        self.least_book = least_naturals(contract.book_size, melding)
        self.jokers = 0
        self.have: list[int] = [0] * JOKER
        self.ranks: list[int] = [0] * 14
        for card in hand:
            if card == JOKER:
                self.jokers += 1
            else:
                self.have[card] += 1
                self.ranks[RANK[card]] += 1
        self.windows: list[list[Card]] = []
        for suit in range(4):
            for first in range(1, HIGH_ACE + 2 - RUN_SIZE):
                faces = [face_at(suit, place) for place in range(first, first + RUN_SIZE)]
                held = [face for face in faces if self.have[face]]
                if held not in self.windows:
                    self.windows.append(held)
        self.blanks = 0
        self.needed = 0
        self.dead: set[tuple[int, ...]] = set()

    def lays(self, blanks: int) -> bool:
        """Can the hand lay down with this many extra cards, each of which may be any card?"""
        self.blanks = blanks
        self.needed = self.contract.cards - self.jokers - blanks
        self.dead.clear()
        return self._runs(self.contract.runs, 0, 0, 0)

    def _runs(self, left: int, at: int, laid: int, forced: int) -> bool:
        """Place the rest of the runs, from window `at` on, then the books. `forced` blanks can't be jokers."""
        books = self.contract.books
        if laid + left * RUN_SIZE + books * self.contract.book_size < self.needed or forced > self.blanks:
            return False
        if left == 0:
            return self._books(laid, forced)
        key = (left, at, laid, forced, *self.have)
        if key in self.dead:
            return False
        for index in range(at, len(self.windows)):
            for used in self._shares([face for face in self.windows[index] if self.have[face]]):
                for face in used:
                    self.have[face] -= 1
                    self.ranks[RANK[face]] -= 1
                lacks = max(0, self.least_run - len(used))
                found = self._runs(left - 1, index, laid + len(used), forced + lacks)
                for face in used:
                    self.have[face] += 1
                    self.ranks[RANK[face]] += 1
                if found:
                    return True
        self.dead.add(key)
        return False

    def _shares(self, faces: list[Card]) -> list[list[Card]]:
        """Every choice of natural cards that a run may take, the largest first."""
        shares: list[list[Card]] = [[]]
        for face in faces:
            shares += [[*share, face] for share in shares]
        if not self.blanks:
            shares = [share for share in shares if len(share) >= self.least_run]
        return shares[::-1]

    def _books(self, laid: int, forced: int) -> bool:
        """Do the books fit? Finds the most cards they can take, for each number of blanks they force."""
        books, size, least = self.contract.books, self.contract.book_size, self.least_book
        room = self.blanks - forced
        best: list[list[int]] = [[NONE] * (room + 1) for _ in range(books + 1)]
        best[0][0] = 0
        for count in self.ranks:
            for taken in range(books, 0, -1):
                for here in range(1, taken + 1):
                    cards = min(count, here * size)
                    lacks = max(0, here * least - cards)
                    for blanks in range(lacks, room + 1):
                        before = best[taken - here][blanks - lacks]
                        if before != NONE:
                            best[taken][blanks] = max(best[taken][blanks], before + cards)
        return max(best[books]) + laid >= self.needed and max(best[books]) != NONE
