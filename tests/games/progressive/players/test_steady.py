"""Steady at Progressive Rummy: offers (P11-P13) and hot cards (P14)."""

from random import Random
from typing import Any

from parlour.games.progressive.actions import ClaimHot
from parlour.games.progressive.players.steady import ProgressiveSteady
from parlour.games.progressive.rules import Progressive
from parlour.games.rummy.actions import BUY, Discard
from parlour.games.rummy.state import ANSWERING, WINDOW
from parlour.kernel.actions import PASS, TAKE
from tests.games.rummy.tables import arrange, book, new_progressive, play

NOTHING = "2S 4H 6D 8C 10S QH 3D 5C 9S"
TWO_PAIRS = "7H 7S 9H 9S 2C 4D 6S JC QD"
USELESS = "KD"


def thrown(card: str, *hands: str, round: int = 4, melds: Any = (), **options: Any) -> Progressive:
    """Seat 1 of four has just discarded this card, and seat 2 is at bat."""
    filled = [*hands, *[NOTHING] * (4 - len(hands))]
    filled[1] = f"{filled[1]} {card}"
    progressive = arrange(new_progressive(4, **options), *filled, round=round, melds=melds)
    return play(progressive, (1, Discard(card)))  # type: ignore[no-any-return]


def choice(progressive: Progressive, seat: int, steady: ProgressiveSteady | None = None) -> Any:
    action = (steady or ProgressiveSteady()).choose(progressive, seat, Random(1))
    assert action in progressive.legal(seat)
    return action


def test_it_takes_what_shortens_the_way_and_leaves_the_rest() -> None:
    assert choice(thrown("7C", NOTHING, NOTHING, TWO_PAIRS), 2) == TAKE
    assert choice(thrown(USELESS, NOTHING, NOTHING, TWO_PAIRS), 2) == PASS


def test_it_buys_what_shortens_the_way() -> None:
    progressive = thrown("7C", TWO_PAIRS, buy_penalty=0)
    assert progressive.phase == WINDOW
    assert choice(progressive, 0) == BUY
    assert choice(progressive, 0, ProgressiveSteady(buys=False)) == PASS
    assert choice(thrown(USELESS, TWO_PAIRS, buy_penalty=0), 0) == PASS


def test_it_does_not_buy_when_somebody_is_about_to_go_out() -> None:
    laid = [book(3, "8H 8S 8D"), book(3, "JH JS JD"), book(3, "5H 5S 5D")]
    progressive = thrown("7C", "7H 9S 2C 4D 6S JC QD AS 10D", melds=laid)
    progressive.hands[3] = []
    assert choice(progressive, 0) == PASS


def test_it_does_not_buy_after_laying_down() -> None:
    assert choice(thrown("7C", "7H 7S 2C", melds=[book(0, "8H 8S 8D"), book(0, "9H 9S 9D")]), 0) == PASS


def test_P14_it_claims_a_hot_card_and_goes_out_with_its_last() -> None:
    laid = [book(0, "8H 8S 8D"), book(3, "7H 7S 7D")]
    progressive = thrown("7C", "2C", hot_card=True, melds=laid)
    claim = choice(progressive, 0)
    assert claim == ClaimHot("meld:1")
    play(progressive, (0, claim))
    if progressive.phase == WINDOW:
        play(progressive, (3, PASS))  # seat 3 could have claimed it too
    assert progressive.phase == ANSWERING
    assert choice(progressive, 0) == Discard("2C")
    play(progressive, (0, Discard("2C")))
    assert progressive.out == 0
