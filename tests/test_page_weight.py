"""What a phone has to fetch before it shows anything, as gzip sends it: budgets, so that it does not grow unnoticed."""

import gzip
import json
import re
from functools import cache
from typing import Any

import pytest

from parlour.server.page import FOLDER

HOME, TABLE = 85_000, 110_000  # bytes of script and style
FONTS = 28_000
BOARDS = sorted(path.parent.name for path in (FOLDER.parents[3] / "web" / "src" / "games").glob("*/Board.svelte"))

pytestmark = pytest.mark.skipif(not (FOLDER / "index.html").exists(), reason="the page has not been built")


@cache
def chunks() -> dict[str, Any]:
    return dict(json.loads((FOLDER / ".vite" / "manifest.json").read_text()))


def weight(*parts: str) -> tuple[int, set[str]]:
    """The bytes of these parts of the page with all that they need; and the names of the files."""
    wanted, seen = ["index.html", *parts], set[str]()
    while wanted:
        if (name := wanted.pop()) not in seen:
            seen.add(name)
            wanted += chunks()[name].get("imports", [])
    files = {file for name in seen for file in (chunks()[name]["file"], *chunks()[name].get("css", []))}
    return sum(len(gzip.compress((FOLDER / file).read_bytes(), 9)) for file in files), files


def test_home_is_light() -> None:
    bytes_, files = weight("src/screens/HomeScreen.svelte")
    assert bytes_ < HOME, files


@pytest.mark.parametrize("board", ["table/GenericBoard", *(f"games/{game}/Board" for game in BOARDS)])
def test_a_table_is_light(board: str) -> None:
    bytes_, files = weight(f"src/{board}.svelte")
    assert any("/table-" in file for file in files), "the file that every table needs is counted too"
    assert bytes_ < TABLE, files


def has_letter(face: str, letter: str) -> bool:
    """Whether a browser fetches this face of a font to show the letter."""
    _, found, ranges = face.partition("unicode-range:")
    ends = ((first, last or first) for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges, re.I))
    return not found or any(int(first, 16) <= ord(letter) <= int(last, 16) for first, last in ends)


def test_the_fonts_of_an_English_page_are_light_and_fetched_at_once() -> None:
    style = "".join(path.read_text() for path in (FOLDER / "assets").glob("*.css"))
    faces = [face for face in re.findall(r"@font-face\s*{([^}]*)}", style) if has_letter(face, "a")]
    files = {match[1] for face in faces if (match := re.search(r"url\([\"']?/([^)\"']+)", face))}
    assert len(files) == 2, "one for headings and one for the rest"
    assert sum((FOLDER / file).stat().st_size for file in files) < FONTS, files
    page = (FOLDER / "index.html").read_text()
    assert {file for file in files if f'rel="preload" href="/{file}"' in page} == files
