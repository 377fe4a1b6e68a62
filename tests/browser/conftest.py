"""Real browsers against a real server. Nearly all tests run in Chromium, some in Firefox and WebKit."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.webkit import WebKit
from tests.browser.windows import Window, find, launch_chromium, launch_firefox, webkit_windows, windows
from tests.process import Process
from tests.toy.install import install


def program(engine: str) -> str:
    found = find(engine)
    if found is None and os.environ.get("CI") == "true":
        pytest.fail(f"there is no {engine} here")
    if found is None:
        pytest.skip(f"there is no {engine} here")
    return found


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One browser for all tests of a process. Each test has its own contexts, so tests share only the program."""
    chromium = launch_chromium(playwright, program("Chromium"))
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    firefox = launch_firefox(playwright, program("Firefox"))
    yield firefox
    firefox.close()


@pytest.fixture(scope="session")
def webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKit]:
    with WebKit(program("WebKit"), tmp_path_factory.mktemp("webkit")) as webkit:
        yield webkit


@pytest.fixture
def window(browser: Browser) -> Iterator[Window]:
    with windows(browser) as open_window:
        yield open_window


@pytest.fixture(params=["firefox", "webkit"])
def other_window(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window of each engine that the other tests do not use."""
    engine = request.getfixturevalue(request.param)
    with webkit_windows(engine) if isinstance(engine, WebKit) else windows(engine) as open_window:
        yield open_window


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


@pytest.fixture(scope="session")
def toy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with the toy game installed, for all the tests of a process."""
    folder = tmp_path_factory.mktemp("toy")
    with Process(folder, "--bot-pause", "0.02", "--no-limits", site=install(folder / "site")) as process:
        yield process
