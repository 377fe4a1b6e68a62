"""Melds: books and runs with jokers in them (T1-T4, T17-T19; P1-P3).

A place in a run is a position: 1 is the low ace, 2 to 13 are the ranks in between, 14 is the high ace. A joker in a run
stands for the card of its position.
"""

from dataclasses import dataclass
from typing import Final

from parlour.cards import JOKER, NO_CARD, RANK, SUIT, SUIT_WORDS, Card, name

BOOK: Final = 0
RUN: Final = 1

LOW_ACE: Final = 1
HIGH_ACE: Final = 14

# Faults of a meld, besides BOOK and RUN. `rules.FAULTS` has the rule that each one breaks.
SIZE: Final = 2
JOKERS: Final = 3


class NoMeld(Exception):
    """Raised for cards that do not make the meld. `fault` is BOOK, RUN, SIZE or JOKERS."""

    def __init__(self, fault: int, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault
        self.sentence = sentence


@dataclass
class Melding:
    """What a table allows in a meld."""

    long: bool  # laid melds may be longer than the contract asks (P7, T13)
    both_aces: bool  # a run may reach from ace to ace (allowed by T2, not by P2)
    most_jokers: int  # in one meld (T3)
    book: str = "book"  # what the game calls a book (P20)


class Meld:
    """Cards laid down together. A meld never changes: adding a card makes a new one."""

    def __init__(self, owner: int, kind: int, suit: int, first: int, cards: tuple[Card, ...]) -> None:
        self.owner = owner
        self.kind = kind
        self.suit = suit  # of a run
        self.first = first  # a book's rank, or the position of a run's first card
        self.cards = cards

    @property
    def last(self) -> int:
        """The position of a run's last card."""
        return self.first + len(self.cards) - 1

    def meaning(self, index: int) -> Card:
        """The card at this place, or the card that a joker in a run stands for there; NO_CARD for a joker in a book."""
        card = self.cards[index]
        if card != JOKER or self.kind == BOOK:
            return NO_CARD if card == JOKER else card
        return face_at(self.suit, self.first + index)

    def takes(self, card: Card, low: bool, both_aces: bool) -> bool:
        """May this card be added to the book, or to that end of the run (T17, T18)?"""
        if self.kind == BOOK:
            return card == JOKER or RANK[card] == self.first
        position = self.first - 1 if low else self.last + 1
        if not LOW_ACE <= position <= HIGH_ACE:
            return False
        if not both_aces and len(self.cards) == HIGH_ACE - 1:
            return False
        return card == JOKER or card == face_at(self.suit, position)

    def with_card(self, card: Card, low: bool) -> "Meld":
        if low and self.kind == RUN:
            return Meld(self.owner, self.kind, self.suit, self.first - 1, (card, *self.cards))
        return Meld(self.owner, self.kind, self.suit, self.first, (*self.cards, card))

    def gives_joker(self, index: int, card: Card) -> bool:
        """Is this the card that the joker there stands for (T19)?"""
        if self.cards[index] != JOKER or card == JOKER:
            return False
        return RANK[card] == self.first if self.kind == BOOK else card == self.meaning(index)

    def exchanged(self, index: int, card: Card) -> "Meld":
        cards = (*self.cards[:index], card, *self.cards[index + 1 :])
        return Meld(self.owner, self.kind, self.suit, self.first, cards)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Meld)
            and self.owner == other.owner
            and self.kind == other.kind
            and self.suit == other.suit
            and self.first == other.first
            and self.cards == other.cards
        )

    def __hash__(self) -> int:
        return hash((self.owner, self.kind, self.suit, self.first, self.cards))

    def __reduce__(self) -> tuple[object, ...]:
        return Meld, (self.owner, self.kind, self.suit, self.first, self.cards)


def face_at(suit: int, position: int) -> Card:
    return suit * 13 + (position - 1) % 13


# ---------------------------------------------------------------- from cards to a meld


def read_meld(owner: int, kind: int, size: int, cards: list[Card], stands: list[Card], melding: Melding) -> Meld:
    """The meld that these cards make, in any order. `stands` has what each joker stands for, or NO_CARD.

    Raises NoMeld."""
    word = melding.book if kind == BOOK else "run"
    if len(cards) != size and not (melding.long and len(cards) > size):
        raise NoMeld(SIZE, f"A {word} needs {'at least ' if melding.long else 'exactly '}{size} cards.")
    naturals = [card for card in cards if card != JOKER]
    if not naturals:
        raise NoMeld(JOKERS, "A meld needs at least one card that isn't a joker.")
    if len(cards) - len(naturals) > melding.most_jokers:
        raise NoMeld(JOKERS, limit_on_jokers(melding))
    if kind == BOOK:
        return _read_book(owner, cards, naturals, stands, melding.book)
    fixed = _fixed(cards, stands)
    positions = run_positions(fixed, len(cards), melding)
    if not positions:
        raise NoMeld(*_why_no_run(naturals, cards, stands, melding))
    first = _usual(positions, fixed, len(cards))
    row = [JOKER] * len(cards)
    for card, place in zip(naturals, _places(naturals, first, len(cards)), strict=True):
        row[place - first] = card
    return Meld(owner, RUN, SUIT[naturals[0]], first, tuple(row))


def limit_on_jokers(melding: Melding) -> str:
    return f"At this table a meld can have {melding.most_jokers} joker{'s' * (melding.most_jokers > 1)} at most."


def _read_book(owner: int, cards: list[Card], naturals: list[Card], stands: list[Card], word: str) -> Meld:
    rank = RANK[naturals[0]]
    for card in naturals:
        if RANK[card] != rank:
            raise NoMeld(BOOK, f"{name(naturals[0])} and {name(card)} aren't the same rank, so that isn't a {word}.")
    for stand in stands:
        if stand != NO_CARD and RANK[stand] != rank:
            raise NoMeld(JOKERS, f"A joker in this {word} can't stand for {name(stand)}.")
    return Meld(owner, BOOK, 0, rank, tuple(sorted(cards)))


def _fixed(cards: list[Card], stands: list[Card]) -> list[Card]:
    """The natural cards, and the cards that jokers are said to stand for."""
    said = [stand if card == JOKER else card for card, stand in zip(cards, stands, strict=True)]
    return [card for card in said if card != NO_CARD]


def run_positions(fixed: list[Card], size: int, melding: Melding) -> list[int]:
    """The positions where a run of this size that contains these cards may begin."""
    if any(card == JOKER or SUIT[card] != SUIT[fixed[0]] for card in fixed):
        return []
    if size > (HIGH_ACE if melding.both_aces else HIGH_ACE - 1):
        return []
    return [first for first in range(1, HIGH_ACE + 2 - size) if _places(fixed, first, size)]


def _places(fixed: list[Card], first: int, size: int) -> list[int]:
    """The positions of these cards in a run of this size that begins at `first`; empty if they do not fit."""
    last = first + size - 1
    places: list[int] = []
    for card in fixed:
        place = RANK[card]
        if place == LOW_ACE and (first > LOW_ACE or place in places):
            place = HIGH_ACE
        if not first <= place <= last or place in places:
            return []
        places.append(place)
    return places


def _usual(positions: list[int], fixed: list[Card], size: int) -> int:
    """T4: where the run begins if its free jokers go as high as they can."""
    best = positions[0]
    most = -1
    for first in positions:
        above = first + size - 1 - max(_places(fixed, first, size))
        if above >= most:
            best, most = first, above
    return best


def _why_no_run(naturals: list[Card], cards: list[Card], stands: list[Card], melding: Melding) -> tuple[int, str]:
    first = naturals[0]
    for card in naturals:
        if SUIT[card] != SUIT[first]:
            return RUN, f"{name(first)} and {name(card)} aren't the same suit, so that isn't a run."
    for card in naturals:
        if naturals.count(card) > 1 and RANK[card] != LOW_ACE:
            return RUN, f"A run can't have {name(card)} twice."
    if run_positions(naturals, len(cards), melding):
        stand = next(stand for stand in stands if stand != NO_CARD)
        return JOKERS, f"A joker in this run can't stand for {name(stand)}."
    if len(cards) == HIGH_ACE and not melding.both_aces:
        return RUN, "An ace can be the lowest card of a run or the highest, but not both."
    if {LOW_ACE, 2, 13} <= {RANK[card] for card in naturals}:
        return RUN, "A run doesn't wrap around: an ace is either its lowest card or its highest."
    told = ", ".join(name(card) for card in cards)
    return RUN, f"{told} don't follow each other in {SUIT_WORDS[SUIT[first]]}, so that isn't a run."


def meanings(kind: int, cards: list[Card], stands: list[Card], melding: Melding) -> list[list[Card]]:
    """What each joker of an unfinished meld could stand for; an empty list for every other card."""
    could: list[list[Card]] = [[] for _ in cards]
    naturals = [card for card in cards if card != JOKER]
    if kind == BOOK or not naturals:
        return could
    for index, card in enumerate(cards):
        if card == JOKER:
            others = [NO_CARD if at == index else stand for at, stand in enumerate(stands)]
            free = _free(cards, others, melding)
            could[index] = free or _free(cards, [NO_CARD] * len(cards), melding)
    return could


def _free(cards: list[Card], stands: list[Card], melding: Melding) -> list[Card]:
    """The cards that a joker without a stated meaning could stand for, the usual ones first."""
    fixed = _fixed(cards, stands)
    positions = run_positions(fixed, len(cards), melding)
    if not positions:
        return []
    usual = _usual(positions, fixed, len(cards))
    found: list[Card] = []
    for first in sorted(positions, key=lambda first: (first != usual, first)):
        taken = _places(fixed, first, len(cards))
        for place in range(first + len(cards) - 1, first - 1, -1):
            face = face_at(SUIT[fixed[0]], place)
            if place not in taken and face not in found:
                found.append(face)
    return found
