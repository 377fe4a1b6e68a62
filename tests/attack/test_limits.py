"""The limits of one connection and one address; eight phones behind one address never notice them."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import psutil
import pytest
import websockets

from parlour.server import endpoint, limits, transports
from parlour.server.limits import Bucket, Buckets, Budget, Limits, TooMuch, household
from parlour.server.metrics import Metrics
from parlour.server.tokens import key_of
from parlour.server.transports import HttpTransport, SocketTransport
from tests.attack.raw import CONTINUED, PING, PONG, TEXT, Raw, bye_of, frame
from tests.process import Process
from tests.server.driver import PATIENCE, Player, Served, run
from tests.server.evening import play

NOWHERE = "BCDFGH"  # a code that no table has
HELLO = json.dumps({"type": "ping", "id": "x"}).encode()


def limited(served: Served) -> dict[str, int]:
    """Return how often each limit was reached."""
    return {name: count for name, count in served.rooms.metrics.counts.items() if name.startswith("limited")}


@asynccontextmanager
async def elsewhere(served: Served, address: str = "127.0.0.2") -> AsyncIterator[httpx.AsyncClient]:
    """Return a client at another address."""
    line = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(base_url=served.url, transport=line, timeout=PATIENCE) as http:
        yield http


def sockets_of(served: Served) -> list[SocketTransport]:
    return [line for line in served.lines if isinstance(line, SocketTransport)]


# ---------------------------------------------------------------- buckets


def test_a_bucket_gives_so_many_at_once_and_then_so_many_a_second() -> None:
    bucket = Bucket(Budget(3, 2), 10.0)
    assert [bucket.take(10.0) for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    assert bucket.wait(11.0) == 0.5, "what was promised is paid first"
    assert bucket.wait(11.5) == 0
    assert not bucket.is_full(12.0)
    assert bucket.is_full(99.0)
    assert [bucket.take(99.0) for _ in range(4)] == [0, 0, 0, 0.5], "it never has more than it holds"


def test_buckets_that_say_nothing_are_forgotten_and_there_are_never_too_many() -> None:
    buckets = Buckets(most=1000)
    for number in range(100_000):
        buckets.of(f"a{number}", Budget(3, 1), number / 100).take(number / 100)
        assert len(buckets.kept) <= 1000
    spent = buckets.of("me", Budget(3, 1), 1000.0)
    for _ in range(20):
        spent.take(1000.0)
    for number in range(300):
        buckets.of(f"b{number}", Budget(3, 1), 1003.0).take(1003.0)
    assert buckets.of("me", Budget(3, 1), 1003.0) is spent
    for number in range(10_000):
        buckets.of(f"c{number}", Budget(3, 1), 1003.0).take(1003.0)
        assert len(buckets.kept) <= 1000, "not even if they all come at one moment"


def test_a_household_is_an_address_or_with_ipv6_a_network() -> None:
    assert household("192.0.2.7") == "192.0.2.7" == household("::ffff:192.0.2.7")
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::1") != household("2001:db8:1:2::1")
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("") == ""
    assert len(household("x" * 5000)) == 64


def test_whoever_floods_us_does_not_flood_the_log(caplog: pytest.LogCaptureFixture) -> None:
    strict = Limits(Metrics())
    for _ in range(1000):
        with suppress(TooMuch):
            strict.request("192.0.2.7")
    assert strict.metrics.counts["limited_requests_total"] >= 600
    assert caplog.text.count("192.0.2.7") == 1
    assert "--trusted-proxy" in caplog.text


def test_whatever_was_limited_is_counted_in_the_metrics() -> None:
    metrics = Metrics()
    strict = Limits(metrics)
    for felt in (
        strict.request,
        strict.new_table,
        strict.new_circle,
        strict.looking_back,
        strict.looking_at_a_circle,
        strict.connecting,
        strict.line,
        lambda address: strict.hold(address, 1_000_000),
        lambda address: strict.view(address, 1_000_000),
        lambda address: strict.message(address, strict.of_a_connection()),
    ):
        with suppress(TooMuch):
            for _ in range(1100):
                felt("192.0.2.7")
    told = metrics.text()
    assert len(metrics.counts) == 9
    for name, count in metrics.counts.items():
        assert f"parlour_{name} {count}" in told.splitlines()


def test_bytes_are_held_for_an_address_and_where_all_have_much_those_with_most_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_HELD", 100)
    monkeypatch.setattr(limits, "MOST_HELD_IN_ALL", 250)
    strict = Limits(Metrics())
    for address, size in (("a", 90), ("b", 90), ("c", 60)):
        strict.hold(address, size)
    with pytest.raises(TooMuch):
        strict.hold("a", 20)
    with pytest.raises(TooMuch):
        strict.hold("c", 20)
    strict.hold("d", 20)
    strict.let_go("a", 90)
    assert strict.held == {"b": 90, "c": 60, "d": 20}
    assert strict.held_in_all == 170
    strict.hold("c", 20)


# ---------------------------------------------------------------- a family


@pytest.mark.slow
def test_eight_phones_behind_one_address_never_notice(tmp_path: Path) -> None:
    """All load the page at once, sit down, play fast, lose the connection together and come back, again and again. Then
    all of them open the replay, the verification, the history, and a log file."""

    async def afterward(http: httpx.AsyncClient, code: str, secret: str) -> None:
        at = f"/api/tables/{code}"
        looks = [http.get(f"{at}/replay?from={first}&to={first + 49}") for first in (0, 50, 100)]
        looks += [http.get(f"{at}/{what}") for what in ("verify", "log", "log?form=text", "summary")]
        looks += [http.get("/api/circle", headers={"Parlour-Circle": secret}) for _ in range(2)]
        got = await asyncio.gather(*looks)
        assert {answer.status_code for answer in got} == {200}
        file = got[4].text
        played = {key: got[6].json()[key] for key in ("code", "game", "moved", "players")}
        posts = [http.post(f"/api/{what}", json={"log": file}) for what in ("replay", "verify")]
        got = await asyncio.gather(*posts, http.post("/api/standings", json={"games": [played]}))
        assert {answer.status_code for answer in got} == {200}

    async def phone(served: Served, code: str, name: str, finished: str, secret: str) -> None:
        async with httpx.AsyncClient(base_url=served.url, timeout=PATIENCE) as http:
            page = (await http.get(f"/t/{code}")).text
            assets = [part.split('"')[0] for part in page.split('"/assets/')[1:]]
            at = f"/api/tables/{code}"
            addresses = [f"/assets/{name}" for name in assets]
            addresses += ["/api/games", at, f"{at}/rules", f"{at}/qr.svg", "/icon.svg"]
            got = await asyncio.gather(*(http.get(address) for address in addresses))
            assert {answer.status_code for answer in got} == {200}
            seated = (await http.post(f"{at}/sit", json={"name": name})).json()
            for _ in range(5):
                player = await served.join(code, seated["token"])
                for many in (12, 3, 3, 3):  # what queued up offline, and then fifteen a second
                    said = [player.table("words", words=name), *(player.say("ping") for _ in range(many - 1))]
                    assert {answer["type"] for answer in await asyncio.gather(*said)} == {"ack", "pong"}
                    await asyncio.sleep(0.2)
                await player.close()
            await afterward(http, finished, secret)

    async def story(served: Served) -> None:
        made = await served.make(game="yammouth", name="", seats=[{}] * 8)
        finished = await play(served.rooms, 0)
        secret = (await served.http.post("/api/circles", json={"name": "All of us"})).json()["secret"]
        await served.rooms.store.include(key_of(secret), finished)
        phones = (phone(served, made["code"], f"Number {number}", finished, secret) for number in range(8))
        await asyncio.gather(*phones)
        assert limited(served) == {}

    run(tmp_path, story)


# ---------------------------------------------------------------- messages


@pytest.mark.slow
def test_whoever_says_too_much_is_listened_to_later_and_the_rest_stays_outside(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        bob = await served.sit(made["code"], "Bob")
        ann = await served.join(made["code"], made["token"])
        before = psutil.Process().memory_info().rss
        flood = await Raw.at_table(served, made["code"], bob["token"])

        async def pour() -> None:
            while True:
                await flood.send(frame(TEXT, HELLO) * 1000)

        pouring = asyncio.create_task(pour())
        for _ in range(40):
            assert (await ann.say("ping"))["type"] == "pong", "the others do not notice"
            await asyncio.sleep(0.05)
        assert all(one.queue.qsize() < 100 for one in sockets_of(served))
        assert not pouring.done()
        pouring.cancel()
        assert psutil.Process().memory_info().rss - before < 30_000_000
        heard = (await flood.reader.read(1_000_000)).count(b'"pong"')
        assert 60 <= heard < 60 + 20 * 10
        flood.close()
        assert limited(served)["limited_messages_total"] > 0

    run(tmp_path, story)


@pytest.mark.slow
def test_the_connections_of_an_address_have_one_budget_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ALL_MESSAGES", Budget(30, 1))

    async def story(served: Served) -> None:
        made = await served.make()
        players = [await served.join(made["code"]) for _ in range(4)]

        async def talk(player: Player) -> int:
            count = 0
            while (await player.say("ping"))["type"] == "pong":
                count += 1
            return count

        talking = [asyncio.create_task(talk(player)) for player in players]
        await asyncio.sleep(1)
        for one in talking:
            one.cancel()
        assert served.rooms.metrics.counts["limited_messages_total"]
        assert sum(len([raw for raw in player.raw if b"pong" in raw]) for player in players) <= 40

    run(tmp_path, story)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [PING, PONG, CONTINUED])
def test_frames_that_no_browser_sends_many_of_are_taken_slowly_and_answered_only_to_readers(
    tmp_path: Path, kind: int
) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        line = await Raw.at_table(served, made["code"])
        before = psutil.Process().memory_info().rss
        await line.send(frame(TEXT, b"x", last=False) if kind == CONTINUED else b"")
        data = frame(kind, b"" if kind == CONTINUED else b"x" * 125, last=kind != CONTINUED) * 10_000

        async def pour() -> None:
            while True:
                await line.send(data)

        pouring = asyncio.create_task(pour())
        for _ in range(20):
            assert (await ann.say("ping"))["type"] == "pong"
            await asyncio.sleep(0.05)
        assert not pouring.done()
        pouring.cancel()
        (one,) = [one for one in sockets_of(served) if one.resting]
        assert len(one.frames) < 3000
        assert one.transport.get_write_buffer_size() < 200_000
        assert psutil.Process().memory_info().rss - before < 30_000_000
        line.close()

    run(tmp_path, story)


def test_a_wrong_byte_in_a_text_ends_its_line_without_a_stack_trace(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        line = await Raw.at_table(served, made["code"])
        await line.send(frame(TEXT, b'{"type": "\xff"}'))
        assert (1007).to_bytes(2, "big") in await line.ended()
        assert (await served.join(made["code"])).last["version"] == 0

    run(tmp_path, story)
    assert caplog.records == []


# ---------------------------------------------------------------- coming in


def test_an_address_has_so_many_sockets_and_a_place_is_free_again_when_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_SOCKETS", 3)

    async def story(served: Served) -> None:
        made = await served.make()
        players = [await served.join(made["code"]) for _ in range(3)]
        why, end = await bye_of(served, made["code"])
        assert "Too many devices" in why
        assert end == 1013, "the page may come again by itself"
        assert [player.last["version"] for player in players] == [0, 0, 0]
        await players[0].close()
        async with asyncio.timeout(PATIENCE):
            while len(served.rooms.open_rooms[made["code"]].guests) > 2:
                await asyncio.sleep(0.01)
        await (await served.join(made["code"])).close()
        assert limited(served) == {"limited_sockets_total": 1}

    run(tmp_path, story)


def test_a_hundred_times_a_minute_is_fine_and_a_thousand_is_not(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        made = await served.make()
        for _ in range(100):
            await (await served.join(made["code"], made["token"])).close()
        assert limited(served) == {}

        async def come_and_go() -> None:
            while True:
                await (await served.join(made["code"], made["token"])).close()

        with pytest.raises(websockets.InvalidStatus) as refused:
            await come_and_go()
        assert refused.value.response.status_code == 429
        assert int(refused.value.response.headers["retry-after"]) == 1
        assert "connecting too often" in json.loads(refused.value.response.body or b"")["why"]

    run(tmp_path, story)


# ---------------------------------------------------------------- HTTP


@pytest.mark.slow
def test_too_many_requests_of_one_address_are_refused_in_the_usual_shape(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        statuses = []
        while (answer := await served.http.get("/api/games/golf/rules")).status_code == 200:
            statuses.append(answer.status_code)
        assert 300 <= len(statuses) < 1000
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) == 1
        assert answer.json()["rule"] == ""
        assert answer.json()["why"].endswith("Please try again in 1 second.")
        assert (await served.http.get("/healthz")).status_code == 200
        assert (await served.http.get("/")).status_code == 200
        assert "parlour_limited_requests_total 1" in (await served.http.get("/metrics")).text.splitlines()
        async with elsewhere(served) as http:
            assert (await http.get("/api/games")).status_code == 200

    run(tmp_path, story)


def test_tables_are_made_thirty_at_once_and_then_slowly(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        for _ in range(30):
            made = await served.make()
        answer = await served.http.post("/api/tables", json={"game": "golf", "name": "Ann", "seats": [{}, {}]})
        assert answer.status_code == 429
        assert 1 <= int(answer.headers["retry-after"]) <= 10
        assert served.rooms.metrics.counts["tables_made_total"] == 30
        await served.sit(made["code"], "Bob")

    run(tmp_path, story)


@pytest.mark.slow
def test_guessing_codes_is_slow_and_tells_nothing_and_who_has_a_seat_comes_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WRONG_CODES", Budget(20, 1 / 300))  # slow, so that none comes back during the test
    monkeypatch.setattr(endpoint, "UNHURRIED", 0.05)

    async def story(served: Served) -> None:
        made = await served.make()
        code, mine = made["code"], {"Authorization": f"Bearer {made['token']}"}
        wrong = {"Authorization": "Bearer guessed"}
        for _ in range(20):
            assert (await served.http.get(f"/api/tables/{NOWHERE}")).status_code == 404
        answers = [
            await served.http.get(f"/api/tables/{one}{rest}", headers=headers)
            for one in (code, NOWHERE)
            for rest in ("", "/rules", "/qr.svg", "/link", "/log")
            for headers in ({}, wrong)
        ]
        assert {answer.status_code for answer in answers} == {429}
        assert {answer.json()["why"].split(".")[0] for answer in answers} == {
            "Too many codes were tried from your network"
        }
        assert all(answer.elapsed.total_seconds() >= endpoint.UNHURRIED for answer in answers)
        for one in (code, NOWHERE):
            for headers in ({}, wrong):
                why, end = await bye_of(served, one, additional_headers=headers)
                assert "Too many codes" in why
                assert end == 1013
        assert (await served.http.get(f"/api/tables/{code}", headers=mine)).status_code == 200
        assert (await served.http.post(f"/api/tables/{code}/claim", json={"token": made["token"]})).status_code == 200
        served.http.cookies.clear()
        assert (await served.http.post(f"/api/tables/{code}/claim", json={"token": "x"})).status_code == 429
        assert (await served.join(code, made["token"])).last["you"]["host"]
        async with elsewhere(served) as http:
            assert (await http.get(f"/api/tables/{code}")).status_code == 200
            assert (await http.get(f"/api/tables/{NOWHERE}")).status_code == 404

    run(tmp_path, story)


def test_without_limits_there_are_none(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        for _ in range(40):
            made = await served.make()
        for _ in range(300):
            assert (await served.http.get(f"/api/tables/{NOWHERE}")).status_code == 404
        ann = await served.join(made["code"])
        assert {answer["type"] for answer in await asyncio.gather(*(ann.say("ping") for _ in range(150)))} == {"pong"}
        assert limited(served) == {}

    run(tmp_path, story, limited=False)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--trusted-proxy", "127.0.0.1"], [], ["--no-limits"]])
def test_everybody_has_an_own_address_only_behind_a_proxy_that_is_trusted(tmp_path: Path, arguments: list[str]) -> None:
    with Process(tmp_path, *arguments) as server, httpx.Client(base_url=server.url) as http:
        statuses = []
        for number in range(26):
            headers = {"X-Forwarded-For": f"192.0.2.{number % 2}"}
            statuses.append(http.get(f"/api/tables/{NOWHERE}", headers=headers).status_code)
        assert set(statuses) == ({404} if arguments else {404, 429})


# ---------------------------------------------------------------- requests that never end


def test_a_body_that_trickles_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "IN_TIME", 0.3)

    async def story(served: Served) -> None:
        line = await Raw.open(served)
        head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n"
        answer = asyncio.create_task(line.ask(head))
        while not answer.done():
            await asyncio.sleep(0.05)
            line.writer.write(b" ")
        assert b" 408 " in answer.result()
        assert b'"why":"The request took too long to arrive."' in await line.ended()

    run(tmp_path, story)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Y: ",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nX-Y: ",
        b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n",
    ],
)
def test_a_request_that_never_ends_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(transports, "WHOLE", 0.5)

    async def story(served: Served) -> None:
        line = await Raw.open(served)
        line.writer.write(begun)

        async def trickle() -> None:
            while begun and not line.writer.is_closing():
                await asyncio.sleep(0.1)
                line.writer.write(b"x")

        trickling = asyncio.create_task(trickle())
        await line.ended()
        trickling.cancel()
        assert (await served.http.get("/healthz")).status_code == 200
        async with asyncio.timeout(PATIENCE):
            while len(HttpTransport.waiting) > 1:
                await asyncio.sleep(0.01)

    run(tmp_path, story)
    assert not HttpTransport.waiting


def test_connections_that_say_nothing_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transports, "MOST_WAITING", 20)
    monkeypatch.setattr(transports, "AT_LEAST", 0.0)

    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        silent = [await Raw.open(served) for _ in range(100)]
        assert (await ann.say("ping"))["type"] == "pong", "who is at a table is not counted among them"
        bob = await served.sit(made["code"], "Bob")
        assert (await served.join(made["code"], bob["token"])).last["you"]["seat"] == 1
        assert len(HttpTransport.waiting) <= 20
        for line in silent[:50]:
            assert await line.ended() == b"", "the longest silent are cut"
        for line in silent:
            line.close()

    run(tmp_path, story)


def test_answers_that_nobody_reads_fill_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send request after request on each connection, and read none of the answers."""
    monkeypatch.setattr(transports, "MOST_STALLED", 5)
    many = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 1000

    async def story(served: Served) -> None:
        greedy = []
        for _ in range(12):
            line = await Raw.open(served, limit=1024)
            line.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.writer.write(many)
            greedy.append(line)
        async with asyncio.timeout(PATIENCE):
            while len(HttpTransport.stalled) < 5 or len(served.lines) > 7:
                await asyncio.sleep(0.02)
        assert (await served.http.get("/healthz")).status_code == 200
        for line in greedy:
            line.close()
        async with asyncio.timeout(PATIENCE):
            while HttpTransport.stalled:
                await asyncio.sleep(0.02)

    run(tmp_path, story)


def test_a_crowd_that_comes_at_once_is_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transports, "MOST_WAITING", 20)

    async def story(served: Served) -> None:
        lines = await asyncio.gather(*(Raw.open(served) for _ in range(100)))
        answers = await asyncio.gather(*(line.ask(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") for line in lines))
        assert all(answer.startswith(b"HTTP/1.1 200") for answer in answers)
        for line in lines:
            line.close()

    run(tmp_path, story)


def test_a_long_game_on_one_connection_is_not_taken_for_a_request_that_never_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transports, "WHOLE", 0.2)

    async def story(served: Served) -> None:
        made = await served.make()
        ann = await served.join(made["code"], made["token"])
        for _ in range(3):
            await asyncio.sleep(0.2)
            assert (await ann.say("ping"))["type"] == "pong"
            assert (await served.http.get("/healthz")).status_code == 200, "nor is a line that is used again"

    run(tmp_path, story)
