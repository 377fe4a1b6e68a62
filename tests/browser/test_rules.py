"""The rules drawer, which shows the rules as this table plays them."""

from functools import partial

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import check
from tests.browser.players import Person
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

CHOSEN = {"super_kings": True, "initial_flips": 1, "flip_on_discard": "never"}


def rule_on(page: Page, number: str) -> Locator:
    return page.locator(f"[data-rule={number}]")


def test_house_rules_are_shown_at_their_rules_and_unused_ones_are_folded_away(server: Process, window: Window) -> None:
    with httpx.Client(base_url=server.url) as http:
        new = {"game": "golf", "name": "Ann", "seats": [{}, {"bot": "steady"}], "options": CHOSEN}
        made = http.post("/api/tables", json=new).json()
    for size in (PHONE, DESK):
        ann = Person(window(f"{made['link']}#seat={made['token']}", size))
        ann.connected()
        if size == PHONE:
            ann.starts()
        rule = partial(rule_on, ann.page)
        ann.press(ann.page.get_by_role("button", name="Rules", exact=True))
        expect(rule("G2")).to_contain_text("Here: Everybody turns up 1 card before play begins.")
        expect(rule("G2")).to_contain_text("Otherwise as written: Before play begins")
        expect(rule("G7")).to_contain_text("Here: When you discard a card from the stock, you don't turn up a card.")
        expect(rule("G9")).to_contain_text("Here: Kings are worth −2. (G14)")
        expect(rule("G14")).to_contain_text("Used here.")
        expect(rule("G5")).not_to_contain_text("ere:")
        expect(rule("G15")).to_have_count(0)
        check(ann.page, "the rules")
        ann.press(ann.page.get_by_role("button", name="house rules not used here"))
        expect(rule("G15")).to_contain_text("Not used here.")
        ann.press(ann.page.get_by_role("button", name="Hide what isn’t used here"))
        expect(rule("G15")).to_have_count(0)
        ann.write(ann.page.get_by_role("searchbox"), "sev")
        expect(rule("G15")).to_contain_text("Not used here.")
        expect(rule("G14")).to_have_count(0)


def test_a_quoted_rule_opens_even_if_it_is_folded_away(server: Process, window: Window) -> None:
    ann = Person(window(server.url, DESK))
    link = ann.sets_up(server.url, "Ann", "open")
    bob = Person(window("about:blank", DESK))
    bob.joins(link, "Bob")
    ann.starts()
    ann.press(ann.page.get_by_role("button", name="Rules", exact=True))
    ann.press(ann.page.get_by_role("button", name="house rules not used here"))
    ann.press(ann.page.locator("[data-quote=G26]"))
    expect(bob.page.locator("[data-rule=G26]")).to_be_in_viewport()
