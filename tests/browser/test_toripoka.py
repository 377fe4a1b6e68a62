"""Two windows play Toripoka: one folds out of turn, and the other places the pyramid won by that."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.looks import check, seen
from tests.browser.magpies import actions, links
from tests.browser.players import Person
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

A_CARD = "[data-own] [data-item^='hand:']"
A_PYRAMID = "[data-choice]:not([data-choice='']):not([data-choice=true]):not([data-choice=false])"


class Player(Person):
    """Places the first card at the first prize that takes it, face down and under a pyramid if allowed."""

    def plays_on(self) -> bool:
        if self.page.locator("[aria-busy=true]").count():
            return False
        if self.can("[data-ask=deal]"):
            self.presses("deal")
        elif self.can(A_CARD):
            self.places()
        elif size := self.can("[data-choice]"):
            before = self.version
            self.press(size)
            self.sees_more_than(before)
        else:
            return False
        return True

    def places(self) -> None:
        check_room(self)
        self.press(self.page.locator(A_CARD).first)
        self.answers(self.page.locator("[data-target]").first)
        if down := self.can("[data-choice=true]"):
            self.answers(down)
        if pyramid := self.can(A_PYRAMID):
            expect(pyramid.locator("svg")).to_be_visible()
            expect(pyramid).to_contain_text("pyramid")
            check(self.page, "a pyramid to choose")
            self.answers(pyramid)

    def folds(self, prize: str) -> None:
        """Folds, and confirms after reading what that does."""
        self.press(self.page.locator(f"[data-fold={prize}]"))
        expect(self.page.get_by_text(re.compile(r"takes the .* pyramid, and you get "))).to_be_visible()
        check(self.page, "whether to fold")
        self.press(self.page.locator("[data-ask=fold]"))

    def answers(self, tap: Locator) -> None:
        """Taps, and waits for the result or the next question."""
        version = self.version
        self.press(tap)
        self.page.wait_for_function(
            """version => Number(document.querySelector('[data-testid=table]').dataset.version) > version
                || (document.querySelector('[data-choice]') && !document.querySelector('[aria-busy=true]'))""",
            arg=version,
        )


def check_room(player: Player) -> None:
    """Checks that every card at the prizes is visible."""
    cards = "[data-zone^='laid:'] .item, [data-zone=left] .item, [data-zone=right] .item"
    assert seen(player.page, cards) == player.page.locator(cards).count()


def play(players: list[Player], until: str) -> None:
    for turn in range(4000):
        if all(player.phase == until for player in players):
            return
        if not players[turn % 2].plays_on():
            players[0].page.wait_for_timeout(20)
    raise AssertionError([player.page.get_by_test_id("prompt").inner_text() for player in players])


def until_ann_may_place(ann: Player, bob: Player) -> None:
    """Plays until the prizes are drawn and it is Ann's turn; Bob can fold out of turn."""
    for _ in range(400):
        if ann.can(A_CARD) and bob.can("[data-fold=left]"):
            return
        if not ann.can(A_CARD):
            ann.plays_on()
            bob.plays_on()
        ann.page.wait_for_timeout(20)
    raise AssertionError(ann.page.get_by_test_id("prompt").inner_text())


def test_a_game_with_a_fold_and_a_pyramid_on_a_card(server: Process, window: Window) -> None:
    addresses = links(server, game="toripoka", options={"rounds": 2})
    ann, bob = (Player(window(link, size)) for link, size in zip(addresses, (PHONE, DESK), strict=True))
    bob.connected()
    ann.starts()
    until_ann_may_place(ann, bob)
    check(ann.page, "at the prizes")
    check(bob.page, "at the prizes")
    bob.folds("left")
    expect(ann.page.get_by_test_id("spoken")).to_contain_text("Bob folded at the left prize: you take the")
    expect(ann.page.get_by_text("Bob folded", exact=True)).to_be_visible()
    play([ann, bob], "between")
    check(ann.page, "a showdown")
    expect(ann.page.locator("[data-own] [data-zone='pieces:0'] [aria-label$=pyramid]").first).to_be_visible()
    play([ann, bob], "over")
    check(bob.page, "the end")
    done = actions(server, ann)
    assert [action["do"] for action in done].count("fold") == 1
    assert any(action["do"] == "place" and action["pyramid"] and action["down"] for action in done)
    expect(bob.page.get_by_test_id("log")).to_contain_text("pyramid on it")


def test_a_fold_that_undoes_a_choice_is_told(server: Process, window: Window) -> None:
    addresses = links(server, game="toripoka", options={"rounds": 1})
    ann, bob = (Player(window(link, size)) for link, size in zip(addresses, (PHONE, DESK), strict=True))
    bob.connected()
    ann.starts()
    until_ann_may_place(ann, bob)
    ann.places()
    until_ann_may_place(ann, bob)
    ann.press(ann.page.locator(A_CARD).first)
    ann.press(ann.page.locator("[data-target=left]"))
    expect(ann.page.locator("[data-choice=true]")).to_be_visible()
    check(ann.page, "face up or face down")
    bob.folds("left")
    expect(ann.page.get_by_test_id("refusal")).to_contain_text("Bob folded at the left prize")
    expect(ann.page.get_by_test_id("refusal")).to_contain_text("choose again")
    expect(ann.page.locator("[data-choice]")).to_have_count(0)
    ann.places()
    expect(ann.page.locator("[data-zone='laid:0:right'] .item").first).to_be_visible()
