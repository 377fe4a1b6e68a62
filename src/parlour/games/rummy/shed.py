"""Being rid of cards on the table: which ones could be played on others (T17, P8) or exchanged for a joker that can
(T19, P9), and whether so many that the turn's discard ends the round (T14, T20, P10)."""

from typing import Final

from parlour.cards import JOKER, Card
from parlour.games.rummy.house import House
from parlour.games.rummy.melds import BOOK, HIGH_ACE, LOW_ACE, RUN, Meld, face_at
from parlour.kernel.state import Seat

ENOUGH: Final = 600  # positions to look at for a way out: hands that have one find it in a few

Step = tuple[Card, int, int]  # a card, a meld, and the index of the joker it is given for, or HIGH or LOW
HIGH: Final = -1
LOW: Final = -2


def counted(hand: list[Card]) -> list[int]:
    """How many of each card."""
    have = [0] * (JOKER + 1)
    for card in hand:
        have[card] += 1
    return have


def reach(have: list[int], melds: list[Meld], seat: Seat, house: House) -> list[bool]:
    """Which cards this seat, having laid down, might get rid of on the table: by themselves, or if others of the hand
    go there first. Of the cards that it does not have it says nothing."""
    found = [False] * (JOKER + 1)
    if not melds:
        return found
    jokers = have[JOKER]
    given = _exchangeable(have, melds) if house.exchange else []
    jokers += len(given)
    for meld in melds:
        if meld.owner == seat and not house.extend_own:
            continue
        full = jokers == 0 or meld.cards.count(JOKER) >= house.melding.most_jokers
        if meld.kind == BOOK:
            for face in range(meld.first - 1, JOKER, 13):
                found[face] = True
            if not full:
                found[JOKER] = True
            continue
        if not full and (meld.first > LOW_ACE or meld.last < HIGH_ACE):
            found[JOKER] = True
        bridges = 0 if full else jokers
        place = meld.last + 1
        while place <= HIGH_ACE:
            face = face_at(meld.suit, place)
            if have[face]:
                found[face] = True
            elif bridges:
                bridges -= 1
            else:
                break
            place += 1
        bridges = 0 if full else jokers
        place = meld.first - 1
        while place >= LOW_ACE:
            face = face_at(meld.suit, place)
            if have[face]:
                found[face] = True
            elif bridges:
                bridges -= 1
            else:
                break
            place -= 1
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


def way_out(hand: list[Card], melds: list[Meld], seat: Seat, house: House) -> list[Step] | None:
    """The steps after which one card is left to be thrown, of somebody who has laid down; None if there is no way."""
    if len(hand) == 1:
        return []
    reached = reach(counted(hand), melds, seat, house)
    stuck = 0
    for card in hand:
        if not reached[card]:
            stuck += 1
    if stuck > 1 or not hand:
        return None
    way = WayOut(seat, house)
    return way.steps[::-1] if way.find(sorted(hand), melds, []) else None


class WayOut:
    """Tries one step after the other."""

    def __init__(self, seat: Seat, house: House) -> None:
        self.seat = seat
        self.house = house
        self.steps: list[Step] = []  # the last first
        self.looked = 0
        self.dead: set[tuple[tuple[Card, ...], tuple[Meld, ...]]] = set()

    def find(self, hand: list[Card], melds: list[Meld], given: list[Card]) -> bool:
        """`given` are the cards that were exchanged: none is given twice, or it would never end."""
        if len(hand) == 1:
            return True
        key = (tuple(hand), tuple(melds))
        self.looked += 1
        if key in self.dead or self.looked > ENOUGH:
            return False
        self.dead.add(key)
        for at, card in enumerate(hand):
            if at and hand[at - 1] == card:
                continue
            rest = hand[:at] + hand[at + 1 :]
            for number, meld in enumerate(melds):
                if self._play(card, number, meld, rest, melds, given):
                    return True
        if self.house.exchange:
            for at, card in enumerate(hand):
                if card != JOKER and self._exchange(card, hand[:at] + hand[at + 1 :], melds, given):
                    return True
        return False

    def _play(
        self, card: Card, number: int, meld: Meld, rest: list[Card], melds: list[Meld], given: list[Card]
    ) -> bool:
        melding = self.house.melding
        if meld.owner == self.seat and not self.house.extend_own:
            return False
        if card == JOKER and meld.cards.count(JOKER) >= melding.most_jokers:
            return False
        for end in (HIGH, LOW):
            low = end == LOW
            if (low and meld.kind != RUN) or not meld.takes(card, low, melding.both_aces):
                continue
            grown = [*melds[:number], meld.with_card(card, low), *melds[number + 1 :]]
            if self.find(rest, grown, given):
                self.steps.append((card, number, end))
                return True
        return False

    def _exchange(self, card: Card, rest: list[Card], melds: list[Meld], given: list[Card]) -> bool:
        for number, meld in enumerate(melds):
            if JOKER not in meld.cards:
                continue
            for index in range(len(meld.cards)):
                if meld.gives_joker(index, card):
                    after = [*melds[:number], meld.exchanged(index, card), *melds[number + 1 :]]
                    if self.find([*rest, JOKER], after, [*given, card]):
                        self.steps.append((card, number, index))
                        return True
        return False
