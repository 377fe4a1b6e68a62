"""No client can make a table grow without end: on disk, in memory, or when it is read again."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from parlour.games import find
from parlour.kernel.refusal import Refused
from parlour.server.rooms import Rooms
from parlour.store.sqlite import SqliteStore
from parlour.table import checks, events
from parlour.table.events import Request, TableEntry
from parlour.table.table import MOST_PAST, Table
from parlour.table.undo import UndoPoint
from tests.table.life import SECRET, Life, refusal


@pytest.fixture
def life(monkeypatch: pytest.MonkeyPatch) -> Life:
    monkeypatch.setattr(checks, "MOST_ASIDES", 20)
    return Life.of("Ann", "Bob", host="Ann")


def go_on_until_refused(life: Life, key: str, *requests: Request) -> str:
    for number in range(1000):
        try:
            life.asks(key, requests[number % len(requests)])
        except Refused as refused:
            return refused.sentence
    raise AssertionError("there is no end to it")


@pytest.mark.parametrize(
    "requests",
    [
        [events.Rename("Bo"), events.Rename("Bob")],
        [events.Pause(), events.Resume()],
    ],
)
def test_what_is_no_move_is_not_written_down_for_ever_and_the_host_can_still_put_it_right(
    life: Life, requests: list[Request]
) -> None:
    life.asks("Ann", events.Start())
    assert "only make moves" in go_on_until_refused(life, "Bob", *requests)
    assert not life.table.paused
    life.asks("Ann", events.ChangeSettings(locked=True))
    life.asks("Ann", events.Remove(1))
    assert "only make moves" in refusal(life.sits, "Eve", "Eve")
    assert "only make moves" in go_on_until_refused(life, "Ann", events.Pause(), events.Resume())
    assert len(life.entries) <= 42


def test_passing_for_the_rest_of_a_round_is_not_written_down_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST_ASIDES", 20)
    life = Life.of("Ann", "Bob", host="Ann", game=find("torpedo"))
    life.asks("Ann", events.Start())
    assert "only make moves" in go_on_until_refused(life, "Bob", events.StandingPass(True), events.StandingPass(False))


def test_a_full_log_stops_no_game(life: Life) -> None:
    go_on_until_refused(life, "Bob", events.ShuffleWords("tea"))
    life.asks("Ann", events.Start())
    seat = life.table.actors[0]
    life.plays(seat, life.table.state.legal(seat)[0])
    life.asks("Ann", events.Pause())
    life.asks("Bob", events.Resume())
    life.asks("Bob", events.LeaveSeat())


def test_having_seen_the_scores_is_said_once(life: Life) -> None:
    life.asks("Ann", events.Start())
    while not life.table.between:
        seat = life.table.actors[0]
        life.plays(seat, life.table.state.silence(seat))
    life.asks("Ann", events.Ready())
    assert "already" in refusal(life.asks, "Ann", events.Ready())


def test_so_many_moves_can_be_taken_back_and_no_more(life: Life) -> None:
    life.asks("Ann", events.Start())
    rng = Random(1)
    for _ in range(100):
        life.table.past = [UndoPoint(0, 0, None)] * MOST_PAST
        seat = life.table.actors[0]
        life.plays(seat, rng.choice(life.table.state.legal(seat)))
        if life.table.past:  # no card was uncovered
            break
    assert len(life.table.past) == MOST_PAST
    assert life.table.past[-1].version == life.table.version - 1


def test_a_long_log_is_read_in_pieces_so_that_other_tables_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = []
    play = Table.play

    def counted(table: Table, entries: Sequence[TableEntry], last: int = 0) -> Table:
        pieces.append(len(entries))
        return play(table, entries, last)

    monkeypatch.setattr(Table, "play", counted)
    life = Life.of("Ann", "Bob")
    for number in range(350):
        life.asks("Ann", events.Rename(f"Ann {number}"))

    async def story() -> None:
        rooms = Rooms(SqliteStore(tmp_path / "test.db"))
        await rooms.store.create(life.table.code, life.table.invitation, SECRET)
        for entry in life.entries:
            await rooms.store.append(life.table.code, entry)
        table, _ = await rooms.read(life.table.code)
        assert max(pieces) == 1
        assert table.names == life.table.names
        assert [one.version for one in table.story.since(0)] == list(range(151, 351))
        await rooms.close()

    asyncio.run(story())
