"""Logs as text: nothing is lost, and a refusal names the line that cannot be read."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Entry, Log, Move, Opening, read_log
from parlour.kernel.notation import read_either, read_text, write_text
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Result
from tests.arbitrary import GAMES, some_games
from tests.golden_logs import golden

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

TEXT = """Parlour log
game: golf
edition: 1
seat 0: Ann
seat 1: Bob ; who came late
words 0: tea; and cake
words 1: "12"
rule holes: 3
rule deck: low
commitment: 9f2c
winners: [0]
scores: [5, 9]
begun: 1763259936.123

; Hole 1 of 3
1. Ann: turn slot=0 ; Ann turned up 7♥.
2. Bob (bot) +1.250s: lay melds=[["7H","7 S;"],["4C"]] onto=meld:1@low open=true -> 5 -9 #c9a0
3. seat 1 (clock, "a: 7") @12: {"do": "any thing", "x": null}
"""


@every_game
@given(st.data())
def test_every_game_is_the_same_log_after_its_text(game: AnyGame, data: st.DataObject) -> None:
    log = data.draw(some_games(game)).log
    for written in (log, log.sealed()):
        assert read_either(write_text(written).encode()) == written


def test_the_sentences_of_a_game_are_comments() -> None:
    log = golden("golf-0")
    text = write_text(log, find("golf"))
    assert "\n; Hole 1 of 9\n1. Ann (bot): turn " in text
    assert " ; Ann turned up " in text
    assert read_text(text) == log == read_text(write_text(log))


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(-1e9, 1e9) | st.text(),
    lambda more: st.lists(more, max_size=3) | st.dictionaries(st.text(), more, max_size=3),
    max_leaves=5,
)
times = st.floats(0, 2e9) | st.floats(0, 2e9).map(lambda at: round(at, 3))
moves = st.builds(
    Move,
    st.dictionaries(st.text() | st.just("do"), values, min_size=1, max_size=4),
    st.none() | st.tuples(st.integers()),
)
entries: st.SearchStrategy[Entry[Move]] = st.builds(
    Entry[Move],
    st.integers(-(10**9), 10**9),
    times,
    st.integers(-(10**9), 10**9) | st.sampled_from([0, 1]),
    st.sampled_from(["person", "bot", "clock"]),
    moves,
    st.text(max_size=64),
    st.text(),
)
names = st.text() | st.sampled_from(["Ann", "seat 1", "12", "null", "Ann (bot)", "a: b", "; c", " d", "e ;f", "+1.0s"])
openings = st.builds(
    Opening,
    st.text(),
    st.integers(),
    st.dictionaries(st.text() | st.just("holes"), values, max_size=3),
    st.lists(names, max_size=4).map(tuple),
    st.text(),
    st.lists(names, max_size=4).map(tuple),
    st.lists(names, max_size=4).map(tuple),
    st.text(),
)
results = st.builds(
    Result, st.lists(st.integers(), max_size=3).map(tuple), st.lists(st.integers(), max_size=3).map(tuple)
)
logs = st.builds(Log, openings, st.lists(entries, max_size=3), st.none() | st.text(), st.none() | results)


@given(logs)
@example(Log(Opening("golf", 1, {"null": 3}, ("Ann",), "9f2c"), [Entry(1, 12.0, 0, "person", Move({"do": "true"}))]))
def test_every_log_is_the_same_after_its_text_however_odd_it_is(log: Log) -> None:
    log = read_log(log.to_json())
    assert read_either(write_text(log).encode()) == log


def test_a_log_may_be_written_by_hand() -> None:
    log = read_text(TEXT.replace("\n", "\r\n"))
    assert log.opening == Opening(
        "golf", 1, {"holes": 3, "deck": "low"}, ("Ann", "Bob"), "9f2c", ("tea; and cake", "12")
    )
    assert log.result == Result((0,), (5, 9))
    lay: dict[str, Any] = {"do": "lay", "melds": [["7H", "7 S;"], ["4C"]], "onto": "meld:1@low", "open": True}
    assert log.entries == [
        Entry(1, 1763259936.123, 0, "person", Move({"do": "turn", "slot": 0})),
        Entry(2, 1763259937.373, 1, "bot", Move(lay, (5, -9)), seal="c9a0"),
        Entry(3, 12.0, 1, "clock", Move({"do": "any thing", "x": None}), id="a: 7"),
    ]
    assert read_text(write_text(log)) == log


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("edition", "edishun", 3, "'edishun' isn't a header"),
        ("edition: 1", "game: golf", 3, "there twice"),
        ("seat 1: Bob", "seat 2: Bob", 5, "seat 1 should come next"),
        ("; who came late", "\n???", 6, "isn't a header"),
        ('"12"', '"12', 7, "valid JSON"),
        ('"12"', '"12" x', 7, "after the value"),
        ("1. Ann:", "1. Anne:", 16, "nobody is called 'Anne'"),
        ("1. Ann:", "1. Ann", 16, "no colon"),
        ("turn slot=0", "", 16, "doesn't say what they did"),
        ("slot=0", "slot", 16, "isn't a value of an action"),
        ("slot=0", "slot=1 slot=0", 16, "'slot' is there twice"),
        ("slot=0", "slot=0 do=swap", 16, "'do' is there twice"),
        ("slot=0", "slot=0 #c9 #c8", 16, "isn't a value of an action"),
        ("rule holes: 3", "rule holes: 9\nrule holes: 3", 9, "'holes' is there twice"),
        ('["4C"]]', '["4C"]', 17, "never closed"),
        ("@12", "@noon", 18, "isn't a time"),
        ('"x": null', '"x": ' + "[" * 100_000, 18, "never closed"),
        ('"x": null', '"x": ' + "[" * 100_000 + "]" * 100_000, 18, "nested too deeply"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(old: str, new: str, line: int, part: str) -> None:
    assert old in TEXT
    with pytest.raises(Refused) as refusal:
        read_text(TEXT.replace(old, new, 1))
    assert str(refusal.value).startswith(f"Line {line} of the log can't be read: ")
    assert part in str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("game: golf\n", "", "“game” is missing"),
        ("scores: [5, 9]\n", "", "“scores” is missing"),
        ("edition: 1", "edition: one", "“edition” must be a whole number"),
        ("-> 5", "-> five", "Entry 2 can't be read"),
        ("Parlour log", "Parlor log", "doesn't begin with"),
        (TEXT, "; nothing\n", "cut short"),
    ],
)
def test_what_is_no_log_is_refused(old: str, new: str, part: str) -> None:
    with pytest.raises(Refused, match=part):
        read_text(TEXT.replace(old, new, 1))


@given(st.text() | st.text(alphabet=':.#;->"[]{}(),@+ 0123456789seatAnn\n').map(lambda text: TEXT + text))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    with suppress(Refused):
        read_text(text)


def test_long_lines_take_no_longer_than_they_are_long() -> None:
    for odd in (
        ' (bot, "' * 50_000,
        "((((" * 50_000,
        '"' * 200_000,
        "a " * 100_000,
        "\\" * 200_000,
        '["' + '\\"' * 200_000,
    ):
        for line in (f"4. {odd}: draw", f"4. Ann: {odd}", f"4. Ann: draw x={odd}", f"rule x: {odd}", odd):
            with suppress(Refused):
                read_text(f"{TEXT}{line}")
    read_text(f"{TEXT}4. Ann: draw {' '.join(f'a{number}=1' for number in range(200_000))}")
