"""Steady at either rummy: its outs, and how it plays a turn."""

from random import Random
from typing import Any

import pytest

from parlour.bots.levels import RandomBot
from parlour.cards import FACES, JOKER, deck
from parlour.games.progressive import GAME as PROGRESSIVE
from parlour.games.progressive.players.steady import ProgressiveSteady
from parlour.games.rummy.actions import Discard, Exchange, LayDown, PlayOn
from parlour.games.rummy.lay_downs.contract import Contract, usual
from parlour.games.rummy.lay_downs.search import short
from parlour.games.rummy.melds import Melding
from parlour.games.rummy.players.outs import prospect_of, shortage
from parlour.games.rummy.terms import NO_LIMIT
from parlour.games.torpedo import GAME as TORPEDO
from parlour.games.torpedo.players.steady import TorpedoSteady
from parlour.kernel.game import AnyGame
from parlour.kernel.options import read
from parlour.kernel.shuffle import QuickShuffler
from tests.arbitrary import random_options
from tests.games.rummy.tables import arrange, book, cards, lay, new_torpedo, run

CONTRACTS = [usual(2, 0), usual(0, 2), usual(2, 1), usual(1, 2), usual(0, 3), usual(3, 0, 4)]
STEADY: dict[str, Any] = {"torpedo": TorpedoSteady(), "progressive": ProgressiveSteady()}

both = pytest.mark.parametrize("game", [TORPEDO, PROGRESSIVE], ids=lambda game: game.name)


def choice(torpedo: Any, seat: int = 1) -> Any:
    action = TorpedoSteady().choose(torpedo, seat, Random(1))
    assert action in torpedo.legal(seat)
    return action


# ---------------------------------------------------------------- outs


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: "+".join(contract.needs()))
def test_its_outs_are_the_cards_with_which_it_would_be_less_short(contract: Contract) -> None:
    melding = Melding(False, True, NO_LIMIT)
    rng = Random(7)
    for _ in range(30):
        hand = rng.sample(deck(2, 2), rng.randint(6, 14))
        outs = prospect_of(hand, contract)
        assert outs.short == shortage(hand, contract) == short(hand, contract, melding)
        for face in range(FACES):
            less = short([*hand, face], contract, melding) < outs.short
            assert outs.wants(face) == less


def test_who_can_lay_down_wants_nothing() -> None:
    outs = prospect_of(cards("7H 7S 7D 9H 9S 9C"), usual(2, 0))
    assert outs.short == 0
    assert not outs.wants(JOKER)
    assert prospect_of(cards("7H 7S 9H 9S"), usual(2, 0)).wants(JOKER)


# ---------------------------------------------------------------- discards


def test_it_throws_the_dearest_of_what_is_of_no_use() -> None:
    torpedo = arrange(new_torpedo(), "", "7H 7S 9H 9S 2C 4D KD 3C 6S 8C")
    assert choice(torpedo) == Discard("KD")


def test_it_keeps_pairs_for_books_and_neighbours_for_runs() -> None:
    hand = "5H 6H 7H 9S 10S JS KD KC KS 2C"
    assert choice(arrange(new_torpedo(), "", hand, round=1)) not in [Discard(king) for king in ("KD", "KC", "KS")]
    assert choice(arrange(new_torpedo(), "", hand, round=2)) in [Discard(king) for king in ("KD", "KC")]


def test_it_does_not_throw_a_joker_away() -> None:
    torpedo = arrange(new_torpedo(), "", "JOK 2S 4H 6D 8C 10S QH 3D 5C 9S", melds=[book(0, "7H 7S 7D")], turns=60)
    assert choice(torpedo) != Discard("JOK")


def test_it_does_not_throw_what_the_next_player_visibly_collects() -> None:
    torpedo = arrange(new_torpedo(), "", "7H 7S 9H 9S 2C 4D KD QD 6S 8C")
    torpedo.hands[2][:2] = cards("KS KC")
    torpedo.known[2] = cards("KS KC")
    assert choice(torpedo) == Discard("QD")


def test_when_somebody_is_about_to_go_out_it_throws_points_away() -> None:
    """The hand is far from three runs, and the next player went around and can only draw and discard."""
    hand = "AS KS QD JD 2H 3H 5C 6C 9S"
    laid = [run(2, "4S 5S 6S 7S"), run(2, "4D 5D 6D 7D"), run(2, "4H 5H 6H 7H")]
    torpedo = arrange(new_torpedo(), "", hand, "", round=6, melds=laid)
    assert choice(torpedo) == Discard("AS")


def test_it_keeps_a_dear_pair_that_it_needs_until_the_round_is_as_good_as_over() -> None:
    kings = [Discard("KH"), Discard("KS")]
    torpedo = arrange(new_torpedo(), "", "KH KS 9H 9S 2C 4D 3S 6D 8C 7D")
    assert choice(torpedo) not in kings
    torpedo = arrange(new_torpedo(), "", "KH KS 9H 9S 2C 4D 3S 6D 8C 7D", "", melds=[book(2, "QS QH QC")])
    assert choice(torpedo) in kings


# ---------------------------------------------------------------- laying down, playing on, swapping


def test_it_lays_down_as_soon_as_it_can() -> None:
    torpedo = arrange(new_torpedo(), "", "7H 7S 7D 9H 9S 9C 2C 4D KD 3C")
    assert choice(torpedo) == lay("7S 7H 7D", "9S 9H 9C")


def test_it_lays_down_so_that_what_stays_can_be_played() -> None:
    """Of three books of ten-point cards the queens stay, because they fit on the table."""
    torpedo = arrange(
        new_torpedo(), "", "QH QS QD KH KS KD JS JH JC 2C", melds=[book(0, "QC QC QD"), book(0, "3H 3S 3D")]
    )
    laid = choice(torpedo)
    assert isinstance(laid, LayDown)
    assert sorted(group[0][0] for group in laid.melds) == ["J", "K"]


def test_it_plays_on_others_and_goes_out_with_a_discard() -> None:
    melds = [book(0, "7H 7S 7D"), book(0, "9H 9S 9D"), book(1, "2H 2S 2D"), book(1, "3H 3S 3D")]
    torpedo = arrange(new_torpedo(), "", "7C 9C", melds=melds)
    first = choice(torpedo)
    assert isinstance(first, PlayOn)
    torpedo.apply(1, first)
    last = choice(torpedo)
    assert isinstance(last, Discard)  # although it could play it and go around
    torpedo.apply(1, last)
    assert torpedo.out == 1


def test_it_plays_its_joker_where_that_makes_room_for_another_card() -> None:
    melds = [run(0, "5H 6H 7H 8H"), book(0, "9H 9S 9D"), book(1, "2H 2S 2D"), book(1, "3H 3S 3D")]
    torpedo = arrange(new_torpedo(), "", "JOK 10H KC", melds=melds)
    assert choice(torpedo) == PlayOn("JOK", "meld:0@high")


def test_it_exchanges_for_a_joker_that_it_needs() -> None:
    melds = [book(0, "7H 7S JOK"), book(0, "9H 9S 9D")]
    torpedo = arrange(new_torpedo(), "", "7C QH QS QD KH KS 2C 3D 5C 6C", melds=melds)
    assert choice(torpedo) == Exchange("7C", "meld:0@2")


def test_after_laying_down_it_exchanges_only_if_the_joker_can_be_played() -> None:
    own = [book(1, "7H 7S JOK"), book(1, "3H 3S 3D")]
    alone = arrange(new_torpedo(), "", "7C 4D", melds=own)
    assert isinstance(choice(alone), Discard)
    others = arrange(new_torpedo(), "", "7C 4D", melds=[*own, book(0, "9H 9S 9D"), book(0, "8H 8S 8D")])
    assert choice(others) == Exchange("7C", "meld:0@2")


# ---------------------------------------------------------------- whole games


@both
@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_house_rules_it_does_what_is_legal_and_does_not_peek(game: AnyGame, seed: int) -> None:
    """It plays with random players, who hoard cards."""
    rng = Random(f"{game.name}/{seed}")
    seats = rng.choice(game.seats)
    state = game.start(random_options(game, rng, seats), seats, QuickShuffler(rng.randbytes(16)))
    steady = STEADY[game.name]
    moves = 0
    while (actors := state.actors()) and moves < 1500:
        moves += 1
        for seat in actors:
            chosen = (steady if seat % 2 else RandomBot()).choose(state, seat, rng)
            if seat % 2:
                assert chosen in state.legal(seat) or (chosen is None and state.silence(seat) is None)
                assert chosen == steady.choose(state.redeal(seat, rng), seat, Random(1))
            if chosen is not None:
                state.apply(seat, chosen)
                break


@both
def test_it_beats_the_random_bot(game: AnyGame) -> None:
    won = 0
    for number in range(10):
        rng = Random(number)
        state = game.start(read(game.options, {"rounds": 3}), 2, QuickShuffler(rng.randbytes(16)))
        bots = [STEADY[game.name], RandomBot()] if number % 2 else [RandomBot(), STEADY[game.name]]
        while actors := state.actors():
            for seat in actors:
                chosen = bots[seat].choose(state, seat, rng)
                if chosen is not None:
                    state.apply(seat, chosen)
                    break
        result = state.result()
        assert result is not None
        won += bots[result.winners[0]] is STEADY[game.name]
    assert won >= 9
