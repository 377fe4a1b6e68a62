"""A pytest hook that says after a long run what each room of the tests cost, so that nobody has to guess where
the time goes."""

from collections import defaultdict
from pathlib import PurePosixPath

from _pytest.terminal import TerminalReporter

WORTH_SAYING = 60.0  # seconds of tests


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    seconds = defaultdict[str, float](float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if duration := getattr(report, "duration", 0.0):
                seconds[room(report.nodeid)] += duration
    if sum(seconds.values()) < WORTH_SAYING:
        return
    terminalreporter.section("seconds of tests in each room")
    costs = sorted(seconds.items(), key=lambda cost: -cost[1])
    terminalreporter.line(", ".join([f"{name} {cost:.0f}" for name, cost in costs]))


def room(nodeid: str) -> str:
    """The folder of `tests/` that a test is in; those that are in none are in "the rest"."""
    folders = PurePosixPath(nodeid.partition("::")[0]).parts
    return folders[1] if len(folders) > 2 else "the rest"
