"""`expect` for elements of every engine."""

import re
from typing import Any

from playwright.sync_api import expect as playwright_expect

from tests.browser.webkit import TIMEOUT, Wanted, WebKitLocator, patiently


class Expectation:
    """What is said of elements, and becomes true before long."""

    def __init__(self, what: WebKitLocator) -> None:
        self.what = what

    def sees(self, function: str, wanted: Any, timeout: float) -> None:
        """Compares what the function returns for the elements."""
        now: Any = None

        def is_so() -> bool:
            nonlocal now
            now = self.what.evaluate_all(function)
            if isinstance(wanted, re.Pattern):
                return isinstance(now, str) and wanted.search(now) is not None
            return bool(now == wanted)

        assert patiently(is_so, timeout), f"{self.what.steps}: {now}, not {wanted}"

    def to_have_count(self, count: int, timeout: float = TIMEOUT) -> None:
        self.sees("all => all.length", count, timeout)

    def to_be_visible(self, timeout: float = TIMEOUT) -> None:
        self.sees("all => all.length === 1 && isShown(all[0])", True, timeout)

    def to_have_attribute(self, name: str, value: Wanted, timeout: float = TIMEOUT) -> None:
        self.sees(f"([one]) => one?.getAttribute('{name}')", value, timeout)

    def to_have_text(self, texts: list[str], timeout: float = TIMEOUT) -> None:
        self.sees("all => all.map((one) => tidy(one.textContent))", texts, timeout)

    def to_contain_text(self, text: Wanted, timeout: float = TIMEOUT) -> None:
        text = text if isinstance(text, re.Pattern) else re.compile(re.escape(text))
        self.sees("([one]) => tidy(one?.textContent)", text, timeout)


def expect(what: Any) -> Any:
    """Playwright's `expect`, for elements of every engine."""
    return Expectation(what) if isinstance(what, WebKitLocator) else playwright_expect(what)
