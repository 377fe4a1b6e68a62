"""kill -9 at random moments of games that clients play: nothing acknowledged is missing or doubled."""

import asyncio
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import websockets

from parlour.games import find
from parlour.table.events import Invitation, TableEntry
from parlour.table.pace import Presence
from parlour.table.sight import sight
from parlour.table.table import Table
from tests.arbitrary import LONG
from tests.process import Process
from tests.server.driver import Player, some_action

KILLS = 30 if LONG else 5
TABLES = 3
CUT = (ConnectionError, OSError, websockets.WebSocketException, TimeoutError)


@dataclass
class Journal:
    """What one client sent, what it was answered, and what it saw."""

    code: str
    token: str
    seat: int
    pending: dict[str, Any] | None = None  # sent and not answered
    acked: dict[str, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    views: dict[int, Any] = field(default_factory=dict)  # by version
    seen: int = 0
    reconnections: int = 0


async def play_on(url: str, journal: Journal, rng: Random) -> None:
    """A client as it should be: it comes back by itself and says again what was not answered."""
    number = 0
    while True:
        try:
            player = await Player.open(url, journal.code, journal.token, journal.seen)
        except CUT:
            await asyncio.sleep(0.03)
            continue
        journal.reconnections += 1
        try:
            while True:
                if journal.pending is None:
                    message = await player.until(lambda message: wish(message, journal.seat, rng) is not None)
                    number += 1
                    journal.pending = {
                        "id": f"{journal.reconnections}/{number}",
                        **(wish(message, journal.seat, rng) or {}),
                    }
                answer = await player.say(**journal.pending)
                if answer["type"] == "ack":
                    journal.acked[journal.pending["id"]] = (answer["version"], journal.pending)
                    message = await player.version(answer["version"])
                else:
                    journal.refused.append(answer["why"])
                journal.pending = None
                keep(journal, player)
        except CUT:
            keep(journal, player)
            await player.close()


def keep(journal: Journal, player: Player) -> None:
    """Every view that came in, by its version."""
    for data in player.raw:
        message = msgspec.json.decode(data)
        if message["type"] == "view":
            journal.views[message["version"]] = message["view"]
            journal.seen = message["version"]
    player.raw.clear()


def wish(message: dict[str, Any], seat: int, rng: Random) -> dict[str, Any] | None:
    phase = message["table"]["phase"]
    chairs = message["table"]["chairs"]
    if phase == "over" and seat == 0 and not message["table"]["rematch"]:
        return None
    if phase == "between" and seat not in message["view"]["waiting"] and not chairs[seat]["ready"]:
        return {"type": "table", "event": {"what": "ready"}}
    if message["view"] and message["view"].get("asks"):
        return {"type": "act", "action": some_action(message["view"], rng)}
    return None


def check(db: Path, journals: list[Journal]) -> Counter[str]:
    """Hold the file against what the clients were told. Nobody else has it open: the server is dead."""
    found = Counter[str]()
    file = sqlite3.connect(db)
    for code in {journal.code for journal in journals}:
        invitation, secret = file.execute("SELECT invitation, secret FROM tables WHERE code = ?", (code,)).fetchone()
        rows = file.execute("SELECT entry FROM entries WHERE code = ? ORDER BY seq", (code,)).fetchall()
        entries = [msgspec.json.decode(row, type=TableEntry) for (row,) in rows]
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        written = Counter((entry.seat, entry.id) for entry in entries if entry.id)
        assert not written or max(written.values()) == 1, "an action was done twice"
        mine = [journal for journal in journals if journal.code == code]
        for journal in mine:
            for id, (version, sent) in journal.acked.items():
                assert version <= len(entries), f"acknowledged and lost: {sent}"
                entry = entries[version - 1]
                assert (entry.id, entry.seat) == (id, journal.seat)
                if sent["type"] == "act":
                    assert msgspec.to_builtins(entry.body)["action"] == sent["action"]
            found["acknowledged"] += len(journal.acked)
        table = Table(code, find("golf"), msgspec.json.decode(invitation, type=Invitation), secret)
        for entry in entries:
            table = table.after(entry)
            for journal in mine:
                if table.version in journal.views:
                    key = table.chairs[journal.seat].key
                    shown = msgspec.to_builtins(sight(table, key, Presence(), 0.0, 0).view)
                    assert without_presence(journal.views[table.version]) == without_presence(shown)
                    found["views"] += 1
    file.close()
    return found


def without_presence(view: Any) -> Any:
    """The view but for who is online, which is no part of the log."""
    if view is None:
        return None
    plain = msgspec.json.decode(msgspec.json.encode(view))
    return {**plain, "seats": [{**seat, "here": None} for seat in plain["seats"]]}


def test_kill_9_at_any_moment_loses_and_doubles_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        rng = Random(f"kill {KILLS}")
        with Process(tmp_path, "--bot-pause", "0") as server:
            journals = await set_up(server.url)
            clients = [asyncio.create_task(play_on(server.url, journal, Random(rng.random()))) for journal in journals]
            found = Counter[str]()
            for _ in range(KILLS):
                await asyncio.sleep(rng.uniform(0.1, 1.2))
                assert not any(client.done() for client in clients), [client for client in clients if client.done()]
                server.kill()
                await asyncio.sleep(0.05)  # what was on the wire arrives
                found = check(server.db, journals)
                await asyncio.to_thread(server.start)
            await asyncio.sleep(1)
            for client in clients:
                client.cancel()
            await asyncio.gather(*clients, return_exceptions=True)
            assert server.stop() == 0
            found = check(server.db, journals)
            print(f"{KILLS} kills: {dict(found)}, reconnections {[journal.reconnections for journal in journals]}")
            assert found["acknowledged"] > 20 * KILLS
            assert found["views"] > 20 * KILLS
            assert all(journal.reconnections >= KILLS for journal in journals)
            late = ("turn", "No round has just ended")  # somebody else was quicker
            assert not [why for journal in journals for why in journal.refused if not any(word in why for word in late)]
            output = server.output.read_text()
            assert "Traceback" not in output
            assert not any(journal.token in output for journal in journals)

    asyncio.run(story())


async def set_up(url: str) -> list[Journal]:
    """A few tables, each with two people and a bot."""
    journals = []
    async with httpx.AsyncClient(base_url=url) as http:
        for _ in range(TABLES):
            new = {"game": "golf", "name": "Ann", "seats": [{}, {}, {"bot": "random"}], "options": {"holes": 18}}
            made = (await http.post("/api/tables", json={**new, "pace": {"patience": 0}})).json()
            http.cookies.clear()
            bob = (await http.post(f"/api/tables/{made['code']}/sit", json={"name": "Bob"})).json()
            http.cookies.clear()
            ann = await Player.open(url, made["code"], made["token"])
            assert (await ann.table("start"))["type"] == "ack"
            await ann.close()
            journals += [Journal(made["code"], made["token"], 0), Journal(made["code"], bob["token"], 1)]
    return journals
