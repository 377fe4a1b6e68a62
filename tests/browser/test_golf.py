"""A family plays Golf: two windows and a bot, with reloads, another device and crashes of the server."""

import re

import pytest
from playwright.sync_api import expect

from tests.arbitrary import LONG
from tests.browser.looks import check, seen
from tests.browser.magpies import links
from tests.browser.players import AtTheKeyboard, Person, play, restart
from tests.browser.rehearsed import Rehearsed, shows
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

HOLES = 9 if LONG else 3
GRIDS = "[data-zone^='grid:'] .item"


def totals(person: Person) -> list[str]:
    """The last row of the score sheet."""
    person.press(person.page.get_by_role("button", name="Scores"))
    sheet = person.page.get_by_test_id("sheet").last
    expect(sheet.get_by_role("row")).to_have_count(HOLES + 2)  # names, holes, totals
    found = sheet.get_by_role("row").last.inner_text().split()
    person.page.keyboard.press("Escape")
    return found


def go_on(persons: list[Person]) -> None:
    """Plays another hole in the long form, a few moves in the short form."""
    hole, version = persons[0].hole, persons[0].version
    play(persons, lambda: persons[0].hole > hole or (not LONG and persons[0].version > version + 6))


@pytest.mark.own_server
def test_two_windows_and_a_bot_play_whole_holes_through_a_reload_another_device_and_kills(
    server: Process, window: Window
) -> None:
    ann = Person(window(server.url, DESK))
    link = ann.sets_up(server.url, "Ann", "open", "steady", house_rules="" if LONG else f"holes={HOLES}")
    expect(ann.page.locator("input[readonly]").first).to_have_value(link)
    bob = Person(window("about:blank", PHONE))
    bob.joins(link, "Bob")
    ann.starts()
    play([ann, bob], lambda: ann.hole >= 2)
    for person in (ann, bob):
        check(person.page, "grids around the piles")
        assert seen(person.page, GRIDS) == person.page.locator(GRIDS).count() == 18
    go_on([ann, bob])

    bob.page.reload()
    bob.connected()
    go_on([ann, bob])

    bob.press(bob.page.get_by_role("button", name="Table", exact=True))
    bob.press(bob.page.get_by_role("button", name="Use another device"))
    personal = bob.page.locator("section[aria-label='A personal link'] input").input_value()
    assert re.fullmatch(re.escape(link) + "#seat=[A-Za-z0-9_-]{22}", personal)
    tablet = Person(window(personal, DESK))
    tablet.connected()
    assert tablet.page.url == link, "the token has left the address"
    go_on([ann, tablet])
    tablet.page.context.close()
    bob.page.reload()

    restart(server, [ann, bob])
    go_on([ann, bob])
    restart(server, [ann, bob])
    play([ann, bob], lambda: ann.phase == bob.phase == "over")

    assert totals(ann) == totals(bob)
    assert ann.page.get_by_text("wins.").or_(ann.page.get_by_text("share the win")).count()
    ann.press(ann.page.get_by_test_id("rematch"))
    bob.press(bob.page.get_by_test_id("follow"))
    for person in (ann, bob):
        expect(person.table).to_have_attribute("data-phase", "lobby")
        assert person.page.url != link
    ann.starts()
    assert "Traceback" not in server.output.read_text()


@pytest.mark.skipif(not LONG, reason="in the long form; the short one plays a game with hands by keyboard")
def test_nine_holes_by_keyboard_only(server: Process, window: Window) -> None:
    ann, bob = (AtTheKeyboard(window("about:blank", DESK)) for _ in range(2))
    link = ann.sets_up(server.url, "Ann", "open", "steady")
    bob.joins(link, "Bob")
    ann.starts()
    play([ann, bob], lambda: ann.phase == bob.phase == "over")
    assert totals(ann) == totals(bob)


@on_phone_and_desk
def test_last_turns_are_marked_and_a_scored_hole_shows_the_points_of_every_column(
    server: Process, window: Window, size: dict[str, int], scheme: str
) -> None:
    ann, bob = (Person(window(link, size, scheme)) for link in links(server, game="golf", options={"holes": 1}))
    bob.connected()
    ann.starts()
    warning = ann.page.get_by_text("out: last turns")
    play([ann, bob], lambda: warning.count() > 0 or ann.phase == "over")
    expect(warning).to_be_visible()
    check(ann.page, "last turns")
    play([ann, bob], lambda: ann.phase == bob.phase == "over")
    expect(ann.page.locator(".sum")).to_have_count(6)
    check(ann.page, "a scored hole")


def test_points_below_zero_have_their_sign_on_the_plate(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 4, 8, {"holes": 2}) as table:
        table.until(lambda table: table.state.result())
        page = window(table.link(0))
        shows(page, table.version)
        expect(page.locator("[data-seat='1'] .showing > span").last).to_have_text("−2 this hole")
