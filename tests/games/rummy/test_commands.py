"""`parlour count`, `parlour melds` and `parlour rules` for both rummies, as a person or a program types them."""

import io
import json
import sys

import pytest

from parlour.cli import main
from tests.commands import as_json, complaint, run

# ---------------------------------------------------------------- count


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("torpedo 2H 9S", 10),
        ("torpedo 10H JS QD KC", 40),
        ("torpedo AS AS", 30),
        ("torpedo JOK", 50),
        ("torpedo JOK --set joker_points=20", 20),
        ("torpedo K 5 A JOK", 80),  # suits may be left out
        ("torpedo 7♥ 10♠", 15),
        ("progressive 2H 9S", 10),
        ("progressive A K JOK", 50),
        ("progressive JOK JOK --set joker_points=0", 0),
    ],
)
def test_T31_P15_count_says_what_a_hand_costs(capsys: pytest.CaptureFixture[str], line: str, points: int) -> None:
    assert run(capsys, f"count {line}") == f"{points}\n"
    assert as_json(capsys, f"count {line}") == {"points": points}


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("torpedo 1H", "isn't a card"),
        ("torpedo 7X", "isn't a card"),
        ("torpedo AS AS AS AS AS", "5 × A♠"),
        ("torpedo AS AS AS --set decks=2", "3 × A♠"),
        ("torpedo" + " JOK" * 9, "9 jokers"),
        ("torpedo K --set joker_points=101", "(T31)"),
        ("progressive K --set buy_penalty=4", "(P12)"),
        ("progressive" + " AS" * 7, "7 × A♠"),
    ],
)
def test_T31_P15_count_refuses_what_is_no_hand(capsys: pytest.CaptureFixture[str], line: str, part: str) -> None:
    assert part in complaint(capsys, f"count {line}")


def test_T31_count_reads_a_hand_a_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("K 5 A JOK\n2H\n"))
    assert run(capsys, "count torpedo -") == '{"points": 80}\n{"points": 5}\n'


# ---------------------------------------------------------------- melds


@pytest.mark.parametrize(
    ("contract", "hand", "lays", "left", "short"),
    [
        ("2B", "7H 7S 7D 9H 9S JOK KD", True, 10, 0),
        ("2b", "7H 7S 7D 9H 9S JOK KD", True, 10, 0),
        ("2B", "7H 7S 7D 9H 9S 2C KD", False, 40, 1),
        ("2R", "5H 6H 7H 8H JS QS KS AS", True, 0, 0),
        ("2R", "5H 6H 7H 8H QS KS AS 2S", False, 60, 1),  # around the corner
        ("1R", "QS KS AS 2S", False, 40, 1),
        ("1B", "JOK JOK JOK", False, 150, 1),  # no natural card
        ("2B1R", "7H 7S 7D 9H 9S 9D 2C 3C JOK 5C", True, 0, 0),
        ("1B", "7H 7S 7D 7C", True, 5, 0),  # a book has exactly three
        ("1B2R", "2S", False, 5, 10),
    ],
)
def test_T12_melds_says_whether_a_hand_lays_down(
    capsys: pytest.CaptureFixture[str], contract: str, hand: str, lays: bool, left: int, short: int
) -> None:
    found = as_json(capsys, f"melds --contract {contract} {hand}")
    assert list(found) == ["lays", "melds", "left", "short"]
    assert (found["lays"], found["left"], found["short"]) == (lays, left, short)
    laid = [face for meld in found["melds"] for face in meld]
    assert bool(laid) == lays
    assert all(laid.count(face) <= hand.split().count(face) for face in laid)


def test_T37_P20_a_contract_may_be_written_in_any_order(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "7H 7S 7D 9H 9S 9D 2C 3C JOK 5C"
    for contract in ("2B1R", "1R2B", "2S1R", "1r2s"):
        assert as_json(capsys, f"melds --contract {contract} {hand}")["lays"]
    for contract in ("1B1B", "1B1S", "2X", "B2", "2B1R "):
        assert main(["melds", "--contract", contract, "7H"]) == 2
        assert "isn't a contract" in capsys.readouterr().err


def test_T3_melds_finds_the_natural_card_of_every_run(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "melds --contract 2R JC QC KC JOK JOK JOK JOK JOK")
    assert found["lays"]
    assert all(set(meld) != {"JOK"} for meld in found["melds"])


def test_P7_P10_melds_knows_the_lay_down_that_goes_out(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "KS KH KD 7S 7H 7D 7C"
    found = as_json(capsys, f"melds --contract 2B --long {hand}")
    assert found["out"]
    assert [len(meld) for meld in found["melds"]] == [3, 3]
    assert [[len(meld) for meld in other] for other in found["others"]] == [[4, 3]]
    assert run(capsys, f"melds --contract 2B --long {hand}").startswith("This hand can lay down and go out:")


def test_T12_T17_melds_keeps_what_can_be_played_at_that_table(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "KS KH KD 7S 7H 7D 7C 2H"
    assert main(["melds", "--contract", "2B", "--json", "--table", "3S 4S 5S 6S / 9H 9S 9D", *hand.split()]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["melds"][0] == ["7H", "7D", "7C"]
    assert found["out"]
    assert main(["melds", "--contract", "2B", "--table", "3S 4S 6S", "7H"]) == 2
    assert "neither a book nor a run" in capsys.readouterr().err


def at_table(capsys: pytest.CaptureFixture[str], table: str, line: str) -> str:
    """The answer about a hand at a table, or the refusal."""
    main(["melds", "--contract", "2B", "--table", table, *line.split()])
    printed = capsys.readouterr()
    return printed.out or printed.err


@pytest.mark.parametrize(
    ("table", "out"),
    [
        ("JOK 4D 5D 6D", False),  # the joker is 3D
        ("JOK=3D 4D 5D 6D", False),
        ("4D 5D 6D JOK=3D", False),
        ("4D 5D 6D JOK", True),
        ("JOK=7D 4D 5D 6D", True),
        ("6D 5D 4D JOK", True),  # in no order: jokers go high (T4)
        ("JOK AD 2D 3D 4D 5D 6D", True),  # there is no place below the ace
        ("JOK JOK 5D 6D JOK", True),
        ("3D JOK 5D 6D JOK", True),
    ],
)
def test_T3_T4_a_joker_on_the_table_is_where_it_is_written(
    capsys: pytest.CaptureFixture[str], table: str, out: bool
) -> None:
    """The hand has 8D to play on 7D, if that is there, and 7C to discard."""
    said = at_table(capsys, table, "KS KH KD 9H 9D 9C 8D 7C --no-exchange")
    assert said.startswith("This hand can lay down" + (" and go out:" if out else ", with 10 points left:"))


def test_T2_T3_aces_and_jokers_on_the_table_are_read_as_they_lie(capsys: pytest.CaptureFixture[str]) -> None:
    assert "go out" in at_table(capsys, "JC QC KC AC", "KS KH KD 9H 9D 9C 10C 7D")
    assert "go out" in at_table(capsys, "JOK JC QC KC", "KS KH KD 9H 9D 8D 9C 9C")  # it is 10C
    assert "go out" in at_table(capsys, "AC JOK 3C 4C", "KS KH KD 9H 9D 9C 5C 7D")
    assert "(T1)" in at_table(capsys, "JOK=9D 4D 5D 6D", "KS")
    assert "(T3)" in at_table(capsys, "3D=9D 4D 5D 6D", "KS")
    assert "isn't a card" in at_table(capsys, "JOK=9 4D 5D 6D", "KS") + at_table(capsys, "JOK=9X 4D 5D 6D", "KS")


def test_T19_P9_melds_exchanges_for_jokers_as_the_game_does(capsys: pytest.CaptureFixture[str]) -> None:
    table, hand = "3S 4S JOK 6S / 9S 9H 9D", "KS KH KD 7H 7D 7C 5S 2H"
    assert "go out" in at_table(capsys, table, hand)
    assert "points left" in at_table(capsys, table, f"{hand} --no-exchange")
    assert "points left" in at_table(capsys, table, f"{hand} --long")
    assert "go out" in at_table(capsys, table, f"{hand} --long --exchange")


def test_T14_T21_P10_melds_says_that_it_goes_out_or_around(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "melds --contract 2B KS KH KD 7S 7H 7D 7C").startswith("This hand can lay down and go out:")
    for long in ("", "--long "):
        said = run(capsys, f"melds --contract 2B {long}KS KH KD 7S 7H 7D")
        assert said.startswith("This hand can lay down and go around, with no card left to discard:")


def test_P2_P15_long_melds_are_those_of_progressive(capsys: pytest.CaptureFixture[str]) -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
    found = as_json(capsys, f"melds --contract 1R --long {suit}")
    assert all(len(meld) < 14 for melds in [found["melds"], *found["others"]] for meld in melds)
    assert as_json(capsys, "melds --contract 1R --long JOK 9H")["left"] == 30


def test_melds_says_where_there_are_too_many_of_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert "5 × 7♠ on the table" in at_table(capsys, "7S 7S 7S / 7S 7S 7H", "KS KH")
    assert "5 × 7♠ in a hand and on the table" in at_table(capsys, "7S 7S 7S 7S", "7S KH")
    assert "5 × 7♠ in a hand:" in at_table(capsys, "7S 7S 7S", "7S 7S 7S 7S 7S")


def test_T12_melds_says_it_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, "melds --contract 1B1R 7H 7S 7D 2C 3C JOK 5C KD 9S")
    assert printed.splitlines()[0] == "This hand can lay down, with 15 points left:"
    assert printed.splitlines()[2].split() == ["2C", "3C", "JOK", "5C"]
    assert run(capsys, "melds --contract 2B 7H 7S 7D 9H 9S") == "This hand can't lay down yet: 1 card short.\n"
    assert run(capsys, "melds --contract 2B 7H 7S 7D 9H") == "This hand can't lay down yet: 2 cards short.\n"


def test_T12_melds_reads_a_hand_a_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("7H 7S 7D KD\n7H 7S KD\n"))
    lines = [json.loads(line) for line in run(capsys, "melds --contract 1B -").splitlines()]
    assert [line["lays"] for line in lines] == [True, False]
    assert all(list(line) == ["lays", "melds", "left", "short"] for line in lines)


def test_a_bad_line_is_answered_in_its_place(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("7H 7S 7D\n7H 7Z\n" + "7H " * 5 + "\n2S 2H 2D\n"))
    assert main(["melds", "--contract", "1B", "-"]) == 2
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    assert ["refused" in line for line in lines] == [False, True, True, False]
    assert "2 of the lines" in printed.err


@pytest.mark.parametrize("contract", ["", "B", "2", "0B", "0B0R", "5B", "2X", "2B1R1B", "-1B", "2B2B"])
def test_T5_melds_refuses_what_is_no_contract(capsys: pytest.CaptureFixture[str], contract: str) -> None:
    assert main(["melds", f"--contract={contract}", "7H"]) == 2
    assert "isn't a contract" in capsys.readouterr().err


def test_T5_a_contract_has_at_most_four_melds(capsys: pytest.CaptureFixture[str]) -> None:
    assert "(T5)" in complaint(capsys, "melds --contract 3B2R 7H")
    assert as_json(capsys, "melds --contract 2B2R 7H")["short"] == 13


@pytest.mark.parametrize(
    ("hand", "part"),
    [
        ("7Z", "isn't a card"),
        ("7", "needs a suit"),
        ("7H " * 5, "5 × 7♥"),
        ("JOK " * 9, "9 jokers"),
        ("2H 3H 4H 5H 6H 7H 8H 9H " * 4, "(T27)"),
    ],
)
def test_T27_melds_refuses_what_is_no_hand(capsys: pytest.CaptureFixture[str], hand: str, part: str) -> None:
    assert part in complaint(capsys, f"melds --contract 1B {hand}")
