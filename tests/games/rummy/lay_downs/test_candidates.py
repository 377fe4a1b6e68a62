"""The lay-downs that `legal`, bots and hints know: which ones go out at once, and what stays (T12-T14, P7, P10)."""

from random import Random
from typing import Any

import pytest

from parlour.cards import code, deck
from parlour.games.progressive import GAME as PROGRESSIVE
from parlour.games.progressive.players.steady import ProgressiveSteady
from parlour.games.rummy.actions import LayDown
from parlour.games.rummy.state import NOT_YET
from parlour.games.torpedo import GAME as TORPEDO
from parlour.kernel.game import AnyGame
from parlour.kernel.shuffle import QuickShuffler
from tests.arbitrary import LONG
from tests.games.rummy.lay_downs.brute import STEADY, could_go_out, goes_out
from tests.games.rummy.tables import arrange, book, cards, lay, new_progressive, new_torpedo, run

KINGS_AND_SEVENS = "KS KH KD 7S 7H 7D 7C"
both = pytest.mark.parametrize("game", [TORPEDO, PROGRESSIVE], ids=lambda game: game.name)


# ---------------------------------------------------------------- going out at once


def test_P7_P10_the_lay_down_that_goes_out_is_offered_before_the_one_that_goes_around() -> None:
    progressive = arrange(new_progressive(), "", KINGS_AND_SEVENS)
    out, around = progressive.lay_downs(1)
    assert sorted(len(group) for group in out.melds) == [3, 3]
    assert sorted(len(group) for group in around.melds) == [3, 4]
    assert ProgressiveSteady().choose(progressive, 1, Random(1)) == out
    assert goes_out(progressive, 1)


def test_P10_the_hint_recommends_to_go_out_and_says_so() -> None:
    progressive = arrange(new_progressive(), "", KINGS_AND_SEVENS)
    mind = PROGRESSIVE.mind
    assert mind is not None
    (idea,) = mind.ideas(progressive, 1, Random(1))
    assert idea == progressive.lay_downs(1)[0]
    assert mind.why(progressive, 1, idea) == "your last card ends the round"


def test_T13_T15_with_long_melds_a_card_to_throw_stays_in_hand() -> None:
    torpedo = arrange(new_torpedo(long_melds=True), "", KINGS_AND_SEVENS)
    assert sum(len(group) for group in torpedo.lay_downs(1)[0].melds) == 6
    assert goes_out(torpedo, 1)


def test_P7_it_goes_around_if_there_is_nothing_to_spare() -> None:
    progressive = arrange(new_progressive(), "", "KS KH KD 7S 7H 7D")
    assert progressive.lay_downs(1) == [lay("7S 7H 7D", "KS KH KD")]


def test_T14_what_can_be_played_in_the_same_turn_counts_as_gone() -> None:
    melds = [run(0, "3S 4S 5S 6S"), book(0, "9S 9H 9D")]
    torpedo = arrange(new_torpedo(), "", f"{KINGS_AND_SEVENS} 8S 9C 2H", melds=melds)
    assert "7S" not in torpedo.lay_downs(1)[0].melds[0]  # then 8S can follow it
    assert goes_out(torpedo, 1)


def test_T19_a_card_that_is_exchanged_for_a_joker_can_be_got_rid_of() -> None:
    melds = [run(0, "3S 4S JOK 6S"), book(0, "9S 9H 9D")]
    torpedo = arrange(new_torpedo(), "", "KS KH KD 7H 7D 7C 5S 2H", melds=melds)
    assert could_go_out(torpedo, 1)
    assert goes_out(torpedo, 1)


@both
def test_T14_P10_whenever_a_steady_could_go_out_as_it_lays_down_it_does(game: AnyGame) -> None:
    """Compares whole games with every lay-down there is and everything that can be played afterward."""
    could = laid = 0
    for number in range(60 if LONG else 12):
        rng = Random(number)
        seats = 2 if number % 2 else 4
        state = game.start(game.options(), seats, QuickShuffler(rng.randbytes(16)))
        while actors := state.actors():
            for seat in actors:
                action = STEADY[game.name].choose(state, seat, rng)
                if isinstance(action, LayDown):
                    laid += 1
                    if could_go_out(state, seat):
                        could += 1
                        assert goes_out(state, seat), (number, state.hands[seat], state.melds)
                if action is not None:
                    state.apply(seat, action)
                    break
    assert laid > 20
    assert could > 5


@both
@pytest.mark.parametrize("terms", [{}, {"extend_own": True}, {"long_melds": True}, {"joker_swap": True}], ids=str)
def test_T12_P7_legal_is_never_without_a_lay_down_that_goes_out(game: AnyGame, terms: dict[str, bool]) -> None:
    """Compares hands that nearly go out, at tables with melds."""
    if not set(terms) <= set(game.options.__struct_fields__):
        return
    rng = Random(f"{game.name} {terms}")
    could = 0
    for _ in range(2000 if LONG else 250):
        new = new_torpedo if game is TORPEDO else new_progressive
        state = an_end_game(new(**terms), rng)
        if not could_go_out(state, 1):
            continue
        could += 1
        assert any(state.goes_out(1, lay_down) for lay_down in state.lay_downs(1)), (state.hands[1], state.melds)
        assert goes_out(state, 1), (state.hands[1], state.melds)
    assert could > 5


def an_end_game(state: Any, rng: Random) -> Any:
    """Round 1 or 2, with the contract in hand and a few more cards, most of which fit another player's melds."""
    melds = [book(0, "9S 9H 9D"), run(0, rng.choice(["3S 4S 5S 6S", "3H 4H 5H JOK", "8D 9D 10D JD"]))]
    if rng.random() < 0.5:
        melds += [run(2, "5S 6S 7S 8S"), book(2, rng.choice(["QS QH JOK", "QS QH QD"]))]
    round_ = rng.choice((1, 2))
    held = [f"{rank}{suit}" for rank in rng.sample(["7", "K", "2", "10"], 2) for suit in rng.sample("SHDC", 3)]
    if round_ == 2:
        held = rng.choice(["4C 5C 6C 7C", "2S 3S 4S 5S", "8H 9H 10H JH"]).split() + held[:3]
    held += [code(face) for face in rng.sample(deck(1, 2), rng.choice((0, 1)))]
    held += rng.sample(["7S", "8S", "2S", "9C", "6H", "7D", "QD", "QC", "9S", "5H", "JOK"], rng.choice((1, 1, 2, 3)))
    return arrange(state, "", " ".join(held), melds=melds, round=round_)


# ---------------------------------------------------------------- what stays in hand


def test_T12_T17_the_suit_stays_that_can_be_played_on_others() -> None:
    melds = [run(0, "3S 4S 5S 6S"), book(0, "9S 9H 9D")]
    torpedo = arrange(new_torpedo(), "", f"{KINGS_AND_SEVENS} 2H 4H JH", melds=melds)
    assert torpedo.lay_downs(1)[0] == lay("7H 7D 7C", "KS KH KD")
    other = arrange(new_torpedo(), "", f"{KINGS_AND_SEVENS} 2H 4H JH", melds=[run(0, "3C 4C 5C 6C"), melds[1]])
    assert other.lay_downs(1)[0] == lay("7S 7H 7D", "KS KH KD")


def test_T12_T17_a_joker_may_be_spent_or_stay() -> None:
    torpedo = arrange(new_torpedo(), "", "KS KH KD 7S 7H 7D JOK 2H 4D 8C")
    offered = [[face for group in each.melds for face in group] for each in torpedo.lay_downs(1)]
    assert any("JOK" in laid for laid in offered)
    assert any("JOK" not in laid for laid in offered)
    assert "JOK" in offered[0]  # it can't be played on anything, and would cost 50
    melds = [book(0, "9S 9H 9D"), book(0, "5S 5H 5D")]
    torpedo = arrange(new_torpedo(), "", "KS KH KD 7S 7H 7D JOK 2H 4D 8C", melds=melds)
    assert "JOK" not in torpedo.lay_downs(1)[0].melds[0] + torpedo.lay_downs(1)[0].melds[1]


@both
def test_T12_P7_what_is_offered_is_legal_little_and_without_repetition(game: AnyGame) -> None:
    rng = Random(3)
    new = new_torpedo if game is TORPEDO else new_progressive
    offered = 0
    for _ in range(150):
        round_ = rng.randint(1, 6)
        hand = " ".join(code(face) for face in rng.sample(deck(2, 8), rng.randint(10, 26)))
        state = arrange(new(), "", hand, melds=[run(0, "3S 4S 5S 6S"), book(0, "9S 9H 9D")], round=round_)
        lay_downs = state.lay_downs(1)
        assert len(lay_downs) <= 12
        assert len({str(each) for each in lay_downs}) == len(lay_downs)
        for each in lay_downs:
            after = state.copy()
            after.apply(1, each)
            assert after.down[1] != NOT_YET
            offered += 1
    assert offered > 200


def test_P7_hoarded_hands_are_answered_quickly_and_exactly_the_cards_are_there() -> None:
    hand = " ".join(code(face) for face in deck(1, 4)[:40])
    progressive = arrange(new_progressive(), "", hand, round=6)
    assert progressive.lay_downs(1)
    assert len(cards(hand)) == 40
