"""Whole games by people who only know what the page offers: a phone and a laptop, bots in the other chairs, and
again without a mouse. The short form has one shortened game by keyboard; each game also has its own tests."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator

from parlour.games import discover, find
from tests.arbitrary import LONG, in_rounds, shortened, usual_seats
from tests.browser.players import Anybody, AtTheKeyboard, Person, play
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process


class AnybodyAtTheKeyboard(Anybody, AtTheKeyboard):
    def press(self, what: Locator) -> None:
        AtTheKeyboard.press(self, what)


def sit_down(
    server: Process, window: Window, game: str, who: list[type[Anybody]], options: dict[str, Any]
) -> list[Person]:
    """Two people and, where there is room, two bots."""
    bots = [{"bot": "steady"}] * (usual_seats(find(game)) - 2)
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
@pytest.mark.parametrize("game", discover())
def test_a_whole_game_in_two_windows(server: Process, window: Window, game: str) -> None:
    """Of three rounds, where a game has a rule for that: a whole Torpedo by chance takes an hour."""
    people = sit_down(server, window, game, [Anybody, Anybody], in_rounds(find(game), 3))
    play(people, lambda: all(person.phase == "over" for person in people))


@pytest.mark.parametrize("game", discover() if LONG else ["toripoka"])
def test_a_game_by_keyboard_only(server: Process, window: Window, game: str) -> None:
    """A shortened game: at ten seconds a move, a whole Torpedo would take three hours."""
    people = sit_down(server, window, game, [AnybodyAtTheKeyboard, AnybodyAtTheKeyboard], shortened(find(game)))
    play(people, lambda: all(person.phase == "over" for person in people))
