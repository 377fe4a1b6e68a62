"""Easy mode: a switch of the device, offered to whoever enlarges the letters."""

import re

import pytest
from playwright.sync_api import Page, expect

from parlour.table.events import Pace
from tests.browser.looks import STILL, check
from tests.browser.players import Person, new_table, personal
from tests.browser.rehearsed import Rehearsed, shows
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import PHONE, Window
from tests.process import Process

CARDS = "[data-own] [role=option]"
WIDTH = "selector => document.querySelector(selector).getBoundingClientRect().width"
CUT_NAMES = """() => [...document.querySelectorAll('main .name')]
    .filter((name) => name.scrollHeight > name.clientHeight + 1).map((name) => name.textContent)"""
EASY = "localStorage.parlour = JSON.stringify({ easy: true })"


def easy_window(server: Process, window: Window, address: str, size: dict[str, int] = PHONE) -> Page:
    page = window(server.url, size)
    page.evaluate(EASY)
    page.goto(address)
    return page


def test_easy_mode_is_offered_once_to_somebody_who_enlarges_the_letters(server: Process, window: Window) -> None:
    page = window(server.url, PHONE)
    page.get_by_text("Device settings").click()
    offer = page.get_by_test_id("offer-easy")
    expect(offer).to_have_count(0)
    page.locator("[data-setting=letters-125]").check()
    expect(offer).to_be_visible()
    check(page, "the offer")
    offer.get_by_role("button", name="No, thanks").click()
    expect(offer).to_have_count(0)
    page.locator("[data-setting=letters-150]").check()
    page.reload()
    page.get_by_text("Device settings").click()
    expect(page.locator("[name=easy]")).not_to_be_checked()
    expect(offer).to_have_count(0)

    other = window(server.url, PHONE)
    other.get_by_text("Device settings").click()
    other.locator("[data-setting=letters-125]").check()
    other.get_by_role("button", name="Turn on easy mode").click()
    expect(other.get_by_test_id("offer-easy")).to_have_count(0)
    other.reload()
    other.get_by_text("Device settings").click()
    expect(other.locator("[name=easy]")).to_be_checked()
    expect(other.locator("html")).to_have_attribute("data-easy", "on")


def test_no_single_tap_throws_a_card_even_where_one_tap_plays(server: Process, window: Window) -> None:
    with Rehearsed(server, "hearts", 4, options={"rounds": 1}) as table:
        table.until_turn(0, "play")
        page = easy_window(server, window, table.link(0))
        shows(page, table.version)
        card = page.locator("[data-own] [data-item]").first
        card.click()
        expect(card).to_have_attribute("aria-selected", "true")
        page.wait_for_timeout(300)
        expect(page.get_by_test_id("table")).to_have_attribute("data-version", str(table.version))
        page.locator("[data-ask=play]").click()
        shows(page, table.version + 1)


def test_a_finger_that_shakes_taps_and_does_not_drag(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 3, options={"rounds": 1}) as table:
        table.until_turn(0, "discard")
        page = easy_window(server, window, table.link(0))
        shows(page, table.version)
        page.evaluate(STILL)
        card = page.locator("[data-own] [data-item]").first
        box = card.bounding_box()
        assert box
        x, y = box["x"] + 9, box["y"] + 20
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 4, y + 14, steps=4)
        page.mouse.up()
        expect(card).to_have_attribute("aria-selected", "true")


def test_a_hole_of_golf_is_changed_by_a_button_and_not_by_a_tap(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 2, options={"holes": 1}) as table:
        table.until_turn(0, "swap")
        page = easy_window(server, window, table.link(0))
        shows(page, table.version)
        page.locator("[data-own] [data-item]").first.click()
        page.wait_for_timeout(300)
        expect(page.get_by_test_id("table")).to_have_attribute("data-version", str(table.version))
        page.locator("[data-ask=swap]").click()
        shows(page, table.version + 1)


@on_phone_and_desk
@pytest.mark.parametrize(("game", "seats"), [("torpedo", 6), ("hearts", 4)])
def test_cards_are_larger_names_are_whole_and_the_hint_is_a_button(
    server: Process, window: Window, game: str, seats: int, size: dict[str, int]
) -> None:
    with Rehearsed(server, game, seats, options={"rounds": 1}) as table:
        table.until(lambda table: table.asked(0))
        usual = window(table.link(0), size)
        page = easy_window(server, window, table.link(0), size)
        for each in (usual, page):
            shows(each, table.version)
            each.evaluate(STILL)
        assert page.evaluate(WIDTH, CARDS) > 1.1 * usual.evaluate(WIDTH, CARDS)
        assert page.evaluate(CUT_NAMES) == []
        expect(page.get_by_test_id("hint")).to_contain_text("Hint")
        expect(page.locator("aside")).to_have_count(0)
        check(page, f"{game} in easy mode")


def test_a_hand_is_larger_on_a_high_phone_with_large_letters(server: Process, window: Window) -> None:
    with Rehearsed(server, "hearts", 4, options={"rounds": 1}) as table:
        table.until(lambda table: table.asked(0))
        widths = []
        for easy in (False, True):
            page = window(server.url, PHONE)
            page.evaluate(
                "easy => (localStorage.parlour = JSON.stringify({ easy, letters: 125, easyOffered: true }))", easy
            )
            page.goto(table.link(0))
            shows(page, table.version)
            page.evaluate(STILL)
            widths.append(page.evaluate(WIDTH, CARDS))
            check(page, f"Hearts with large letters, easy mode {easy}")
        assert widths[1] > 1.3 * widths[0]


# Whether a pile's count lies on the left half of its card, where the rank is.
ON_RANK = """() => [...document.querySelectorAll('.onPile')].some(count => {
    const card = count.closest('[data-zone]').querySelector('.place:last-of-type .item')
    const [over, under] = [count, card].map(one => one.getBoundingClientRect())
    return over.bottom > under.top && over.left < under.left + under.width / 2 && over.right > under.left
})"""


def test_a_piles_count_leaves_the_rank_free(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 4, options={"holes": 1}) as table:
        table.until_turn(0, "swap")
        page = window(server.url, PHONE)
        page.evaluate("localStorage.parlour = JSON.stringify({ easy: true, letters: 125 })")
        page.goto(table.link(0))
        shows(page, table.version)
        page.evaluate(STILL)
        assert page.locator(".onPile").count()
        assert not page.evaluate(ON_RANK)


def test_easy_mode_is_offered_beside_the_name_and_in_the_tables_menu(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {}])
    bob = Person(window(made["link"], PHONE))
    switch = bob.page.locator("[name=easy]")
    switch.check()
    check(bob.page, "easy mode beside the name")
    bob.joins(made["link"], "Bob")
    expect(bob.page.locator("html")).to_have_attribute("data-easy", "on")
    Person(window(personal(made))).starts()
    bob.press(bob.page.get_by_role("button", name="Table", exact=True))
    expect(switch).to_be_in_viewport()
    switch.uncheck()
    expect(bob.page.locator("html")).to_have_attribute("data-easy", "off")
    again = window(made["link"], PHONE)
    again.evaluate("localStorage.parlour = JSON.stringify({ name: 'Cat' })")
    again.reload()
    again.locator("[name=name], h1").first.wait_for()
    expect(again.locator("[name=easy]")).to_have_count(0)


def test_a_clock_of_the_table_stays_and_does_not_tick(server: Process, window: Window) -> None:
    pace = Pace(turn=90, windows=False, calls="in turn", slam_grace=0)
    with Rehearsed(server, "golf", 2, options={"holes": 1}, pace=pace) as table:
        table.until(lambda table: table.asked(0))
        page = easy_window(server, window, table.link(0))
        shows(page, table.version)
        clock = page.get_by_test_id("clock").first
        expect(clock).to_have_text(re.compile("^about [1-9]0 s$"))
        before = clock.text_content()
        page.wait_for_timeout(2500)
        usual = window(table.link(0), PHONE).get_by_test_id("clock").first
        expect(usual).to_have_text(re.compile(r"^\d+ s$"))
        assert clock.text_content() in (before, f"about {int((before or '').split()[1]) - 10} s")
