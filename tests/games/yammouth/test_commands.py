"""`parlour count`, `parlour rules` and `parlour options` for Yammouth, as a person or a program types them."""

import io
import sys

import pytest

from tests.commands import as_json, complaint, run


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("7H 10S JOK", 17),
        ("AS 2H 3D", 6),
        ("JS QH KD", 36),
        ("J Q K", 36),  # suits may be left out
        ("A 10 JOK", 11),
        ("JOK", 0),
        ("7♥ 10♠ jok", 17),
        ("ah joker Kc", 14),
        ("AS " * 8, 8),  # there are more than four
        ("K K K K K", 65),
    ],
)
def test_Y1_count_says_what_a_hand_is_worth(capsys: pytest.CaptureFixture[str], cards: str, points: int) -> None:
    assert run(capsys, f"count yammouth {cards}") == f"{points}\n"
    assert as_json(capsys, f"count yammouth {cards}") == {"points": points}


@pytest.mark.parametrize(
    ("rest", "part"),
    [
        ("1H", "'1H' isn't a card"),
        ("7X", "'7X' isn't a card"),
        ("11", "'11' isn't a card"),
        ("7H 0", "'0' isn't a card"),
        ("7H,10S", "isn't a card"),
        ("7HH", "isn't a card"),
        ("", "required"),
        ("K" * 500, "isn't a card"),
        ("K --set out_over=24", "from 25 to 500, not '24'. (Y19)"),
        ("K --set call_limit=x", "(Y4)"),
        ("K --set decks=2", "no house rule called 'decks'"),
    ],
)
def test_Y1_count_refuses_what_is_no_hand(capsys: pytest.CaptureFixture[str], rest: str, part: str) -> None:
    assert part in complaint(capsys, f"count yammouth {rest}")


def test_Y2_count_knows_that_no_deck_has_so_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "count yammouth" + " 7" * 40) == "280\n"
    assert "41 × 7" in complaint(capsys, "count yammouth" + " 7" * 41)
    assert "(Y2)" in complaint(capsys, "count yammouth" + " 7H" * 41)


def test_Y1_count_reads_a_hand_a_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("7H 10S JOK\nA\n"))
    assert run(capsys, "count yammouth -") == '{"points": 17}\n{"points": 1}\n'


def test_every_rule_is_written_and_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    rules = as_json(capsys, "rules yammouth")
    assert list(rules) == [f"Y{number}" for number in range(1, 23)]
    assert not any("\n" in text or "  " in text for text in rules.values())
    assert "125 becomes 100" in run(capsys, "rules yammouth y16")


def test_every_house_rule_is_named_in_the_rule_it_cites(capsys: pytest.CaptureFixture[str]) -> None:
    rules = as_json(capsys, "rules yammouth")
    options = as_json(capsys, "options yammouth")
    assert len(options) == 8
    for option in options:
        assert f"`{option['name']}`" in rules[option["rule"]]
