"""Bidding, following, taking tricks, and how a round and a game end."""

from random import Random

import pytest

from parlour.cards import card, code
from parlour.games.spades.actions import BIDS, BLIND_NIL, LOOK, Bid
from parlour.games.spades.rules import Spades, usual_bid
from parlour.games.spades.state import BIDDING, PLAYING
from parlour.games.tricks.actions import PLAYS
from parlour.games.tricks.masks import cards_in, count, mask_of
from parlour.kernel.actions import DEAL
from parlour.kernel.position import OVER, SCORED
from parlour.kernel.state import Result
from tests.games.spades.tables import behind, bid, held, may_play, new, play, playing, refused, with_hands

FEW = ("AS KH 3C", "2S QH 4C", "3S JH 5C", "4S 10H 6C")  # three cards each


def finish(spades: Spades) -> None:
    """Play the lowest allowed cards to the end of the round."""
    while spades.phase == PLAYING:
        silence = spades.silence(spades.at_bat)
        assert silence is not None
        spades.apply(spades.at_bat, silence)


# ---------------------------------------------------------------- D1-D4


def test_D1_all_cards_are_dealt() -> None:
    four, three = new(4), new(3)
    assert [count(hand) for hand in four.hands] == [13] * 4
    assert sorted(card for hand in four.hands for card in cards_in(hand)) == list(range(52))
    assert [count(hand) for hand in three.hands] == [17] * 3
    assert {code(card) for card in range(52)} - {code(c) for hand in three.hands for c in cards_in(hand)} == {"2C"}


def test_D1_the_deal_passes_left_and_the_next_dealer_deals() -> None:
    spades = bid(new(), 3, 3, 3, 3)
    assert spades.dealer == 0
    finish(spades)
    assert (spades.phase, spades.at_bat) == (SCORED, 1)
    assert refused(spades, 0, DEAL) == "D1"
    assert refused(spades, 1, PLAYS[0]) == "D1"
    spades.apply(1, DEAL)
    assert (spades.phase, spades.dealer, spades.at_bat, spades.round) == (BIDDING, 1, 2, 2)
    assert refused(spades, 2, DEAL) == "D1"


@pytest.mark.parametrize(
    ("seats", "partners", "sides"), [(4, True, ((0, 2), (1, 3))), (4, False, ()), (3, True, ()), (3, False, ())]
)
def test_D2_four_play_as_partners_and_three_for_themselves(
    seats: int, partners: bool, sides: tuple[tuple[int, ...], ...]
) -> None:
    spades = bid(new(seats, partners=partners, rounds=1), *[2] * seats)
    finish(spades)
    result = spades.result()
    assert result is not None
    assert result.sides == sides
    if sides:
        assert result.scores[0] == result.scores[2]
        assert result.scores[1] == result.scores[3]


def test_D3_everybody_bids_once_from_the_left_of_the_dealer() -> None:
    spades = new()
    assert spades.legal(1) == BIDS[:14]
    for seat in (1, 2, 3, 0):
        assert spades.actors() == (seat,)
        assert refused(spades, (seat + 1) % 4, Bid(3)) == "D3"
        assert refused(spades, seat, PLAYS[cards_in(spades.hands[seat])[0]]) == "D3"
        assert refused(spades, seat, Bid(14)) == "D3"
        spades.apply(seat, Bid(3))
    assert spades.bids == [3, 3, 3, 3]
    assert spades.phase == PLAYING
    assert refused(spades, 1, Bid(4)) == "D3"
    assert new(3).legal(1) == BIDS


def test_D3_without_nil_the_least_bid_is_1() -> None:
    spades = new(nil=False)
    assert spades.legal(1) == BIDS[1:14]
    assert refused(spades, 1, Bid(0)) == "D3"


def test_D3_the_second_partner_is_held_to_the_least_bid() -> None:
    spades = bid(new(least_bid=4), 1, 0)
    assert spades.legal(3) == BIDS[3:14], "seat 1 bid 1"
    assert refused(spades, 3, Bid(2)) == "D3"
    spades.apply(3, Bid(3))
    assert spades.legal(0) == BIDS[4:14], "seat 2 bid nil"
    enough = bid(new(least_bid=4), 4, 6)
    assert enough.legal(3) == BIDS[:14]


def test_D4_the_left_of_the_dealer_leads_first() -> None:
    spades = playing(*FEW)
    assert spades.actors() == (1,)
    assert refused(spades, 2, PLAYS[card("3S")]) == "D5"


# ---------------------------------------------------------------- D5-D7


def test_D5_follow_suit_if_you_can() -> None:
    spades = play(playing(*FEW), "QH")
    assert may_play(spades, 2) == "JH"
    assert refused(spades, 2, PLAYS[card("3S")]) == "D5"
    assert refused(spades, 2, PLAYS[card("5C")]) == "D5"
    assert refused(spades, 2, PLAYS[card("KH")]) == "D5", "it is another player's"
    play(spades, "JH 10H KH")
    assert spades.tricks[0] == 10 + 1


def test_D5_whoever_cannot_follow_plays_any_card_and_shows_it() -> None:
    spades = play(playing("AS KH 3C", "2S QH 4C", "3S 9D 5C", "4S 10H 6C"), "QH")
    assert may_play(spades, 2) == "3S 9D 5C"
    play(spades, "9D")
    rng = Random(1)
    for _ in range(50):
        assert "H" not in held(spades.redeal(1, rng), 2)


def test_D6_the_highest_of_the_suit_led_takes_the_trick_and_leads() -> None:
    spades = play(playing(*FEW), "QH JH 10H KH")
    assert (spades.taker, spades.at_bat, spades.leader) == (0, 0, 0)
    spades = play(playing("AS 2H 3C", "2S QH 4C", "3S AD 5C", "4S 10H 6C"), "QH AD 10H 2H")
    assert spades.at_bat == 1, "a card of another suit takes nothing"


def test_D6_the_highest_spade_takes_the_trick() -> None:
    spades = play(playing("AS 2H 3C", "2S QH 4C", "3S 9D 5C", "4S 10D 6C"), "QH 3S 4S 2H")
    assert spades.at_bat == 3


def test_D7_spades_may_be_led_only_once_they_are_broken() -> None:
    spades = playing("AS 2H 3C", "2S QH 4C", "3S 9D 5C", "4S 10H 6C")
    assert may_play(spades, 1) == "QH 4C"
    assert refused(spades, 1, PLAYS[card("2S")]) == "D7"
    play(spades, "QH 9D 10H 2H")
    assert not spades.broken
    assert refused(spades, 1, PLAYS[card("2S")]) == "D7"
    broken = play(playing("AS 2H 3C", "2S QH 4C", "3S 9D 5C", "4S 10H 6C"), "QH 3S 10H 2H")
    assert broken.broken
    assert may_play(broken, 2) == "9D 5C"
    play(broken, "5C 6C 3C 4C")
    assert may_play(broken, 3) == "4S"


def test_D7_one_who_holds_nothing_else_may_lead_a_spade_and_all_know_why() -> None:
    spades = playing("AS 2H 3C", "2S 5S 6S", "3S 9D 5C", "4S 10H 6C")
    assert may_play(spades, 1) == "2S 5S 6S"
    play(spades, "5S 3S 4S AS")
    assert not spades.broken, "following suit breaks nothing"
    assert refused(spades, 0, PLAYS[card("AS")]) == "D5"
    rng = Random(1)
    for _ in range(30):
        assert set(held(spades.redeal(2, rng), 1).replace("10", "T")[1::3]) == {"S"}


def test_D7_spades_anytime_is_a_house_rule() -> None:
    spades = playing(*FEW, spades_anytime=True)
    assert may_play(spades, 1) == "2S QH 4C"
    play(spades, "2S 3S 4S AS")
    assert not any(spades.lacks), "a spade that may be led shows nothing"


# ---------------------------------------------------------------- D8-D14, as they are played


def test_D8_D9_a_round_is_counted_and_bags_add_up() -> None:
    spades = playing(*FEW, bids=(1, 1, 1, 9), bag_limit=5)
    spades.bags = [4, 0]
    play(spades, "QH JH 10H KH 3C 4C 5C 6C")
    play(spades, "4S AS 2S 3S")
    assert spades.phase == SCORED
    assert spades.tricks == [12, 0, 0, 1]
    assert spades.sheet == [[100 + 2 - 100, -20, 2, -20]]
    assert spades.bags == [6, 0]


def test_D10_a_failed_nil_costs_100() -> None:
    spades = playing(*FEW, bids=(0, 2, 0, 9))
    play(spades, "QH JH 10H KH 3C 4C 5C 6C 4S AS 2S 3S")
    assert spades.sheet == [[110 + 1, 100 - 100 + 1, 111, 1]]


def test_D11_whoever_is_100_behind_is_asked_before_they_see_their_cards() -> None:
    spades = behind(new(blind_nil=True), 30, 130, 30, 130)
    assert spades.looked == [False, True, False, True]
    assert spades.dealer == 1
    assert spades.legal(2) == (BLIND_NIL, LOOK)
    assert refused(spades, 2, Bid(0)) == "D11"
    assert spades.silence(2) == LOOK
    spades.apply(2, LOOK)
    assert spades.at_bat == 2
    assert spades.legal(2) == BIDS[:14]
    assert refused(spades, 2, BLIND_NIL) == "D11"
    assert refused(spades, 2, LOOK) == "D11"
    bid(spades, 3, 3)
    before = spades.uncovered
    spades.apply(0, BLIND_NIL)
    assert (spades.bids[0], spades.blind, spades.looked[0]) == (0, [True, False, False, False], True)
    assert spades.uncovered > before, "the cards have been seen, so it can't be taken back"


@pytest.mark.parametrize(("options", "totals"), [({}, (0, 300, 0, 300)), ({"blind_nil": True}, (31, 130, 31, 130))])
def test_D11_nobody_else_is_asked(options: dict[str, bool], totals: tuple[int, ...]) -> None:
    spades = behind(new(**options), *totals)
    assert all(spades.looked)
    assert refused(spades, 2, BLIND_NIL) == refused(spades, 2, LOOK) == "D11"


def test_D11_a_hand_that_was_not_looked_at_is_hidden_from_its_owner() -> None:
    spades = behind(new(blind_nil=True), 0, 300, 0, 300)
    rng = Random(1)
    assert len({spades.redeal(2, rng).hands[2] for _ in range(20)}) == 20
    assert len({spades.redeal(1, rng).hands[1] for _ in range(20)}) == 1


def test_D11_nobody_goes_blind_where_the_least_bid_forbids_nil() -> None:
    spades = behind(new(blind_nil=True, least_bid=3), 0, 300, 0, 300)
    spades.apply(2, LOOK)
    bid(spades, 2, 4)
    assert spades.at_bat == 0
    assert spades.looked[0], "seat 2 bid 2, so its partner has to bid 1 at least"
    assert spades.legal(0) == BIDS[1:14]


def test_D13_the_game_ends_when_a_side_reaches_the_target() -> None:
    spades = playing(*FEW, bids=(1, 1, 1, 9), target=100)
    play(spades, "QH JH 10H KH 3C 4C 5C 6C 4S AS 2S 3S")
    assert spades.phase == OVER
    assert spades.actors() == ()
    assert spades.result() == Result((0, 2), (102, -20, 102, -20), ((0, 2), (1, 3)))
    assert refused(spades, 0, DEAL) == "D13"


def test_D14_the_game_ends_after_the_last_round() -> None:
    spades = bid(new(3, rounds=1), 2, 2, 2)
    finish(spades)
    assert spades.phase == OVER


# ---------------------------------------------------------------- D15-D17


def test_D15_cards_that_were_played_stay_where_they_are_in_every_redeal() -> None:
    spades = play(playing(*FEW), "QH JH 10H KH 3C")
    rng = Random(2)
    for seat in (None, 0, 1, 2, 3):
        imagined = spades.redeal(seat, rng)
        assert (imagined.trick, imagined.last, imagined.taken) == (spades.trick, spades.last, spades.taken)
        assert imagined.bids == spades.bids


def test_D16_every_bid_and_card_settles_what_came_before_and_a_trick_is_final() -> None:
    spades = with_hands(*FEW)
    settled, uncovered = spades.settled, spades.uncovered
    bid(spades, 1, 1, 1, 1)
    assert (spades.settled, spades.uncovered) == (settled + 4, uncovered)
    play(spades, "QH JH 10H")
    assert (spades.settled, spades.uncovered) == (settled + 7, uncovered)
    play(spades, "KH")
    assert spades.uncovered > uncovered


@pytest.mark.parametrize(
    ("hand", "tricks"),
    [
        ("2S 3H 4D 5C", 1),
        ("AS 3H 4D 5C", 1),
        ("AS KS 3H AD KC", 4),
        ("2S 3S 4S 5S 6S", 2),
        ("AS KS 4S 5S 6S QH", 4),
    ],
)
def test_D17_silence_bids_aces_kings_and_long_spades(hand: str, tricks: int) -> None:
    assert usual_bid(mask_of([card(text) for text in hand.split()])) == tricks
    others = [" ".join(code(c) for c in range(26, 26 + len(hand.split()))) for _ in range(3)]
    spades = with_hands(others[0], hand, *others[1:])
    assert spades.silence(1) == BIDS[tricks]
    assert spades.silence(2) is None


def test_D17_silence_keeps_to_the_least_bid() -> None:
    spades = bid(with_hands(*FEW, least_bid=4), 1, 1)
    assert spades.silence(3) == BIDS[3]


def test_D17_silence_plays_the_lowest_card_allowed() -> None:
    spades = playing(*FEW)
    assert spades.silence(1) == PLAYS[card("4C")]
    play(spades, "QH")
    assert spades.silence(2) == PLAYS[card("JH")]
    equal = playing("3S 3H 3D 3C", "2S 2H 2D 2C", "4S 4H 4D 4C", "5S 5H 5D 5C")
    assert equal.silence(1) == PLAYS[card("2C")]
