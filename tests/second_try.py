"""Pytest hooks that give browser tests a second try, because a busy machine may be too slow for a browser. No other
test gets one.

The summary names every test that needed a second try, so that it is fixed and not forgotten.
"""

from contextlib import suppress

import pytest
from _pytest.runner import runtestprotocol
from _pytest.terminal import TerminalReporter

AGAIN = "tried again"


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if "browser" not in item.path.parts:
        return None  # pytest runs it as usual
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    failed = next((report for report in reports if report.failed), None)
    if failed is not None:
        failed.outcome = AGAIN  # type: ignore[assignment]
        item.ihook.pytest_runtest_logreport(report=failed)
        with suppress(Exception):  # the test has failed already
            item.session._setupstate.teardown_exact(None)  # so that the second try gets a new browser and server
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    return (AGAIN, "R", ("AGAIN", {"yellow": True})) if str(report.outcome) == AGAIN else None


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    first = terminalreporter.stats.get(AGAIN, [])
    if not first:
        return
    still = {report.nodeid for how in ("failed", "error") for report in terminalreporter.stats.get(how, [])}
    terminalreporter.section(f"{len(first)} {AGAIN}")
    for report in sorted(first, key=lambda report: report.nodeid):
        crash = getattr(report.longrepr, "reprcrash", None)
        why = (crash.message if crash else str(report.longrepr)).strip().split("\n")[0]
        how = "failed both times" if report.nodeid in still else "passed at the second try"
        terminalreporter.line(f"{report.nodeid} {how}; the first: {why}")
