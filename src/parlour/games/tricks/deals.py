"""Deals cards to hands that cannot hold all of them: the imagined deals of a game in which players show what they lack.

Cards that the same hands may hold are a kind. Each kind gets places at random among those that are left in its hands,
the kinds with the fewest hands first. If of any two kinds the hands of one include those of the other, or have none in
common, every possible deal is equally likely. Otherwise kinds may take places that others need; then cards move on
until all have a place, and many pairs of cards change places at random wherever both may.
"""

from typing import Final

from parlour.cards import Card
from parlour.games.tricks.masks import BIT, cards_in
from parlour.kernel.shuffle import Shuffler

MIXED: Final = 6  # how often all cards are paired to change places


def deal_unseen(shuffler: Shuffler, unseen: int, room: list[int], lacks: list[int]) -> list[int]:
    """Deal the unseen cards: to each hand as many as it has room for, and none that it lacks. There must be a way."""
    dealt = [0] * len(room)
    left = room[:]
    if not any(unseen & mask for mask in lacks):
        cards = cards_in(unseen)
        shuffler.shuffle(cards)
        for hand in range(len(room)):
            for _ in range(room[hand]):
                dealt[hand] |= BIT[cards.pop()]
        return dealt
    kinds = _kinds(unseen, lacks)
    homeless: list[Card] = []
    for hands, cards in kinds:
        places = [hand for hand in hands for _ in range(left[hand])]
        shuffler.shuffle(places)
        for at, card in enumerate(cards):
            if at < len(places):
                left[places[at]] -= 1
                dealt[places[at]] |= BIT[card]
            else:
                homeless.append(card)
    for card in homeless:
        _house(card, dealt, left, lacks, [])
    if _cross(kinds):
        _mix(shuffler, dealt, cards_in(unseen), lacks)
    return dealt


def _kinds(unseen: int, lacks: list[int]) -> list[tuple[list[int], list[Card]]]:
    """The cards by the hands that may hold them, those with the fewest hands first."""
    kinds: dict[int, list[Card]] = {}
    for card in cards_in(unseen):
        may = 0
        for hand, mask in enumerate(lacks):
            if not mask & BIT[card]:
                may |= 1 << hand
        kinds.setdefault(may, []).append(card)
    found = [([hand for hand in range(len(lacks)) if may >> hand & 1], cards) for may, cards in kinds.items()]
    return sorted(found, key=lambda kind: (len(kind[0]), kind))


def _cross(kinds: list[tuple[list[int], list[Card]]]) -> bool:
    """Whether two kinds have hands in common, and each a hand that the other may not have."""
    for at, (fewer, _) in enumerate(kinds):
        for more, _ in kinds[at + 1 :]:
            common = [hand for hand in fewer if hand in more]
            if common and len(common) < len(fewer):
                return True
    return False


def _house(card: Card, dealt: list[int], left: list[int], lacks: list[int], asked: list[int]) -> bool:
    """Find a place for a card. Where hands are full, one of their cards moves on to another hand."""
    may = [hand for hand in range(len(left)) if not lacks[hand] & BIT[card] and hand not in asked]
    for hand in may:
        if left[hand]:
            left[hand] -= 1
            dealt[hand] |= BIT[card]
            return True
    for hand in may:
        asked.append(hand)
        for other in cards_in(dealt[hand]):
            if _house(other, dealt, left, lacks, asked):
                dealt[hand] ^= BIT[other] | BIT[card]
                return True
    return False


def _mix(shuffler: Shuffler, dealt: list[int], cards: list[Card], lacks: list[int]) -> None:
    holder = {card: hand for hand, mask in enumerate(dealt) for card in cards_in(mask)}
    for _ in range(MIXED):
        shuffler.shuffle(cards)
        for at in range(1, len(cards), 2):
            one, other = cards[at - 1], cards[at]
            here, there = holder[one], holder[other]
            if here != there and not lacks[here] & BIT[other] and not lacks[there] & BIT[one]:
                holder[one], holder[other] = there, here
                both = BIT[one] | BIT[other]
                dealt[here] ^= both
                dealt[there] ^= both
