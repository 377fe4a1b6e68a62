"""Tables of Yammouth in the middle of a round, laid out for a test."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from parlour.cards import Card, card, code
from parlour.games.yammouth.actions import CALL, CLAIM, KEEP, SLAM, Action, PlaceCards
from parlour.games.yammouth.options import YammouthOptions
from parlour.games.yammouth.rules import Yammouth, start
from parlour.games.yammouth.scoring import MatchScore
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.position import SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler

BUTTONS: list[Action] = [CALL, CLAIM, DEAL, DRAW, KEEP, PASS, SLAM, TAKE]


def new(seats: int = 2, key: bytes = b"yammouth", **terms: Any) -> Yammouth:
    return start(YammouthOptions(**terms), seats, QuickShuffler(key))


def cards(text: str) -> list[Card]:
    return [card(code) for code in text.split()]


def codes(faces: Iterable[Card]) -> str:
    return " ".join(map(code, faces))


def place(text: str) -> PlaceCards:
    return PlaceCards(text.split())


def arrange(
    *hands: str,
    pile: str = "9C",
    stock: str = "8C 10D JD QC",
    at_bat: int = 0,
    totals: Sequence[int] = (),
    wins: Sequence[int] = (),
    out: Sequence[int] = (),
    terms: dict[str, Any] | None = None,
) -> Yammouth:
    """A turn is about to begin. The top of the pile is written last, the next card of the stock first. `wins` are the
    rounds that a seat has won in a row, none of them with a total of 0; those in `out` are out."""
    yammouth = new(len(hands), **terms or {})
    yammouth.hands = [cards(text) for text in hands]
    yammouth.known = [[] for _ in hands]
    yammouth.pile = cards(pile)
    yammouth.stock = cards(stock)[::-1]
    yammouth.at_bat = yammouth.beginner = at_bat
    for seat in range(len(hands)):
        total = totals[seat] if totals else 0
        row = wins[seat] if wins else 0
        yammouth.match_scores[seat] = MatchScore(total, row, 0, seat in out)
    yammouth.playing = [seat for seat in range(len(hands)) if seat not in out]
    assert all(len(hand) <= 5 and bool(seat not in out or not hand) for seat, hand in enumerate(yammouth.hands))
    return yammouth


def play(yammouth: Yammouth, *moves: tuple[int, Action]) -> Yammouth:
    for seat, action in moves:
        yammouth.apply(seat, action)
    return yammouth


def next_round(yammouth: Yammouth, *hands: str) -> Yammouth:
    """Deal the next round, with these hands."""
    assert yammouth.phase == SCORED
    yammouth.apply(yammouth.at_bat, DEAL)
    yammouth.hands = [cards(text) for text in hands]
    return yammouth


def refused(yammouth: Yammouth, seat: int, action: Action) -> str:
    """The rule that refuses an action. The action must change nothing."""
    before = yammouth.copy()
    with pytest.raises(Refused) as refusal:
        yammouth.apply(seat, action)
    assert yammouth == before
    assert refusal.value.sentence.endswith(".")
    return refusal.value.rule
