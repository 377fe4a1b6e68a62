"""The queue for long work: addresses take turns, and jobs that nobody waits for stop."""

import asyncio
import time
from collections.abc import Callable

import pytest

from parlour.server import fair_queue
from parlour.server.fair_queue import FairQueue
from parlour.server.limits import TooMuch
from parlour.server.metrics import Metrics


def test_addresses_take_turns_however_much_one_of_them_asks() -> None:
    async def story() -> None:
        line = FairQueue(Metrics())
        done = []

        async def work(address: str) -> None:
            async with line.turn(address):
                done.append(address)
                await asyncio.sleep(0)

        await asyncio.gather(*(work(address) for address in "aaaaaabbc"))
        assert done == list("aabcabaaa")
        assert len(line) == 0
        await work("a")

    asyncio.run(story())


def test_one_address_may_wait_for_so_much_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST_WAITING", 2)

    async def story() -> None:
        line = FairQueue(Metrics())
        async with line.turn("a"):
            waiting = [asyncio.create_task(line.thread("a", lambda watch: 1)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(TooMuch):
                await line.thread("a", lambda watch: 1)
            other = asyncio.create_task(line.thread("b", lambda watch: 2))
        assert await asyncio.gather(*waiting, other) == [1, 1, 2]
        assert line.metrics.counts["limited_work_total"] == 1

    asyncio.run(story())


def test_work_that_nobody_waits_for_ends_before_the_next_begins() -> None:
    async def story() -> None:
        line = FairQueue(Metrics())
        running = 0
        most = 0

        def work(watch: Callable[[], None]) -> None:
            nonlocal running, most
            running += 1
            most = max(most, running)
            try:
                until = time.monotonic() + 30
                while time.monotonic() < until:
                    time.sleep(0.001)
                    watch()
            finally:
                running -= 1

        began = time.monotonic()
        abandoned = [asyncio.create_task(line.thread("a", work)) for _ in range(5)]
        await asyncio.sleep(0.1)
        for task in abandoned:
            task.cancel()
        assert await line.thread("b", lambda watch: "done") == "done"
        assert time.monotonic() - began < 5
        assert (running, most) == (0, 1)
        await asyncio.gather(*abandoned, return_exceptions=True)
        assert len(line) == 0
        assert line.metrics.counts["abandoned_total"] == 1, "the others had not begun"

    asyncio.run(story())


def test_somebody_who_hangs_up_as_a_turn_is_passed_on_leaves_it_to_the_next() -> None:
    async def story() -> None:
        line = FairQueue(Metrics())
        done = asyncio.Event()

        async def work(address: str) -> str:
            async with line.turn(address):
                return address

        async def hold() -> None:
            async with line.turn("a"):
                await done.wait()

        holding = asyncio.create_task(hold())
        await asyncio.sleep(0)
        leaving, staying = asyncio.create_task(work("b")), asyncio.create_task(work("c"))
        await asyncio.sleep(0)
        done.set()  # the turn is passed on in the next step of the event loop,
        leaving.cancel()  # before the cancelled job can leave the queue
        ended = await asyncio.gather(holding, leaving, staying, return_exceptions=True)
        assert ended[0] is None
        assert isinstance(ended[1], asyncio.CancelledError)
        assert ended[2] == "c"
        async with asyncio.timeout(5):
            assert await work("d") == "d"
        assert not len(line)

    asyncio.run(story())


def test_a_turn_that_comes_to_somebody_who_is_just_leaving_is_passed_on() -> None:
    async def story() -> None:
        line = FairQueue(Metrics())

        async def work(address: str) -> str:
            async with line.turn(address):
                return address

        async with line.turn("a"):
            leaving, staying = asyncio.create_task(work("b")), asyncio.create_task(work("c"))
            await asyncio.sleep(0)
        leaving.cancel()
        assert await staying == "c"
        assert await work("d") == "d"

    asyncio.run(story())
