"""From the home page to a chair: presets as links, settings that stay, a page that can be installed and never contacts
anybody else."""

import re
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from parlour.games import discover
from tests.browser.looks import check, seen
from tests.browser.players import AT_TABLE, Person
from tests.browser.rehearsed import Rehearsed
from tests.browser.windows import DESK, PHONE, Window, windows
from tests.process import Process


def test_every_game_has_a_picture_two_sentences_and_a_way_to_a_table(server: Process, window: Window) -> None:
    page = window(server.url, PHONE)
    panels = page.locator("li", has=page.get_by_role("link", name=re.compile("Set up a table of")))
    expect(panels).to_have_count(len(discover()))
    for panel in panels.all():
        assert panel.locator("svg > *").count() > 3
        about = panel.locator("p").first.inner_text()
        assert len(re.findall(r"[.](?= |$)", about)) == 2, about
    links = [str(link.get_attribute("href")) for link in panels.get_by_role("link", name="Set up").all()]
    assert sorted(links) == [f"/new/{game}" for game in sorted(discover())]


def test_a_part_of_the_page_that_cannot_be_fetched_is_said(server: Process, window: Window) -> None:
    page = window("about:blank", PHONE)
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.route("**/HomeScreen-*.js*", refuse)
    page.goto(server.url)
    sentence = page.get_by_test_id("not-loaded")
    expect(sentence).to_contain_text("didn’t load", timeout=20_000)  # after three more tries
    assert len(asked) >= 4
    page.unroute("**/HomeScreen-*.js*")
    sentence.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("link", name=re.compile("Set up a table of")).first).to_be_visible()


# What only the style of the home page says.
STYLED = "getComputedStyle(document.querySelector('.code')).display"


@pytest.mark.parametrize(
    ("path", "file", "seen"),
    [
        ("/", "HomeScreen-*.js", ".code"),
        ("/", "HomeScreen-*.css", ".code"),
        ("/", "index-*.js", ".code"),
        ("/", "base-*.css", ".code"),
        ("/history", "family-*.js", "text=A circle keeps"),  # the screens of the family share a file
    ],
    ids=["a script", "a style", "the first script", "the first style", "a shared script"],
)
@pytest.mark.parametrize("engine", ["browser", "firefox"])
def test_a_script_or_a_style_that_could_not_be_fetched_is_fetched_again(
    server: Process, request: pytest.FixtureRequest, engine: str, path: str, file: str, seen: str
) -> None:
    """Browsers remember a failure under the same address."""
    asked: list[str] = []

    def refuse_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    with windows(request.getfixturevalue(engine)) as window:
        page = window("about:blank", PHONE)
        page.route(f"**/{file}*", refuse_once)
        page.goto(server.url + path)
        expect(page.locator(seen).first).to_be_visible(timeout=20_000)
        assert len(asked) > 1
        if file.endswith("css"):
            assert page.evaluate(STYLED) == "flex", "with its style"


@pytest.mark.parametrize("file", ["index-*.js", "base-*.js"])
def test_a_page_that_cannot_even_begin_says_so(server: Process, window: Window, file: str) -> None:
    page = window("about:blank", PHONE)
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.route(f"**/{file}*", refuse)
    page.goto(server.url)
    sentence = page.get_by_role("alert")
    expect(sentence).to_contain_text("Parlour didn’t load", timeout=20_000)
    assert len(asked) >= 3
    page.unroute(f"**/{file}*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".code").first).to_be_visible()


@pytest.mark.parametrize("engine", ["browser", "firefox"])
def test_a_table_whose_board_cannot_be_fetched_says_so_and_loses_nothing(
    server: Process, request: pytest.FixtureRequest, engine: str
) -> None:
    """What all boards share. Firefox remembers a failure for as long as the page is open: only a reload helps."""
    with Rehearsed(server, "golf", 2) as table, windows(request.getfixturevalue(engine)) as window:
        page = window("about:blank", PHONE)
        page.route("**/board-*.js*", lambda route: route.abort())
        page.goto(table.link(0))
        sentence = page.get_by_test_id("not-loaded")
        expect(sentence).to_contain_text("Your game is safe", timeout=20_000)
        page.unroute("**/board-*.js*")
        sentence.get_by_role("button", name="Try again").click()
        expect(page.locator("[data-own] [data-zone='grid:0']")).to_be_visible()


def test_a_style_that_failed_while_it_was_fetched_ahead_is_there_when_it_is_wanted(
    server: Process, window: Window
) -> None:
    page = window("about:blank", PHONE)
    with page.expect_event("requestfailed", lambda failed: "/board-" in failed.url):
        page.route("**/board-*.css*", lambda route: route.abort(), times=1)
        page.goto(server.url)
    with Rehearsed(server, "golf", 2) as table:
        code, _, token = table.link(0).rpartition("/t/")[2].partition("#")
        page.evaluate(
            "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')) }",
            f"/t/{code}#{token}",
        )
        page.locator(".stage").wait_for()
        expect(page.locator(".stage")).to_have_css("display", "grid")


def test_house_rules_can_be_saved_used_again_sent_as_a_link_and_reset(server: Process, window: Window) -> None:
    ann = Person(window(f"{server.url}/new/golf", DESK))
    ann.unfolds()
    ann.write(ann.page.locator("[name=holes]"), "3")
    ann.page.locator("[name=super_kings]").check()
    ann.page.locator("[name=use_jokers]").check()
    expect(ann.house_rules).to_contain_text("3 changes")
    ann.press(ann.page.get_by_role("button", name=re.compile("Reset: Two jokers")))
    expect(ann.page.locator("[name=use_jokers]")).not_to_be_checked()
    expect(ann.page.locator("summary", has_text="What cards are worth")).to_contain_text("1 change")
    ann.write(ann.page.locator("[name=preset]"), "Sundays")
    ann.press(ann.page.get_by_role("button", name="Save"))
    sundays = ann.page.get_by_role("button", name="Sundays", exact=True)
    expect(sundays).to_have_attribute("aria-pressed", "true")
    check(ann.page, "house rules")
    link = ann.page.get_by_label("Link to these rules").input_value()
    assert link == f"{server.url}/new/golf?holes=3&super_kings=true"

    ann.page.goto(f"{server.url}/new/golf")
    expect(ann.house_rules).to_contain_text("As written")
    ann.press(sundays)
    expect(ann.house_rules).to_contain_text("2 changes")
    assert ann.page.url == link

    bob = Person(window(link, PHONE))
    expect(bob.house_rules).to_contain_text("2 changes")
    bob.write(bob.page.locator("[name=name]"), "Bob")
    bob.press(bob.page.get_by_role("button", name="Set up the table").first)
    for sentence in ("A game has 3 holes.", "Kings are worth −2."):
        expect(bob.page.get_by_text(sentence)).to_be_visible()

    ann.press(ann.page.get_by_role("button", name="Delete Sundays"))
    expect(sundays).to_have_count(0)
    ann.page.reload()
    expect(ann.house_rules).to_contain_text("2 changes")
    expect(sundays).to_have_count(0)


def test_a_link_with_impossible_rules_says_so_and_keeps_the_rest(server: Process, window: Window) -> None:
    ann = Person(window(f"{server.url}/new/golf?holes=99&jam=yes&super_kings=on", PHONE))
    expect(ann.page.get_by_text("“99”")).to_be_visible()
    expect(ann.page.get_by_text("“jam”, which this game doesn’t have")).to_be_visible()
    expect(ann.house_rules).to_contain_text("1 change")
    ann.page.wait_for_url(f"{server.url}/new/golf?super_kings=true")
    check(ann.page, "a link with mistakes")


@pytest.mark.parametrize("kept", [[], ["Grandma", "Grandpa"]], ids=["a name to type", "names to tap"])
def test_a_guest_follows_the_link_and_sits_down_without_scrolling(
    server: Process, window: Window, kept: list[str]
) -> None:
    seats = [{}, *({"name": name} for name in kept), {}]
    new = {"game": "golf", "name": "Ann", "seats": seats, "options": {"holes": 3, "super_kings": True}}
    made = httpx.post(f"{server.url}/api/tables", json=new).json()
    page = window(made["link"], PHONE)
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    assert seen(page, "form input, form button, .names button") == 3 + len(kept)  # easy mode beside the name
    check(page, "join")
    if kept:
        page.get_by_role("button", name="I’m Grandma").click()
    else:
        page.locator("[name=name]").fill("Bob")
        page.keyboard.press("Enter")
    expect(page.get_by_test_id("table")).to_have_attribute("data-phase", "lobby")
    check(page, "lobby")


def test_settings_are_obeyed_at_once_and_stay(server: Process, window: Window) -> None:
    page = window(server.url, PHONE)
    root = page.locator("html")
    expect(root).to_have_attribute("data-motion", "less")  # as the device wants
    page.locator("summary", has_text="Device settings").click()
    check(page, "settings")
    for label in ("Evening", "Full", "Off"):
        page.get_by_role("radio", name=label, exact=True).check()
    page.get_by_role("checkbox", name="Highlights.").uncheck()
    page.reload()
    for name, value in (("theme", "evening"), ("motion", "full"), ("hints", "off")):
        expect(root).to_have_attribute(f"data-{name}", value)
    assert page.evaluate("JSON.parse(localStorage.parlour).sound") == 0


def test_the_page_never_contacts_anybody_else(server: Process, window: Window) -> None:
    page = window("about:blank")
    asked: set[str] = set()
    page.context.on("request", lambda request: asked.add(request.url))
    page.on("websocket", lambda socket: asked.add(socket.url.replace("ws:", "http:")))
    ann = Person(page)
    ann.sets_up(server.url, "Ann", "steady")
    ann.starts()
    page.locator("[data-zone]").first.wait_for()
    for name in ("Log", "Scores", "Rules", "Table"):
        ann.press(page.get_by_role("button", name=name, exact=True))
    assert any("/socket" in url for url in asked)
    assert [url for url in asked if not url.startswith((f"{server.url}/", "data:", "blob:"))] == []


@contextmanager
def with_worker(browser: Browser, address: str) -> Iterator[Page]:
    """A window with a service worker, which the other tests' windows do not allow."""
    context = browser.new_context(viewport={"width": PHONE["width"], "height": PHONE["height"]})
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


@pytest.mark.own_server
def test_the_page_is_cached_and_says_so_kindly_when_the_server_is_down(server: Process, browser: Browser) -> None:
    with with_worker(browser, server.url) as page:
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        assert page.evaluate("caches.keys().then(names => names.length)") == 1
        assert page.evaluate("caches.match('/api/games').then(found => found === undefined)")
        server.stop()
        page.reload()
        expect(page.get_by_role("heading", name="Parlour")).to_be_visible()
        expect(page.get_by_text("Parlour isn’t answering.")).to_be_visible()
        page.goto(f"{server.url}/t/BCD234")
        expect(page.get_by_text("Parlour isn’t answering.")).to_be_visible()
        page.goto(server.url)
        server.start()
        expect(page.get_by_role("link", name=re.compile("Set up a table")).first).to_be_visible(timeout=15_000)
        page.get_by_role("link", name=re.compile("Golf")).first.click()
        page.locator("[name=name]").fill("Ann")
        page.get_by_role("button", name="Set up the table").click()
        page.wait_for_url(AT_TABLE)


@contextmanager
def without_a_tunnel(port: int) -> Iterator[None]:
    """A carrier that no longer knows our link, and says so to everybody in its own words."""

    class NoTunnel(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404, "no tunnel here")

        def log_message(self, format: str, *args: object) -> None:
            pass

    carrier = ThreadingHTTPServer(("127.0.0.1", port), NoTunnel)
    threading.Thread(target=carrier.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        carrier.shutdown()
        carrier.server_close()


@pytest.mark.own_server
def test_a_link_that_leads_nowhere_anymore_is_a_sentence_and_no_device_forgets_its_tables(
    server: Process, browser: Browser
) -> None:
    with with_worker(browser, f"{server.url}/new/golf") as page:
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.locator("[name=name]").fill("Ann")
        page.get_by_role("button", name="Set up the table").click()
        page.wait_for_url(AT_TABLE)
        table = page.url
        page.get_by_test_id("start").wait_for()
        assert server.stop() == 0
        with without_a_tunnel(server.port):
            for address in (table, server.url, f"{server.url}/history", f"{server.url}/circle#{'s' * 22}"):
                page.goto("about:blank")
                page.goto(address)
                expect(page.get_by_text("Parlour isn’t answering.").first).to_be_visible()
                if address != f"{server.url}/history":
                    expect(page.get_by_text("ask your host whether there’s a new link").first).to_be_visible()
            kept: Any = page.evaluate("JSON.parse(localStorage.getItem('parlour')).tables")
            assert [one["code"] for one in kept] == [table[-6:]]
        server.start()
        page.goto(table)
        page.get_by_test_id("start").wait_for()


def test_the_page_can_be_installed(server: Process) -> None:
    answer = httpx.get(f"{server.url}/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert {"name", "short_name", "start_url", "scope", "display", "theme_color", "background_color"} <= set(manifest)
    assert manifest["display"] == "standalone"
    purposes = {icon.get("purpose", "any") for icon in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = httpx.get(server.url + icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert picture.content.startswith(b"\x89PNG")
            width, height = struct.unpack(">II", picture.content[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    worker = httpx.get(f"{server.url}/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in worker.headers["content-security-policy"]
