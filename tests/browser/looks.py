"""Checks of a page's layout and accessibility."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
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


# Controls that are covered even when they have the focus.
UNSEEN = """() => [...document.querySelectorAll('[data-item], [data-target], [data-ask]')].filter(one => {
    one.focus()
    const box = one.getBoundingClientRect()
    const on = document.elementFromPoint(box.x + Math.min(10, box.width / 2), box.y + Math.min(14, box.height / 2))
    return !one.contains(on)
}).map(one => one.outerHTML.slice(0, 120))"""


def check_geometry(page: Page, where: str) -> None:
    page.wait_for_timeout(150)  # fades are over
    trouble = page.evaluate(TROUBLE)
    assert trouble == [], f"{where}: {trouble}"
    wide = page.evaluate(WIDE)
    assert wide == [], f"{where} is wider than its window: {wide}"


def check(page: Page, where: str) -> None:
    check_geometry(page, where)
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    serious = [
        f"{where}: {problem['id']} {[node['target'] for node in problem['nodes']][:3]}"
        for problem in found
        if problem["impact"] in ("serious", "critical")
    ]
    assert serious == [], serious
