import subprocess
import sys
from pathlib import Path

import pytest

from tests.process import ROOT

ENGINES = ("Chromium", "Firefox", "WebKit")


def find_browsers(tmp_path: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """On a machine without browsers and without a package manager."""
    command = [sys.executable, str(ROOT / "tools" / "find_browsers.py")]
    return subprocess.run(command, env={"PATH": str(tmp_path), **environment}, capture_output=True, text=True)


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_a_machine_without_browsers_is_told_so_and_fails_only_in_ci(tmp_path: Path, ci: str, status: int) -> None:
    ran = find_browsers(tmp_path, CI=ci)
    assert ran.returncode == status
    for engine in ENGINES:
        assert f"There is no {engine} here and none could be installed: ITS TESTS ARE LEFT OUT" in ran.stderr


@pytest.mark.parametrize("absent", ENGINES)
def test_browsers_can_be_named_and_a_single_missing_one_fails_in_ci(tmp_path: Path, absent: str) -> None:
    there = [engine for engine in (*ENGINES, "sshd") if engine != absent]
    ran = find_browsers(tmp_path, CI="true", **{f"PARLOUR_{engine.upper()}": f"/opt/{engine}" for engine in there})
    assert ran.stdout.splitlines() == [f"{engine}: tests run in /opt/{engine}" for engine in there]
    assert ran.stderr.count("ITS TESTS ARE LEFT OUT") == ran.stderr.count(absent) == ran.returncode == 1
