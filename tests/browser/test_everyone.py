"""The page for people who use a keyboard, a screen reader, or forced colors."""

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.players import AtTheKeyboard
from tests.browser.rehearsed import TOURS, Rehearsed, on_tour, shows
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

FACE = re.compile(r"\b(?:10|[2-9AJQK])[SHDC]\b")


def sits(window: Window, table: Rehearsed, *asked: str, size: dict[str, int] = DESK) -> Page:
    """Opens Ann's window when she is asked this."""
    assert table.until(lambda table: table.asked(0) >= set(asked))
    page = window(table.link(0), size)
    shows(page, table.version)
    return page


def has_focus(what: Locator) -> None:
    expect(what.first).to_be_focused()


def test_a_hand_is_a_list_that_says_how_many_and_which_are_new(server: Process, window: Window) -> None:
    with on_tour(server, "torpedo") as table:
        page = sits(window, table, "discard")
        hand = page.get_by_role("listbox", name=re.compile(r"^Your hand, \d+ cards$"))
        expect(hand).to_have_count(1)
        expect(hand.get_by_role("option", name=re.compile(r"^\w+ of \w+, new$"))).not_to_have_count(0)


def test_a_button_says_what_it_does_and_no_label_has_only_a_suit_symbol(server: Process, window: Window) -> None:
    with on_tour(server, "golf") as table:
        page = sits(window, table, "swap")
        own = page.locator("[data-own]").get_by_role("button", name=re.compile(r"top left\. Swap in \w+ of \w+"))
        expect(own).to_have_count(1)
        names: list[str] = page.locator("[aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert [name for name in names if re.search("[♠♥♦♣]", name)] == []


@pytest.mark.parametrize("game", TOURS)
def test_nothing_in_the_page_tells_what_lies_face_down(server: Process, window: Window, game: str) -> None:
    with on_tour(server, game) as table:
        page = window(table.link(0))
        for _ in range(12):
            table.step()
        shows(page, table.version)
        shown = set(FACE.findall(msgspec.json.encode(table.game.view(table.state, 0)).decode()))
        told = set(FACE.findall(" ".join(page.evaluate(ATTRIBUTES))))
        assert told <= shown
        down: list[str] = page.evaluate(FACE_DOWN)
        assert len(set(down)) <= 1, down


# Every attribute of every element except links and classes.
ATTRIBUTES = """() => [...document.querySelectorAll('body *')].flatMap(one =>
    [...one.attributes].filter(({ name }) => name !== 'href' && name !== 'class').map(({ value }) => value))"""
# The drawings of all card backs, which must be the same.
FACE_DOWN = """() => [...document.querySelectorAll('.place')].filter(place =>
    /^face down/.test(place.firstElementChild?.ariaLabel)).map(place => place.querySelector('svg').innerHTML)"""


def test_the_focus_stays_in_the_hand_when_its_last_card_is_played(server: Process, window: Window) -> None:
    with on_tour(server, "torpedo") as table:
        page = sits(window, table, "discard")
        ann = AtTheKeyboard(page)
        hand = page.locator("[data-own] [role=option]")
        before = hand.count()
        ann.reaches(hand.last)
        page.keyboard.press("Enter")
        page.keyboard.press(page.locator("[data-ask=discard]").get_attribute("aria-keyshortcuts") or "")
        expect(hand).to_have_count(before - 1)
        has_focus(page.locator("[data-own] [role=option]:focus"))


def test_a_card_goes_to_a_tray_and_back_by_keys(server: Process, window: Window) -> None:
    with on_tour(server, "torpedo") as table:
        page = sits(window, table, "lay_down", "discard")
        ann = AtTheKeyboard(page)
        ann.press(page.locator("[data-own] [role=option]").nth(2))
        ann.press(page.locator("[data-target='tray:1']"))
        back = page.locator(".tray .place[aria-label]")
        expect(back).to_have_count(1)
        ann.press(back)
        expect(back).to_have_count(0)
        has_focus(page.locator(".tray").nth(1).locator(".need"))
        ann.press(page.locator("[data-own] [role=option]").nth(2))
        page.keyboard.press("Escape")
        expect(page.locator("[data-own] [role=option][aria-selected=true]")).to_have_count(0)


def test_an_offer_is_answered_by_keys(server: Process, window: Window) -> None:
    with on_tour(server, "torpedo") as table:
        page = sits(window, table, "buy", size=PHONE)
        expect(page.get_by_test_id("urgent")).to_contain_text("buy")
        AtTheKeyboard(page).press(page.locator("[data-ask=pass]"))
        expect(page.locator("[data-ask=pass]")).to_have_count(0)
        assert page.evaluate("document.activeElement !== document.body")


def test_what_is_asked_over_the_hand_takes_the_focus_and_gives_it_back(server: Process, window: Window) -> None:
    with on_tour(server, "toripoka") as table:
        page = sits(window, table, "fold", "place")
        ann = AtTheKeyboard(page)
        fold = page.locator("[data-fold]").first
        ann.press(fold)
        has_focus(page.get_by_role("button", name="Keep playing"))
        page.keyboard.press("Escape")
        has_focus(fold)
        assert table.step()
        assert table.until(lambda table: table.asked(0) >= {"place"})
        shows(page, table.version)
        ann.press(page.locator("[data-own] [role=option]"))
        ann.press(page.locator("[data-target]"))
        has_focus(page.locator("[data-choice]:focus"))


@on_phone_and_desk
def test_a_drawer_takes_the_focus_and_gives_it_back(server: Process, window: Window, size: dict[str, int]) -> None:
    with on_tour(server, "golf") as table:
        page = window(table.link(0), size)
        tab = page.get_by_role("button", name="Rules", exact=True)
        AtTheKeyboard(page).press(tab)
        has_focus(page.get_by_role("heading", name="Rules", exact=True))
        page.keyboard.press("Escape")
        expect(page.locator("aside")).to_have_count(0)
        has_focus(tab)


def test_escape_closes_a_drawer_even_if_what_had_the_focus_is_gone(server: Process, window: Window) -> None:
    with on_tour(server, "golf") as table:
        page = window(table.link(0), PHONE)
        page.get_by_role("button", name="Table", exact=True).click()
        page.get_by_role("button", name="Use another device").click()
        expect(page.get_by_text("Open this on your other device.")).to_be_visible()
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Escape")
        expect(page.locator("aside")).to_have_count(0)


def test_without_shortcut_keys_letters_and_numbers_do_nothing(server: Process, window: Window) -> None:
    with on_tour(server, "golf") as table:
        page = sits(window, table, "draw")
        page.keyboard.press("p")
        expect(page.get_by_test_id("spoken")).to_contain_text("Stock: ")
        said = page.get_by_test_id("spoken").text_content() or ""
        kept(page, keys=False)
        shows(page, table.version)
        version = page.get_by_test_id("table").get_attribute("data-version") or ""
        for key in "thpmsl?123":
            page.keyboard.press(key)
        page.wait_for_timeout(200)
        expect(page.get_by_test_id("spoken")).not_to_have_text(said)
        expect(page.get_by_test_id("table")).to_have_attribute("data-version", version)
        expect(page.locator("[aria-keyshortcuts]")).to_have_count(0)


def test_without_hints_everything_can_still_be_tapped(server: Process, window: Window) -> None:
    with on_tour(server, "golf") as table:
        page = sits(window, table, "draw")
        kept(page, hints=False)
        shows(page, table.version)
        page.locator("[data-item^=discard]").click()
        expect(page.get_by_role("group", name="In your hand")).to_be_visible()


def kept(page: Page, **taste: bool) -> None:
    page.evaluate("taste => localStorage.setItem('parlour', JSON.stringify(taste))", taste)
    page.reload()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_forced_colors_an_edge_shows_what_can_be_tapped(server: Process, browser: Browser, scheme: Any) -> None:
    with on_tour(server, "golf") as table:
        assert table.until(lambda table: "draw" in table.asked(0))
        context = browser.new_context(color_scheme=scheme, forced_colors="active", reduced_motion="reduce")
        page = context.new_page()
        page.goto(table.link(0))
        shows(page, table.version)
        for item in page.locator("[data-item]").all():
            assert item.evaluate("one => parseFloat(getComputedStyle(one).outlineWidth) >= 2")
        context.close()
