import subprocess
import sys
from pathlib import Path

import pytest

from tests.process import ROOT


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_a_machine_without_chromium_is_told_so_and_fails_only_in_ci(tmp_path: Path, ci: str, status: int) -> None:
    command = [sys.executable, str(ROOT / "tools" / "find_browsers.py")]
    ran = subprocess.run(command, env={"PATH": str(tmp_path), "CI": ci}, capture_output=True, text=True)
    assert ran.returncode == status
    assert "THE BROWSER TESTS ARE LEFT OUT" in ran.stderr


def test_a_chromium_can_be_named(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "find_browsers.py")]
    environment = {"PATH": str(tmp_path), "CI": "true", "PARLOUR_CHROMIUM": "/opt/chromium"}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert ran.stdout == "Browser tests run in /opt/chromium\n"
