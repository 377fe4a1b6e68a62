"""Steady for Yammouth: what it places, picks up and slams, when it calls and claims, and how well that works."""

from random import Random
from typing import Any

import pytest

from parlour.bots.levels import RandomBot
from parlour.games.yammouth import GAME
from parlour.games.yammouth.actions import CALL, CLAIM, SLAM, PlaceCards, SlamHand
from parlour.games.yammouth.players.steady import YammouthSteady, run_in, weight_of
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.scoring import MatchScore
from parlour.kernel.actions import DRAW, PASS, TAKE
from parlour.kernel.shuffle import QuickShuffler
from tests.arbitrary import begin_random, random_options
from tests.games.yammouth.tables import arrange, cards, codes, place, play
from tests.kernel.honesty import check_bots_do_not_peek

HIGH = "9H 9D 10C JS KD"  # a hand that nobody calls with
UNSEEN = "8C 10D JD QC 6S 7D 5C KS QH 4D"


def choice(yammouth: Yammouth, seat: int = 0) -> Any:
    action = YammouthSteady().choose(yammouth, seat, Random(1))
    assert action in yammouth.legal(seat) or (action is None and yammouth.silence(seat) is None)
    return action


def match(bots: list[Any], seed: int) -> Yammouth:
    yammouth = GAME.start(GAME.options(), len(bots), QuickShuffler(b"match %d" % seed))
    return finish(yammouth, bots, Random(seed))


def finish(yammouth: Yammouth, bots: list[Any], rng: Random) -> Yammouth:
    while asked := GAME.asked(yammouth):
        for seat in asked:
            chosen = bots[seat].choose(yammouth.redeal(seat, rng), seat, rng)
            if chosen is not None:
                yammouth.apply(seat, chosen)
                break
        else:
            raise AssertionError("everybody declined")
    return yammouth


# ---------------------------------------------------------------- the hand


def test_cards_that_go_together_weigh_less() -> None:
    assert weight_of(cards("7H 7S 2C")) < weight_of(cards("8H 6S 2C"))
    assert weight_of(cards("5H 6H 7H 2C")) < weight_of(cards("5H 6H 7S 2C"))
    assert codes(run_in(cards("KH 3S 2S AS 4S"))) == "AS 2S 3S 4S"
    assert run_in(cards("QS KS AH 2H")) == []


@pytest.mark.parametrize(
    ("hand", "placed"),
    [
        ("KH 3S 5D 2C 9S", {"KH"}),  # the highest
        ("KH 8S 8D 2C 3S", {"8S", "8D"}),  # two that count more together
        ("7H 8H 9H QC 2S", {"7H", "8H", "9H"}),
    ],
)
def test_it_sheds_the_most_points(hand: str, placed: set[str]) -> None:
    action = choice(arrange(hand, HIGH, pile="6D"))
    assert type(action) is PlaceCards
    assert set(action.cards) == placed


def test_it_places_what_matches_the_top_card_and_slams_that() -> None:
    yammouth = arrange("10H 9S 2D 3C 5S", HIGH, pile="9C")
    assert choice(yammouth) == place("9S")
    play(yammouth, (0, place("9S")))
    assert choice(yammouth) == TAKE
    play(yammouth, (0, TAKE))
    assert choice(yammouth) == SLAM


def test_it_slams_its_whole_hand() -> None:
    yammouth = arrange("KH 4S 3D", HIGH, pile="6C")
    assert choice(yammouth) == place("KH")
    play(yammouth, (0, place("KH")))
    assert choice(yammouth) == TAKE
    play(yammouth, (0, TAKE))
    assert choice(yammouth) == SlamHand("6C")


def test_it_says_nothing_when_it_cannot_slam() -> None:
    yammouth = play(arrange("KH 4S 3D 2S", HIGH, pile="5C"), (0, place("KH")), (0, DRAW))
    assert yammouth.slammer == 0
    assert choice(yammouth) is None


def test_it_picks_up_low_cards_and_pairs_and_runs_and_else_draws() -> None:
    for hand, before, picked in (
        ("KH 7S 6D 3C", "AD", TAKE),
        ("KH 7S 6D 3C", "QD", DRAW),
        ("KH QH 2D 3C", "QD", TAKE),
        ("KH 9S 8S 3C", "10S", TAKE),
        ("KH 9S 8H 3C", "10S", DRAW),
    ):
        yammouth = play(arrange(hand, HIGH, pile=before, stock=UNSEEN), (0, place("KH")))
        assert choice(yammouth) == picked, (hand, before)


def test_it_leaves_the_high_end_of_a_run_to_the_next_player() -> None:
    assert choice(arrange("2H 3H 4H QC 6S", HIGH, pile="QD")) != place("4H 3H 2H")
    assert choice(arrange("7H 8H 9H JC 2S", HIGH, pile="KC")) == place("7H 8H 9H")


# ---------------------------------------------------------------- calls and claims


def test_it_calls_when_it_is_safe() -> None:
    assert choice(arrange("AH 2C", HIGH, stock=UNSEEN)) == CALL
    assert choice(arrange("", HIGH, stock=UNSEEN)) == CALL


def test_it_does_not_call_when_somebody_surely_has_no_more() -> None:
    yammouth = arrange("AH 3C", "2D", stock=UNSEEN)
    yammouth.known[1] = cards("2D")  # taken from the pile
    assert choice(yammouth) != CALL
    assert choice(arrange("", "", stock=UNSEEN)) == PASS


def test_it_does_not_call_when_somebody_likely_has_no_more() -> None:
    low = "AS AH AD AC 2S 2H 2D 3S 3H 3D 9C"
    assert choice(arrange("2C 3C", "AS", stock=low)) != CALL
    assert choice(arrange("2C 3C", "AS 2S 3H", stock=UNSEEN)) == CALL


def test_Y16_it_would_rather_be_left_with_what_drops_its_total_than_call_or_slam() -> None:
    """A player on 73 who is left with two aces drops to 50, and the other player, who has a 4 or a 5, will call."""
    yammouth = arrange("AH AC", "4S", pile="AD", stock="4D 5C 5S 4H 5D 5H")
    assert choice(yammouth) == CALL
    yammouth.match_scores[0] = MatchScore(total=73)
    placing = choice(yammouth)
    assert placing in (place("AH"), place("AC"))
    play(yammouth, (0, placing))
    assert choice(yammouth) == TAKE
    play(yammouth, (0, TAKE))
    assert yammouth.can_slam()
    assert choice(yammouth) is None


def test_its_patience_ends() -> None:
    yammouth = arrange("", "", stock=UNSEEN)
    yammouth.turns = 2 * 16
    assert choice(yammouth) == CALL


def test_it_does_not_empty_its_hand_beside_another_empty_hand() -> None:
    """With two empty hands, a caller would be caught."""
    yammouth = play(arrange("KH 4S 3D", "", pile="6C"), (0, place("KH")), (0, TAKE))
    assert choice(yammouth) != SlamHand("6C")


def test_it_claims_what_it_can_win() -> None:
    yammouth = play(arrange("AH 2C", "2D", HIGH), (0, CALL))
    assert choice(yammouth, 1) == CLAIM


def test_it_does_not_claim_what_would_be_claimed_over() -> None:
    yammouth = play(arrange("3H 2C", "4D", "AS"), (0, CALL))
    assert choice(yammouth, 1) == PASS
    assert choice(yammouth, 2) == CLAIM


def test_it_declines_when_landing_on_a_multiple_of_25_is_worth_more() -> None:
    """On 70, its 5 points make 75, which drops to 50, while a win leaves it on 70."""
    others = ("2H 3H", "5D", HIGH, HIGH)
    assert choice(play(arrange(*others, totals=(0, 70, 0, 0)), (0, CALL)), 1) == PASS
    assert choice(play(arrange(*others, totals=(0, 69, 0, 0)), (0, CALL)), 1) == CLAIM
    assert choice(play(arrange(*others, totals=(80, 70, 0, 0)), (0, CALL)), 1) == CLAIM  # which puts the caller out


# ---------------------------------------------------------------- whole matches


@pytest.mark.parametrize(("seats", "matches"), [(2, 60), (4, 30)])
def test_it_wins_against_chance(seats: int, matches: int) -> None:
    won = 0
    for seed in range(matches):
        at = seed % seats
        bots = [YammouthSteady() if seat == at else RandomBot() for seat in range(seats)]
        result = match(bots, seed).result()
        won += result is not None and result.winners == (at,)
    assert won >= 0.9 * matches


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_its_rounds_end_by_a_call(seats: int) -> None:
    yammouth = GAME.start(GAME.options(), seats, QuickShuffler(b"calls"))
    rounds = called = 0
    while asked := GAME.asked(yammouth):
        for seat in asked:
            chosen = YammouthSteady().choose(yammouth, seat, Random(1))
            if chosen is not None:
                yammouth.apply(seat, chosen)
                break
        if len(yammouth.sheet) > rounds:
            rounds += 1
            called += GAME.lab.facts(yammouth)["round_won"] or 0
    assert rounds - called <= 1


def test_it_plays_by_any_house_rules() -> None:
    for seed in range(8):
        rng = Random(f"house/{seed}")
        seats = rng.choice(GAME.seats)
        yammouth = GAME.start(random_options(GAME, rng, seats), seats, QuickShuffler(rng.randbytes(16)))  # type: ignore[arg-type]
        assert finish(
            yammouth, [rng.choice((YammouthSteady(), YammouthSteady(), RandomBot())) for _ in range(seats)], rng
        ).result()


def test_it_does_not_peek() -> None:
    for seed in range(8):
        rng = Random(f"peek/{seed}")
        played = begin_random(GAME, rng)
        for _ in range(60):
            if not played.state.actors():
                break
            check_bots_do_not_peek(played, dict(GAME.bots), rng)
            for seat in GAME.asked(played.state):
                chosen = rng.choice((YammouthSteady(), RandomBot())).choose(played.state, seat, rng)
                if chosen is not None:
                    played.state.apply(seat, chosen)
                    break
