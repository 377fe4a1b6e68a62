"""Playing on the machines of a Dask cluster: the same work in the same chunks, and so the same outcome."""

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

if TYPE_CHECKING:  # Dask is an extra, and imported by those alone who play on a cluster
    from distributed import Client

ROOMS = ("cards.py", "kernel", "games", "bots", "lab")
COMPILED = (".pyc", ".so", ".pyd")
PATIENCE = 10  # seconds, for a scheduler to answer

C = TypeVar("C")
R = TypeVar("R")

_one_at_a_time = Lock()  # bots think in one thread, and are timed by it


def do_all_there(address: str, game: str, work: Callable[[C], R], chunks: Sequence[C]) -> Iterator[tuple[C, R]]:
    """Every chunk and what work made of it, by whatever workers the cluster has."""
    with _client(address) as client:
        from distributed import KilledWorker, as_completed

        answers = client.run(fingerprint, game, on_error="return")
        if not answers:
            raise Refused("", f"The cluster at {quoted(address)} has no workers yet.")
        for worker, answer in answers.items():
            if answer != fingerprint(game):
                raise _stranger(worker)
        # All jobs are kept to the end: the client stumbles when one is let go while its scheduler dies.
        jobs = client.map(partial(_work, work, game, fingerprint(game)), chunks, pure=False)
        chunk_of = dict(zip(jobs, chunks, strict=True))
        try:
            for job, made in as_completed(jobs, loop=client.loop, with_results=True):
                if job.cancelled():
                    raise Refused("", f"The scheduler at {quoted(address)} has gone away.")
                yield chunk_of[job], made
        except KilledWorker:
            raise Refused("", "Workers of the cluster died again and again over the same games.") from None


@contextmanager
def _client(address: str) -> Iterator["Client"]:
    """A client that leaves it to us to say in one sentence what went wrong."""
    try:
        from distributed import Client
    except ImportError:
        raise Refused("", "To play on a cluster, install the extra parlour[dask].") from None
    logging.disable()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            try:
                asyncio.run(_knock(address))  # a client that comes to nothing would complain once it is thrown away
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

    # By our clock too: theirs stands still for a server of another kind.
    comm = await asyncio.wait_for(connect(coerce_to_address(address), timeout=PATIENCE), PATIENCE)
    await comm.close()


def _work(work: Callable[[C], R], game: str, ours: str, chunk: C) -> R:
    """What a worker does. It may have joined late, so it looks again whether it plays the same games."""
    with _one_at_a_time:
        if fingerprint(game) != ours:
            raise _stranger("that has just joined")
        return work(chunk)


def _stranger(worker: str) -> Refused:
    return Refused("", f"The worker {worker} has another Parlour, another game or another Python than this machine.")


@cache
def fingerprint(game: str) -> str:
    """Of all that decides how a game goes. A compiled module counts by its source, which plays the same."""
    told = hashlib.sha256(repr(sys.version_info[:2]).encode())
    terms = resources.files("parlour")
    for place in (*[terms / room for room in ROOMS], resources.files(find(game).package)):
        for file in _files(place):
            told.update(file.read_bytes())
    return told.hexdigest()


def _files(place: Traversable) -> Iterator[Traversable]:
    if place.is_file() and not place.name.endswith(COMPILED):
        yield place
    elif place.is_dir():
        for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
            yield from _files(entry)
