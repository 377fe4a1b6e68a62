"""A hand of sixteen cards fits on every screen."""

from contextlib import suppress

import httpx
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.browser.looks import check_geometry, resize, seen
from tests.browser.players import Person
from tests.browser.windows import Window
from tests.process import Process


def tap(person: Person, index: int) -> None:
    person.page.locator("[data-own] [data-item^='hand:']").nth(index).click(position={"x": 9, "y": 12}, timeout=2000)


def plays_until(person: Person, cards: int) -> None:
    """With two players the one at bat may buy too: three buys and a draw make sixteen cards."""
    while person.page.locator("[data-own] .item").count() < cards:
        ask = next((found for do in ("buy", "draw", "accept") if (found := person.can(f"[data-ask={do}]"))), None)
        with suppress(PlaywrightTimeout):  # it may be gone by then
            if ask:
                ask.click(timeout=800)
            elif person.can("[data-ask=discard]"):
                tap(person, 0)
                person.page.locator("[data-ask=discard]").click(timeout=800)
        person.page.wait_for_timeout(40)
        expect(person.page.locator("[aria-busy=true]")).to_have_count(0)


def test_sixteen_cards_the_piles_and_the_buttons_are_in_sight(server: Process, window: Window) -> None:
    new = {"game": "torpedo", "name": "Ann", "seats": [{}, {"bot": "random"}], "pace": {"windows": False}}
    made = httpx.post(f"{server.url}/api/tables", json=new).json()
    ann = Person(window(f"{made['link']}#seat={made['token']}"))
    ann.starts()
    ann.page.locator("[data-own] .item").first.wait_for()
    plays_until(ann, 16)
    ann.page.locator("[data-ask=discard]").wait_for()
    for size in ((390, 844), (390, 664), (844, 390), (1280, 800)):
        resize(ann.page, *size)
        for selector, count in (
            ("[data-own] [data-item^='hand:']", 16),
            ("[data-zone=stock] .item", 1),
            ("[data-zone=discard] .item", 1),
            ("[data-ask=discard]", 1),
        ):
            assert seen(ann.page, selector) == count, (size, selector)
        check_geometry(ann.page, f"sixteen cards, {size}")
    version = ann.version
    tap(ann, 3)
    expect(ann.page.locator("[data-own] [aria-selected=true]")).to_have_count(1)
    assert ann.version == version, "a tap only picks the card up"
    ann.press(ann.page.locator("[data-item^='discard:']"))
    expect(ann.page.locator("[data-own] .item")).to_have_count(15)
