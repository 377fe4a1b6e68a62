"""How the bots of Hearts play."""

from random import Random

import pytest

from parlour.bots import find_bot
from parlour.games.hearts import GAME
from parlour.games.hearts.actions import PassCards
from parlour.games.hearts.options import HeartsOptions
from parlour.games.hearts.players.mind import HeartsMind
from parlour.games.hearts.players.steady import HeartsSteady
from parlour.games.tricks.actions import Play
from parlour.lab.many import key_of
from parlour.lab.many import play as play_game
from tests.games.hearts.tables import mask, new, play, playing

STEADY = HeartsSteady()


@pytest.mark.slow
def test_steady_among_three_randoms_nearly_always_wins() -> None:
    steady, random = (find_bot(GAME, name) for name in ("steady", "random"))
    won = 0.0
    for deal in range(40):
        bots = [steady if seat == deal % 4 else random for seat in range(4)]
        won += play_game(GAME, HeartsOptions(), bots, key_of(7, deal)).result.share(deal % 4)
    assert won >= 36


def test_steady_ducks_and_drops_the_queen() -> None:
    hearts = playing("KS 5D", "QS 2S 7H", "8C 9D")
    play(hearts, "KS")
    assert STEADY.choose(hearts, 1, Random(0)) == Play("QS")
    void = playing("KC 5D", "QS 2S AH", "8C 9D")
    play(void, "KC")
    assert STEADY.choose(void, 1, Random(0)) == Play("QS")
    duck = playing("9C 5D", "8C 2C AC", "7C 9D")
    play(duck, "9C")
    assert STEADY.choose(duck, 1, Random(0)) == Play("8C")


def test_the_queen_is_passed_with_two_other_spades_and_a_hint_says_what_protects_her_with_more() -> None:
    mind, hearts = HeartsMind(), new()
    hearts.hands[0] = mask("QS KS 4S 2H 9H 2C 7C 10C JC 4D 9D KD AD")
    ideas = mind.ideas(hearts, 0, Random(0))
    assert len(ideas) > 1
    assert all("QS" in idea.cards for idea in ideas if isinstance(idea, PassCards))
    hearts.hands[0] = mask("QS KS JS 4S 2H 9H 2C 7C 10C JC 4D 9D KD")
    found = mind.ideas(hearts, 0, Random(0))
    kept = [idea for idea in found if isinstance(idea, PassCards) and "QS" not in idea.cards]
    assert kept
    assert "protect Q♠" in mind.why(hearts, 0, kept[0])
    assert "Q♠" not in mind.why(hearts, 0, PassCards(["QS", "KS", "KD"]))


def test_cards_that_do_the_same_are_one_idea() -> None:
    hearts = playing("9C 5D", "7C 8C KC", "10C 9D")
    play(hearts, "9C")
    ideas = HeartsMind().ideas(hearts, 1, Random(0))
    assert len(ideas) == len(set(ideas)) == 2


def test_a_lead_is_worth_more_near_the_end() -> None:
    mind = HeartsMind()
    early, late = (playing("9C", "7C", "10C") for _ in range(2))
    early.sheet, late.sheet = [[0, 10, 10]], [[80, 90, 90]]
    assert 1 / 3 < mind.worth(early, 0) < mind.worth(late, 0) < 1
