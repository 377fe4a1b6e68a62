"""Runs the `parlour` command without what only Unix has, and with a stand-in for what Windows has instead.

Everything that it needs is imported once before, because Python's own modules and other packages must stay what they
are.
"""

import asyncio
import importlib
import mimetypes
import os
import pkgutil
import signal
import socket
import sys
from types import ModuleType

MODULES = ("curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty", "uvloop")
EVERYTHING = ["import", "everything"]
FUNCTIONS = ("chown", "fork", "geteuid", "getuid", "killpg", "nice", "setsid", "sync")


def import_everything() -> list[str]:
    """Import every module of the package, and return their names."""
    import parlour

    found = [module.name for module in pkgutil.walk_packages(parlour.__path__, "parlour.")]
    names = [name for name in found if not name.endswith("__main__")]
    for name in names:
        importlib.import_module(name)
    return names


def leave_unix() -> None:
    os.environ["PARLOUR_BUILD"] = "pure"  # a compiled module can be imported only once
    if sys.argv[1:] == EVERYTHING:
        import_everything()
    for name in ("parlour.cli", "parlour.commands.serve", "parlour.server.share.ssh"):
        importlib.import_module(name)
    for name in [name for name in sys.modules if name.partition(".")[0] == "parlour"]:
        del sys.modules[name]
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in FUNCTIONS:
        delattr(os, name)
    sys.platform = "win32"
    sys.modules["msvcrt"] = msvcrt()
    asyncio.ProactorEventLoop = asyncio.SelectorEventLoop  # type: ignore[attr-defined]
    signal.SIGBREAK = signal.SIGUSR1  # type: ignore[attr-defined]
    socket.SO_EXCLUSIVEADDRUSE = socket.SO_KEEPALIVE  # type: ignore[attr-defined]
    mimetypes.add_type("text/plain", ".js")  # as some programs write into the registry


def msvcrt() -> ModuleType:
    def locking(file: int, mode: int, length: int) -> None:
        os.lockf(file, os.F_LOCK if mode == made.LK_LOCK else os.F_TLOCK, length)

    made = ModuleType("msvcrt")
    made.LK_LOCK, made.LK_NBLCK, made.locking = 1, 2, locking  # type: ignore[attr-defined]
    return made


leave_unix()  # in every process, also in those that bots think in

if __name__ == "__main__":
    if sys.argv[1:] == EVERYTHING:
        print(*import_everything())
    else:
        sys.exit(importlib.import_module("parlour.cli").main())
