"""Playing on the machines of a Dask cluster: the same work in the same chunks, and so the same outcome."""

import hashlib
import logging
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from threading import Lock
from typing import TypeVar

from parlour.games import find
from parlour.kernel.refusal import Refused, quoted

ROOMS = ("cards.py", "kernel", "games", "bots", "lab")
COMPILED = (".pyc", ".so", ".pyd")
PATIENCE = 10  # seconds, for a scheduler to answer

C = TypeVar("C")
R = TypeVar("R")

_one_at_a_time = Lock()  # bots think in one thread, and are timed by it


@contextmanager
def executor_of(address: str, game: str) -> Iterator[Executor]:
    """Whoever plays for us, after a look at whether they would play the same games."""
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise Refused("", "A cluster needs Dask: install parlour[dask].") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say it in one sentence
    warnings.filterwarnings("ignore", module="distributed")
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception:
        raise Refused("", f"No Dask scheduler answers at {quoted(address)}.") from None
    with client:
        executor = client.get_executor(pure=False)
        try:
            answers = client.run(fingerprint, game, on_error="return")
            if not answers:
                raise Refused("", f"The cluster at {quoted(address)} has no workers yet.")
            for worker, answer in answers.items():
                if answer != fingerprint(game):
                    raise _stranger(worker)
            yield executor
        except KilledWorker:
            raise Refused("", "Workers of the cluster died again and again over the same games.") from None
        except (CancelledError, OSError):
            raise Refused("", f"The scheduler at {quoted(address)} has gone away.") from None
        finally:
            executor.shutdown(wait=False)


def _stranger(worker: str) -> Refused:
    return Refused("", f"The worker {worker} has another Parlour, another game or another Python than this machine.")


def work_there(work: Callable[[C], R], game: str, ours: str, chunk: C) -> R:
    """What a worker does. It may have joined late, so it looks again whether it plays the same games."""
    with _one_at_a_time:
        if fingerprint(game) != ours:
            raise _stranger("that has just joined")
        return work(chunk)


@cache
def fingerprint(game: str) -> str:
    """Of all that decides how a game goes. A compiled module counts by its source, which plays the same."""
    told = hashlib.sha256(repr(sys.version_info[:2]).encode())
    house = resources.files("parlour")
    for place in (*[house / room for room in ROOMS], resources.files(find(game).package)):
        for file in _files(place):
            told.update(file.read_bytes())
    return told.hexdigest()


def _files(place: Traversable) -> Iterator[Traversable]:
    if place.is_file() and not place.name.endswith(COMPILED):
        yield place
    elif place.is_dir():
        for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
            yield from _files(entry)
