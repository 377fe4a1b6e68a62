"""YAMMOUTH, ADDATH, SCANZATH: who may call and claim, in which order, and what it costs."""

from collections import Counter
from random import Random

import pytest

from parlour.cards import code
from parlour.games.yammouth import GAME
from parlour.games.yammouth.actions import CALL, CLAIM, SLAM, Action
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.state import CLAIMING
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.position import SCORED
from parlour.kernel.state import awaited
from tests.arbitrary import LONG
from tests.games.yammouth.referee import Referee
from tests.games.yammouth.tables import arrange, place, play, refused


def called(*hands: str, **terms: object) -> Yammouth:
    """Seat 0 has called."""
    return play(arrange(*hands, terms=terms), (0, CALL))


def word(yammouth: Yammouth, seat: int) -> str:
    """What this seat is asked to claim."""
    return GAME.view(yammouth, seat).asks[-1].say.removeprefix("Claim ").partition(" with")[0]


# ---------------------------------------------------------------- the call


def test_Y4_with_five_points_or_fewer_one_may_call() -> None:
    for hand in ("5S", "2S 3H", "AS AH AD AC AS", "JOK JOK", "4S JOK AD", ""):
        yammouth = arrange(hand, "KS")
        assert CALL in yammouth.legal(0)
        assert play(yammouth, (0, CALL)).sheet == [[0, 13]]


@pytest.mark.parametrize("hand", ["6S", "5S AH", "2S 2H 2D", "KS JOK"])
def test_Y4_with_six_points_one_may_not(hand: str) -> None:
    yammouth = arrange(hand, "KS")
    assert CALL not in yammouth.legal(0)
    assert refused(yammouth, 0, CALL) == "Y4"


@pytest.mark.parametrize("limit", [0, 1, 12, 50])
def test_Y4_the_limit_is_a_house_rule(limit: int) -> None:
    hands = {0: ("JOK", "AS"), 1: ("AS", "2S"), 12: ("QS", "KS"), 50: ("KS KH KD JS", "KS KH KD QS")}
    enough, too_many = hands[limit]
    assert play(arrange(enough, "KS KS KS KS KS", terms={"call_limit": limit}), (0, CALL)).phase == SCORED
    assert refused(arrange(too_many, "KS", terms={"call_limit": limit}), 0, CALL) == "Y4"


def test_Y4_only_at_the_start_of_ones_own_turn() -> None:
    yammouth = arrange("AS 2S", "AH", "AD")
    assert refused(yammouth, 1, CALL) == "Y5"
    play(yammouth, (0, place("2S")))
    assert refused(yammouth, 0, CALL) == "Y4"  # placed already
    play(yammouth, (0, TAKE))
    assert refused(yammouth, 0, CALL) == "Y5"
    play(yammouth, (1, CALL))
    assert refused(yammouth, 2, CALL) == "Y13"


def test_Y4_one_need_not_call() -> None:
    yammouth = play(arrange("AS 2S", "KH"), (0, place("AS")), (0, DRAW))
    assert awaited(yammouth) == (1,)


# ---------------------------------------------------------------- the claims


def test_Y13_as_many_as_the_caller_or_fewer_may_claim() -> None:
    yammouth = called("2S 2H", "3S", "4S", "2D 3H", "KS")
    assert yammouth.phase == CLAIMING
    assert list(yammouth.actors()) == [1, 2]
    for seat in (3, 4):
        assert refused(yammouth, seat, CLAIM) == "Y13"
        assert refused(yammouth, seat, PASS) == "Y13"
        assert not yammouth.legal(seat)
    assert refused(yammouth, 0, CLAIM) == "Y13"


def test_Y13_nobody_who_may_claim_ends_the_round_at_once() -> None:
    yammouth = called("2S 2H", "5S", "KS")
    assert yammouth.phase == SCORED
    assert yammouth.sheet == [[0, 5, 13]]


def test_Y13_after_addath_it_takes_strictly_fewer() -> None:
    yammouth = called("2S 2H", "3S", "2D AH", "2C", "4D")
    assert list(yammouth.actors()) == [1, 2, 3, 4]
    play(yammouth, (1, CLAIM))
    assert list(yammouth.actors()) == [3]
    for seat in (0, 1, 2, 4):
        assert refused(yammouth, seat, CLAIM) == "Y13"
    play(yammouth, (3, CLAIM))
    assert yammouth.sheet == [[35, 35, 3, 0, 4]]


@pytest.mark.parametrize(("first", "sheet"), [(1, [35, 0, 3]), (2, [35, 3, 0])])
def test_Y13_between_equals_the_first_to_arrive_counts(first: int, sheet: list[int]) -> None:
    yammouth = play(called("2S 2H", "3S", "2D AH"), (first, CLAIM))
    assert yammouth.phase == SCORED
    assert yammouth.sheet == [sheet]
    assert refused(yammouth, 3 - first, CLAIM) == "Y13"


def test_Y13_whoever_equals_the_caller_may_claim_but_only_the_first() -> None:
    assert play(called("2S 2H", "4S", "4D"), (2, CLAIM)).sheet == [[35, 4, 0]]
    assert play(called("JOK", "JOK", ""), (2, CLAIM)).sheet == [[35, 0, 0]]


def test_Y13_claiming_is_a_choice() -> None:
    yammouth = play(called("2S 2H", "3S", "AD"), (2, PASS))
    assert list(yammouth.actors()) == [1]
    assert play(yammouth, (1, PASS)).sheet == [[0, 3, 1]]


def test_Y13_a_pass_answers_only_the_claim_that_stands() -> None:
    yammouth = play(called("5S", "4S", "3S", "2S"), (3, PASS), (2, PASS))
    for seat in (2, 3):
        assert refused(yammouth, seat, PASS) == "Y13"
        assert refused(yammouth, seat, CLAIM) == "Y13"
    play(yammouth, (1, CLAIM))
    assert list(yammouth.actors()) == [2, 3]
    play(yammouth, (2, CLAIM), (3, CLAIM))
    assert yammouth.sheet == [[35, 35, 35, 0]]


def test_Y13_nobody_claims_twice() -> None:
    yammouth = play(called("5S", "4S", "3S", "2S"), (1, CLAIM))
    assert refused(yammouth, 1, CLAIM) == "Y13"
    play(yammouth, (2, CLAIM))
    for seat in (0, 1, 2):
        assert refused(yammouth, seat, CLAIM) == "Y13"
        assert refused(yammouth, seat, PASS) == "Y13"


def test_Y13_no_claims_when_nobody_has_called() -> None:
    yammouth = arrange("AS", "KH", "JOK")
    for seat in range(3):
        assert refused(yammouth, seat, CLAIM) == "Y13"
    play(yammouth, (0, place("AS")))
    assert refused(yammouth, 2, CLAIM) == "Y13"
    assert refused(called("AS", "KH"), 1, CLAIM) == "Y13"  # scored already


def test_Y13_nothing_else_is_done_while_claims_may_come() -> None:
    yammouth = called("2S 2H", "3S", "KD")
    for seat in range(3):
        for action in (place(code(yammouth.hands[seat][0])), TAKE, DRAW, CALL):
            assert refused(yammouth, seat, action) == "Y13"
        assert refused(yammouth, seat, SLAM) == "Y11"
        assert refused(yammouth, seat, DEAL) == "Y3"


def test_Y13_somebody_who_is_out_claims_nothing() -> None:
    yammouth = arrange("2S 2H", "", "3S", out=(1,), totals=(0, 120, 0))
    for action in (CLAIM, PASS, CALL, place("7H"), TAKE, DRAW, SLAM, DEAL):
        assert refused(yammouth, 1, action).startswith("Y")
    play(yammouth, (0, CALL))
    assert list(yammouth.actors()) == [2]
    assert refused(yammouth, 1, CLAIM) == "Y19"
    assert refused(yammouth, 1, PASS) == "Y19"
    assert play(yammouth, (2, CLAIM)).totals() == [35, 120, 0]


def test_Y13_silence_means_pass_and_there_are_twenty_seconds() -> None:
    yammouth = called("2S 2H", "3S", "KD")
    assert awaited(yammouth) == (1,)
    assert yammouth.silence(1) == PASS
    assert yammouth.silence(2) is None
    window = GAME.calls.window
    assert window is not None
    assert window.seconds == 20
    assert window.is_open(yammouth)
    assert not window.is_open(arrange("2S", "3S"))
    assert not window.is_open(play(yammouth, (1, PASS)))


def test_Y13_all_hands_are_shown() -> None:
    yammouth = arrange("2S 2H", "3S", "KD 7H")
    assert code(yammouth.hands[2][0]) not in [*GAME.view(yammouth, 1).zone("hand:2").items]
    play(yammouth, (0, CALL))
    for viewer in (0, 1, 2, None):
        assert [set(GAME.view(yammouth, viewer).zone(f"hand:{owner}").items) for owner in range(3)] == [
            {"2S", "2H"},
            {"3S"},
            {"KD", "7H"},
        ]


def test_Y13_the_words_are_addath_scanzath_the_tables_own_and_scanzath_again() -> None:
    hands = ("KS QS", "KS JS", "KS 10S", "KS 9S", "KS 8S", "KS 7S", "KS 6S")
    yammouth = called(*hands, call_limit=50, call_words=("OI", "Oh no"))
    words = []
    for seat in range(1, 7):
        words.append(word(yammouth, seat))
        before = yammouth.copy()
        play(yammouth, (seat, CLAIM))
        assert f"claimed {words[-1]} with" in GAME.tell(before, seat, CLAIM, yammouth, None).sentences[0]
    assert words == ["ADDATH", "SCANZATH", "OI", "Oh no", "SCANZATH again", "SCANZATH again"]


# ---------------------------------------------------------------- what it costs


def test_Y14_the_caller_wins_if_nobody_claims() -> None:
    assert called("2S 2H", "5S KD", "QC").sheet == [[0, 18, 12]]


def test_Y14_all_who_were_claimed_over_are_caught_and_the_others_score_their_hand() -> None:
    yammouth = play(called("5S", "4S", "3S", "2S", "KS 9D"), (1, CLAIM), (2, CLAIM), (3, PASS))
    assert yammouth.sheet == [[35, 35, 0, 2, 22]]
    assert yammouth.at_bat == 2


@pytest.mark.parametrize("caught", [0, 1, 99])
def test_Y14_what_it_costs_to_be_caught_is_a_house_rule(caught: int) -> None:
    yammouth = play(called("5S", "4S", "3S", caught_points=caught), (1, CLAIM), (2, CLAIM))
    assert yammouth.sheet == [[caught, caught, 0]]


def test_Y13_Y14_any_order_of_claims_goes_as_the_referee_says() -> None:
    """Everybody keeps claiming and passing, whether they may or not, until nobody is left who may."""
    rng = Random(13)
    chains: Counter[int] = Counter()
    for _ in range(5_000 if LONG else 500):
        seats = rng.randint(2, 8)
        hands = [
            " ".join(rng.choices(("JOK", "AS", "2H", "3D", "4C", "7S"), k=rng.randint(0, 4))) for _ in range(seats)
        ]
        yammouth = arrange(*hands, terms={"call_limit": 50, "caught_points": rng.choice((0, 35))})
        referee = Referee(yammouth)
        move(yammouth, referee, 0, CALL)
        eager = rng.random()
        while yammouth.phase == CLAIMING:
            assert set(yammouth.actors()) == referee.may_claim()
            seat = rng.randrange(seats)
            action: Action = CLAIM if rng.random() < eager else PASS
            if referee.allows(seat, action):
                move(yammouth, referee, seat, action)
            else:
                assert refused(yammouth, seat, action) == "Y13"
        assert referee.phase != "claiming"
        assert yammouth.sheet == referee.sheet
        chains[len(referee.claims)] += 1
    assert min(chains[length] for length in (1, 2, 3, 4)) > 9, chains


def move(yammouth: Yammouth, referee: Referee, seat: int, action: Action) -> None:
    yammouth.apply(seat, action)
    referee.follow(seat, action, yammouth)
