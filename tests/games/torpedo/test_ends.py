"""Torpedo: going around, an empty deck, and how rounds and games end (T21, T29-T35)."""

from typing import Any

import pytest

from parlour.cards import card
from parlour.games.rummy.actions import BUY, Discard, Exchange, PlayOn
from parlour.games.rummy.melds import Meld
from parlour.games.rummy.state import DRAWING, PLAYING, WINDOW
from parlour.games.torpedo import GAME
from parlour.games.torpedo.actions import ACCEPT
from parlour.games.torpedo.options import TorpedoOptions
from parlour.games.torpedo.rules import Torpedo
from parlour.games.torpedo.scoring import awards
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.options import read
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Result
from parlour.kernel.view import named
from tests.games.rummy.tables import NAMES, arrange, book, cards, end_round, lay, new_torpedo, play, refused

MINE = book(1, "9H 9S 9D")
SEVENS = book(0, "7H 7S 7D")


def table(*hands: str, melds: tuple[Meld, ...] = (MINE, SEVENS), seats: int = 3, **given: Any) -> Torpedo:
    """Seat 1 has laid down and drawn."""
    layout = {name: given.pop(name) for name in ("stock", "discards", "round", "turns", "at_bat") if name in given}
    return arrange(new_torpedo(seats, **given), *hands, melds=melds, **layout)


# ---------------------------------------------------------------- going around


def test_T21_who_plays_the_last_card_goes_around() -> None:
    torpedo = play(table("2S", "7C", "2D 4S"), (1, PlayOn("7C", "meld:1")))
    assert torpedo.hands[1] == []
    assert torpedo.at_bat == 2
    assert torpedo.phase == DRAWING  # no window opens, because nothing was discarded
    assert torpedo.out == NOBODY
    assert list(torpedo.legal(2)) == [DRAW]
    assert refused(torpedo, 2, TAKE) == "T25"
    assert refused(torpedo, 0, BUY) == "T25"
    assert GAME.view(torpedo, 0).zone("discard").note == "dead"


@pytest.mark.parametrize("discards", ["7C", ""])
def test_T21_who_lays_down_every_card_goes_around(discards: str) -> None:
    torpedo = table("2S", "7H 7S 7D 9H 9S 9D 2C 3C 4C 5C", round=3, melds=(), discards=discards)
    torpedo.apply(1, lay("7H 7S 7D", "9H 9S 9D", "2C 3C 4C 5C"))
    assert torpedo.hands[1] == []
    assert torpedo.at_bat == 2
    assert torpedo.phase == DRAWING
    assert list(torpedo.legal(2)) == [DRAW]
    assert GAME.view(torpedo, 2).prompt == "Your turn: draw a card."


def test_T21_a_last_card_given_for_a_joker_leaves_the_joker() -> None:
    torpedo = table("2S", "7C", "2D 4S", melds=(MINE, book(0, "7H 7S JOK")))
    torpedo.apply(1, Exchange("7C", "meld:1@2"))
    assert torpedo.hands[1] == cards("JOK")
    assert torpedo.at_bat == 1


def test_T21_who_went_around_draws_on_their_next_turn_and_may_go_out() -> None:
    torpedo = play(table("2S", "7C", "2D 4S"), (1, PlayOn("7C", "meld:1")))
    play(torpedo, (2, DRAW), (2, Discard("2D")), (1, PASS), (0, DRAW), (0, Discard("2S")), (2, PASS), (1, DRAW))
    assert len(torpedo.hands[1]) == 1
    last = torpedo.legal(1)[-1]
    assert isinstance(last, Discard)
    torpedo.apply(1, last)
    assert torpedo.out == 1


def test_T21_who_went_around_may_still_buy_and_deny() -> None:
    around = play(table("2S 3S", "7C", "2D 4S"), (1, PlayOn("7C", "meld:1")), (2, DRAW), (2, Discard("2D")))
    assert 1 in around.actors()
    bought = play(around.copy(), (1, BUY), (0, ACCEPT))
    assert len(bought.hands[1]) == 2
    play(around, (1, PASS), (0, DRAW), (0, Discard("2S")), (2, BUY))
    assert list(around.legal(1)) == [ACCEPT, TAKE]
    around.apply(1, TAKE)
    assert around.hands[1] == cards("2S")
    assert around.buys == [0, 0, 0]


# ---------------------------------------------------------------- an empty deck


def test_T29_all_discards_but_the_visible_one_become_the_new_deck() -> None:
    torpedo = table("2S", "2H KD", "2D 4S", stock="", discards="3C 4C 5C 6C 8C 10C")
    play(torpedo, (1, Discard("KD")), (0, PASS), (2, DRAW))
    assert torpedo.discards == cards("KD")
    assert sorted([*torpedo.stock, torpedo.hands[2][-1]]) == sorted(cards("3C 4C 5C 6C 8C 10C"))


def test_T29_only_when_a_card_is_needed() -> None:
    torpedo = table("2S", "2H KD", "2D 4S", stock="9D", discards="3C 4C 5C")
    play(torpedo, (1, Discard("KD")), (0, PASS), (2, DRAW))
    assert torpedo.hands[2][-1] == card("9D")
    assert torpedo.stock == []
    assert torpedo.discards == cards("3C 4C 5C KD")


def test_T29_reshuffled_cards_are_alive_again() -> None:
    torpedo = table("2S", "2H KD", "2D 4S", stock="", discards="3C 4C")
    play(torpedo, (1, Discard("KD")), (0, PASS), (2, DRAW))
    assert torpedo.hands[2][-1] in cards("3C 4C")


def test_T29_a_buyer_takes_the_discard_before_the_rest_is_shuffled() -> None:
    torpedo = table("2S", "2H KD", "2D 4S", stock="", discards="3C 4C 5C")
    play(torpedo, (1, Discard("KD")), (0, BUY), (2, ACCEPT))
    assert torpedo.discards == cards("5C")  # visible now, and dead
    assert torpedo.hands[0][:2] == cards("2S KD")
    assert torpedo.hands[0][2] in cards("3C 4C")
    assert list(torpedo.legal(2)) == [DRAW]


@pytest.mark.parametrize("discards", ["3C", ""])
def test_T29_T30_a_penalty_card_that_does_not_exist_is_waived(discards: str) -> None:
    torpedo = table("2S", "2H KD", "2D 4S", stock="", discards=discards)
    play(torpedo, (1, Discard("KD")), (0, BUY), (2, ACCEPT))
    assert torpedo.hands[0] == cards("2S KD")
    assert torpedo.buys[0] == 1
    assert torpedo.phase == SCORED  # because nothing is left for the seat at bat


def test_T29_with_no_deck_and_one_discard_only_that_can_be_drawn() -> None:
    torpedo = play(table("2S", "2H KD", "2D 4S", stock="", discards=""), (1, Discard("KD")), (0, PASS))
    assert list(torpedo.legal(2)) == [TAKE]
    assert refused(torpedo, 2, DRAW) == "T29"
    assert torpedo.silence(2) == TAKE
    torpedo.apply(2, TAKE)
    assert torpedo.phase == PLAYING


def test_T30_nothing_to_draw_ends_the_round_and_every_hand_counts() -> None:
    torpedo = table("2S KH", "7C", "JOK 4S", stock="", discards="3C")
    torpedo.apply(1, PlayOn("7C", "meld:1"))  # going around: the visible discard is dead
    assert torpedo.phase == SCORED
    assert torpedo.out == NOBODY
    assert torpedo.sheet == [[15, 0, 55]]


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("2S 3S 4S 5S 6S 7S 8S 9S", 40),
        ("10H JH QH KH", 40),
        ("AS AH", 30),
        ("JOK JOK", 100),
        ("2S 10H AD JOK", 80),
        ("", 0),
    ],
)
def test_T31_points_for_what_is_left_in_hand(hand: str, points: int) -> None:
    torpedo = play(table(hand, "2C", "9C"), (1, Discard("2C")))
    assert torpedo.sheet == [[points, 0, 5]]  # laid cards cost nothing
    if hand:
        assert GAME.count(TorpedoOptions(), hand.split()) == points


@pytest.mark.parametrize("joker", [0, 25, 50])
def test_T31_a_house_may_count_jokers_otherwise(joker: int) -> None:
    torpedo = play(table("JOK 2S", "2C", "9C", joker_points=joker), (1, Discard("2C")))
    assert torpedo.sheet[0][0] == joker + 5
    assert GAME.count(TorpedoOptions(joker_points=joker), ["JOK"]) == joker
    assert TorpedoOptions().joker_points == 50


def test_T31_hands_lie_open_when_a_round_has_been_scored() -> None:
    torpedo = play(table("JOK 2S", "2C", "9C"), (1, Discard("2C")))
    for viewer in (0, 1, 2, None):
        hand = GAME.view(torpedo, viewer).zone("hand:0")
        assert set(hand.items) == {"JOK", "2S"}
        assert hand.note == "55 points"
    assert [seat.score for seat in GAME.view(torpedo, 2).seats] == [55, 0, 5]


def test_T32_the_lowest_sum_wins_and_equal_ones_share() -> None:
    torpedo = new_torpedo(3)
    for _ in range(6):
        assert torpedo.result() is None
        if torpedo.phase == SCORED:
            torpedo.apply(torpedo.at_bat, DEAL)
        end_round(torpedo)
    assert torpedo.phase == OVER
    assert not torpedo.actors()
    assert torpedo.result() == Result((0, 1, 2), (20, 20, 20))
    torpedo.sheet = [[5, 0, 90], [10, 5, 0]]
    assert torpedo.result() == Result((1,), (15, 5, 90))
    assert refused(torpedo, 0, DRAW) == "T32"


# ---------------------------------------------------------------- family names


def said(torpedo: Torpedo) -> list[str]:
    return [named(text, NAMES) for text in awards(torpedo, None)]


def test_T33_racheal_goes_down_and_out_while_all_others_are_caterpillars() -> None:
    hand = "7H 7S 7D 9H 9S JOK 2C"
    torpedo = play(table("2S KH", hand, "KD", melds=()), (1, lay("7H 7S 7D", "9H 9S JOK")), (1, Discard("2C")))
    assert any("Bob" in text and "Racheal" in text for text in said(torpedo))
    assert any("You" in text and "Racheal" in text for text in awards(torpedo, 1))
    late = play(table("2S KH", hand, "KD", melds=(SEVENS,)), (1, lay("7H 7S 7D", "9H 9S JOK")), (1, Discard("2C")))
    slow = play(table("2S KH", "2C", "KD", melds=(MINE,)), (1, Discard("2C")))
    for other in (late, slow):
        assert not any("Racheal" in text for text in said(other))


def test_T33_ben_is_caught_with_five_point_cards_and_never_laid_down() -> None:
    torpedo = play(table("2S 9H 5D", "2C", "2S KH"), (1, Discard("2C")))
    assert not any("Ben" in text for text in said(torpedo))  # Ann has laid down, Cat holds a king
    torpedo = play(table("2S 9H 5D", "2C", "2S KH", melds=(MINE,)), (1, Discard("2C")))
    assert [text.split()[0] for text in said(torpedo) if "Ben" in text] == ["Ann"]


def test_T33_a_mitfull_is_the_most_points_of_a_caterpillar() -> None:
    torpedo = play(table("AS AH", "2C", "KS KH"), (1, Discard("2C")))
    assert not any("mitfull" in text for text in said(torpedo))  # Ann has more, and has laid down
    torpedo = play(table("AS AH", "2C", "KS KH JOK"), (1, Discard("2C")))
    assert [text.split()[0] for text in said(torpedo) if "mitfull" in text] == ["Cat"]


def test_T33_clara_used_every_buy() -> None:
    torpedo = table("AS AH", "2C", "KS KH")
    torpedo.buys = [3, 2, 0]
    torpedo.apply(1, Discard("2C"))
    assert [text.split()[0] for text in said(torpedo) if "Clara" in text] == ["Ann"]


def test_T33_awards_are_told_at_the_end_and_cost_nothing() -> None:
    before = table("2S 9H 5D", "2C", "KH KD", melds=(MINE,))
    after = play(before.copy(), (1, Discard("2C")))
    told = GAME.tell(before, 1, Discard("2C"), after, 0).sentences
    assert set(awards(after, 0)) <= set(told)
    assert after.sheet == [[15, 0, 20]]


def test_T33_who_lost_a_round_may_throw_the_cards() -> None:
    (throw,) = GAME.gestures
    assert throw.rule == "T33"
    torpedo = table("2S", "2C", "KS KH")
    assert not any(throw.may(torpedo, seat) for seat in range(3))  # not during a round
    torpedo.apply(1, Discard("2C"))
    assert [throw.may(torpedo, seat) for seat in range(3)] == [True, False, True]
    assert "Lizzie" in throw.told


def test_T33_a_player_with_one_card_is_told_that_going_around_is_courteous() -> None:
    assert "courteous" in GAME.view(table("2S", "7C", "KS KH"), 1).prompt
    assert "courteous" not in GAME.view(table("2S", "7C 2C", "KS KH"), 1).prompt
    everybody = (MINE, SEVENS, book(2, "3H 3S 3D"))
    assert "courteous" not in GAME.view(table("2S", "7C", "KS KH", melds=everybody), 1).prompt
    play(table("2S", "7C", "KS KH"), (1, Discard("7C")))  # it is never enforced


# ---------------------------------------------------------------- limits


def test_T34_at_the_turn_cap_the_round_ends_and_every_hand_counts() -> None:
    torpedo = new_torpedo(2, turn_cap=2)
    for seat in (1, 0, 1, 0):
        assert torpedo.at_bat == seat
        torpedo.apply(seat, DRAW)
        torpedo.apply(seat, torpedo.legal(seat)[-1])
    assert torpedo.phase == SCORED
    assert torpedo.out == NOBODY
    assert torpedo.sheet == [[sum(torpedo.terms.points[face] for face in hand) for hand in torpedo.hands]]
    assert TorpedoOptions().turn_cap == 60


def test_T34_going_around_is_a_turn_like_any_other() -> None:
    torpedo = table("2S", "7C", "KS KH", turn_cap=5, turns=14)
    torpedo.apply(1, PlayOn("7C", "meld:1"))
    assert torpedo.phase == SCORED


@pytest.mark.parametrize("rounds", [1, 4, 6])
def test_T35_only_the_first_so_many_contracts_are_played(rounds: int) -> None:
    torpedo = new_torpedo(3, rounds=rounds)
    for number in range(1, rounds + 1):
        assert torpedo.round == number
        end_round(torpedo)
        if number < rounds:
            torpedo.apply(torpedo.at_bat, DEAL)
    assert torpedo.phase == OVER
    assert len(torpedo.sheet) == rounds
    for wrong in (0, 7):
        with pytest.raises(Refused) as refusal:
            read(TorpedoOptions, {"rounds": wrong})
        assert refusal.value.rule == "T35"


# ---------------------------------------------------------------- silence


def test_silence_draws_from_the_deck_and_discards_the_drawn_card() -> None:
    torpedo = new_torpedo(3)
    assert torpedo.silence(0) is None
    assert torpedo.silence(1) == DRAW
    drawn = torpedo.stock[-1]
    torpedo.apply(1, DRAW)
    action = torpedo.silence(1)
    assert isinstance(action, Discard)
    assert card(action.card) == drawn
    torpedo.apply(1, action)
    assert torpedo.phase == WINDOW
    taken = play(new_torpedo(3), (1, TAKE))
    visible = taken.hands[1][-1]
    action = taken.silence(1)
    assert isinstance(action, Discard)
    assert card(action.card) == visible


def test_silence_discards_the_drawn_card_even_after_an_exchange() -> None:
    torpedo = play(table("2S 4S", "2C KD", "7C 9C"), (1, Discard("KD")), (0, PASS))
    torpedo.melds[1] = book(0, "7H 7S JOK")
    drawn = torpedo.stock[-1]
    play(torpedo, (2, DRAW), (2, Exchange("7C", "meld:1@2")))
    action = torpedo.silence(2)
    assert isinstance(action, Discard)
    assert card(action.card) == drawn


def test_silence_deals_the_next_round() -> None:
    torpedo = play(table("2S", "2C", "9C"), (1, Discard("2C")))
    assert torpedo.silence(torpedo.at_bat) == DEAL
