"""The verb doctor: what this machine has for Parlour, and what it lacks."""

import argparse
import asyncio
import os
import platform
import shutil
import time
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct
from rich.markup import escape

from parlour import __version__, build
from parlour.commands.output import out, print_json
from parlour.games import discover
from parlour.kernel.refusal import Refused
from parlour.server.addresses import lan_addresses
from parlour.server.page import FOLDER
from parlour.server.serve import listen
from parlour.server.share.programs import PROGRAMS
from parlour.store import is_url, shown_url
from parlour.store.data_file import usual_file

LEAST_FREE = 200_000_000  # bytes on the disk of the data file; a long evening takes a few million
BROWSERS = ("chromium", "chromium-headless-shell", "google-chrome", "firefox-esr", "firefox")


class Finding(Struct, frozen=True):
    what: str
    there: bool
    say: str
    needed: bool = False  # Parlour can't be served without it


def run_doctor(given: argparse.Namespace) -> None:
    found = findings(given.db or str(usual_file()), given.port)
    if given.json:
        print_json(found)
        return
    for finding in found:
        mark = "[green]✓[/green]" if finding.there else "[red]✗[/red]" if finding.needed else "[yellow]–[/yellow]"
        out.print(f"{mark} [bold]{finding.what:<12}[/bold] {escape(finding.say)}")
    lacking = [finding.what for finding in found if finding.needed and not finding.there]
    out.print(f"Missing: {', '.join(lacking)}." if lacking else "Everything that Parlour needs is here: parlour serve")


def findings(db: str, port: int) -> list[Finding]:
    return [
        Finding("Parlour", True, f"{__version__}, Python {platform.python_version()}, {', '.join(discover())}", True),
        _page(),
        _data(db),
        _port(port),
        _network(),
        _clock(),
        _build(),
        _database(),
        _tunnel(),
        _browser(),
    ]


def _page() -> Finding:
    built = (FOLDER / "index.html").exists()
    return Finding("page", built, "is built" if built else "isn't built yet: run make page", True)


def _data(db: str) -> Finding:
    if is_url(db):
        return _in_a_database(db)
    file = Path(db)
    folder = next(place for place in (file.absolute(), *file.absolute().parents) if place.exists())
    if not os.access(folder, os.W_OK):
        return Finding("data", False, f"{folder} can't be written: choose another file with --db", True)
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        return Finding("data", False, f"only {free // 1_000_000} MB are free for {file}: make room on this disk", True)
    return Finding("data", True, f"in {file}, {free // 1_000_000_000} GB free", True)


def _in_a_database(url: str) -> Finding:
    try:
        from parlour.store import database  # needs an extra

        release = asyncio.run(database.release_of(url))
    except Refused as refusal:
        return Finding("data", False, refusal.sentence, True)
    return Finding("data", True, f"in the database {shown_url(url)}, PostgreSQL {release}", True)


def _port(port: int) -> Finding:
    try:
        listen("0.0.0.0", port).close()
    except Refused:
        return Finding("port", False, f"{port} is taken, perhaps by another Parlour: choose another --port", True)
    return Finding("port", True, f"{port} is free", True)


def _network() -> Finding:
    addresses = lan_addresses()
    say = f"others in the house reach {', '.join(addresses[:3])}" if addresses else "this machine isn't on a network"
    return Finding("network", bool(addresses), say)


def _clock() -> Finding:
    """Nothing outside is asked: a clock that is behind our own files is wrong for sure."""
    newest = max(file.stat().st_mtime for file in build.PACKAGE.glob("*.py"))
    right = time.time() >= newest - 86_400
    now = time.strftime("%Y-%m-%d %H:%M %Z")
    return Finding("clock", right, f"says {now}" if right else f"says {now}, which is in the past: set it")


def _build() -> Finding:
    if build.is_compiled():
        return Finding("compiler", True, "the compiled build runs")
    lacking = build.missing()
    then = "pure Python runs; parlour compile makes bots think faster"
    return Finding("compiler", not lacking, f"missing is {lacking}, so pure Python runs" if lacking else then)


def _database() -> Finding:
    there = find_spec("asyncpg") is not None
    say = "can be used, for several servers on one database" if there else "needs parlour[postgres]; one server doesn't"
    return Finding("PostgreSQL", there, say)


def _tunnel() -> Finding:
    carriers = [*(program.name for program in PROGRAMS if program.installed), "SSH"]  # which needs no program
    return Finding("tunnel", True, f"parlour serve --share makes a link from outside, by {' or '.join(carriers)}")


def _browser() -> Finding:
    there = next((found for name in BROWSERS if (found := shutil.which(name))), "")
    return Finding("browser", bool(there), there or "none found here; any phone or laptop will do")
