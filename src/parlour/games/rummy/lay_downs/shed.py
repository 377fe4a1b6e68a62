"""Being rid of cards on the table: which ones could be played on others (T17, P8) or exchanged for a joker that can
(T19, P9), and whether so many that the turn's discard ends the round (T14, T20, P10)."""

from typing import Final

from parlour.cards import JOKER, Card
from parlour.games.rummy.melds import BOOK, HIGH_ACE, LOW_ACE, RUN, Meld, face_at
from parlour.games.rummy.terms import RummyTerms
from parlour.kernel.state import Seat

ENOUGH: Final = 1000  # positions to look at for a way out: hands that have one find it in a few
ALL: Final = 6000  # for all the ways out that are looked for at one table

Step = tuple[Card, int, int]  # a card, a meld, and the index of the joker it is given for, or HIGH or LOW
HIGH: Final = -1
LOW: Final = -2


def counted(hand: list[Card]) -> list[int]:
    """How many of each card."""
    have = [0] * (JOKER + 1)
    for card in hand:
        have[card] += 1
    return have


def reach(have: list[int], melds: list[Meld], seat: Seat, terms: RummyTerms) -> list[bool]:
    """Which cards this seat, having laid down, might get rid of on the table: by themselves, or if others of the hand
    go there first. Of the cards that it does not have it says nothing."""
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
    """T19, P9: the cards for which a joker can be had."""
    found: list[Card] = []
    for meld in melds:
        if JOKER in meld.cards:
            for index, card in enumerate(meld.cards):
                if card == JOKER:
                    faces = range(meld.first - 1, JOKER, 13) if meld.kind == BOOK else (meld.meaning(index),)
                    found += [face for face in faces if have[face]]
    return found


def way_out(hand: list[Card], melds: list[Meld], seat: Seat, terms: RummyTerms) -> list[Step] | None:
    """The steps after which one card is left to be thrown, of somebody who has laid down; None if there is no way."""
    return WayOut(seat, terms).find(hand, melds)


class WayOut:
    """Tries one step after the other; if it is asked several times, what has led nowhere is not tried again."""

    def __init__(self, seat: Seat, terms: RummyTerms) -> None:
        self.seat = seat
        self.terms = terms
        self.steps: list[Step] = []  # the last first
        self.most = ENOUGH
        self.dead: set[tuple[tuple[Card, ...], tuple[int, ...]]] = set()

    def find(self, hand: list[Card], melds: list[Meld]) -> list[Step] | None:
        self.steps = []
        self.most = min(len(self.dead) + ENOUGH, ALL)
        return self.steps[::-1] if hand and self._ends(sorted(hand), melds) else None

    def _ends(self, hand: list[Card], melds: list[Meld]) -> bool:
        """Can this be played to a last card? (A card that is exchanged never comes back: so it comes to an end.)"""
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
        """More than one card that fits nowhere: only one can be thrown."""
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
        """All that counts of a meld for what can be played on it or had from it."""
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
