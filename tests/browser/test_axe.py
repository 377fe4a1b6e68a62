"""axe finds no serious problem on any screen, large or small, light or dark, and nothing overflows sideways."""

from playwright.sync_api import expect

from tests.browser.looks import check
from tests.browser.players import Person, play
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import Window
from tests.process import Process


@on_phone_and_desk
def test_every_screen_can_be_used_by_everybody(
    server: Process, window: Window, size: dict[str, int], scheme: str
) -> None:
    ann = Person(window(server.url, size, scheme))
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    check(ann.page, "home")
    ann.page.goto(f"{server.url}/new/golf")
    expect(ann.page.get_by_role("button", name="Set up the table")).to_be_visible()
    check(ann.page, "new table")
    link = ann.sets_up(server.url, "Ann", "open", "steady")
    check(ann.page, "lobby")
    bob = Person(window(link, size, scheme))
    expect(bob.page.locator("[name=name]")).to_be_visible()
    check(bob.page, "join")
    bob.joins(link, "Bob")
    check(bob.page, "a guest's lobby")
    ann.starts()
    expect(bob.table).to_have_attribute("data-phase", "playing")
    check(ann.page, "turning up")
    for name in ("Log", "Scores", "Rules", "Table"):
        ann.press(ann.page.get_by_role("button", name=name, exact=True))
        check(ann.page, name)
        ann.page.keyboard.press("Escape")
    play([ann, bob], lambda: ann.phase == "between")
    check(ann.page, "between holes")
    check(bob.page, "between holes, waiting")
    onlooker = window(link, size, scheme)
    onlooker.get_by_role("button", name="Just watch").click()
    expect(onlooker.get_by_test_id("table")).to_be_visible()
    check(onlooker, "watching")
    nowhere = window(f"{server.url}/t/ZZZZZZ", size, scheme)
    expect(nowhere.get_by_text("no table")).to_be_visible()
    check(nowhere, "no such table")


def test_a_refusal_names_its_rule_and_opens_it(server: Process, window: Window) -> None:
    ann = Person(window(server.url))
    ann.page.goto(f"{server.url}/new/golf")
    ann.write(ann.page.locator("[name=name]"), "<b>Ann</b>")
    ann.press(ann.page.get_by_role("button", name="Set up the table"))
    expect(ann.page.get_by_test_id("refusal")).to_contain_text("A name can't have")
