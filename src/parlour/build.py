"""Two builds that play the same games: pure Python, and one whose hot modules are compiled with mypyc.

A compiled build is kept apart from its sources, in a folder named after everything it was made from: this recipe, this
Python, and every source that a compiled module may import. A stale build therefore has another name and is never found,
and a half-made one has no name yet. Importing `parlour` takes the build that fits, if there is one. PARLOUR_BUILD=pure
does without, PARLOUR_BUILD=compiled insists.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import metadata
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).resolve().parent
MADE_FROM = ("build.py", "cards.py", "kernel", "games")
MYPY = "2.4.1"
# What a million games spend their time in, and what every player is shown after every move. Actions and options stay
# interpreted, because compiled Structs lose the annotations that incoming values are checked by.
HOT = (
    "cards.py",
    *(f"kernel/{name}.py" for name in ("shuffle", "position", "sentences", "names", "playout", "mind")),
    "games/*/[!_]*.py",
    "games/*/*/[!_]*.py",
)
INTERPRETED = ("actions.py", "options.py", "commands.py", "sheet.py")
KEPT = 3  # builds: of other branches, other Pythons


class Compiled:
    """Finds the modules of one build before Python looks beside their sources."""

    def __init__(self, folder: Path) -> None:
        suffix = EXTENSION_SUFFIXES[0]
        files = folder.rglob(f"*{suffix}")
        self.files = {".".join(file.relative_to(folder).parts).removesuffix(suffix): file for file in files}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_file_location(name, self.files[name]) if name in self.files else None


def choose() -> None:
    """Take the compiled build, if there is one that fits and nobody wants the pure one."""
    wanted = os.environ.get("PARLOUR_BUILD")
    folder = None if wanted == "pure" else fitting()
    if folder:
        sys.meta_path.insert(0, Compiled(folder))
    elif wanted == "compiled" and not is_compiled():
        raise ImportError("PARLOUR_BUILD=compiled, and there is no compiled build of these sources.")


def is_compiled() -> bool:
    """Does the compiled build run: ours, or that of a wheel?"""
    cards = find_spec("parlour.cards")
    return cards is not None and str(cards.origin).endswith(EXTENSION_SUFFIXES[0])


def running() -> str:
    return "compiled" if is_compiled() else "pure Python"


def fitting() -> Path | None:
    folder = home()
    found = folder / stamp() if os.path.isdir(folder) else folder
    return found if found != folder and os.path.isdir(found) else None


def home() -> Path:
    """Where builds are kept: in the checkout, or else in the user's cache."""
    root = PACKAGE.parent.parent
    if (root / "pyproject.toml").exists() and os.access(root, os.W_OK):
        return root / "build" / "compiled"
    import platformdirs  # not needed, and not there, while a wheel is built

    return Path(platformdirs.user_cache_dir("parlour", appauthor=False)) / "compiled"


def stamp(package: Path = PACKAGE) -> str:
    """The name of the build that fits these sources."""
    told = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()} {EXTENSION_SUFFIXES[0]}".encode())
    for place in MADE_FROM:
        for file in sorted((package / place).rglob("*.py")) or [package / place]:
            source = file.read_bytes()
            told.update(f"\n{file.relative_to(package)} {len(source)}\n".encode() + source)
    return told.hexdigest()[:16]


def missing() -> str:
    """What compiling needs and is not here; empty if all is."""
    if os.name != "posix":
        return "Linux or macOS"
    if not (find_spec("mypyc") and find_spec("setuptools") and metadata.version("mypy") == MYPY):
        return f"mypy {MYPY} and setuptools (parlour[fast] brings both)"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"a C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python.h (the package that has Python's headers)"
    return ""


def make() -> Path:
    """The build that fits these sources, compiled now unless somebody has done so. Raises if it cannot be done."""
    import fcntl

    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # whoever comes second waits, and then finds it made
        if found := fitting():
            return found
        half = folder / "half-made"
        shutil.rmtree(half, ignore_errors=True)
        shutil.copytree(PACKAGE, half / "parlour", ignore=shutil.ignore_patterns("__pycache__", "page"))
        made = folder / stamp(half / "parlour")  # of what is compiled: the sources themselves may be edited meanwhile
        try:
            _compile(half)
        except (Exception, SystemExit) as error:
            made.with_suffix(".failed").write_text(f"{error!r}\n")
            raise
        os.sync()  # so that no crash leaves the name without the contents
        (half / "built").rename(made)
        shutil.rmtree(half)
        made.with_suffix(".failed").unlink(missing_ok=True)
        builds = sorted((path for path in folder.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
        for old in builds[:-KEPT]:
            shutil.rmtree(old)
    return made


def _compile(half: Path) -> None:
    """The copy of the package in this folder, into `built` beside it."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    hot = (path for pattern in HOT for path in (half / "parlour").glob(pattern) if path.name not in INTERPRETED)
    modules = sorted(str(path.relative_to(half)) for path in hot)
    before = Path.cwd()
    os.chdir(half)
    try:
        extensions = mypycify(["--config-file=", "--ignore-missing-imports", *modules], opt_level="3", target_dir="c")
        command = build_ext(Distribution({"ext_modules": extensions}))
        command.build_lib, command.build_temp = str(half / "built"), str(half / "c")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)


def make_beside() -> tuple[str, "subprocess.Popen[bytes] | None"]:
    """Which build runs, in words; and, if a better one can be made for the next start, the process that makes it. That
    process ends as soon as nobody holds it any more, however that comes about."""
    if is_compiled() or os.environ.get("PARLOUR_BUILD"):
        return running(), None
    folder = home()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    why_not = ""
    if lacking := missing():
        why_not = f"compiling it needs {lacking}"
    elif not os.access(folder, os.W_OK):
        why_not = f"compiling it needs a place to write to, {folder}"
    elif (folder / stamp()).with_suffix(".failed").exists():
        why_not = "compiling it has failed (`parlour compile` shows how)"
    if why_not:
        return f"{running()}; {why_not}", None
    made = subprocess.Popen(
        [sys.executable, "-c", "from parlour import build; build.make_quietly()"],
        cwd=PACKAGE.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,  # not Ctrl+C but we end it, and the compiler with it
    )
    os.environ["PARLOUR_BUILD"] = "pure"  # for the processes we begin meanwhile: one server, one build
    return f"{running()}; it is being compiled, and bots think faster from the next start on", made


def make_quietly() -> None:
    """In the process beside a server: everything else comes first, and it goes when the server goes."""
    os.nice(19)
    with suppress(OSError):  # where memory is short, this is to go and not the server
        Path("/proc/self/oom_score_adj").write_text("1000")
    threading.Thread(target=_leave_with, args=(sys.stdin.fileno(),), daemon=True).start()
    make()


def _leave_with(line: int) -> None:
    os.read(line, 1)
    os.killpg(0, 9)  # the compiler too
