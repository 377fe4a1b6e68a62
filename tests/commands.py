"""Runs the `parlour` command with a line of arguments."""

import json
from typing import Any

import pytest

from parlour.cli import main


def run(capsys: pytest.CaptureFixture[str], line: str) -> str:
    """What the command prints. It must succeed."""
    assert main(line.split()) == 0
    return capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], line: str) -> Any:
    return json.loads(run(capsys, f"{line} --json"))


def complaint(capsys: pytest.CaptureFixture[str], line: str) -> str:
    assert main(line.split()) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err
