"""On every page of the documentation, links lead somewhere, files exist, and commands and options are accepted."""

import contextlib
import re
import shlex
from functools import cache, reduce
from pathlib import Path
from typing import Any, get_args

import pytest

from parlour.cli import parser
from parlour.server.api import ENDPOINTS
from parlour.server.protocol import Message
from parlour.table.events import Request
from tests.process import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "web" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
SOURCE = ROOT / "src" / "parlour"
HOMES = (ROOT, SOURCE, SOURCE / "games" / "rummy", ROOT / "tests", ROOT / "web" / "src")
MADE = ("build/", "src/parlour/server/page")  # make makes these, so they may be missing

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes from headings."""
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
    """Checks paths with a folder or a star; a plain `rules.py` means any game's."""
    for path in re.findall(r"`([\w.*-]+/[\w.*/-]*)`", text_of(page)):
        if path.startswith(MADE) or path in ("text/plain", "application/json"):
            continue
        homes = (page.parent, *HOMES)
        assert any(any(home.glob(path.rstrip("/"))) for home in homes), path


def commands(page: Path) -> list[str]:
    """The commands that a reader may type: in indented or fenced blocks, or in backticks."""
    lines = re.findall(r"^(?:    )?(?:\$ |\w+=\S+ )?(parlour [a-z].*)$", text_of(page), re.MULTILINE)
    quoted = re.findall(r"`(?:\w+=\S+ )?(parlour [a-z][^`]*)`", text_of(page))
    typed = [re.sub(r"\$\([^)]*\)", "X", line).partition("  #")[0].rstrip(" \\") for line in [*lines, *quoted]]
    return [line for line in typed if not line.startswith("parlour words")]  # that text is part of a promise's hash


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
def test_every_make_target_exists(page: Path) -> None:
    for target in re.findall(r"(?:^    |`)make ([a-z][a-z-]*)", text_of(page), re.MULTILINE):
        assert target == "quick" or re.search(rf"^{target}:", text_of(ROOT / "Makefile"), re.MULTILINE), target


@every_page
def test_every_test_that_is_named_exists(page: Path) -> None:
    sources = "".join(text_of(file) for file in (ROOT / "tests").rglob("test_*.py"))
    for name in re.findall(r"`(test_\w+)`", text_of(page)):
        assert f"def {name}(" in sources, name


PROTOCOL = ROOT / "docs" / "protocol.md"


def test_the_protocol_lists_every_request_there_is() -> None:
    rows = [line.split("|")[1] for line in text_of(PROTOCOL).splitlines() if line.startswith("| `")]
    listed = [found for row in rows for found in re.findall(r"`(GET|POST) ([^`?]+)", row)]
    names = (("BCD234", "{code}"), ("/golf/", "/{game}/"), ("/seats/2/", "/seats/{seat}/"))
    paths = {(method, reduce(lambda path, name: path.replace(*name), names, path)) for method, path in listed}
    assert paths == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}


@pytest.mark.parametrize(("kinds", "field"), [(Request, "what"), (Message, "type")], ids=["events", "messages"])
def test_the_protocol_lists_everything_that_may_be_sent(kinds: Any, field: str) -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(kinds)}
    assert len(tags) > 5
    rows = "".join(line for line in text_of(PROTOCOL).splitlines() if line.startswith("| `"))
    assert tags <= set(re.findall(rf'"{field}": "(\w+)"', rows))
