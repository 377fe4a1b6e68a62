"""A browser in which the page cannot run says so in a sentence."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.windows import Window
from tests.process import Process

MISSING = (
    "delete window.WebSocket",
    "delete Array.prototype.toSpliced",
    "delete CSS.registerProperty",
    "CSS.supports = (...asked) => !asked.join().includes(':has')",
    "delete window.CSS",
)
TOO_OLD = "This browser is too old for Parlour."


@pytest.mark.parametrize("missing", MISSING)
def test_a_browser_without_something_that_the_page_needs_gives_the_link_to_another_device(
    server: Process, browser: Browser, missing: str
) -> None:
    page = browser.new_page()
    page.add_init_script(missing)
    page.goto(f"{server.url}/t/BCDFGH#seat=mine")
    expect(page.get_by_text(TOO_OLD)).to_be_visible()
    expect(page.get_by_role("link")).to_have_text(f"{server.url}/t/BCDFGH#seat=mine")
    assert page.locator("#page").count() == 0, "the page does not begin"
    page.close()


def test_a_browser_without_scripts_says_what_to_do(server: Process, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url)
    expect(page.locator("noscript p")).to_be_visible()
    assert "Parlour needs JavaScript" in page.locator("noscript p").inner_text()
    context.close()


def test_a_browser_of_today_shows_the_page_in_its_own_letters(server: Process, window: Window) -> None:
    """And figures are all as wide as each other, so that no column of points moves."""
    page = window(server.url)
    expect(page.get_by_role("link", name="Set up a table").first).to_be_visible()
    expect(page.get_by_text(TOO_OLD)).to_have_count(0)
    found = page.evaluate("""async () => {
        await document.fonts.ready
        const figures = document.createElement('p')
        figures.className = 'figures'
        document.body.append(figures)
        const widths = [...'0123456789'].map((figure) => {
            const span = document.createElement('span')
            span.textContent = figure
            figures.append(span)
            return span.getBoundingClientRect().width
        })
        const loaded = [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)
        return { widths, loaded }
    }""")
    assert len(set(found["widths"])) == 1, found
    assert {name.strip("'\"") for name in found["loaded"]} == {"Atkinson Hyperlegible Next", "Fraunces"}
    assert len(found["loaded"]) == 2, "letters with accents are not fetched before somebody has one"
