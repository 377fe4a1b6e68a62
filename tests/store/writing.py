"""Entries to write into a store, and a process that does nothing else."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from parlour.store import Heard, Store, is_url
from parlour.store.database import prepare
from parlour.store.postgres import PostgresStore
from parlour.store.sqlite import SqliteStore
from parlour.table.chairs import Chair
from parlour.table.events import Invitation, ShuffleWords, TableEntry

INVITATION = Invitation("golf", 1, {"holes": 3}, (Chair("Ann", "key"), Chair()), "key", "ab" * 32)


def entry(seq: int, text: str = "tea") -> TableEntry:
    return TableEntry(seq, 1.5, 0, "person", ShuffleWords(text), f"id {seq}")


async def opened(db: str, heard: Heard = lambda node, code, words: None) -> Store:
    store: Store
    if is_url(db):
        await prepare(db)
        store = PostgresStore(db)
    else:
        store = SqliteStore(Path(db))
    await store.open(heard)
    return store


WRITER = """
import asyncio, sys
from tests.store.writing import INVITATION, entry, opened

async def main():
    store = await opened(sys.argv[1])
    await store.create("BCDFGH", INVITATION, b"")
    for seq in range(1, 100_000):
        await store.append("BCDFGH", entry(seq))
        print(seq, flush=True)

asyncio.run(main())
"""


def start_writer(db: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", WRITER, db], stdout=subprocess.PIPE, text=True)


def last_number(writer: Any, at_least: int) -> int:
    number = 0
    while number < at_least:
        number = int(writer.stdout.readline())
    return number
