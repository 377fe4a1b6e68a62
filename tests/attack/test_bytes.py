"""Attacks by size and work from one address: memory does not grow, and nobody at a live table notices.

Each is measured on the server as it ships, in a process of its own. It should cost less than 64 MB and leave pings
under 50 ms at p99; a test fails on ten times that, as machines that run tests are slow and busy.
"""

import asyncio
import json
import socket
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.arbitrary import LONG
from tests.attack.beside import Scene, until
from tests.attack.raw import Raw
from tests.attack.tables import circle_in_file

SOME_TIME = 6.0 if LONG else 3.0  # seconds of an attack
FILE = 1_990_000  # bytes, nearly the limit for a log


def post(path: str, size: int) -> bytes:
    said = f"Host: localhost\r\nContent-Type: application/json\r\nContent-Length: {size}"
    return f"POST {path} HTTP/1.1\r\n{said}\r\n\r\n".encode()


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


async def all_but_the_end(line: Raw, head: bytes, body: bytes) -> None:
    with suppress(OSError):
        line.writer.write(head)
        for at in range(0, len(body), 65_536):
            await line.send(body[at : at + 65_536])


def statuses(lines: list[bytes]) -> dict[str, int]:
    return dict(Counter(head.split(b" ")[1].decode() if head else "cut" for head in lines))


# ---------------------------------------------------------------- memory


def test_bodies_that_never_end_fill_no_memory(tmp_path: Path) -> None:
    async def attack(scene: Scene) -> None:
        lines = [await scene.line() for _ in range(300)]
        body = b'{"log": "' + b"x" * FILE
        await until(SOME_TIME, *(all_but_the_end(line, post("/api/replay", len(body) + 2), body) for line in lines))
        for line in lines:
            line.close()

    with Scene(tmp_path) as scene:
        figures = scene.under(attack, "bodies that never end")
        figures.check()
        assert figures.grown < 320_000_000


def test_answers_of_replays_that_nobody_reads_fill_no_memory(tmp_path: Path) -> None:
    async def attack(scene: Scene) -> dict[str, Any]:
        code = scene.tables["long"].code
        lines = []
        for number in range(58):
            line = await scene.line(limit=1024)
            line.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.writer.write(get(f"/api/tables/{code}/replay?seat={number % 8}&from=850&to=949"))
            lines.append(line)
        await until(2 * SOME_TIME)
        async with scene.elsewhere() as http:
            seen = await http.get(f"/api/tables/{code}/replay?from=0&to=1")
        for line in lines:
            line.close()
        return {"another address was answered in": f"{seen.elapsed.total_seconds():.2f} s"}

    with Scene(tmp_path, "long") as scene:
        figures = scene.under(attack, "replays that nobody reads")
        figures.check()
        assert figures.grown < 320_000_000


# ---------------------------------------------------------------- the event loop


def test_many_sockets_of_a_seat_and_a_large_view_stall_nobody(tmp_path: Path) -> None:
    async def attack(scene: Scene) -> dict[str, Any]:
        code, token = scene.tables["large"]
        url = f"{scene.url.replace('http', 'ws')}/api/tables/{code}/socket"
        lines: list[Any] = []
        got = Counter[str]()

        async def listen(line: Any) -> None:
            with suppress(websockets.ConnectionClosed):
                async for message in line:
                    got["bytes"] += len(message)

        async def arrange() -> None:
            number = 0
            while True:
                with suppress(websockets.ConnectionClosed):
                    order = ["suit", "rank"][number % 2]
                    await lines[-1].send(json.dumps({"type": "arrange", "id": f"a{number}", "order": order}))
                number += 1
                await asyncio.sleep(0.05)

        for _ in range(95):
            with suppress(websockets.WebSocketException):
                headers = {"Authorization": f"Bearer {token}"}
                lines.append(await websockets.connect(url, additional_headers=headers, max_size=None))
        await until(SOME_TIME, arrange(), *(listen(line) for line in lines))
        for line in lines:
            line.transport.abort()
        return {"views read": f"{got['bytes'] / 1e6:.0f} MB"}

    with Scene(tmp_path, "large") as scene:
        scene.under(attack, "95 sockets of one seat that arranges").check()


def test_onlookers_of_a_large_sheet_that_changes_all_the_time_stall_nobody(tmp_path: Path) -> None:
    async def attack(scene: Scene) -> dict[str, Any]:
        code, token = scene.tables["large"]
        url = f"{scene.url.replace('http', 'ws')}/api/tables/{code}/socket"
        got = Counter[str]()

        async def listen(line: Any) -> None:
            with suppress(websockets.ConnectionClosed):
                async for message in line:
                    got["bytes"] += len(message)

        async def write(line: Any) -> None:
            number = 0
            while True:
                cells = [{"points": 0}, *[{"points": 1 + number % 2}] * 7]
                action = {"do": "correct", "number": 1 + number % 200, "cells": cells}
                with suppress(websockets.ConnectionClosed):
                    await line.send(json.dumps({"type": "act", "id": f"a{number}", "action": action}))
                number += 1
                await asyncio.sleep(0.05)

        writer = await websockets.connect(url, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None)
        lines = [await websockets.connect(url, max_size=None) for _ in range(95)]
        await until(SOME_TIME, write(writer), *(listen(line) for line in [writer, *lines]))
        for line in [writer, *lines]:
            line.transport.abort()
        return {"views read": f"{got['bytes'] / 1e6:.0f} MB"}

    with Scene(tmp_path, "large") as scene:
        scene.under(attack, "95 onlookers of a sheet that changes").check()


def test_logs_are_sealed_beside_the_tables(tmp_path: Path) -> None:
    async def attack(scene: Scene) -> dict[str, Any]:
        code = scene.tables["long"].code
        async with httpx.AsyncClient(base_url=scene.url, timeout=60, limits=httpx.Limits(max_connections=100)) as http:
            asked = (http.get(f"/api/tables/{code}/log") for _ in range(290))
            answers = await asyncio.gather(*asked, return_exceptions=True)
        return dict(Counter(str(getattr(answer, "status_code", "cut")) for answer in answers))

    with Scene(tmp_path, "long") as scene:
        scene.under(attack, "290 logs").check()


@pytest.mark.parametrize("form", ["segments", "chunks"])
def test_a_body_that_comes_in_single_bytes_burns_no_time(tmp_path: Path, form: str) -> None:
    async def segments(line: Raw) -> None:
        line.writer.write(post("/api/replay", FILE))
        await line.send(b'{"log": "' + b"x" * (FILE - 100_000))
        while True:
            line.writer.write(b"x")
            await asyncio.sleep(0)

    async def chunks(line: Raw) -> None:
        line.writer.write(b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        many = b"1\r\nx\r\n" * 10_000
        while True:
            await line.send(many)

    async def one(scene: Scene) -> None:
        while True:
            line = await scene.line()
            with suppress(OSError):
                await (segments if form == "segments" else chunks)(line)
            line.close()
            await asyncio.sleep(0.05)

    async def attack(scene: Scene) -> None:
        await until(SOME_TIME, *(one(scene) for _ in range(30)))

    with Scene(tmp_path) as scene:
        scene.under(attack, f"bodies in single bytes, as {form}").check()


# ---------------------------------------------------------------- work


def test_slow_verifications_of_one_address_keep_no_other_waiting(tmp_path: Path) -> None:
    async def attack(scene: Scene) -> dict[str, Any]:
        code = scene.tables["long"].code
        async with scene.elsewhere() as http, httpx.AsyncClient(base_url=scene.url, timeout=60) as greedy:
            log = (await http.get(f"/api/tables/{code}/log")).text
            slow = [asyncio.create_task(greedy.post("/api/verify", json={"log": log})) for _ in range(40)]
            await asyncio.sleep(1)
            meanwhile = await http.get(f"/api/tables/{code}/verify")
            assert meanwhile.json()["verdict"]["ok"] is True
            busy = sum(not task.done() for task in slow)
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)
            await asyncio.sleep(0.5)
            after = await http.get(f"/api/tables/{code}/verify")
        return {
            "still waiting": busy,
            "another address meanwhile": meanwhile.elapsed.total_seconds(),
            "and when all had gone": after.elapsed.total_seconds(),
        }

    with Scene(tmp_path, "long") as scene:
        figures = scene.under(attack, "40 slow verifications")
        figures.check()
        assert figures.told["another address meanwhile"] < 8
        assert figures.told["and when all had gone"] < 4, "work that nobody waits for goes on"


def test_a_circle_of_a_thousand_tables_is_added_up_beside_the_live_ones(tmp_path: Path) -> None:
    async def attack(scene: Scene) -> dict[str, Any]:
        async with httpx.AsyncClient(base_url=scene.url, timeout=60, limits=httpx.Limits(max_connections=100)) as http:
            asked = (http.get("/api/circle", headers={"Parlour-Circle": secret}) for _ in range(100))
            answers = await asyncio.gather(*asked, return_exceptions=True)
        return dict(Counter(str(getattr(answer, "status_code", "cut")) for answer in answers))

    scene = Scene(tmp_path)
    secret = circle_in_file(scene.process.db, 1144)
    with scene:
        figures = scene.under(attack, "a circle of 1,144 tables")
        figures.check()
        assert figures.told["429"] > 0


def test_a_rematch_is_a_new_table_to_the_limits(tmp_path: Path) -> None:
    async def attack(scene: Scene) -> dict[str, Any]:
        code, token = scene.tables["short"]
        made = 0
        headers = {"Authorization": f"Bearer {token}"}

        async def again_and_again() -> None:
            nonlocal code, made
            while True:
                url = f"{scene.url.replace('http', 'ws')}/api/tables/{code}/socket"
                async with websockets.connect(url, additional_headers=headers) as line:
                    if made:
                        cells = [{"points": 0}, {"points": 90}]
                        await line.send(
                            json.dumps({"type": "act", "id": "1", "action": {"do": "enter", "cells": cells}})
                        )
                    await line.send(json.dumps({"type": "table", "id": "2", "event": {"what": "rematch"}}))
                    async for message in line:
                        said = json.loads(message)
                        if said["type"] == "refused":
                            return
                        if said["type"] == "view" and said["table"]["rematch"]:
                            code, made = said["table"]["rematch"], made + 1
                            break

        await until(SOME_TIME, again_and_again())
        return {"tables": made}

    with Scene(tmp_path, "short") as scene:
        figures = scene.under(attack, "rematches")
        figures.check()
        assert 5 <= figures.told["tables"] <= 32
        assert scene.counted()["limited_tables_total"] >= 1


# ---------------------------------------------------------------- connections


def test_silent_lines_of_one_address_cut_no_request_of_another(tmp_path: Path) -> None:
    async def attack(scene: Scene) -> dict[str, Any]:
        body = json.dumps({"game": "golf", "name": "Eve", "seats": [{}, {}]}).encode()
        slow = await scene.line(local_addr=("127.0.0.3", 0))
        slow.writer.write(post("/api/tables", len(body)))
        await asyncio.sleep(0.2)
        silent = [await scene.line() for _ in range(520)]
        for byte in range(len(body)):
            slow.writer.write(body[byte : byte + 1])
            await asyncio.sleep(5 / len(body))
            if byte % 4 == 0:
                silent.append(await scene.line())
        answer = await slow.head()
        for line in [*silent, slow]:
            line.close()
        return {"answer": answer.split(b"\r\n")[0].decode()}

    with Scene(tmp_path) as scene:
        figures = scene.under(attack, "silent lines")
        figures.check()
        assert figures.told["answer"] == "HTTP/1.1 200 OK"


@pytest.mark.parametrize("path", ["/", "/metrics", "/healthz", "/openapi.json", "/api/nothing"])
def test_what_is_no_request_to_the_api_has_a_budget_too(tmp_path: Path, path: str) -> None:
    async def attack(scene: Scene) -> dict[str, Any]:
        got = Counter[str]()

        async def ask() -> None:
            line = await scene.line()
            while True:
                line.writer.write(get(path) * 50)
                for _ in range(50):
                    head = await line.head()
                    got[head.split(b" ")[1].decode() if head else "cut"] += 1
                    size = [part for part in head.lower().split(b"\r\n") if part.startswith(b"content-length")]
                    if not head or b"connection: close" in head:
                        line.close()
                        line = await scene.line()
                        break
                    await line.reader.readexactly(int(size[0].split(b":")[1]))

        await until(SOME_TIME, *(ask() for _ in range(30)))
        return dict(got)

    with Scene(tmp_path) as scene:
        figures = scene.under(attack, f"a flood of {path}")
        figures.check()
        assert figures.told["429"] > 0
        assert scene.counted()["limited_requests_total"] > 0
