"""The mind for Yammouth: ideas, chances, mistakes and hints."""

from collections import Counter
from random import Random
from statistics import mean

import pytest

from parlour.bots.search import ThinkingTime, think
from parlour.cards import RANK
from parlour.games.yammouth import GAME
from parlour.games.yammouth.actions import CALL, CLAIM, Action, PlaceCards
from parlour.games.yammouth.players.mind import YammouthMind
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.scoring import MatchScore
from parlour.kernel.actions import DRAW, PASS, TAKE
from parlour.lab.arena import Contest, hold
from tests.arbitrary import LONG, begin_random, play_on
from tests.games.minds import check_outcomes, check_thoughts
from tests.games.yammouth.tables import arrange, place, play

MIND = YammouthMind()
UNSEEN = "8C 10D JD QC 6S 7D 5C KS QH 4D 2D AH 3C AD 2H 9H JS"


def standing(*totals: int) -> list[float]:
    """Everybody's chance to win the match; seat 0 begins the next round."""
    yammouth = arrange(*["KS"] * len(totals), totals=totals)
    return [MIND.worth(yammouth, seat) for seat in range(len(totals))]


@pytest.mark.parametrize("seed", range(60 if LONG else 12))
def test_ideas_slips_and_words_in_random_games(seed: int) -> None:
    check_thoughts(GAME, seed)


@pytest.mark.parametrize("seed", range(60 if LONG else 12))
def test_whatever_is_tried_has_a_chance(seed: int) -> None:
    check_outcomes(GAME, seed)


def test_few_points_are_worth_more_than_many() -> None:
    chances = [standing(total, 40)[0] for total in (-80, -10, 0, 20, 41, 60, 90)]
    assert chances == sorted(chances, reverse=True)
    assert standing(30, 30, 30) == pytest.approx([1 / 3] * 3, abs=0.03)


def test_a_total_that_the_next_win_drops_is_worth_more_than_one_below_it() -> None:
    assert standing(75, 40)[0] > standing(74, 40)[0]
    assert standing(100, 40)[0] > standing(90, 40)[0]


def test_who_is_out_has_no_chance_and_the_last_one_left_has_won() -> None:
    yammouth = arrange("KS", "KH", "", totals=(10, 10, 120), out=(2,))
    assert MIND.worth(yammouth, 2) == 0.0
    assert MIND.worth(yammouth, 0) + MIND.worth(yammouth, 1) == pytest.approx(1.0)


def test_the_others_are_imagined_with_less_than_they_have_just_placed() -> None:
    yammouth = arrange("9H 8H 7D 6C 5S", "4S 3H 2C AH 2S", stock=UNSEEN, at_bat=1)
    play(yammouth, (1, place("4S")), (1, DRAW))
    redealt = [sum(RANK[card] for card in yammouth.redeal(0, Random(seed)).hands[1]) for seed in range(60)]
    imagined = [sum(RANK[card] for card in MIND.imagine(yammouth, 0, Random(seed)).hands[1]) for seed in range(60)]
    assert mean(imagined) < mean(redealt) - 5


def test_what_somebody_took_in_the_open_is_imagined_with_them() -> None:
    yammouth = arrange("9H 8H 7D 6C 5S", "KD KH 2C AH 2S", stock=UNSEEN, at_bat=1, pile="AC")
    play(yammouth, (1, place("KD KH")), (1, TAKE))
    for seed in range(20):
        deal = MIND.imagine(yammouth, 0, Random(seed))
        assert deal.hands[1][-1] == yammouth.hands[1][-1]
        assert sorted(deal.hands[1] + deal.stock) == sorted(yammouth.hands[1] + yammouth.stock)


@pytest.mark.parametrize("seed", range(60 if LONG else 12))
def test_an_imagined_deal_looks_the_same_and_leaves_known_cards_with_those_who_took_them(seed: int) -> None:
    rng = Random(seed)
    for played in play_on(begin_random(GAME, rng), rng, 60):
        yammouth = played.state
        for seat in yammouth.playing:
            deal = MIND.imagine(yammouth, seat, rng)
            assert GAME.view(deal, seat) == GAME.view(yammouth, seat)
            for other in yammouth.playing:
                assert Counter(yammouth.known[other]) <= Counter(deal.hands[other])


def test_picking_up_and_slamming_are_left_to_steady() -> None:
    yammouth = arrange("9H 8H 7D 6C 5S", "4S 3H 2C AH 2S", stock=UNSEEN)
    assert len(MIND.ideas(yammouth, 0, Random(1))) > 1
    yammouth.apply(0, place("9H"))
    assert len(MIND.ideas(yammouth, 0, Random(1))) == 1
    yammouth.apply(0, DRAW)
    assert MIND.ideas(yammouth, 0, Random(1)) == [None]


def test_placings_that_differ_in_suits_alone_are_one_idea() -> None:
    yammouth = arrange("9H 9S 7D 7C 5S", "4S 3H 2C AH 2S", stock=UNSEEN)
    ideas = [idea for idea in MIND.ideas(yammouth, 0, Random(1)) if isinstance(idea, PlaceCards)]
    assert len({tuple(code[:-1] for code in idea.cards) for idea in ideas}) == len(ideas)


def thought(yammouth: Yammouth) -> Action:
    best: Action = think(MIND, yammouth, 0, ThinkingTime(80), Random(3)).best.action
    return best


def test_sharp_lets_a_claim_go_that_would_cost_it_the_match() -> None:
    """Seat 2 would claim over it, and 95 and 35 is out. With the 5 in hand it lands on 100 and drops to 75."""
    yammouth = arrange("5S", "5H", "4H", at_bat=1, totals=(95, 10, 10))
    yammouth.apply(1, CALL)
    assert thought(yammouth) == PASS
    yammouth.match_scores[0] = MatchScore(0)
    yammouth.hands[2] = yammouth.hands[2] * 2
    assert thought(yammouth) == CLAIM


def test_gentle_overlooks_two_of_a_kind_and_calls_as_soon_as_it_may() -> None:
    yammouth = arrange("9H 9S 10D 7C 5S", "4S 3H 2C AH 2S", stock=UNSEEN)
    assert MIND.slip(yammouth, 0, Random(1)) == place("10D")
    assert MIND.slip(arrange("3H 2S", "AS", stock=UNSEEN), 0, Random(1)) == CALL


@pytest.mark.parametrize(
    ("action", "say", "why"),
    [
        (place("9H 9S"), "Place two nines", "that gets rid of 18 points at once"),
        (place("QD"), "Place Q♦", "it's your highest card"),
        (place("7C"), "Place 7♣", "then you can pick up 7♥ and slam it"),
        (place("5S"), "Place 5♠", "you keep a card that goes with 7♥, and you can pick that up"),
    ],
)
def test_advice_says_what_it_rests_on(action: Action, say: str, why: str) -> None:
    yammouth = arrange("9H 9S QD 7C 5S", "4S 3H 2C AH 2S", stock=UNSEEN, pile="7H")
    assert MIND.say(yammouth, 0, action) == say
    assert MIND.why(yammouth, 0, action) == why


def test_advice_on_calls_and_claims() -> None:
    yammouth = arrange("5S", "5H", "4H", at_bat=1)
    assert MIND.say(yammouth, 1, CALL) == "Call YAMMOUTH"
    assert MIND.why(yammouth, 1, CALL) == "you have only 5 points, and probably nobody else has that few"
    yammouth.apply(1, CALL)
    assert MIND.say(yammouth, 2, CLAIM) == "Claim ADDATH"
    assert MIND.why(yammouth, 2, CLAIM) == "you have 4 points and {1} has 5, so {1} is caught"
    assert MIND.why(yammouth, 0, PASS) == "{2} has fewer points than you and could claim over you"


@pytest.mark.skipif(not LONG, reason="takes minutes")
def test_sharp_beats_steady_and_steady_beats_gentle() -> None:
    for lone, others, fair in (("sharp@64", "steady", 0.5), ("steady", "gentle", 0.6)):
        contest = Contest("yammouth", GAME.options(), 2, (lone, others), deals=60, seed=1)
        assert hold(contest).shares.mean() > fair
