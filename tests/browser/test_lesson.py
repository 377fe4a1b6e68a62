"""A first hand with a coach: from the home page to the end of a hole."""

import re

import pytest
from playwright.sync_api import expect

from parlour.games import discover
from tests.browser.looks import check, check_geometry, seen
from tests.browser.players import AT_TABLE, OFFERED, Person, play
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process


def test_somebody_learns_golf_by_playing_a_hole(server: Process, window: Window) -> None:
    ann = Person(window(server.url, PHONE))
    ann.press(ann.page.get_by_role("link", name="Learn Six-Card Golf"))
    ann.write(ann.page.locator("[name=name]"), "Ann")
    ann.press(ann.page.get_by_role("button", name="Begin"))
    ann.page.wait_for_url(AT_TABLE)
    coach, further = ann.page.get_by_test_id("coach"), ann.page.get_by_test_id("coach-next")
    expect(coach).to_contain_text("You have six cards")
    check(ann.page, "with a coach")
    ann.press(further)
    expect(coach).to_contain_text("Low cards are good")
    ann.page.reload()
    expect(coach).to_contain_text("Low cards are good")
    ann.press(coach.get_by_role("button", name="Rule G9"))
    expect(ann.page.locator("[data-rule=G9]")).to_be_in_viewport()
    ann.page.keyboard.press("Escape")
    ann.press(further)
    expect(coach).to_contain_text("Start by turning up any two")
    play([ann], lambda: ann.phase == "over")
    expect(coach).to_contain_text("That's the hole")
    expect(coach.get_by_role("link", name="Set up a real table")).to_be_visible()
    ann.press(coach.get_by_role("button", name="Close"))
    expect(coach).to_have_count(0)
    ann.page.reload()
    ann.connected()
    expect(coach).to_have_count(0)


def test_a_known_player_starts_a_lesson_at_once_and_can_stop_it(server: Process, window: Window) -> None:
    ann = Person(window(server.url, DESK, "dark"))
    for game in ("toripoka", "yammouth"):
        ann.page.goto(f"{server.url}/learn/{game}")
        if game == "toripoka":
            ann.write(ann.page.locator("[name=name]"), "Ann")
            ann.press(ann.page.get_by_role("button", name="Begin"))
        ann.page.wait_for_url(AT_TABLE)
        expect(ann.table).to_have_attribute("data-phase", "playing")
        expect(ann.page.get_by_test_id("coach")).to_contain_text(re.compile("prizes|five cards"))
        check(ann.page, f"with a coach at {game}")
    ann.press(ann.page.get_by_role("button", name="Stop the lesson"))
    expect(ann.page.get_by_test_id("coach")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 640}], ids=["phone", "low"])
def test_with_a_coach_nothing_is_cut_off_and_the_learner_begins(
    server: Process, window: Window, size: dict[str, int]
) -> None:
    ann = Person(window(server.url, size))
    for number, game in enumerate(discover()):
        ann.page.goto(f"{server.url}/learn/{game}")
        if number == 0:
            ann.write(ann.page.locator("[name=name]"), "Ann")
            ann.press(ann.page.get_by_role("button", name="Begin"))
        ann.page.wait_for_url(AT_TABLE)
        expect(ann.table).to_have_attribute("data-phase", "playing")
        expect(ann.page.get_by_test_id("coach")).to_be_visible()
        expect(ann.page.locator(OFFERED).first).to_be_visible()
        check_geometry(ann.page, f"a lesson of {game}")
        for offered in ("[data-choice]", "[data-own] [data-place]", "[data-ask]"):
            there = ann.page.locator(offered).count()
            assert seen(ann.page, offered) == there, f"{game}: {offered}"


def test_a_game_without_a_lesson_says_so(server: Process, window: Window) -> None:
    ann = Person(window(f"{server.url}/learn/chess", PHONE))
    ann.write(ann.page.locator("[name=name]"), "Ann")
    ann.press(ann.page.get_by_role("button", name="Begin"))
    expect(ann.page.get_by_test_id("refusal")).to_contain_text("chess")
