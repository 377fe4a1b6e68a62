"""Checks of a page's layout and accessibility."""

from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# How many of these are visible and tappable near their left edge, which the next card of a hand does not cover.
SEEN = """selector => [...document.querySelectorAll(selector)].filter(card => {
    const box = card.getBoundingClientRect()
    const at = document.elementFromPoint(box.x + Math.min(10, box.width / 2), box.y + box.height / 2)
    return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth && card.contains(at)
}).length"""


def seen(page: Page, selector: str) -> int:
    count: int = page.evaluate(SEEN, selector)
    return count


# The elements that make a page wider than its window.
WIDE = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
    [...document.querySelectorAll('*')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
        .map(one => one.outerHTML.slice(0, 120))"""
TROUBLE = Path(__file__).with_name("trouble.js").read_text()
VIOLATIONS = "async () => (await axe.run({ resultTypes: ['violations'] })).violations"


# Controls that are covered even when they have the focus.
UNSEEN = """() => [...document.querySelectorAll('[data-item], [data-target], [data-ask]')].filter(one => {
    one.focus()
    const box = one.getBoundingClientRect()
    const on = document.elementFromPoint(box.x + Math.min(10, box.width / 2), box.y + Math.min(14, box.height / 2))
    return !one.contains(on)
}).map(one => one.outerHTML.slice(0, 120))"""


# Waits until nothing on the page has moved for three frames, and fades are over.
STILL = """async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const edges = (one) => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round)
    const boxes = () => [...document.querySelectorAll('main *')].map(edges).join()
    await document.fonts.ready
    await new Promise((done) => setTimeout(done, 120))
    for (let still = 0, before = '', tries = 0; still < 3 && tries < 60; tries += 1) {
        await frame()
        const now = boxes()
        still = now === before ? still + 1 : 0
        before = now
    }
}"""


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(STILL)


def check_geometry(page: Page, where: str) -> None:
    page.evaluate(STILL)
    trouble = page.evaluate(TROUBLE)
    assert trouble == [], f"{where}: {trouble}"
    wide = page.evaluate(WIDE)
    assert wide == [], f"{where} is wider than its window: {wide}"


def check(page: Page, where: str) -> None:
    check_geometry(page, where)
    if not page.evaluate("'axe' in window"):  # it is half a megabyte, and stays as long as the page does
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(VIOLATIONS)
    serious = [
        f"{where}: {problem['id']} {[node['target'] for node in problem['nodes']][:3]}"
        for problem in found
        if problem["impact"] in ("serious", "critical")
    ]
    assert serious == [], serious
