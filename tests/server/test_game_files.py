"""The board and the picture that a game's package brings are served from its folder, and nothing else is."""

import logging
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour.games import discover
from parlour.server import game_files
from parlour.server.game_files import files_of
from stepping_stones import GAME
from tests.attack.raw import Raw
from tests.server.driver import Served, run


async def described(served: Served, name: str) -> dict[str, Any]:
    games: list[dict[str, Any]] = (await served.http.get("/api/games")).json()
    return next(game for game in games if game["name"] == name)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with something for the page, and with something that is nobody's business."""
    folder = tmp_path / "brook"
    (folder / "page" / "parts").mkdir(parents=True)
    for name in ("__init__.py", "page/board.js", "page/parts/wave.js", "page/notes.txt", "page/notes.py"):
        (folder / name).write_text("'of the brook'")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "brook", raising=False)
    monkeypatch.setitem(discover(), "brook", replace(GAME, name="brook", package="brook"))
    files_of.cache_clear()
    return folder


def test_the_example_has_a_board_and_a_picture_that_browsers_may_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(discover(), "stones", GAME)

    async def story(served: Served) -> None:
        stones, golf = await described(served, "stones"), await described(served, "golf")
        assert (golf["board"], golf["picture"]) == ("", "")
        for address, kind in ((stones["board"], "text/javascript"), (stones["picture"], "image/svg+xml")):
            answer = await served.http.get(address)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith(kind)
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["content-security-policy"].startswith("default-src 'self';")
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert (await served.http.post(address)).status_code == 405

    run(tmp_path, story)


def test_only_the_folder_for_the_page_is_given(tmp_path: Path, package: Path) -> None:
    hidden = [
        "/games/brook/{digest}/notes.py",
        "/games/brook/{digest}/notes.txt",
        "/games/brook/{digest}/../__init__.py",
        "/games/brook/{digest}/%2e%2e/__init__.py",
        "/games/brook/{digest}/..%2f__init__.py",
        "/games/brook/{digest}/parts/../../__init__.py",
        "/games/brook/{digest}/parts/../board.js",
        "/games/brook/{digest}//etc/passwd",
        "/games/brook/{digest}/%00board.js",
        "/games/brook/{digest}/",
        "/games/brook/000000000000/board.js",
        "/games/golf/{digest}/RULES.md",
        "/games/nim/{digest}/board.js",
    ]

    async def story(served: Served) -> None:
        brook = await described(served, "brook")
        assert (await served.http.get(brook["board"].replace("board.js", "parts/wave.js"))).text == "'of the brook'"
        assert brook["picture"] == ""
        for path in hidden:
            line = await Raw.open(served)
            asked = path.format(digest=brook["board"].split("/")[3])
            answer = await line.ask(f"GET {asked} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            assert answer.split()[1] == b"404", asked

    run(tmp_path, story)


def test_a_changed_file_has_another_address(package: Path) -> None:
    before = files_of("brook").digest
    (package / "page" / "parts" / "wave.js").write_text("'of another brook'")
    files_of.cache_clear()
    assert files_of("brook").digest != before


def test_too_much_for_the_memory_is_left_out_and_the_log_says_so(
    package: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(game_files, "MOST", 20)
    with caplog.at_level(logging.WARNING, "parlour"):
        assert files_of("brook").files == {}
    assert "brook brings more than 20 bytes for the page" in caplog.text
