"""People who use the page as players do: by what it shows and offers."""

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Error, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.expecting import expect
from tests.process import Process

AT_TABLE = re.compile(r"/t/[A-Z0-9]{6}$")

# The key that brings the focus nearer to an element; null if it has the focus.
KEY_TOWARDS = """element => {
    const now = document.activeElement
    if (element === now) return null
    if (!element.closest('[role=listbox]')?.matches(':focus-within')) return 'Tab'
    return now.closest('.place')?.nextElementSibling === null ? 'Home' : 'ArrowRight'
}"""

OFFERED = (
    "[data-testid=ready], [data-ask]:not([aria-disabled=true]), "
    "[data-item]:not([inert] *), [data-target], [data-choice]"
)
SELDOM = {"lay_down", "fold", "undo"}  # needs too many random taps, or spoils the game


class Person:
    """A person with a window, who uses a finger or a mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # ------------------------------------------------------------ pressing and typing

    def press(self, what: Locator) -> None:
        what.click()

    def write(self, field: Locator, text: str) -> None:
        field.fill(text)

    # ------------------------------------------------------------ what is on the page

    @property
    def table(self) -> Locator:
        return self.page.get_by_test_id("table")

    @property
    def phase(self) -> str:
        return self.table.get_attribute("data-phase") or ""

    @property
    def version(self) -> int:
        return int(self.table.get_attribute("data-version") or 0)

    @property
    def hole(self) -> int:
        found = re.search(r"Hole (\d+) of", self.page.locator("header").first.inner_text())
        return int(found[1]) if found else 0

    def connected(self, state: str = "open") -> None:
        connection = self.page.get_by_test_id("connection")
        expect(connection).to_have_attribute("data-state", state, timeout=20_000)

    def presses(self, ask: str) -> None:
        """Presses a button until it is gone, because the page ignores a quick second press on the same spot."""
        button = self.page.locator(f"[data-ask={ask}]:not([aria-disabled=true])")
        button.wait_for()
        for _ in range(30):
            with suppress(PlaywrightTimeout):
                button.click(timeout=500)
            with suppress(AssertionError):
                expect(button).to_have_count(0, timeout=700)
                return
        raise AssertionError(f"{ask} is not answered")

    def can(self, selector: str) -> Locator | None:
        found = self.page.locator(selector)
        return found.first if found.count() else None

    # ------------------------------------------------------------ getting to the table

    def sets_up(self, url: str, name: str, *others: str, house_rules: str = "") -> str:
        """Sets up a table of Golf from the home page, or from a link with house rules, with these others. Returns
        its link."""
        self.page.goto(f"{url}/new/golf?{house_rules}" if house_rules else url)
        if not house_rules:
            self.press(self.page.get_by_role("link", name=re.compile("Set up a table")).first)
        self.write(self.page.locator("[name=name]"), name)
        self.press(self.page.locator("summary", has_text="Who’s playing"))
        self.chooses("chairs", str(len(others) + 1))
        for number, who in enumerate(others, 2):
            self.chooses(f"chair-{number}", who)
        self.press(self.page.get_by_role("button", name="Set up the table").first)
        self.page.wait_for_url(AT_TABLE)
        expect(self.table).to_have_attribute("data-phase", "lobby")
        return self.page.url

    def chooses(self, field: str, value: str) -> None:
        self.page.locator(f"[name={field}]").select_option(value)

    def unfolds(self) -> None:
        """Opens every folded section of a new table."""
        folds = self.page.locator("details")
        folds.first.wait_for()
        for fold in folds.all():
            if fold.get_attribute("open") is None:
                self.press(fold.locator("> summary"))

    @property
    def house_rules(self) -> Locator:
        """The heading of a new table's house rules, which counts the changes."""
        return self.page.locator("summary", has_text="House rules")

    def joins(self, link: str, name: str) -> None:
        self.page.goto(link)
        self.write(self.page.locator("[name=name]"), name)
        self.press(self.page.get_by_role("button", name=re.compile("Sit down")))
        expect(self.table).to_have_attribute("data-phase", re.compile("lobby|playing"))

    def starts(self) -> None:
        self.press(self.page.get_by_test_id("start"))
        expect(self.table).to_have_attribute("data-phase", "playing")

    # ------------------------------------------------------------ playing Golf

    def makes_a_move(self) -> bool:
        """Makes one tap if it can: on the next button, an own card (face down first), the discard, or "take"."""
        if self.page.locator("[aria-busy=true]").count():
            return False
        for selector in (
            "[data-testid=ready]",
            "[data-ask=deal]",
            "[data-own] [data-item^='grid:'][aria-label*='face down' i]",
            "[data-own] [data-item^='grid:']",
            "[data-item^='discard:']",
            "[data-ask=take]",
        ):
            if found := self.can(selector):
                before = self.version
                self.press(found)
                return self.sees_more_than(before)
        return False

    def sees_more_than(self, version: int) -> bool:
        """Whether the tap had an effect; if not, the caller tries again, as people do."""
        newer = "version => Number(document.querySelector('[data-testid=table]')?.dataset.version) > version"
        try:
            self.page.wait_for_function(newer, arg=version, timeout=6000)
        except PlaywrightTimeout:
            return False
        return True


class AtTheKeyboard(Person):
    """A person who never touches a mouse."""

    def press(self, what: Locator) -> None:
        self.reaches(what)
        self.page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        self.reaches(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def chooses(self, field: str, value: str) -> None:
        self.reaches(self.page.locator(f"[name={field}]"))
        chosen = self.page.locator(f"[name={field}]")
        self.page.keyboard.press("Home")
        for _ in range(12):
            if chosen.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{field} cannot be set to {value} by keys")

    def reaches(self, what: Locator) -> None:
        """Presses Tab until it has the focus, or arrow keys within a hand."""
        what.first.wait_for()
        for _ in range(150):
            key = what.first.evaluate(KEY_TOWARDS)
            if key is None:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{what} cannot be reached by keys")


class Anybody(Person):
    """Taps what is offered at random, and cancels what leads nowhere."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.rng = Random(1)
        self.steps = 0  # since the last effect

    def makes_a_move(self) -> bool:
        if self.page.locator("[aria-busy=true]").count():
            return False
        before = self.version
        offered = self.page.locator(OFFERED)
        asks = offered.evaluate_all("all => all.map(one => one.dataset.ask ?? '')")
        places = [at for at, ask in enumerate(asks) if ask not in SELDOM or self.rng.random() < 0.03]
        if not places:
            return False
        self.steps += 1
        cancel = self.can("[data-ask-cancel]")
        with suppress(Error):  # it may be gone by then
            if cancel and self.steps % 12 == 0:
                self.press(cancel)
            else:
                self.press(offered.nth(self.rng.choice(places)))
        if self.version > before:
            self.steps = 0
        return True

    def press(self, what: Locator) -> None:
        """Presses it by its corner, because in a hand the next card covers the rest."""
        what.click(position={"x": 10, "y": 14}, timeout=800)


def play(persons: list[Person], until: Callable[[], bool]) -> None:
    """Lets everybody do what the page offers, in turn, until the condition holds."""
    idle = 0
    while not until():
        moved = [person.makes_a_move() for person in persons]
        idle = 0 if any(moved) else idle + 1
        if idle:
            persons[0].page.wait_for_timeout(20)
        assert idle < 500, [person.page.get_by_test_id("prompt").inner_text() for person in persons]


def restart(server: Process, persons: list[Person]) -> None:
    """Kills the server with -9 and starts it again; the windows notice and reconnect by themselves."""
    server.kill()
    for person in persons:
        expect(person.page.get_by_test_id("connection")).not_to_have_attribute("data-state", "open")
    server.start()
    for person in persons:
        person.connected()


class Watcher:
    """A person who watches a replay."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.replay = page.get_by_test_id("replay")
        self.replay.wait_for()

    def at(self, moves: int) -> None:
        expect(self.replay).to_have_attribute("data-at", str(moves))

    @property
    def moves(self) -> int:
        return int(self.replay.get_attribute("data-moves") or 0)

    @property
    def said(self) -> str:
        return self.page.get_by_test_id("said").inner_text()

    def checks(self, fair: bool = True) -> str:
        """Opens the side panel, runs the check, and returns its text."""
        if self.page.get_by_test_id("check").count() == 0:
            self.page.get_by_role("button", name="Share, save, check").click()
        self.page.get_by_test_id("check").click()
        expect(self.page.get_by_test_id("verdict")).to_have_attribute("data-fair", str(fair).lower())
        return self.page.get_by_test_id("fair").inner_text()


def new_table(server: Process, **wishes: Any) -> dict[str, Any]:
    new = {"game": "golf", "name": "Ann", "seats": [{}, {"bot": "steady"}], **wishes}
    made: dict[str, Any] = httpx.post(f"{server.url}/api/tables", json=new).json()
    return made


def personal(made: dict[str, Any]) -> str:
    return f"{made['link']}#seat={made['token']}"
