import re
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from parlour.games import discover
from tests import room_costs, sweep
from tests.arbitrary import COMPILED, LONG, QUICK, tries
from tests.second_try import pytest_report_teststatus as pytest_report_teststatus
from tests.second_try import pytest_runtest_protocol as pytest_runtest_protocol
from tests.second_try import pytest_terminal_summary as pytest_terminal_summary
from tests.toy.install import install

# What `make quick` leaves to `make test`: files that take many seconds, tests marked `slow`, and most cases of a test
# that has many.
SLOW = (
    *("attack", "bench", "browser", "chaos", "leaks"),
    *("lab/test_tournament.py", "store/test_postgres.py", "store/test_threads.py"),
    *(
        f"server/test_{name}.py"
        for name in ("circles", "clocks", "document", "evening", "push", "share", "two_servers")
    ),
    *(
        f"test_{name}.py"
        for name in ("build", "builds", "odd_words", "pettingzoo", "second_try", "sweep", "without_unix")
    ),
)
LONG_BROWSER_TESTS = re.compile("whole|windows|axe|buy_is|is_cut_off|situation|sharp|watched_again|seen_and_played")
MOST_CASES = 7  # as many as there are games, so that each has its turn
collect_ignore = list(SLOW) if QUICK else []
FORM = "long" if LONG else "quick" if QUICK else "short"

settings.register_profile(
    "parlour",
    max_examples=tries(60, 1000),
    derandomize=not LONG,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("parlour")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(room_costs)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a script's background job; its children would inherit that
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sweep.begin()


def pytest_sessionfinish() -> None:
    if postgres := sys.modules.get("tests.postgres"):  # a worker of xdist does not wait for functions at exit
        postgres.stop()


def pytest_report_header() -> str:
    return f"parlour: {'compiled' if COMPILED else 'pure Python'}, {FORM} form"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Browsers come last: their driver keeps an event loop running, which other tests in the process would meet.
    # Among them the longest come first, so that nobody waits for one at the end.
    items.sort(key=lambda item: ("browser" in item.path.parts, not LONG_BROWSER_TESTS.search(item.name)))
    if QUICK:
        items[:] = [
            item for item in few_of_each(items) if not {"slow", "pure"} & {mark.name for mark in item.iter_markers()}
        ]
    for item in items:
        if COMPILED and item.get_closest_marker("pure"):
            item.add_marker(pytest.mark.skip(reason="a compiled class cannot be subclassed or patched"))


def few_of_each(items: list[pytest.Item]) -> list[pytest.Item]:
    """Of every test with many cases, a few that are spread evenly."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    return [item for all in cases.values() for item in all[:: -(-len(all) // MOST_CASES)]]


@pytest.fixture
def toy_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs the toy game for a test."""
    monkeypatch.syspath_prepend(install(tmp_path / "site"))
    discover.cache_clear()
    yield
    discover.cache_clear()
