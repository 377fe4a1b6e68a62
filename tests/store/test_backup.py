"""Copies of everything, while a server writes, from file to file and between a file and a database."""

import asyncio
from pathlib import Path

import pytest

import parlour.cli
from parlour.kernel.refusal import Refused
from parlour.store.backup import backup
from parlour.store.sqlite import SqliteStore
from parlour.table.events import Invitation
from tests.postgres import new_database
from tests.store.test_contract import INVITATION, entry, last_number, opened, start_writer


def test_a_backup_is_whole_while_the_server_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    writer = start_writer(str(tmp_path / "x.db"))
    before = last_number(writer, 10)
    copy = tmp_path / "copy.db"
    try:
        assert parlour.cli.main(["backup", str(copy), "--db", str(tmp_path / "x.db")]) == 0
    finally:
        writer.kill()
        writer.wait()
        if writer.stdout:
            writer.stdout.close()
    assert "copy.db" in capsys.readouterr().out

    async def check() -> None:
        store = SqliteStore(copy)
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert len(kept.entries) >= before
        assert kept.entries[-1].seq == len(kept.entries)
        await store.close()

    asyncio.run(check())
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_overwrites_nothing_and_needs_a_file_to_copy(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no data file"):
        backup(str(tmp_path / "none.db"), str(tmp_path / "copy.db"))
    asyncio.run(SqliteStore(tmp_path / "x.db").close())
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(Refused, match="there already"):
        backup(str(tmp_path / "x.db"), str(tmp_path / "copy.db"))
    assert (tmp_path / "copy.db").read_text() == "precious"
    with pytest.raises(Refused, match="could not be written"):
        backup(str(tmp_path / "x.db"), str(tmp_path / "no folder" / "copy.db"))


def test_everything_goes_from_a_file_to_a_database_and_back(tmp_path: Path) -> None:
    first, second, third = str(tmp_path / "first.db"), new_database(), str(tmp_path / "third.db")
    strange = Invitation("golf", 1, {"words": ["Ötzi", "\u2028", "é\x00"]}, (), "key", "ab" * 32)

    async def fill() -> None:
        store = await opened(first)
        await store.create("BCDFGH", INVITATION, b"\x00\xff secret")
        await store.create("BCDFGJ", strange, b"")
        for seq in range(1, 1500):
            await store.append("BCDFGH", entry(seq, "“tea” \x00 ☕"))
        await store.prefer("BCDFGH", 1, ["7H", "JOK"])
        await store.found("smiths", "Die “Schmidts”")
        await store.include("smiths", "BCDFGJ")
        await store.sum_up("BCDFGJ", 0, "{“☕”}".encode())
        await store.close()

    asyncio.run(fill())
    seen: list[tuple[int, int]] = []
    backup(first, second, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (1505, 1505)
    backup(second, third)

    async def same() -> None:
        stores = [await opened(place) for place in (first, second, third)]
        for code in ("BCDFGH", "BCDFGJ"):
            kept = [await store.load(code) for store in stores]
            assert kept[0] is not None
            assert kept[0] == kept[1] == kept[2]
        assert [await store.circle("smiths") for store in stores] == ["Die “Schmidts”"] * 3
        members = [await store.members("smiths") for store in stores]
        assert members[0][0].summary == "{“☕”}".encode()
        assert members[0] == members[1] == members[2]
        for store in stores[1:]:
            await store.append("BCDFGH", entry(1500))
        for store in stores:
            await store.close()

    asyncio.run(same())
    with pytest.raises(Refused, match="has tables already"):
        backup(first, second)
    with pytest.raises(Refused, match="pg_dump"):
        backup(second, new_database())
    assert not list(tmp_path.glob("*.part"))
