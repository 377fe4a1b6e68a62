"""Imagined deals respect what hands have shown to lack, and are as likely as they should be."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from parlour.games.tricks.deals import deal_unseen
from parlour.games.tricks.masks import BIT, EVERY_CARD, OF_SUIT, cards_in, count, mask_of
from parlour.kernel.shuffle import QuickShuffler


def every_deal(cards: list[int], room: list[int], lacks: list[int]) -> set[tuple[int, ...]]:
    places = [hand for hand, size in enumerate(room) for _ in range(size)]
    found = set()
    for order in permutations(cards):
        dealt = [0] * len(room)
        for card, hand in zip(order, places, strict=True):
            dealt[hand] |= BIT[card]
        if not any(mask & lack for mask, lack in zip(dealt, lacks, strict=True)):
            found.add(tuple(dealt))
    return found


EACH = 80  # times that every deal should come up
CARDS = [0, 1, 13, 14, 26, 27, 39]  # two spades, two hearts, two diamonds, a club
S, H, D, C = OF_SUIT


@pytest.mark.parametrize(
    ("room", "lacks", "uneven"),
    [
        ([2, 2, 3], [0, 0, 0], 0.0),
        ([2, 2, 3], [S, 0, 0], 0.0),
        ([2, 2, 3], [S | H, H, 0], 0.0),
        ([2, 2, 3], [S, H, D], 0.2),
        ([1, 2, 2, 2], [S, S | H, D, C], 0.2),
        ([3, 2, 2], [S, C, D | C], 0.2),
    ],
)
def test_every_possible_deal_is_about_equally_likely(room: list[int], lacks: list[int], uneven: float) -> None:
    possible = every_deal(CARDS, room, lacks)
    tries = EACH * len(possible)
    shuffler = QuickShuffler(b"even")
    found = Counter(tuple(deal_unseen(shuffler, mask_of(CARDS), room, lacks)) for _ in range(tries))
    assert set(found) == possible
    chance = EACH * (1 + uneven)
    assert max(found.values()) < chance + 5 * chance**0.5
    assert min(found.values()) > EACH * (1 - uneven) - 5 * EACH**0.5


def test_there_is_always_a_deal_however_much_was_shown() -> None:
    """Hands lack cards at random, but never the ones that they hold: so the real deal is always possible."""
    rng = Random(1)
    for number in range(600):
        seats = rng.randint(2, 5)
        cards = rng.sample(range(52), seats * rng.randint(1, 52 // seats))
        each = len(cards) // seats
        hands = [mask_of(cards[hand * each : hand * each + each]) for hand in range(seats)]
        shown = [rng.choice((0, rng.getrandbits(52), S | H, EVERY_CARD)) for _ in hands]
        lacks = [mask & (EVERY_CARD ^ hand) for mask, hand in zip(shown, hands, strict=True)]
        dealt = deal_unseen(QuickShuffler(bytes([number % 256])), mask_of(cards), [each] * seats, lacks)
        assert [count(hand) for hand in dealt] == [each] * seats
        assert sorted(card for hand in dealt for card in cards_in(hand)) == sorted(cards)
        assert not any(hand & lack for hand, lack in zip(dealt, lacks, strict=True))
