"""The file that SQLite keeps: where it is, who may read it, and that one server at a time uses it."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from parlour.file_lock import lock
from parlour.kernel.refusal import Refused

BUSY = 5.0  # seconds to wait while another process writes


def usual_file() -> Path:
    """Return the default data file, in the user's data folder."""
    return Path(platformdirs.user_data_dir("parlour", appauthor=False)) / "parlour.db"


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Lock a data file for one server, because two would not notice each other's moves. The lock ends with us."""
    path = path.resolve()  # whatever link it was named by
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = os.fdopen(os.open(path.with_name(path.name + ".lock"), os.O_CREAT | os.O_RDWR, 0o600), "a")
    except OSError as error:
        raise Refused("", f"The data file {path} can't be opened: {error}.") from None
    with held:
        try:
            lock(held)
        except OSError:
            raise Refused(
                "", f"Another Parlour already uses {path}. To run several, share a PostgreSQL database."
            ) from None
        if path.is_file() and path.stat().st_nlink > 1:  # each name would have its own lock and WAL
            raise Refused("", f"The data file {path} has a second name (a hard link). Remove the other name first.")
        yield


def keep_private(path: Path) -> None:
    """Make a data file, and what SQLite puts beside it, readable by its owner only: it holds secrets of live games."""
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        sync_folder(path.parent)
    for file in (path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm", ".lock"))):
        with contextlib.suppress(OSError):  # it does not exist, or belongs to another user
            file.chmod(0o600)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new file name in it is on disk."""
    with contextlib.suppress(PermissionError):  # Windows cannot open folders
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    return db
