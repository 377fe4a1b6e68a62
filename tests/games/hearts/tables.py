"""Hearts tables with chosen hands."""

from typing import Any

import pytest

from parlour.cards import card
from parlour.games.hearts.actions import Action, CountMoon, PassCards
from parlour.games.hearts.options import HeartsOptions
from parlour.games.hearts.rules import Hearts, start
from parlour.games.hearts.state import PLAYING
from parlour.games.tricks.actions import Play
from parlour.games.tricks.masks import mask_of
from parlour.kernel.actions import DEAL
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from tests.games.hearts import referee as by_the_rules
from tests.games.side_by_side import Move


def mask(text: str) -> int:
    return mask_of([card(code) for code in text.split()])


def new(seats: int = 4, seed: int = 0, **options: Any) -> Hearts:
    return start(HeartsOptions(**options), seats, QuickShuffler(bytes([seed])))


def playing(*hands: str, leader: int = 0, first: bool = False, **options: Any) -> Hearts:
    """A round in which these hands are left, and the leader leads. Unless it is the first trick, another one has been
    taken by seat 0."""
    hearts = new(len(hands), **options)
    hearts.hands = [mask(hand) for hand in hands]
    hearts.passed = [0] * len(hands)
    hearts.trick = [-1] * len(hands)
    hearts.laid = 0
    hearts.phase = PLAYING
    hearts.at_bat = leader
    if not first:
        hearts.taker = 0
        hearts.tricks[0] = 1
    return hearts


def play(hearts: Hearts, *cards: str) -> None:
    for code in cards:
        hearts.apply(hearts.at_bat, Play(code))


def may(hearts: Hearts) -> str:
    """What the seat at bat may play."""
    return " ".join(action.card for action in hearts.legal(hearts.at_bat) if isinstance(action, Play))


def refused(hearts: Hearts, seat: int, action: Action) -> str:
    """The rule by which an action is refused. Nothing has changed."""
    before = hearts.copy()
    with pytest.raises(Refused) as refusal:
        hearts.apply(seat, action)
    assert hearts == before
    assert refusal.value.sentence.endswith(".")
    return refusal.value.rule


# ---------------------------------------------------------------- moves as the referee writes them


def action(move: Move) -> Any:
    match move:
        case "pass", cards:
            return PassCards(sorted(cards))
        case "play", card:
            return Play(card)
        case "moon", who:
            return CountMoon(who)
    return DEAL


def move(action: Any) -> Move:
    match action:
        case PassCards(cards):
            return "pass", frozenset(cards)
        case Play(card):
            return "play", card
        case CountMoon(who):
            return "moon", who
    return by_the_rules.DEAL
