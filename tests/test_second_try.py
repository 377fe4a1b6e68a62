"""A browser test that fails is tried once more, and the summary names it. No other test is tried again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process import ROOT

FILES = {
    "conftest.py": "from tests.second_try import *",
    "browser/test_page.py": """
import pytest
from pathlib import Path

def at_first(name):
    seen = Path(__file__).with_name(name)
    assert seen.exists(), seen.touch() or f"the first try of {name}"

@pytest.fixture(scope="module")
def module():
    at_first("module")
    yield

@pytest.fixture
def afterward():
    yield
    at_first("afterward")

def test_passes(): pass
def test_slow(): at_first("slow")
def test_module(module): pass
def test_afterwards(afterward): pass
def test_wrong(): assert False, "always wrong"
def test_fine(module): pass
""",
    "test_other.py": """
from pathlib import Path

def test_slow():
    seen = Path(__file__).with_name("other")
    assert seen.exists(), seen.touch()
""",
}


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_is_tried_again_is_named_with_how_often_and_all_else_fails_at_once(tmp_path: Path, workers: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    options = [f"--rootdir={tmp_path}", "-c/dev/null", "-pno:cacheprovider", "-q", "-pxdist.plugin", "-n", workers]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)], cwd=ROOT, env=alone, capture_output=True, text=True
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    lines = ran.stdout.splitlines()
    assert "2 failed, 5 passed, 4 tried again" in lines[-1]
    named = [line for line in lines if " second try; " in line or " both times; " in line]
    assert [line.split("::")[1].split(";")[0] for line in named] == [
        "test_afterwards passed at the second try",
        "test_module passed at the second try",
        "test_slow passed at the second try",
        "test_wrong failed both times",
    ]
    assert "the first: AssertionError: the first try of slow" in named[2]
    assert any("4 tried again ==" in line for line in lines)
