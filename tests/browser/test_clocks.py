"""Clocks on the page: seconds run only for players who are asked out of turn, and the next player has to wait for
them. Nobody is hurried on their own turn."""

import re
import sqlite3
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from parlour.games.rummy.state import WINDOW
from parlour.table.events import Pace
from tests.browser.looks import check
from tests.browser.players import Person
from tests.browser.rehearsed import Rehearsed
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import DESK, PHONE, Window
from tests.process import Process

SECONDS = 5


def entries(db: Path) -> list[tuple[int, str, str]]:
    """Every move so far: the seat, who made it, the action."""
    rows = sqlite3.connect(db).execute("SELECT entry FROM entries ORDER BY seq").fetchall()
    read = [msgspec.json.decode(row) for (row,) in rows]
    return [(one["seat"], one["by"], one["body"]["action"]["do"]) for one in read if one["body"]["what"] == "move"]


def clock(page: Page) -> str:
    return page.get_by_test_id("clock").first.inner_text()


@pytest.mark.own_server
@on_phone_and_desk
def test_T22_a_slow_person_at_bat_is_waited_for_three_times_the_window(
    server: Process, window: Window, size: dict[str, int]
) -> None:
    with Rehearsed(server, "torpedo", 3, pace=Pace(window=SECONDS)) as game:
        while game.asked(1) != {"discard"} and "discard" not in game.asked(1):
            assert game.step()
        pages = [window(game.link(2), size), window(game.link(0), size)]
        bat, ann = map(Person, pages)
        for person in (bat, ann):
            person.connected()
        assert game.step()
        while game.state.phase != WINDOW:
            assert game.step()
        draw = bat.page.locator("[data-ask=draw]")
        expect(draw).to_have_attribute("aria-disabled", "true")
        expect(draw).to_have_accessible_description("Wait: others can still answer")
        expect(bat.page.locator("[data-ask=take]")).not_to_have_attribute("aria-disabled", "true")
        assert re.fullmatch(r"in [1-5] s", clock(bat.page))
        assert re.fullmatch(r"[1-5] s", clock(ann.page))
        draw.click(force=True)  # as a finger would
        check(bat.page, f"at bat, and the others are asked, {size['width']}")
        check(ann.page, f"asked out of turn, {size['width']}")
        expect(draw).not_to_have_attribute("aria-disabled", "true", timeout=SECONDS * 2000)
        version = bat.version
        bat.page.wait_for_timeout(2000 * SECONDS)
        assert (bat.version, ann.version) == (version, version), "nothing has been decided for anybody"
        assert clock(ann.page) == "last call"
        expect(ann.page.locator("[data-ask=buy]")).to_be_enabled()
        before = len(entries(server.db))
        bat.press(draw)
        expect(bat.table).to_have_attribute("data-version", str(version + 2))
        assert entries(server.db)[before:] == [(0, "clock", "pass"), (2, "person", "draw")]
        expect(ann.page.locator("[data-ask=buy]")).to_have_count(0)


def test_a_turn_clock_is_seen_by_everybody_while_it_runs_and_said_at_the_table(server: Process, window: Window) -> None:
    with Rehearsed(server, "torpedo", 3, pace=Pace(turn=300, windows=False, calls="in turn", slam_grace=0)) as game:
        assert game.until(lambda game: len(game.state.actors()) == 1)
        turn = game.state.actors()[0]
        bat, other = (Person(window(game.link(seat), PHONE)) for seat in (turn, (turn + 1) % 3))
        for person in (bat, other):
            seconds = person.page.get_by_test_id("clock").first
            expect(seconds).to_be_visible()
            expect(seconds).to_have_text(re.compile(r"^\d+ s$"))
        other.press(other.page.get_by_role("button", name="Table", exact=True))
        expect(other.page.get_by_test_id("pace")).to_contain_text("A turn can take 5 minutes.")
    with Rehearsed(server, "torpedo", 3) as game:
        assert game.until(lambda game: len(game.state.actors()) == 1)
        bat = Person(window(game.link(game.state.actors()[0]), PHONE))
        bat.connected()
        expect(bat.page.get_by_test_id("clock")).to_have_count(0)
        bat.press(bat.page.get_by_role("button", name="Table", exact=True))
        expect(bat.page.get_by_test_id("pace")).to_contain_text("Nobody’s turn is timed.")


def test_the_lobby_tells_everybody_the_pace_of_the_table(server: Process, window: Window) -> None:
    chosen = (
        ("torpedo", Pace(), "Others have 5 seconds to buy the discard."),
        ("progressive", Pace(turn=60), "Others have 12 seconds to buy the discard."),
        ("yammouth", Pace(windows=False), "We wait for everybody who can answer a YAMMOUTH."),
        ("golf", Pace(), "Nobody’s turn is timed."),
    )
    for game, pace, said in chosen:
        with Rehearsed(server, game, 3, started=False, pace=pace) as table:
            for size in (PHONE, DESK):
                person = Person(window(table.link(1), size))  # not the host
                expect(person.page.get_by_test_id("pace")).to_contain_text(said)
                timed = "A turn can take a minute." if pace.turn else "Nobody’s turn is timed."
                expect(person.page.get_by_test_id("pace")).to_contain_text(timed)
                check(person.page, f"the pace of {game}, {size['width']}")
