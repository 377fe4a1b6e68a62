"""Takes the pictures of the documentation from a running server: `python -m tools.pictures`.

Every table plays itself to a moment worth looking at; the same secret gives the same picture.
`python -m tools.pictures --engines FOLDER` takes the same moments in Chromium, Firefox and WebKit, side by side, on
phones, with large letters, and on a desk. Those are to be looked at, not kept.
"""

import base64
import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.looks import STILL
from tests.browser.rehearsed import Rehearsed, on_tour
from tests.browser.webkit import WebKit
from tests.browser.windows import (
    DESK,
    PHONE,
    Window,
    find,
    find_chromium,
    launch_chromium,
    launch_firefox,
    webkit_windows,
    windows,
)
from tests.process import ROOT, Process
from websockets.sync.client import connect

from parlour.kernel.view import EMPTY, FACE_DOWN

PICTURES = ROOT / "docs" / "pictures"


def opened(browser: Browser, address: str, size: dict[str, int], scheme: str) -> Page:
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        device_scale_factor=1 if size == DESK else 2,
        color_scheme="dark" if scheme == "evening" else "light",
        reduced_motion="reduce",
        has_touch=size == PHONE,
    )
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    return page


def keep(page: Page, name: str) -> None:
    page.wait_for_timeout(600)
    page.screenshot(path=PICTURES / f"{name}.png")
    page.context.close()


def asks(*wanted: str) -> Callable[[Rehearsed], object]:
    return lambda table: set(wanted) <= table.asked(0)


def after(moves: int, there: Callable[[Rehearsed], object]) -> Callable[[Rehearsed], object]:
    """The first such moment after this many moves."""
    left = iter(range(moves))
    return lambda table: next(left, None) is None and there(table)


def scored(table: Rehearsed) -> object:
    return table.state.sheet


def melds(count: int) -> Callable[[Rehearsed], object]:
    return lambda table: len(table.state.melds) >= count and "discard" in table.asked(0)


class Shot(NamedTuple):
    """A picture of a table, as seat 0 sees it."""

    name: str
    game: str
    seats: int
    secret: int
    when: Callable[[Rehearsed], object]
    size: dict[str, int]
    light: str = "morning"
    options: dict[str, Any] | None = None


SHOTS = (
    Shot("golf-desk", "golf", 4, 7, after(30, asks("swap", "discard")), DESK),
    Shot("golf-phone", "golf", 4, 5, after(24, asks("draw")), PHONE, "evening"),
    Shot("torpedo-desk", "torpedo", 5, 3, melds(6), DESK, "evening"),
    Shot("torpedo-phone", "torpedo", 4, 2, after(40, asks("buy")), PHONE),
    Shot("progressive-phone", "progressive", 4, 4, melds(3), PHONE),
    Shot("toripoka-desk", "toripoka", 2, 6, after(14, asks("place")), DESK),
    Shot("yammouth-phone", "yammouth", 4, 9, after(12, asks("slam")), PHONE, "evening"),
    Shot("scores-phone", "golf", 4, 8, scored, PHONE, options={"holes": 2}),
)

# Of the games that have no picture in the documentation. They are only put side by side.
MORE = (
    Shot("hearts", "hearts", 4, 3, after(20, asks("play")), PHONE),
    Shot("spades", "spades", 4, 3, after(20, asks("play")), PHONE),
)


SHEET = ((0, 61, 40, 12), (0, 64, 35, 24), (7, 4, 0, 35), (0, None, 15, 8))  # points, round by round


def score_sheet(url: str) -> str:
    """A score sheet of Yammouth after some rounds; the link of the person who keeps it."""
    names = ("Ann", "Robert", "Cleo", "Grandma")
    made = httpx.post(f"{url}/api/tables", json={"game": "score-yammouth", "seats": [{"name": name} for name in names]})
    code, token = made.json()["code"], made.json()["token"]
    socket = f"{url.replace('http', 'ws')}/api/tables/{code}/socket"
    with connect(socket, additional_headers={"Authorization": f"Bearer {token}"}) as line:
        for number, points in enumerate(SHEET, 1):
            cells = [None if value is None else {"points": value} for value in points]
            action = {"do": "enter", "cells": cells}
            line.send(json.dumps({"type": "act", "id": str(number), "action": action}))
            while json.loads(line.recv())["type"] != "ack":
                pass
    return f"{url}/t/{code}#seat={token}"


LOOKS = ((390, 844, 100), (360, 640, 150), (1280, 800, 100))  # width, height, letters in percent
STYLE = "img { display: block; max-width: 620px; border: 1px solid } td { vertical-align: top }"


def in_every_look(window: Window, address: str, ready: str, folder: Path) -> list[str]:
    """What one engine shows at this address, as elements of a page."""
    page = window(address, PHONE)
    page.locator(ready).first.wait_for()
    taken = []
    for width, height, letters in LOOKS:
        page.evaluate("letters => { document.documentElement.dataset.letters = letters }", str(letters))
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(STILL)
        page.screenshot(path=folder / "one.png", caret="initial")
        drawn = base64.b64encode((folder / "one.png").read_bytes()).decode()
        taken.append(f"<img src='data:image/png;base64,{drawn}'>")
    return taken


def side_by_side(out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    programs = {
        engine: find(engine) or sys.exit(f"There is no {engine} here.") for engine in ("Chromium", "Firefox", "WebKit")
    }
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        server = opened.enter_context(Process(folder / "server", "--no-limits"))
        playwright = opened.enter_context(sync_playwright())
        chromium = launch_chromium(playwright, programs["Chromium"])
        webkit = opened.enter_context(WebKit(programs["WebKit"], folder / "webkit", composes=True))
        engines = (
            opened.enter_context(windows(chromium)),
            opened.enter_context(windows(launch_firefox(playwright, programs["Firefox"]))),
            opened.enter_context(webkit_windows(webkit)),
        )
        canvas = chromium.new_page(viewport={"width": 1900, "height": 1000})

        def take(name: str, address: str, ready: str) -> None:
            columns = [in_every_look(window, address, ready, folder) for window in engines]
            rows = (f"<tr><td>{'<td>'.join(row)}" for row in zip(*columns, strict=True))
            canvas.set_content(f"<style>{STYLE}</style><table>{''.join(rows)}</table>")
            canvas.screenshot(path=out / f"{name}.png", full_page=True)

        take("home", server.url, "h1")
        take("new", f"{server.url}/new/yammouth", "form")
        take("sheet", score_sheet(server.url), "[data-testid=ledger]")
        for shot in (*SHOTS, *MORE):
            with Rehearsed(server, shot.game, shot.seats, shot.secret, shot.options) as table:
                assert table.until(shot.when), shot.name
                take(shot.name, table.link(0), "[data-own]")


# Each kind of zone, with a game that has one and the fewest items that make a good picture of it.
ZONES = (
    ("pile", "golf", 1),
    ("hand", "hearts", 9),
    ("grid", "golf", 6),
    ("held", "golf", 1),
    ("meld", "torpedo", 3),
    ("prize", "toripoka", 1),
    ("pieces", "toripoka", 1),
    ("trick", "hearts", 3),
    ("won", "hearts", 4),
)


def take_zones(browser: Browser, server: Process) -> None:
    """The kinds of zones, one picture each."""
    for kind, game, least in ZONES:
        with on_tour(server, game) as table:

            def found(table: Rehearsed, kind: str = kind, least: int = least) -> str:
                zones = table.game.view(table.state, 0).zones
                shown = [zone for zone in zones if sum(item not in (EMPTY, FACE_DOWN) for item in zone.items) >= least]
                return next((zone.id for zone in shown if zone.kind == kind), "")

            assert table.until(found), kind
            page = opened(browser, table.link(0), DESK, "morning")
            page.locator("[data-own]").wait_for()
            page.wait_for_timeout(600)
            page.locator(f"[data-zone='{found(table)}']").first.screenshot(path=PICTURES / f"zone-{kind}.png")
            page.context.close()


def main() -> None:
    program = find_chromium()
    if program is None:
        sys.exit("There is no Chromium here.")
    PICTURES.mkdir(exist_ok=True)
    only = sys.argv[1:]
    if only[:1] == ["--engines"]:
        side_by_side(Path(only[1]))
        return
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, Process(Path(folder)) as server:
        browser = launch_chromium(playwright, program)
        if not only or "home-desk" in only:
            keep(opened(browser, server.url, DESK, "morning"), "home-desk")
        if not only or "rules-phone" in only:
            page = opened(browser, f"{server.url}/new/torpedo", PHONE, "morning")
            page.locator("summary").nth(1).click()
            keep(page, "rules-phone")
        if not only or "sheet-phone" in only:
            keep(opened(browser, score_sheet(server.url), PHONE, "morning"), "sheet-phone")
        if not only or "replay-desk" in only:
            with Rehearsed(server, "golf", 4, 8, {"holes": 2}) as table:
                table.until(lambda table: table.state.result())
                keep(
                    opened(browser, f"{server.url}/replay/{table.code}?seat=open&at=40", DESK, "evening"), "replay-desk"
                )
        if not only or "zones" in only:
            take_zones(browser, server)
        for shot in SHOTS:
            if only and shot.name not in only:
                continue
            with Rehearsed(server, shot.game, shot.seats, shot.secret, shot.options) as table:
                assert table.until(shot.when), shot.name
                page = opened(browser, table.link(0), shot.size, shot.light)
                page.locator("[data-own]").wait_for()
                keep(page, shot.name)
        browser.close()


if __name__ == "__main__":
    main()
