"""Totals in Yammouth, compared with a calculation written from the rules alone, and how a match ends."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from parlour.games.yammouth.actions import CALL, CLAIM, SLAM
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.scoring import MatchScore, reckon
from parlour.games.yammouth.state import CLAIMING
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.position import OVER, SCORED
from parlour.kernel.state import awaited
from tests.arbitrary import LONG
from tests.games.yammouth.referee import Referee, Round, reckoned
from tests.games.yammouth.tables import arrange, cards, new, next_round, place, play, refused

LOSE_36 = "KS KD 10H"


def after(totals: Sequence[int], *hands: str, wins: Sequence[int] = (), **terms: Any) -> Yammouth:
    """Seat 0 has called, and nobody claims."""
    yammouth = play(arrange(*hands, totals=totals, wins=wins, terms=terms), (0, CALL))
    while yammouth.phase == CLAIMING:
        play(yammouth, (yammouth.actors()[0], PASS))
    return yammouth


def chain(rounds: Sequence[Round], out_over: int = 100) -> MatchScore:
    standing = MatchScore()
    for points, won in rounds:
        standing, _ = reckon(standing, points, won, out_over)
        if standing.out:
            break
    return standing


# ---------------------------------------------------------------- held against a reckoning of the rules alone


def some_rounds(rng: Random) -> list[Round]:
    """Rounds that often lead to multiples of 25, and streaks of about ten wins."""
    rounds: list[Round] = []
    while len(rounds) < 60:
        if rng.random() < 0.5:
            rounds += [(0, True)] * rng.choice((1, 2, 9, 10, 11, 20))
        else:
            cost = rng.choice((0, 1, 5, 12, 13, 24, 25, 26, 35, 50, rng.randint(0, 65)))
            rounds.append((cost, False))
    return rounds


def test_Y15_to_Y19_totals_are_what_the_rules_alone_make_of_them() -> None:
    rng = Random(15)
    seen: Counter[str] = Counter()
    for _ in range(100_000 if LONG else 3_000):
        rounds = some_rounds(rng)
        out_over = rng.choice((25, 26, 49, 50, 100, 100, 137, 500))
        standing = MatchScore()
        look = {rng.randrange(60), rng.randrange(20), len(rounds) - 1}
        for at, (points, won) in enumerate(rounds):
            was, (standing, steps) = standing, reckon(standing, points, won, out_over)
            if at in look or standing.out:
                assert (standing.total, standing.out) == reckoned(rounds[: at + 1], out_over)
            assert steps[-1][1] == standing.total
            assert [rule for rule, _ in steps] == sorted(rule for rule, _ in steps)
            seen.update(rule for rule, _ in steps)
            seen["to -100"] += was.total > -100 == standing.total
            seen["kept below 0"] += was.total < 0 and "Y17" in dict(steps)
            if standing.out:
                break
    assert min(seen[what] for what in ("Y15", "Y16", "Y17", "Y19", "to -100", "kept below 0")) > 20, seen


def test_Y14_to_Y20_whole_matches_score_as_the_referee_says() -> None:
    """The hands are chosen so that some players win again and again and others land on multiples of 25."""
    rng = Random(14)
    seen: Counter[str] = Counter()
    for _ in range(3_000 if LONG else 150):
        seats = rng.randint(2, 5)
        terms = {"out_over": rng.choice((25, 60, 100, 100, 250)), "caught_points": rng.choice((0, 25, 35, 35))}
        yammouth = new(seats, rng.randbytes(8), **terms)
        referee = Referee(yammouth)
        champion = rng.choice((0, 0, None))
        low = rng.random() < 0.5  # rounds that cost nothing or little
        while referee.phase != "over":
            caller = referee.turn
            hands = [rng.choice(("JOK", "6S 7H", "QS KD", "KS QD", LOSE_36, "8S 8D 9C")) for _ in range(seats)]
            if low:
                hands = [rng.choice(("JOK", "JOK", "6S")) for _ in range(seats)]
            hands[caller] = rng.choice(("2S", "JOK"))
            for seat in referee.out:
                hands[seat] = ""
            yammouth.hands = [cards(text) for text in hands]
            referee.hands = [text.split() for text in hands]
            step(yammouth, referee, caller, CALL)
            while referee.phase == "claiming":
                seat = rng.choice(sorted(referee.may_claim()))
                claims = seat == champion or (caller != champion and rng.random() < 0.5)
                step(yammouth, referee, seat, CLAIM if claims else PASS)
            assert yammouth.sheet == referee.sheet
            assert yammouth.totals() == [referee.total(seat) for seat in range(seats)]
            assert [standing.out for standing in yammouth.match_scores] == [
                seat in referee.out for seat in range(seats)
            ]
            seen["-100"] += -100 in yammouth.totals()
            if low and len(yammouth.sheet) > 60:
                break
            if referee.phase != "over":
                step(yammouth, referee, referee.turn, DEAL)
        if result := yammouth.result():
            assert result.winners == referee.winners
            seen[f"last of {seats}"] += 1
    assert len(seen) == 5, seen


def step(yammouth: Yammouth, referee: Referee, seat: int, action: Any) -> None:
    yammouth.apply(seat, action)
    referee.follow(seat, action, yammouth)


# ---------------------------------------------------------------- the rules one by one


def test_Y15_the_round_is_added() -> None:
    yammouth = after((10, 20, 30), "AS", "KS", "2H 4D")
    assert yammouth.totals() == [10, 33, 36]
    play(next_round(yammouth, "3S", "2H", "7D 7C"), (0, CALL), (1, CLAIM))
    assert yammouth.totals() == [45, 33, 25]
    assert yammouth.sheet == [[0, 13, 6], [35, 0, -11]]


@pytest.mark.parametrize(
    ("total", "points", "becomes"),
    [
        (90, 35, 100),  # 125 → 100, and that is not over 100
        (100, 25, 100),
        (12, 13, 0),
        (40, 35, 50),
        (65, 35, 75),  # once only
        (100, 24, 124),
        (100, 26, 126),
        (0, 0, 0),
        (-25, 0, -25),
        (-50, 25, -25),
        (-35, 35, 0),
        (-10, 35, 0),
        (-12, 35, 23),
    ],
)
def test_Y16_a_positive_multiple_of_25_drops_by_25_once(total: int, points: int, becomes: int) -> None:
    assert reckon(MatchScore(total), points, won=False, out_over=500)[0].total == becomes
    assert reckon(MatchScore(total), points, won=False, out_over=100)[0].out == (becomes > 100)


def test_Y16_125_becomes_100_which_is_not_out() -> None:
    yammouth = after((0, 89), "AS", LOSE_36)
    assert yammouth.totals() == [0, 100]
    assert yammouth.phase == SCORED


@pytest.mark.parametrize(("stands", "wins"), [(75, 50), (50, 25), (25, 0), (0, 0), (-25, -25), (74, 74)])
def test_Y16_the_winner_drops_too(stands: int, wins: int) -> None:
    yammouth = after((stands, 10), "AS", "KS")
    assert yammouth.totals() == [wins, 23]
    assert yammouth.sheet == [[wins - stands, 13]]


@pytest.mark.parametrize(("total", "becomes"), [(0, 0), (7, 0), (75, 0), (99, 0), (-40, -40), (-100, -100)])
def test_Y17_ten_wins_in_a_row_make_the_total_0_and_never_worse(total: int, becomes: int) -> None:
    assert after((total, 0), "AS", "2H KS", wins=(9, 0)).totals() == [becomes, 15]
    nine = after((total, 0), "AS", "2H KS", wins=(8, 0)).totals()[0]
    assert nine == (50 if total == 75 else total)


def test_Y17_ten_wins_with_0_after_each_of_them_make_minus_100() -> None:
    yammouth = new(2, out_over=500)
    won: list[int] = []
    for _ in range(20):
        yammouth.hands = [cards("AS"), cards("2H")]
        won.append(play(yammouth, (0, CALL)).totals()[0])
        play(yammouth, (0, DEAL))
    assert won == [0] * 9 + [-100] * 11


@pytest.mark.parametrize(
    ("before", "total"),
    [
        ([], -100),
        ([(25, False)], -100),  # dropped to 0
        ([(7, False)], 0),
        ([(50, False)], -100),  # 25 before the ten, and 0 after the first of them
        ([(75, False)], 0),  # 25 after the first of the ten
        ([(0, False)], -100),
        ([(5, False), (45, False)], -100),
        ([(5, False), (46, False)], 0),
        ([(0, True)], -100),
        ([(0, True)] * 8 + [(0, False)], -100),
        ([(0, True)] * 10, -100),
        ([(7, False), *[(0, True)] * 10], -100),  # the first ten made it 0
    ],
)
def test_Y17_it_must_have_been_0_at_the_end_of_each_of_the_ten(before: list[Round], total: int) -> None:
    assert chain([*before, *[(0, True)] * 10]).total == total


def test_Y16_Y17_wins_take_a_total_down_by_25_each() -> None:
    assert [chain([(75, False), *[(0, True)] * wins]).total for wins in range(4)] == [50, 25, 0, 0]


def test_Y17_the_row_starts_again_after_ten() -> None:
    rows = [chain([(7, False), *[(0, True)] * wins, (7, False)]).total for wins in (9, 10, 11, 19, 20, 21)]
    assert rows == [14, 7, 7, 7, -93, -93]


def test_Y17_a_round_that_is_not_won_breaks_the_row() -> None:
    yammouth = after((80, 0), "AS", "AH KS", wins=(8, 3))
    assert [standing.streak for standing in yammouth.match_scores] == [9, 0]
    next_round(yammouth, "3S", "2H")
    play(yammouth, (0, CALL), (1, CLAIM))
    assert yammouth.totals() == [115, 14]
    assert [standing.streak for standing in yammouth.match_scores] == [0, 1]


def test_Y17_a_round_without_a_winner_breaks_it_too() -> None:
    yammouth = arrange("KS AS", "QS AH", wins=(9, 5), totals=(7, 7), pile="AD", terms={"turn_cap": 1})
    play(yammouth, (0, place("AS")), (0, TAKE), (1, place("AH")), (1, TAKE))
    assert [standing.streak for standing in yammouth.match_scores] == [0, 0]
    assert yammouth.totals() == [21, 20]


def test_Y18_minus_100_is_the_floor() -> None:
    assert chain([(0, True)] * 60).total == -100
    assert reckon(MatchScore(-90), -20, won=False, out_over=100)[0].total == -100
    assert reckon(MatchScore(-100), 35, won=False, out_over=100)[0].total == -65


# ---------------------------------------------------------------- out, and the end


@pytest.mark.parametrize(("out_over", "total", "points", "out"), [
    (100, 65, 36, True),
    (100, 64, 36, False),  # 100, which drops to 75
    (100, 63, 36, False),
    (100, 89, 36, False),  # 125
    (100, 114, 36, True),
    (25, 0, 26, True),
    (25, 0, 25, False),
    (25, 14, 36, False),  # 50, which drops to 25
    (500, 464, 36, False),
    (500, 465, 36, True),
    (500, 489, 36, False),  # 525
])  # fmt: skip
def test_Y19_over_the_limit_one_is_out(out_over: int, total: int, points: int, out: bool) -> None:
    assert reckon(MatchScore(total), points, won=False, out_over=out_over)[0].out == out


def test_Y19_who_is_out_gets_no_cards_and_no_turns() -> None:
    yammouth = after((0, 90, 0), "AS", LOSE_36, "KS")
    assert yammouth.totals() == [0, 126, 13]
    assert yammouth.phase == SCORED
    assert refused(yammouth, 1, DEAL) == "Y19"
    play(yammouth, (0, DEAL))
    assert [len(hand) for hand in yammouth.hands] == [5, 0, 5]
    yammouth.hands = [cards("KS 9D"), [], cards("QS 8D")]
    for action in (place("7H"), TAKE, DRAW, CALL, PASS):
        assert refused(yammouth, 1, action) == "Y19"
    play(yammouth, (0, place("KS")), (0, DRAW))
    assert set(yammouth.actors()) == {2, 0}
    assert refused(yammouth, 1, SLAM) in ("Y11", "Y19")
    play(yammouth, (2, place("QS")), (2, DRAW))
    assert awaited(yammouth) == (0,)
    yammouth.hands[0] = cards("AS")
    play(yammouth, (0, CALL))
    assert yammouth.sheet[1][1] == 0
    assert yammouth.totals()[1] == 126


def test_Y20_the_last_one_left_wins() -> None:
    yammouth = after((99, 90, 80), "AS", LOSE_36, "KS KH")
    assert yammouth.phase == OVER
    assert (result := yammouth.result())
    assert result.winners == (0,)
    assert result.scores == (99, 126, 106)
    assert not yammouth.actors()
    for action in (DEAL, CALL, DRAW, PASS):
        for seat in range(3):
            assert refused(yammouth, seat, action) == "Y20"


def test_Y20_it_goes_on_as_long_as_two_are_left() -> None:
    yammouth = after((99, 90, 0), "AS", LOSE_36, "KS KH")
    assert yammouth.result() is None
    assert play(next_round(yammouth, "AS", "", "KS KH KD KC KS"), (0, CALL)).result() is None
    yammouth = next_round(yammouth, "AS", "", "KS KH")
    assert yammouth.match_scores[2].total == 91
    assert (result := play(yammouth, (0, CALL)).result())
    assert result.winners == (0,)
    assert yammouth.sheet == [[0, 36, 26], [0, 0, 65], [0, 0, 26]]


@pytest.mark.parametrize(
    ("totals", "winners"),
    [((90, 95, 92), (0,)), ((95, 90, 90), (1, 2)), ((99, 99, 99), (0, 1, 2)), ((97, 96, 95), (2,))],
)
def test_Y22_if_all_go_out_the_lowest_total_wins_and_ties_share(
    totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """Everybody swaps one ace for another and also holds a king."""
    yammouth = arrange("KS AD", "KH AD", "KD AD", pile="AS", totals=totals, terms={"turn_cap": 1})
    for seat in range(3):
        play(yammouth, (seat, place("AD")), (seat, TAKE))
    assert (result := yammouth.result())
    assert result.winners == winners
    assert result.scores == tuple(total + 14 for total in totals)


def test_Y22_who_was_out_before_does_not_share_in_that() -> None:
    yammouth = arrange("KS AD", "", "KD AD", pile="AS", totals=(95, 101, 96), out=(1,), terms={"turn_cap": 1})
    for seat in (0, 2):
        play(yammouth, (seat, place("AD")), (seat, TAKE))
    assert (result := yammouth.result())
    assert result.scores == (109, 101, 110)
    assert result.winners == (0,)


def test_Y22_one_who_is_left_after_such_a_round_wins() -> None:
    yammouth = arrange("KS AD", "KH AD", "4D AD", pile="AS", totals=(95, 90, 94), terms={"turn_cap": 1})
    for seat in range(3):
        play(yammouth, (seat, place("AD")), (seat, TAKE))
    assert (result := yammouth.result())
    assert result.winners == (2,)


def test_the_sheet_adds_up_to_the_totals() -> None:
    yammouth = after((0, 0), "AS", "QS KD")  # 25 drops to 0
    assert yammouth.sheet == [[0, 0]]
    play(next_round(yammouth, "3S", "2H"), (0, CALL), (1, CLAIM))
    play(next_round(yammouth, LOSE_36, "2H"), (1, CALL))
    assert yammouth.sheet == [[0, 0], [35, 0], [36, 0]]
    assert yammouth.totals() == [71, 0]
