"""Tables are loaded when a client comes, and unloaded when idle."""

import asyncio
import time
from pathlib import Path

import pytest

from parlour.server import rooms as rooms_module
from parlour.server.rooms import NoSuchTable
from parlour.server.tokens import ALPHABET, new_code, tidy_code
from tests.server.driver import serving


def test_an_idle_table_is_forgotten_and_found_again_as_it_was(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            rooms = served.rooms
            made = await served.make(options={"initial_flips": 0})
            ann = await served.join(made["code"], made["token"])
            await ann.table("words", words="tea")
            rooms.forget_idle(time.monotonic() + 1)
            assert made["code"] in rooms.open_rooms, "somebody is there"
            await ann.close()
            while rooms.open_rooms[made["code"]].guests:
                await asyncio.sleep(0.01)
            rooms.forget_idle(time.monotonic() - 5)
            assert made["code"] in rooms.open_rooms, "somebody was there a moment ago"
            rooms.forget_idle(time.monotonic() + 1)
            assert not rooms.open_rooms
            opened = await asyncio.gather(*(rooms.open(made["code"]) for _ in range(5)))
            assert len(set(opened)) == 1, "loaded once, however many come at once"
            assert opened[0].table.words == ["tea", ""]
            with pytest.raises(NoSuchTable):
                await rooms.open("ZZZZZZ")

    asyncio.run(story())


def test_the_sweeper_sweeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "SWEEP", 0.05)
    monkeypatch.setattr(rooms_module, "IDLE", 0.05)

    async def story() -> None:
        async with serving(tmp_path) as served:
            await served.make()
            await asyncio.sleep(0.4)
            assert not served.rooms.open_rooms

    asyncio.run(story())


def test_what_was_begun_is_written_before_the_store_closes(tmp_path: Path) -> None:
    written: list[str] = []

    async def write() -> None:
        await asyncio.sleep(0.3)
        written.append("summary")

    async def story() -> None:
        async with serving(tmp_path) as served:
            served.rooms.begin(write(), to_finish=True)

    asyncio.run(story())
    assert written == ["summary"]


def test_a_code_that_is_taken_is_drawn_again(tmp_path: Path) -> None:
    draws = iter([b"t" * 16, b"s" * 32, b"1" * 16, b"r" * 16, b"t" * 16, b"s" * 32, b"1" * 16, b"2" * 16])

    async def story() -> None:
        async with serving(tmp_path, draw=lambda size: next(draws, b"z" * size)) as served:
            codes = {(await served.make())["code"] for _ in range(2)}
            assert len(codes) == 2

    asyncio.run(story())


def test_codes_are_easy_to_say_and_forgiving_to_type() -> None:
    code = new_code(lambda size: bytes(range(size)))
    assert len(code) == 6
    assert set(code) <= set(ALPHABET)
    assert not set(ALPHABET) & set("AEIOUY01L")
    for typed in (code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:2]}-{code[2:]}", f"{code}\n"):
        assert tidy_code(typed) == code
    for wrong in ("", code[:5], code + "B", "AEIOU0", "ÀBCDFG", "..", "x" * 10_000):
        assert tidy_code(wrong) == ""
