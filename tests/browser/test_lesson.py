"""The first lessons: from the home page to a win, by tapping what the coach marks."""

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.browser.looks import check, check_geometry
from tests.browser.players import AT_TABLE, Person
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

LOW = {"width": 360, "height": 640}
FREE = ":not([aria-selected=true], [aria-pressed=true], [aria-disabled=true])"
MARKED = (  # what to tap, the first of these that is there
    "[data-testid=coach-next]",
    "[data-choice].advised",
    f"[data-item]:has([data-hinted]){FREE}",
    f"[data-target]:has([data-hinted]){FREE}",
    f"[data-ask].advised{FREE}",
    f".choosing [data-ask]{FREE}",
)


def begins(person: Person, url: str, game: str) -> None:
    person.page.goto(f"{url}/learn/{game}")
    if person.page.locator("[name=name]").count():
        person.write(person.page.locator("[name=name]"), "Ann")
        person.press(person.page.get_by_role("button", name="Begin"))
    person.page.wait_for_url(AT_TABLE)
    expect(person.page.get_by_test_id("coach")).to_be_visible()


def follows_the_coach(person: Person) -> int:
    """Taps what is marked until the game is over. Returns the number of taps."""
    taps = 0
    while person.phase != "over":
        for selector in MARKED:
            if found := person.can(selector):
                try:
                    found.click(timeout=1000)
                    taps += 1
                except PlaywrightTimeout:
                    pass  # the table has gone on
                break
        person.page.wait_for_timeout(150)
        assert taps < 80, "the coach marks nothing that goes on"
    return taps


def test_somebody_learns_golf_from_the_home_page_to_a_win(server: Process, window: Window) -> None:
    ann = Person(window(server.url, PHONE))
    ann.press(ann.page.get_by_role("link", name="Learn Six-Card Golf"))
    ann.write(ann.page.locator("[name=name]"), "Ann")
    ann.press(ann.page.get_by_role("button", name="Begin"))
    ann.page.wait_for_url(AT_TABLE)
    coach = ann.page.get_by_test_id("coach")
    expect(coach).to_contain_text("Welcome to Golf")
    check(ann.page, "with a coach")
    ann.press(ann.page.get_by_test_id("coach-next"))
    expect(coach).to_contain_text("Tap the one at the top left")
    ann.page.reload()
    expect(coach).to_contain_text("Tap the one at the top left")
    ann.press(coach.get_by_role("button", name="Rule G2"))
    expect(ann.page.locator("[data-rule=G2]")).to_be_in_viewport()
    ann.page.keyboard.press("Escape")
    before = ann.version
    ann.press(ann.page.locator("[data-own] [data-item='grid:1:5']"))
    expect(ann.page.get_by_test_id("refusal")).to_contain_text("try what the coach says")
    assert ann.version == before
    expect(coach).to_contain_text("Tap the one at the top left")
    assert follows_the_coach(ann) <= 25
    expect(coach).to_contain_text("You won")
    expect(coach.get_by_role("link", name="Set up a real table")).to_be_visible()
    ann.press(coach.get_by_role("button", name="Close"))
    expect(coach).to_have_count(0)


def test_a_known_player_starts_a_lesson_at_once_and_can_stop_it(server: Process, window: Window) -> None:
    ann = Person(window(server.url, DESK, "dark"))
    for game in ("toripoka", "yammouth"):
        begins(ann, server.url, game)
        check(ann.page, f"with a coach at {game}")
    ann.press(ann.page.get_by_role("link", name="Stop the lesson"))
    ann.page.wait_for_url(server.url + "/")
