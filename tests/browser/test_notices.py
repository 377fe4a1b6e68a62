"""What is said over the table: one notice at a time, where it hides no player and no card, and each can be closed."""

import re

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import check, seen
from tests.browser.players import Person, new_table, personal
from tests.browser.rehearsed import BARRED, Rehearsed, shows, until_some_are_barred
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import PHONE, Window
from tests.process import Process

# Players whose plates lie under what is said.
COVERED = """() => {
    const said = document.querySelector('.notices').getBoundingClientRect()
    return [...document.querySelectorAll('main [data-seat]')]
        .filter(one => one.getBoundingClientRect().top < said.bottom).map(one => one.textContent)
}"""


def notices(page: Page) -> Locator:
    return page.locator(".notices").locator("section, [data-testid=refusal]")


def refuses(page: Page) -> Locator:
    page.locator(BARRED).first.click(position={"x": 10, "y": 14}, force=True)
    refusal = page.get_by_test_id("refusal")
    refusal.wait_for()
    return refusal


@on_phone_and_desk
def test_a_refusal_covers_no_player_and_can_be_closed(server: Process, window: Window, size: dict[str, int]) -> None:
    with Rehearsed(server, "hearts", 4, options={"rounds": 1}) as table:
        until_some_are_barred(table)
        page = window(table.link(0), size)
        refusal = refuses(page)
        check(page, "a refusal")
        assert page.evaluate(COVERED) == []
        refusal.get_by_role("button", name="Dismiss").click()
        expect(refusal).to_have_count(0)


def test_a_question_waits_until_the_refusal_is_closed_and_takes_the_place_of_a_hint(
    server: Process, window: Window
) -> None:
    with Rehearsed(server, "hearts", 4, options={"rounds": 1}) as table:
        until_some_are_barred(table)
        page = window(table.link(0), PHONE)
        shows(page, table.version)
        page.get_by_test_id("hint").click()
        expect(page.get_by_test_id("advice")).to_be_visible(timeout=20_000)
        table.version = table.say(3, {"type": "table", "event": {"what": "undo"}})
        asked = page.get_by_text(re.compile("wants to take a move back"))
        expect(asked).to_be_visible()
        expect(notices(page)).to_have_count(1)
        assert page.evaluate(COVERED) == []
        refusal = refuses(page)
        expect(asked).to_have_count(0)
        expect(notices(page)).to_have_count(1)
        refusal.get_by_role("button", name="Dismiss").click()
        expect(asked).to_be_visible()


def test_those_who_ask_for_their_chairs_are_answered_one_at_a_time(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 4, options={"holes": 1}) as table:
        page = window(table.link(0), PHONE)
        shows(page, table.version)
        for seat in (1, 2):
            table.lines[seat].close()
            asked = f"{server.url}/api/tables/{table.code}/return"
            for _ in range(50):  # until the server has noticed that they are gone
                if httpx.post(asked, json={"seat": seat}).is_success:
                    break
                page.wait_for_timeout(100)
        panel = page.get_by_test_id("returning")
        expect(panel).to_contain_text("Bob")
        expect(panel).to_have_count(1)
        check(page, "one of two who ask for their chairs")
        panel.get_by_role("button", name="No").click()
        expect(panel).to_contain_text("Grandma")
        expect(panel).to_have_count(1)


def test_the_prompt_of_an_offer_is_no_higher_than_any_other(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 4, options={"rounds": 1}) as table:
        page = window(table.link(0), PHONE)
        shows(page, table.version)
        said = "Grandma wants to buy 4♣. Let them have it, or take it yourself?"
        heights = page.get_by_test_id("prompt").evaluate(
            "(one, said) => [one.offsetHeight, (one.firstChild.data = said, one.offsetHeight)]", said
        )
        assert heights[0] == heights[1]


def test_an_offer_is_in_sight_where_the_whole_table_scrolls(server: Process, window: Window) -> None:
    """With letters twice as large, six players fill a small phone, and there are only seconds to answer."""
    with Rehearsed(server, "torpedo", 6) as table:
        page = window(table.link(0), {"width": 360, "height": 640})
        shows(page, table.version)
        page.evaluate("localStorage.parlour = JSON.stringify({ letters: 200 })")
        page.reload()
        assert table.until(lambda table: "buy" in table.asked(0))
        buttons = page.locator("main [data-ask]")
        buttons.first.wait_for()
        page.wait_for_timeout(300)
        assert seen(page, "main [data-ask]") == buttons.count()


def test_what_a_host_can_do_with_a_chair_opens_in_sight(server: Process, window: Window) -> None:
    made = new_table(server, seats=[{}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}])
    ann = Person(window(personal(made), PHONE))
    ann.starts()
    ann.press(ann.page.get_by_role("button", name="Table", exact=True))
    chair = ann.page.get_by_role("button", name=re.compile("Change chair 2"))
    ann.press(chair)
    opens = ann.page.get_by_role("button", name="Open it")
    expect(opens).to_be_in_viewport(ratio=1)
    under, below = chair.bounding_box(), opens.bounding_box()
    assert under
    assert below
    assert under["y"] < below["y"] < under["y"] + 320, "the controls of a chair are under it"
