"""A short game of each kind in Firefox and in WebKit, which is Safari's engine. All other tests run in Chromium."""

import pytest
from playwright.sync_api import Page

from tests.browser.expecting import expect
from tests.browser.looks import check, check_geometry
from tests.browser.players import AT_TABLE, Person, Watcher, play
from tests.browser.rehearsed import TOURS, on_tour, shows
from tests.browser.rummies import Player
from tests.browser.scribe import Scribe, new_sheet
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

# Inner scrollers whose bars the browser draws in its own colors.
STRIPS = """() => [...document.querySelectorAll('main *, aside *')].filter((one) => {
    const { overflowX, overflowY, scrollbarColor } = getComputedStyle(one)
    return /auto|scroll/.test(overflowX + overflowY) && scrollbarColor === 'auto'
}).map((one) => one.outerHTML.slice(0, 120))"""

# How much wider each laid meld is than its cards, which overlap.
SLACK = """() => [...document.querySelectorAll('[data-zone^="meld:"] .items')].map((items) => {
    const card = items.querySelector('.place:last-of-type')
    return Math.round(items.getBoundingClientRect().right - card.getBoundingClientRect().right)
})"""

# The thickness of the line over a sheet's totals, which Firefox may not draw where lines are collapsed, and how far the
# totals are from the bottom of what scrolls.
TOTALS = """(sheet) => {
    const row = sheet.querySelector('tfoot tr:last-child')
    const bottoms = [...row.cells, sheet.parentElement].map((one) => Math.round(one.getBoundingClientRect().bottom))
    const { borderCollapse, borderTopWidth } = getComputedStyle(row.cells[1])
    return [borderCollapse === 'separate' ? parseFloat(borderTopWidth) : 0, Math.max(...bottoms) - Math.min(...bottoms)]
}"""


def check_sizes(page: Page, where: str) -> None:
    for size in (DESK, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        check_geometry(page, f"{where}, {size}")


def test_golf_is_set_up_played_and_watched_again(server: Process, other_window: Window) -> None:
    ann = Person(other_window(server.url, PHONE))
    ann.sets_up(server.url, "Ann", "steady", house_rules="holes=1")
    check(ann.page, "lobby")
    ann.starts()
    check(ann.page, "a table")
    for name in ("Scores", "Table"):
        ann.press(ann.page.get_by_role("button", name=name, exact=True))
        ann.page.locator("aside").wait_for()
        check(ann.page, name)
        if name == "Scores":
            assert ann.page.get_by_test_id("sheet").evaluate(TOTALS)[0] > 0, (
                "a line over the totals, from the beginning"
            )
        if name == "Table":
            ann.press(ann.page.get_by_role("button", name="Use another device"))
            link = ann.page.locator("section[aria-label='A personal link'] input").input_value()
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("aside")).to_have_count(0)
    version = ann.version
    play([ann], lambda: ann.version > version + 4)
    ann.page.reload()
    ann.connected()
    assert ann.version > version + 4

    desk = Person(other_window(link, DESK))
    desk.connected()
    assert "#" not in desk.page.url, "the token has left the address"
    play([desk], lambda: desk.phase == "over")
    for person in (ann, desk):
        expect(person.table).to_have_attribute("data-phase", "over")
        check(person.page, "the end")

    ann.press(ann.page.get_by_role("link", name="Watch replay"))
    watcher = Watcher(ann.page)
    ann.press(ann.page.get_by_test_id("step"))
    watcher.at(1)
    ann.page.keyboard.press("ArrowRight")
    watcher.at(2)
    ann.page.keyboard.press("End")
    watcher.at(watcher.moves)
    check(ann.page, "a replay")


@pytest.mark.parametrize("game", TOURS)
def test_every_game_can_be_seen_and_played(server: Process, other_window: Window, game: str) -> None:
    tour = TOURS[game]
    with on_tour(server, game) as table:
        ann = Player(other_window(table.link(0), PHONE))
        for do in ("", tour.does):
            action = table.until_turn(0, do)
            shows(ann.page, table.version)
            check_geometry(ann.page, f"{game}: before {type(action).__name__}")
        tour.by(ann, action)
        assert ann.sees_more_than(table.version)
        check_sizes(ann.page, f"{game}: after {type(action).__name__}")
        check(ann.page, f"{game}: after {type(action).__name__}")
        assert all(slack < 2 for slack in ann.page.evaluate(SLACK))
        assert ann.page.evaluate(STRIPS) == []


def test_a_sheet_a_lesson_and_a_new_table(server: Process, other_window: Window) -> None:
    ann = Scribe(other_window(new_sheet(server, "yammouth", "Ann", "Bob", "Cat"), PHONE))
    ann.page.get_by_test_id("ledger").wait_for()
    check(ann.page, "an empty sheet")
    line, below = ann.page.get_by_test_id("ledger").evaluate(TOTALS)
    assert line > 0
    assert below <= 2, "the totals are at the bottom"
    ann.enters("12", "", "31", won=1)
    expect(ann.totals).to_have_text(["12", "0", "31"])
    check(ann.page, "a sheet")

    ann.page.goto(f"{server.url}/new/yammouth")
    ann.unfolds()
    check(ann.page, "a new table")

    ann.page.goto(f"{server.url}/learn/toripoka")
    ann.write(ann.page.locator("[name=name]"), "Ann")
    ann.press(ann.page.get_by_role("button", name="Begin"))
    ann.page.wait_for_url(AT_TABLE)
    expect(ann.page.get_by_test_id("coach")).to_contain_text("prizes")
    check(ann.page, "a lesson")
    ann.press(ann.page.get_by_test_id("coach-next"))
