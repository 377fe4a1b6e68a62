"""Torpedo, rule by rule: the deal, a turn, laying down and what comes after it. Buying is in test_buying.py, going
around and the end in test_ends.py."""

from random import Random

import pytest

from parlour.cards import JOKER, card
from parlour.games.rummy.actions import Discard, Exchange, LayDown, PlayOn
from parlour.games.rummy.melds import Meld
from parlour.games.rummy.state import DRAWING, NOT_YET, PLAYING
from parlour.games.torpedo import GAME
from parlour.games.torpedo.options import TorpedoOptions
from parlour.games.torpedo.rules import Torpedo
from parlour.kernel.actions import DEAL, DRAW, TAKE
from parlour.kernel.options import read
from parlour.kernel.position import NOBODY, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.view import GroupsHole
from tests.games.rummy.tables import arrange, book, cards, end_round, lay, new_torpedo, play, refused, run

BOOKS = ("7H 7S 7D", "9H 9S JOK")  # what round 1 asks for
HAND = "7H 7S 7D 9H 9S JOK 2C 3C KD AS"  # a hand that has them


def my_turn(hand: str = HAND, *melds: Meld, round: int = 1, stock: str = "4C 9D", **options: bool | int) -> Torpedo:
    """Seat 1 of three has drawn."""
    return arrange(new_torpedo(3, **options), "2S", hand, "2D 4S", melds=melds, round=round, stock=stock)


def laid(torpedo: Torpedo, number: int) -> list[int]:
    return list(torpedo.melds[number].cards)


# ---------------------------------------------------------------- melds (rummy/test_melds.py tests each kind)


@pytest.mark.parametrize(
    ("round", "groups", "rule"),
    [
        (1, ("7H 7S 8D", "9H 9S 9D"), "T1"),
        (1, ("7H 7S 7D", "9H 9S 10D"), "T1"),
        (2, ("7H 8H 9H 10S", "2C 3C 4C 5C"), "T2"),
        (2, ("QS KS AS 2S", "2C 3C 4C 5C"), "T2"),  # around the corner
        (2, ("7H 8H 9H 9H", "2C 3C 4C 5C"), "T2"),
        (1, ("JOK JOK JOK", "9H 9S 9D"), "T3"),
        (1, ("7H 7S JOK=8D", "9H 9S 9D"), "T3"),
        (2, ("7H 8H 9H JOK=JH", "2C 3C 4C 5C"), "T3"),  # a joker with no possible place
    ],
)
def test_T1_T2_T3_what_is_no_meld_is_refused(round: int, groups: tuple[str, ...], rule: str) -> None:
    held = " ".join(text.split("=")[0] for group in groups for text in group.split())
    torpedo = my_turn(f"{held} KD AS", round=round)
    assert refused(torpedo, 1, lay(*groups)) == rule


@pytest.mark.parametrize(("most", "fits"), [(None, True), (2, True), (1, False)])
def test_T3_the_jokers_of_a_meld_may_be_limited(most: int | None, fits: bool) -> None:
    options = TorpedoOptions(max_jokers_per_meld=most)
    torpedo = arrange(new_torpedo(3, max_jokers_per_meld=most), "2S", "7H JOK JOK 9H 9S 9D 2C")
    assert torpedo.options == options
    action = lay("7H JOK JOK", "9H 9S 9D")
    if fits:
        torpedo.apply(1, action)
        assert JOKER in laid(torpedo, 0)
    else:
        assert refused(torpedo, 1, action) == "T3"


def test_T3_the_limit_holds_for_jokers_played_on_too() -> None:
    torpedo = my_turn("JOK 2C", book(1, "3H 3S 3D"), book(0, "7H 7S JOK"), max_jokers_per_meld=1)
    assert not torpedo.extensions(1)
    assert refused(torpedo, 1, PlayOn("JOK", "meld:1")) == "T3"


def test_T4_the_player_says_where_a_joker_lies_or_it_goes_high() -> None:
    hand = "5H 6H 7H JOK 2C 3C 4C 5C KD"
    said = play(my_turn(hand, round=2), (1, lay("5H 6H 7H JOK=4H", "2C 3C 4C 5C")))
    assert laid(said, 0) == cards("JOK 5H 6H 7H")
    silent = play(my_turn(hand, round=2), (1, lay("JOK 5H 6H 7H", "2C 3C 4C 5C")))
    assert laid(silent, 0) == cards("5H 6H 7H JOK")


def test_T4_a_player_may_ask_what_a_joker_could_stand_for() -> None:
    torpedo = my_turn("5H 6H 7H JOK 2C 3C 4C 5C KD", round=2)
    asked = lay("5H 6H 7H JOK", "2C 3C 4C 5C")
    assert GAME.trying.meanings(torpedo, 1, asked) == [[[], [], [], ["8H", "4H"]], [[], [], [], []]]


# ---------------------------------------------------------------- rounds


def test_T5_six_contracts_in_this_order() -> None:
    torpedo = new_torpedo()
    asked = []
    while torpedo.phase == DRAWING:
        play(torpedo, (torpedo.at_bat, DRAW))
        ask = next(ask for ask in GAME.view(torpedo, torpedo.at_bat).asks if ask.action["do"] == "lay_down")
        hole = ask.action["melds"]
        assert isinstance(hole, GroupsHole)
        asked.append((hole.needs.count("book"), hole.needs.count("run"), torpedo.now().title))
        assert GAME.view(torpedo, None).title.startswith(f"Round {torpedo.round} of 6: ")
        end_round(torpedo)
        if torpedo.phase == SCORED:
            torpedo.apply(torpedo.at_bat, DEAL)
    assert asked == [
        (2, 0, "Two books"),
        (0, 2, "Two runs"),
        (2, 1, "Two books and a run"),
        (1, 2, "A book and two runs"),
        (3, 0, "Three books"),
        (0, 3, "Three runs"),
    ]


@pytest.mark.parametrize("seats", range(2, 9))
def test_T6_nine_cards_each_and_one_discard_out_of_all(seats: int) -> None:
    torpedo = new_torpedo(seats)
    for _ in range(2):
        assert [len(hand) for hand in torpedo.hands] == [9] * seats
        assert len(torpedo.discards) == 1
        everything = [face for place in torpedo.places().values() for face in place]
        decks = 3 if seats > 6 else 2
        assert sorted(everything) == sorted([*range(52), JOKER, JOKER] * decks)
        assert torpedo.at_bat == (torpedo.dealer + 1) % seats
        first = torpedo.hands
        end_round(torpedo)
        torpedo.apply(torpedo.at_bat, DEAL)
        assert torpedo.hands != first


@pytest.mark.parametrize("decks", [2, 3, 4])
def test_T6_a_house_may_take_more_decks_or_fewer(decks: int) -> None:
    torpedo = new_torpedo(8, decks=decks)
    assert sum(len(place) for place in torpedo.places().values()) == 54 * decks
    for wrong in (1, 5):
        with pytest.raises(Refused) as refusal:
            read(TorpedoOptions, {"decks": wrong})
        assert refusal.value.rule == "T6"


def test_T7_the_host_deals_first_and_then_the_deal_passes_left() -> None:
    torpedo = new_torpedo(3)
    dealers = [torpedo.dealer]
    for _ in range(3):
        end_round(torpedo)
        dealer = (torpedo.dealer + 1) % 3
        assert list(torpedo.actors()) == [dealer]
        assert list(torpedo.legal(dealer)) == [DEAL]
        assert refused(torpedo, (dealer + 1) % 3, DEAL) == "T7"
        assert refused(torpedo, dealer, DRAW) == "T7"
        assert refused(torpedo, dealer, Discard("2H")) == "T7"
        torpedo.apply(dealer, DEAL)
        dealers.append(torpedo.dealer)
    assert dealers == [0, 1, 2, 0]


def test_T7_nobody_deals_in_the_middle_of_a_round() -> None:
    assert refused(new_torpedo(), 1, DEAL) == "T7"
    assert refused(my_turn(), 2, DEAL) == "T7"


# ---------------------------------------------------------------- a turn


def test_T8_a_turn_begins_with_one_card_from_the_deck_or_the_discards() -> None:
    torpedo = new_torpedo(3)
    assert list(torpedo.legal(1)) == [DRAW, TAKE]
    drawn, next_card = torpedo.copy(), torpedo.stock[-1]
    drawn.apply(1, DRAW)
    assert drawn.hands[1][-1] == next_card
    visible = torpedo.discards[-1]
    torpedo.apply(1, TAKE)
    assert torpedo.hands[1][-1] == visible
    for state in (drawn, torpedo):
        assert len(state.hands[1]) == 10
        assert state.phase == PLAYING
        assert refused(state, 1, DRAW) == "T8"
        assert refused(state, 1, TAKE) == "T8"


def test_T8_nobody_else_draws_and_nothing_is_done_before_the_draw() -> None:
    torpedo = new_torpedo(3)
    for seat in (0, 2):
        assert refused(torpedo, seat, DRAW) == "T8"
        assert refused(torpedo, seat, TAKE) == "T8"
        assert refused(torpedo, seat, Discard("2C")) == "T8"
    torpedo.hands[1] = cards(HAND)
    torpedo.melds = [book(2, "3H 3S JOK")]
    for action in (lay(*BOOKS), Discard("KD"), Exchange("3C", "meld:0@2"), PlayOn("3C", "meld:0")):
        assert refused(torpedo, 1, action) == "T8"


def test_T8_a_discard_that_was_taken_may_be_discarded_again() -> None:
    torpedo = new_torpedo(3)
    visible = GAME.view(torpedo, 1).zone("discard").items[0]
    assert isinstance(visible, str)
    play(torpedo, (1, TAKE), (1, Discard(visible)))
    assert GAME.view(torpedo, 1).zone("discard").items == (visible,)
    assert torpedo.at_bat == 2


def test_T9_a_discard_ends_the_turn() -> None:
    torpedo = play(my_turn(), (1, Discard("KD")))
    assert torpedo.discards[-1] == card("KD")
    assert card("KD") not in torpedo.hands[1]
    assert torpedo.at_bat == 2
    assert refused(torpedo, 1, Discard("AS")) == "T8"


def test_T9_a_card_that_is_not_in_hand_cannot_be_discarded() -> None:
    assert refused(my_turn(), 1, Discard("4H")) == "T9"
    assert refused(my_turn("7H 2C"), 1, Discard("JOK")) == "T9"


def test_T9_what_a_turn_allows_comes_in_any_order_and_number() -> None:
    others = (book(0, "3H 3S JOK"), run(0, "10D JD QD JOK"))
    torpedo = my_turn("7H 7S 7D 9H 9S 2C 3C KD AD 5C", *others)
    play(
        torpedo,
        (1, Exchange("3C", "meld:0@2")),
        (1, Exchange("KD", "meld:1@3")),
        (1, lay("7H 7S 7D", "9H 9S JOK")),
        (1, PlayOn("JOK", "meld:0")),
        (1, PlayOn("AD", "meld:1@high")),
        (1, Discard("5C")),
    )
    assert torpedo.hands[1] == cards("2C")
    assert laid(torpedo, 1) == cards("10D JD QD KD AD")


def test_T10_a_caterpillar_exchanges_and_lays_down_but_plays_on_nobody() -> None:
    torpedo = my_turn(HAND, book(0, "3H 3S JOK"))
    kinds = {type(action) for action in torpedo.legal(1)}
    assert kinds == {LayDown, Exchange, Discard}
    assert refused(torpedo, 1, PlayOn("3C", "meld:0")) == "T17"
    play(torpedo, (1, Exchange("3C", "meld:0@2")))
    assert torpedo.hands[1].count(JOKER) == 2
    torpedo.apply(1, lay(*BOOKS))
    assert torpedo.down[1] != NOT_YET


def test_T11_a_butterfly_exchanges_and_plays_on_others() -> None:
    torpedo = my_turn("7C 3C 3D KD", book(1, "7H 7S 7D"), book(0, "3H 3S JOK"))
    kinds = {type(action) for action in torpedo.legal(1)}
    assert kinds == {Exchange, PlayOn, Discard}
    play(torpedo, (1, PlayOn("3C", "meld:1")), (1, Exchange("3D", "meld:1@2")))
    assert torpedo.hands[1] == cards("7C KD JOK")


# ---------------------------------------------------------------- laying down


def test_T12_the_whole_contract_is_laid_at_once() -> None:
    torpedo = play(my_turn(), (1, lay(*BOOKS)))
    assert [meld.owner for meld in torpedo.melds] == [1, 1]
    assert sorted(laid(torpedo, 0)) == sorted(cards(BOOKS[0]))
    assert sorted(laid(torpedo, 1)) == sorted(cards(BOOKS[1]))
    assert torpedo.hands[1] == cards("2C 3C KD AS")
    assert torpedo.at_bat == 1


def test_T12_not_one_meld_more_and_not_one_fewer() -> None:
    torpedo = my_turn("7H 7S 7D 9H 9S 9D 2C 2H 2D KS")
    assert refused(torpedo, 1, lay("7H 7S 7D")) == "T12"
    assert refused(torpedo, 1, lay("7H 7S 7D", "9H 9S 9D", "2C 2H 2D")) == "T12"
    runs = my_turn("7H 8H 9H 10H 2C 3C 4C 5C KD")
    assert refused(runs, 1, lay("7H 8H 9H 10H", "2C 3C 4C 5C")) == "T13"  # round 1 asks for books


def test_T12_cards_that_are_not_in_hand_cannot_be_laid() -> None:
    assert refused(my_turn(), 1, lay("7H 7S 7C", "9H 9S JOK")) == "T12"
    assert refused(my_turn(), 1, lay("7H 7S 7S", "9H 9S JOK")) == "T12"  # the hand has only one 7S
    assert refused(my_turn(), 1, lay("7H 7S JOK", "9H 9S JOK")) == "T12"  # one joker in two melds


def test_T12_every_lay_down_that_is_offered_is_taken() -> None:
    torpedo = my_turn("7H 7S 7D 7C 9H 9S 9D JOK 2C KD")
    offered = [action for action in torpedo.legal(1) if isinstance(action, LayDown)]
    assert offered
    for action in offered:
        assert len(play(torpedo.copy(), (1, action)).melds) == 2


@pytest.mark.parametrize(
    ("round", "groups"),
    [
        (1, ("7H 7S 7D 7C", "9H 9S JOK")),
        (1, ("7H 7S", "9H 9S JOK")),
        (2, ("7H 8H 9H 10H JH", "2C 3C 4C 5C")),
        (2, ("7H 8H 9H", "2C 3C 4C 5C")),
    ],
)
def test_T13_books_have_three_cards_and_runs_four(round: int, groups: tuple[str, ...]) -> None:
    held = " ".join(groups)
    assert refused(my_turn(f"{held} KD AS", round=round), 1, lay(*groups)) == "T13"
    longer = my_turn(f"{held} KD AS", round=round, long_melds=True)
    if len(groups[0].split()) > 3:
        longer.apply(1, lay(*groups))
        assert len(longer.melds[0].cards) == len(groups[0].split())
    else:
        assert refused(longer, 1, lay(*groups)) == "T13"


def test_T14_laying_down_and_all_that_follows_may_happen_in_one_turn() -> None:
    others = (book(0, "3H 3S 3D"), run(0, "JOK JD QD KD"))
    torpedo = my_turn("7H 7S 7D 9H 9S JOK 3C 10D 5C", *others)
    play(torpedo, (1, lay(*BOOKS)), (1, PlayOn("3C", "meld:0")), (1, Exchange("10D", "meld:1@0")))
    play(torpedo, (1, PlayOn("JOK", "meld:0")), (1, Discard("5C")))
    assert torpedo.out == 1  # down'n'out
    assert torpedo.phase == SCORED


def test_T15_a_card_is_kept_to_discard_or_one_goes_around() -> None:
    kept = play(my_turn("7H 7S 7D 9H 9S JOK 5C"), (1, lay(*BOOKS)))
    assert kept.at_bat == 1
    assert list(kept.legal(1)) == [Discard("5C")]
    without = play(my_turn("7H 7S 7D 9H 9S JOK"), (1, lay(*BOOKS)))
    assert without.hands[1] == []
    assert without.at_bat == 2
    assert without.out == NOBODY


def test_T16_nobody_lays_down_twice() -> None:
    torpedo = my_turn("7H 7S 7D 9H 9S 9D 2C 2H 2D 5C 5H 5D KS")
    torpedo.apply(1, lay("7H 7S 7D", "9H 9S 9D"))
    assert not any(isinstance(action, LayDown) for action in torpedo.legal(1))
    assert refused(torpedo, 1, lay("2C 2H 2D", "5C 5H 5D")) == "T16"
    later = my_turn(HAND, book(1, "4H 4S 4D"), book(1, "KH KS KC"))
    assert refused(later, 1, lay(*BOOKS)) == "T16"


def test_T16_no_laid_meld_is_taken_back() -> None:
    """Whatever happens in a round, melds only grow, and only a joker can leave one."""
    torpedo = my_turn("7H 7S 7D 9H 9S JOK 2C 9C KD AS", book(0, "3H 3S JOK"), run(0, "4H 5H 6H 7H"))
    torpedo.apply(1, lay(*BOOKS))
    rng = Random(16)
    changes = 0
    while torpedo.phase != SCORED:
        before = list(torpedo.melds)
        seat = rng.choice(list(torpedo.actors()))
        torpedo.apply(seat, rng.choice(torpedo.legal(seat)))
        for old, new in zip(before, torpedo.melds, strict=False):
            changes += old != new
            assert len(new.cards) >= len(old.cards)
            assert {face for face in old.cards if face != JOKER} <= set(new.cards)
        assert len(torpedo.melds) >= len(before)
    assert changes


# ---------------------------------------------------------------- invalid actions


@pytest.mark.parametrize(
    "form",
    [
        {"do": "take_back", "meld": "meld:0"},
        {"do": "claim", "meld": "meld:0"},  # only in Progressive
        {"do": "lay_down", "melds": []},
        {"do": "lay_down", "melds": [["7H", "7S", "7X"]]},
        {"do": "lay_down", "melds": [["7H", "7S", "JOK=JOK"]]},
        {"do": "lay_down", "melds": [["7H", "7S", "7D=8D"]]},  # only a joker can stand for another card
        {"do": "play_on", "card": "JOK=7H", "meld": "meld:0"},
        {"do": "play_on", "card": "7H", "meld": "hand:0"},
        {"do": "play_on", "card": "7H", "meld": "meld:0@middle"},
        {"do": "exchange", "card": "7H", "joker": "meld:0"},
        {"do": "discard", "card": "1H"},
        {"do": "buy", "reaction": -1},
        {"do": "draw", "card": "7H"},
    ],
)
def test_what_does_not_read_as_an_action_is_refused(form: dict[str, object]) -> None:
    with pytest.raises(Refused):
        GAME.read_action(form)
