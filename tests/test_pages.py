"""Every page of the documentation: its links lead somewhere, its files exist, its commands and options are taken."""

import contextlib
import re
import shlex
from functools import cache
from pathlib import Path

import pytest

from parlour.cli import parser
from tests.process import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "web" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
SOURCE = ROOT / "src" / "parlour"
HOMES = (ROOT, SOURCE, SOURCE / "games" / "rummy", ROOT / "tests", ROOT / "web" / "src")
MADE = ("build/", "src/parlour/server/page")  # by make, so they may be missing

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if not link.startswith(("http://", "https://")):
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


@every_page
def test_every_file_it_speaks_of_is_there(page: Path) -> None:
    """One that has a folder before it, or a star in it; a bare `rules.py` is any game's."""
    for path in re.findall(r"`([\w.*-]+/[\w.*/-]*)`", text_of(page)):
        if path.startswith(MADE) or path in ("text/plain", "application/json"):
            continue
        homes = (page.parent, *HOMES)
        assert any(any(home.glob(path.rstrip("/"))) for home in homes), path


def commands(page: Path) -> list[str]:
    """What a reader may type: lines of indented or fenced blocks, and in backticks."""
    lines = re.findall(r"^(?:    )?(?:\$ |\w+=\S+ )?(parlour [a-z].*)$", text_of(page), re.MULTILINE)
    quoted = re.findall(r"`(?:\w+=\S+ )?(parlour [a-z][^`]*)`", text_of(page))
    typed = [re.sub(r"\$\([^)]*\)", "X", line).partition("  #")[0].rstrip(" \\") for line in [*lines, *quoted]]
    return [line for line in typed if not line.startswith("parlour words")]  # what a promise is the hash of


@every_page
def test_every_parlour_command_is_taken(page: Path) -> None:
    for command in commands(page):
        _, verb, *words = shlex.split(command)
        with contextlib.suppress(SystemExit):
            parser().parse_args([verb, *(words or ["--help"])])


@every_page
def test_every_option_exists(page: Path) -> None:
    files = (SOURCE / "cli.py", *SOURCE.rglob("commands.py"), *(ROOT / "bench").glob("*.py"))
    known = "".join(map(text_of, files))
    for option in re.findall(r"`(--[a-z-]+)", text_of(page)):
        assert f'"{option}"' in known, option


@every_page
def test_every_test_that_is_named_exists(page: Path) -> None:
    sources = "".join(text_of(file) for file in (ROOT / "tests").rglob("test_*.py"))
    for name in re.findall(r"`(test_\w+)`", text_of(page)):
        assert f"def {name}(" in sources, name
