"""Compile the hot modules with mypyc into a folder of their own: `python tools/compile_package.py build/compiled`.

The folder then holds the whole package, every compiled module beside its source. Which modules: those a million games
spend their time in, and what every player is shown after every move. Actions and options stay interpreted, because
compiled Structs lose the annotations that incoming values are checked by.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOT = (
    "cards.py",
    *(f"kernel/{name}.py" for name in ("shuffle", "words", "names", "playout", "mind")),
    "games/*/[!_]*.py",
    "games/*/*/[!_]*.py",
)
INTERPRETED = ("actions.py", "options.py", "verbs.py", "sheet.py")


def compile_package(target: Path) -> list[Path]:
    """Copy the package into `target` and compile it there. Gives the compiled files; raises if it cannot be done."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    target = target.resolve()
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "src", target, ignore=shutil.ignore_patterns("__pycache__"))
    modules = sorted(
        str(path.relative_to(target))
        for hot in HOT
        for path in (target / "parlour").glob(hot)
        if path.name not in INTERPRETED
    )
    before = Path.cwd()
    os.chdir(target)
    try:
        extensions = mypycify(["--config-file=", "--ignore-missing-imports", *modules], opt_level="3", target_dir="c")
        command = build_ext(Distribution({"ext_modules": extensions}))
        command.build_lib = str(target)
        command.build_temp = str(target / "c")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    shutil.rmtree(target / "c", ignore_errors=True)
    shutil.rmtree(target / ".mypy_cache", ignore_errors=True)
    return compiled_files(target)


def compiled_files(target: Path) -> list[Path]:
    return sorted([*target.rglob("*.so"), *target.rglob("*.pyd")])


def missing() -> str:
    """What compiling would need and is not here; empty if all is."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"no C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "no Python.h (the package that has Python's headers)"
    return ""


if __name__ == "__main__":
    if lacking := missing():
        print(f"There is {lacking} here, so the compiled build is left out; everything runs in pure Python.")
    else:
        compile_package(Path(sys.argv[1]))
        print(f"Compiled the hot modules into {sys.argv[1]}.")
