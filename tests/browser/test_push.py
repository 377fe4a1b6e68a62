"""Being told of one's turn: the switch, the notification, nudges, and a screen that stays on."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.looks import check, check_geometry
from tests.browser.players import Person, personal
from tests.browser.windows import PHONE, Window
from tests.process import Process
from tests.server.carriers import said_by
from tests.server.push_service import BrowserKeys, packed


class PushService:
    """Takes pushes, and reads them with the keys of the browser."""

    def __init__(self) -> None:
        self.keys = BrowserKeys()
        self.arrived: Queue[bytes] = Queue()
        self.status = 201
        service = self

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service.arrived.put(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(service.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        self.endpoint = f"http://127.0.0.1:{self.server.server_port}/bob"

    def told(self) -> str:
        return self.keys.decrypt(self.arrived.get(timeout=20)).decode()

    @property
    def subscribed(self) -> str:
        """A script: the browser has this push service. Without a network it has none of its own."""
        keys = {"p256dh": packed(self.keys.point), "auth": packed(self.keys.auth)}
        return f"""
            // Without a screen, Chromium says that nothing is granted.
            Object.defineProperty(Notification, 'permission', {{ value: 'granted' }})
            const keys = {json.dumps(keys)}
            const bytes = (text) => {{
                const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
                return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer
            }}
            const options = {{ get applicationServerKey() {{ return bytes(localStorage.pushKey) }} }}
            const unsubscribe = async () => {{
                localStorage.ended = localStorage.pushKey
                localStorage.removeItem('pushKey')
            }}
            const getKey = (name) => bytes(keys[name])
            const subscription = {{ endpoint: '{self.endpoint}', options, getKey, unsubscribe }}
            PushManager.prototype.getSubscription = async () => (localStorage.pushKey ? subscription : null)
            PushManager.prototype.subscribe = async ({{ applicationServerKey }}) => {{
                localStorage.pushKey = btoa(String.fromCharCode(...applicationServerKey))
                return subscription
            }}
        """


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever, daemon=True)
    thread.start()
    yield service
    service.server.shutdown()
    service.server.server_close()


@pytest.fixture
def pushing_server(tmp_path: Path) -> Iterator[Process]:
    with Process(tmp_path, "--push-anywhere") as process:
        yield process


def set_up(server: Process, **wishes: Any) -> dict[str, Any]:
    new = {"game": "golf", "name": "Ann", "seats": [{}, {}], "pace": {"patience": 0}, **wishes}
    made: dict[str, Any] = httpx.post(f"{server.url}/api/tables", json=new).json()
    return made


def switch(page: Page) -> Any:
    return page.locator("[name=tell-me]")


@pytest.mark.own_server
def test_from_the_switch_to_a_notification_that_leads_to_the_table(
    pushing_server: Process, browser: Browser, window: Window, service: PushService
) -> None:
    made = set_up(pushing_server)
    phone = browser.new_context(permissions=["notifications"], reduced_motion="reduce")
    try:
        phone.add_init_script(service.subscribed)
        bob = Person(phone.new_page())
        bob.joins(made["link"], "Bob")
        expect(switch(bob.page)).not_to_be_checked()
        bob.press(switch(bob.page))
        expect(bob.page.get_by_text("This device will tell you.")).to_be_visible()
        expect(switch(bob.page)).to_be_checked()
        bob.page.reload()
        expect(switch(bob.page)).to_be_checked()
        check(bob.page, "a lobby with the switch on")
        bob.page.goto(pushing_server.url)  # away from the table
        ann = Person(window(personal(made)))
        ann.press(ann.page.get_by_test_id("start"))  # the cards are dealt once Bob's device has had its time
        told = service.told()
        assert "has begun, with Ann." in told
        line = phone.new_cdp_session(bob.page)
        registered: list[str] = []
        line.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda now: registered.extend(one["registrationId"] for one in now["registrations"]),
        )
        line.send("ServiceWorker.enable")
        for _ in range(100):
            if registered:
                break
            bob.page.wait_for_timeout(50)
        # Without a screen there are no notifications: the worker only says what it would show, and what a tap opens.
        (worker,) = phone.service_workers
        worker.evaluate(
            """() => {
                self.shown = new Promise((done) => (self.registration.showNotification = async (...what) => done(what)))
            }"""
        )
        given = {"origin": pushing_server.url, "registrationId": registered[-1], "data": told}
        line.send("ServiceWorker.deliverPushMessage", given)
        title, how = worker.evaluate("() => self.shown")
        assert (title, how["body"], how["tag"]) == ("Six-Card Golf", json.loads(told)["say"], made["code"])
        assert how["data"] == f"/t/{made['code']}"
        elsewhere = f"https://two.lhr.life/t/{made['code']}"  # where a newer tunnel leads
        for link in (how["data"], elsewhere):
            opened = worker.evaluate(
                """(data) => {
                    self.opened = new Promise((done) => (self.clients.openWindow = async (address) => done(address)))
                    const tap = new Event('notificationclick')
                    Object.assign(tap, { notification: { data, close: () => {} }, waitUntil: () => {} })
                    self.dispatchEvent(tap)
                    return Promise.race([self.opened, new Promise((done) => setTimeout(done, 5000, 'nothing'))])
                }""",
                link,
            )
            assert opened == link
            bob.page.goto(made["link"])  # which is the old link the next time, and leads nowhere
        bob.press(bob.page.get_by_role("button", name="Table", exact=True))
        expect(switch(bob.page)).to_be_checked()
        bob.press(switch(bob.page))
        expect(bob.page.get_by_text("This device won’t tell you.")).to_be_visible()
        expect(switch(bob.page)).not_to_be_checked()
    finally:
        phone.close()


@pytest.mark.own_server
def test_a_device_that_its_push_service_has_dropped_is_told_so_and_may_ask_again(
    pushing_server: Process, browser: Browser, window: Window, service: PushService
) -> None:
    made = set_up(pushing_server)
    phone = browser.new_context(permissions=["notifications"], reduced_motion="reduce")
    try:
        phone.add_init_script(service.subscribed)
        bob = Person(phone.new_page())
        bob.joins(made["link"], "Bob")
        bob.press(switch(bob.page))
        expect(bob.page.get_by_text("This device will tell you.")).to_be_visible()
        bob.page.goto(pushing_server.url)  # away from the table
        service.status = 410
        ann = Person(window(personal(made)))
        ann.press(ann.page.get_by_test_id("start"))
        service.told()
        said_by(pushing_server, "no longer takes pushes, so it is forgotten")
        bob.page.goto(made["link"])
        bob.press(bob.page.get_by_role("button", name="Table", exact=True))
        expect(bob.page.get_by_test_id("tell-me")).to_contain_text("This device no longer gets notifications")
        expect(switch(bob.page)).not_to_be_checked()
        bob.press(switch(bob.page))
        expect(bob.page.get_by_text("This device will tell you.")).to_be_visible()
        assert bob.page.evaluate("localStorage.ended"), "the subscription that is no good is not used again"
    finally:
        phone.close()


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "begins with https"),
        ("delete window.PushManager", "This browser can’t show notifications"),
        (
            "delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla (iPhone)' })",
            "Add Parlour to your Home Screen first",
        ),
        (
            "delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla (iPhone)' });"
            "navigator.standalone = true",
            "This browser can’t show notifications",
        ),
        (
            "Object.defineProperty(Notification, 'permission', { value: 'denied' })",
            "Notifications from Parlour are blocked",
        ),
    ],
)
def test_the_switch_says_why_it_cannot(server: Process, window: Window, trouble: str, sentence: str) -> None:
    made = set_up(server)
    page = window("about:blank", PHONE)
    page.add_init_script(trouble)
    page.goto(personal(made))
    expect(page.get_by_test_id("tell-me")).to_contain_text(sentence)
    expect(switch(page)).not_to_be_checked()


SPY = """
    window.locks = []
    Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
        window.locks.push(kind)
        return { release: async () => void window.locks.push('released') }
    } } })
"""


def test_the_screen_stays_on_while_it_is_ones_turn(server: Process, window: Window) -> None:
    made = set_up(server)
    bob = Person(window("about:blank", PHONE))
    bob.page.add_init_script(SPY)
    bob.joins(made["link"], "Bob")
    ann = Person(window("about:blank"))
    ann.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    ann.page.goto(personal(made))
    ann.starts()
    bob.page.wait_for_function("() => window.locks.join() === 'screen'")
    for hidden, locks in ((True, "screen,released"), (False, "screen,released,screen")):
        bob.page.evaluate(
            """(value) => {
                Object.defineProperty(document, 'hidden', { value, configurable: true })
                document.dispatchEvent(new Event('visibilitychange'))
            }""",
            hidden,
        )
        bob.page.wait_for_function(f"() => window.locks.join() === '{locks}'")
    while bob.page.locator("[data-item]").count():
        bob.makes_a_move()
        bob.page.wait_for_timeout(100)
    bob.page.wait_for_function("() => window.locks.join() === 'screen,released,screen,released'")


@pytest.mark.own_server
def test_somebody_who_takes_long_can_be_nudged_once(server: Process, window: Window) -> None:
    made = set_up(server, options={"initial_flips": 0})  # so that only Bob is waited for
    ann, bob = Person(window(personal(made))), Person(window("about:blank", PHONE, motion=True))
    bob.joins(made["link"], "Bob")
    ann.starts()
    expect(bob.table).to_have_attribute("data-phase", "playing")
    expect(ann.page.get_by_test_id("overdue")).to_have_count(0)
    server.kill()
    with sqlite3.connect(server.db) as db:  # two minutes go by
        db.execute(
            "UPDATE entries SET entry = CAST(json_set(entry, '$.at', json_extract(entry, '$.at') - 120) AS BLOB)"
        )
    db.close()
    server.start()
    ann.page.reload()
    nudge = ann.page.get_by_role("button", name="Nudge Bob")
    nudge.wait_for()
    bob.connected()
    check_geometry(ann.page, "a player can be nudged")
    bob.page.evaluate(
        """() => {
            const table = document.querySelector('[data-testid=table]')
            table.animate = (frames) => (window.shaken = Object.keys(frames).join())
        }"""
    )
    ann.press(nudge)
    expect(bob.page.get_by_test_id("nudged")).to_have_text("Ann nudged you.")
    assert bob.page.evaluate("() => window.shaken") == "transform"
    expect(nudge).to_have_count(0)
    expect(bob.page.get_by_test_id("nudged")).to_have_count(0, timeout=15_000)
