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

from parlour.kernel.log import form_of

STEP = 60  # milliseconds
ROWS = 4  # of pictures in a strip
SIZES = {"phone": (PHONE, 150, 10), "desk": (DESK, 300, 5)}  # the window, how wide a picture is, and how many in a row

# What the page's scripts animate stands at its beginning until it is moved on, however long a picture takes.
STAND = """() => {
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...how) {
        const one = animate.apply(this, how)
        one.pause()
        return one
    }
}"""
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


Where = Callable[[Rehearsed], object]


def before(there: Where) -> Where:
    """One move before it is so."""
    return lambda table: table._leads_to(there)


def doing(do: str) -> Where:
    """Somebody is about to do such a thing."""

    def there(table: Rehearsed) -> bool:
        luck = table.rng.getstate()
        move = table.next_move()
        table.rng.setstate(luck)
        return move is not None and form_of(move[1])["do"] == do

    return there


def scored(table: Rehearsed) -> object:
    return table.state.sheet


def hands_open(table: Rehearsed) -> object:
    return table.state.open_hands()


def second_round(table: Rehearsed) -> object:
    return table.state.round == 2


def throw(table: Rehearsed) -> None:
    loser = max(range(1, len(table.tokens)), key=lambda seat: int(table.state.sheet[-1][seat]))
    gesture = {"what": "gesture", "name": "throw"}
    table.version = table.say(loser, {"type": "table", "event": gesture})


def next_move(table: Rehearsed) -> None:
    table.step()


def over(table: Rehearsed) -> object:
    return table.state.result()


# The game, its secret, its house rules, where it leads, what happens there, and how many pictures are taken.
SCENES: dict[str, tuple[str, int, dict[str, object], Where, Callable[[Rehearsed], None], int]] = {
    "deal": ("torpedo", 2, {"rounds": 3}, before(second_round), next_move, 34),
    "last-round": ("torpedo", 2, {"rounds": 2}, before(second_round), next_move, 44),
    "discard": ("torpedo", 2, {"rounds": 2}, before(lambda table: len(table.state.discards) > 1), next_move, 10),
    "buy": ("torpedo", 2, {"rounds": 2}, before(lambda table: any(table.state.buys)), next_move, 20),
    "lay-down": ("torpedo", 2, {"rounds": 2}, doing("lay_down"), next_move, 34),
    "throw": ("torpedo", 2, {"rounds": 2}, hands_open, throw, 34),
    "round-end": ("torpedo", 2, {"rounds": 2}, before(hands_open), next_move, 42),
    "slam": ("yammouth", 9, {}, doing("slam"), next_move, 20),
    "showdown": ("yammouth", 13, {}, before(hands_open), next_move, 84),
    "last-trick": ("hearts", 3, {"rounds": 2}, before(scored), next_move, 48),
    "game-end": ("golf", 8, {"holes": 2}, before(over), next_move, 48),
}


def filmed(browser: Browser, server: Process, scene: str, size: str) -> list[bytes]:
    game, secret, options, there, act, count = SCENES[scene]
    with Rehearsed(server, game, 4, secret, options) as table:
        assert table.until(there), scene
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
        page.evaluate(STAND)
        pictures = [page.screenshot()]
        act(table)
        while page.evaluate(VERSION) < table.version:
            time.sleep(0.02)  # the page's own clock stands
        pictures += [_picture(page) for _ in range(count)]
        context.close()
    return pictures


def _picture(page: Page) -> bytes:
    page.clock.run_for(STEP)
    page.evaluate(ADVANCE, STEP)
    return page.screenshot()


def _when(at: int) -> str:
    return f"{(at - 1) * STEP} ms" if at else "before"


def strip(canvas: Page, pictures: list[bytes], first: int, wide: int, row: int, path: Path) -> None:
    drawn = (
        f"<figure style='width: {wide}px'><img src='data:image/png;base64,{data}'>{_when(at)}</figure>"
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
