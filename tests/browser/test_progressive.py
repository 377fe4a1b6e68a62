"""Two windows and two bots play a short game of Progressive; and a player prepares melds during another's turn."""

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import check
from tests.browser.rummies import Player, until
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process


def sit_down(server: Process, window: Window, game: str, bots: int, **options: object) -> tuple[Player, Player]:
    """Ann's window on a desk and Bob's on a phone."""
    seats = [{}, {}, *[{"bot": "steady"}] * bots]
    with httpx.Client(base_url=server.url) as http:
        new = {"game": game, "name": "Ann", "seats": seats, "options": options, "pace": {"windows": False}}
        made = http.post("/api/tables", json=new).json()
        http.cookies.clear()
        bob = http.post(f"/api/tables/{made['code']}/sit", json={"name": "Bob"}).json()
    ann, bob = (
        Player(window(f"{made['link']}#seat={one['token']}", size)) for one, size in ((made, DESK), (bob, PHONE))
    )
    bob.connected()
    ann.starts()
    return ann, bob


def test_a_short_game_is_played_to_its_end(server: Process, window: Window) -> None:
    ann, bob = sit_down(server, window, "progressive", 2, rounds=2, turn_cap=2)
    until([ann, bob], lambda: bob.can(".offer [data-ask=buy]"))
    for person in (ann, bob):
        check(person.page, "an offer, or waiting for it")
    bob.presses("buy")
    until([ann, bob], lambda: ann.phase == "between")
    check(ann.page, "a round is counted")
    check(bob.page, "a round is counted, on a phone")
    until([ann, bob], lambda: ann.phase == "over")
    expect(bob.page.get_by_test_id("rematch")).to_be_visible()


def staged(page: Page) -> list[str]:
    labels: list[str] = page.locator(".tray .place[aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
    return labels


def drags(page: Page, card: Locator, to: Locator) -> None:
    start, end = card.bounding_box(), to.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 9, start["y"] + 12)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=12)
    page.mouse.up()


def settles(page: Page) -> None:
    """Waits as people do: the strip above the hand ignores taps just after it has changed."""
    page.wait_for_timeout(400)


def test_melds_are_prepared_while_somebody_else_plays(server: Process, window: Window) -> None:
    ann, bob = sit_down(server, window, "torpedo", 1)
    until([ann, bob], lambda: ann.can("[data-ask=discard]"))
    hand = bob.page.locator("[data-own] [data-item^='hand:']")
    expect(hand).to_have_count(9)
    version = bob.version
    settles(bob.page)
    bob.taps(hand.nth(2))
    bob.press(bob.page.locator("[data-target='tray:1']"))  # a card, then its tray
    bob.press(bob.page.locator(".tray .outline").first)  # or a place in a tray, then its cards
    bob.taps(hand.nth(0))
    bob.taps(hand.nth(5))
    bob.page.keyboard.press("Escape")
    drags(bob.page, hand.nth(7), bob.page.locator(".tray").nth(1))
    expect(bob.page.locator(".tray .place[aria-label]")).to_have_count(4)
    prepared = staged(bob.page)
    down = bob.page.locator("[data-ask=lay_down]")
    expect(down).to_have_attribute("aria-disabled", "true")
    check(bob.page, "trays of somebody who waits")
    assert bob.version == version, "nobody is told"
    ann.throws()
    until([ann], lambda: bob.version > version)
    until([bob], lambda: bob.can("[data-own]:not(:has(.offer))"))
    assert staged(bob.page) == prepared
    bob.page.reload()
    bob.connected()
    until([bob], lambda: bob.can("[data-own]:not(:has(.offer))"))
    expect(bob.page.locator(".tray .place[aria-label]")).to_have_count(4)
    assert staged(bob.page) == prepared
    settles(bob.page)
    bob.press(bob.page.get_by_role("button", name="Clear"))
    expect(bob.page.locator(".tray .place[aria-label]")).to_have_count(0)
