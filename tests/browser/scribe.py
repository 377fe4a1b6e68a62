"""A person who keeps score for real cards on the page."""

from collections.abc import Sequence
from typing import Any

import httpx
from playwright.sync_api import Download, Locator

from tests.browser.expecting import expect
from tests.browser.players import Person
from tests.browser.windows import PHONE, Window
from tests.process import Process


def new_sheet(server: Process, game: str, *names: str, **options: Any) -> str:
    """Sets up a sheet for these players. Returns the personal link of its host, who is not one of them."""
    new = {"game": f"score-{game}", "seats": [{"name": name} for name in names], "options": options}
    made = httpx.post(f"{server.url}/api/tables", json=new).json()
    return f"{made['link']}#seat={made['token']}"


class Scribe(Person):
    """A person who enters scores."""

    @property
    def totals(self) -> Locator:
        return self.page.locator("[data-total]")

    @property
    def refusal(self) -> Locator:
        return self.page.get_by_test_id("refusal")

    @property
    def field(self) -> Locator:
        return self.page.locator("[name=written]")

    def cell(self, number: int, seat: int) -> Locator:
        return self.page.locator(f"[data-cell='{number}:{seat}'] .counted")

    def opens_pad(self) -> None:
        self.press(self.page.get_by_test_id("enter"))
        expect(self.page.get_by_test_id("scribe")).to_be_visible()

    def taps(self, *keys: str) -> None:
        """Taps digits or faces on the pad."""
        for key in keys:
            self.press(self.page.locator(f"[data-key='{key}'], [data-face='{key}']"))

    def says(self, what: str) -> None:
        """Presses the "won", "caught", "next" or "write" button."""
        self.press(self.page.get_by_test_id(what))

    def writes_down(self) -> None:
        self.says("write")
        expect(self.page.get_by_test_id("scribe")).to_have_count(0)

    def enters(self, *texts: str, won: int | None = None, caught: Sequence[int] = ()) -> None:
        """Types a round; "" for a player who needs no entry."""
        self.opens_pad()
        for seat, text in enumerate(texts):
            if self.page.locator(f"[data-pick='{seat}']").count():
                self.press(self.page.locator(f"[data-pick='{seat}']"))
                self.write(self.field, text)
                if seat == won:
                    self.says("won")
                if seat in caught:
                    self.says("caught")
        self.writes_down()

    def saves(self, what: str) -> Download:
        if not self.page.get_by_test_id(what).count():
            self.press(self.page.get_by_test_id("save"))
        with self.page.expect_download() as download:
            self.press(self.page.get_by_test_id(what))
        return download.value


def scribe(window: Window, link: str, size: dict[str, int] = PHONE, scheme: str = "light") -> Scribe:
    person = Scribe(window(link, size, scheme))
    expect(person.page.get_by_test_id("ledger")).to_be_visible()
    return person
