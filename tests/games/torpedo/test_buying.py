"""Torpedo: buying out of turn (T22-T28)."""

from typing import Any

import pytest

from parlour.cards import card
from parlour.games.rummy.actions import BUY, Buy, Discard
from parlour.games.rummy.state import ANSWERING, DRAWING, PLAYING, WINDOW
from parlour.games.torpedo import GAME
from parlour.games.torpedo.actions import ACCEPT
from parlour.games.torpedo.options import TorpedoOptions
from parlour.games.torpedo.rules import Torpedo
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.options import read
from parlour.kernel.refusal import Refused
from tests.games.rummy.tables import arrange, book, cards, end_round, new_torpedo, play, refused

FIRST, SECOND = card("4C"), card("9D")  # the next cards of the deck


def fresh_discard(seats: int = 4, *, by: int = 1, buys: tuple[int, ...] = (), **options: Any) -> Torpedo:
    """Seat 1 has just discarded the king of diamonds on the seven of clubs, and seat 2 is at bat."""
    hands = ["2S 3H 4H" if seat != by else "2S 3H KD" for seat in range(seats)]
    torpedo = arrange(new_torpedo(seats, **options), *hands, at_bat=by)
    torpedo.buys[: len(buys)] = buys
    return play(torpedo, (by, Discard("KD")))  # type: ignore[no-any-return]


# ---------------------------------------------------------------- the window


def test_T22_all_but_the_discarder_and_the_seat_at_bat_may_call() -> None:
    torpedo = fresh_discard()
    assert torpedo.phase == WINDOW
    assert set(torpedo.actors()) == {0, 2, 3}
    assert torpedo.actors()[-1] == 2  # it may take the card, but nobody waits for it
    for seat in (0, 3):
        assert list(torpedo.legal(seat)) == [BUY, PASS]
    assert list(torpedo.legal(2)) == [TAKE]
    assert list(torpedo.legal(1)) == []
    assert refused(torpedo, 1, BUY) == "T22"
    assert refused(torpedo, 1, PASS) == "T22"
    assert refused(torpedo, 2, BUY) == "T22"
    assert refused(torpedo, 2, PASS) == "T22"


def test_T22_the_seat_at_bat_does_not_draw_while_others_may_call() -> None:
    assert refused(fresh_discard(), 2, DRAW) == "T22"
    assert refused(fresh_discard(), 0, DRAW) == "T8"


@pytest.mark.parametrize(("calls", "buyer"), [((900, 300), 3), ((300, 900), 0), ((500, 500), 3)])
def test_T22_the_quickest_call_has_priority_and_then_the_nearest(calls: tuple[int, int], buyer: int) -> None:
    """Of equally quick calls, the first to the left of the seat at bat counts."""
    for order in ((0, 3), (3, 0)):
        torpedo = fresh_discard()
        for seat in order:
            torpedo.apply(seat, Buy(calls[0 if seat == 0 else 1]))
        assert torpedo.phase == ANSWERING
        assert torpedo.buyer() == buyer
        torpedo.apply(2, ACCEPT)
        assert [len(hand) for hand in torpedo.hands] == [5 if seat == buyer else 2 + (seat != 1) for seat in range(4)]
        assert sum(torpedo.buys) == 1


@pytest.mark.parametrize("called", [(), (0,), (0, 3)])
def test_T22_the_seat_at_bat_may_take_the_discard_at_any_moment(called: tuple[int, ...]) -> None:
    torpedo = fresh_discard()
    for seat in called:
        torpedo.apply(seat, BUY)
    torpedo.apply(2, TAKE)
    assert torpedo.phase == PLAYING
    assert torpedo.hands[2][-1] == card("KD")
    assert torpedo.buys == [0, 0, 0, 0]


def test_T22_an_answer_is_final() -> None:
    torpedo = play(fresh_discard(), (0, PASS))
    assert refused(torpedo, 0, BUY) == "T22"
    assert refused(torpedo, 0, PASS) == "T22"
    torpedo = play(fresh_discard(), (0, BUY))
    assert refused(torpedo, 0, PASS) == "T22"
    assert refused(torpedo, 0, BUY) == "T22"


def test_T22_nobody_buys_out_of_the_window() -> None:
    torpedo = fresh_discard()
    play(torpedo, (0, PASS), (3, PASS))
    for seat in (0, 3):
        assert refused(torpedo, seat, BUY) == "T22"  # the window has closed
    torpedo.apply(2, DRAW)
    for seat in range(4):
        assert refused(torpedo, seat, BUY) == "T22"  # a card has been drawn
    end_round(torpedo)
    for seat in range(4):
        assert refused(torpedo, seat, BUY) == "T22"


def test_T22_nobody_calls_while_a_call_is_answered() -> None:
    torpedo = play(fresh_discard(), (0, BUY), (3, PASS))
    assert torpedo.phase == ANSWERING
    assert list(torpedo.actors()) == [2]
    for seat in (0, 1, 2, 3):
        assert refused(torpedo, seat, BUY) == "T22"


def test_T22_with_two_players_the_seat_at_bat_may_buy_for_itself() -> None:
    torpedo = fresh_discard(2)
    assert torpedo.at_bat == 0
    assert list(torpedo.legal(0)) == [DRAW, TAKE, BUY]
    torpedo.apply(0, BUY)
    assert torpedo.hands[0] == [*cards("2S 3H 4H"), card("KD"), FIRST]
    assert torpedo.buys == [1, 0]
    assert list(torpedo.legal(0)) == [DRAW]  # it must now draw from the deck
    assert refused(torpedo, 0, TAKE) == "T25"
    assert refused(torpedo, 0, BUY) == "T25"
    torpedo.apply(0, DRAW)
    assert torpedo.hands[0][-1] == SECOND
    assert torpedo.phase == PLAYING


def test_T22_with_two_players_the_discarder_still_may_not() -> None:
    torpedo = fresh_discard(2)
    assert list(torpedo.actors()) == [0]
    assert refused(torpedo, 1, BUY) == "T22"


def test_T22_with_two_players_nothing_is_bought_after_the_draw() -> None:
    torpedo = play(fresh_discard(2), (0, DRAW))
    assert refused(torpedo, 0, BUY) == "T22"


def test_T22_a_call_has_five_seconds_and_whoever_is_at_bat_all_the_time_there_is() -> None:
    torpedo = fresh_discard()
    window = GAME.calls.window
    assert window is not None
    assert window.seconds == 5
    assert window.is_open(torpedo)
    assert [window.aside(torpedo, seat) for seat in range(4)] == [True, True, False, True]
    assert not window.is_open(play(torpedo, (0, BUY), (3, PASS))), "accepting is a matter of one's own turn (T24)"
    assert not window.is_open(play(torpedo, (2, ACCEPT)))


# ---------------------------------------------------------------- the limit


@pytest.mark.parametrize("limit", [1, 3, 9])
def test_T23_a_call_beyond_the_limit_is_refused(limit: int) -> None:
    torpedo = fresh_discard(buys=(limit,), buys_per_round=limit)
    assert 0 not in torpedo.actors()
    assert list(torpedo.legal(0)) == []
    assert refused(torpedo, 0, BUY) == "T23"
    last = fresh_discard(buys=(limit - 1,), buys_per_round=limit)
    play(last, (0, BUY), (3, PASS), (2, ACCEPT))
    assert last.buys[0] == limit


def test_T23_three_buys_unless_the_house_says_otherwise() -> None:
    assert TorpedoOptions().buys_per_round == 3
    for wrong in (0, 10):
        with pytest.raises(Refused) as refusal:
            read(TorpedoOptions, {"buys_per_round": wrong})
        assert refusal.value.rule == "T23"


def test_T23_nobody_is_waited_for_when_all_buys_are_used() -> None:
    torpedo = fresh_discard(buys=(3, 3, 3, 3))
    assert torpedo.phase == DRAWING
    for seat in (0, 3):
        assert refused(torpedo, seat, BUY) == "T23"


def test_T23_holds_for_two_players_too() -> None:
    torpedo = fresh_discard(2, buys=(3,))
    assert BUY not in torpedo.legal(0)
    assert refused(torpedo, 0, BUY) == "T23"


def test_T23_a_new_round_brings_new_buys() -> None:
    torpedo = fresh_discard(buys=(3, 2, 1, 3))
    end_round(torpedo)
    torpedo.apply(torpedo.at_bat, DEAL)
    assert torpedo.buys == [0, 0, 0, 0]


# ---------------------------------------------------------------- the answer


def test_T24_an_accepted_buyer_takes_the_discard_and_a_penalty_card() -> None:
    torpedo = play(fresh_discard(), (0, BUY), (3, PASS), (2, ACCEPT))
    assert torpedo.hands[0] == [*cards("2S 3H 4H"), card("KD"), FIRST]
    assert torpedo.buys == [1, 0, 0, 0]
    assert torpedo.discards[-1] == card("7C")
    assert torpedo.phase == DRAWING
    assert list(torpedo.legal(2)) == [DRAW]  # the uncovered discard is dead
    assert refused(torpedo, 2, TAKE) == "T25"
    torpedo.apply(2, DRAW)
    assert torpedo.hands[2][-1] == SECOND


def test_T24_denied_buyer_keeps_the_buy() -> None:
    torpedo = play(fresh_discard(), (0, BUY), (3, PASS), (2, TAKE))
    assert torpedo.hands[0] == cards("2S 3H 4H")
    assert torpedo.hands[2][-1] == card("KD")
    assert torpedo.buys == [0, 0, 0, 0]
    assert torpedo.phase == PLAYING


def test_T24_who_denies_must_take_the_card() -> None:
    torpedo = play(fresh_discard(), (0, BUY), (3, PASS))
    assert set(torpedo.legal(2)) == {ACCEPT, TAKE}
    assert refused(torpedo, 2, DRAW) == "T24"
    assert refused(torpedo, 2, PASS) == "T28"


def test_T24_only_the_seat_at_bat_answers_and_only_a_call() -> None:
    torpedo = play(fresh_discard(), (0, BUY), (3, PASS))
    for seat in (0, 1, 3):
        assert list(torpedo.legal(seat)) == []
        assert refused(torpedo, seat, ACCEPT) == "T8"
        assert refused(torpedo, seat, TAKE) == "T8"
    for state in (fresh_discard(), new_torpedo()):
        assert refused(state, state.at_bat, ACCEPT) == "T24"


def test_T24_silence_before_a_call_accepts_it() -> None:
    torpedo = play(fresh_discard(), (0, BUY), (3, PASS))
    assert torpedo.silence(2) == ACCEPT
    assert torpedo.silence(0) is None


# ---------------------------------------------------------------- dead cards


def test_T25_a_card_once_covered_is_dead() -> None:
    torpedo = play(fresh_discard(), (2, TAKE))
    assert torpedo.discards[-1] == card("7C")
    assert GAME.view(torpedo, None).zone("discard").note == "dead"
    torpedo.apply(2, Discard("2S"))
    assert GAME.view(torpedo, None).zone("discard").note == ""
    play(torpedo, (0, BUY), (1, PASS), (3, ACCEPT))
    assert torpedo.discards == cards("7C")
    for seat in (1, 2):
        assert refused(torpedo, seat, BUY) == "T25"
    assert refused(torpedo, 3, TAKE) == "T25"
    torpedo.apply(3, DRAW)
    torpedo.apply(3, Discard("4H"))
    assert torpedo.phase == WINDOW  # a new discard may be bought again


# ---------------------------------------------------------------- the first card


def test_T26_the_first_card_may_be_drawn_but_not_bought() -> None:
    torpedo = new_torpedo(4)
    assert torpedo.phase == DRAWING
    assert list(torpedo.actors()) == [1]
    for seat in (0, 2, 3):
        assert refused(torpedo, seat, BUY) == "T26"
    torpedo.apply(1, TAKE)
    assert len(torpedo.hands[1]) == 10


def test_T26_two_players_do_not_buy_it_either() -> None:
    torpedo = new_torpedo(2)
    assert list(torpedo.legal(1)) == [DRAW, TAKE]
    assert refused(torpedo, 1, BUY) == "T26"


def test_T26_a_house_may_sell_the_first_card() -> None:
    torpedo = new_torpedo(4, buy_first_card=True)
    assert torpedo.phase == WINDOW
    assert set(torpedo.actors()) == {0, 1, 2, 3}  # nobody discarded it, so the dealer may call too
    play(torpedo, (0, BUY), (2, PASS), (3, PASS), (1, ACCEPT))
    assert len(torpedo.hands[0]) == 11
    assert list(torpedo.legal(1)) == [DRAW]
    two = new_torpedo(2, buy_first_card=True)
    assert play(two, (0, PASS)).legal(1) == [DRAW, TAKE, BUY]


# ---------------------------------------------------------------- who may buy, and what if nobody does


def test_T27_butterflies_may_buy_too() -> None:
    torpedo = arrange(new_torpedo(3), "2S", "2H KD", "3S", melds=(book(0, "7H 7S 7D"),))
    play(torpedo, (1, Discard("KD")), (0, BUY), (2, ACCEPT))
    assert torpedo.hands[0] == [card("2S"), card("KD"), FIRST]


def test_T28_if_everybody_passes_the_seat_at_bat_draws_as_it_likes() -> None:
    torpedo = play(fresh_discard(), (0, PASS), (3, PASS))
    assert torpedo.phase == DRAWING
    assert list(torpedo.legal(2)) == [DRAW, TAKE]
    assert play(torpedo.copy(), (2, TAKE)).hands[2][-1] == card("KD")
    assert play(torpedo, (2, DRAW)).hands[2][-1] == FIRST


def test_T28_silence_passes() -> None:
    torpedo = fresh_discard()
    assert torpedo.silence(0) == PASS
    assert torpedo.silence(3) == PASS
    assert torpedo.silence(1) is None
    assert torpedo.silence(2) is None  # nobody waits for the seat at bat
    play(torpedo, (0, PASS), (3, PASS))
    assert torpedo.silence(2) == DRAW


def test_T28_there_is_nothing_to_pass_on_but_a_discard() -> None:
    for seat in range(3):
        assert refused(new_torpedo(), seat, PASS) == "T28"
