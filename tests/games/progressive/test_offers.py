"""Progressive Rummy: who gets the discard, and at what price (P11-P13)."""

from itertools import permutations
from typing import Any

import pytest

from parlour.cards import card
from parlour.games.progressive import GAME
from parlour.games.progressive.options import ProgressiveOptions
from parlour.games.progressive.rules import Progressive
from parlour.games.rummy.actions import BUY, Discard
from parlour.games.rummy.state import PLAYING, WINDOW
from parlour.kernel.actions import DEAL, PASS, TAKE
from parlour.kernel.options import read
from parlour.kernel.position import SCORED
from parlour.kernel.refusal import Refused
from tests.games.rummy.tables import arrange, book, cards, end_round, new_progressive, play, refused

HELD = cards("2S 3H 4H")


def offer(seats: int = 4, stock: str = "4C 9D KC 6H", discards: str = "7C", **options: Any) -> Progressive:
    """Seat 1 has just discarded the king of diamonds, and seat 2 is at bat."""
    hands = ["2S 3H KD" if seat == 1 else "2S 3H 4H" for seat in range(seats)]
    progressive = arrange(new_progressive(seats, **options), *hands, stock=stock, discards=discards)
    progressive.apply(1, Discard("KD"))
    return progressive


# ---------------------------------------------------------------- the offer


def test_P11_everybody_but_the_discarder_is_asked() -> None:
    progressive = offer()
    assert progressive.phase == WINDOW
    assert list(progressive.actors()) == [0, 2, 3]
    assert list(progressive.legal(2)) == [TAKE, PASS]
    for seat in (0, 3):
        assert list(progressive.legal(seat)) == [BUY, PASS]
    assert list(progressive.legal(1)) == []
    for action in (BUY, PASS):
        assert refused(progressive, 1, action) == "P11"
    assert refused(progressive, 2, BUY) == "P11"
    assert refused(progressive, 0, TAKE) == "P6"  # not at bat


def test_P11_the_seat_at_bat_may_take_it_for_nothing() -> None:
    for before in ((), ((0, BUY),), ((0, BUY), (3, BUY))):
        progressive = play(offer(), *before, (2, TAKE))
        assert progressive.hands[2] == [*HELD, card("KD")]
        assert progressive.phase == PLAYING
        assert progressive.buys == [0, 0, 0, 0]
        assert progressive.hands[0] == progressive.hands[3] == HELD


def test_P11_to_leave_it_is_final() -> None:
    progressive = play(offer(), (2, PASS))
    assert progressive.phase == WINDOW
    assert list(progressive.actors()) == [0, 3]
    assert refused(progressive, 2, TAKE) == "P11"
    assert refused(progressive, 2, PASS) == "P11"


def test_P11_if_nobody_wants_it_the_seat_at_bat_draws_from_the_stock() -> None:
    progressive = play(offer(), (2, PASS), (3, PASS), (0, PASS))
    assert progressive.phase == PLAYING
    assert progressive.hands[2] == [*HELD, card("4C")]
    assert progressive.discards == cards("7C KD")


def test_P11_after_a_purchase_the_seat_at_bat_draws_from_the_stock() -> None:
    progressive = play(offer(), (2, PASS), (3, BUY))
    assert progressive.hands[3] == [*HELD, *cards("KD 4C 9D")]
    assert progressive.hands[2] == [*HELD, card("KC")]
    assert progressive.phase == PLAYING
    assert progressive.at_bat == 2
    assert progressive.discards == cards("7C")


def test_P11_all_answer_at_once_and_it_is_settled_when_no_doubt_is_left() -> None:
    progressive = play(offer(), (0, BUY))
    assert progressive.phase == WINDOW  # seats 2 and 3 come first
    progressive.apply(3, BUY)
    assert progressive.phase == WINDOW  # the seat at bat may still take it
    progressive.apply(2, PASS)
    assert progressive.phase == PLAYING
    assert progressive.buys == [0, 0, 0, 1]
    early = play(offer(), (2, PASS), (3, BUY))
    assert early.phase == PLAYING  # nobody waits for seat 0


def test_P11_an_answer_is_final() -> None:
    for first in (BUY, PASS):
        progressive = play(offer(), (0, first))
        for second in (BUY, PASS):
            assert refused(progressive, 0, second) == "P11"


def test_P11_nothing_is_bought_or_passed_on_out_of_the_window() -> None:
    progressive = play(offer(), (2, TAKE))
    for seat in range(4):
        assert refused(progressive, seat, BUY) == "P11"
        assert refused(progressive, seat, PASS) == "P11"
    end_round(progressive)
    assert refused(progressive, 0, BUY) == "P11"


def test_P11_the_first_card_is_offered_to_all() -> None:
    progressive = new_progressive(4)
    assert progressive.phase == WINDOW
    assert list(progressive.actors()) == [0, 1, 2, 3]
    play(progressive, (1, PASS), (2, PASS), (3, PASS), (0, BUY))
    assert [len(hand) for hand in progressive.hands] == [9, 7, 6, 6]


def test_P11_a_house_may_keep_the_first_card_for_the_seat_at_bat() -> None:
    progressive = new_progressive(4, buy_first_card=False)
    assert list(progressive.actors()) == [1]
    assert list(progressive.legal(1)) == [TAKE, PASS]
    progressive.apply(1, PASS)
    assert progressive.phase == PLAYING
    assert offer(buy_first_card=False).legal(0) == [BUY, PASS]  # later ones are offered


def test_P11_a_first_card_that_is_not_for_sale_is_refused_for_that_reason() -> None:
    progressive = new_progressive(4, buy_first_card=False)
    for seat in (0, 2, 3):
        assert refused(progressive, seat, BUY) == "P11"


def test_P11_with_two_players_nobody_is_left_to_buy() -> None:
    progressive = offer(2)
    assert list(progressive.actors()) == [0]
    assert list(progressive.legal(0)) == [TAKE, PASS]
    progressive.apply(0, PASS)
    assert progressive.hands[0] == [*HELD, card("4C")]


def test_P11_silence_passes() -> None:
    progressive = offer()
    for seat in (0, 2, 3):
        assert progressive.silence(seat) == PASS
    assert progressive.silence(1) is None
    play(progressive, (0, PASS), (2, PASS), (3, PASS))
    assert progressive.silence(2) == Discard("4C")  # the card it has just drawn
    assert progressive.silence(0) is None


def test_P11_an_offer_has_twelve_seconds_for_those_whose_turn_it_is_not() -> None:
    progressive = offer()
    window = GAME.calls.window
    assert window is not None
    assert window.seconds == 12
    assert window.is_open(progressive)
    assert [window.aside(progressive, seat) for seat in range(4)] == [True, True, False, True]
    assert not window.is_open(play(progressive, (2, TAKE)))


# ---------------------------------------------------------------- the price


@pytest.mark.parametrize("penalty", [0, 1, 2, 3])
def test_P12_a_buyer_takes_cards_from_the_stock_too(penalty: int) -> None:
    progressive = play(offer(buy_penalty=penalty), (2, PASS), (3, BUY))
    assert progressive.hands[3] == [*HELD, card("KD"), *cards("4C 9D KC")[:penalty]]
    assert ProgressiveOptions().buy_penalty == 2


@pytest.mark.parametrize(("stock", "discards"), [("4C", "7C"), ("", "7C"), ("4C", "")])
def test_P12_P16_missing_cards_are_waived(stock: str, discards: str) -> None:
    progressive = play(offer(stock=stock, discards=discards), (2, PASS), (3, BUY))
    assert progressive.hands[3] == [*HELD, card("KD"), *cards(stock)]
    assert progressive.phase == SCORED  # because nothing is left for the seat at bat


def test_P12_P16_a_purchase_may_make_a_new_stock_of_the_discards() -> None:
    progressive = play(offer(stock="4C", discards="7C 8C 9C 10C"), (2, PASS), (3, BUY))
    assert progressive.hands[3][:5] == [*HELD, *cards("KD 4C")]
    assert progressive.hands[3][5] in cards("7C 8C 9C")
    assert progressive.discards == cards("10C")
    assert progressive.phase == PLAYING


def test_P12_there_is_no_limit_unless_the_house_sets_one() -> None:
    progressive = offer()
    progressive.buys[3] = 12
    assert play(progressive.copy(), (2, PASS), (3, BUY)).buys[3] == 13
    assert ProgressiveOptions().buys_per_round is None


@pytest.mark.parametrize("limit", [1, 2, 9])
def test_P12_a_house_may_limit_the_buys_of_a_round(limit: int) -> None:
    progressive = arrange(new_progressive(4, buys_per_round=limit), "2S 3H", "2S KD", "2S 3H", "2S 3H")
    progressive.buys[3] = limit
    progressive.apply(1, Discard("KD"))
    assert list(progressive.actors()) == [0, 2]
    assert refused(progressive, 3, BUY) == "P12"
    progressive.buys[3] = limit - 1
    end_round(progressive)
    progressive.apply(progressive.at_bat, DEAL)
    assert progressive.buys == [0, 0, 0, 0]


def test_P12_with_no_buys_at_all_only_the_seat_at_bat_is_asked() -> None:
    progressive = offer(buys_per_round=0)
    assert list(progressive.actors()) == [2]
    assert refused(progressive, 3, BUY) == "P12"


@pytest.mark.parametrize("allowed", [True, False])
def test_P12_whether_one_buys_after_laying_down_is_for_the_house_to_say(allowed: bool) -> None:
    progressive = arrange(
        new_progressive(4, buy_after_down=allowed), "2S", "2S KD", "2S 3H", "2S 3H", melds=(book(3, "7H 7S 7D"),)
    )
    progressive.apply(1, Discard("KD"))
    assert (3 in progressive.actors()) == allowed
    if allowed:
        assert play(progressive, (2, PASS), (3, BUY)).buys[3] == 1
    else:
        assert refused(progressive, 3, BUY) == "P12"
    assert ProgressiveOptions().buy_after_down


@pytest.mark.parametrize(("option", "wrong"), [("buy_penalty", 4), ("buy_penalty", -1), ("buys_per_round", 10)])
def test_P12_what_a_house_may_not_say(option: str, wrong: int) -> None:
    with pytest.raises(Refused) as refusal:
        read(ProgressiveOptions, {option: wrong})
    assert refusal.value.rule == "P12"


# ---------------------------------------------------------------- order


@pytest.mark.parametrize("order", list(permutations((0, 2, 3, 4))))
def test_P13_the_nearest_gets_it_whoever_said_so_first(order: tuple[int, ...]) -> None:
    progressive = offer(5)
    for seat in order:
        if progressive.phase == WINDOW:
            progressive.apply(seat, PASS if seat == 2 else BUY)
    assert progressive.buys == [0, 0, 0, 1, 0]


def test_P13_to_the_left_goes_past_the_last_seat() -> None:
    progressive = play(offer(5), (0, BUY), (4, BUY), (3, PASS), (2, PASS))
    assert progressive.buys == [0, 0, 0, 0, 1]
    progressive = play(offer(5), (0, BUY), (4, PASS), (3, PASS), (2, PASS))
    assert progressive.buys == [1, 0, 0, 0, 0]
