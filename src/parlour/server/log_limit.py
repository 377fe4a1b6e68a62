"""A log filter that keeps strangers from filling the log: a few similar lines a minute, and a count of the rest."""

import logging
import time
from collections import deque

A_MINUTE = 60.0
MOST_ALIKE = 20  # in a minute
MOST_KINDS = 500  # of lines that are counted separately


class LogLimit(logging.Filter):
    """Lines are alike if they come from the same place in the program with the same type of exception. Their text does
    not count, because strangers can choose it."""

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
