"""Makes and chooses between two builds that play the same games: pure Python, and hot modules compiled with mypyc.

A compiled build lies apart from its sources, in a folder named after a hash of everything it was made from: this file,
the Python version, and every source that a compiled module may import. So a stale build is never found, and an
unfinished one has no such name yet. `import parlour` takes the build that fits, if there is one. PARLOUR_BUILD=pure
never takes it; PARLOUR_BUILD=compiled fails without it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import metadata
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.file_lock import lock

PACKAGE = Path(__file__).resolve().parent
MADE_FROM = ("build.py", "cards.py", "kernel", "games")
MYPY = "2.4.1"
# Where simulated games spend their time, and what makes every player's view after every move. Actions and options stay
# interpreted, because compiled Structs lose the annotations that msgspec checks incoming values by.
HOT = (
    "cards.py",
    *(f"kernel/{name}.py" for name in ("shuffle", "position", "sentences", "names", "playout", "mind")),
    "games/*/[!_]*.py",
    "games/*/*/[!_]*.py",
)
INTERPRETED = ("actions.py", "options.py", "commands.py", "sheet.py")
KEPT = 3  # how many builds to keep, for other branches and other Python versions


class Compiled:
    """An import finder for the modules of one build. It goes before Python's own finders."""

    def __init__(self, folder: Path) -> None:
        suffix = EXTENSION_SUFFIXES[0]
        files = folder.rglob(f"*{suffix}")
        self.files = {".".join(file.relative_to(folder).parts).removesuffix(suffix): file for file in files}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_file_location(name, self.files[name]) if name in self.files else None


def choose() -> None:
    """Use the compiled build if one fits, unless PARLOUR_BUILD=pure."""
    wanted = os.environ.get("PARLOUR_BUILD")
    folder = None if wanted == "pure" else fitting()
    if folder:
        sys.meta_path.insert(0, Compiled(folder))
    elif wanted == "compiled" and not is_compiled():
        raise ImportError("PARLOUR_BUILD=compiled is set, but there is no compiled build of these sources.")


def is_compiled() -> bool:
    """Whether this process runs a compiled build: one made here, or one that came in a wheel."""
    cards = find_spec("parlour.cards")
    return cards is not None and str(cards.origin).endswith(EXTENSION_SUFFIXES[0])


def running() -> str:
    return "compiled" if is_compiled() else "pure Python"


def fitting() -> Path | None:
    folder = home()
    found = folder / stamp() if os.path.isdir(folder) else folder
    return found if found != folder and os.path.isdir(found) else None


def home() -> Path:
    """The folder for builds: in the checkout if that is writable, or else in the user's cache."""
    root = PACKAGE.parent.parent
    if (root / "pyproject.toml").exists() and os.access(root, os.W_OK):
        return root / "build" / "compiled"
    import platformdirs  # imported here because it is not installed while a wheel is built

    return Path(platformdirs.user_cache_dir("parlour", appauthor=False)) / "compiled"


def stamp(package: Path = PACKAGE) -> str:
    """The name of a build of these sources: a hash."""
    hashed = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()} {EXTENSION_SUFFIXES[0]}".encode())
    for place in MADE_FROM:
        for file in sorted((package / place).rglob("*.py")) or [package / place]:
            source = file.read_bytes()
            hashed.update(f"\n{file.relative_to(package)} {len(source)}\n".encode() + source)
    return hashed.hexdigest()[:16]


def missing() -> str:
    """What is missing for compiling, or an empty string."""
    return "Linux or macOS" if sys.platform == "win32" else _missing_on_unix()


def _missing_on_unix() -> str:
    if not (find_spec("mypyc") and find_spec("setuptools") and metadata.version("mypy") == MYPY):
        return f"mypy {MYPY} and setuptools (parlour[fast] brings both)"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"a C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python.h (from the package with Python's headers)"
    return ""


def make() -> Path:
    """The folder of the build of these sources. Compiles it if it does not exist yet, and raises if that fails."""
    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as held:
        lock(held, wait=True)  # a second process waits here, and then finds the finished build
        if found := fitting():
            return found
        half = folder / "half-made"
        shutil.rmtree(half, ignore_errors=True)
        shutil.copytree(PACKAGE, half / "parlour", ignore=shutil.ignore_patterns("__pycache__", "page"))
        made = folder / stamp(half / "parlour")  # hash the copy: the sources may be edited while it compiles
        try:
            _compile(half)
        except (Exception, SystemExit) as error:
            made.with_suffix(".failed").write_text(f"{error!r}\n")
            raise
        if sys.platform != "win32":
            os.sync()  # so that a crash cannot leave the name without the contents
        (half / "built").rename(made)
        shutil.rmtree(half)
        made.with_suffix(".failed").unlink(missing_ok=True)
        builds = sorted((path for path in folder.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
        for old in builds[:-KEPT]:
            shutil.rmtree(old)
    return made


def _compile(half: Path) -> None:
    """Compile the copy of the package in this folder into its subfolder `built`."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class SideBySide(build_ext):  # type: ignore[misc]
        """setuptools compiles one file after another, and there are a hundred."""

        def build_extensions(self) -> None:
            compile_these = self.compiler.compile

            def compile_all(sources: list[str], *given: Any, **named: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    made = pool.map(lambda source: compile_these([source], *given, **named), sources)
                    return [one for some in made for one in some]

            self.compiler.compile = compile_all
            super().build_extensions()

    hot = (path for pattern in HOT for path in (half / "parlour").glob(pattern) if path.name not in INTERPRETED)
    modules = sorted(str(path.relative_to(half)) for path in hot)
    before = Path.cwd()
    os.chdir(half)
    try:
        options = ["--config-file=", "--ignore-missing-imports", *modules]
        extensions = mypycify(options, opt_level="3", multi_file=len(modules) > 1, target_dir="c")
        command = SideBySide(Distribution({"ext_modules": extensions}))
        command.build_lib, command.build_temp = str(half / "built"), str(half / "c")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)


def make_beside() -> tuple[str, "subprocess.Popen[bytes] | None"]:
    """Start compiling in another process, if that makes the next start faster. Returns a description of the build that
    runs now, and the process or None. The process ends when its standard input is closed, even by a crash."""
    if is_compiled() or os.environ.get("PARLOUR_BUILD"):
        return running(), None
    folder = home()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    why_not = ""
    if lacking := missing():
        why_not = f"compiling it needs {lacking}"
    elif not os.access(folder, os.W_OK):
        why_not = f"compiling it needs to write to {folder}"
    elif (folder / stamp()).with_suffix(".failed").exists():
        why_not = "compiling it has failed (`parlour compile` shows why)"
    if why_not:
        return f"{running()}; {why_not}", None
    made = subprocess.Popen(
        [sys.executable, "-c", "from parlour import build; build.make_quietly()"],
        cwd=PACKAGE.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,  # Ctrl+C does not reach it; this process ends it, and the compiler with it
    )
    os.environ["PARLOUR_BUILD"] = "pure"  # so that all processes of one server run the same build
    return f"{running()}; it's being compiled, and bots will think faster after the next start", made


def make_quietly() -> None:
    """Compile at the lowest priority, and end when the server that started this process ends."""
    if sys.platform != "win32":
        os.nice(19)
    with suppress(OSError):  # if memory runs out, the kernel should end this process and not the server
        Path("/proc/self/oom_score_adj").write_text("1000")
    threading.Thread(target=_leave_with, args=(sys.stdin.fileno(),), daemon=True).start()
    make()


def _leave_with(line: int) -> None:
    os.read(line, 1)
    if sys.platform != "win32":
        os.killpg(0, 9)  # the whole group, so the compiler ends too
