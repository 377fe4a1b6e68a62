"""A family's own rounds, made on a phone, sent as a link, and played (P19)."""

import re
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from parlour.games import find
from parlour.games.rummy.lay_downs.search import best_lay_down
from parlour.kernel.options import read
from parlour.kernel.shuffle import FairShuffler, key_from
from tests.browser.expecting import expect
from tests.browser.looks import check, resize
from tests.browser.players import AtTheKeyboard, Person
from tests.browser.rehearsed import Rehearsed
from tests.browser.rummies import Player
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

SMALL = {"width": 320, "height": 640}
SEATS, AT_BAT = 3, 1
GAME = find("progressive")


def make_a_list(ann: Person) -> None:
    """From the seven rounds as written to one: 8 cards, a set of 3 and a run of 5."""
    page = ann.page

    def button(name: str) -> Any:
        return page.get_by_role("button", name=name, exact=True)

    ann.unfolds()
    ann.press(page.get_by_test_id("edit-contracts"))
    for number in range(7, 1, -1):
        ann.press(button(f"Remove round {number}"))
    expect(page.get_by_role("listitem").filter(has_text="Round 1")).to_have_count(1)
    ann.press(button("Remove the set of 3 from round 1").first)
    ann.press(button("Add a run to round 1"))
    ann.press(button("Make the run of 4 in round 1 larger"))
    ann.press(button("Deal one more card in round 1"))
    expect(page.get_by_text("This takes 8 cards, so players have to buy.")).to_have_count(0)
    ann.press(button("Deal one fewer card in round 1"))
    expect(page.get_by_text("This takes 8 cards, so players have to buy.")).to_be_visible()
    keys = AtTheKeyboard(page)
    keys.press(button("Deal one more card in round 1"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Round 1: 8 cards dealt, set of 3, run of 5.")).to_have_count(1)


def lucky_secret(options: dict[str, Any]) -> tuple[int, list[Any]]:
    """A deal with which the player who begins can lay down with the first discard, and that lay-down."""
    chosen = read(GAME.options, options)
    for secret in count(1):
        key = key_from(secret.to_bytes(32, "big"), [""] * SEATS)
        state: Any = GAME.start(chosen, SEATS, FairShuffler(key))
        hand = [*state.hands[AT_BAT], state.discards[-1]]
        found = best_lay_down(hand, state.now().contract, state.terms.melding, state.terms.points)
        if found and found.stays:
            return secret, found.melds
    raise AssertionError


def test_P19_a_list_is_made_on_a_phone_sent_as_a_link_and_played(server: Process, window: Window) -> None:
    ann = Person(window(f"{server.url}/new/progressive?rounds=2", PHONE))
    make_a_list(ann)
    expect(ann.page.locator("[name=rounds]")).to_be_hidden()
    check(ann.page, "the editor of rounds")
    resize(ann.page, SMALL["width"], SMALL["height"])
    ann.page.evaluate("document.documentElement.dataset.letters = '150'")
    check(ann.page, "the editor of rounds on a small phone with large letters")
    link = ann.page.get_by_label("Link to these rules").input_value()
    assert link == f"{server.url}/new/progressive?contracts=8:3+r5"

    bob = Person(window(link, DESK))
    expect(bob.house_rules).to_contain_text("1 change")
    bob.write(bob.page.locator("[name=name]"), "Bob")
    bob.press(bob.page.get_by_role("button", name="Set up the table").first)
    expect(bob.page.get_by_text("We play our own rounds: 8 cards, a set of 3 and a run of 5.")).to_be_visible()
    bob.starts()
    expect(bob.page.locator("header").first).to_contain_text("a set of 3 and a run of 5")

    options = dict(parse_qsl(urlsplit(link).query))
    secret, melds = lucky_secret(options)
    with Rehearsed(server, "progressive", SEATS, secret, options) as table:
        cat = Player(window(table.link(AT_BAT), PHONE))
        cat.presses("take")
        expect(cat.page.locator(".tray .need")).to_have_text(["set", "run of 5"])
        cat.lays_down([meld.cards for meld in melds])
        expect(cat.page.locator("[data-zone^='meld:']")).to_have_count(2)


def test_P19_presets_are_offered_and_say_what_differs(server: Process, window: Window) -> None:
    ann = Person(window(f"{server.url}/new/progressive", PHONE))
    ann.unfolds()
    ann.press(ann.page.get_by_role("button", name="Shanghai"))
    expect(ann.page.get_by_text("Usually round 8 asks for a run of 10")).to_be_visible()
    expect(ann.house_rules).to_contain_text("6 changes")
    ann.page.wait_for_url(re.compile(r"contracts=11:3\+3,11:3\+r4"))
    expect(ann.page.get_by_role("heading", name=re.compile("^Round "))).to_have_count(10)
    ann.press(ann.page.get_by_role("button", name="The Swicks’ (as written)"))
    expect(ann.house_rules).to_contain_text("As written")
