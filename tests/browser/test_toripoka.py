"""Two windows play Toripoka: one folds out of turn, the other places a pyramid that this has won."""

from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESK, PHONE, Window
from tests.browser.looks import check, seen
from tests.browser.magpies import actions, links
from tests.browser.players import Person
from tests.process import Process

A_PYRAMID = "[data-choice]:not([data-choice='']):not([data-choice=true]):not([data-choice=false])"


class Player(Person):
    """Places the first card it has at the first prize that takes it, face down and under a pyramid if it may."""

    def plays_on(self) -> bool:
        if self.page.locator("[aria-busy=true]").count():
            return False
        if self.can("[data-ask=deal]"):
            self.presses("deal")
        elif ask := self.can("[data-ask=draw]"):
            self.press(ask)
            self.answers(self.page.locator("[data-choice]").first)
        elif self.can("[data-ask=place]"):
            self.places()
        else:
            return False
        return True

    def places(self) -> None:
        check_room(self)
        self.press(self.page.locator("[data-own] [data-item^='hand:']").first)
        self.answers(self.page.locator("[data-target]").first)
        if down := self.can("[data-choice=true]"):
            self.answers(down)
        if pyramid := self.can(A_PYRAMID):
            expect(pyramid.locator("svg")).to_be_visible()
            expect(pyramid).to_contain_text("pyramid")
            check(self.page, "a pyramid to choose")
            self.answers(pyramid)

    def answers(self, tap: Locator) -> None:
        """A tap that is either the last one, or is followed by another question."""
        version = self.version
        self.press(tap)
        self.page.wait_for_function(
            """version => Number(document.querySelector('[data-testid=table]').dataset.version) > version
                || (document.querySelector('[data-choice]') && !document.querySelector('[aria-busy=true]'))""",
            arg=version,
        )


def check_room(player: Player) -> None:
    """Everything that lies at the prizes can be seen."""
    cards = "[data-zone^='laid:'] .item, [data-zone=left] .item, [data-zone=right] .item"
    assert seen(player.page, cards) == player.page.locator(cards).count()


def play(players: list[Player], until: str) -> None:
    for turn in range(4000):
        if all(player.phase == until for player in players):
            return
        if not players[turn % 2].plays_on():
            players[0].page.wait_for_timeout(20)
    raise AssertionError([player.page.get_by_test_id("prompt").inner_text() for player in players])


def test_a_game_with_a_fold_and_a_pyramid_on_a_card(server: Process, window: Window) -> None:
    addresses = links(server, game="toripoka", options={"rounds": 2})
    ann, bob = (Player(window(link, size)) for link, size in zip(addresses, (PHONE, DESK), strict=True))
    bob.connected()
    ann.starts()
    while not (ann.can("[data-ask=place]") and bob.can("[data-ask=fold]")):
        ann.plays_on()
        bob.plays_on() if not bob.can("[data-ask=place]") else None
    check(ann.page, "at the prizes")
    check(bob.page, "at the prizes")
    bob.press(bob.page.locator("[data-ask=fold]"))
    expect(bob.page.get_by_text("choose which one")).to_be_visible()
    bob.press(bob.page.locator("[data-target=left]"))
    expect(ann.page.get_by_test_id("spoken")).to_contain_text("Bob folded at the left prize: you take the")
    expect(ann.page.get_by_text("Bob folded", exact=True)).to_be_visible()
    play([ann, bob], "between")
    check(ann.page, "a showdown")
    expect(ann.page.locator("[data-own] [data-zone='pieces:0'] [aria-label$=pyramid]").first).to_be_visible()
    play([ann, bob], "over")
    check(bob.page, "the end")
    done = actions(server.db)
    assert [action["do"] for action in done].count("fold") == 1
    assert any(action["do"] == "place" and action["pyramid"] and action["down"] for action in done)
    expect(bob.page.get_by_test_id("log")).to_contain_text("pyramid on it")
