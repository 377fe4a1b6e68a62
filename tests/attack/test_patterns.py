"""Patterns end with the text: `$` would let a final newline through, and the match is then looked up."""

import ast
import contextlib
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import parlour
from parlour.games import discover, find
from parlour.kernel.game import AnyGame
from parlour.kernel.log import read_log
from parlour.kernel.refusal import Refused
from parlour.server.log_limit import LogLimit
from tests.arbitrary import GAMES, sealed_game
from tests.process import Process

SOURCES = sorted(Path(parlour.__file__).parent.rglob("*.py"))


def patterns_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Return every string given to `re` or as a `pattern`, with its line."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        given = [word.value for word in node.keywords if word.arg == "pattern"]
        if (
            isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
        ):
            if any("MULTILINE" in ast.unparse(argument) for argument in node.args):
                continue
            given += node.args[:1]
        for one in given:
            parts = [part.value for part in ast.walk(one) if isinstance(part, ast.Constant)]
            yield node.lineno, "".join(part for part in parts if isinstance(part, str))


def ends_too_late(pattern: str) -> bool:
    """Whether a pattern has a `$` that is neither escaped nor in a set."""
    return "$" in re.sub(r"\\.|\[\^?\]?[^\]]*\]", "", pattern)


def test_no_pattern_lets_a_newline_through_at_its_end() -> None:
    found = [(file.name, *one) for file in SOURCES for one in patterns_in(ast.parse(file.read_text()))]
    assert len(found) > 30
    assert [one for one in found if ends_too_late(one[2])] == []
    assert ends_too_late("^7H$")
    assert not ends_too_late(r"^[$]\$\Z")


def with_newlines(form: Any) -> Iterator[Any]:
    """Yield the form with a newline after each of its strings in turn."""
    if isinstance(form, str):
        yield form + "\n"
    elif isinstance(form, list | tuple):
        for at, one in enumerate(form):
            yield from ([*form[:at], other, *form[at + 1 :]] for other in with_newlines(one))
    elif isinstance(form, dict):
        for key, value in form.items():
            yield from ({**form, key: other} for other in with_newlines(value))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_newline_after_any_word_of_any_action_is_refused(game: AnyGame) -> None:
    actions = {msgspec.json.encode(entry.body.action): entry.body.action for entry in sealed_game(game).entries}
    others = [other for action in actions.values() for other in with_newlines(action)]
    assert len(others) > 10
    for other in others:
        with pytest.raises(Refused):
            game.read_action(other)


@pytest.mark.slow
def test_a_newline_in_a_card_is_no_stack_trace_and_floods_no_log(tmp_path: Path) -> None:
    """Attack 8."""
    with Process(tmp_path, "--no-limits") as server:
        for name in discover():
            for log in spoilt_logs(name):
                verdict = httpx.post(f"{server.url}/api/verify", json={"log": log})
                assert verdict.status_code == 200
                assert verdict.json()["verdict"]["ok"] is False
                replay = httpx.post(f"{server.url}/api/replay", json={"log": log})
                assert replay.status_code == 409, replay.text
        at = f"{server.url.replace('http', 'ws', 1)}/api/tables/BCDFGH/socket"
        for _ in range(100):
            with connect(at) as refused, contextlib.suppress(ConnectionClosed):
                refused.recv()
            httpx.post(f"{server.url}/api/verify", json={"log": "{"})
        lines = server.output.read_text().splitlines()
    assert len(lines) < 15, lines
    assert not any("Traceback" in line for line in lines)


def spoilt_logs(name: str) -> Iterator[str]:
    """Return a log with a newline in it, once for every field of its actions."""
    log = json.loads(sealed_game(find(name)).to_json())
    seen = set()
    for entry in log["entries"]:
        action = entry["body"]["action"]
        for key in action:
            for other in with_newlines(action[key]):
                if (action["do"], key) not in seen:
                    seen.add((action["do"], key))
                    entry["body"]["action"] = {**action, key: other}
                    yield read_log(json.dumps(log).encode()).sealed().to_json().decode()
                    entry["body"]["action"] = action


def test_lines_that_are_alike_are_spared_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("parlour.server.log_limit.time.monotonic", lambda: now)
    sparing = LogLimit()

    def said(line: int) -> str | None:
        record = logging.LogRecord("parlour", logging.ERROR, "room.py", line, "table %s: broken", ("BCDFGH",), None)
        return record.getMessage() if sparing.filter(record) else None

    assert [said(1) for _ in range(50)].count(None) == 30
    assert said(2) == "table BCDFGH: broken", "another place in the program has lines of its own"
    now += 61
    assert said(1) == "table BCDFGH: broken (and 30 more like it since)"
