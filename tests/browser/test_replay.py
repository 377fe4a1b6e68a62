"""After the game: replays, and the check that a device makes by itself, also without a secure context."""

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from parlour.games import discover
from parlour.server.rooms import Rooms
from parlour.store.sqlite import SqliteStore
from tests.browser.looks import check
from tests.browser.players import Person, Watcher, play
from tests.browser.screens import on_phone_and_desk
from tests.browser.windows import Window
from tests.process import Process
from tests.server.evening import play as play_table


@dataclass
class Evening:
    """A server with a finished game of Golf and one of Toripoka."""

    server: Process
    golf: str
    toripoka: str


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    server = Process(tmp_path_factory.mktemp("evening"))

    async def played() -> list[str]:
        rooms = Rooms(SqliteStore(server.db))
        await rooms.start()
        games = list(discover())
        codes = [await play_table(rooms, games.index(game) + len(games)) for game in ("golf", "toripoka")]
        await rooms.close()
        return codes

    with ThreadPoolExecutor(1) as elsewhere:  # the browser's event loop runs in this thread
        golf, toripoka = elsewhere.submit(asyncio.run, played()).result()
    with server:
        yield Evening(server, golf, toripoka)


def lan_address() -> str:
    """An address of this machine that browsers do not treat as a secure context."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent
        address: str = probe.getsockname()[0]
        return address


def test_a_finished_game_is_stepped_through_and_jumped_about_in(evening: Evening, window: Window) -> None:
    page = window(f"{evening.server.url}/t/{evening.golf}")
    page.get_by_role("link", name="Watch replay").click()
    page.wait_for_url(f"**/replay/{evening.golf}")
    watcher = Watcher(page)
    expect(page.get_by_test_id("back")).to_be_disabled()
    page.get_by_test_id("step").click()
    watcher.at(1)
    assert "turned up" in watcher.said
    page.keyboard.press("ArrowRight")
    watcher.at(2)
    page.keyboard.press("ArrowLeft")
    watcher.at(1)
    page.keyboard.press("End")
    watcher.at(watcher.moves)
    assert "The game is over" in watcher.said
    expect(page.get_by_test_id("step")).to_be_disabled()
    page.locator("[name=round]").select_option("2")
    expect(watcher.replay).not_to_have_attribute("data-at", str(watcher.moves))
    expect(page.locator("h1")).to_contain_text("Hole 2 of 2")
    second = int(watcher.replay.get_attribute("data-at") or 0)
    page.locator("[name=seat]").select_option("0")
    expect(page.locator("[data-own]")).to_be_visible()
    page.wait_for_url(f"**/replay/{evening.golf}?seat=0&at={second}")
    page.locator("[name=at]").focus()
    page.keyboard.press("ArrowRight")
    watcher.at(second + 1)
    page.locator("[name=speed]").select_option("quick")
    page.get_by_test_id("play").click()
    page.wait_for_function(
        "at => document.querySelector('[data-testid=replay]').dataset.at >= at", arg=second + 4
    )  # by itself
    page.get_by_test_id("play").click()
    expect(page.get_by_test_id("play")).to_have_text("Play")

    other = Watcher(window(f"{evening.server.url}/replay/{evening.golf}?seat=open&at={second}"))
    other.at(second)
    assert other.page.locator("[name=seat]").input_value() == "open"
    down = other.page.locator("[data-zone^='grid:'] [aria-label*='face down' i]")
    expect(down).to_have_count(12)
    assert all(" of " in (card.get_attribute("aria-label") or "") for card in down.all()), "and one sees what they are"


def test_cards_fly_when_a_replay_steps_forward(evening: Evening, window: Window) -> None:
    watcher = Watcher(window(f"{evening.server.url}/replay/{evening.golf}?at=3", motion=True))
    seen = (
        "window.flown = 0; new MutationObserver(all => window.flown += all.flatMap(one => [...one.addedNodes]).length)"
    )
    watcher.page.evaluate(f"{seen}.observe(document.querySelector('[data-testid=flights]'), {{childList: true}})")
    for at in range(4, 12):
        watcher.page.get_by_test_id("step").click()
        watcher.at(at)
    assert watcher.page.evaluate("window.flown") > 0


@on_phone_and_desk
def test_a_replay_looks_good_and_is_read_out(
    evening: Evening, window: Window, size: dict[str, int], scheme: str
) -> None:
    url = evening.server.url
    check(Watcher(window(f"{url}/replay/{evening.toripoka}?seat=open&at=7", size, scheme)).page, "open hands")
    watcher = Watcher(window(f"{url}/replay/{evening.golf}?at=9", size, scheme))
    check(watcher.page, "a replay")
    watcher.checks()
    check(watcher.page, "a verdict")
    check(window(f"{url}/replay", size, scheme), "choosing a file")


def test_files_of_both_forms_are_watched_and_a_doctored_one_is_refused(
    evening: Evening, window: Window, tmp_path: Path
) -> None:
    at_home = window(f"{evening.server.url}/replay/{evening.golf}")
    page = window(f"{evening.server.url}/replay")
    for form in ("JSON", "text"):
        with at_home.expect_download() as download:
            at_home.get_by_role("link", name=f"As {form}").click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        page.locator("[name=log]").set_input_files(file)
        watcher = Watcher(page)
        page.keyboard.press("End")
        watcher.at(watcher.moves)
        assert "wasn’t at the table before the end" in watcher.checks()
        page.get_by_role("button", name="Another file").click()
    log: dict[str, Any] = json.loads((tmp_path / f"parlour-{evening.golf}.json").read_text())
    log["entries"][4]["by"] = "clock"
    doctored = {"name": "doctored.json", "mimeType": "application/json", "buffer": json.dumps(log).encode()}
    page.locator("[name=log]").set_input_files(doctored)  # type: ignore[arg-type]
    expect(page.get_by_test_id("refusal")).to_contain_text("Entry 5 doesn't fit: it has been changed since")
    page.locator("[name=log]").set_input_files({"name": "cat.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n"})
    expect(page.get_by_test_id("refusal")).to_contain_text("isn't a Parlour log")


def test_a_device_checks_the_shuffles_itself_where_there_is_no_secure_context(tmp_path: Path, window: Window) -> None:
    with Process(tmp_path, "--bot-pause", "0.02", "--host", "0.0.0.0") as server:
        try:
            address = f"http://{lan_address()}:{server.port}"
            httpx.get(f"{address}/healthz", timeout=5)
        except (OSError, httpx.TransportError):
            pytest.skip("this machine does not reach itself by an address of its own")
        ann = Person(window(address))
        ann.sets_up(address, "Ann", "steady", house_rules="holes=1&turn_cap=1")
        expect(ann.page.get_by_test_id("fingerprint")).to_have_count(1)
        ann.starts()
        play([ann], lambda: ann.phase == "over")
        assert ann.page.evaluate("!isSecureContext && !crypto.subtle")
        ann.page.get_by_test_id("watch").click()
        told = Watcher(ann.page).checks()
        assert "every card came from what was fixed before the first card" in told
        assert "shown before the first card" in told
        assert "That nobody looked at the secret during the game" in told

        code = ann.page.url.split("/replay/")[1][:6]
        kept = json.loads(ann.page.evaluate(f"localStorage['parlour/{code}']"))
        assert len(kept["words"].split()) == 8, "its own, where nothing else can be drawn from"
        ann.page.evaluate(
            f"kept => void (localStorage['parlour/{code}'] = kept)", json.dumps(kept | {"commitment": "00"})
        )
        ann.page.reload()
        assert "isn’t the one this device was shown" in Watcher(ann.page).checks(fair=False)


def test_a_game_that_is_not_over_is_not_shown(evening: Evening, window: Window) -> None:
    made = httpx.post(
        f"{evening.server.url}/api/tables", json={"game": "golf", "name": "Ann", "seats": [{}, {}]}
    ).json()
    page = window(f"{evening.server.url}/replay/{made['code']}")
    expect(page.get_by_text("The game isn't over")).to_be_visible()
    expect(page.get_by_role("link", name="To the table")).to_be_visible()
