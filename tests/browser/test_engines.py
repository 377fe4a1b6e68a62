"""A short game of each kind in Firefox and in WebKit, which is Safari's engine. All other tests run in Chromium."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from parlour.cards import CODES
from tests.browser.expecting import expect
from tests.browser.looks import check, check_geometry
from tests.browser.players import AT_TABLE, Person, Watcher, play
from tests.browser.rehearsed import GAMES, Rehearsed, shows
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


class Way(NamedTuple):
    """How a game gets to what is worth looking at: what the first seat is asked on the way, and what it does then."""

    secret: int
    asked: tuple[str, ...]
    does: str


WAYS = {
    "golf": Way(7, ("draw", "discard"), "swap"),
    "torpedo": Way(7, ("buy", "accept"), "lay_down"),
    "progressive": Way(4, ("buy", "take"), "lay_down"),
    "toripoka": Way(1, ("draw", "place"), "fold"),
    "yammouth": Way(3, ("place", "keep"), "slam"),
    "hearts": Way(1, ("pass_cards",), "play"),
    "spades": Way(1, ("bid",), "play"),
}


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


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_seen_and_played(server: Process, other_window: Window, game: str) -> None:
    (seats, options), way = GAMES[game], WAYS[game]
    with Rehearsed(server, game, seats, way.secret, options) as table:
        ann = Player(other_window(table.link(0), PHONE))
        for asked in way.asked:
            while asked not in table.asked(0):
                assert table.step()
            shows(ann.page, table.version)
            check_geometry(ann.page, f"{game}: {asked}")
        action = table.until_turn(0, way.does)
        shows(ann.page, table.version)
        if way.does == "lay_down":
            ann.lays_down([[CODES.index(face.partition("=")[0]) for face in meld] for meld in action.melds])
        elif way.does == "fold":
            ann.press(ann.page.locator(f"[data-fold={action.prize}]"))
            ann.presses("fold")
        elif way.does == "play":
            ann.picks(CODES.index(action.card))
        elif way.does == "swap":
            ann.press(ann.page.locator("[data-own] [data-item^='grid:']").first)
        else:
            ann.presses(way.does)
        assert ann.sees_more_than(table.version)
        check_sizes(ann.page, f"{game}: after {way.does}")
        check(ann.page, f"{game}: after {way.does}")
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
