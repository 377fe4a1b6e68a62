"""Felt and card backs: a host and a circle choose a felt, card backs, and what is drawn on them."""

import pytest
from playwright.sync_api import expect

from tests.browser.looks import STILL, check
from tests.browser.players import Person
from tests.browser.rehearsed import Rehearsed, shows
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import PHONE, Window
from tests.process import Process

FELT = "getComputedStyle(document.documentElement).getPropertyValue('--table')"


@on_phone_and_desk
@pytest.mark.parametrize(("felt", "back"), [("wine", "lattice"), ("dusk", "waves")])
def test_everybody_can_use_a_table_of_every_felt(
    server: Process, window: Window, felt: str, back: str, size: dict[str, int], scheme: str
) -> None:
    with Rehearsed(server, "golf", 2, options={"holes": 1}) as table:
        plain = window(table.link(1), size, scheme)
        shows(plain, table.version)
        usual = plain.evaluate(FELT)
        decor = {"felt": felt, "back": back, "initials": "abc"}
        table.version = table.say(0, {"type": "table", "event": {"what": "decorate", "decor": decor}})
        page = window(table.link(0), size, scheme)
        for each in (page, plain):
            shows(each, table.version)
            expect(each.locator("html")).to_have_attribute("data-felt", felt)
            expect(each.locator("pattern#back text")).to_have_text("ABC")
            assert each.evaluate(FELT) != usual
        table.until(lambda table: "draw" in table.asked(0))
        shows(page, table.version)
        check(page, f"{felt}, {scheme}")
        page.goto(server.url)
        expect(page.locator("html")).not_to_have_attribute("data-felt", felt)
        expect(page.locator("pattern#back")).to_have_count(1)


def test_a_host_decorates_in_the_lobby_and_hears_what_is_wrong(server: Process, window: Window) -> None:
    ann = Person(window(server.url, PHONE))
    ann.sets_up(server.url, "Ann", "open", "steady")
    page = ann.page
    page.get_by_text("Felt and card backs").click()
    page.get_by_label("Dusk").check(force=True)
    page.get_by_label("Waves").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-felt", "dusk")
    page.get_by_label("Initials").check(force=True)
    page.locator("[name=initials]").fill("A1")
    page.locator("[name=initials]").press("Tab")
    expect(page.get_by_test_id("refusal")).to_contain_text("up to three letters")
    page.locator("[name=initials]").fill("smi")
    page.locator("[name=initials]").press("Tab")
    expect(page.locator("pattern#back text")).to_have_text("SMI")
    page.evaluate(STILL)
    check(page, "a lobby that is being decorated")
    page.get_by_label("Bell").check(force=True)
    expect(page.locator("pattern#back text")).to_have_count(0)
    expect(page.locator("pattern#back path")).to_have_count(1)


def test_a_circle_keeps_its_decor_for_its_tables(server: Process, window: Window) -> None:
    page = window(f"{server.url}/circle", PHONE)
    page.get_by_label("Name of the circle").fill("The Smiths")
    page.get_by_role("button", name="Make a circle").click()
    page.get_by_text("Felt and card backs").click()
    page.get_by_label("Wine").check(force=True)
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    page.get_by_text("Felt and card backs").click()
    expect(page.get_by_label("Wine")).to_be_checked()
    check(page, "a circle's decor")
    secret = page.evaluate("JSON.parse(localStorage.parlour).circles[0].secret")
    answer = page.request.post(
        f"{server.url}/api/tables",
        data={"game": "golf", "name": "Ann", "seats": [{}, {"bot": "steady"}], "circle": secret},
    )
    made = answer.json()
    page.goto(f"{made['link']}#seat={made['token']}")
    expect(page.locator("html")).to_have_attribute("data-felt", "wine")
