"""Two windows and two bots play Torpedo, with a buy accepted, a buy denied and a joker exchanged."""

from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import expect

from parlour.cards import JOKER, RANK
from parlour.games.rummy.lay_downs.candidates import Situation
from parlour.games.rummy.lay_downs.search import can_lay
from parlour.games.rummy.melds import Meld
from parlour.games.torpedo import GAME
from parlour.games.torpedo.options import TorpedoOptions
from parlour.games.torpedo.rules import Torpedo, start
from parlour.kernel.options import changed
from parlour.kernel.shuffle import FairShuffler, commitment, key_from
from parlour.server.tokens import key_of
from parlour.table.chairs import Chair
from parlour.table.events import Invitation, Pace
from tests.browser.looks import check
from tests.browser.magpies import done
from tests.browser.rehearsed import put
from tests.browser.rummies import Player, until
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

CODE = "BCDFGH"
ANN, BOB = 1, 2  # Ann begins; Bob may ask to buy what the bot before her discards, and Ann decides
OPTIONS = TorpedoOptions(rounds=2, turn_cap=5)


def deal(secret: bytes) -> Torpedo:
    return start(OPTIONS, 4, FairShuffler(key_from(secret, [""] * 4)))


def lucky_lay_down(torpedo: Torpedo) -> list[Meld]:
    """A lay-down from Ann's dealt cards with one joker for which Bob has the card; empty if there is none."""
    hand = torpedo.hands[ANN]
    if hand.count(JOKER) != 1:
        return []
    if not can_lay(hand, torpedo.now().contract, torpedo.terms.melding):
        return []
    for found in Situation(hand, torpedo.now().contract, [], ANN, torpedo.terms).lay_downs():
        for meld in found.melds:
            if JOKER in meld.cards and any(RANK[card] == meld.first for card in torpedo.hands[BOB]):
                return found.melds
    return []


def lay_table(db: Path) -> Torpedo:
    """Writes a table with that deal straight into the data file."""
    secret = next(secret for number in count() if lucky_lay_down(deal(secret := number.to_bytes(32, "big"))))
    chairs = (Chair(bot="steady"), Chair("Ann", key_of("token-of-ann")), Chair("Bob", key_of("token-of-bob")))
    invitation = Invitation(
        "torpedo",
        GAME.edition,
        changed(OPTIONS),
        (*chairs, Chair(bot="steady")),
        chairs[1].key,
        commitment(secret),
        Pace(windows=False, calls="in turn"),
    )
    put(db, CODE, invitation, secret, dealt=True)
    return deal(secret)


@pytest.mark.own_server
def test_a_buy_is_accepted_one_is_denied_and_a_joker_exchanged(server: Process, window: Window) -> None:
    torpedo = lay_table(server.db)
    ann = Player(window(f"{server.url}/t/{CODE}#seat=token-of-ann", DESK))
    bob = Player(window(f"{server.url}/t/{CODE}#seat=token-of-bob", PHONE))
    bob.connected()

    melds = lucky_lay_down(torpedo)
    ann.presses("draw")
    ann.lays_down([meld.cards for meld in melds])
    ann.throws()

    bob.page.locator("[data-ask=draw]").wait_for()
    bob.presses("draw")
    rank = next(meld.first for meld in melds if JOKER in meld.cards)
    bob.press(bob.page.locator("[data-ask=exchange]"))
    bob.picks(next(card for card in torpedo.hands[BOB] if RANK[card] == rank))
    check(bob.page, "what to exchange for")
    if where := bob.can("[data-target], [data-item^='meld:']"):
        bob.press(where)
    expect(bob.page.locator("[data-own] [aria-label*='joker' i]").first).to_be_visible()
    bob.throws()

    for answer in ("accept", "take"):
        until([ann, bob], lambda: bob.can("[data-ask=buy]") and ann.can("[data-ask=take]"))
        bob.presses("buy")
        ann.page.locator("[data-ask=accept]").wait_for()
        check(ann.page, "somebody wants to buy")
        expect(ann.page.get_by_test_id("prompt")).to_contain_text("Bob wants to buy")
        ann.presses(answer)
    until([ann, bob], lambda: ann.phase == "over")
    expect(ann.table).to_have_attribute("data-phase", "over")
    told = done(server, ann)
    assert {"lay_down", "exchange", "accept", "buy"} <= set(told)
    log = ann.page.get_by_test_id("log")
    expect(log).to_contain_text("for the joker in")
    expect(log).to_contain_text("Bob bought")
    expect(log).to_contain_text("Bob called but didn't get it")
