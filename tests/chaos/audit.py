"""Compares the store with what clients were told: nothing acknowledged is missing, changed or doubled, nothing refused
was done, nobody saw what is not in the log, and replaying the log gives what they saw."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from parlour.games import find
from parlour.kernel.log import Move, final
from parlour.kernel.shuffle import FairShuffler, key_from
from parlour.kernel.state import Seat
from parlour.store import Store, StoredTable, is_url
from parlour.store.postgres import PostgresStore
from parlour.store.sqlite import SqliteStore
from parlour.table.events import StandIn
from parlour.table.presence import Presence
from parlour.table.table import Table
from parlour.table.table_view import view_message
from tests.chaos.clients import Crowd, Journal, Message
from tests.process import Process

LENIENT = 0.05  # seconds; an entry's time is taken before it is written


async def audit(db: str, journals: Iterable[Journal], whole: bool = True) -> Counter[str]:
    """Audit every table with a journal. Unless `whole`, the logs are not replayed."""
    found = Counter[str]()
    by_code: dict[str, list[Journal]] = {}
    for journal in journals:
        by_code.setdefault(journal.code, []).append(journal)
    for kept in await tables(db, by_code):
        _check_ids(kept, by_code[kept.code], found)
        if whole:
            found += _check_views(kept, by_code[kept.code])
    return found


async def tables(db: str, codes: Iterable[str]) -> list[StoredTable]:
    """Return all of these tables from the store."""
    store: Store = PostgresStore(db) if is_url(db) else SqliteStore(Path(db))
    await store.open(lambda *_: None)
    found = [await store.load(code) for code in codes]
    await store.close()
    assert None not in found, "a table is gone"
    return [kept for kept in found if kept]


def _check_ids(kept: StoredTable, journals: list[Journal], found: Counter[str]) -> None:
    entries = kept.entries
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    written = Counter(entry.id for entry in entries if entry.id)
    assert not written or max(written.values()) == 1, f"an action was done twice: {written.most_common(1)}"
    for journal in journals:
        assert journal.seen <= len(entries), f"version {journal.seen} was shown, and there are {len(entries)}"
        assert not written.keys() & journal.refused.keys(), "what was refused was done"
        for id, (version, sent) in journal.acked.items():
            assert version <= len(entries), f"acknowledged and lost: {sent}"
            if sent["type"] != "arrange":
                entry = entries[version - 1]
                assert (entry.id, entry.seat) == (id, journal.seat), f"acknowledged as {version}: {sent}, not {entry}"
                assert sent.get("action", {}).items() <= msgspec.to_builtins(entry.body).get("action", {}).items()
        order = kept.preferences[journal.seat]["order"] if journal.seat in kept.preferences else ""
        assert order in (journal.order, *journal.unsure), f"{order}, not {journal.order} or {journal.unsure}"
        found["acknowledged"] += len(journal.acked)


def _check_views(kept: StoredTable, journals: list[Journal]) -> Counter[str]:
    """Replay the log, and compare every view that was sent with the view at that version."""
    game = find(kept.invitation.game)
    table = Table(kept.code, game, kept.invitation, kept.secret)
    found = Counter({"tables": 1, "entries": len(kept.entries)})
    for entry in kept.entries:
        table = table.after(entry)
        found[f"by {entry.by}"] += 1
        found[type(entry.body).__name__.lower()] += 1
        for journal in journals:
            for message in journal.views.get(table.version, ()):
                key = table.chairs[journal.seat].key
                shown = view_message(table, key, Presence(), 0.0, 0, message["you"]["order"])
                assert _lasting(message) == _lasting(msgspec.json.decode(msgspec.json.encode(shown)))
                found["views"] += 1
    if table.state is not None:
        log = table.log(kept.entries)
        assert final(game, log, FairShuffler(key_from(kept.secret, list(log.opening.words)))) == table.state
    if table.over:
        found[f"{game.name} over"] += 1
    return found


def _lasting(message: Message) -> tuple[Any, ...]:
    """Return a view without presence and the time that is left."""
    view, table = message["view"], message["table"]
    seats = view and [{**seat, "here": None} for seat in view["seats"]]
    chairs = [{**chair, "here": None} for chair in table["chairs"]]
    return view and {**view, "seats": seats}, {**table, "chairs": chairs, "watching": 0}, message["you"]


async def check_chores(db: str, crowd: Crowd, bot_pause: float, real: Callable[[float], float] = lambda at: at) -> None:
    """Check that bots paused, clocks ran their time and answered once, and no bot stood in: everybody was there."""
    for kept in await tables(db, {journal.code for journal in crowd.journals}):
        moved = 0.0
        ran_out: dict[Seat, float] = {}  # when each seat's clock last ran out
        for entry in kept.entries:
            at = real(entry.at)
            assert not isinstance(entry.body, StandIn), f"{kept.code}: {entry}"
            if entry.by == "bot":
                assert at - moved > bot_pause - LENIENT, f"{kept.code}: {entry} after {moved}"
            if entry.by == "clock" and kept.invitation.pace.turn:
                since = at - ran_out.get(entry.seat, 0.0)
                assert since > kept.invitation.pace.turn - LENIENT, f"{kept.code}: {entry} after {since}"
                ran_out[entry.seat] = at
            moved = at if isinstance(entry.body, Move) else moved


def check_quiet(crowd: Crowd, *servers: Process) -> None:
    """Check that the server logged no errors and leaked no token."""
    for server in servers:
        output = server.output.read_text()
        assert "Traceback" not in output, output
        assert not any(client.token in output for client in crowd.clients)
    refusals = {why for journal in crowd.journals for why in journal.refused.values()}
    assert not [why for why in refusals if "couldn't be saved" in why or "our side" in why]
