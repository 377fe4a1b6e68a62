"""The contract of every store: only the next number is appended, answers mean durable, other processes are told."""

import asyncio
import signal
from pathlib import Path

import pytest

from parlour.store import (
    MOST_SUBSCRIPTIONS,
    Behind,
    Full,
    Member,
    Store,
    StoreFailed,
    Subscription,
    Taken,
    is_url,
    postgres,
    sqlite,
)
from parlour.table.decor import PLAIN, Decor
from parlour.table.events import Pause, ShuffleWords, TableEntry
from tests.postgres import new_database
from tests.store.writing import INVITATION, entry, last_number, opened, start_writer


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Yield each place a store can be: a file, and a database."""
    return str(tmp_path / "deep" / "folder" / "x.db") if request.param == "sqlite" else new_database()


def test_what_was_appended_is_read_back_in_order(db: str) -> None:
    async def story() -> None:
        store = await opened(db)
        await store.create("BCDFGH", INVITATION, b"secret")
        written = [entry(1), TableEntry(2, 2.5, -1, "clock", Pause()), entry(3)]
        for one in written:
            await store.append("BCDFGH", one)
        await store.prefer("BCDFGH", 0, ["7H", "8H"])
        await store.prefer("BCDFGH", 0, "suit")
        await store.close()
        again = await opened(db)
        kept = await again.load("BCDFGH")
        assert kept is not None
        assert kept.invitation == INVITATION
        assert kept.secret == b"secret"
        assert kept.entries == written
        assert kept.preferences == {0: "suit"}
        assert await again.load("ZZZZZZ") is None
        await again.close()

    asyncio.run(story())


def test_only_the_next_number_is_taken(db: str) -> None:
    async def story() -> None:
        store = await opened(db)
        await store.create("BCDFGH", INVITATION, b"")
        for wrong in (0, 2, 5):
            with pytest.raises(Behind):
                await store.append("BCDFGH", entry(wrong))
        await store.append("BCDFGH", entry(1))
        with pytest.raises(Behind):
            await store.append("BCDFGH", entry(1, "coffee"))
        with pytest.raises(Behind):
            await store.append("ZZZZZZ", entry(1))
        with pytest.raises(Taken):
            await store.create("BCDFGH", INVITATION, b"other")
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert kept.entries == [entry(1)]
        assert kept.secret == b""
        await store.close()

    asyncio.run(story())


def test_of_two_servers_on_one_database_one_wins_each_number(db: str) -> None:
    async def story() -> None:
        stores = [await opened(db) for _ in range(2)]
        await stores[0].create("BCDFGH", INVITATION, b"")
        for seq in range(1, 30):
            attempts = [store.append("BCDFGH", entry(seq, f"server {n}")) for n, store in enumerate(stores)]
            outcomes = await asyncio.gather(*attempts, return_exceptions=True)
            assert outcomes.count(None) == 1
            assert any(isinstance(outcome, Behind) for outcome in outcomes)
        for store in stores:
            await store.close()

    asyncio.run(story())


def test_appends_that_wait_share_a_commit_and_one_that_is_refused_does_not_spoil_it(db: str) -> None:
    async def story() -> None:
        store = await opened(db)
        codes = [f"BCDF{a}{b}" for a in "23456789" for b in "23456789"]
        for code in codes:
            await store.create(code, INVITATION, b"")
        appends = [store.append(code, entry(2 if number % 5 == 0 else 1)) for number, code in enumerate(codes)]
        outcomes = await asyncio.gather(*appends, return_exceptions=True)
        assert [isinstance(outcome, Behind) for outcome in outcomes] == [n % 5 == 0 for n in range(len(codes))]
        for number, code in enumerate(codes):
            kept = await store.load(code)
            assert kept is not None
            assert kept.entries == ([] if number % 5 == 0 else [entry(1)])
        await store.close()

    asyncio.run(story())


def test_entries_that_belong_together_are_all_written_or_none(db: str) -> None:
    """Also if another server, or a cancelled writer, writes one of their numbers at the same time."""

    async def story() -> None:
        stores = [await opened(db) for _ in range(2)]
        store = stores[0]
        await store.create("BCDFGH", INVITATION, b"")
        with pytest.raises(Behind):
            await store.append("BCDFGH", entry(2), entry(3))
        await store.append("BCDFGH", entry(1), entry(2))
        with pytest.raises(Behind):
            await store.append("BCDFGH", entry(2, "coffee"), entry(3, "coffee"))
        for seq in range(3, 63, 3):
            attempts = [
                each.append("BCDFGH", *(entry(seq + n, f"{at}") for n in range(3))) for at, each in enumerate(stores)
            ]
            attempts.append(store.append("BCDFGH", entry(seq, "one alone")))
            outcomes = await asyncio.gather(*attempts, return_exceptions=True)
            assert outcomes.count(None) == 1
            kept = await store.load("BCDFGH", seq - 1)
            assert kept is not None
            said = [one.body.words for one in kept.entries if isinstance(one.body, ShuffleWords)]
            assert said in (["0"] * 3, ["1"] * 3, ["one alone"])
            if said == ["one alone"]:
                await store.append("BCDFGH", entry(seq + 1), entry(seq + 2))
        for each in stores:
            await each.close()

    asyncio.run(story())


def test_what_was_acknowledged_survives_kill_9(db: str) -> None:
    writer = start_writer(db)
    last_number(writer, 20)
    writer.send_signal(signal.SIGKILL)
    said = [int(line) for line in (writer.stdout or ()) if line.strip().isdigit()]
    writer.wait()

    async def check() -> None:
        store = await opened(db)
        kept = await store.load("BCDFGH")
        assert kept is not None
        assert [one.seq for one in kept.entries] == list(range(1, len(kept.entries) + 1))
        assert len(kept.entries) >= max([20, *said])
        await store.close()

    asyncio.run(check())


def test_what_is_new_is_read_by_itself(db: str) -> None:
    async def story() -> None:
        store = await opened(db)
        await store.create("BCDFGH", INVITATION, b"")
        await store.create("BCDFGJ", INVITATION, b"")
        for seq in (1, 2, 3):
            await store.append("BCDFGH", entry(seq))
        kept = await store.load("BCDFGH", after=2)
        assert kept is not None
        assert kept.entries == [entry(3)]
        assert await store.latest(["BCDFGH", "BCDFGJ", "ZZZZZZ"]) == {"BCDFGH": 3}
        await store.close()

    asyncio.run(story())


def test_a_circle_has_its_tables_and_what_is_known_of_them(db: str) -> None:
    async def story() -> None:
        store = await opened(db)
        for code in ("BCDFGH", "BCDFGJ", "BCDFGK"):
            await store.create(code, INVITATION, b"")
        await store.append("BCDFGJ", entry(1))
        await store.found("smiths", "Die Schmidts “李” ☕")
        await store.found("others", "The others")
        for code in ("BCDFGH", "BCDFGJ"):
            await store.include("smiths", code)
            await asyncio.sleep(0.002)  # so that one is newer
        await store.include("others", "BCDFGJ")
        await store.sum_up("BCDFGJ", 1, b'{"players":"\xc3\x84nn"}')
        await store.close()
        store = await opened(db)
        assert await store.circle("smiths") == "Die Schmidts “李” ☕"
        assert await store.members("smiths") == [
            Member("BCDFGJ", 1, b'{"players":"\xc3\x84nn"}', 1),
            Member("BCDFGH", 0, None, 0),
        ]
        assert await store.circles_of("BCDFGJ") == ["others", "smiths"]
        assert await store.circles_of("BCDFGK") == []
        assert await store.circle("nobodys") is None
        assert await store.members("nobodys") == []
        await store.exclude("smiths", "BCDFGJ")
        await store.exclude("smiths", "BCDFGJ")
        assert await store.circles_of("BCDFGJ") == ["others"]
        await store.rename("smiths", "The Smiths")
        await store.rename("nobodys", "Nobody")
        assert await store.next_game("smiths") is None
        await store.plan("smiths", 1_800_000_000.5)
        await store.plan("nobodys", 1.8e9)
        planned = [await store.next_game(circle) for circle in ("smiths", "others", "nobodys")]
        assert planned == [1_800_000_000.5, None, None]
        await store.plan("smiths", None)
        assert await store.next_game("smiths") is None
        decor = Decor("dusk", "lattice", initials="ÖA")
        await store.decorate("smiths", decor)
        await store.decorate("nobodys", decor)
        assert [await store.decor(circle) for circle in ("smiths", "others", "nobodys")] == [decor, PLAIN, PLAIN]
        assert await store.circle("smiths") == "The Smiths"
        assert [member.code for member in await store.members("smiths")] == ["BCDFGH"]
        await store.close()

    asyncio.run(story())


def test_a_table_is_in_a_circle_once_and_both_can_be_full(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = postgres if is_url(db) else sqlite
    monkeypatch.setattr(module, "MOST_TABLES", 2)
    monkeypatch.setattr(module, "MOST_CIRCLES", 2)

    async def story() -> None:
        store = await opened(db)
        for code in ("BCDFGH", "BCDFGJ", "BCDFGK"):
            await store.create(code, INVITATION, b"")
        for circle in ("a", "b", "c"):
            await store.found(circle, circle)
        await asyncio.gather(*(store.include("a", "BCDFGH") for _ in range(2)))
        assert len(await store.members("a")) == 1
        outcomes = await asyncio.gather(
            *(store.include("a", code) for code in ("BCDFGJ", "BCDFGK")), return_exceptions=True
        )
        assert sum(isinstance(outcome, Full) for outcome in outcomes) == 1, "whichever comes second"
        assert len(await store.members("a")) == 2
        await store.include("b", "BCDFGH")
        with pytest.raises(Full):
            await store.include("c", "BCDFGH")
        await store.include("nobodys", "BCDFGK")
        await store.include("c", "ZZZZZZ")
        assert await store.members("c") == []
        await store.close()

    asyncio.run(story())


def test_a_summary_gives_way_to_a_newer_one_only(db: str) -> None:
    async def story() -> None:
        store = await opened(db)
        await store.create("BCDFGH", INVITATION, b"")
        assert await store.summary("BCDFGH") is None
        await store.sum_up("BCDFGH", 5, b"5")
        await store.sum_up("BCDFGH", 3, b"3")
        await store.sum_up("ZZZZZZ", 1, b"1")
        assert await store.summary("BCDFGH") == (5, b"5")
        await store.sum_up("BCDFGH", 9, b"9")
        assert await store.summary("BCDFGH") == (9, b"9")
        assert await store.summary("ZZZZZZ") is None
        await store.close()

    asyncio.run(story())


def test_devices_are_kept_for_their_seat_and_forgotten_when_asked(db: str) -> None:
    def phone(name: str) -> Subscription:
        return Subscription(f"https://push.example/{name}", "key", "auth", "https://cards.example")

    async def devices(store: Store, code: str = "BCDFGH") -> list[tuple[str, str]]:
        return [(holder, one.endpoint[21:]) for holder, one in await store.subscriptions(code)]

    async def story() -> None:
        store = await opened(db)
        for code in ("BCDFGH", "BCDFGJ"):
            await store.create(code, INVITATION, b"")
            await store.subscribe(code, "ann", phone("a"))
        await store.subscribe("ZZZZZZ", "ann", phone("a"))
        for number in range(MOST_SUBSCRIPTIONS + 1):
            await store.subscribe("BCDFGH", "bob", phone(f"b{number}"))
        await store.subscribe("BCDFGH", "cat", phone("c"))
        await store.subscribe("BCDFGH", "cat", phone("c"))
        await store.close()
        store = await opened(db)
        bobs = [("bob", f"b{number}") for number in range(1, MOST_SUBSCRIPTIONS + 1)]
        assert await devices(store) == [("ann", "a"), *bobs, ("cat", "c")]
        assert (await store.subscriptions("BCDFGH"))[0][1] == phone("a")
        await store.unsubscribe("BCDFGH", "bob", phone("c").device)
        await store.forget_others("BCDFGH", ["ann", "cat"])
        assert await devices(store) == [("ann", "a"), ("cat", "c")]
        await store.unsubscribe("BCDFGH", "cat", phone("c").device)
        await store.forget_device(phone("a").device)
        assert [await devices(store, code) for code in ("BCDFGH", "BCDFGJ", "ZZZZZZ")] == [[], [], []]
        await store.close()

    asyncio.run(story())


def test_a_secret_of_the_server_stays_the_first_one(db: str) -> None:
    async def story() -> None:
        stores = [await opened(db) for _ in range(2)]
        secrets = await asyncio.gather(*(store.secret("vapid", bytes([n])) for n, store in enumerate(stores)))
        assert secrets[0] == secrets[1]
        assert await stores[0].secret("vapid", b"other") == secrets[0]
        assert await stores[0].secret("else", b"other") == b"other"
        for store in stores:
            await store.close()

    asyncio.run(story())


def test_a_closed_store_says_so(db: str) -> None:
    async def story() -> None:
        store = await opened(db)
        await store.create("BCDFGH", INVITATION, b"")
        await store.close()
        with pytest.raises(StoreFailed):
            await store.append("BCDFGH", entry(1))

    asyncio.run(story())
