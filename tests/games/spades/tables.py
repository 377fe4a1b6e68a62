"""Tables of Spades in the middle of a round, laid out for a test."""

from typing import Any

import pytest

from parlour.cards import card, code
from parlour.games.spades.actions import BIDS, Action
from parlour.games.spades.options import SpadesOptions
from parlour.games.spades.rules import Spades, start
from parlour.games.spades.state import BIDDING
from parlour.games.tricks.actions import PLAYS
from parlour.games.tricks.masks import cards_in, mask_of
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler


def new(seats: int = 4, **options: Any) -> Spades:
    """A new round: seat 0 deals, seat 1 bids and leads."""
    return start(SpadesOptions(**options), seats, QuickShuffler(b"spades"))


def with_hands(*hands: str, **options: Any) -> Spades:
    """A round in which the seats hold these cards, and nobody has bid yet. All have equally many."""
    spades = new(len(hands), **options)
    spades.hands = [mask_of([card(text) for text in hand.split()]) for hand in hands]
    short = spades.terms.dealt - len(hands[0].split())
    spades.tricks = [short, *[0] * (len(hands) - 1)]  # as if seat 0 had taken all the tricks before
    return spades


def bid(spades: Spades, *bids: int) -> Spades:
    """Everybody bids, from the left of the dealer."""
    for tricks in bids:
        spades.apply(spades.at_bat, BIDS[tricks])
    return spades


def playing(*hands: str, bids: tuple[int, ...] = (), **options: Any) -> Spades:
    """A round in which all have bid, and seat 1 leads."""
    spades = with_hands(*hands, **options)
    return bid(spades, *(bids or [1] * len(hands)))


def play(spades: Spades, cards: str) -> Spades:
    """Whoever is at bat plays each of these cards."""
    for text in cards.split():
        spades.apply(spades.at_bat, PLAYS[card(text)])
    return spades


def behind(spades: Spades, *totals: int) -> Spades:
    """A new round after one that left these totals."""
    spades.sheet = [list(totals)]
    spades.deal()
    spades.at_bat = spades.leader = (spades.dealer + 1) % spades.seats
    assert spades.phase == BIDDING
    return spades


def held(spades: Spades, seat: int) -> str:
    return " ".join(map(code, cards_in(spades.hands[seat])))


def may_play(spades: Spades, seat: int) -> str:
    return " ".join(map(code, cards_in(spades.allowed(seat))))


def refused(spades: Spades, seat: int, action: Action) -> str:
    """The rule that refuses an action. The action must change nothing."""
    before = spades.copy()
    with pytest.raises(Refused) as refusal:
        spades.apply(seat, action)
    assert spades == before
    return refusal.value.rule
