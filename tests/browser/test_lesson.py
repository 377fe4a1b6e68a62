"""The first lessons: from the home page to a win, by tapping what the coach marks."""

import re
from contextlib import suppress
from itertools import cycle

import pytest
from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from parlour.cards import card
from parlour.games import discover, find
from tests.browser.expecting import expect
from tests.browser.looks import check, check_geometry, seen
from tests.browser.players import AT_TABLE
from tests.browser.rummies import Player
from tests.browser.windows import DESK, LOW, PHONE, Window
from tests.process import Process

# What the coach would say and people would have to scroll for.
UNREAD = """steps => {
    const said = document.querySelector('.coach .said')
    return steps.filter(step => {
        said.firstElementChild.textContent = step
        return said.scrollHeight > said.clientHeight + 1
    })
}"""
FREE = ":not([aria-selected=true], [aria-pressed=true], [aria-disabled=true])"
MARKED = (  # what to tap, the first of these that is there
    "[data-testid=coach-next]",
    "[data-choice].advised",
    f"[data-item]:has([data-hinted]){FREE}",
    "[data-zone]:has([data-hinted]) [data-target]",
    f"[data-ask].advised{FREE}",
    f".choosing [data-ask]{FREE}",
)


class Learner(Player):
    def begins(self, url: str, game: str) -> None:
        self.page.goto(f"{url}/learn/{game}")
        self.page.locator("[name=name], [data-testid=table]").first.wait_for()
        if self.page.locator("[name=name]").count():
            self.write(self.page.locator("[name=name]"), "Ann")
            self.press(self.page.get_by_role("button", name="Begin"))
        self.page.wait_for_url(AT_TABLE)
        expect(self.coach).to_be_visible(timeout=20_000)  # it is fetched after the table

    @property
    def coach(self) -> Locator:
        return self.page.get_by_test_id("coach")

    def follows_the_coach(self, game: str) -> int:
        """Taps what is marked until the game is over. Returns the number of taps."""
        lesson, taps = find(game).lesson(), 0
        assert lesson is not None
        melds = [form["melds"] for step in lesson.steps for form in step.do if form["do"] == "lay_down"]
        for _ in range(1000):
            if self.phase == "over":
                return taps
            found = next(filter(None, map(self.can, MARKED)), None)
            with suppress(PlaywrightTimeout):  # the table has gone on
                if melds and self.page.locator("[data-own] [data-hinted]").count() == 6:
                    self.lays_down([list(map(card, meld)) for meld in melds.pop()])
                    taps += 9
                elif found:
                    found.click(timeout=1000, position={"x": 9, "y": 12})  # on a phone cards cover each other
                    taps += 1
            self.page.wait_for_timeout(50)
        raise AssertionError("The coach marks nothing that goes on.")


def test_somebody_learns_golf_from_the_home_page_to_a_win(server: Process, window: Window) -> None:
    ann = Learner(window(server.url, PHONE))
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
    assert ann.follows_the_coach("golf") <= 25
    expect(coach).to_contain_text("You won")
    expect(coach.get_by_role("link", name="Set up a real table")).to_be_visible()
    ann.press(coach.get_by_role("button", name="Close"))
    expect(coach).to_have_count(0)


def test_a_known_player_starts_a_lesson_at_once_and_can_stop_it(server: Process, window: Window) -> None:
    ann = Learner(window(server.url, DESK, "dark"))
    for game in ("toripoka", "yammouth"):
        ann.begins(server.url, game)
        check(ann.page, f"with a coach at {game}")
    ann.press(ann.page.get_by_role("link", name="Stop the lesson"))
    ann.page.wait_for_url(server.url + "/")


TAUGHT = [name for name, game in discover().items() if game.lesson() and name != "golf"]


@pytest.mark.parametrize(("game", "size"), [*zip(TAUGHT, cycle([LOW, PHONE]), strict=False)])
def test_whoever_taps_what_the_coach_marks_wins(
    server: Process, window: Window, game: str, size: dict[str, int]
) -> None:
    ann = Learner(window(server.url, size))
    ann.begins(server.url, game)
    assert ann.follows_the_coach(game) <= 35
    expect(ann.coach).to_contain_text(re.compile("you win", re.IGNORECASE))


@pytest.mark.parametrize("size", [PHONE, LOW], ids=["phone", "low"])
def test_with_a_coach_nothing_is_cut_off(server: Process, window: Window, size: dict[str, int]) -> None:
    ann = Learner(window(server.url, size))
    for game in discover():
        ann.begins(server.url, game)
        while ann.can("[data-testid=coach-next]"):
            ann.press(ann.page.get_by_test_id("coach-next"))
        check_geometry(ann.page, f"a lesson of {game}")
        lesson = find(game).lesson()
        if size == PHONE and lesson:  # a small one scrolls
            steps = [re.sub(r"{\d}", "Cleo", step.say) for step in lesson.steps[:-1]]
            assert ann.page.evaluate(UNREAD, steps) == []
        for offered in ("[data-choice]", "[data-own] [data-place]", "[data-ask]"):
            there = ann.page.locator(offered).count()
            assert seen(ann.page, offered) == there, f"{game}: {offered}"


def test_a_game_without_a_lesson_says_so(server: Process, window: Window) -> None:
    ann = Learner(window(f"{server.url}/learn/chess", PHONE))
    ann.write(ann.page.locator("[name=name]"), "Ann")
    ann.press(ann.page.get_by_role("button", name="Begin"))
    expect(ann.page.get_by_test_id("refusal")).to_contain_text("chess")
