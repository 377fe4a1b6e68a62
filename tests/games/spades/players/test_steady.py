"""How steady bids and plays."""

from random import Random

import pytest

from parlour.bots import find_bot
from parlour.cards import card, code
from parlour.games.spades import GAME
from parlour.games.spades.actions import BIDS, BLIND_NIL, LOOK
from parlour.games.spades.options import SpadesOptions
from parlour.games.spades.players.bidding import expected_tricks, nil_chance
from parlour.games.spades.players.steady import SpadesSteady
from parlour.games.tricks.masks import mask_of
from parlour.lab.many import key_of
from parlour.lab.many import play as play_game
from tests.games.spades.tables import behind, new, play, playing

STEADY = SpadesSteady()
LOW = "2S 3S 2H 3H 5H 7H 2D 4D 6D 2C 3C 5C 8C"
HIGH = "AS KS QS 9S 5S AH KH 3H AD 7D 4D AC 6C"


def hand(text: str) -> int:
    return mask_of([card(one) for one in text.split()])


def chosen(*hands: str, bids: tuple[int, ...], cards: str = "") -> str:
    """The card that steady plays after these bids and cards."""
    spades = play(playing(*hands, bids=bids), cards)
    return code(STEADY.card(spades, spades.at_bat))


@pytest.mark.slow
def test_two_steadies_beat_two_who_play_at_random_nearly_always() -> None:
    steady, anything = (find_bot(GAME, name) for name in ("steady", "random"))
    won = 0.0
    for deal in range(100):
        bots = [steady if seat % 2 == deal % 2 else anything for seat in range(4)]
        won += play_game(GAME, SpadesOptions(target=250), bots, key_of(7, deal)).result.share(deal % 2)
    assert won >= 95


def test_a_good_hand_takes_more_than_a_poor_one() -> None:
    assert expected_tricks(hand(HIGH)) > 8
    assert expected_tricks(hand(LOW)) < 1
    assert nil_chance(hand(LOW)) > 0.6
    assert nil_chance(hand(HIGH)) == 0


@pytest.mark.parametrize(("cards", "least", "most"), [(HIGH, 7, 9), (LOW, 0, 0)])
def test_it_bids_what_the_hand_is_good_for(cards: str, least: int, most: int) -> None:
    spades = new()
    spades.hands[1] = hand(cards)
    assert STEADY.choose(spades, 1, Random(1)) in BIDS[least : most + 1]


def test_it_goes_nil_blind_only_if_nothing_else_helps() -> None:
    assert STEADY.choose(behind(new(blind_nil=True), 300, 450, 300, 450), 2, Random(1)) == LOOK
    assert STEADY.choose(behind(new(blind_nil=True), 100, 450, 100, 450), 2, Random(1)) == BLIND_NIL


def test_it_leaves_the_trick_to_its_partner() -> None:
    hands = ("KH 2H 5C", "3H 9C 10C", "AH 8C JC", "4H 7C 6C")
    assert chosen(*hands, bids=(1, 1, 1, 11), cards="3H AH 4H") == "2H"


def test_it_takes_a_trick_as_cheaply_as_it_can() -> None:
    hands = ("KH 9H 2H", "3H 9C 10C", "6H 8C JC", "7H 7C 6C")
    assert chosen(*hands, bids=(1, 1, 1, 12), cards="3H 6H 7H") == "9H"


def test_with_nil_it_stays_under_with_the_highest_card_it_can() -> None:
    hands = ("KH 9H 2H", "10H 9C 10C", "6H 8C JC", "7H 7C 6C")
    nil = playing(*hands, bids=(1, 1, 1, 0))
    nil.tricks[0] = 0
    nil.tricks[1] = 10
    play(nil, "10H 6H 7H")
    assert code(STEADY.card(nil, 0)) == "9H"


def test_it_takes_a_trick_away_from_a_partner_who_bid_nil() -> None:
    hands = ("KH 9H 2H", "3H 9C 10C", "10H 8C JC", "7H 7C 6C")
    assert chosen(*hands, bids=(1, 0, 1, 11), cards="3H 10H 7H") == "KH"


def test_with_its_bid_made_it_gets_rid_of_high_cards_under_higher_ones() -> None:
    hands = ("QH 9H 2H", "KH 9C 10C", "6H 10H JC", "7H 7C 6C")
    assert chosen(*hands, bids=(5, 1, 5, 9), cards="KH 6H 7H") == "QH"
