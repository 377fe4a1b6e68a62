"""The toy game is played on the page, every kind of question included, with no line of the page written for it."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Page, TimeoutError, expect

from parlour.cards import JOKER, card
from parlour.kernel.shuffle import FairShuffler, commitment, key_from
from parlour.server.tokens import key_of
from parlour.store.sqlite import SqliteStore
from parlour.table.chairs import Chair
from parlour.table.events import Invitation
from tests import toy
from tests.browser.conftest import DESK, PHONE, Window
from tests.browser.players import Person
from tests.process import Process
from tests.toy.install import install

ANYTHING = "[data-item], [data-target], [data-choice], [data-ask]:not([aria-disabled=true]), [data-testid=ready]"


@pytest.fixture
def toy_server(tmp_path: Path) -> Iterator[Process]:
    with Process(tmp_path, "--bot-pause", "0.02", site=install(tmp_path / "site")) as process:
        yield process


class Child(Person):
    """Taps on whatever lights up, and on Cancel when that leads nowhere."""

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
        with suppress(TimeoutError):  # the other child has moved meanwhile, and it is there no more
            found.nth(self.rng.randrange(count)).click(timeout=500)
        return True


def done(db: Path) -> list[str]:
    """What was done at the tables so far, from the file."""
    rows = sqlite3.connect(db).execute("SELECT entry FROM entries ORDER BY code, seq").fetchall()
    bodies: list[Any] = [msgspec.json.decode(row)["body"] for (row,) in rows]
    return [body["action"]["do"] for body in bodies if body["what"] == "move"]


def play(children: list[Child]) -> None:
    children[0].starts()
    idle = 0
    while children[0].phase != "over":
        moved = [child.taps() for child in children]
        idle = 0 if any(moved) else idle + 1
        if idle:
            children[0].page.wait_for_timeout(20)
        assert idle < 300, [child.page.get_by_test_id("prompt").inner_text() for child in children]


def test_a_game_nobody_drew_a_page_for_is_played_to_its_end(toy_server: Process, window: Window) -> None:
    rng = Random(7)
    pages = [window("about:blank", size) for size in (DESK, PHONE)]
    with httpx.Client(base_url=toy_server.url) as http:
        new = {"game": "magpie", "name": "Ann", "seats": [{}, {}], "options": {"rounds": 3}}
        made = http.post("/api/tables", json={**new, "pace": {"windows": False}}).json()
        http.cookies.clear()
        bob = http.post(f"/api/tables/{made['code']}/sit", json={"name": "Bob"}).json()
    for page, token in zip(pages, (made["token"], bob["token"]), strict=True):
        page.goto(f"{made['link']}#seat={token}")
    play([Child(page, rng) for page in pages])
    assert done(toy_server.db).count("deal") == 2
    assert len(set(done(toy_server.db))) > 5


# ---------------------------------------------------------------- one question of every kind

Deal = Callable[[toy.Magpie, int, int], bool]
TOKENS = ("token-of-ann", "token-of-bob")


def lay_table(db: Path, deal: Deal) -> int:
    """A table whose secret gives such a deal, straight into the data file. Gives the seat that begins."""
    for number in count():
        secret = number.to_bytes(32, "big")
        state = toy.GAME.start(toy.MagpieOptions(), 2, FairShuffler(key_from(secret, ["", ""])))
        first = state.actors()[0]
        if deal(state, first, 1 - first):
            break
    chairs = tuple(Chair(name, key_of(token)) for name, token in zip(("Ann", "Bob"), TOKENS, strict=True))
    invitation = Invitation("magpie", toy.GAME.edition, {}, chairs, chairs[0].key, commitment(secret))

    async def write() -> None:
        store = SqliteStore(db)
        await store.create("BCDFGH", invitation, secret)
        await store.close()

    with ThreadPoolExecutor(1) as pool:  # this thread has the browser's loop running
        pool.submit(asyncio.run, write()).result()
    return first


def sit_down(server: Process, window: Window, first: int) -> tuple[Person, Person]:
    """The one who begins, and the other."""
    people = [Person(window(f"{server.url}/t/BCDFGH#seat={token}", PHONE)) for token in TOKENS]
    people[0].starts()
    return people[first], people[1 - first]


def tap_faces(person: Person, *names: str) -> None:
    for name in names:
        person.press(person.page.locator(f"[data-own] [data-item^='hand:'][aria-label*='{name}' i]").first)


def finish(person: Person, ask: str) -> None:
    person.press(person.page.locator(f"[data-ask={ask}]:not([aria-disabled=true])"))


def test_several_cards_at_once(toy_server: Process, window: Window) -> None:
    """Only the two jokers are alike."""
    first = lay_table(toy_server.db, lambda state, first, _: state.hands[first].count(JOKER) == 2)
    player, _ = sit_down(toy_server, window, first)
    player.press(player.page.locator("[data-ask=gather]"))
    for joker in player.page.locator("[data-own] [data-item^='hand:'][aria-label*=joker i]").all():
        joker.click()
    finish(player, "gather")
    expect(player.table).to_have_attribute("data-version", "2")
    assert done(toy_server.db) == ["gather"]


def test_a_group_with_a_joker_that_is_told_what_it_is_and_a_card_added_to_it(
    toy_server: Process, window: Window
) -> None:
    def deal(state: toy.Magpie, first: int, second: int) -> bool:
        return JOKER in state.hands[first] and card("7H") in state.hands[first] and card("7S") in state.hands[second]

    player, other = sit_down(toy_server, window, lay_table(toy_server.db, deal))
    player.press(player.page.locator("[data-ask=lay]"))
    tap_faces(player, "seven of hearts", "joker")
    player.page.get_by_label("The joker stands for").select_option("7H")
    finish(player, "lay")
    other.press(other.page.locator("[data-ask=pass]"))  # the prize
    other.page.locator("[data-ask=draw]").wait_for()
    other.press(other.page.locator("[data-ask=add]"))
    tap_faces(other, "seven of spades")
    other.press(other.page.locator("[data-target]").last)
    expect(player.table).to_have_attribute("data-version", "4")
    assert done(toy_server.db) == ["lay", "pass", "add"]


def test_a_choice_a_place_and_a_card(toy_server: Process, window: Window) -> None:
    player, other = sit_down(toy_server, window, lay_table(toy_server.db, lambda *_: True))
    player.press(player.page.locator("[data-ask=pick]"))
    player.press(player.page.locator("[data-choice=G]"))
    other.press(other.page.locator("[data-ask=pass]"))
    other.press(other.page.locator("[data-own] [data-item^='row:']").first)
    player.press(player.page.locator("[data-ask=grab]"))
    player.press(player.page.locator("[data-item^='stock:']"))
    player.press(player.page.locator("[data-ask=throw]"))
    player.press(player.page.locator("[data-own] [data-item^='hand:']").first)
    other.press(other.page.locator("[data-ask=hide]"))
    other.press(other.page.locator("[data-own] [data-item^='hand:']").first)
    expect(player.table).to_have_attribute("data-version", "8")
    assert done(toy_server.db) == ["pick", "pass", "turn", "grab", "draw", "throw", "hide"]
