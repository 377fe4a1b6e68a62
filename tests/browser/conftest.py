"""A real Chromium against a real server."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.windows import DESK, FLAGS, PHONE, Window, find_chromium
from tests.process import Process
from tests.toy.install import install


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process. Each test has its own contexts, so tests share only the program."""
    program = find_chromium()
    if program is None and os.environ.get("CI") == "true":
        pytest.fail("there is no Chromium here")
    if program is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, headless=True, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def window(browser: Browser) -> Iterator[Window]:
    """Opens windows that share nothing, as if each were another person's device. Any error inside one fails the
    test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_window(address: str, size: dict[str, int] = DESK, scheme: str = "light", motion: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=size == PHONE,
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="block",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
        page.goto(address)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("shared"), "--bot-pause", "0.02", "--no-limits") as process:
        yield process


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Process]:
    """The server of all the tests of a process; a test that kills it, or reads its file, is marked `own_server`."""
    if request.node.get_closest_marker("own_server") is None:
        yield request.getfixturevalue("shared_server")
    else:
        with Process(tmp_path, "--bot-pause", "0.02") as process:
            yield process


@pytest.fixture
def toy_server(tmp_path: Path) -> Iterator[Process]:
    """A server with the toy game installed."""
    with Process(tmp_path, "--bot-pause", "0.02", site=install(tmp_path / "site")) as process:
        yield process
