"""The example of docs/adding-a-game.md, installed from its own wheel, on a page that does not know it: played on the
board that it brings, and on the generic one if that board does not work."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.looks import check, seen
from tests.browser.magpies import done
from tests.browser.players import AtTheKeyboard, Person
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import DESK, PHONE, Window
from tests.examples.install import install_example
from tests.process import Process

HAND = "[data-own] [data-item^='hand:']"
YOUR_TURN = f"{HAND}, [data-ask=draw]"
BROOK = "[data-testid=package-board] svg[preserveAspectRatio]"


@pytest.fixture(scope="module")
def stones_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("stones")
    with Process(folder, "--bot-pause", "0.02", site=install_example(folder / "installed"), root=False) as process:
        yield process


def table(server: Process, *others: str) -> str:
    """A new table for Ann and these bots. Returns her personal link."""
    seats = [{}, *({"bot": level} for level in others)]
    new = {"game": "stones", "name": "Ann", "seats": seats, "options": {"rounds": 2, "stride": 4}}
    made = httpx.post(f"{server.url}/api/tables", json=new).json()
    return f"{made['link']}#seat={made['token']}"


class Walker(Person):
    """Plays a highlighted card if there is one, and draws otherwise."""

    def starts(self) -> None:
        self.press(self.page.get_by_test_id("start"))
        expect(self.table).to_have_attribute("data-phase", "playing", timeout=20_000)  # a broken board is tried again

    def makes_a_move(self) -> bool:
        if self.page.locator("[aria-busy=true]").count():
            return False
        if stone := self.can(HAND):
            self.picks(stone)
            self.press(self.page.locator("[data-item^='stones:']"))
        elif button := self.can("[data-ask=draw], [data-testid=ready], [data-ask=deal]"):
            self.press(button)
        else:
            return False
        return True

    def picks(self, card: Locator) -> None:
        card.click(position={"x": 9, "y": 12})  # the next card covers the rest


class WalkerByKeys(AtTheKeyboard, Walker):
    def picks(self, card: Locator) -> None:
        self.press(card)


def test_the_example_is_played_to_its_end_against_bots_on_the_board_that_it_brings(
    stones_server: Process, window: Window
) -> None:
    link = table(stones_server, "steady", "steady", "steady")
    walker = Walker(window(link, PHONE))
    walker.starts()
    expect(walker.page.locator(BROOK)).to_be_visible()
    walker.page.set_default_timeout(2_000)
    idle = 0
    while walker.phase != "over":
        try:
            idle = 0 if walker.makes_a_move() else idle + 1
        except TimeoutError:  # the board changed under the finger
            walker.page.keyboard.press("Escape")
            idle += 20
        walker.page.wait_for_timeout(20)
        assert idle < 500, walker.page.get_by_test_id("prompt").inner_text()
    assert {"step", "deal"} <= set(done(stones_server, walker))
    assert "The game is over" in walker.page.get_by_test_id("prompt").inner_text()


@on_phone_and_desk
def test_everything_on_the_board_can_be_seen_and_used_by_everybody(
    stones_server: Process, window: Window, size: dict[str, int], scheme: str
) -> None:
    page = window(stones_server.url, size, scheme)
    expect(page.locator(".games img[src$='/picture.svg']")).to_be_visible()
    check(page, "home")
    page.goto(table(stones_server, "steady", "steady", "steady"))
    walker = WalkerByKeys(page)
    walker.starts()
    expect(page.locator(YOUR_TURN).first).to_be_visible()
    check(page, "stones")
    assert seen(page, "[data-zone=stones] .item") == page.locator("[data-zone=stones] .item").count() > 1
    brook, stock = (page.locator(what).bounding_box() for what in (BROOK, "[data-zone=stock]"))
    assert brook is not None
    assert stock is not None
    assert brook["x"] <= stock["x"] < brook["x"] + brook["width"] / 4, "on the near bank"
    before = walker.version
    walker.press(page.locator("[data-item='stock:0']"))
    assert walker.sees_more_than(before)
    expect(page.locator(YOUR_TURN).first).to_be_visible()
    before = walker.version
    assert walker.makes_a_move()
    assert walker.sees_more_than(before)


# ---------------------------------------------------------------- other boards, in place of the example's

BROKEN = {
    "throws": "export const mount = () => ({ update() { throw Error('broken') } })",
    "is no script": "}",
}
BY_HAND = """export function mount(area, table) {
    const button = area.appendChild(document.createElement('button'))
    button.onclick = () => table.tap('stock')
    const send = area.appendChild(document.createElement('button'))
    send.textContent = 'Send'
    send.onclick = () => table.act({ do: 'draw' })
    area.append(table.card('7H'))
    return {
        update(frame) {
            button.textContent = table.can('stock') || 'Wait'
            button.dataset.version = frame.version
        },
        destroy: () => area.replaceChildren(),
    }
}"""


def with_board(page: Page, script: str) -> None:
    page.route("**/board.js*", lambda route: route.fulfill(body=script, content_type="text/javascript"))


@pytest.mark.parametrize("script", BROKEN.values(), ids=BROKEN)
def test_where_a_board_is_broken_the_generic_one_takes_its_place_and_says_so(
    stones_server: Process, window: Window, script: str
) -> None:
    page = window("about:blank", PHONE)
    with_board(page, script)
    page.goto(table(stones_server, "steady"))
    walker = Walker(page)
    walker.starts()
    expect(page.get_by_text("The game’s board failed. Here’s a plain one.")).to_be_visible()
    expect(page.locator("[data-zone=stones]")).to_be_visible()
    before = walker.version
    assert walker.makes_a_move()
    assert walker.sees_more_than(before)


def test_a_board_may_draw_everything_by_itself(stones_server: Process, window: Window) -> None:
    page = window("about:blank", DESK)
    with_board(page, BY_HAND)
    page.goto(table(stones_server, "steady"))
    walker = Walker(page)
    walker.starts()
    expect(page.get_by_test_id("package-board").locator("svg.card")).to_be_visible()
    for button in ("Draw a card", "Send"):
        expect(page.get_by_test_id("package-board").get_by_role("button", name="Draw a card")).to_be_visible()
        before = walker.version
        page.get_by_test_id("package-board").get_by_role("button", name=button).click()
        assert walker.sees_more_than(before)
    assert set(done(stones_server, walker)) >= {"draw"}
