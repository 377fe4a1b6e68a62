"""Progressive Rummy: hot cards, a house rule (P14)."""

from typing import Any

import pytest

from parlour.cards import card
from parlour.games.progressive import GAME
from parlour.games.progressive.actions import ClaimHot
from parlour.games.progressive.rules import Progressive
from parlour.games.rummy.actions import BUY, Discard
from parlour.games.rummy.melds import Meld
from parlour.games.rummy.state import ANSWERING, PLAYING, WINDOW
from parlour.kernel.actions import PASS, TAKE
from parlour.kernel.position import SCORED
from tests.games.rummy.tables import arrange, book, cards, new_progressive, play, refused, run

KINGS = book(1, "KH KS KC")  # meld 0; its owner discards
ON_KINGS = ClaimHot("meld:0")
LAID = (book(0, "9H 9S 9D"), book(2, "8H 8S 8D"), book(3, "5H 5S 5D"))


def hot(*laid: Meld, card: str = "KD", hands: tuple[str, ...] = (), **options: Any) -> Progressive:
    """Seat 1 of four has just discarded a card that fits its own kings, and seat 2 is at bat."""
    progressive = new_progressive(4, **{"hot_card": True} | options)
    filled = hands or ("2S 3S", f"2S {card}", "2D 3D", "2C 3C")
    arrange(progressive, *filled, melds=(KINGS, *laid), stock="4C 6D 10C JH", discards="7C")
    progressive.apply(1, Discard(card))
    return progressive


def test_P14_who_has_laid_down_may_claim_a_discard_that_fits() -> None:
    progressive = hot(LAID[0])
    assert ON_KINGS in progressive.legal(0)
    for seat in (2, 3):
        assert ON_KINGS not in progressive.legal(seat)  # not laid down
        assert refused(progressive, seat, ON_KINGS) == "P8"
    progressive.apply(0, ON_KINGS)
    assert progressive.melds[0].cards == tuple(cards("KH KS KC KD"))
    assert progressive.discards == cards("7C")
    assert GAME.view(progressive, 2).zone("discard").note == "dead"
    assert progressive.phase == ANSWERING
    assert list(progressive.actors()) == [0]
    assert list(progressive.legal(0)) == [Discard("2S"), Discard("3S")]


def test_P14_the_claimant_discards_and_the_same_seat_stays_at_bat() -> None:
    progressive = play(hot(LAID[0]), (0, ON_KINGS))
    assert refused(progressive, 2, PASS) == "P11"
    assert refused(progressive, 2, Discard("2D")) == "P6"
    assert refused(progressive, 0, Discard("KC")) == "P6"  # not in hand
    progressive.apply(0, Discard("3S"))
    assert progressive.discards == cards("7C 3S")
    assert progressive.at_bat == 2
    assert progressive.phase == WINDOW
    assert TAKE in progressive.legal(2)
    assert BUY in progressive.legal(1)  # seat 1 discarded the king, but may buy the three
    assert list(progressive.legal(0)) == []
    progressive.apply(2, TAKE)
    assert progressive.hands[2] == cards("2D 3D 3S")


def test_P14_a_last_card_ends_the_round() -> None:
    progressive = hot(LAID[0], hands=("AS", "2S KD", "2D 3D", "2C 3C"))
    play(progressive, (0, ON_KINGS), (0, Discard("AS")))
    assert progressive.phase == SCORED
    assert progressive.out == 0
    assert progressive.sheet == [[0, 5, 10, 10]]


def test_P14_off_unless_the_house_says_so() -> None:
    progressive = hot(LAID[0], hot_card=False)
    assert list(progressive.legal(0)) == [BUY, PASS]
    assert refused(progressive, 0, ON_KINGS) == "P14"


def test_P14_claims_come_before_taking_and_buying() -> None:
    progressive = play(hot(LAID[0]), (2, TAKE))
    assert progressive.phase == WINDOW  # seat 0 may still claim
    claimed = play(progressive.copy(), (0, ON_KINGS))
    assert claimed.phase == ANSWERING
    assert claimed.hands[2] == cards("2D 3D")
    left = play(progressive.copy(), (0, PASS))
    assert left.hands[2] == cards("2D 3D KD")
    bought = play(hot(LAID[0]), (3, BUY), (2, PASS), (0, ON_KINGS))
    assert bought.phase == ANSWERING
    assert bought.buys == [0, 0, 0, 0]


def test_P14_nobody_waits_for_those_who_could_not_claim() -> None:
    progressive = play(hot(), (2, TAKE))
    assert progressive.phase == PLAYING


@pytest.mark.parametrize("order", [(0, 3, 2), (2, 3, 0), (3, 0, 2)])
def test_P14_the_seat_at_bat_claims_first_and_then_the_nearest_to_its_left(order: tuple[int, ...]) -> None:
    progressive = hot(*LAID)
    for seat in order:
        if progressive.phase == WINDOW:
            progressive.apply(seat, ON_KINGS)
    assert progressive.discarder == 2
    progressive = hot(*LAID)
    for seat in order:
        if progressive.phase == WINDOW:
            progressive.apply(seat, PASS if seat == 2 else ON_KINGS)
    assert progressive.discarder == 3


def test_P14_the_discarder_may_not_claim_nor_one_who_holds_no_card() -> None:
    progressive = hot(LAID[0], hands=("", "2S KD", "2D 3D", "2C 3C"), extend_own=True)
    assert refused(progressive, 1, ON_KINGS) == "P14"
    assert ON_KINGS not in progressive.legal(0)
    assert refused(progressive, 0, ON_KINGS) == "P14"


def test_P14_ones_own_melds_only_where_the_house_lets_one_extend_them() -> None:
    nine = ClaimHot("meld:1")
    assert refused(hot(LAID[0], card="9C"), 0, nine) == "P8"
    progressive = hot(LAID[0], card="9C", extend_own=True)
    assert nine in progressive.legal(0)
    assert len(play(progressive, (0, nine)).melds[1].cards) == 4


def test_P14_if_the_seat_at_bat_claims_its_own_discard_is_not_offered_to_itself() -> None:
    progressive = play(hot(LAID[1]), (2, ON_KINGS), (2, Discard("2D")))
    assert progressive.at_bat == 2
    assert list(progressive.actors()) == [0, 1, 3]
    assert refused(progressive, 2, TAKE) == "P11"
    play(progressive, (0, PASS), (1, PASS), (3, PASS))
    assert progressive.phase == PLAYING
    assert progressive.hands[2] == [*cards("3D"), card("4C")]


def test_P14_a_card_that_does_not_fit_is_not_claimed() -> None:
    progressive = hot(LAID[0], run(0, "4H 5H 6H 7H"), card="QD")
    assert list(progressive.legal(0)) == [BUY, PASS]
    for target in ("meld:0", "meld:9"):
        assert refused(progressive, 0, ClaimHot(target)) == "P8"


def test_P14_at_either_end_of_a_run_the_claimant_says_which() -> None:
    progressive = hot(LAID[0], run(3, "4H 5H 6H 7H"), card="JOK")
    assert {ClaimHot("meld:2@low"), ClaimHot("meld:2@high"), ON_KINGS} <= set(progressive.legal(0))
    assert refused(progressive, 0, ClaimHot("meld:2")) == "P8"
    play(progressive, (0, ClaimHot("meld:2@low")), (3, PASS))
    assert progressive.melds[2].meaning(0) == card("3H")


def test_P14_only_before_the_next_draw() -> None:
    progressive = play(hot(LAID[0]), (0, PASS), (2, TAKE))
    assert refused(progressive, 0, ON_KINGS) == "P14"
    again = play(hot(LAID[0]), (0, PASS))
    assert refused(again, 0, ON_KINGS) == "P11"  # an answer is final


def test_P14_nobody_claims_by_silence() -> None:
    progressive = hot(LAID[0])
    assert progressive.silence(0) == PASS
    progressive.apply(0, ON_KINGS)
    assert isinstance(progressive.silence(0), Discard)
    assert progressive.silence(2) is None
