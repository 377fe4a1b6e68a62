"""Makes film strips of what moves on a table, to be looked at: `python -m tools.film FOLDER [SCENE …]`.

A picture every 60 ms, side by side, on a phone and on a desk. The page's clock and all its animations are stopped and
moved on by hand, so a slow machine gives the same strips as a quick one.
"""

import base64
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.rehearsed import Rehearsed
from tests.browser.windows import DESK, PHONE, find_chromium, launch_chromium
from tests.process import Process

STEP = 60  # milliseconds
ROWS = 4  # of pictures in a strip
SIZES = {"phone": (PHONE, 150, 10), "desk": (DESK, 300, 5)}  # the window, how wide a picture is, and how many in a row

# Moves every animation on by hand; what has just begun stands at its beginning.
ADVANCE = """step => {
    const times = window.filmed ??= new Map()
    for (const one of document.getAnimations()) {
        const time = times.has(one) ? times.get(one) + step : 0
        times.set(one, time)
        const end = Number(one.effect.getComputedTiming().endTime)
        one.pause()
        if (time >= end && Number.isFinite(end)) one.finish()
        else one.currentTime = time
    }
}"""
VERSION = "Number(document.querySelector('[data-testid=table]')?.dataset.version)"
STYLE = "figure { display: inline-block; margin: 2px } img { display: block; width: 100% } * { font: 11px sans-serif }"


def torpedo_scored(table: Rehearsed) -> object:
    return table.state.open_hands()


def throw(table: Rehearsed) -> None:
    loser = max(range(1, len(table.tokens)), key=lambda seat: int(table.state.sheet[-1][seat]))
    gesture = {"what": "gesture", "name": "throw"}
    table.version = table.say(loser, {"type": "table", "event": gesture})


def next_move(table: Rehearsed) -> None:
    table.step()


def lays_down(table: Rehearsed) -> object:
    return len(table.state.melds) >= 2


def over(table: Rehearsed) -> object:
    return table.state.result()


# The game, its secret, its house rules, where it leads, what happens there, and how many pictures are taken.
SCENES: dict[
    str, tuple[str, int, dict[str, object], Callable[[Rehearsed], object], Callable[[Rehearsed], None], int]
] = {
    "discard": ("torpedo", 2, {"rounds": 2}, lambda table: len(table.state.discards) > 1, next_move, 10),
    "throw": ("torpedo", 2, {"rounds": 2}, torpedo_scored, throw, 34),
    "lay-down": ("torpedo", 2, {"rounds": 2}, lays_down, next_move, 28),
    "round-end": ("torpedo", 2, {"rounds": 2}, torpedo_scored, next_move, 42),
    "showdown": ("yammouth", 13, {}, lambda table: table.state.open_hands(), next_move, 84),
    "game-end": ("golf", 8, {"holes": 2}, over, next_move, 48),
}


def filmed(browser: Browser, server: Process, scene: str, size: str) -> list[bytes]:
    game, secret, options, there, act, count = SCENES[scene]
    with Rehearsed(server, game, 4, secret, options) as table:
        assert (table.until if act == throw else table.until_next)(there), scene
        context = browser.new_context(
            viewport={"width": SIZES[size][0]["width"], "height": SIZES[size][0]["height"]},
            reduced_motion="no-preference",
            service_workers="block",
        )
        page = context.new_page()
        page.clock.install()
        page.goto(table.link(0), wait_until="networkidle")
        page.locator("[data-own], .reckoning").first.wait_for()
        page.wait_for_timeout(1500)  # parts that come later are there
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        act(table)
        while page.evaluate(VERSION) < table.version:
            time.sleep(0.02)  # the page's own clock stands
        pictures = [_picture(page) for _ in range(count)]
        context.close()
    return pictures


def _picture(page: Page) -> bytes:
    page.clock.run_for(STEP)
    page.evaluate(ADVANCE, STEP)
    return page.screenshot()


def strip(canvas: Page, pictures: list[bytes], first: int, wide: int, row: int, path: Path) -> None:
    drawn = (
        f"<figure style='width: {wide}px'><img src='data:image/png;base64,{data}'>{at * STEP} ms</figure>"
        for at, data in enumerate((base64.b64encode(one).decode() for one in pictures), first)
    )
    canvas.set_viewport_size({"width": row * (wide + 8), "height": 800})
    canvas.set_content(f"<style>{STYLE}</style>{''.join(drawn)}")
    canvas.screenshot(path=path, full_page=True)


def main() -> None:
    program = find_chromium() or sys.exit("There is no Chromium here.")
    folder, only = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as data,
        Process(Path(data), "--no-limits") as server,
    ):
        browser = launch_chromium(playwright, program)
        canvas = browser.new_page()
        for scene in SCENES:
            for size, (_, wide, row) in SIZES.items():
                if not only or scene in only or f"{scene}-{size}" in only:
                    pictures = filmed(browser, server, scene, size)
                    for part, start in enumerate(range(0, len(pictures), ROWS * row), 1):
                        path = folder / f"{scene}-{size}-{part}.png"
                        strip(canvas, pictures[start : start + ROWS * row], start, wide, row, path)
        browser.close()


if __name__ == "__main__":
    main()
