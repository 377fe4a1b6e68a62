"""Plays on the machines of a Dask cluster: the same work in the same chunks, with the same outcome."""

import asyncio
import hashlib
import logging
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import resources
from importlib.resources.abc import Traversable
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from parlour.games import find
from parlour.kernel.refusal import Refused, quoted

if TYPE_CHECKING:  # Dask is an extra, imported only to play on a cluster
    from distributed import Client

SOURCES = ("cards.py", "kernel", "games", "bots", "lab")
COMPILED = (".pyc", ".so", ".pyd")
PATIENCE = 10  # seconds for a scheduler to answer

C = TypeVar("C")
R = TypeVar("R")

_one_at_a_time = Lock()  # bots are timed by their thread, so only one may think


def do_all_there(address: str, game: str, work: Callable[[C], R], chunks: Sequence[C]) -> Iterator[tuple[C, R]]:
    """Yield every chunk with what `work` made of it, on whatever workers the cluster has."""
    with _client(address) as client:
        from distributed import KilledWorker, as_completed

        answers = client.run(fingerprint, game, on_error="return")
        if not answers:
            raise Refused("", f"The cluster at {quoted(address)} has no workers yet.")
        for worker, answer in answers.items():
            if answer != fingerprint(game):
                raise _stranger(worker)
        # Keep all jobs to the end: the client fails when one is released while its scheduler dies.
        jobs = client.map(partial(_work, work, game, fingerprint(game)), chunks, pure=False)
        chunk_of = dict(zip(jobs, chunks, strict=True))
        try:
            for job, made in as_completed(jobs, loop=client.loop, with_results=True):
                if job.cancelled():
                    raise Refused("", f"The scheduler at {quoted(address)} is gone.")
                yield chunk_of[job], made
        except KilledWorker:
            raise Refused("", "The workers of the cluster keep dying over the same games.") from None


@contextmanager
def _client(address: str) -> Iterator["Client"]:
    """A client that logs nothing, so that we can say in one sentence what went wrong."""
    try:
        from distributed import Client
    except ImportError:
        raise Refused("", "To play on a cluster, install the extra parlour[dask].") from None
    logging.disable()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            try:
                asyncio.run(_knock(address))  # a client that never connects complains when it is deleted
                client = Client(address, timeout=PATIENCE, set_as_default=False)
            except Exception:
                raise Refused("", f"No Dask scheduler answers at {quoted(address)}.") from None
            with client:
                yield client
        finally:
            logging.disable(logging.NOTSET)


async def _knock(address: str) -> None:
    from distributed.comm.core import connect
    from distributed.core import coerce_to_address

    # Our own timeout besides: Dask's never ends for a server of another kind.
    comm = await asyncio.wait_for(connect(coerce_to_address(address), timeout=PATIENCE), PATIENCE)
    await comm.close()


def _work(work: Callable[[C], R], game: str, ours: str, chunk: C) -> R:
    """Do one chunk on a worker. It may have joined late, so check again that it plays the same games."""
    with _one_at_a_time:
        if fingerprint(game) != ours:
            raise _stranger("that has just joined")
        return work(chunk)


def _stranger(worker: str) -> Refused:
    return Refused("", f"The worker {worker} has a different Parlour, game or Python than this machine.")


@cache
def fingerprint(game: str) -> str:
    """A hash of everything that decides how a game goes. A compiled module counts by its source."""
    whole = hashlib.sha256(repr(sys.version_info[:2]).encode())
    parlour = resources.files("parlour")
    for place in (*[parlour / source for source in SOURCES], resources.files(find(game).package)):
        for file in _files(place):
            whole.update(file.read_bytes())
    return whole.hexdigest()


def _files(place: Traversable) -> Iterator[Traversable]:
    if place.is_file() and not place.name.endswith(COMPILED):
        yield place
    elif place.is_dir():
        for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
            yield from _files(entry)
