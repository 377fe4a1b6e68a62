"""Two windows play Yammouth: a slam, a next player who has to wait for it, a call, and ADDATH over it."""

import re
from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.looks import check, seen
from tests.browser.magpies import actions, links
from tests.browser.players import Person
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

HAND = "[data-own] [data-zone^='hand:'] .item"

# The outer edges of the piles with so many cards side by side: 11 are the top card, five placed and five slammed.
LONG_PILE = """async count => {
    const items = document.querySelector('[data-zone=pile] .items')
    const card = items.querySelector('.place')
    while (items.querySelectorAll('.place').length < count) items.append(card.cloneNode(true))
    items.style.setProperty('--cards', count)
    await new Promise(moved => setTimeout(moved, 400))
    const edges = [...document.querySelectorAll('[data-zone=stock], [data-zone=pile] .place')]
        .map(one => one.getBoundingClientRect())
    return [Math.min(...edges.map(edge => edge.left)), Math.max(...edges.map(edge => edge.right))]
}"""

LOW_CARDS = [6] * 8 + [0] * 5 + [2]  # anybody may call at any time


class Player(Person):
    def ranks(self, items: str = HAND) -> list[str]:
        labels: list[str] = self.page.locator(items).evaluate_all(
            "all => all.map(one => (one.querySelector('button') ?? one).ariaLabel)"
        )
        return [re.sub(r"^Pile: |[, ].*$", "", label) for label in labels]

    @property
    def points(self) -> int:
        found = re.search(r"(\d+) points?", self.page.locator("[data-own]").inner_text())
        return int(found[1]) if found else 0

    def places(self, *ranks: str) -> None:
        """Places these cards, in this order."""
        for number, rank in enumerate(ranks, 1):
            card = self.page.locator(f"{HAND}:not([aria-selected=true])[aria-label^='{rank}']").first
            card.click(position={"x": 9, "y": 12})
            expect(self.page.locator(f"{HAND} .tick", has_text=str(number))).to_be_visible()
        able = self.page.locator("[data-ask=place][aria-disabled=false]")
        if able.locator("kbd").is_visible():  # by the shortcut key, where it is shown
            self.page.keyboard.press("1")
            expect(able).to_have_count(0)
        else:
            self.presses("place")

    def picks_up(self, under: bool) -> None:
        """Takes the card under the placed ones, or one from the stock."""
        self.press(self.page.locator("[data-item='pile:0']" if under else "[data-item^='stock:']"))
        self.page.locator("[data-ask=keep]").wait_for()

    def goes_on(self, other: "Player", ask: str = "keep") -> None:
        """Keeps the card or passes, and waits until the other player's window shows it."""
        self.presses(ask)
        expect(other.table).to_have_attribute("data-version", str(self.version))

    def turn(self) -> bool:
        """Places a card like the top one, to slam it later, or a pair, or the last card. Says whether it can slam."""
        ranks = self.ranks()
        top = self.ranks("[data-zone=pile] .item")[-1]
        pair = next((one for one, other in pairwise(sorted(ranks)) if one == other), "")
        like = top in ranks
        self.places(*([top] if like else [pair, pair] if pair else ranks[-1:]))
        self.picks_up(under=like)
        return self.can("[data-ask=slam]") is not None


def deal(server: Process, window: Window, **pace: object) -> tuple[Player, Player]:
    options = {"out_over": 25, "call_limit": 50, "deck": "custom", "custom_deck": LOW_CARDS}
    addresses = links(server, game="yammouth", options=options, pace={"windows": False, **pace})
    ann, bob = (Player(window(link, size)) for link, size in zip(addresses, (PHONE, DESK), strict=True))
    bob.connected()
    ann.starts()
    ann.page.locator("[data-ask=place]").wait_for()
    return ann, bob


def test_a_match_with_a_slam_and_an_addath(server: Process, window: Window) -> None:
    player, other = deal(server, window)
    check(player.page, "a turn")
    for _ in range(60):  # until somebody may slam
        if player.turn():
            break
        player.goes_on(other)
        player, other = other, player
    else:
        raise AssertionError("nobody ever had a card to slam")
    assert seen(player.page, "[data-zone=pile] .item") == player.page.locator("[data-zone=pile] .item").count()
    check(player.page, "a slam")
    player.presses("slam")
    expect(other.page.get_by_test_id("spoken")).to_contain_text("slammed")
    expect(other.table).to_have_attribute("data-version", str(player.version))
    player, other = other, player
    while not (player.can("[data-ask=call]") and player.points >= other.points):
        if player.can("[data-ask=place]"):
            player.turn()
            player.goes_on(other)
        else:
            player.goes_on(other, "pass")
        player, other = other, player
    player.presses("call")
    claim = other.page.locator("[data-ask=claim]")
    expect(claim).to_contain_text("ADDATH")
    check(other.page, "a claim")
    assert seen(other.page, "[data-zone^='hand:'] .item") == other.page.locator("[data-zone^='hand:'] .item").count()
    other.presses("claim")
    for person in (player, other):
        expect(person.table).to_have_attribute("data-phase", "over")
    check(player.page, "the end")
    expect(player.page.get_by_test_id("prompt")).to_contain_text("wins.")
    expect(other.page.get_by_test_id("prompt")).to_contain_text("You win.")
    done = [action["do"] for action in actions(server, player)]
    assert {"place", "slam", "call", "claim"} <= set(done)


def test_the_next_player_chooses_while_a_slam_may_come_and_places_after_it(server: Process, window: Window) -> None:
    ann, bob = deal(server, window, slam_grace=6)
    ann.turn()
    call, place = (bob.page.locator(f"[data-ask={ask}]") for ask in ("call", "place"))
    expect(call).to_have_attribute("aria-disabled", "true")
    expect(bob.page.get_by_test_id("grace")).to_be_visible()
    expect(ann.page.locator("[data-ask] [data-testid=grace]").first).to_be_visible()
    bob.page.locator(HAND).first.click()
    expect(place).to_have_attribute("aria-disabled", "true")
    expect(place).to_have_accessible_description("Wait: somebody can still cut in")
    assert "place" not in [action["do"] for action in actions(server, ann)[1:]]
    expect(place).to_have_attribute("aria-disabled", "false", timeout=10_000)
    bob.presses("place")
    assert [action["do"] for action in actions(server, ann)][-1] == "place"
    assert bob.can("[data-testid=refusal]") is None
    expect(ann.table).to_have_attribute("data-version", str(bob.version))
    left, right = ann.page.evaluate(LONG_PILE, 11)
    assert left >= 0
    assert right <= PHONE["width"]


def test_a_custom_deck_and_custom_words(server: Process, window: Window) -> None:
    ann = Person(window(f"{server.url}/new/yammouth", PHONE))
    ann.write(ann.page.locator("[name=name]"), "Ann")
    ann.unfolds()
    ann.chooses("deck", "custom")
    deck = ann.page.get_by_role("group", name=re.compile("Cards of each rank"))
    expect(deck.get_by_role("spinbutton")).to_have_count(14)
    for name, count in (("ace", "12"), ("joker", "0"), ("king", "99")):
        ann.write(deck.get_by_label(name, exact=True), count)
    words = ann.page.locator("[name=call_words]")
    ann.write(words, " Zounds,, Alas ")
    words.blur()
    expect(words).to_have_value("Zounds, Alas")
    expect(deck.get_by_label("king", exact=True)).to_have_value("20")
    expect(ann.house_rules).to_contain_text("3 changes")
    check(ann.page, "a custom deck")
    ann.write(deck.get_by_label("king", exact=True), "4")
    ann.press(ann.page.get_by_role("button", name="Set up the table").first)
    expect(ann.table).to_have_attribute("data-phase", "lobby")
    expect(ann.page.get_by_text(re.compile(r"12 × ace, 6 × 2.* 4 × king\."))).to_be_visible()
    expect(ann.page.get_by_text("Zounds, Alas")).to_be_visible()
    ann.page.goto(f"{server.url}/new/yammouth")
    ann.unfolds()
    ann.write(words, "Alas")
    words.blur()
    expect(ann.house_rules).to_contain_text("1 change")
    ann.write(words, "")
    words.blur()
    expect(ann.house_rules).to_contain_text("As written")
