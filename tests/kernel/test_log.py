import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from parlour.games import discover, find
from parlour.games.golf.options import GolfOptions
from parlour.kernel.log import Log, begin, final, open_log, read_log, record, replay, shuffler_of
from parlour.kernel.notation import load_log
from parlour.kernel.refusal import Refused
from tests.golden_logs import EACH, HASHES, as_text, hashes, paths

GOLF = find("golf")
SECRET = bytes(range(32))


def finished_log() -> dict[str, Any]:
    """The JSON of a whole game."""
    log = open_log(GOLF, GolfOptions(holes=1, knock_early=True), ["Ann", "Bob"], SECRET, ["tea", "cake"])
    state = begin(GOLF, log.opening, shuffler_of(log))
    while actors := state.actors():
        action = state.silence(actors[0])
        state.apply(actors[0], action)
        record(log, actors[0], action, "clock", 1.5)
    whole: dict[str, Any] = json.loads(Log(log.opening, log.entries, log.secret, state.result()).to_json())
    return whole


def refusal_of(whole: dict[str, Any]) -> str:
    with pytest.raises(Refused) as refusal:
        final(GOLF, read_log(json.dumps(whole).encode()))
    return str(refusal.value)


def test_a_log_replays_to_its_result_with_a_state_on_either_side_of_every_step() -> None:
    log = read_log(json.dumps(finished_log()).encode())
    steps = list(replay(GOLF, log))
    assert len(steps) == len(log.entries)
    assert steps[0].before != steps[0].after
    assert steps[-1].after.result() == log.result
    assert final(GOLF, log) == steps[-1].after


@pytest.mark.parametrize("cut", [0, 1, 100, 500, -2, -30])
def test_a_truncated_log_is_refused(cut: int) -> None:
    text = json.dumps(finished_log()).encode()
    with pytest.raises(Refused, match="cut short"):
        read_log(text[:cut])


def test_a_corrupt_log_is_refused_in_one_sentence() -> None:
    text = json.dumps(finished_log()).encode()
    for bad in (b"\xff\xfe", b"[]", b"{}", b'"log"', text[:50] + b"\0" + text[50:], text + b"x", b"[" * 100_000):
        with pytest.raises(Refused) as refusal:
            read_log(bad)
        assert str(refusal.value).count("\n") == 0


@pytest.mark.slow
def test_every_single_byte_of_damage_is_refused_or_harmless() -> None:
    """Whatever a byte becomes, the log is refused, or it leads to the same cards."""
    whole = finished_log()
    text = json.dumps(whole).encode()
    state = final(GOLF, read_log(text))
    for at in range(0, len(text), 7):
        for byte in b'0"}x':
            damaged = text[:at] + bytes([byte]) + text[at + 1 :]
            try:
                log = read_log(damaged)
                assert final(find(log.opening.game), log) == state or log.opening.options != whole["opening"]["options"]
            except Refused:
                pass


def test_an_entry_that_does_not_fit_is_named() -> None:
    whole = finished_log()
    whole["entries"][7]["body"]["action"] = {"do": "deal"}
    assert refusal_of(whole).startswith("Entry 8 doesn't fit: ")


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"seat": 5}, "there's no seat 5"),
        ({"seat": -1}, "there's no seat -1"),
        ({"seq": 9}, "it's numbered 9"),
        ({"body": {"what": "move", "action": {"do": "fly"}}}, "isn't an action in Six-Card Golf"),
        ({"body": {"what": "move", "action": {"do": "turn", "slot": 6}}}, "isn't an action in Six-Card Golf"),
        ({"body": {"what": "move", "action": {"do": "turn", "slot": 0, "x": 1}}}, "isn't an action in Six-Card Golf"),
        ({"by": "ghost"}, "isn't a Parlour log"),
        ({"seat": "0"}, "isn't a Parlour log"),
    ],
)
def test_bad_entries_are_refused(change: dict[str, Any], part: str) -> None:
    whole = finished_log()
    whole["entries"][3] |= change
    assert part in refusal_of(whole)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"edition": 99}, "edition 99"),
        ({"seats": ["Ann"]}, "for 2 to 6 players, not 1"),
        ({"options": {"holes": 77}}, "from 1 to 18"),
        ({"options": {"colour": "red"}}, "no house rule called 'colour'"),
        ({"commitment": "00"}, "isn't the one that was promised"),
        ({"words": ["coffee", "cake"]}, "doesn't"),
    ],
)
def test_bad_openings_are_refused(change: dict[str, Any], part: str) -> None:
    whole = finished_log()
    whole["opening"] |= change
    assert part in refusal_of(whole)


def test_a_wrong_result_or_secret_is_refused() -> None:
    whole = finished_log()
    assert "isn't the one that was promised" in refusal_of(whole | {"secret": "ab" * 32})
    assert "hexadecimal" in refusal_of(whole | {"secret": "xyz"})
    assert "doesn't have its secret" in refusal_of(whole | {"secret": None})
    whole["result"]["scores"][0] += 1
    assert "the result it records" in refusal_of(whole)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="can't be read"):
        load_log(tmp_path / "none.json")


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_golden_logs_replay_unless_the_edition_was_raised(path: Path) -> None:
    """If a log does not replay, the rules have changed: raise the game's edition. If only its comments differ,
    sentences have changed: read the difference. In both cases `python -m tests.golden_logs` rewrites the files."""
    log = load_log(path)
    game = find(log.opening.game)
    assert log.opening.edition == game.edition, "record new golden logs for the new edition"
    assert final(game, log).result() == log.result
    assert as_text(log) == path.read_text("utf-8")
    assert read_log(log.to_json()) == log


def test_the_JSON_of_golden_logs_and_their_seals_stay_as_they_are() -> None:
    """Otherwise people's files would look different, and seals that they have may not hold anymore."""
    assert hashes() == HASHES.read_text()


def test_golden_logs_are_short_enough_to_be_read() -> None:
    assert sum(len(path.read_text("utf-8").splitlines()) for path in paths()) < 20_000


def test_there_are_golden_logs_of_every_game() -> None:
    recorded = Counter(load_log(path).opening.game for path in paths())
    assert recorded == dict.fromkeys(discover(), EACH)


def test_what_is_left_out_of_a_file_may_be_there() -> None:
    """Older files have fields that say that nobody added words."""
    whole = finished_log()
    del whole["opening"]["words"]
    said: tuple[dict[str, Any], ...] = ({}, {"words": []}, {"words": [], "promises": [], "seal": ""})
    for more in said:
        log = read_log(json.dumps(whole | {"opening": whole["opening"] | more}).encode())
        assert log.opening.words == log.opening.promises == ()
