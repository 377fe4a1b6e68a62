"""People who play Torpedo or Progressive on the page."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from parlour.cards import JOKER, RANK, SUIT, SUIT_WORDS, Card
from tests.browser.expecting import expect
from tests.browser.looks import check
from tests.browser.players import Person

RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")


class Player(Person):
    def picks(self, card: Card) -> None:
        """Picks a card of the hand that is not picked and in no tray yet."""
        words = "joker" if card == JOKER else f"{RANKS[RANK[card] - 1]} of {SUIT_WORDS[SUIT[card]]}"
        hand = "[data-own] [data-item^='hand:']:not([aria-selected=true], .staged)"
        self.taps(self.page.locator(f"{hand}[aria-label*='{words}' i]").first)

    def taps(self, card: Locator) -> None:
        """Taps a card by its corner, because on a phone the next card covers the rest."""
        card.click(position={"x": 9, "y": 12})

    def lays_down(self, melds: Sequence[Sequence[Card]]) -> None:
        for number, cards in enumerate(melds):
            self.opens(self.page.locator(".tray .need").nth(number))
            for placed, card in enumerate(cards, 1):
                self.picks(card)
                expect(self.page.locator(".tray").nth(number).locator(".place:not(.outline)")).to_have_count(placed)
        self.page.keyboard.press("Escape")
        check(self.page, "trays of a lay-down")
        self.presses("lay_down")

    def opens(self, tray: Locator) -> None:
        """Opens a tray for taps. The page ignores a tap on what has only just appeared, so it may take several."""
        for _ in range(20):
            self.press(tray)
            with suppress(AssertionError):
                expect(tray).to_have_attribute("aria-pressed", "true", timeout=700)
                return
        raise AssertionError("the tray stays closed")

    def plays_on(self) -> bool:
        """Makes the simplest move: draw, discard the first card, pass on every offer."""
        if self.page.locator("[aria-busy=true]").count():
            return False
        if ready := self.can("[data-testid=ready]"):
            self.press(ready)
            return True
        if offer := self.can("[data-ask=pass]"):
            with suppress(PlaywrightTimeout):  # once, because the next offer may be one to answer
                offer.click(timeout=500)
            return True
        for ask in ("deal", "accept", "draw"):
            if self.can(f"[data-ask={ask}]"):
                self.presses(ask)
                return True
        if self.can("[data-ask=discard]"):
            self.throws()
            return True
        return False

    def throws(self) -> None:
        self.taps(self.page.locator("[data-own] [data-item^='hand:']").first)
        self.presses("discard")


def until(players: list[Player], there: Callable[[], object]) -> None:
    """Plays until the condition holds."""
    idle = turn = 0
    while not there():
        moved = players[turn % len(players)].plays_on()
        turn += 1
        idle = 0 if moved else idle + 1
        if idle:
            players[0].page.wait_for_timeout(20)
        assert idle < 500, [player.page.get_by_test_id("prompt").inner_text() for player in players]
