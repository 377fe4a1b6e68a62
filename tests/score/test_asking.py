"""A sheet never guesses who won: it accepts what can mean only one thing, and asks about everything else."""

from typing import Any, get_args

import pytest

from parlour.cards import RANK_CODES
from parlour.kernel.refusal import Asks, Refused
from parlour.kernel.scorer import Cell
from parlour.score.text import ANSWERS, read_round
from parlour.server.protocol import SheetQuestion
from tests.score.sheets import asked, correct, do, enter, rules_of, sheet, shown, totals, write


def line(state: Any, text: str) -> None:
    names = [f"P{seat}" for seat in range(state.seats)]
    state.apply(0, read_round(text, names, state.scorer.pad()))


# ---------------------------------------------------------------- Yammouth


def test_Y14_two_with_0_are_asked_about() -> None:
    yammouth = sheet("yammouth")
    assert asked(yammouth, 0, 0, 7) == "who"
    enter(yammouth, 0, 0, 7, calls=(1,))
    assert totals(yammouth) == [0, 0, 7]
    assert [standing.streak for standing in yammouth.scorer.match_scores] == [0, 1, 0]


def test_Y14_caught_and_nobody_marked_is_never_a_win_for_whoever_was_caught() -> None:
    yammouth = sheet("yammouth")
    assert asked(yammouth, None, 3, 7, caught=[0]) == "winner"
    assert asked(yammouth, None, 0, 0, caught=[0]) == "winner"
    assert asked(yammouth, None, "JOK", "A", caught=[0]) == "winner"
    write(yammouth, None, 0, 7, caught=[0])
    assert totals(yammouth) == [35, 0, 7]
    assert [standing.streak for standing in yammouth.scorer.match_scores] == [0, 1, 0]
    assert shown(yammouth).ledger.rounds[0].won == 1


@pytest.mark.parametrize("text", ["c 0 0", "c 0 none", "c c 7", "c 3 4"])
def test_Y14_typed_with_a_c_it_asks_who_won(text: str) -> None:
    yammouth = sheet("yammouth")
    with pytest.raises(Asks, match="Who won"):
        line(yammouth, text)
    assert yammouth.rounds == ()


def test_Y4_cards_with_which_somebody_may_have_called_are_asked_about() -> None:
    yammouth = sheet("yammouth")
    assert asked(yammouth, "JOK", "2 3", "K") == "who"  # two players may have called
    assert asked(yammouth, "A", "K", "9") == "who"  # the first player may have called, or not
    assert asked(yammouth, 1, 2, 3) == "who"
    write(yammouth, "JOK", "2 4", "K")  # nobody else can have called
    write(yammouth, 0, "A", 7)  # a 0 written as points means the winner
    assert [line.reckoned.won for line in yammouth.lines] == [0, 0]


def test_Y22_a_round_without_a_winner_counts_for_all_and_breaks_streaks() -> None:
    yammouth = sheet("yammouth")
    enter(yammouth, 0, 5, 6)
    enter(yammouth, 12, 20, 30)  # nobody can have called with these
    assert rules_of(yammouth) == ["Y22", "Y16"]
    assert yammouth.scorer.match_scores[0].streak == 0
    write(yammouth, 1, 2, 3, nobody=True)
    assert totals(yammouth) == [13, 2, 39]


def test_Y22_nobody_won_although_one_has_0() -> None:
    for typed in (True, False):
        yammouth = sheet("yammouth")
        enter(yammouth, 0, 12, 13)
        if typed:
            line(yammouth, "0 5 6 nobody")
        else:
            write(yammouth, 0, 5, 6, nobody=True)
        assert yammouth.scorer.match_scores[0].streak == 0
        assert shown(yammouth).ledger.rounds[1].won is None
        assert rules_of(yammouth) == ["Y22"]


@pytest.mark.parametrize(
    "more", [{"nobody": True, "calls": [0]}, {"nobody": True, "caught": [0]}, {"calls": [0, 0]}, {"calls": [0, 7]}]
)
def test_contradictions_are_refused(more: dict[str, Any]) -> None:
    yammouth = sheet("yammouth")
    with pytest.raises(Refused):
        write(yammouth, 0, 12, 13, **more)
    assert yammouth.rounds == ()


def test_Y19_a_winner_who_is_out_after_a_correction_is_asked_for_again_and_no_caught_one_takes_their_place() -> None:
    yammouth = sheet("yammouth")
    enter(yammouth, 0, 90, 3)
    write(yammouth, None, None, 7, calls=[0, 1])
    correct(yammouth, 1, 0, 101, 3)
    assert yammouth.lines[1].reckoned.unsaid
    assert totals(yammouth) == [35, 101, 10]
    assert yammouth.gaps() == [2]
    do(yammouth, do="correct", number=2, cells=[None, None, {"points": 0}], caught=[0])
    assert yammouth.gaps() == []
    assert totals(yammouth) == [35, 101, 3]


def test_Y20_nobody_has_won_the_match_while_something_is_missing() -> None:
    yammouth = sheet("yammouth", out_over=25)
    enter(yammouth, 0, 30, 3)
    enter(yammouth, 30, None, 40, nobody=True)  # both: the lowest wins
    assert yammouth.result().winners == (0,)
    correct(yammouth, 1, 0, 10, 3)
    assert yammouth.result() is None
    with pytest.raises(Refused, match="missing"):
        enter(yammouth, None, 0, None)
    do(yammouth, do="correct", number=2, cells=[{"points": points} for points in (30, 60, 40)], nobody=True)
    assert yammouth.result().winners == (0,)


# ---------------------------------------------------------------- the others


def test_G23_where_it_matters_who_went_out_a_sheet_asks() -> None:
    golf = sheet("golf", 2, knock_penalty=True)
    assert asked(golf, 3, 5) == "who"
    enter(golf, 3, 5, calls=(1,))
    assert totals(golf) == [3, 15]
    write(golf, 3, 5, nobody=True)
    assert totals(golf) == [6, 20]
    enter(sheet("golf", 2), 3, 5)  # without that house rule it does not ask


def test_K27_no_pyramids_are_fewer_than_some() -> None:
    toripoka = sheet("toripoka", 2, rounds=1)
    line(toripoka, "R1+K1 none")
    assert toripoka.result().winners == (1,)
    do(toripoka, do="correct", number=1, cells=[{"cards": []}, {"cards": ["R1", "K1"]}])
    assert toripoka.result().winners == (0,)


def test_K27_a_tie_of_points_is_asked_about() -> None:
    toripoka = sheet("toripoka", 2, rounds=1)
    assert asked(toripoka, "R1 K1", 0) == "pieces"
    assert asked(toripoka, 1, 1) == "pieces"
    enter(toripoka, 0, 1)
    assert toripoka.result().winners == (1,)


def test_K25_a_prize_that_went_back_makes_another_round_also_where_somebody_has_none() -> None:
    toripoka = sheet("toripoka", 2)
    pieces = [colour + size for colour in "RYGBK" for size in "123"]
    for held in (1, 3, 5, 7, 9, 11, 13):  # in the first round a prize went back
        assert toripoka.result() is None
        line(toripoka, f"{'+'.join(pieces[:held])} none")
    assert toripoka.result() is None
    line(toripoka, f"{'+'.join(pieces)} none")
    assert toripoka.result() is not None


def test_K25_where_only_points_are_written_the_sheet_asks_whether_it_was_the_last_round() -> None:
    toripoka = sheet("toripoka", 2)
    for _ in range(6):
        enter(toripoka, 1, 1)
    assert asked(toripoka, 1, 2) == "last"
    enter(toripoka, 1, 2, last=False)
    assert toripoka.result() is None
    line(toripoka, "1 2 last")
    assert toripoka.result().winners == (1,)
    with pytest.raises(Refused, match="goes on"):
        enter(sheet("toripoka", 2), 1, 1, last=True)


def test_K25_a_correction_that_makes_the_end_doubtful_asks_there() -> None:
    toripoka = sheet("toripoka", 2)
    pieces = [colour + size for colour in "RYGBK" for size in "123"]
    for held in (2, 4, 6, 8, 10, 12, 14):
        line(toripoka, f"{'+'.join(pieces[:held])} none")
    assert toripoka.result() is not None
    do(toripoka, do="correct", number=7, cells=[{"points": 12}, {"points": 0}], last=True)
    assert toripoka.result() is not None
    do(toripoka, do="correct", number=3, cells=[{"points": 5}, {"points": 0}])
    assert toripoka.gaps() == []
    do(toripoka, do="undo")
    do(toripoka, do="undo")
    do(toripoka, do="correct", number=7, cells=[{"points": 12}, {"cards": []}], last=True)
    assert toripoka.gaps() == []


# ---------------------------------------------------------------- marks and clubs


def test_a_hand_that_ends_in_a_club_is_a_hand() -> None:
    for name, points in (("yammouth", 18), ("torpedo", 15), ("progressive", 15)):
        state = sheet(name, 2)
        line(state, "KH+5C 0")
        assert totals(state) == [points, 0]


@pytest.mark.parametrize("club", ["5c", "k+5c", "kh+10c", "Kc"])
def test_a_club_that_could_be_a_mark_is_asked_about_and_other_games_know_no_such_mark(club: str) -> None:
    with pytest.raises(Asks, match="a club"):
        line(sheet("yammouth", 2), f"{club} 0")
    line(sheet("torpedo", 2), f"{club} 0")


@pytest.mark.parametrize("caught", ["c", "C", "35c", "0c", "jokc", "5Cc", "5♣c", "A+4Cc", "2+AHc", "nonec"])
def test_whoever_is_caught_is_caught_however_it_is_written(caught: str) -> None:
    yammouth = sheet("yammouth", 2)
    line(yammouth, f"{caught} 0")
    assert totals(yammouth) == [35, 0]


@pytest.mark.parametrize(("game", "text"), [("toripoka", "3w 0"), ("golf", "3w 12c"), ("torpedo", "15c 0")])
def test_marks_that_a_game_does_not_have_are_refused_for_that(game: str, text: str) -> None:
    with pytest.raises(Refused, match="in this game"):
        line(sheet(game, 2), text)


def test_every_card_and_every_mark_is_read_as_what_it_is() -> None:
    pad = sheet("yammouth", 2).scorer.pad()
    for suit in ("S", "H", "D", "C", "♠", "♥", "♦", "♣", "s", "h", "d"):
        for rank in ("A", "2", "10", "J", "Q", "K"):
            entered = read_round(f"{rank}{suit} {rank}{suit}w", ["A", "B"], pad)
            assert entered.cells[0] == entered.cells[1]
            assert entered.cells[0] == Cell(cards=(f"{rank}{suit}",))
            assert entered.calls == (1,)


# ---------------------------------------------------------------- how many cards


def test_P12_as_many_cards_as_the_house_rules_lead_to_and_not_one_more() -> None:
    for most, options in ((12 + 9 * 4, {"buys_per_round": 9, "buy_penalty": 3}), (108, {}), (324, {"decks": 6})):
        progressive = sheet("progressive", 2, **options)
        assert progressive.scorer.pad().size == most
        all_cards = [*RANK_CODES, "JOK", *RANK_CODES, *RANK_CODES, *RANK_CODES, "JOK"] * 6
        write(progressive, " ".join(all_cards[:most]), 0)
        with pytest.raises(Refused, match="cards"):
            write(progressive, " ".join(all_cards[: most - 1]) + " 2 3", 0)
        line(progressive, "+".join(all_cards[:most]) + " 0")
    torpedo = sheet("torpedo", 2, buys_per_round=9)
    assert torpedo.scorer.pad().size == 9 + 9 * 2
    with pytest.raises(Refused, match="Together"):
        write(sheet("progressive", 2), " ".join(all_cards[:60]), " ".join(all_cards[60:120]))


def test_every_question_travels_to_the_page_and_can_be_answered_in_writing() -> None:
    assert set(get_args(SheetQuestion)) == {"", *ANSWERS}
