"""A cheating server knows the secret. Once the words are shown, it could try others until the deal suits it: that takes
two seconds, and every move of the game is legal."""

import json
from pathlib import Path
from random import Random

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from parlour.cards import CODES
from parlour.cli import main
from parlour.games import find
from parlour.kernel.log import Log, begin, open_log, record, shuffler_of
from parlour.kernel.notation import load_log, read_text, write_text
from parlour.kernel.shuffle import FairShuffler, commitment, key_from, promise_of
from parlour.kernel.verify import verify
from parlour.kernel.witness import Witness, charges
from tests.process import ROOT

GOLF = find("golf")
OPTIONS = GOLF.options(holes=1)
SECRET = bytes(range(32))
NAMES = ("Ann", "Bob", "Eve")
SAID = ("lusab babad", "gutih tugad", "mudof sakat")
PROMISES = tuple(promise_of(commitment(SECRET), words) for words in SAID)
TRIES = 20_000
BOB, EVE = 1, 2


def worth(words: tuple[str, ...]) -> int:
    """Return the deal's value to Eve: her cards after the first shuffle compared with everybody else's."""
    cards = list(range(52))
    FairShuffler(key_from(SECRET, list(words))).shuffle(cards)
    points = [{"K": 0, "A": 1, "2": -2}.get(CODES[card][:-1], 10 if CODES[card][0] in "1JQ" else 5) for card in cards]
    return sum(points[:12]) - sum(points[12:18])


def ground() -> tuple[str, ...]:
    """Return the forged words for Bob: the best of 20,000."""
    return max(((SAID[0], f"word {number}", SAID[2]) for number in range(TRIES)), key=worth)


def played(words: tuple[str, ...], promises: tuple[str, ...]) -> Log:
    """Play a whole game with these words; return its sealed log."""
    rng = Random("grinding")
    log = open_log(GOLF, OPTIONS, NAMES, SECRET, words)
    log = replace(log, opening=replace(log.opening, promises=promises))
    state = begin(GOLF, log.opening, FairShuffler(key_from(SECRET, list(words))))
    while actors := state.actors():
        action = rng.choice(state.legal(actors[0]))
        record(log, actors[0], action, "person", 0.5)
        state.apply(actors[0], action)
    return replace(log, result=state.result()).sealed()


def device(seat: int | None) -> Witness:
    """Return what a device kept after it was shown the promises."""
    said = "" if seat is None else SAID[seat]
    return Witness(commitment(SECRET), "BCDFGH", True, seat, said, PROMISES, seat is not None)


DEVICES = [device(0), device(BOB), device(None)]  # not Eve's, because she works with the server


@pytest.fixture(scope="module")
def exchanged() -> tuple[str, ...]:
    words = ground()
    assert worth(words) > worth(SAID) + 20, "it is worth it"
    return words


def test_an_honest_game_is_what_every_device_was_shown() -> None:
    log = played(SAID, PROMISES)
    for kept in DEVICES:
        verdict = verify(GOLF, log, kept=kept)
        assert verdict.ok, verdict.why
        assert any("are the ones the device saw" in said for said in verdict.proved)


def test_words_that_were_ground_do_not_keep_the_promise_in_the_log(exchanged: tuple[str, ...]) -> None:
    verdict = verify(GOLF, played(exchanged, PROMISES))
    assert (verdict.ok, verdict.entry, verdict.exchanged) == (False, 0, (BOB,))
    assert "Bob's words were swapped" in verdict.why


def test_with_another_promise_in_the_log_every_device_that_was_there_names_the_seat(exchanged: tuple[str, ...]) -> None:
    others = tuple(promise_of(commitment(SECRET), words) for words in exchanged)
    log = played(exchanged, others)
    assert verify(GOLF, log).ok, "by itself the log is a good one"
    for kept in DEVICES:
        verdict = verify(GOLF, log, kept=kept)
        assert (verdict.ok, verdict.exchanged) == (False, (BOB,))
        assert "Bob's words were swapped" in verdict.why


@pytest.mark.parametrize("promises", [(), ("", PROMISES[1], ""), (PROMISES[0], "", PROMISES[2])])
def test_promises_that_are_missing_in_the_log_are_missed_by_the_devices(promises: tuple[str, ...]) -> None:
    words = tuple(word if not promises or promises[seat] else "" for seat, word in enumerate(SAID))
    log = played(words, promises)
    assert verify(GOLF, log).ok
    missing = tuple(seat for seat in range(3) if not promises or not promises[seat])
    for kept in DEVICES:
        verdict = verify(GOLF, log, kept=kept)
        assert (verdict.ok, verdict.exchanged) == (False, missing)
        assert "were left out" in verdict.why


def test_words_of_a_seat_that_promised_none_are_named() -> None:
    kept = replace(device(0), promises=(PROMISES[0], PROMISES[1], ""))
    verdict = verify(GOLF, played(SAID, PROMISES), kept=kept)
    assert verdict.exchanged == (EVE,)
    assert "Eve's words were made up later" in verdict.why


def test_own_words_that_were_shown_and_left_out_are_named_by_their_device_alone() -> None:
    log = played((SAID[0], "", SAID[2]), PROMISES)
    assert verify(GOLF, log, kept=device(BOB)).exchanged == (BOB,)
    assert verify(GOLF, log, kept=device(0)).silent == (BOB,)
    late = verify(GOLF, log, kept=replace(device(BOB), shown=False))
    assert late.ok
    assert any("was too late" in said for said in late.not_proved)


def test_a_device_that_was_never_asked_for_its_words_misses_them() -> None:
    """The server deals without closing the promises."""
    kept = replace(device(BOB), promises=None, shown=False)
    verdict = verify(GOLF, played(("", "", "word 7"), ()), kept=kept)
    assert verdict.exchanged == (BOB,)


ANEW = promise_of(commitment(SECRET), "typed later")


@pytest.mark.parametrize(("words", "promise"), [("typed later", ANEW), ("", ANEW), ("", "")])
def test_a_device_that_slept_when_the_promises_were_frozen_accuses_nobody(words: str, promise: str) -> None:
    """Bob's phone promised and slept. Then he typed other words on his laptop, or gave up the chair."""
    phone = replace(device(BOB), promises=None, shown=False)
    log = played((SAID[0], words, SAID[2]), (PROMISES[0], promise, PROMISES[2]))
    verdict = verify(GOLF, log, kept=phone)
    assert (verdict.ok, verdict.exchanged) == (True, ()), verdict.why
    assert any("Another device of that seat may have promised again" in said for said in verdict.not_proved)
    assert not any("all the promises are the ones" in said for said in verdict.proved)
    awake = replace(phone, promises=PROMISES)
    assert verify(GOLF, log, kept=awake).exchanged == (BOB,), "what it was shown frozen it misses"


@pytest.mark.parametrize("seat", [BOB, EVE, 7])  # in its chair, in another by now, in none
def test_a_device_that_slept_and_finds_its_own_promise_has_no_doubt_of_it(seat: int) -> None:
    kept = replace(device(BOB), seat=seat, promises=None, shown=False, words=SAID[BOB] if seat < 7 else "tea")
    verdict = verify(GOLF, played(SAID, PROMISES), kept=kept)
    assert verdict.ok
    assert not any("promised again" in said for said in verdict.not_proved)
    assert any("wasn't there at that moment" in said for said in verdict.not_proved)


def test_another_secret_is_not_the_one_that_the_device_was_shown() -> None:
    found = charges(played(SAID, PROMISES).opening, replace(device(0), commitment="00" * 32))
    assert [charge.seat for charge in found] == [None]
    assert "another secret" in found[0].say


@pytest.mark.parametrize("opening", [{"promises": ("x",)}, {"promises": PROMISES, "words": ("a",)}])
def test_promises_that_are_not_one_for_each_seat_are_refused(opening: dict[str, tuple[str, ...]]) -> None:
    log = played(SAID, PROMISES)
    verdict = verify(GOLF, replace(log, opening=replace(log.opening, **opening)).sealed())
    assert (verdict.ok, verdict.entry) == (False, 0)
    assert "for every seat" in verdict.why


def test_parlour_verify_names_the_seat(
    tmp_path: Path, exchanged: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    game, kept = tmp_path / "game.json", tmp_path / "kept.json"
    others = tuple(promise_of(commitment(SECRET), words) for words in exchanged)
    kept.write_bytes(encode(device(0)))
    for log, status in ((played(SAID, PROMISES), 0), (played(exchanged, others), 2)):
        game.write_bytes(log.to_json())
        assert main(["verify", str(game)]) == 0
        capsys.readouterr()
        assert main(["verify", str(game), "--kept", str(kept), "--json"]) == status
        told = json.loads(capsys.readouterr().out)
        assert told["exchanged"] == ([] if status == 0 else [BOB])
    kept.write_text("{}")
    assert main(["verify", str(game), "--kept", str(kept)]) == 2
    assert "isn't a device's record" in capsys.readouterr().err


def test_logs_of_before_there_were_promises_verify_for_what_they_promised() -> None:
    """A log written and sealed by a Parlour from before there were promises."""
    log = load_log(ROOT / "tests" / "kernel" / "before_promises.json")
    assert log == log.sealed(), "its seals are the same now"
    assert shuffler_of(log) == FairShuffler(key_from(SECRET, ["tea", "cake"]))
    assert read_text(write_text(log)) == log
    now = replace(log, opening=replace(log.opening, edition=GOLF.edition)).sealed()
    verdict = verify(GOLF, now)
    assert verdict.ok, verdict.why
    assert any("by adding words last" in said for said in verdict.not_proved)


def test_promises_are_the_same_after_the_text_of_a_log() -> None:
    log = played((SAID[0], "", SAID[2]), PROMISES)
    assert read_text(write_text(log, GOLF)) == log
