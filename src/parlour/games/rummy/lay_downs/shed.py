"""Getting rid of cards on the table: which ones can be played on melds (T17, P8) or swapped for a joker that can be
(T19, P9), and whether that leaves a single card, whose discard ends the round (T14, T20, P10)."""

from typing import Final

from parlour.cards import JOKER, Card
from parlour.games.rummy.melds import BOOK, HIGH_ACE, LOW_ACE, RUN, Meld, face_at
from parlour.games.rummy.terms import RummyTerms
from parlour.kernel.state import Seat

ENOUGH: Final = 1000  # limit on positions in one search; a hand that has a way out finds it in a few
ALL: Final = 6000  # limit on positions in all searches of one WayOut

Step = tuple[Card, int, int]  # a card, the number of a meld, and the index of the joker to swap for, or HIGH or LOW
HIGH: Final = -1
LOW: Final = -2


def counted(hand: list[Card]) -> list[int]:
    """How many copies of each card a hand has."""
    have = [0] * (JOKER + 1)
    for card in hand:
        have[card] += 1
    return have


def reach(have: list[int], melds: list[Meld], seat: Seat, terms: RummyTerms) -> list[bool]:
    """Which cards of the hand might go to the table after laying down, directly or once other cards of the hand are
    there. The answer is meaningless for cards that are not in the hand."""
    found = [False] * (JOKER + 1)
    if not melds:
        return found
    jokers = have[JOKER]
    given = _exchangeable(have, melds) if terms.exchange else []
    jokers += len(given)
    for meld in melds:
        if meld.owner == seat and not terms.extend_own:
            continue
        full = jokers == 0 or (not given and meld.cards.count(JOKER) >= terms.melding.most_jokers)
        if meld.kind == BOOK:
            for face in range(meld.first - 1, JOKER, 13):
                found[face] = True
            if not full:
                found[JOKER] = True
            continue
        if not full and (meld.first > LOW_ACE or meld.last < HIGH_ACE):
            found[JOKER] = True
        for step in (1, -1):
            bridges = 0 if full else jokers
            place = meld.last + 1 if step == 1 else meld.first - 1
            while LOW_ACE <= place <= HIGH_ACE:
                face = face_at(meld.suit, place)
                if have[face]:
                    found[face] = True
                elif bridges:
                    bridges -= 1
                else:
                    break
                place += step
    if found[JOKER]:
        for face in given:
            found[face] = True
    return found


def _exchangeable(have: list[int], melds: list[Meld]) -> list[Card]:
    """The cards that can be swapped for a joker (T19, P9)."""
    found: list[Card] = []
    for meld in melds:
        if JOKER in meld.cards:
            for index, card in enumerate(meld.cards):
                if card == JOKER:
                    faces = range(meld.first - 1, JOKER, 13) if meld.kind == BOOK else (meld.meaning(index),)
                    found += [face for face in faces if have[face]]
    return found


def way_out(hand: list[Card], melds: list[Meld], seat: Seat, terms: RummyTerms) -> list[Step] | None:
    """The steps that leave a seat that has laid down with one card to discard; None if there is no way."""
    return WayOut(seat, terms).find(hand, melds)


class WayOut:
    """A search for a way out. Further searches skip the positions that led nowhere before."""

    def __init__(self, seat: Seat, terms: RummyTerms) -> None:
        self.seat = seat
        self.terms = terms
        self.steps: list[Step] = []  # in reverse order
        self.most = ENOUGH
        self.dead: set[tuple[tuple[Card, ...], tuple[int, ...]]] = set()

    def find(self, hand: list[Card], melds: list[Meld]) -> list[Step] | None:
        self.steps = []
        self.most = min(len(self.dead) + ENOUGH, ALL)
        return self.steps[::-1] if hand and self._ends(sorted(hand), melds) else None

    def _ends(self, hand: list[Card], melds: list[Meld]) -> bool:
        """Can the hand be played down to one card? The recursion ends because a swapped card never comes back."""
        if len(hand) == 1:
            return True
        key = (tuple(hand), tuple([self._mark(meld) for meld in melds]))
        if key in self.dead or len(self.dead) >= self.most:
            return False
        self.dead.add(key)
        if self._too_many(hand, melds) or not self._steps(hand, melds):
            return False
        self.dead.discard(key)
        return True

    def _too_many(self, hand: list[Card], melds: list[Meld]) -> bool:
        """Does more than one card fit nowhere? Only one can be discarded."""
        reached = reach(counted(hand), melds, self.seat, self.terms)
        stuck = 0
        for card in hand:
            if not reached[card]:
                stuck += 1
        return stuck > 1

    def _steps(self, hand: list[Card], melds: list[Meld]) -> bool:
        for at, card in enumerate(hand):
            if at and hand[at - 1] == card:
                continue
            rest = hand[:at] + hand[at + 1 :]
            for number, meld in enumerate(melds):
                if self._play(card, number, meld, rest, melds):
                    return True
            if self.terms.exchange and card != JOKER and self._exchange(card, rest, melds):
                return True
        return False

    def _mark(self, meld: Meld) -> int:
        """A number for everything about a meld that matters for playing on it or swapping for its jokers."""
        cards = meld.cards
        if meld.owner == self.seat and not self.terms.extend_own and not (self.terms.exchange and JOKER in cards):
            return 0
        if meld.kind == BOOK:
            return cards.count(JOKER) * 16 + meld.first
        jokers = 1
        for card in cards:
            jokers = jokers * 2 + (card == JOKER)
        return (jokers * 16 + meld.first) * 8 + meld.suit + 4 << 20

    def _play(self, card: Card, number: int, meld: Meld, rest: list[Card], melds: list[Meld]) -> bool:
        melding = self.terms.melding
        if meld.owner == self.seat and not self.terms.extend_own:
            return False
        if card == JOKER and meld.cards.count(JOKER) >= melding.most_jokers:
            return False
        for end in (HIGH, LOW):
            low = end == LOW
            if (low and meld.kind != RUN) or not meld.takes(card, low, melding.both_aces):
                continue
            grown = [*melds[:number], meld.with_card(card, low), *melds[number + 1 :]]
            if self._ends(rest, grown):
                self.steps.append((card, number, end))
                return True
        return False

    def _exchange(self, card: Card, rest: list[Card], melds: list[Meld]) -> bool:
        for number, meld in enumerate(melds):
            if JOKER not in meld.cards:
                continue
            for index in range(len(meld.cards)):
                if meld.gives_joker(index, card):
                    after = [*melds[:number], meld.exchanged(index, card), *melds[number + 1 :]]
                    if self._ends([*rest, JOKER], after):
                        self.steps.append((card, number, index))
                        return True
                    if meld.kind == BOOK:
                        break  # its jokers are all the same
        return False
