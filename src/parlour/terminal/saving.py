"""Saves a log to a file while the game goes on."""

import os
from pathlib import Path

from parlour.kernel.log import Log
from parlour.kernel.refusal import Refused


def save(log: Log, path: Path) -> None:
    """Write the whole log and replace the file in one step, so that a crash leaves the old one or the new one."""
    path = path.resolve()  # a symbolic link stays a link
    part = path.with_name(f"{path.name}.{os.getpid()}.part")  # this process's own
    try:
        part.write_bytes(log.sealed().to_json())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Refused("", f"{path} can't be written: {error.strerror}.") from None
