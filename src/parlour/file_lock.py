"""Locks on files that end with the process, however that ends. Linux, macOS and Windows each have their own."""

import sys
from typing import IO, Any


def lock(file: IO[Any], wait: bool = False) -> None:
    """Lock an open file for this process until it is closed. If another process has it, wait, or raise OSError."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)  # the lock is on the first byte, whether there is one or not
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
