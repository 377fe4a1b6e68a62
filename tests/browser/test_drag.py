"""Dragging: players arrange their hand, and drag cards to where a tap could put them."""

import httpx
import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.players import Person, restart
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

HAND = "[data-own] [role=option]"
RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]


class Dragger(Person):
    def hand(self) -> list[str]:
        return [(label or "").removesuffix(", new") for label in self.labels()]

    def labels(self) -> list[str | None]:
        return [card.get_attribute("aria-label") for card in self.page.locator(HAND).all()]

    def card(self, index: int) -> FloatRect:
        """Where a card can be grabbed: at its left edge, which the next card does not cover."""
        box = self.box(self.page.locator(HAND).nth(index))
        return {**box, "width": 18}

    def box(self, what: Locator) -> FloatRect:
        box = what.bounding_box()
        assert box
        return box

    def drags(self, start: FloatRect, end: FloatRect, *, lets_go: bool = True) -> None:
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
        if lets_go:
            mouse.up()


def sit_down(server: Process, window: Window, size: dict[str, int], motion: bool = False) -> tuple[Dragger, str]:
    new = {"game": "torpedo", "name": "Ann", "seats": [{}, {"bot": "random"}], "pace": {"windows": False}}
    made = httpx.post(f"{server.url}/api/tables", json=new).json()
    link = f"{made['link']}#seat={made['token']}"
    ann = Dragger(window(link, size, motion=motion))
    ann.starts()
    ann.page.locator(HAND).first.wait_for()
    expect(ann.page.locator(".ghost")).to_have_count(0)
    return ann, link


@pytest.mark.own_server
def test_a_player_arranges_a_hand_and_it_stays_so(server: Process, window: Window) -> None:
    ann, link = sit_down(server, window, DESK)
    first, second, third, fourth, *rest = ann.hand()
    ann.drags(ann.card(0), ann.card(2))
    laid = [second, third, first, fourth, *rest]
    assert ann.hand() == laid
    expect(ann.page.locator(".ghost")).to_have_count(0)
    ann.page.reload()
    ann.page.locator(HAND).first.wait_for()
    assert ann.hand() == laid
    other = Dragger(window(link, PHONE))
    other.page.locator(HAND).first.wait_for()
    assert other.hand() == laid
    # By keyboard; the other window follows.
    ann.page.locator(HAND).nth(0).focus()
    ann.page.keyboard.press("Shift+ArrowRight")
    assert ann.hand()[:3] == [third, second, first]
    expect(ann.page.locator(HAND).nth(1)).to_be_focused()
    expect(ann.page.get_by_test_id("spoken")).to_contain_text("now 2 of")
    expect(other.page.locator(HAND).nth(0)).to_have_attribute("aria-label", ann.labels()[0] or "")
    assert other.hand() == ann.hand()
    # It survives a server that is killed.
    before = ann.hand()
    restart(server, [ann, other])
    assert ann.hand() == other.hand() == before
    ann.page.reload()
    ann.page.locator(HAND).first.wait_for()
    assert ann.hand() == before
    # Sorting still works.
    ann.press(ann.page.get_by_role("button", name="Table", exact=True))
    ann.press(ann.page.get_by_role("button", name="By rank", exact=True))
    expect(ann.page.get_by_role("button", name="By rank", exact=True)).to_have_attribute("aria-pressed", "true")
    assert sorted(ann.hand()) == sorted(laid)
    ranks = [RANKS.index(words.split()[0]) for words in ann.hand() if words != "joker"]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("motion", [False, True], ids=["calm", "moving"])
def test_cards_are_dragged_from_the_stock_and_onto_the_discards(server: Process, window: Window, motion: bool) -> None:
    ann, _ = sit_down(server, window, DESK, motion)
    page = ann.page
    own = ann.box(page.locator("[data-own] [role=listbox]"))
    for _ in range(40):  # a bot may play first, or offer a discard
        if ann.can("[data-ask=draw]"):
            break
        if refuse := ann.can("[data-ask=pass]"):
            refuse.click()
        page.wait_for_timeout(100)
    count = len(ann.hand())
    ann.drags(ann.box(page.locator("[data-zone=stock] .item")), own)
    expect(page.locator(HAND)).to_have_count(count + 1)

    hand = ann.hand()
    discards = page.locator("[data-zone=discard] .item").last
    version = ann.version
    ann.drags(ann.card(3), ann.box(page.locator("[data-zone=stock] .item")))
    expect(page.locator(".ghost")).to_have_count(0)
    assert (ann.hand(), ann.version) == (hand, version), "it may not be put on the stock"
    expect(page.locator("[data-own] [aria-selected=true]")).to_have_count(0)

    ann.drags(ann.card(3), ann.box(discards), lets_go=False)
    expect(page.locator("[data-aimed]")).to_have_count(1)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)
    assert (ann.hand(), ann.version) == (hand, version), "Escape puts it back"

    ann.drags(ann.card(3), ann.box(discards))
    expect(page.locator(HAND)).to_have_count(count)
    assert ann.hand() == [*hand[:3], *hand[4:]]
    expect(page.get_by_test_id("log")).to_contain_text("You discarded")
    expect(page.locator(".ghost")).to_have_count(0)


def test_a_finger_drags_too_and_a_tap_stays_a_tap(server: Process, window: Window) -> None:
    ann, _ = sit_down(server, window, PHONE)
    page = ann.page
    first, second, third, *rest = ann.hand()
    touch = page.context.new_cdp_session(page)
    start, end = ann.card(0), ann.card(2)

    def at(share: float) -> list[dict[str, float]]:
        x = start["x"] + 9 + share * (end["x"] - start["x"])
        return [{"x": x, "y": start["y"] + start["height"] / 2}]

    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at(0)})
    for step in range(1, 9):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": at(step / 8)})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(HAND).nth(2)).to_have_attribute("aria-label", first)
    assert ann.hand() == [second, third, first, *rest]
