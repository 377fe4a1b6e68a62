import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from parlour.games import discover
from tests import sweep
from tests.arbitrary import COMPILED, LONG, tries
from tests.second_try import pytest_report_teststatus as pytest_report_teststatus
from tests.second_try import pytest_runtest_protocol as pytest_runtest_protocol
from tests.second_try import pytest_terminal_summary as pytest_terminal_summary
from tests.toy.install import install

settings.register_profile(
    "parlour",
    max_examples=tries(60, 1000),
    derandomize=not LONG,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("parlour")


def pytest_configure() -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a script's background job; its children would inherit that
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sweep.begin()


def pytest_report_header() -> str:
    return f"parlour: {'compiled' if COMPILED else 'pure Python'}, {'long' if LONG else 'short'} form"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Browser tests come last: their driver keeps an event loop running, which would disturb other tests. The longest
    # of them come first, so that no worker is left with a long one at the end.
    items.sort(key=lambda item: ("browser" in item.path.parts, not re.search("whole|windows|axe|buy_is", item.name)))
    for item in items:
        if COMPILED and item.get_closest_marker("pure"):
            item.add_marker(pytest.mark.skip(reason="a compiled class cannot be subclassed or patched"))


@pytest.fixture
def toy_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs the toy game for a test."""
    monkeypatch.syspath_prepend(install(tmp_path / "site"))
    discover.cache_clear()
    yield
    discover.cache_clear()
