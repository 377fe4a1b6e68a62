"""A score sheet asks when it is not sure, and says what a correction changes."""

import re

from playwright.sync_api import expect

from tests.browser.looks import check
from tests.browser.screens import on_phone_and_desk
from tests.browser.scribe import Scribe, new_sheet, scribe
from tests.browser.windows import DESK, Window
from tests.process import Process


def answers(person: Scribe, what: str) -> None:
    person.press(person.page.get_by_test_id(what))


@on_phone_and_desk
def test_Y14_caught_and_nobody_marked_as_the_winner_is_asked_about(
    server: Process, window: Window, size: dict[str, int]
) -> None:
    ann = scribe(window, new_sheet(server, "yammouth", "Ann", "Bob", "Cat"), size)
    ann.opens_pad()
    ann.says("caught")
    ann.says("next")
    ann.taps("3")
    ann.says("next")
    ann.taps("7")
    ann.says("write")
    expect(ann.refusal).to_contain_text("Ann was caught, so somebody else won. Who won?")
    asking = ann.page.get_by_test_id("asking")
    expect(asking.get_by_role("button")).to_have_text(["Bob", "Cat"])  # neither Ann nor "Nobody won"
    check(ann.page, "who won")
    ann.press(asking.get_by_role("button", name="Bob"))
    expect(ann.page.locator("[data-pick='1']")).to_have_text("won")
    ann.writes_down()
    expect(ann.totals).to_have_text(["35", "0", "7"])
    expect(ann.page.get_by_text("wins in a row")).to_have_count(0)
    ann.press(ann.cell(1, 0))  # as it was entered
    expect(ann.page.locator("[data-pick='0']")).to_have_text("caught")
    expect(ann.page.locator("[data-pick='1']")).to_have_text("won")


@on_phone_and_desk
def test_Y22_nobody_won_although_a_player_has_0(server: Process, window: Window, size: dict[str, int]) -> None:
    ann = scribe(window, new_sheet(server, "yammouth", "Ann", "Bob"), size)
    ann.enters("0", "12")
    expect(ann.page.locator("[data-cell='1:0'] .took")).to_have_count(1)
    ann.opens_pad()
    for typed in ("0", "8"):
        ann.page.keyboard.type(typed)
        ann.page.keyboard.press("Tab") if typed == "8" else ann.page.keyboard.press("Enter")
    answers(ann, "nobody")
    check(ann.page, "nobody won")
    ann.writes_down()
    expect(ann.totals).to_have_text(["0", "20"])
    expect(ann.page.locator("[data-cell='2:0'] .took")).to_have_count(0)
    expect(ann.page.get_by_text("Nobody won this round").first).to_be_visible()
    ann.opens_pad()
    for typed in ("3", "4"):
        ann.page.keyboard.type(typed)
        ann.page.keyboard.press("Enter")
    expect(ann.refusal).to_contain_text("Who won the round? Or did nobody?")
    expect(ann.page.get_by_test_id("asking").get_by_role("button")).to_have_text(["Ann", "Bob", "Nobody won"])
    answers(ann, "nobody")
    ann.writes_down()
    expect(ann.totals).to_have_text(["3", "24"])


def test_G23_who_went_out_is_asked_where_it_changes_the_points(server: Process, window: Window) -> None:
    ann = scribe(window, new_sheet(server, "golf", "Ann", "Bob", knock_penalty=True))
    ann.opens_pad()
    for typed in ("3", "5"):
        ann.page.keyboard.type(typed)
        ann.page.keyboard.press("Enter")
    expect(ann.refusal).to_contain_text("Who went out, or did nobody?")
    ann.press(ann.page.get_by_test_id("asking").get_by_role("button", name="Bob"))
    ann.writes_down()
    expect(ann.totals).to_have_text(["3", "15"])


@on_phone_and_desk
def test_K27_no_pyramids_can_be_tapped_and_a_tie_is_asked_about(
    server: Process, window: Window, size: dict[str, int]
) -> None:
    ann = scribe(window, new_sheet(server, "toripoka", "Ann", "Bob", rounds=1), size)
    ann.opens_pad()
    for key in ("next", "write"):
        ann.press(ann.page.locator("[data-by=points]"))
        ann.taps("0")
        ann.says(key)
    expect(ann.refusal).to_contain_text("the player with fewer pyramids wins")
    check(ann.page, "a tie")
    answers(ann, "pieces")
    ann.taps("R1", "K1")
    ann.says("next")
    ann.says("write")
    expect(ann.refusal).to_contain_text("Enter something for Bob")  # no entry is not the same as none
    ann.taps("none")
    check(ann.page, "no pyramids")
    ann.writes_down()
    expect(ann.page.get_by_role("heading", name="Bob wins.")).to_be_visible()


def test_K25_whether_it_was_the_last_round_is_asked_where_only_points_are_written(
    server: Process, window: Window
) -> None:
    ann = scribe(window, new_sheet(server, "toripoka", "Ann", "Bob"))
    for number in range(7):
        ann.opens_pad()
        for key, points in (("next", "0"), ("write", "1")):
            ann.press(ann.page.locator("[data-by=points]"))
            ann.taps(points)
            ann.says(key)
        if number < 6:
            expect(ann.page.get_by_test_id("scribe")).to_have_count(0)
    expect(ann.refusal).to_contain_text("Was that the last round")
    check(ann.page, "the last round?")
    answers(ann, "last")
    ann.writes_down()
    expect(ann.page.get_by_role("heading", name="Bob wins.")).to_be_visible()


@on_phone_and_desk
def test_a_correction_says_who_is_back_what_is_missing_and_who_wins_now(
    server: Process, window: Window, size: dict[str, int]
) -> None:
    link = new_sheet(server, "yammouth", "Ann", "Bob", "Cat")
    ann = scribe(window, link, size)
    looker = Scribe(window(link.split("#")[0], DESK))
    looker.press(looker.page.get_by_role("button", name="Just watch"))
    ann.enters("", "60", "30", won=0)
    ann.enters("", "50", "3", won=0)
    ann.enters("", "", "40", won=0)
    expect(ann.totals).to_have_text(["0", "110", "73"])
    ann.press(ann.cell(1, 1))
    ann.write(ann.field, "20")
    ann.writes_down()
    news = ["Bob is back in the game.", "Round 3 is now missing points for Bob."]
    for person in (ann, looker):
        for sentence in news:
            expect(person.page.get_by_test_id("spoken")).to_contain_text(sentence)
    seen = ann.page.get_by_test_id("log") if size is DESK else ann.page.locator(".latest")
    for sentence in news:
        expect(seen).to_contain_text(sentence)
    check(ann.page, "after a correction")
    ann.press(ann.page.locator("[data-cell='3:1']"))
    ann.page.keyboard.type("99")
    ann.writes_down()
    expect(ann.page.get_by_test_id("spoken")).to_contain_text(re.compile("Bob is out now.*Nothing is missing anymore"))
    ann.press(ann.cell(2, 2))
    ann.write(ann.field, "80")
    ann.writes_down()
    expect(ann.page.get_by_test_id("spoken")).to_contain_text("Cat is out now.")


def test_D18_bids_are_written_down_before_a_round_and_tricks_after_it(server: Process, window: Window) -> None:
    ann = scribe(window, new_sheet(server, "spades", "Ann", "Bob", "Cat", "Dan"))
    ann.opens_pad()
    for bid in "3420":
        ann.taps(bid)
        ann.says("next")
    expect(ann.page.locator("[data-pick]")).to_have_text(["3/", "4/", "2/", "0/"])
    expect(ann.refusal).to_have_count(0)
    check(ann.page, "bids")
    ann.page.reload()  # while the cards are played; the pad is still open
    for tricks in "443":
        ann.taps(tricks)
        ann.says("next")
    ann.taps("2")
    ann.writes_down()
    expect(ann.cell(1, 0)).to_contain_text("52")
    expect(ann.cell(1, 3)).to_contain_text("−58")
    expect(ann.page.locator("[data-cell='1:3']").get_by_text("0/2", exact=True)).to_be_visible()
    expect(ann.page.locator("[data-testid=ledger] thead [data-seat='1']")).to_have_text(re.compile(r"Bob\s*, with Dan"))


def test_H10_a_sheet_of_hearts_asks_who_shot_the_moon_and_takes_the_answer(server: Process, window: Window) -> None:
    ann = scribe(window, new_sheet(server, "hearts", "Ann", "Bob", "Cat"))
    ann.opens_pad()
    for points in ("0", "26"):
        ann.taps(*points)
        ann.says("next")
    ann.taps("0")
    expect(ann.refusal).to_contain_text("Bob has all the points. Did Bob shoot the moon?")
    ann.press(ann.page.locator("[data-won='1']"))
    ann.writes_down()
    expect(ann.totals).to_have_text(["26", "0", "26"])
