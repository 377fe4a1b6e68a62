"""A whole evening at a real server: every finished game is stored, verifies, and cannot be doctored."""

import asyncio
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.games import discover, find
from parlour.kernel.log import BadLog, Log, final, form_of, read_log, replay
from parlour.kernel.notation import read_either, write_text
from parlour.kernel.verify import verify
from parlour.server.rooms import Rooms
from parlour.store.sqlite import SqliteStore
from tests.arbitrary import LONG
from tests.server.evening import play

TABLES = 50
ALTERATIONS = 200


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> list[Log]:
    """Return the logs of all tables, exported by another server from the same file."""
    file = tmp_path_factory.mktemp("evening") / "evening.db"

    async def night() -> list[Log]:
        rooms = Rooms(SqliteStore(file))
        await rooms.start()
        codes = await asyncio.gather(*(play(rooms, number, LONG) for number in range(TABLES)))
        await rooms.close()
        return await exported(file, codes)

    return asyncio.run(night())


async def exported(file: Path, codes: list[str]) -> list[Log]:
    rooms = Rooms(SqliteStore(file))
    await rooms.start()
    logs = []
    for code in codes:
        kept = await rooms.store.load(code)
        assert kept is not None
        logs.append(read_log((await rooms.open(code)).table.log(kept.entries).to_json()))
    await rooms.close()
    return logs


@pytest.mark.slow
def test_every_game_of_an_evening_replays_to_its_result_and_verifies(evening: list[Log]) -> None:
    for log in evening:
        game = find(log.opening.game)
        verdict = verify(game, log)
        assert verdict.ok, verdict.why
        assert verdict.shuffles
        assert verdict.moves == len(log.entries)
        assert log.result is not None
        assert final(game, log).result() == log.result
    assert {log.opening.game for log in evening} == set(discover())
    assert {(any(log.opening.words), any(log.opening.promises)) for log in evening} == {
        (False, False),
        (True, False),
        (True, True),
    }


def test_its_logs_are_the_same_as_text(evening: list[Log]) -> None:
    for log in evening:
        text = write_text(log, find(log.opening.game))
        assert read_either(text.encode()) == log
        assert write_text(log, find(log.opening.game)) == text


# ---------------------------------------------------------------- doctored logs

Entries = list[dict[str, Any]]


def another_value(entry: dict[str, Any], log: Log, rng: Random) -> None:
    """Change any one field of an entry but its action."""
    match rng.choice(["seq", "at", "seat", "by", "points", "id", "seal", "extra"]):
        case "seq":
            entry["seq"] += rng.choice([-1, 1, 100])
        case "at":
            entry["at"] = round(entry["at"] + rng.choice([-60, 0.001, 1]), 3)
        case "seat":
            entry["seat"] = (entry["seat"] + 1) % rng.choice([len(log.opening.seats), 9])
        case "by":
            entry["by"] = next(by for by in ("person", "bot", "clock") if by != entry["by"])
        case "points":
            points = entry["body"].pop("points", None)
            if points is None or rng.random() < 0.5:
                entry["body"]["points"] = [1 + value for value in points or [0] * len(log.opening.seats)]
        case "id":
            entry["id"] = "a1"
        case "seal":
            entry["seal"] = rng.choice(["", "0" * 16, entry["seal"].upper() + "0", 7])
        case "extra":
            rng.choice([entry, entry["body"]])["extra"] = 1


def another_action(entry: dict[str, Any], log: Log, rng: Random) -> None:
    """Exchange an entry's action for another that the rules allow there, if there is one."""
    step = next(step for step in replay(find(log.opening.game), log) if step.entry.seq == entry["seq"])
    forms = [form_of(action) for action in step.before.legal(entry["seat"])]
    others = [form for form in forms if form != entry["body"]["action"]]
    entry["body"]["action"] = rng.choice(others) if others else {**entry["body"]["action"], "extra": 1}


def removed(entries: Entries, at: int, rng: Random) -> None:
    del entries[at]


def doubled(entries: Entries, at: int, rng: Random) -> None:
    entries.insert(at, dict(entries[at]))


def moved(entries: Entries, at: int, rng: Random) -> None:
    entry = entries.pop(at)
    entries.insert(rng.choice([place for place in range(len(entries) + 1) if place != at]), entry)


def doctored(log: Log, rng: Random) -> tuple[bytes, int]:
    """Return the log with one entry changed, and the entry's number."""
    whole = msgspec.json.decode(log.to_json())
    entries: Entries = whole["entries"]
    at = rng.randrange(len(entries))
    if rng.random() < 0.4:
        rng.choice([another_value, another_action])(entries[at], log, rng)
    else:
        rng.choice([removed, doubled, moved])(entries, at, rng)
        if rng.random() < 0.5:  # a forger who fixes the numbers
            for number, entry in enumerate(entries, 1):
                entry["seq"] = number
    before = msgspec.json.decode(log.to_json())["entries"]
    first = next(number for number, (a, b) in enumerate(zip_longest(before, entries), 1) if a != b)
    return msgspec.json.encode(whole), first


def found_wrong(text: bytes) -> tuple[int | None, str]:
    """Return the entry that verification names, and why, as `parlour verify` does."""
    try:
        log = read_log(text)
    except BadLog as misfit:
        return misfit.entry, misfit.sentence
    verdict = verify(find(log.opening.game), log)
    assert not verdict.ok
    return verdict.entry, verdict.why


def test_every_alteration_of_a_single_entry_is_caught_and_named(evening: list[Log]) -> None:
    rng = Random("doctored")
    for _ in range(ALTERATIONS):
        text, first = doctored(rng.choice(evening), rng)
        entry, why = found_wrong(text)
        assert entry == first, why
        assert f"Entry {first}" in why
