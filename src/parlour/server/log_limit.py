"""A log that nobody can fill: of lines that are alike it takes a few a minute, and says how many it left out."""

import logging
import time
from collections import deque

A_MINUTE = 60.0
MOST_ALIKE = 20  # in a minute
MOST_KINDS = 500  # of lines that are told apart


class LogLimit(logging.Filter):
    """Lines are alike that come from the same place in the program, and, if something was raised, for the same reason.
    What they say does not count: it may be a stranger's."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: dict[tuple[str, int, object], deque[float]] = {}
        self.left_out: dict[tuple[str, int, object], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        raised = record.exc_info[0] if record.exc_info else None
        alike = (record.pathname, record.lineno, raised)
        if alike not in self.taken and len(self.taken) >= MOST_KINDS:
            self.taken.clear()
        times = self.taken.setdefault(alike, deque(maxlen=MOST_ALIKE))
        if len(times) == MOST_ALIKE and now - times[0] < A_MINUTE:
            self.left_out[alike] = self.left_out.get(alike, 0) + 1
            return False
        times.append(now)
        if more := self.left_out.pop(alike, 0):
            record.msg, record.args = f"{record.getMessage()} (and {more} more like it since)", ()
        return True
