"""Steady at Torpedo: calls, denials and draws (T22-T28)."""

import importlib.util
from random import Random
from typing import Any

import pytest

from parlour.games.rummy.actions import BUY, Discard
from parlour.games.rummy.state import ANSWERING, DRAWING, WINDOW
from parlour.games.torpedo import GAME
from parlour.games.torpedo.actions import ACCEPT
from parlour.games.torpedo.players.steady import TorpedoSteady
from parlour.games.torpedo.rules import Torpedo
from parlour.kernel.actions import DRAW, PASS, TAKE
from parlour.kernel.shuffle import QuickShuffler
from tests.games.rummy.tables import NOTHING_MUCH, arrange, book, new_torpedo, play
from tests.process import ROOT

TWO_PAIRS = "7H 7S 9H 9S 2C 4D 6S JC QD"  # each pair is one card away from a book
A_RUN_AND_A_HALF = "5H 6H 7H 8H JS QS KS 2C 2D"
USELESS = "KD"


def thrown(card: str, *hands: str, seats: int = 4, round: int = 1, **laid: Any) -> Torpedo:
    """Seat 1 has just discarded this card, and seat 2 is at bat."""
    filled = [*hands, *[NOTHING_MUCH] * (seats - len(hands))]
    filled[1] = f"{filled[1]} {card}"
    torpedo = arrange(new_torpedo(seats), *filled, round=round, **laid)
    return play(torpedo, (1, Discard(card)))  # type: ignore[no-any-return]


def choice(torpedo: Torpedo, seat: int, steady: TorpedoSteady | None = None) -> Any:
    action = (steady or TorpedoSteady()).choose(torpedo, seat, Random(1))
    assert action in torpedo.legal(seat) or (action is None and torpedo.silence(seat) is None)
    return action


def test_it_calls_for_a_card_that_makes_a_book() -> None:
    torpedo = thrown("7C", TWO_PAIRS, round=5)
    assert torpedo.phase == WINDOW
    assert choice(torpedo, 0) == BUY
    assert choice(torpedo, 0, TorpedoSteady(buys=False)) == PASS
    assert choice(thrown(USELESS, TWO_PAIRS, round=5), 0) == PASS


def test_it_does_not_buy_after_laying_down() -> None:
    torpedo = thrown("7C", "7H 7S 2C", melds=[book(0, "8H 8S 8D"), book(0, "9H 9S 9D")])
    assert choice(torpedo, 0) == PASS


def test_it_does_not_buy_when_somebody_is_about_to_go_out() -> None:
    laid = [book(3, "8H 8S 8D"), book(3, "JH JS JD"), book(3, "5H 5S 5D")]
    torpedo = thrown("7C", "7H 9S 2C 4D 6S JC QD AS 10D", round=5, melds=laid)
    torpedo.hands[3] = []
    assert choice(torpedo, 0) == PASS


def test_it_buys_to_make_room_for_a_contract_larger_than_its_hand() -> None:
    torpedo = thrown("9S", A_RUN_AND_A_HALF, round=4)
    assert choice(torpedo, 0) == BUY


def test_at_bat_it_takes_at_once_what_it_wants_and_else_waits() -> None:
    assert choice(thrown("7C", NOTHING_MUCH, NOTHING_MUCH, TWO_PAIRS), 2) == TAKE
    assert choice(thrown(USELESS, NOTHING_MUCH, NOTHING_MUCH, TWO_PAIRS), 2) is None


@pytest.mark.parametrize(("card", "answer"), [("7C", TAKE), (USELESS, ACCEPT)])
def test_it_denies_a_call_only_for_a_card_that_it_wants(card: str, answer: Any) -> None:
    torpedo = thrown(card, NOTHING_MUCH, NOTHING_MUCH, TWO_PAIRS)
    play(torpedo, (0, PASS), (3, BUY))
    assert torpedo.phase == ANSWERING
    assert choice(torpedo, 2) == answer


def test_at_bat_it_draws_unless_the_discard_helps() -> None:
    for card, draw in (("7C", TAKE), (USELESS, DRAW)):
        torpedo = thrown(card, NOTHING_MUCH, NOTHING_MUCH, TWO_PAIRS)
        play(torpedo, (0, PASS), (3, PASS))
        assert choice(torpedo, 2) == draw


def test_after_laying_down_it_takes_what_it_can_play() -> None:
    laid = [book(2, "8H 8S 8D"), book(2, "9H 9S 9D"), book(3, "7H 7S 7D"), book(3, "6H 6S 6D")]
    for card, draw in (("7C", TAKE), (USELESS, DRAW)):
        torpedo = thrown(card, NOTHING_MUCH, NOTHING_MUCH, "2S 3D", "AS", melds=laid)
        play(torpedo, (0, PASS), (3, PASS))
        assert choice(torpedo, 2) == draw


def test_with_two_players_it_buys_for_itself_what_a_large_contract_needs() -> None:
    """Seat 1 has discarded. With two players, nobody else may call."""
    torpedo = thrown("10S", A_RUN_AND_A_HALF, seats=2, round=6)
    assert torpedo.phase == DRAWING
    assert choice(torpedo, 0) == BUY
    assert choice(torpedo, 0, TorpedoSteady(buys=False)) == TAKE


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_its_rounds_end_by_somebody_going_out(seats: int) -> None:
    steady = TorpedoSteady()
    torpedo = GAME.start(GAME.options(), seats, QuickShuffler(b"steady"))
    rounds = gone_out = 0
    while actors := torpedo.actors():
        for seat in actors:
            chosen = steady.choose(torpedo, seat, Random(1))
            if chosen is not None:
                torpedo.apply(seat, chosen)
                break
        if len(torpedo.sheet) > rounds:
            rounds += 1
            gone_out += GAME.lab.facts(torpedo)["somebody_went_out"] or 0
    assert gone_out >= rounds - 1


def test_buying_pays() -> None:
    """A short form of what `bench/duplicate.py` measures."""
    spec = importlib.util.spec_from_file_location("duplicate", ROOT / "bench" / "duplicate.py")
    assert spec
    assert spec.loader
    duplicate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(duplicate)
    points, _ = duplicate.interval(duplicate.duel("torpedo", 4, range(5)).points)
    assert points > 50
