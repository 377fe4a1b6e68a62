"""The toy game on the page, with every kind of question; no line of the page was written for it."""

from contextlib import suppress
from random import Random

from playwright.sync_api import Page, TimeoutError, expect

from parlour.cards import JOKER, card
from tests import toy
from tests.browser.looks import check
from tests.browser.magpies import done, finish, links, sit_down, tap_faces
from tests.browser.players import Person
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

ANYTHING = "[data-item], [data-target], [data-choice], [data-ask]:not([aria-disabled=true]), [data-testid=ready]"


class Child(Person):
    """Taps whatever is highlighted, and Cancel when that leads nowhere."""

    def __init__(self, page: Page, rng: Random) -> None:
        super().__init__(page)
        self.rng = rng

    def taps(self) -> bool:
        found = self.page.locator(ANYTHING)
        count = found.count()
        if not count or self.page.locator("[aria-busy=true]").count():
            return False
        if self.rng.random() < 0.05:
            self.page.keyboard.press("Escape")
            return True
        with suppress(TimeoutError):  # the other child has moved, and it is gone
            found.nth(self.rng.randrange(count)).click(timeout=500)
        return True


def play(children: list[Child]) -> None:
    children[0].starts()
    idle = 0
    while children[0].phase != "over":
        moved = [child.taps() for child in children]
        idle = 0 if any(moved) else idle + 1
        if idle:
            children[0].page.wait_for_timeout(20)
        assert idle < 300, [child.page.get_by_test_id("prompt").inner_text() for child in children]


def test_a_game_without_its_own_board_is_played_to_its_end(toy_server: Process, window: Window) -> None:
    rng = Random(7)
    pages = [window("about:blank", size) for size in (DESK, PHONE)]
    for page, link in zip(pages, links(toy_server, options={"rounds": 3}), strict=True):
        page.goto(link)
    children = [Child(page, rng) for page in pages]
    play(children)
    told = done(toy_server, children[0])
    assert told.count("deal") == 2
    assert len(set(told)) > 5


# ---------------------------------------------------------------- one question of every kind


def test_several_cards_at_once(toy_server: Process, window: Window) -> None:
    """Only the two jokers are alike."""
    player, _ = sit_down(toy_server, window, lambda state, first, _: state.hands[first].count(JOKER) == 2)
    player.press(player.page.locator("[data-ask=gather]"))
    for joker in player.page.locator("[data-own] [data-item^='hand:'][aria-label*=joker i]").all():
        joker.click()
    finish(player, "gather")
    expect(player.table).to_have_attribute("data-version", "2")
    assert done(toy_server, player) == ["gather"]


def test_a_group_with_a_joker_that_is_told_what_it_is_and_a_card_added_to_it(
    toy_server: Process, window: Window
) -> None:
    def deal(state: toy.Magpie, first: int, second: int) -> bool:
        return JOKER in state.hands[first] and card("7H") in state.hands[first] and card("7S") in state.hands[second]

    player, other = sit_down(toy_server, window, deal)
    player.press(player.page.locator("[data-ask=lay]"))
    tap_faces(player, "seven of hearts", "joker")
    meanings = player.page.get_by_label("The joker stands for")
    expect(meanings).to_be_visible()
    assert meanings.locator("option").evaluate_all("all => all.map(one => one.value)") == ["", "7S", "7H", "7D", "7C"]
    meanings.select_option("7H")
    check(player.page, "trays")
    finish(player, "lay")
    other.press(other.page.locator("[data-ask=pass]"))  # the prize
    other.page.locator("[data-ask=draw]").wait_for()
    other.press(other.page.locator("[data-ask=add]"))
    tap_faces(other, "seven of spades")
    other.press(other.page.locator("[data-target]").last)
    expect(player.table).to_have_attribute("data-version", "4")
    assert done(toy_server, player) == ["lay", "pass", "add"]


def test_a_choice_a_place_and_a_card(toy_server: Process, window: Window) -> None:
    player, other = sit_down(toy_server, window, lambda *_: True)
    player.press(player.page.locator("[data-ask=pick]"))
    player.press(player.page.locator("[data-choice=G]"))
    other.press(other.page.locator("[data-ask=pass]"))
    other.press(other.page.locator("[data-own] [data-item^='row:']").first)
    player.presses("grab")
    player.press(player.page.locator("[data-item^='stock:']"))
    player.press(player.page.locator("[data-ask=throw]"))
    player.press(player.page.locator("[data-own] [data-item^='hand:']").first)
    other.press(other.page.locator("[data-ask=hide]"))
    other.press(other.page.locator("[data-own] [data-item^='hand:']").first)
    expect(player.table).to_have_attribute("data-version", "8")
    assert done(toy_server, player) == ["pick", "pass", "turn", "grab", "draw", "throw", "hide"]
