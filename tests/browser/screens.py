"""What a test of a screen is tried on."""

from collections.abc import Callable
from inspect import signature
from typing import TypeVar
from zlib import crc32

import pytest

from tests.arbitrary import LONG
from tests.browser.windows import DESK, PHONE

SCREENS = {"phone": (PHONE, "light"), "desk": (DESK, "dark")}


Test = TypeVar("Test", bound=Callable[..., None])


def on_phone_and_desk(test: Test) -> Test:
    """Run a test on a phone by day and on a desk in the evening. In the short form on one of them, drawn by its name,
    because what goes wrong on one mostly goes wrong on the other."""
    one = sorted(SCREENS)[crc32(f"{test.__module__}.{test.__name__}".encode()) % len(SCREENS)]
    tried = SCREENS if LONG else {one: SCREENS[one]}
    names = [name for name in ("size", "scheme") if name in signature(test).parameters]
    cases = [screen[: len(names)] for screen in tried.values()]
    tried_on: Test = pytest.mark.parametrize(names, cases, ids=tried)(test)
    return tried_on
