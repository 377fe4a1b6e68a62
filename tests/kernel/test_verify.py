"""What a log proves, and what is said about a wrong one. test_evening.py changes single entries."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.log import read_log, shuffler_of
from parlour.kernel.notation import load_log
from parlour.kernel.refusal import Refused
from parlour.kernel.verify import Verdict, verify
from tests.arbitrary import GAMES, SECRET, sealed_game
from tests.golden_logs import paths

GOLF = find("golf")
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def changed(part: dict[str, Any] | None = None, **whole: Any) -> Verdict:
    """The verdict on a game of Golf after these fields of its log, or of its opening, were changed."""
    log = json.loads(sealed_game(GOLF).to_json())
    log["opening"] |= part or {}
    return verify(GOLF, read_log(json.dumps(log | whole).encode()))


@every_game
def test_a_whole_game_verifies(game: AnyGame) -> None:
    log = sealed_game(game)
    verdict = verify(game, log)
    assert verdict.ok, verdict.why
    assert [shuffle.n for shuffle in verdict.shuffles] == list(range(len(verdict.shuffles)))
    assert all(sorted(shuffle.before) == sorted(shuffle.after) for shuffle in verdict.shuffles)
    assert verdict.seal == log.entries[-1].seal
    assert any(f"All {len(log.entries):,} moves were allowed" in said for said in verdict.proved)


def test_the_same_game_always_has_the_same_seals_and_another_none_of_them() -> None:
    log = sealed_game(GOLF)
    assert log.sealed() == log == read_log(log.to_json())
    later = replace(log, entries=[replace(log.entries[0], at=99.0), *log.entries[1:]]).sealed()
    assert later.opening.seal == log.opening.seal
    assert not {entry.seal for entry in later.entries} & {entry.seal for entry in log.entries}


@pytest.mark.parametrize(
    "part",
    [{"seats": ["Ann", "Rob"]}, {"words": ["tea", "pie"]}, {"commitment": "00" * 32}, {"options": {}}, {"seal": ""}],
)
def test_an_opening_that_was_changed_is_entry_0(part: dict[str, Any]) -> None:
    verdict = changed(part)
    assert (verdict.ok, verdict.entry) == (False, 0)
    assert "opening" in verdict.why or "promised" in verdict.why


def test_another_secret_is_not_the_promised_one() -> None:
    verdict = changed(secret="ab" * 32)
    assert verdict.entry == 0
    assert "isn't the one that was promised" in verdict.why


@pytest.mark.parametrize(
    ("result", "part"),
    [
        ({"winners": [0, 1], "scores": [0, 0]}, "doesn't lead to the result"),
        (None, "doesn't record its result"),
    ],
)
def test_another_result_is_caught(result: Any, part: str) -> None:
    verdict = changed(result=result)
    assert (verdict.ok, verdict.entry) == (False, None)
    assert part in verdict.why


def test_a_last_entry_that_was_cut_off_is_missed() -> None:
    log = sealed_game(GOLF)
    verdict = verify(GOLF, replace(log, entries=log.entries[:-1]))
    assert verdict.entry == len(log.entries)
    assert f"Entry {len(log.entries)} is missing" in verdict.why


def test_a_game_that_was_not_finished_says_so() -> None:
    log = sealed_game(GOLF)
    verdict = verify(GOLF, replace(log, entries=log.entries[:5], result=None))
    assert verdict.ok
    assert any("it isn't over" in said for said in verdict.not_proved)


def test_a_log_without_seals_says_what_is_missing() -> None:
    for path in paths():
        log = load_log(path)
        verdict = verify(find(log.opening.game), log)
        assert verdict.ok, verdict.why
        assert any("this log has no seals" in said for said in verdict.not_proved)
        assert any("nobody added words" in said for said in verdict.proved)


def test_a_card_that_appears_from_nowhere_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """No log can do that with the right rules, so this test breaks the rules."""
    log = sealed_game(GOLF)
    toy = next(game for game in GAMES if game.name == "magpie")
    places = type(toy.start(toy.options(), 2, shuffler_of(log))).places
    log = sealed_game(toy)
    short = lambda state: {**places(state), "stock": places(state)["stock"][len(state.sheet) :]}  # noqa: E731
    monkeypatch.setattr(f"{places.__module__}.{places.__qualname__}", short)
    verdict = verify(toy, log)
    assert not verdict.ok
    assert "the cards aren't the same as before" in verdict.why


@pytest.mark.parametrize(("edition", "than"), [(GOLF.edition + 1, "update Parlour"), (0, "an older Parlour")])
def test_a_log_of_another_edition_says_which_is_newer(edition: int, than: str) -> None:
    log = replace(sealed_game(GOLF), opening=replace(sealed_game(GOLF).opening, edition=edition)).sealed()
    verdict = verify(GOLF, log)
    assert verdict.entry == 0
    assert than in verdict.why


@pytest.mark.parametrize(
    "write", [str.upper, lambda secret: f"{secret[:8]} {secret[8:]}", lambda secret: "", lambda _: "x"]
)
def test_a_secret_is_written_in_one_way(write: Callable[[str], str]) -> None:
    verdict = changed(secret=write(SECRET.hex()))
    assert (verdict.ok, verdict.entry) == (False, 0)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seq": 2,', '"seq": 2, "seq": 2,'),
        ('"seq": 2,', '"s\\u0065q": 9, "seq": 2,'),
        ('"seats":', '"seats": ["Eve", "Bob"], "seats":'),
        ('"result":', '"result": null, "result":'),
        ('"action": {', '"action": {"do": "turn",'),
    ],
)
def test_a_log_that_says_something_twice_is_refused(old: str, new: str) -> None:
    """One reader takes the first value and another the last, so they would see different games."""
    text = sealed_game(GOLF).to_json().decode()
    assert old in text
    with pytest.raises(Refused, match="twice in one place"):
        read_log(text.replace(old, new, 1).encode())


def test_nothing_is_added_to_a_result() -> None:
    with pytest.raises(Refused, match="“prize” isn't known"):
        changed(result={"winners": [0], "scores": [1, 2], "prize": 1})


@pytest.mark.parametrize("name", ["Ann\n\nProved:\n- Everything.", "\x1b[2JAnn", "A" * 101])
def test_a_name_that_nobody_can_have_is_not_repeated(name: str) -> None:
    log = sealed_game(GOLF)
    verdict = verify(GOLF, replace(log, opening=replace(log.opening, seats=(name, "Bob"))).sealed())
    assert (verdict.ok, verdict.entry) == (False, 0)
    assert name not in verdict.why


def test_a_field_that_nobody_knows_does_nothing_to_a_terminal() -> None:
    with pytest.raises(Refused) as refusal:
        read_log(b'{"\\u001b[2J": 1}')
    assert str(refusal.value).isprintable()


def test_a_log_that_has_no_secret_yet_proves_nothing() -> None:
    verdict = changed(secret=None)
    assert not verdict.ok
    assert "doesn't have its secret" in verdict.why


def test_damage_to_a_sealed_log_is_always_caught() -> None:
    """Whatever a byte becomes, except for spaces and other ways to write the same number."""
    log = sealed_game(GOLF)
    text = log.to_json()
    rng = Random("damage")
    for _ in range(300):
        at = rng.randrange(len(text))
        damaged = text[:at] + bytes([rng.choice(b'0159"}x,ab')]) + text[at + 1 :]
        try:
            other = read_log(damaged)
            assert other == log or not verify(find(other.opening.game), other).ok
        except Refused:
            continue
