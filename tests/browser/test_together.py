"""People at a table notice each other: reactions, who is away, and what just happened."""

import re

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import STILL, check_geometry
from tests.browser.players import Person
from tests.browser.rehearsed import UNHURRIED, Rehearsed, shows
from tests.browser.windows import DESK, LOW, PHONE, Window
from tests.process import Process


def over(page: Page, shown: str, seat: int) -> bool:
    """Whether an emote is shown over the emblem of a seat."""
    bubble = page.locator(f"[data-shown={shown}]").bounding_box()
    emblem = page.locator(f"[data-seat='{seat}'] .roundel").first.bounding_box()
    assert bubble
    assert emblem
    x, y = emblem["x"] + emblem["width"] / 2 - bubble["x"], emblem["y"] + emblem["height"] / 2 - bubble["y"]
    return 0 < x < bubble["width"] and 0 < y < bubble["height"]


def test_a_reaction_is_seen_at_its_players_place_and_said_and_a_table_can_do_without(
    server: Process, window: Window
) -> None:
    with Rehearsed(server, "golf", 3, options={"holes": 1}) as table:
        ann, bob = Person(window(table.link(0), DESK)), Person(window(table.link(1), PHONE))
        bob.press(bob.page.get_by_test_id("react"))
        assert is_for_a_finger(bob.page)
        bob.press(bob.page.get_by_role("button", name="Applaud"))
        for person in (ann, bob):
            expect(person.page.locator("[data-shown=clap]")).to_be_visible()
            assert over(person.page, "clap", 1)
        expect(ann.page.get_by_test_id("spoken")).to_have_text("Bob applauds.")
        expect(bob.page.get_by_role("button", name="Applaud")).to_have_count(0)
        ann.press(ann.page.get_by_role("button", name="Send a heart"))  # one tap where there is room for six buttons
        expect(bob.page.locator("[data-shown=heart]")).to_be_visible()
        expect(bob.page.locator("[data-shown]")).to_have_count(0)  # a few seconds later
        table.say(0, {"type": "table", "event": {"what": "settle", "emotes": False}})
        expect(bob.page.get_by_test_id("react")).to_have_count(0)
        expect(ann.page.get_by_role("button", name="Send a heart")).to_have_count(0)


def test_a_reaction_by_keys_is_said_to_its_sender_and_keeps_the_focus(server: Process, window: Window) -> None:
    with Rehearsed(server, "golf", 2, options={"holes": 1}) as table:
        page = window(table.link(0), PHONE)
        react = page.get_by_test_id("react")
        react.focus()
        page.keyboard.press("Enter")
        for key in ("Tab", "Tab", "Enter"):
            page.keyboard.press(key)
        expect(page.get_by_test_id("spoken")).to_have_text("You applaud.")
        expect(page.locator("[data-emote]")).to_have_count(0)
        expect(react).to_be_focused()


def is_for_a_finger(page: Page) -> bool:
    """Whether the six buttons are large enough, and in the window."""
    boxes = [button.bounding_box() for button in page.locator("[data-emote]").all()]
    return len(boxes) == 6 and all(
        box and min(box["width"], box["height"]) >= 44 and 0 <= box["x"] <= PHONE["width"] - box["width"]
        for box in boxes
    )


def test_everybody_sees_how_long_the_table_waits_for_somebody_away(server: Process, window: Window) -> None:
    pace = msgspec.structs.replace(UNHURRIED, patience=90)
    with Rehearsed(server, "golf", 2, options={"initial_flips": 0}, pace=pace) as table:
        assert table.until(lambda table: table.asked(1))
        pages = [window(table.link(0), size) for size in (PHONE, DESK)]
        for page in pages:
            shows(page, table.version)
            expect(page.get_by_test_id("stand-in")).to_have_count(0)
        table.lines[1].close()
        expect(pages[0].get_by_test_id("stand-in")).to_contain_text(re.compile(r"bot in 1:[12]\d"))
        expect(pages[1].get_by_test_id("stand-in")).to_have_text(re.compile(r"Bob is away\. A bot plays in 1:[12]\d\."))
        for page in pages:
            check_geometry(page, "somebody is away")


TOP = "() => Math.round(document.querySelector('[data-own] [data-zone^=\"hand:\"]').getBoundingClientRect().top)"


def test_a_line_says_what_just_happened_with_small_cards_and_opens_the_log(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 3, options={"rounds": 1}) as table:
        ann = Person(window(table.link(0), PHONE))
        line = ann.page.get_by_test_id("story-line").get_by_role("button").first
        table.until_turn(1, "discard")
        shows(ann.page, table.version)
        top = ann.page.evaluate(TOP)
        table.step()
        expect(line).to_have_text(re.compile(r"^Bob discarded (10|.)[♠♥♦♣]\. Open the log\.$"))
        expect(line.locator(".card")).to_have_count(1)
        ann.page.evaluate(STILL)
        assert ann.page.evaluate(TOP) == top, "the hand stays where it is"
        ann.press(line)
        expect(ann.page.get_by_test_id("log")).to_be_visible()


# Whether the line of story is cut off, and whether it or anything else lies over the prompt's words.
CUT = """() => {
    const said = document.querySelector('[data-testid=story-line] .said')
    const words = document.createRange()
    words.selectNodeContents(document.querySelector('[data-testid=prompt]').firstChild)
    const over = [...words.getClientRects()].some(({ left, bottom }) =>
        document.elementFromPoint(left + 2, bottom - 2)?.closest('[data-testid=story-line]'))
    return [said.scrollWidth > said.clientWidth + 1 || said.scrollHeight > said.clientHeight + 1, over]
}"""


@pytest.mark.parametrize("size", [PHONE, LOW], ids=["phone", "low"])
def test_two_melds_are_read_whole_on_a_phone_and_move_nothing(
    server: Process, window: Window, size: dict[str, int]
) -> None:
    with Rehearsed(server, "torpedo", 4, 2, {"rounds": 2}) as table:
        table.until_next(lambda table: table.state.melds)
        page = window(table.link(0), size)
        shows(page, table.version)
        page.evaluate(STILL)
        felt = page.locator("main").bounding_box()
        table.step()
        expect(page.get_by_test_id("story-line").locator(".card")).to_have_count(6)
        page.evaluate(STILL)
        assert page.evaluate(CUT) == [False, False]
        assert page.locator("main").bounding_box() == felt
        check_geometry(page, "two melds were laid down")


def test_what_others_do_to_me_is_told_to_me_and_stays_while_they_play_on(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 4, options={"rounds": 1}) as table:
        ann = Person(window(table.link(0), PHONE))
        line = ann.page.get_by_test_id("story-line").get_by_role("button").first
        shows(ann.page, table.version)
        was_anns, buys = False, 0
        while not (was_anns and sum(table.state.buys) > buys):
            was_anns, buys = table.state.discarder == 0, sum(table.state.buys)
            assert table.step(), "nobody ever buys what Ann discards"
        bought = re.compile(r"^\w+ bought your (10|.)[♠♥♦♣] and got a card from the deck\.")
        assert table.step()
        shows(ann.page, table.version)
        expect(line).to_have_text(bought)
