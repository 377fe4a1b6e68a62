"""What is played out at a table: a throw, a showdown, scores. The table shows the result at once, a tap ends the scene,
and with less motion there is none."""

from playwright.sync_api import Page, expect

from tests.browser.rehearsed import Rehearsed, shows
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

# Counts what was ever on the layer of scenes.
COUNT = """layer => {
    window.played = 0
    new MutationObserver(all => all.forEach(({ addedNodes }) => (played += addedNodes.length)))
        .observe(layer, { childList: true })
}"""


def watch(window: Window, table: Rehearsed, size: dict[str, int], motion: bool = True) -> Page:
    """Opens the table as the first seat sees it, with the parts that come later."""
    page = window(table.link(0), size, motion=motion)
    shows(page, table.version)
    page.get_by_test_id("staging").wait_for(state="attached")
    page.get_by_test_id("staging").evaluate(COUNT)
    page.get_by_test_id("cheers").wait_for(state="attached")
    return page


def throws(table: Rehearsed) -> int:
    """Lets the player with the most points throw the cards. Returns how many."""
    loser = max(range(1, len(table.tokens)), key=lambda seat: int(table.state.sheet[-1][seat]))
    table.version = table.say(loser, {"type": "table", "event": {"what": "gesture", "name": "throw"}})
    return len(table.state.hands[loser])


def test_T33_a_thrown_hand_flies_across_every_screen_until_a_tap(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 4, 2, {"rounds": 2}) as table:
        assert table.until(lambda table: table.state.open_hands())
        phone, desk = watch(window, table, PHONE), watch(window, table, DESK)
        still = watch(window, table, DESK, motion=False)
        cards = throws(table)
        phone.locator(".thrown").first.wait_for(state="attached")
        phone.keyboard.press("Shift")
        assert phone.locator(".thrown").count() == 0
        shows(still, table.version)
        assert [page.evaluate("played") for page in (phone, desk, still)] == [cards, cards, 0]
        expect(still.get_by_test_id("spoken")).to_contain_text("threw the cards")
        expect(desk.locator(".thrown")).to_have_count(0)
