"""The games of a device and of a family's circle, on the page."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import check
from tests.browser.players import Person, play
from tests.browser.rehearsed import Rehearsed, shows
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process


def makes_a_circle(person: Person, server: Process, name: str) -> str:
    """Makes a circle from the home page. Returns its link."""
    person.page.goto(server.url)
    person.press(person.page.get_by_role("link", name="Make a circle"))
    person.write(person.page.locator("[name=circle-name]"), name)
    person.press(person.page.get_by_role("button", name="Make a circle"))
    expect(person.page.get_by_role("heading", name=name, level=1)).to_be_visible()
    return person.page.get_by_label("Link to the circle").input_value()


def rows(page: Page, heading: str) -> Locator:
    return page.get_by_role("region", name=heading).get_by_test_id("game")


def plays_golf(person: Person, server: Process) -> str:
    """Plays one hole against a bot. Returns the code."""
    link = person.sets_up(server.url, "Ann", "steady", house_rules="holes=1")
    person.starts()
    play([person], lambda: person.phase == "over")
    return link.rsplit("/", 1)[1]


@on_phone_and_desk
def test_two_devices_of_one_circle_see_what_is_played_and_who_wins(
    server: Process, window: Window, size: dict[str, int], scheme: str
) -> None:
    ann, bob = Person(window(server.url, size, scheme)), Person(window(server.url, size, scheme))
    link = makes_a_circle(ann, server, "The Smiths")
    expect(ann.page.get_by_test_id("empty")).to_be_visible()
    check(ann.page, "an empty circle")
    code = plays_golf(ann, server)
    if size == DESK:  # where it is in the drawer beside the table
        ann.press(ann.page.get_by_role("button", name="Table", exact=True))
    belonging = ann.page.get_by_test_id("belonging").locator("visible=true")
    ann.press(belonging.locator("summary"))
    expect(belonging.get_by_label("The Smiths")).to_be_checked()
    expect(belonging.get_by_label("The Smiths")).to_be_in_viewport()
    check(ann.page, "after the game")

    bob.page.goto(link)
    expect(bob.page.get_by_role("heading", name="The Smiths", level=1)).to_be_visible()
    assert bob.page.url == f"{server.url}/circle", "the secret has left the address"
    expect(rows(bob.page, "Finished")).to_have_attribute("data-code", code)
    standings = bob.page.get_by_test_id("standings")
    expect(standings).to_have_attribute("data-game", "golf")
    expect(standings.get_by_role("row", name=re.compile("Ann")).first).to_contain_text("1")
    check(bob.page, "a circle")

    bob.page.goto(f"{server.url}/score/golf")
    bob.chooses("circle", label_of(bob, "The Smiths"))
    for number, name in enumerate(("Bob", "Cat"), 1):
        bob.write(bob.page.locator(f"[name=player-{number}]"), name)
    bob.press(bob.page.get_by_test_id("begin"))
    expect(bob.table).to_be_visible()

    ann.page.goto(link)
    expect(rows(ann.page, "In progress")).to_contain_text("Six-Card Golf on paper")
    ann.press(rows(ann.page, "In progress").get_by_role("link", name="Join"))
    expect(ann.page).to_have_url(re.compile("/t/"))
    ann.page.go_back()
    expect(rows(ann.page, "In progress")).to_be_visible()
    ann.press(rows(ann.page, "Finished").get_by_role("button", name="Remove"))
    ann.press(ann.page.get_by_role("button", name="Remove it", exact=True))
    expect(rows(ann.page, "Finished")).to_have_count(0)
    expect(ann.page.get_by_test_id("standings")).to_have_count(0)


def label_of(person: Person, name: str) -> str:
    """The value of the option with this label."""
    choice = person.page.locator("[name=circle] option", has_text=name)
    choice.wait_for(state="attached")
    return choice.get_attribute("value") or ""


def test_a_device_knows_what_it_has_played(server: Process, window: Window) -> None:
    ann = Person(window(f"{server.url}/history", PHONE))
    expect(ann.page.get_by_test_id("empty")).to_be_visible()
    check(ann.page, "nothing played yet")
    finished = [plays_golf(ann, server) for _ in range(2)]
    running = ann.sets_up(server.url, "Ann", "steady", house_rules="holes=3").rsplit("/", 1)[1]
    ann.page.goto(f"{server.url}/history")
    expect(rows(ann.page, "In progress")).to_have_attribute("data-code", running)
    codes = rows(ann.page, "Finished")
    expect(codes).to_have_count(2)
    assert [codes.nth(at).get_attribute("data-code") for at in range(2)] == finished[::-1]
    standings = ann.page.get_by_test_id("standings")
    expect(standings.get_by_role("row", name=re.compile("^Ann 2 "))).to_be_visible()
    expect(standings.get_by_role("img", name=re.compile("^Chart of Six-Card Golf, total wins"))).to_be_visible()
    for kind in ("points", "average", "wins"):
        standings.locator(f"[data-setting=chart-{kind}]").check(force=True)
        expect(standings.get_by_test_id("chart")).to_have_attribute("data-kind", kind)
    ann.press(standings.get_by_role("button", name=re.compile("^Ann")))
    expect(standings.get_by_role("button", name=re.compile("^Ann"))).to_have_attribute("aria-pressed", "true")
    ann.press(standings.locator("summary"))
    expect(standings.get_by_role("region", name=re.compile("^Every game of")).get_by_role("row")).to_have_count(3)
    check(ann.page, "what was played")
    ann.press(rows(ann.page, "In progress").get_by_role("link", name="Resume"))
    ann.page.wait_for_url(f"**/t/{running}")


NEW_YORK, TOKYO = "America/New_York", "Asia/Tokyo"


def test_one_lasting_link_leads_the_family_to_every_game(server: Process, window: Window) -> None:
    ann, bob = Person(window(server.url, DESK, zone=NEW_YORK)), Person(window(server.url, PHONE, zone=TOKYO))
    link = makes_a_circle(ann, server, "The Smiths")
    first = ann.sets_up(server.url, "Ann", "open", house_rules="holes=1&turn_cap=5&super_kings=true")[-6:]
    bob.page.goto(link)
    row = rows(bob.page, "In progress")
    expect(row.get_by_test_id("here")).to_have_text("At the table now: Ann")
    bob.press(row.get_by_role("link", name=f"Join: Six-Card Golf, table {first}"))
    bob.write(bob.page.locator("[name=name]"), "Bob")
    bob.press(bob.page.get_by_role("button", name="Sit down"))
    expect(bob.table).to_have_attribute("data-phase", "lobby")
    bob.page.goto(link)
    expect(row.get_by_role("link", name="Resume")).to_be_visible()
    bob.press(row.get_by_role("link", name="Resume"))
    ann.starts()
    play([ann, bob], lambda: ann.phase == "over")

    ann.page.goto(link)
    ann.press(rows(ann.page, "Finished").get_by_role("button", name="Play again"))
    expect(ann.table).to_have_attribute("data-phase", "lobby")
    for rule in ("A game has 1 hole.", "Kings are worth −2."):
        expect(ann.page.get_by_text(rule)).to_be_visible()
    bob.page.goto(link)
    expect(row.get_by_test_id("here")).to_have_text("At the table now: Ann")
    bob.press(row.get_by_role("link", name="Join"))
    expect(bob.table).to_have_attribute("data-phase", "lobby")  # one tap: his chair was kept
    ann.starts()
    play([ann, bob], lambda: ann.phase == "over")

    ann.press(ann.page.get_by_test_id("rematch"))
    expect(ann.table).to_have_attribute("data-phase", "lobby")
    bob.page.goto(link)
    expect(row).to_have_attribute("data-code", ann.page.url[-6:])
    expect(rows(bob.page, "Finished")).to_have_count(2)

    soon = datetime.now(ZoneInfo(NEW_YORK)) + timedelta(days=2)
    evening = soon.replace(hour=18, minute=30, second=0, microsecond=0)
    ann.page.goto(link)
    ann.press(ann.page.get_by_role("button", name="Pick a time"))
    ann.write(ann.page.locator("[name=next]"), f"{evening:%Y-%m-%dT%H:%M}")
    ann.press(ann.page.get_by_role("button", name="Set the time"))
    ann.press(ann.page.get_by_role("button", name="Change it"))
    ann.write(ann.page.locator("[name=next]"), "2020-02-02T20:20")
    ann.press(ann.page.get_by_role("button", name="Set the time"))
    expect(ann.page.get_by_test_id("refusal")).to_contain_text("That time has passed. Pick one that's still to come.")
    ann.page.reload()  # nothing is lost
    bob.page.reload()
    for person, zone in ((ann, NEW_YORK), (bob, TOKYO)):
        there = evening.astimezone(ZoneInfo(zone))
        said = f"{there:%A}, {there:%B} {there.day} at {there.hour % 12 or 12}:30"
        expect(person.page.get_by_test_id("next-game")).to_contain_text(said)
    with bob.page.expect_download() as saved:
        bob.press(bob.page.get_by_role("button", name="Add to my calendar"))
    event = appointment(Path(saved.value.path()))
    assert event["DTSTART"] == f"{evening.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    assert (event["SUMMARY"], event["URL"]) == ("Cards with The Smiths", link)


def appointment(file: Path) -> dict[str, str]:
    """The one event of a calendar file (RFC 5545)."""
    lines = file.read_bytes().decode().replace("\r\n ", "").removesuffix("\r\n").split("\r\n")
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    begin, end = lines.index("BEGIN:VEVENT"), lines.index("END:VEVENT")
    assert lines[end:] == ["END:VEVENT", "END:VCALENDAR"]
    return {name: value for name, _, value in (line.partition(":") for line in lines[begin + 1 : end])}


def test_a_table_is_put_into_a_circle_from_its_lobby_and_taken_out_again(server: Process, window: Window) -> None:
    ann = Person(window(server.url, PHONE))
    ann.sets_up(server.url, "Ann", "open")
    link = makes_a_circle(ann, server, "Sunday evenings")
    ann.page.goto(server.url)
    ann.press(ann.page.get_by_role("link", name=re.compile("^Six-Card Golf")).first)
    belonging = ann.page.get_by_test_id("belonging")
    ann.press(belonging.locator("summary"))
    box = belonging.get_by_label("Sunday evenings")
    expect(box).not_to_be_checked()
    box.check()
    other = window(link)
    expect(rows(other, "In progress")).to_have_count(1)
    box.uncheck()
    expect(box).not_to_be_checked()
    other.reload()
    expect(other.get_by_test_id("empty")).to_be_visible()


def test_a_circle_is_renamed_for_everybody_and_left_by_a_single_device(server: Process, window: Window) -> None:
    ann = Person(window(server.url))
    link = makes_a_circle(ann, server, "The Smits")
    ann.press(ann.page.locator("summary", has_text="Rename"))
    ann.write(ann.page.locator("[name=rename-circle]"), "The Smiths")
    ann.press(ann.page.get_by_role("button", name="Change it"))
    expect(ann.page.get_by_role("heading", name="The Smiths", level=1)).to_be_visible()
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="The Smiths", level=1)).to_be_visible()
    ann.press(ann.page.get_by_test_id("leave-circle"))
    ann.press(ann.page.get_by_role("button", name="Leave it", exact=True))
    ann.page.wait_for_url("**/history")
    ann.page.goto(server.url)
    expect(ann.page.get_by_role("link", name="Make a circle")).to_be_visible()
    kept: Any = ann.page.evaluate("JSON.parse(localStorage.getItem('parlour'))")
    assert (kept["circles"], kept["circle"]) == ([], "")
    other = window(link)
    expect(other.get_by_role("heading", name="The Smiths", level=1)).to_be_visible()


def test_a_link_to_no_circle_says_so_kindly(server: Process, window: Window) -> None:
    page = window(f"{server.url}/circle#nobodysnobodysnobodysn", PHONE)
    expect(page.get_by_test_id("refusal")).to_contain_text("This circle link doesn't work here")
    check(page, "no such circle")
    assert page.evaluate("JSON.parse(localStorage.getItem('parlour') ?? '{}').circles ?? []") == []


def test_home_says_of_a_table_who_plays_and_whose_turn_it_is_and_lets_go_of_those_that_are_gone(
    server: Process, window: Window
) -> None:
    with Rehearsed(server, "golf", 3, options={"initial_flips": 0}) as table:
        page = window(table.link(0), PHONE)
        shows(page, table.version)
        turn = table.state.actors()[0]
        page.evaluate(
            """() => {
                const kept = JSON.parse(localStorage.getItem('parlour'))
                kept.tables.push({ code: 'BBBBBB', title: 'Torpedo' })
                localStorage.setItem('parlour', JSON.stringify(kept))
            }"""
        )
        page.goto(server.url)
        row, gone = page.get_by_test_id("recent").nth(0), page.get_by_test_id("recent").nth(1)
        expect(row).to_contain_text("with Bob, Grandma")
        expect(row).to_contain_text(("Your turn", "Waiting for Bob", "Waiting for Grandma")[turn])
        expect(gone).to_contain_text("This table no longer exists.")
        check(page, "home with tables")
        table.until(lambda table: table.state.actors()[0] != turn)
        page.reload()
        other = ("Your turn", "Waiting for Bob", "Waiting for Grandma")[table.state.actors()[0]]
        expect(row).to_contain_text(other)
        expect(row).to_contain_text(re.compile("· (now|.* ago)"))
        gone.get_by_role("button", name="Remove from this list: Torpedo, table BBBBBB").click()
        expect(page.get_by_test_id("recent")).to_have_count(1)
        page.route("**/api/tables/**", lambda route: route.abort())
        page.reload()
        expect(row).to_contain_text("We can’t reach this table right now.")
        expect(row.get_by_role("button", name="Remove")).to_be_visible()
        page.unroute("**/api/tables/**")
        page.reload()
        row.get_by_role("link").click()
        shows(page, table.version)


def test_home_notices_by_itself_whose_turn_it_is_now(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 3, options={"initial_flips": 0}) as table:
        page = window(table.link(0), PHONE)
        shows(page, table.version)
        page.clock.install()
        page.goto(server.url)
        row = page.get_by_test_id("recent").first
        says = ("Your turn", "Waiting for Bob", "Waiting for Grandma")
        turn = table.state.actors()[0]
        expect(row).to_contain_text(says[turn])
        table.until(lambda table: table.state.actors()[0] != turn)
        page.clock.run_for(31_000)
        expect(row).to_contain_text(says[table.state.actors()[0]])
