"""WebKit windows, driven by WebDriver, that have as much of playwright's `Page` and `Locator` as the tests' people
need. Playwright itself drives no WebKit from a system's packages."""

import base64
import os
import re
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import httpx
from playwright.sync_api import Error
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.process import free_port

FIND = Path(__file__).with_name("webkit.js").read_text()
LISTEN = """if (!window.troubles) {
    window.troubles = []
    addEventListener('error', ({ error, message }) => error && troubles.push(message)) // not what observers put off
    addEventListener('unhandledrejection', ({ reason }) => troubles.push(String(reason)))
    addEventListener('securitypolicyviolation', ({ blockedURI }) => troubles.push(`Content Security: ${blockedURI}`))
}"""
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "End": "\ue010", "ArrowRight": "\ue014"}
TIMEOUT = 20_000  # milliseconds, as everywhere in playwright
Wanted = str | re.Pattern[str]


def as_json(wanted: Wanted | None) -> Any:
    if isinstance(wanted, re.Pattern):
        return {"source": wanted.pattern, "flags": "i" if wanted.flags & re.IGNORECASE else ""}
    return wanted


def patiently(holds: Callable[[], bool], timeout: float) -> bool:
    """Waits until it holds; False if it never did."""
    deadline = time.monotonic() + timeout / 1000
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.03)
    return True


class Place:
    """Where elements are looked for: a page, or an element in it."""

    def __init__(self, page: "WebKitPage", steps: Sequence[list[Any]] = ()) -> None:
        self.on, self.steps = page, list(steps)

    def then(self, *step: Any) -> "WebKitLocator":
        return WebKitLocator(self.on, [*self.steps, list(step)])

    def locator(self, selector: str, has_text: Wanted | None = None) -> "WebKitLocator":
        found = self.then("css", selector)
        return found.then("text", as_json(has_text)) if has_text else found

    def get_by_test_id(self, name: str) -> "WebKitLocator":
        return self.locator(f"[data-testid={name}]")

    def get_by_role(self, role: str, name: Wanted | None = None, exact: bool = False) -> "WebKitLocator":
        return self.then("role", role, as_json(name), exact)


class WebKitLocator(Place):
    @property
    def first(self) -> "WebKitLocator":
        return self.nth(0)

    def nth(self, at: int) -> "WebKitLocator":
        return self.then("nth", at)

    def all(self) -> list["WebKitLocator"]:
        return [self.nth(at) for at in range(self.count())]

    def evaluate_all(self, function: str, *arguments: Any) -> Any:
        script = f"return ({function})(find(arguments[0]), ...arguments[1])"
        return self.on.execute(FIND + script, self.steps, arguments)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        self.wait_for("attached")
        return self.evaluate_all(f"([one], ...rest) => ({function})(one, ...rest)", *arguments)

    def count(self) -> int:
        found: int = self.evaluate_all("all => all.length")
        return found

    def is_visible(self) -> bool:
        return bool(self.evaluate_all("all => all.length > 0 && isShown(all[0])"))

    def wait_for(self, state: str = "visible", timeout: float = TIMEOUT) -> None:
        there = self.is_visible if state == "visible" else lambda: self.count() > 0
        if not patiently(there, timeout):
            raise PlaywrightTimeout(f"{self.steps} is not {state}")

    def get_attribute(self, name: str) -> str | None:
        found: str | None = self.evaluate("(one, name) => one.getAttribute(name)", name)
        return found

    def inner_text(self) -> str:
        return str(self.evaluate("one => one.innerText"))

    def input_value(self) -> str:
        return str(self.evaluate("one => one.value"))

    def select_option(self, value: str) -> None:
        choose = "(one, value) => { one.value = value; one.dispatchEvent(new Event('change', { bubbles: true })) }"
        self.evaluate(choose, value)

    def fill(self, text: str) -> None:
        self.wait_for()
        self.evaluate("one => { one.focus(); one.select() }")
        self.on.keyboard.type(text or "\ue017")

    def click(self, timeout: float = TIMEOUT, position: dict[str, float] | None = None) -> None:
        at: Any = None

        def can_be_tapped() -> bool:
            nonlocal at
            at = self.on.execute(f"{FIND}return spot(...arguments)", self.steps, position)
            return isinstance(at, list)

        if not patiently(can_be_tapped, timeout):
            raise PlaywrightTimeout(f"{self.steps} cannot be tapped: {at}")
        move = {"type": "pointerMove", "duration": 0, "x": at[0], "y": at[1]}
        presses = [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        self.on.performs({"type": "pointer", "id": "mouse", "actions": [move, *presses]})


class Keyboard:
    def __init__(self, page: "WebKitPage") -> None:
        self.page = page

    def press(self, key: str) -> None:
        self.type(KEYS.get(key, key))

    def type(self, text: str) -> None:
        strokes = [{"type": f"key{way}", "value": key} for key in text for way in ("Down", "Up")]
        self.page.performs({"type": "key", "id": "keyboard", "actions": strokes})


class WebKitPage(Place):
    """A window of its own, as if it were another person's device."""

    def __init__(self, program: str, environment: dict[str, str], errors: list[str]) -> None:
        super().__init__(self)
        self.errors = errors
        self.keyboard = Keyboard(self)
        port = free_port()
        self.driver = subprocess.Popen([program, f"--port={port}"], env=environment, stderr=subprocess.DEVNULL)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120)
        if not patiently(self.is_ready, TIMEOUT):
            raise AssertionError("WebKit does not start")
        self.session = ""
        patient = {"alwaysMatch": {"timeouts": {"script": 120_000, "pageLoad": 120_000}}}
        self.session = f"/{self.command('POST', '', capabilities=patient)['sessionId']}"

    def is_ready(self) -> bool:
        with suppress(httpx.TransportError):
            return self.http.get("/status").status_code == 200
        return False

    def command(self, method: str, what: str, **body: Any) -> Any:
        answer = self.http.request(method, f"/session{self.session}{what}", json=body if method == "POST" else None)
        value = answer.json()["value"]
        if answer.status_code != 200:
            raise Error(f"{what}: {value['error']}: {value['message']}")
        return value

    def execute(self, script: str, *arguments: Any) -> Any:
        return self.command("POST", "/execute/sync", script=script, args=arguments)

    def performs(self, action: dict[str, Any]) -> None:
        self.command("POST", "/actions", actions=[action])

    def evaluate(self, expression: str, argument: Any = None) -> Any:
        made = f"const made = ({expression.strip().rstrip(';')}\n)"
        return self.execute(f"{made}\nreturn typeof made === 'function' ? made(...arguments) : made", argument)

    def wait_for_function(self, expression: str, arg: Any = None, timeout: float = TIMEOUT) -> None:
        if not patiently(lambda: bool(self.evaluate(expression, arg)), timeout):
            raise PlaywrightTimeout(expression)

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    @property
    def url(self) -> str:
        return str(self.command("GET", "/url"))

    def wait_for_url(self, wanted: re.Pattern[str]) -> None:
        if not patiently(lambda: wanted.search(self.url) is not None, TIMEOUT):
            raise PlaywrightTimeout(f"{self.url}, not {wanted.pattern}")

    def goto(self, address: str) -> None:
        self.leaves()
        self.command("POST", "/url", url=address)
        self.execute(LISTEN)

    def reload(self) -> None:
        self.leaves()
        self.command("POST", "/refresh")
        self.execute(LISTEN)

    def leaves(self) -> None:
        self.errors += self.execute("return window.troubles?.splice(0) ?? []")

    def set_viewport_size(self, size: dict[str, int]) -> None:
        around: int = self.evaluate("outerHeight - innerHeight")
        self.command("POST", "/window/rect", width=size["width"], height=size["height"] + around)
        self.wait_for_function("size => innerWidth === size.width && innerHeight === size.height", size)

    def screenshot(self, path: str | Path, caret: str = "initial") -> None:
        Path(path).write_bytes(base64.b64decode(self.command("GET", "/screenshot")))

    def close(self) -> None:
        with suppress(Error, httpx.HTTPError):
            self.leaves()
            self.command("DELETE", "")
        self.http.close()
        self.driver.terminate()
        self.driver.wait(20)


class WebKit:
    """A screen that nobody sees, with windows on it."""

    def __init__(self, program: str, folder: Path, composes: bool = False) -> None:
        self.program, self.folder, self.composes = program, folder, composes

    def __enter__(self) -> Self:
        settings = self.folder / "gtk-3.0"
        settings.mkdir(parents=True)
        (settings / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")  # less motion
        (settings / "gtk.css").write_text("* { min-width: 0; padding: 0; margin: 0; }")  # lets a window be a phone's
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        self.screen = subprocess.Popen(screen, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as display:
            name = f":{display.readline().strip()}"
        # Without a graphics card, composing layers takes ten times as long as painting; only pictures need it.
        quick = {"GDK_BACKEND": "x11", **({} if self.composes else {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"})}
        self.environment = {**os.environ, **quick, "DISPLAY": name, "XDG_CONFIG_HOME": str(self.folder)}
        return self

    def __exit__(self, *_: object) -> None:
        self.screen.terminate()
        self.screen.wait(20)

    def new_page(self, errors: list[str]) -> WebKitPage:
        return WebKitPage(self.program, self.environment, errors)
