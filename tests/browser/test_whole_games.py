"""Whole games by people who only know what the page offers: a phone and a laptop, bots in the other chairs, and
again without a mouse. The short form has one shortened game by keyboard; each game also has its own tests."""

from contextlib import suppress
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Error, Locator, Page

from tests.arbitrary import LONG
from tests.browser.players import AtTheKeyboard, Person, play
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

SHORTENED: dict[str, dict[str, Any]] = {
    "golf": {"holes": 1},
    "torpedo": {"rounds": 1, "turn_cap": 3},
    "progressive": {"rounds": 1, "turn_cap": 2},
    "toripoka": {"rounds": 1},
    "yammouth": {"out_over": 25, "turn_cap": 4},
    "hearts": {"rounds": 1},
    "spades": {"rounds": 1},
}
OFFERED = (
    "[data-testid=ready], [data-ask]:not([aria-disabled=true]), "
    "[data-item]:not([inert] *), [data-target], [data-choice]"
)
SELDOM = {"lay_down", "fold", "undo"}  # needs too many random taps, or spoils the game


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


class AnybodyAtTheKeyboard(Anybody, AtTheKeyboard):
    def press(self, what: Locator) -> None:
        AtTheKeyboard.press(self, what)


def sit_down(
    server: Process, window: Window, game: str, who: list[type[Anybody]], options: dict[str, Any]
) -> list[Person]:
    """Two people and, where there is room, two bots."""
    bots = [] if game == "toripoka" else [{"bot": "steady"}] * 2
    pace = {"windows": False, "slam_grace": 0}
    new = {"game": game, "name": "Ann", "seats": [{}, {}, *bots], "options": options, "pace": pace}
    with httpx.Client(base_url=server.url) as http:
        ann = http.post("/api/tables", json=new).json()
        http.cookies.clear()
        bob = http.post(f"/api/tables/{ann['code']}/sit", json={"name": "Bob"}).json()
    links = [f"{ann['link']}#seat={one['token']}" for one in (ann, bob)]
    people = [kind(window(link, size)) for kind, link, size in zip(who, links, (DESK, PHONE), strict=True)]
    people[0].starts()
    return list(people)


@pytest.mark.skipif(not LONG, reason="in the long form")
@pytest.mark.parametrize("game", SHORTENED)
def test_a_whole_game_in_two_windows(server: Process, window: Window, game: str) -> None:
    people = sit_down(server, window, game, [Anybody, Anybody], {})
    play(people, lambda: all(person.phase == "over" for person in people))


@pytest.mark.parametrize("game", SHORTENED if LONG else ["progressive"])
def test_a_game_by_keyboard_only(server: Process, window: Window, game: str) -> None:
    """A shortened game: at ten seconds a move, a whole Torpedo would take three hours."""
    people = sit_down(server, window, game, [AnybodyAtTheKeyboard, AnybodyAtTheKeyboard], SHORTENED[game])
    play(people, lambda: all(person.phase == "over" for person in people))
