"""The score sheet for Spades with real cards."""

import io
import json
import sys
from typing import Any

import pytest

from parlour.cli import main
from parlour.kernel.refusal import Refused
from parlour.score.sheet import Sheet
from parlour.score.text import read_round
from tests.score.sheets import do, rules_of, sheet, shown, totals

NAMES = ["Ann", "Bob", "Cid", "Dee"]


def write(state: Sheet, line: str) -> None:
    state.apply(0, read_round(line, NAMES[: state.seats], state.scorer.pad(), state.scorer.who_rule))


def refused(state: Sheet, line: str) -> Refused:
    before = shown(state)
    with pytest.raises(Refused) as refusal:
        write(state, line)
    assert shown(state) == before
    return refusal.value


def test_D18_bids_and_tricks_are_written_down_and_partners_have_one_total() -> None:
    state = sheet("spades", 4)
    write(state, "3/4 4/4 2/3 0/2")
    assert totals(state) == [52, -58, 52, -58]
    assert rules_of(state) == ["D10"]
    cells = shown(state).ledger.rounds[0].cells
    assert [(cell.bid, cell.tricks, cell.blind, cell.note) for cell in cells][3] == (0, 2, False, "0/2")
    assert [seat.tags for seat in shown(state).seats] == [("2 bags",), ("deals", "2 bags"), ("2 bags",), ("2 bags",)]


def test_D2_the_sheet_shows_who_are_partners_and_they_win_together() -> None:
    state = sheet("spades", 4, target=100)
    assert shown(state).sides == ((0, 2), (1, 3))
    write(state, "6/6 2/3 4/4 1/0")
    assert shown(state).winners == (0, 2)
    assert shown(state).prompt == "{0} and {2} win."
    assert shown(sheet("spades", 3)).sides == shown(sheet("spades", 4, partners=False)).sides == ()


def test_D18_the_same_round_as_the_page_sends_it() -> None:
    state = sheet("spades", 4)
    pairs = [(3, 4), (4, 4), (2, 3), (0, 2)]
    do(state, do="enter", cells=[{"bid": bid, "tricks": tricks} for bid, tricks in pairs])
    assert totals(state) == [52, -58, 52, -58]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("3/4 4/4 2/3 1/1", "There are 13 tricks in a round, but these add up to 12: 1 is missing."),
        ("3/3 4/4 2/3 1/1", "There are 13 tricks in a round, but these add up to 11: 2 are missing."),
        ("3/4 4/4 2/3 1/4", "There are 13 tricks in a round, but these add up to 15: 2 too many."),
    ],
)
def test_D18_the_tricks_add_up_to_the_cards_dealt_each(line: str, why: str) -> None:
    refusal = refused(sheet("spades", 4), line)
    assert (refusal.rule, refusal.sentence) == ("D18", why)


def test_D18_three_players_have_17_tricks() -> None:
    state = sheet("spades", 3)
    assert refused(state, "5/5 4/4 4/4").rule == "D18"
    write(state, "5/6 4/4 7/7")
    assert totals(state) == [51, 40, 70]


@pytest.mark.parametrize(
    ("line", "options", "rule"),
    [
        ("14/4 4/4 2/3 0/2", {}, "D18"),
        ("3/4 4/4 2/3 0/2", {"nil": False}, "D3"),
        ("1/4 4/4 1/3 4/2", {"least_bid": 3}, "D3"),
        ("b/0 4/5 2/3 3/5", {}, "D11"),
        ("b/0 4/5 2/3 3/5", {"blind_nil": True}, "D11"),
        ("12 4/5 2/3 3/5", {}, ""),
        ("3/4 4/4 2/3 -", {}, ""),
        ("3/4 4/4 2/3 0/2 nobody", {}, "D18"),
    ],
)
def test_what_cannot_be_is_refused(line: str, options: dict[str, Any], rule: str) -> None:
    assert refused(sheet("spades", 4, **options), line).rule == rule


@pytest.mark.parametrize(
    "cell",
    [{"points": 12}, {"cards": ["AS"]}, {"bid": 3}, {"tricks": 3}, {"bid": 2, "tricks": 3, "blind": True}, None],
)
def test_D18_a_cell_is_a_bid_and_tricks_and_nothing_else(cell: Any) -> None:
    state = sheet("spades", 4, blind_nil=True)
    others = [{"bid": 3, "tricks": 4}, {"bid": 3, "tricks": 3}, {"bid": 3, "tricks": 3}]
    with pytest.raises(Refused) as refusal:
        do(state, do="enter", cells=[*others, cell])
    assert refusal.value.rule in ("D18", "D11")


def test_a_game_without_bids_refuses_them() -> None:
    with pytest.raises(Refused, match="Nobody bids"):
        do(sheet("golf", 2), do="enter", cells=[{"bid": 3, "tricks": 4}, {"points": 3}])


def test_D11_a_blind_nil_has_a_mark_of_its_own_and_needs_a_side_that_is_behind() -> None:
    state = sheet("spades", 4, blind_nil=True)
    write(state, "6/7 3/2 4/4 3/0")
    assert totals(state) == [101, -60, 101, -60]
    assert refused(state, "b/0 3/4 4/4 3/5").rule == "D11"
    write(state, "3/4 b/0 4/4 3/5")
    assert totals(state) == [172, 172, 172, 172]
    assert rules_of(state) == ["D11"]
    assert state.lines[-1].reckoned.notes == ("3/4", "b/0", "4/4", "3/5")


def test_D9_the_sheet_counts_bags_and_what_they_cost() -> None:
    state = sheet("spades", 4, bag_limit=5)
    write(state, "3/5 4/4 2/3 2/1")
    write(state, "3/5 4/4 2/2 2/2")
    assert totals(state) == [53 - 100 + 52, -60 + 60, 5, 0]
    assert rules_of(state) == ["D9"]


def test_D13_D14_the_sheet_knows_when_the_game_is_over() -> None:
    state = sheet("spades", 4, target=100)
    write(state, "5/7 4/1 5/5 2/0")
    assert shown(state).winners == (0, 2)
    assert refused(state, "3/4 4/4 2/3 0/2").rule == "D13"
    short = sheet("spades", 3, rounds=1)
    write(short, "5/6 4/4 7/7")
    assert shown(short).winners == (2,)


def test_a_correction_counts_all_later_bags_again() -> None:
    state = sheet("spades", 4, bag_limit=5)
    write(state, "3/5 4/4 2/3 2/1")
    write(state, "3/5 4/4 2/2 2/2")
    pairs = [(3, 3), (4, 4), (2, 3), (2, 3)]
    do(state, do="correct", number=1, cells=[{"bid": bid, "tricks": tricks} for bid, tricks in pairs])
    assert totals(state) == [51 + 52, 61 + 60, 103, 121]
    do(state, do="undo")
    assert totals(state) == [5, 0, 5, 0]


def test_parlour_score_keeps_it_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("3/4 4/4 2/3 nil/2\n"))
    assert main(["score", "spades", "--plain", "--json", "--names", "Ann,Bob,Cid,Dee"]) == 0
    (line,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert line["totals"] == {"Ann": 52, "Bob": -58, "Cid": 52, "Dee": -58}
    assert line["events"] == ["Dee failed at nil: 100 off. (D10)"]
    assert line["tags"] == {name: ["2 bags"] for name in ("Ann", "Bob", "Cid", "Dee")}
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\n3/4 4/4 2/3\n"))
    assert main(["score", "spades", "--plain", "--names", "Ann,Bob,Cid,Dee"]) == 2
    said = capsys.readouterr().out
    assert "bid and the tricks they took: 3/4. Nil is a bid of 0." in said
    assert "like fix 2 3/4 4/4 2/3 0/2;" in said
    assert "rule D18" in said
    monkeypatch.setattr(sys, "stdin", io.StringIO("3/4 4/4 2/3 1/2\n3/3 4/4 2/3 1/3\n"))
    assert main(["score", "spades", "--plain", "--names", "Ann,Bob,Cid,Dee"]) == 0
    *_, ours, theirs = capsys.readouterr().out.splitlines()
    assert (ours, theirs) == ("Ann and Cid: 3 bags.", "Bob and Dee: 3 bags.")
