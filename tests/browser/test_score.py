"""Score sheets for real cards, on the page."""

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.looks import check
from tests.browser.players import AT_TABLE, restart
from tests.browser.screens import on_phone_and_desk
from tests.browser.scribe import Scribe, new_sheet, scribe
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process


@pytest.mark.own_server
def test_a_phone_and_a_desk_keep_one_sheet_through_kills_and_a_reload(server: Process, window: Window) -> None:
    ann = Scribe(window(server.url, PHONE))
    ann.press(ann.page.get_by_role("link", name="Keep score for real cards"))
    expect(ann.page.get_by_role("link", name="Keep score for Yammouth")).to_be_visible()
    check(ann.page, "which game")
    ann.press(ann.page.get_by_role("link", name="Keep score for Yammouth"))
    expect(ann.page.get_by_test_id("arrived")).to_contain_text("Keep score for Yammouth")  # for screen readers
    ann.write(ann.page.locator("[name=player-1]"), "Ann")
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.type("Bob")
    ann.page.keyboard.press("Enter")  # adds a field
    ann.page.keyboard.type("Cat")
    check(ann.page, "a new sheet")
    ann.press(ann.page.get_by_test_id("begin"))
    ann.page.wait_for_url(AT_TABLE)

    ann.opens_pad()
    ann.taps("1", "2")
    ann.says("next")
    ann.says("won")
    ann.says("next")
    ann.press(ann.page.locator("[data-by=cards]"))
    ann.taps("K", "A", "5")
    expect(ann.page.get_by_text("counts 19")).to_be_visible()
    check(ann.page, "cards to tap")
    ann.writes_down()
    expect(ann.totals).to_have_text(["12", "0", "19"])

    bob = Scribe(window(ann.page.url, DESK, "dark"))
    expect(bob.page.get_by_role("heading", name="Which player are you?")).to_be_visible()
    check(bob.page, "which player")
    bob.press(bob.page.get_by_role("button", name="I’m Bob"))
    expect(bob.totals).to_have_text(["12", "0", "19"])

    restart(server, [ann, bob])
    bob.opens_pad()
    expect(bob.field).to_be_focused()
    for typed in ("13", "0", "0"):  # 25 → 0, and two who may have won
        bob.page.keyboard.type(typed)
        bob.page.keyboard.press("Enter")
    expect(bob.refusal).to_contain_text("Only one player wins a round")
    expect(bob.refusal).to_contain_text("Y14")
    check(bob.page, "a refusal over the pad")
    bob.says("won")  # Cat, whose field is open
    bob.writes_down()
    for person in (ann, bob):
        expect(person.totals).to_have_text(["0", "0", "19"])
        expect(person.page.get_by_role("button", name=re.compile("Ann lands on 25"))).to_be_visible()
    expect(bob.page.get_by_test_id("log")).to_contain_text("Round 2 saved")

    ann.opens_pad()
    ann.taps("7")
    ann.says("next")
    restart(server, [ann, bob])
    ann.page.reload()
    expect(ann.page.locator("[data-pick='0']")).to_have_text("7")
    ann.taps("3")  # low enough for Bob to call
    ann.says("next")
    ann.says("caught")
    ann.press(ann.page.locator("[data-pick='1']"))
    ann.says("won")
    ann.writes_down()
    for person in (ann, bob):
        expect(person.totals).to_have_text(["7", "0", "54"])
    assert "Traceback" not in server.output.read_text()


def test_names_are_remembered_moved_and_told_apart_and_house_rules_come_by_link(
    server: Process, window: Window
) -> None:
    ann = Scribe(window(f"{server.url}/score/golf?holes=1", PHONE))
    names = ann.page.locator("[name^=player-]")
    ann.press(ann.page.get_by_test_id("begin"))
    expect(ann.refusal).to_contain_text("You need 2 players")
    for name, field in zip(("Bob", "bob"), names.all(), strict=True):
        ann.write(field, name)
    ann.press(ann.page.get_by_test_id("begin"))
    expect(ann.refusal).to_contain_text("twice")
    ann.write(names.nth(1), "Ann")
    ann.press(ann.page.get_by_role("button", name="Move Ann up"))
    ann.press(ann.page.get_by_test_id("begin"))
    expect(ann.page.locator("[data-testid=ledger] .player")).to_have_text(["Ann", "Bob"])
    ann.enters("3", "5", won=0)
    expect(ann.page.get_by_role("heading", name="Ann wins.")).to_be_visible()

    ann.page.goto(f"{server.url}/score/golf")
    for name in ("Bob", "Ann"):
        ann.press(ann.page.get_by_role("button", name=name, exact=True))
    expect(names.nth(0)).to_have_value("Bob")
    expect(names.nth(1)).to_have_value("Ann")


def test_seven_points_are_refused_in_torpedo_and_nothing_typed_is_lost(server: Process, window: Window) -> None:
    ann = scribe(window, new_sheet(server, "torpedo", "Ann", "Bob"))
    expect(ann.page.get_by_text("Two books", exact=True)).to_be_visible()
    ann.opens_pad()
    ann.page.keyboard.type("35")
    ann.page.keyboard.press("Enter")
    ann.taps("7")
    ann.says("write")
    expect(ann.refusal).to_contain_text("No hand adds up to 7 points")
    ann.press(ann.refusal.get_by_role("button", name="T31"))
    expect(ann.page.locator("[data-rule=T31]")).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("[data-pick='0']")).to_have_text("35")
    expect(ann.field).to_have_value("7")
    ann.write(ann.field, "0")
    ann.says("won")
    ann.writes_down()
    expect(ann.totals).to_have_text(["35", "0"])
    expect(ann.page.get_by_text("Bob went out.").first).to_be_visible()


@on_phone_and_desk
def test_a_hole_of_golf_is_tapped_card_by_card_into_grids(
    server: Process, window: Window, size: dict[str, int], scheme: str
) -> None:
    ann = scribe(window, new_sheet(server, "golf", "Ann", "Bob", knock_penalty=True), size, scheme)
    ann.opens_pad()
    ann.press(ann.page.locator("[data-by=cards]"))
    ann.taps("K", "5", "9", "3", "5")
    check(ann.page, "a grid")
    expect(ann.refusal).to_have_count(0)
    ann.taps("2")
    expect(ann.page.get_by_text("counts 10")).to_be_visible()
    ann.press(ann.page.get_by_role("button", name=re.compile("^Place 3: nine")))
    ann.taps("A")  # instead of the nine
    expect(ann.page.get_by_text("counts 2")).to_be_visible()
    ann.says("next")
    ann.press(ann.page.locator("[data-by=points]"))
    ann.taps("minus", "4")
    expect(ann.field).to_have_value("−4")
    expect(ann.page.get_by_text("Who went out?")).to_be_visible()
    ann.press(ann.page.locator("[data-pick='0']"))
    ann.says("won")
    ann.writes_down()
    expect(ann.totals).to_have_text(["12", "−4"])  # ten extra for Ann, because Bob has fewer


def test_pyramids_are_on_one_side_or_the_other_and_kept_from_round_to_round(server: Process, window: Window) -> None:
    ann = scribe(window, new_sheet(server, "toripoka", "Ann", "Bob"))
    ann.opens_pad()
    ann.taps("R1", "R2")
    ann.says("next")
    ann.taps("R1")
    check(ann.page, "pyramids")
    ann.writes_down()
    expect(ann.totals).to_have_text(["1", "1"])
    ann.opens_pad()
    expect(ann.field).to_have_value("R2")
    ann.taps("R1", "R3")  # back from Bob
    ann.says("next")
    expect(ann.field).to_have_value("0")
    ann.taps("K3")
    ann.writes_down()
    expect(ann.totals).to_have_text(["7", "−1"])


def test_a_correction_and_an_undo_are_seen_by_everybody(server: Process, window: Window) -> None:
    link = new_sheet(server, "yammouth", "Ann", "Bob", "Cat")
    ann = scribe(window, link)
    bob = Scribe(window(link.split("#")[0], DESK))
    bob.press(bob.page.get_by_role("button", name="Just watch"))
    ann.enters("60", "", "30", won=1)
    ann.enters("30", "", "10", won=1)
    expect(bob.totals).to_have_text(["90", "0", "40"])
    ann.page.get_by_role("button", name="Fix round 2").focus()  # by keyboard
    ann.page.keyboard.press("Enter")
    expect(ann.field).to_have_value("30")
    ann.page.keyboard.press("Escape")
    ann.press(ann.cell(1, 0))
    expect(ann.field).to_have_value("60")
    check(ann.page, "a correction")
    expect(ann.refusal).to_have_count(0)  # an untouched correction gets no refusal
    ann.taps("8", "0")
    expect(ann.field).to_have_value("80")  # replaces the selected text
    ann.writes_down()  # 110: Ann is out
    expect(bob.totals).to_have_text(["110", "0", "40"])
    check(bob.page, "watching")
    assert bob.page.get_by_test_id("enter").count() == bob.page.locator("button.cell").count() == 0
    ann.press(ann.page.get_by_test_id("undo"))
    for person in (ann, bob):
        expect(person.totals).to_have_text(["90", "0", "40"])
    expect(bob.page.get_by_test_id("log")).to_contain_text("The host took back the fix to round 1")

    ann.enters("31", "", "61", won=1)
    expect(bob.table).to_have_attribute("data-phase", "over")
    expect(bob.page.get_by_role("heading", name="Bob wins.")).to_be_visible()
    for person in (ann, bob):
        check(person.page, "decided")
    ann.press(ann.page.get_by_test_id("rematch"))
    expect(ann.totals).to_have_text(["0", "0", "0"])
    bob.press(bob.page.get_by_test_id("follow"))
    bob.press(bob.page.get_by_role("button", name="I’m Bob"))
    expect(bob.totals).to_have_text(["0", "0", "0"])


def test_two_people_who_enter_the_same_round_lose_nothing(server: Process, window: Window) -> None:
    link = new_sheet(server, "yammouth", "Ann", "Bob")
    ann, bob = scribe(window, link), Scribe(window(link.split("#")[0], DESK))
    bob.press(bob.page.get_by_role("button", name="I’m Bob"))
    bob.opens_pad()
    bob.page.keyboard.type("8")
    ann.enters("", "9", won=0)
    stale = bob.page.get_by_test_id("stale")
    expect(stale).to_contain_text("Round 1 saved: Ann 0 and Bob 9")
    check(bob.page, "somebody was quicker")
    bob.press(stale.get_by_role("button", name="Use it for round 2"))
    expect(bob.field).to_have_value("8")
    bob.page.keyboard.press("Enter")
    bob.says("won")
    bob.writes_down()
    expect(ann.totals).to_have_text(["8", "9"])


def test_eight_players_fit_and_the_sheet_can_be_shared(server: Process, window: Window, tmp_path: Path) -> None:
    names = ["Ann", "Bob", "Christina", "Dad", "Eve", "Grandma", "Max", "Zoë"]
    ann = scribe(window, new_sheet(server, "yammouth", *names))
    ann.enters("12", "", "31", "5", "25", "7", "50", "41", won=1)
    check(ann.page, "eight players")
    ann.opens_pad()
    check(ann.page, "eight players and the pad")
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_test_id("enter")).to_be_focused()

    found = Path(ann.saves("csv").path()).read_bytes().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(found, newline="")))
    assert rows[0] == ["Round", "Dealer", *names, "What happened"]
    assert rows[1][:10] == ["1", "Ann", "12", "0", "31", "5", "25", "7", "50", "41"]
    assert rows[1][10].startswith("Eve lands on 25")
    assert rows[2] == ["Total", "", "12", "0", "31", "5", "0", "7", "25", "41", ""]
    tsv = ann.saves("tsv")
    assert tsv.suggested_filename.endswith(".tsv")
    assert Path(tsv.path()).read_bytes().decode("utf-8-sig").splitlines()[0].split("\t") == rows[0]
    check(ann.page, "ways to save it")

    picture = ann.saves("picture")
    assert re.fullmatch(r"Yammouth \d{4}-\d\d-\d\d\.png", picture.suggested_filename)
    drawn = Path(picture.path()).read_bytes()
    assert drawn.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(drawn[16:20], "big") == 1080
