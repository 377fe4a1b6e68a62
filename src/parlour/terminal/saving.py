"""Keeping a log in a file while it grows."""

import os
from pathlib import Path

from parlour.kernel.log import Log
from parlour.kernel.refusal import Refused


def save(log: Log, path: Path) -> None:
    """The whole log, replaced in one step, so that a crash leaves the old one or the new one."""
    path = path.resolve()  # a link stays one
    part = path.with_name(f"{path.name}.{os.getpid()}.part")  # nobody else's
    try:
        part.write_bytes(log.sealed().to_json())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Refused("", f"{path} cannot be written: {error.strerror}.") from None
