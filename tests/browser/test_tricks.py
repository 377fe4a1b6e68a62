"""Hearts and Spades in the browser: whole games by taps and by keys, cards that may not be played, one tap or two,
finished tricks that gather, partners."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from parlour.games import discover
from parlour.kernel.game import AnyGame
from parlour.kernel.shuffle import QuickShuffler
from tests.browser.players import AtTheKeyboard, Person, play
from tests.browser.rehearsed import BARRED, Rehearsed, shows, until_some_are_barred
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

CARDS = "[data-own] [data-item^='hand:']"


def has_tricks(game: AnyGame) -> bool:
    state = game.start(game.options(), game.seats[-1], QuickShuffler(b""))
    return any(zone.kind == "trick" for zone in game.public(state).zones)


class Player(Person):
    """A person who passes the first cards, bids two, and plays the first card that lights up."""

    def makes_a_move(self) -> bool:
        if self.page.locator("[aria-busy=true]").count():
            return False
        before = self.version
        if self.can("[data-ask=pass_cards]"):
            for _ in range(3):
                self.press(self.page.locator(f"{CARDS}:not([aria-selected=true])").first)
            self.press(self.page.locator("[data-ask=pass_cards][aria-disabled=false]"))
        elif move := self.can("[data-choice='2']") or self.can(CARDS):
            self.press(move)
        else:
            return False
        return self.sees_more_than(before)


class TapsCorners(Player):
    def press(self, what: Any) -> None:
        what.click(position={"x": 10, "y": 14})  # in a hand the next card covers the rest


class ByKeys(Player, AtTheKeyboard):
    pass


@pytest.mark.parametrize("game", [name for name, game in discover().items() if has_tricks(game)])
def test_a_short_game_is_played_by_taps_and_by_keys(server: Process, window: Window, game: str) -> None:
    seats = [{}, {"bot": "steady"}, {}, {"bot": "steady"}]  # partners in Spades
    new = {"game": game, "name": "Ann", "seats": seats, "options": {"rounds": 1}}
    with httpx.Client(base_url=server.url) as http:
        ann = http.post("/api/tables", json=new).json()
        http.cookies.clear()
        cat = http.post(f"/api/tables/{ann['code']}/sit", json={"name": "Cat"}).json()
    links = [f"{ann['link']}#seat={one['token']}" for one in (ann, cat)]
    people: list[Person] = [TapsCorners(window(links[0], PHONE)), ByKeys(window(links[1], DESK))]
    people[0].starts()
    play(people, lambda: all(person.phase == "over" for person in people))
    expect(people[0].page.locator(".reckoning h2")).to_have_text(re.compile("wins?[.]$"))


def test_a_card_that_may_not_be_played_says_why(server: Process, window: Window) -> None:
    with Rehearsed(server, "hearts", 4, options={"rounds": 1}) as table:
        until_some_are_barred(table)
        page = window(table.link(0), PHONE)
        barred = page.locator(BARRED).first
        barred.click(
            position={"x": 10, "y": 14}, force=True
        )  # it says that it is disabled, and explains itself all the same
        refusal = page.get_by_test_id("refusal")
        expect(refusal).to_contain_text(re.compile(r"[.]"))
        refusal.get_by_role("button", name=re.compile("H[467]")).click()
        expect(page.locator("[data-rule^=H]").first).to_be_attached()
        page.keyboard.press("Escape")
        page.reload()
        page.locator(CARDS).first.wait_for()
        expect(refusal).to_have_count(0)
        page.locator(BARRED).first.focus()
        page.keyboard.press("Enter")
        expect(refusal).to_be_visible()
        assert int(page.get_by_test_id("table").get_attribute("data-version") or 0) == table.version


def test_one_tap_plays_and_can_be_taken_back_unless_the_host_wants_two(server: Process, window: Window) -> None:
    with Rehearsed(server, "hearts", 4, options={"rounds": 1}) as table:
        assert table.until(lambda now: "play" in now.asked(0) and now.state.laid == 1)
        page = window(table.link(0), PHONE)
        card = page.locator(CARDS).first
        card.click(position={"x": 10, "y": 14})
        shows(page, table.version + 1)
        assert page.locator("[data-zone=trick] [role=img]").count() == 2
        page.get_by_role("button", name="Take back").click()
        page.get_by_text("Waiting for the others").wait_for()
        for seat in (1, 2, 3):
            table.say(seat, {"type": "table", "event": {"what": "agree"}})
        expect(page.locator("[data-zone=trick] [role=img]")).to_have_count(1)
        page.get_by_role("button", name="Table", exact=True).click()
        page.locator("summary", has_text="Host settings").click()
        page.locator("[name=one_tap]").uncheck()
        page.keyboard.press("Escape")
        card.click(position={"x": 10, "y": 14})
        expect(page.locator("[data-zone=trick] [role=img]")).to_have_count(1)
        page.locator("[data-target=trick]").click(position={"x": 8, "y": 8})
        expect(page.locator("[data-zone=trick] [role=img]")).to_have_count(2)


def test_D11_a_hand_lies_face_down_until_its_owner_looks(server: Process, window: Window) -> None:
    """Also in the page itself, where somebody might look for it."""
    with Rehearsed(server, "spades", 4, 16, {"blind_nil": True, "target": 1000}) as table:
        assert table.until(lambda now: not all(now.state.looked[seat] for seat in now.state.actors()))
        page = window(table.link(table.state.at_bat), PHONE)
        shows(page, table.version)
        hand = page.locator(f"[data-zone='hand:{table.state.at_bat}'] [role=option]")
        expect(hand).to_have_count(13)
        assert {card.get_attribute("aria-label") for card in hand.all()} == {"face down"}
        expect(page.get_by_role("button", name=re.compile("^Go blind nil"))).to_be_visible()
        page.get_by_role("button", name="Look at your cards", exact=True).click()
        shows(page, table.version + 1)
        expect(page.locator("[data-own] [aria-label='face down']")).to_have_count(0)
        expect(page.locator("[data-choice='0']")).to_be_visible()


# Counts for two seconds how many cards fly at once.
WATCH = """() => {
    const began = performance.now()
    window.most = 0
    const look = () => {
        window.most = Math.max(window.most, document.querySelectorAll('[data-testid=flights] .ghost').length)
        if (performance.now() - began < 2000) requestAnimationFrame(look)
    }
    look()
}"""


@pytest.mark.parametrize("motion", [True, False], ids=["motion", "less"])
def test_a_finished_trick_gathers_and_can_be_seen_again(server: Process, window: Window, motion: bool) -> None:
    with Rehearsed(server, "spades", 4, options={"rounds": 1}) as table:
        assert table.until(lambda now: now.state.laid == 3 and sum(now.state.tricks) == 1)
        page = window(table.link(0), PHONE, motion=motion)
        shows(page, table.version)
        expect(page.locator("[data-zone=trick] [role=img]")).to_have_count(3)
        page.evaluate(WATCH)
        table.step()
        shows(page, table.version)
        expect(page.locator("[data-zone=trick] [role=img]")).to_have_count(0)
        expect(page.locator("[data-testid=flights] .ghost")).to_have_count(0)
        assert page.evaluate("window.most") == (4 if motion else 0)
        page.locator("button.won").click()
        expect(page.get_by_test_id("last-trick")).to_be_visible()
        expect(page.locator("[data-zone=trick] [role=img][aria-label$='took it']")).to_have_count(1)
        table.step()
        shows(page, table.version)
        expect(page.get_by_test_id("last-trick")).to_have_count(0)


def columns(page: Page) -> list[str]:
    page.get_by_role("button", name="Scores", exact=True).click()
    found: list[str] = page.get_by_test_id("sheet").locator("thead .player").all_inner_texts()
    return [text.strip() for text in found]


def test_partners_have_one_score_one_column_and_win_together(server: Process, window: Window) -> None:
    with Rehearsed(server, "spades", 4, options={"rounds": 1}) as table:
        page = window(table.link(0), DESK)
        assert table.until(lambda now: now.state.sheet)
        shows(page, table.version)
        expect(page.locator("header .sides")).to_contain_text("Us")
        assert columns(page) == ["Ann & Grandma", "Bob & Dan"]
        expect(page.locator(".reckoning h2")).to_have_text(re.compile("^(You and Grandma|Bob and Dan) win[.]$"))
        expect(page.locator(".reckoning tbody tr")).to_have_count(2)
    expect(page.locator(".reckoning .story")).to_have_text(re.compile("^(.* for (the bid of [0-9]+|nil)){2}"))
