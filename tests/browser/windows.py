"""Windows of every engine: how to open one, and their sizes."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.browser.webkit import WebKit, WebKitPage
from tests.process import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from find_browsers import find as find
from find_browsers import find_chromium as find_chromium

PHONE = {"width": 390, "height": 844}
LOW = {"width": 360, "height": 640}  # a low phone
DESK = {"width": 1280, "height": 800}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Window = Callable[..., Page]


def launch_chromium(playwright: Playwright, program: str) -> Browser:
    return playwright.chromium.launch(executable_path=program, headless=True, args=FLAGS)


def launch_firefox(playwright: Playwright, program: str) -> Browser:
    return playwright.firefox.launch(
        channel="moz-firefox",  # the system's own, not playwright's
        executable_path=program,
        headless=True,
        firefox_user_prefs={"ui.prefersReducedMotion": 1},  # its windows cannot be asked for that
        timeout=120_000,
    )


@contextmanager
def windows(browser: Browser) -> Iterator[Window]:
    """Opens windows that share nothing, as if each were another person's device. Any error inside one fails the
    test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_window(
        address: str, size: dict[str, int] = DESK, scheme: str = "light", motion: bool = False, zone: str | None = None
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=size == PHONE,
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="block",
            timezone_id=zone,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        # What observers put off until the next frame is no error, but Firefox says so.
        page.on("pageerror", lambda error: None if "ResizeObserver loop" in str(error) else errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
        page.goto(address)
        return page

    try:
        yield open_window
    finally:
        for context in contexts:
            context.close()
    assert errors == [], errors


@contextmanager
def webkit_windows(webkit: WebKit) -> Iterator[Window]:
    """The same in WebKit. Its windows are by day, and with less motion."""
    pages: list[WebKitPage] = []
    errors: list[str] = []

    def open_window(address: str, size: dict[str, int] = DESK) -> Page:
        page = webkit.new_page(errors)
        pages.append(page)
        page.set_viewport_size(size)
        page.goto(address)
        return cast(Page, page)  # as much of it as is needed

    try:
        yield open_window
    finally:
        for page in pages:
            page.close()
    assert errors == [], errors
