"""The example of docs/adding-a-game.md, installed from its own wheel, on a page that does not know it."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.browser.looks import check
from tests.browser.magpies import done
from tests.browser.players import Person
from tests.browser.windows import PHONE, Window
from tests.examples.install import install_example
from tests.process import Process

HAND = "[data-own] [data-item^='hand:']"


@pytest.fixture
def stones_server(tmp_path: Path) -> Iterator[Process]:
    site = install_example(tmp_path / "installed")
    with Process(tmp_path, "--bot-pause", "0.02", site=site, root=False) as process:
        yield process


class Walker(Person):
    """Plays a highlighted card if there is one, and draws otherwise."""

    def makes_a_move(self) -> bool:
        if self.page.locator("[aria-busy=true]").count():
            return False
        if stone := self.can(HAND):
            stone.click(position={"x": 9, "y": 12})  # the next card covers the rest
            self.press(self.page.locator("[data-item^='stones:']"))
        elif button := self.can("[data-ask=draw], [data-testid=ready], [data-ask=deal]"):
            self.press(button)
        else:
            return False
        return True


def test_the_example_is_played_to_its_end_against_a_bot(stones_server: Process, window: Window) -> None:
    new = {"game": "stones", "name": "Ann", "seats": [{}, {"bot": "steady"}], "options": {"rounds": 2, "stride": 4}}
    made = httpx.post(f"{stones_server.url}/api/tables", json=new).json()
    walker = Walker(window(f"{made['link']}#seat={made['token']}", PHONE))
    walker.starts()
    check(walker.page, "stones")
    idle = 0
    while walker.phase != "over":
        idle = 0 if walker.makes_a_move() else idle + 1
        walker.page.wait_for_timeout(20)
        assert idle < 500, walker.page.get_by_test_id("prompt").inner_text()
    assert {"step", "deal"} <= set(done(stones_server.db))
    assert "The game is over" in walker.page.get_by_test_id("prompt").inner_text()
