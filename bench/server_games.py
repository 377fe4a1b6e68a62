"""Games that bots play beforehand, and a data file with tables in the middle of these games.

Several tables play the same game from the same secret. What the seats will send is known, so the clients need not read
any view.
"""

import asyncio
import itertools
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from parlour.games import discover
from parlour.kernel.game import AnyGame
from parlour.kernel.log import Move, form_of
from parlour.kernel.shuffle import FairShuffler, commitment, key_from
from parlour.kernel.state import Seat
from parlour.server.tokens import ALPHABET, CODE_LENGTH, key_of
from parlour.store.sqlite import SqliteStore
from parlour.table.chairs import Chair
from parlour.table.events import Invitation, Pace, Start, TableEntry

SEATS = 4  # Toripoka has two
NAMES = ("Ann", "Bob", "Charlotte", "Dick")
TOKENS = tuple(f"token-of-seat-{seat}" for seat in range(SEATS))
UNHURRIED = Pace(windows=False, calls="in turn", slam_grace=0, patience=0)  # nothing depends on the clock


@dataclass(frozen=True)
class BenchGame:
    """A whole game, as its table would have stored it."""

    invitation: Invitation
    secret: bytes
    entries: tuple[TableEntry, ...]

    @property
    def seats(self) -> int:
        return len(self.invitation.chairs)


@dataclass(frozen=True)
class Begun:
    """A stored table: a game up to a version."""

    code: str
    played: BenchGame
    version: int


def play(game: AnyGame, number: int) -> BenchGame:
    """Let bots play one game from beginning to end."""
    seats = min(SEATS, game.seats[-1])
    secret = number.to_bytes(32, "big")
    chairs = tuple(Chair(NAMES[seat], key_of(TOKENS[seat])) for seat in range(seats))
    invitation = Invitation(game.name, game.edition, {}, chairs, chairs[0].key, commitment(secret), UNHURRIED)
    state = game.start(game.options(), seats, FairShuffler(key_from(secret, [""] * seats)))
    rng = Random(number)
    entries: list[TableEntry] = [TableEntry(1, 0.0, 0, "person", Start())]
    while state.actors():
        seat, action = choose(game, state, rng)
        rounds = len(state.sheet)
        state.apply(seat, action)
        points = tuple(state.sheet[-1]) if len(state.sheet) > rounds else None
        seq = len(entries) + 1
        entries.append(TableEntry(seq, float(seq), seat, "person", Move(form_of(action), points), str(seq)))
    return BenchGame(invitation, secret, tuple(entries))


def choose(game: AnyGame, state: Any, rng: Random) -> tuple[Seat, Any]:
    for seat in game.asked(state):
        action = game.bots["steady"].choose(state.redeal(seat, rng), seat, rng)
        if action is not None:
            return seat, action
    raise AssertionError("nobody wishes to act")


def games() -> list[str]:
    return list(discover())


def begun(games: Iterable[BenchGame], tables: int, share: float = 0.5, left: int = 0) -> list[Begun]:
    """This many tables, at moments spread over the first `share` of the games, with at least `left` moves to come if
    the game is long enough."""
    codes = map("".join, itertools.product(ALPHABET, repeat=CODE_LENGTH))
    around = itertools.cycle(games)
    spread = Random(7)
    made = []
    for code, played in zip(itertools.islice(codes, tables), around, strict=False):
        last = max(2, min(int(len(played.entries) * share), len(played.entries) - left))
        made.append(Begun(code, played, spread.randint(2, last)))
    return made


def write(path: Path, tables: Iterable[Begun]) -> None:
    asyncio.run(SqliteStore(path).close())  # makes the file
    db = sqlite3.connect(path)
    for table in tables:
        row = (table.code, msgspec.json.encode(table.played.invitation), table.played.secret, 0.0)
        db.execute("INSERT INTO tables (code, invitation, secret, made) VALUES (?, ?, ?, ?)", row)
        db.executemany(
            "INSERT INTO entries (code, seq, entry) VALUES (?, ?, ?)",
            [(table.code, entry.seq, msgspec.json.encode(entry)) for entry in table.played.entries[: table.version]],
        )
    db.commit()
    db.close()
