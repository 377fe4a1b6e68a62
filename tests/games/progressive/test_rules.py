"""Progressive Rummy, rule by rule: melds, rounds, a turn and the end. Offers are in test_offers.py, hot cards in
test_hot_card.py."""

from typing import Any

import pytest

from parlour.cards import JOKER, card
from parlour.games.progressive import GAME
from parlour.games.progressive.options import ProgressiveOptions
from parlour.games.progressive.rules import Progressive
from parlour.games.rummy.actions import BUY, Discard, Exchange, LayDown, PlayOn
from parlour.games.rummy.melds import Meld
from parlour.games.rummy.state import PLAYING, WINDOW
from parlour.kernel.actions import DEAL, PASS, TAKE
from parlour.kernel.options import read
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Result
from parlour.kernel.view import GroupsHole
from tests.games.rummy.tables import arrange, book, cards, end_round, lay, new_progressive, play, refused, run

MINE = book(1, "9H 9S 9D")
SEVENS = book(0, "7H 7S 7D")
ROUNDS = [(6, 2, 0), (7, 1, 1), (8, 0, 2), (9, 3, 0), (10, 2, 1), (11, 1, 2), (12, 3, 0)]  # dealt, sets, runs


def my_turn(hand: str, *melds: Meld, round: int = 1, seats: int = 3, **given: Any) -> Progressive:
    """Seat 1 has drawn."""
    layout = {name: given.pop(name) for name in ("stock", "discards", "turns") if name in given}
    hands = ("2S", hand, "2D 4S", "2C 4C", "3S")[:seats]
    return arrange(new_progressive(seats, **given), *hands, melds=melds, round=round, **layout)


# ---------------------------------------------------------------- melds (rummy/test_melds.py tests each kind)


@pytest.mark.parametrize(
    ("round", "groups", "rule"),
    [
        (1, ("7H 7S 8D", "9H 9S 9D"), "P1"),
        (3, ("7H 8H 9H 10S", "2C 3C 4C 5C"), "P2"),
        (3, ("QS KS AS 2S", "2C 3C 4C 5C"), "P2"),  # around the corner
        (3, ("7H 8H 9H 9H 10H", "2C 3C 4C 5C"), "P2"),
        (1, ("JOK JOK JOK", "9H 9S 9D"), "P3"),
        (1, ("7H 7S JOK=8D", "9H 9S 9D"), "P3"),
        (3, ("7H 8H 9H JOK=JH", "2C 3C 4C 5C"), "P3"),  # a joker with no possible place
    ],
)
def test_P1_P2_P3_what_is_no_meld_is_refused(round: int, groups: tuple[str, ...], rule: str) -> None:
    held = " ".join(text.split("=")[0] for group in groups for text in group.split())
    assert refused(my_turn(f"{held} KD AS", round=round), 1, lay(*groups)) == rule


def test_P2_a_run_has_one_ace_however_it_grows() -> None:
    long = run(0, "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH")
    progressive = my_turn("AH JOK 2C", MINE, long)
    for face in ("AH", "JOK"):
        assert PlayOn(face, "meld:1@high") not in progressive.legal(1)
        assert refused(progressive, 1, PlayOn(face, "meld:1@high")) == "P2"


def test_P2_a_run_from_ace_to_ace_is_refused_when_it_is_laid() -> None:
    whole = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
    progressive = my_turn(f"{whole} 2C 3C 4C 5C KD", round=3)
    assert refused(progressive, 1, lay(whole, "2C 3C 4C 5C")) == "P2"


def test_P3_the_player_says_where_a_joker_lies_or_it_goes_high() -> None:
    hand = "5H 6H 7H JOK 2C 3C 4C 5C KD"
    said = play(my_turn(hand, round=3), (1, lay("5H 6H 7H JOK=4H", "2C 3C 4C 5C")))
    assert said.melds[0].cards == tuple(cards("JOK 5H 6H 7H"))
    silent = play(my_turn(hand, round=3), (1, lay("JOK 5H 6H 7H", "2C 3C 4C 5C")))
    assert silent.melds[0].meaning(3) == card("8H")
    asked = GAME.trying.meanings(my_turn(hand, round=3), 1, lay("5H 6H 7H JOK", "2C 3C 4C 5C"))
    assert asked[0] == [[], [], [], ["8H", "4H"]]


# ---------------------------------------------------------------- rounds


@pytest.mark.parametrize("last", ["three_sets_of_four", "three_runs_of_four"])
def test_P4_seven_rounds_each_with_its_cards_and_its_contract(last: str) -> None:
    progressive = new_progressive(last_round=last)
    seen = []
    while progressive.phase == WINDOW:
        dealt = {len(hand) for hand in progressive.hands}
        seat = progressive.at_bat
        progressive.apply(seat, TAKE)
        ask = next(ask for ask in GAME.view(progressive, seat).asks if ask.action["do"] == "lay_down")
        hole = ask.action["melds"]
        assert isinstance(hole, GroupsHole)
        runs = hole.needs.count("run")
        seen.append((*dealt, len(hole.needs) - runs, runs))
        end_round(progressive)
        if progressive.phase == SCORED:
            progressive.apply(progressive.at_bat, DEAL)
    assert seen == (ROUNDS if last == "three_sets_of_four" else [*ROUNDS[:-1], (12, 0, 3)])


def test_P4_the_last_sets_have_four_cards() -> None:
    hand = "2H 2S 2D 2C 5H 5S 5D 5C 9H 9S 9D JOK KD"
    progressive = my_turn(hand, round=7)
    assert refused(progressive, 1, lay("2H 2S 2D", "5H 5S 5D 5C", "9H 9S 9D JOK")) == "P4"
    progressive.apply(1, lay("2H 2S 2D 2C", "5H 5S 5D 5C", "9H 9S 9D JOK"))
    assert progressive.hands[1] == cards("KD")


def test_P4_runs_of_four_in_the_last_round_if_the_house_says_so() -> None:
    groups = ("2C 3C 4C 5C", "7H 8H 9H JOK", "AS 2S 3S 4S")
    progressive = my_turn(" ".join(groups) + " KD", round=7, last_round="three_runs_of_four")
    progressive.apply(1, lay(*groups))
    assert progressive.hands[1] == cards("KD")


@pytest.mark.parametrize(("seats", "decks"), [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_P4_a_deck_for_every_two_players_and_at_least_two(seats: int, decks: int) -> None:
    everything = [face for place in new_progressive(seats).places().values() for face in place]
    assert sorted(everything) == sorted([*range(52), JOKER, JOKER] * decks)


@pytest.mark.parametrize("decks", [2, 6])
def test_P4_a_house_may_take_more_decks_or_fewer(decks: int) -> None:
    assert sum(len(place) for place in new_progressive(8, decks=decks).places().values()) == 54 * decks
    for wrong in (1, 7):
        with pytest.raises(Refused) as refusal:
            read(ProgressiveOptions, {"decks": wrong})
        assert refusal.value.rule == "P4"


def test_P5_the_seat_left_of_the_dealer_begins_and_the_deal_passes_left() -> None:
    progressive = new_progressive(3)
    dealers = []
    for _ in range(4):
        dealers.append(progressive.dealer)
        assert progressive.at_bat == (progressive.dealer + 1) % 3
        assert len(progressive.discards) == 1
        assert refused(progressive, progressive.at_bat, DEAL) == "P5"
        end_round(progressive)
        dealer = progressive.at_bat
        assert list(progressive.legal(dealer)) == [DEAL]
        assert refused(progressive, (dealer + 1) % 3, DEAL) == "P5"
        assert refused(progressive, dealer, Discard("2H")) == "P5"
        progressive.apply(dealer, DEAL)
    assert dealers == [0, 1, 2, 0]


# ---------------------------------------------------------------- a turn


def test_P6_a_turn_is_a_card_what_one_likes_and_a_discard() -> None:
    progressive = new_progressive(2)
    stock = progressive.stock[-1]
    drawn = play(progressive.copy(), (1, PASS), (0, PASS))
    assert drawn.phase == PLAYING
    assert drawn.hands[1][-1] == stock
    progressive.apply(1, TAKE)
    visible = progressive.hands[1][-1]
    for state in (drawn, progressive):
        assert len(state.hands[1]) == 7
        assert refused(state, 1, TAKE) == "P6"
        assert refused(state, 0, Discard("2C")) == "P6"
        action = state.silence(1)
        assert isinstance(action, Discard)  # the card it just got, even if that was the discard
        state.apply(1, action)
        assert state.at_bat == 0
    assert progressive.discards[-1] == visible


def test_P6_nothing_is_done_before_the_draw_and_nothing_by_others() -> None:
    progressive = new_progressive(3)
    progressive.hands[1] = cards("7H 7S 7D 9H 9S 9D")
    assert refused(progressive, 1, Discard("7H")) == "P6"
    assert refused(progressive, 1, lay("7H 7S 7D", "9H 9S 9D")) == "P6"
    assert refused(progressive, 2, Discard("7H")) == "P6"
    assert refused(my_turn("7H 2C"), 1, Discard("4H")) == "P6"  # not in hand


def test_P7_all_melds_of_the_contract_at_once_and_no_other_number() -> None:
    progressive = my_turn("7H 7S 7D 9H 9S 9D 2C 2H 2D KS")
    assert refused(progressive, 1, lay("7H 7S 7D")) == "P7"
    assert refused(progressive, 1, lay("7H 7S 7D", "9H 9S 9D", "2C 2H 2D")) == "P7"
    progressive.apply(1, lay("7H 7S 7D", "9H 9S 9D"))
    assert [meld.owner for meld in progressive.melds] == [1, 1]
    assert progressive.at_bat == 1


def test_P7_melds_may_be_longer_than_asked_and_not_shorter() -> None:
    longer = my_turn("7H 7S 7D 7C JOK 9H 9S 9D 9C KS")
    longer.apply(1, lay("7H 7S 7D 7C JOK", "9H 9S 9D 9C"))
    assert [len(meld.cards) for meld in longer.melds] == [5, 4]
    runs = my_turn("4H 5H 6H 7H 8H 9H 2C 3C 4C 5C KS", round=3)
    runs.apply(1, lay("4H 5H 6H 7H 8H 9H", "2C 3C 4C 5C"))
    assert len(runs.melds[0].cards) == 6
    assert refused(my_turn("7H 7S 9H 9S 9D KS"), 1, lay("7H 7S", "9H 9S 9D")) == "P4"
    assert refused(my_turn("7H 8H 9H 2C 3C 4C 5C", round=3), 1, lay("7H 8H 9H", "2C 3C 4C 5C")) == "P4"


def test_P7_cards_that_are_not_in_hand_cannot_be_laid() -> None:
    progressive = my_turn("7H 7S 7D 9H 9S JOK KS")
    assert refused(progressive, 1, lay("7H 7S 7C", "9H 9S JOK")) == "P7"
    assert refused(progressive, 1, lay("7H 7S 7D", "9H 9S 9S")) == "P7"
    assert refused(progressive, 1, lay("7H 7S JOK", "9H 9S JOK")) == "P7"


def test_P7_once_a_round() -> None:
    progressive = my_turn("7H 7S 7D 9H 9S 9D 2C 2H 2D 5C 5H 5D KS")
    progressive.apply(1, lay("7H 7S 7D", "9H 9S 9D"))
    assert not any(isinstance(action, LayDown) for action in progressive.legal(1))
    assert refused(progressive, 1, lay("2C 2H 2D", "5C 5H 5D")) == "P7"


# ---------------------------------------------------------------- melds on the table


def test_P8_who_has_laid_down_plays_on_others_in_the_same_turn_or_later() -> None:
    hearts = run(0, "5H 6H 7H 8H")
    same = my_turn("3H 3S 3D 2H 2S 2D 7C 4H KS", SEVENS, hearts)
    play(same, (1, lay("3H 3S 3D", "2H 2S 2D")), (1, PlayOn("7C", "meld:0")), (1, PlayOn("4H", "meld:1@low")))
    assert same.hands[1] == cards("KS")
    later = my_turn("7C 9H JOK KS", MINE, SEVENS, hearts)
    play(later, (1, PlayOn("7C", "meld:1")), (1, PlayOn("9H", "meld:2@high")), (1, PlayOn("JOK", "meld:2@low")))
    assert later.melds[2].cards == tuple(cards("JOK 5H 6H 7H 8H 9H"))


def test_P8_who_has_not_laid_down_plays_on_nothing() -> None:
    progressive = my_turn("7C JOK KS", SEVENS)
    assert not any(isinstance(action, PlayOn) for action in progressive.legal(1))
    assert refused(progressive, 1, PlayOn("7C", "meld:0")) == "P8"
    assert refused(progressive, 1, PlayOn("JOK", "meld:0")) == "P8"


def test_P8_nobody_extends_their_own_melds_unless_the_house_says_so() -> None:
    assert refused(my_turn("9C KS", MINE), 1, PlayOn("9C", "meld:0")) == "P8"
    progressive = my_turn("9C KS", MINE, extend_own=True)
    assert PlayOn("9C", "meld:0") in progressive.legal(1)
    assert len(play(progressive, (1, PlayOn("9C", "meld:0"))).melds[0].cards) == 4


@pytest.mark.parametrize("target", ["meld:1", "meld:2@high", "meld:2@low", "meld:2", "meld:1@low", "meld:5"])
def test_P8_a_card_that_does_not_fit(target: str) -> None:
    assert refused(my_turn("KC KS", MINE, SEVENS, run(0, "5H 6H 7H 8H")), 1, PlayOn("KC", target)) == "P8"


def test_P9_laid_jokers_stay_unless_the_house_says_otherwise() -> None:
    melds = (MINE, run(0, "5H JOK 7H 8H"))
    progressive = my_turn("6H 6S KS", *melds)
    assert not any(isinstance(action, Exchange) for action in progressive.legal(1))
    assert refused(progressive, 1, Exchange("6H", "meld:1@1")) == "P9"
    progressive = my_turn("6H 6S KS", *melds, joker_swap=True)
    assert refused(progressive, 1, Exchange("6S", "meld:1@1")) == "P9"
    assert refused(progressive, 1, Exchange("6D", "meld:1@1")) == "P9"
    progressive.apply(1, Exchange("6H", "meld:1@1"))
    assert sorted(progressive.hands[1]) == sorted(cards("6S KS JOK"))


def test_P9_only_who_has_laid_down_swaps() -> None:
    progressive = my_turn("6H 7C KS", run(0, "5H JOK 7H 8H"), joker_swap=True)
    assert not any(isinstance(action, Exchange) for action in progressive.legal(1))
    assert refused(progressive, 1, Exchange("6H", "meld:0@1")) == "P9"


def test_P10_the_last_discard_ends_the_round() -> None:
    progressive = play(my_turn("KS", MINE), (1, Discard("KS")))
    assert progressive.phase == SCORED
    assert progressive.out == 1
    assert progressive.sheet == [[5, 0, 10]]


def test_P10_who_runs_out_otherwise_goes_around() -> None:
    progressive = my_turn("7C", MINE, SEVENS, stock="4H 9D", discards="8C 10C")
    progressive.apply(1, PlayOn("7C", "meld:1"))
    assert progressive.out == NOBODY
    assert progressive.at_bat == 2
    assert progressive.phase == PLAYING  # the discard is dead, so nobody is offered it
    assert progressive.hands[2][-1] == card("4H")
    assert GAME.view(progressive, 0).zone("discard").note == "dead"
    assert refused(progressive, 0, BUY) == "P11"
    play(progressive, (2, Discard("2D")), (0, PASS), (1, PASS))
    play(progressive, (0, Discard("9D")))
    assert progressive.at_bat == 1
    progressive.apply(1, TAKE)
    assert progressive.hands[1] == cards("9D")


def test_P10_who_lays_down_every_card_goes_around() -> None:
    progressive = play(my_turn("7H 7S 7D 9H 9S 9D"), (1, lay("7H 7S 7D", "9H 9S 9D")))
    assert progressive.out == NOBODY
    assert progressive.at_bat == 2
    assert progressive.phase == PLAYING


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("hand", "points"),
    [("2S 3S 4S 5S 6S 7S 8S 9S", 40), ("10H JH QH KH", 40), ("AS AH", 30), ("JOK JOK", 50), ("2S 10H AD JOK", 55)],
)
def test_P15_points_for_what_is_left_in_hand(hand: str, points: int) -> None:
    progressive = arrange(new_progressive(3), hand, "2C", "9C", melds=(MINE, SEVENS))
    assert play(progressive, (1, Discard("2C"))).sheet == [[points, 0, 5]]
    assert GAME.count(ProgressiveOptions(), hand.split()) == points


def test_P15_a_house_may_count_jokers_otherwise() -> None:
    progressive = arrange(new_progressive(3, joker_points=50), "JOK", "2C", "9C", melds=(MINE,))
    assert play(progressive, (1, Discard("2C"))).sheet == [[50, 0, 5]]
    assert GAME.count(ProgressiveOptions(joker_points=0), ["JOK"]) == 0
    assert ProgressiveOptions().joker_points == 25


def test_P15_the_lowest_sum_wins_and_equal_ones_share() -> None:
    progressive = new_progressive(3, rounds=3)
    for _ in range(3):
        assert progressive.result() is None
        if progressive.phase == SCORED:
            progressive.apply(progressive.at_bat, DEAL)
        end_round(progressive)
    assert progressive.phase == OVER
    assert not progressive.actors()
    assert progressive.result() == Result((0, 1, 2), (10, 10, 10))
    progressive.sheet = [[5, 0, 90], [10, 5, 0], [0, 0, 0]]
    assert progressive.result() == Result((1,), (15, 5, 90))
    assert refused(progressive, 0, Discard("2H")) == "P15"


def test_P16_an_empty_stock_is_made_from_all_discards_but_the_visible_one() -> None:
    progressive = my_turn("KS 3C", stock="", discards="3H 4H 5H 6H")
    play(progressive, (1, Discard("KS")), (2, PASS), (0, PASS))
    assert progressive.discards == cards("KS")
    assert sorted([*progressive.stock, progressive.hands[2][-1]]) == sorted(cards("3H 4H 5H 6H"))


def test_P16_nothing_to_draw_ends_the_round() -> None:
    progressive = my_turn("7C", MINE, SEVENS, stock="", discards="3H")
    progressive.apply(1, PlayOn("7C", "meld:1"))
    assert progressive.phase == SCORED
    assert progressive.out == NOBODY
    assert progressive.sheet == [[5, 0, 10]]


def test_P16_who_leaves_the_only_card_there_is_ends_the_round() -> None:
    progressive = my_turn("KS 3C", stock="", discards="")
    progressive.apply(1, Discard("KS"))
    assert TAKE in progressive.legal(2)
    play(progressive, (2, PASS), (0, PASS))
    assert progressive.phase == SCORED
    assert progressive.sheet == [[5, 5, 10]]


def test_P17_at_the_turn_cap_the_round_ends_and_every_hand_counts() -> None:
    progressive = my_turn("KS 3C", turn_cap=5, turns=14)
    progressive.apply(1, Discard("KS"))
    assert progressive.phase == SCORED
    assert progressive.sheet == [[5, 5, 10]]
    assert ProgressiveOptions().turn_cap == 60


@pytest.mark.parametrize("rounds", [1, 4, 7])
def test_P18_only_the_first_so_many_rounds_are_played(rounds: int) -> None:
    progressive = new_progressive(3, rounds=rounds)
    for number in range(1, rounds + 1):
        assert progressive.round == number
        end_round(progressive)
        if number < rounds:
            progressive.apply(progressive.at_bat, DEAL)
    assert progressive.phase == OVER
    assert len(progressive.sheet) == rounds
    for wrong in (0, 8):
        with pytest.raises(Refused) as refusal:
            read(ProgressiveOptions, {"rounds": wrong})
        assert refusal.value.rule == "P18"
