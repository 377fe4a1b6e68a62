"""Chromium windows: how to open one, and their sizes."""

import sys
from collections.abc import Callable

from playwright.sync_api import Page

from tests.process import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from find_browsers import find_chromium as find_chromium

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Window = Callable[..., Page]
