"""Backups while a server writes, from file to file and between a file and a database."""

import asyncio
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import parlour.cli
from parlour.kernel.refusal import Refused
from parlour.store import Subscription
from parlour.store.backup import _name, backup
from parlour.store.sqlite import SqliteStore
from parlour.table.decor import Decor
from parlour.table.events import Invitation
from tests.postgres import new_database
from tests.store.writing import INVITATION, entry, last_number, opened, start_writer


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
    with pytest.raises(Refused, match="already exists"):
        backup(str(tmp_path / "x.db"), str(tmp_path / "copy.db"))
    assert (tmp_path / "copy.db").read_text() == "precious"
    with pytest.raises(Refused, match="couldn't be written"):
        backup(str(tmp_path / "x.db"), str(tmp_path / "no folder" / "copy.db"))


def test_of_two_backups_to_one_name_at_once_one_is_done_and_the_other_refused(tmp_path: Path) -> None:
    """Attack 7: both used the same part file and reported success, and the backup was empty."""
    asyncio.run(filled(tmp_path / "x.db", 300))
    for number in range(8):
        copy = tmp_path / f"copy{number}.db"
        with ThreadPoolExecutor(4) as several:
            done = [several.submit(outcome, tmp_path / "x.db", copy) for _ in range(4)]
        said = sorted(one.result() for one in done)
        assert said == [*[f"{copy} already exists. Give the backup a new name."] * 3, "done"]
        assert asyncio.run(entries_in(copy)) == 300
    assert not list(tmp_path.glob("*.part*"))


def outcome(source: Path, target: Path) -> str:
    try:
        backup(str(source), str(target))
        return "done"
    except Refused as refusal:
        return refusal.sentence


def test_a_backup_never_takes_the_name_of_one_that_was_finished_meanwhile(tmp_path: Path) -> None:
    asyncio.run(filled(tmp_path / "x.db", 3))

    def meanwhile(done: int, total: int) -> None:
        (tmp_path / "copy.db").write_text("finished")

    with pytest.raises(Refused, match="already exists"):
        backup(str(tmp_path / "x.db"), str(tmp_path / "copy.db"), meanwhile)
    assert (tmp_path / "copy.db").read_text() == "finished"


def test_where_there_are_no_links_a_backup_claims_its_name_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(filled(tmp_path / "x.db", 3))

    def unknown(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")  # as on USB sticks

    monkeypatch.setattr("parlour.store.backup.os.link", unknown)
    backup(str(tmp_path / "x.db"), str(tmp_path / "copy.db"))
    assert asyncio.run(entries_in(tmp_path / "copy.db")) == 3
    (tmp_path / "other.db").write_text("finished")
    with pytest.raises(Refused, match="already exists"):
        _name(tmp_path / "copy.db", tmp_path / "other.db")
    assert (tmp_path / "other.db").read_text() == "finished"


def test_a_backup_is_on_disk_with_its_folder_and_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(filled(tmp_path / "x.db", 3))
    synced: list[tuple[bool, list[str]]] = []

    def fsync(held: int) -> None:
        copies = sorted(path.name for path in tmp_path.glob("copy.db"))
        synced.append((stat.S_ISDIR(os.fstat(held).st_mode), copies))

    monkeypatch.setattr("os.fsync", fsync)
    backup(str(tmp_path / "x.db"), str(tmp_path / "copy.db"))
    assert synced == [(False, []), (True, ["copy.db"])], "the file before it is named, the folder after it"
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    assert (tmp_path / "copy.db").stat().st_nlink == 1


async def filled(file: Path, entries: int) -> None:
    store = SqliteStore(file)
    await store.create("BCDFGH", INVITATION, b"secret")
    for seq in range(1, entries + 1):
        await store.append("BCDFGH", entry(seq))
    await store.close()


async def entries_in(file: Path) -> int:
    store = SqliteStore(file)
    kept = await store.load("BCDFGH")
    await store.close()
    return len(kept.entries) if kept else 0


@pytest.mark.slow
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
        await store.plan("smiths", 1.8e9)
        await store.decorate("smiths", Decor("wine", initials="É"))
        await store.include("smiths", "BCDFGJ")
        await store.sum_up("BCDFGJ", 0, "{“☕”}".encode())
        await store.subscribe("BCDFGH", "ann", Subscription("https://push.example/☕", "key", "auth"))
        await store.secret("vapid", b"\x00\xff")
        await store.close()

    asyncio.run(fill())
    seen: list[tuple[int, int]] = []
    backup(first, second, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (1507, 1507)
    backup(second, third)

    async def same() -> None:
        stores = [await opened(place) for place in (first, second, third)]
        for code in ("BCDFGH", "BCDFGJ"):
            kept = [await store.load(code) for store in stores]
            assert kept[0] is not None
            assert kept[0] == kept[1] == kept[2]
        assert [await store.circle("smiths") for store in stores] == ["Die “Schmidts”"] * 3
        assert [await store.next_game("smiths") for store in stores] == [1.8e9] * 3
        assert [await store.decor("smiths") for store in stores] == [Decor("wine", initials="É")] * 3
        members = [await store.members("smiths") for store in stores]
        assert members[0][0].summary == "{“☕”}".encode()
        assert members[0] == members[1] == members[2]
        devices = [await store.subscriptions("BCDFGH") for store in stores]
        assert devices[0] == devices[1] == devices[2]
        assert len(devices[0]) == 1
        assert [await store.secret("vapid", b"other") for store in stores] == [b"\x00\xff"] * 3
        for store in stores[1:]:
            await store.append("BCDFGH", entry(1500))
        for store in stores:
            await store.close()

    asyncio.run(same())
    with pytest.raises(Refused, match="already has tables"):
        backup(first, second)
    with pytest.raises(Refused, match="pg_dump"):
        backup(second, new_database())
    assert not list(tmp_path.glob("*.part"))
