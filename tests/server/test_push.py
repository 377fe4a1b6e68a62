"""Devices that asked for it are told of their turn, by pushes that only they can read."""

import asyncio
import logging
import random
import ssl
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from parlour.kernel.refusal import Refused
from parlour.server import headcount, limits
from parlour.server.push import pushes, services
from parlour.server.push.encryption import encrypt
from parlour.store import MOST_SUBSCRIPTIONS
from parlour.table import permissions
from tests.process import Process
from tests.server.driver import Player, Served, run, serving, some_action
from tests.server.push_service import (
    CURVE,
    BrowserKeys,
    Device,
    claims_of,
    own_certificate,
    packed,
    push_service,
    unpacked,
)
from tests.server.two_servers import two as two_servers


def test_a_body_of_the_standards_own_example_is_read() -> None:
    """So what reads our pushes here reads them as RFC 8291 says."""
    number = int.from_bytes(unpacked("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    keys = BrowserKeys(ec.derive_private_key(number, CURVE), unpacked("BTBZMqHH6r4Tts7J_aSIgg"))
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert keys.decrypt(unpacked(body)) == b"When I grow up, I want to be a watermelon"


def test_pushes_are_read_by_their_device_only_and_all_have_one_length() -> None:
    keys = BrowserKeys()
    wish = packed(keys.point), packed(keys.auth)
    assert keys.decrypt(encrypt(b"short", *wish)) == b"short"
    assert len(encrypt(b"short", *wish)) == len(encrypt(b"longer" * 100, *wish)) < 4096
    assert encrypt(b"same", *wish) != encrypt(b"same", *wish)
    with pytest.raises(InvalidTag):
        BrowserKeys().decrypt(encrypt(b"short", *wish))


# ---------------------------------------------------------------- a table of two


class Two:
    """Ann, who is at the table, and Bob, who has a device."""

    def __init__(self, served: Served, made: dict[str, Any], sat: dict[str, Any], ann: Player) -> None:
        self.served, self.code, self.ann = served, made["code"], ann
        self.tokens = {"Ann": made["token"], "Bob": sat["token"]}
        self.rng = random.Random(3)

    @classmethod
    async def at(cls, served: Served, **wishes: Any) -> "Two":
        made = await served.make(pace={"patience": 0}, options={"holes": 1}, **wishes)
        sat = await served.sit(made["code"], "Bob")
        return cls(served, made, sat, await served.join(made["code"], made["token"]))

    async def ask(self, path: str = "", who: str = "Bob", **body: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.tokens[who]}"}
        return await self.served.http.post(f"/api/tables/{self.code}/push{path}", json=body, headers=headers)

    async def subscribe(self, device: Device, who: str = "Bob") -> None:
        answer = await self.ask(who=who, **device.wish)
        assert answer.status_code == 200, answer.text
        assert answer.json()["on"] is True

    async def told(self, device: Device, who: str = "Bob") -> dict[str, Any]:
        headers = {"authorization": f"Bearer {self.tokens[who]}"}
        path = f"/api/tables/{self.code}/push?device={device.id}"
        answer: dict[str, Any] = (await self.served.http.get(path, headers=headers)).json()
        return answer

    async def until_turn(self, of: int, player: Player | None = None) -> None:
        """Let Ann, or another player, move until this seat alone is waited for."""
        player = player or self.ann
        while player.view["waiting"] != [of]:
            answer = await player.act(**some_action(player.view, self.rng))
            assert answer["type"] == "ack", answer
            await player.version(answer["version"])


BOB = 1


async def begun(served: Served, device: Device) -> Two:
    """A game in which it is Ann's turn to pass on, and Bob's device is told."""
    two = await Two.at(served)
    await two.subscribe(device)
    await two.ann.table("start")
    await two.ann.until(lambda message: message["view"] is not None)
    await device.told()
    return two


async def to_bob(two: Two) -> None:
    """Go on until Bob's next turn begins, whoever's it is now."""
    if BOB in two.ann.view["waiting"]:
        bob = await two.served.join(two.code, two.tokens["Bob"])
        await bob.version(two.ann.last["version"])
        while BOB in bob.view["waiting"]:
            answer = await bob.act(**some_action(bob.view, two.rng))
            await bob.version(answer["version"])
        await bob.close()
        await two.ann.until(
            lambda message: message["view"]["waiting"] == [0] and not message["table"]["chairs"][1]["here"]
        )
    await two.until_turn(BOB)


def test_a_turn_is_told_to_a_device_that_is_away_encrypted_signed_and_without_a_card(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        async with push_service() as service:
            device = Device(service, "bobs-phone")
            two = await Two.at(served)
            await two.subscribe(device)
            await two.ann.table("start")
            await two.ann.until(lambda message: message["view"] is not None)
            first = await device.told()
            assert first["say"].startswith("Six-Card Golf has begun, with Ann.")
            await to_bob(two)
            pushed = await service.next()
            told = device.keys.decrypt(pushed.body)
            assert told == (
                b'{"title":"Six-Card Golf","say":"It\'s your turn in Six-Card Golf, with Ann.",'
                b'"code":"%b","link":"/t/%b"}' % ((two.code.encode(),) * 2)
            )
            await service.none()
            key = (await two.told(device))["key"]
            claims = claims_of(pushed.headers["authorization"], key)
            assert claims["aud"] == service.base
            assert 0 < claims["exp"] - time.time() < 86_400
            assert claims["sub"].startswith("https://")
            assert pushed.headers["content-encoding"] == "aes128gcm"
            assert int(pushed.headers["ttl"]) > 3600
            assert len(pushed.headers["topic"]) == 32
            assert two.code not in str(pushed.headers)

    run(tmp_path, story, push_anywhere=True)


def test_a_push_leads_to_the_newest_link_of_a_tunnel_if_the_device_asked_through_an_older_one(tmp_path: Path) -> None:
    old, new = "https://one.lhr.life", "https://two.lhr.life"

    async def story() -> None:
        async with serving(tmp_path, push_anywhere=True, public_url=old) as served, push_service() as service:
            phone = Device(service, "phone")
            served.http.headers["origin"] = old
            two = await begun(served, phone)
            for link, before in ((old, ""), (new, new), ("", "")):
                served.rooms.tell_link(link)
                await to_bob(two)
                assert (await phone.told())["link"] == f"{before}/t/{two.code}"

    asyncio.run(story())


def test_a_turn_is_told_once_whatever_else_happens_and_again_next_time(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        async with push_service() as service:
            device = Device(service, "phone")
            two = await begun(served, device)
            await to_bob(two)
            assert "It's your turn" in (await device.told())["say"]
            for what in ("pause", "resume"):
                assert (await two.ann.table(what))["type"] == "ack"
            assert (await two.ann.table("quote", rule="G1"))["type"] == "ack"
            await service.none()
            await to_bob(two)
            assert "It's your turn" in (await device.told())["say"]

    run(tmp_path, story, push_anywhere=True)


def test_nobody_who_looks_at_the_table_is_told_and_who_has_put_the_phone_away_is(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        async with push_service() as service:
            device = Device(service, "phone")
            two = await Two.at(served)
            await two.subscribe(device)
            bob = await served.join(two.code, two.tokens["Bob"])
            await two.ann.table("start")
            await two.ann.until(lambda message: message["view"] is not None)
            await service.none()
            await bob.line.send('{"type": "visible", "id": "v1", "visible": false}')
            await bob.version(two.ann.last["version"])
            while BOB in bob.view["waiting"]:
                answer = await bob.act(**some_action(bob.view, two.rng))
                await bob.version(answer["version"])
            await two.ann.version(bob.last["version"])
            await two.until_turn(BOB)
            assert "It's your turn" in (await device.told())["say"]
            await bob.line.send('{"type": "visible", "id": "v2", "visible": true}')
            await bob.say("ping")
            await bob.close()  # a person who has seen it goes
            await service.none()

    run(tmp_path, story, push_anywhere=True)


def test_a_page_that_was_shown_the_turn_but_gave_no_sign_of_life_counts_as_away_once_it_is_gone(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        async with push_service() as service:
            device = Device(service, "phone")
            two = await Two.at(served)
            await two.subscribe(device)
            bob = await served.join(two.code, two.tokens["Bob"])
            bob.pong_after = 1000.0  # a phone that has been pocketed answers nothing
            await asyncio.sleep(1.5)  # the pings that it has answered are over
            await two.ann.table("start")
            await two.ann.until(lambda message: message["view"] is not None)
            if BOB not in two.ann.view["waiting"]:
                await two.until_turn(BOB)
            await service.none()
            bob.line.transport.abort()
            assert "It's your turn" in (await device.told())["say"]

    run(tmp_path, story, push_anywhere=True)


def test_nothing_is_sent_to_those_who_did_not_ask_who_stopped_or_who_left(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        async with push_service() as service:
            device, other = Device(service, "phone"), Device(service, "tablet")
            two = await begun(served, device)
            assert (await two.told(device))["on"] is True
            assert (await two.told(other))["on"] is False
            assert (await two.told(device, "Ann"))["on"] is False
            assert (await two.ask("/stop", device=device.id)).json()["on"] is False
            await to_bob(two)
            await service.none()
            await two.subscribe(device)
            assert (await two.ann.table("remove", seat=BOB))["type"] == "ack"
            async with asyncio.timeout(5):
                while await served.rooms.store.subscriptions(two.code):
                    await asyncio.sleep(0.02)
            answer = await two.ask(**device.wish)
            assert answer.status_code == 401

    run(tmp_path, story, push_anywhere=True)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten_at_all_tables_with_a_line(
    tmp_path: Path, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def story(served: Served) -> None:
        async with push_service() as service:
            device = Device(service, "a-secret-path")
            elsewhere = await Two.at(served)
            await elsewhere.subscribe(device)
            two = await begun(served, device)
            service.status = status
            await to_bob(two)
            await service.next()
            async with asyncio.timeout(5):
                while "is forgotten" not in caplog.text:
                    await asyncio.sleep(0.02)
            assert (await two.told(device))["on"] is False
            assert (await elsewhere.told(device))["on"] is False
            assert "a device at localhost no longer takes pushes, so it is forgotten" in caplog.text
            assert "a-secret-path" not in caplog.text

    run(tmp_path, story, push_anywhere=True)


def test_other_failures_are_tried_once_more_and_then_dropped_with_a_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(served: Served) -> None:
        served.rooms.pushes.again_after = 0.05
        async with push_service() as service, push_service() as elsewhere:
            device = Device(service, "a-secret-path")
            two = await begun(served, device)
            service.status, service.more = 302, [("location", f"{elsewhere.base}/anywhere")]
            with caplog.at_level(logging.WARNING):
                await to_bob(two)
                await service.next()
                await service.next()
                async with asyncio.timeout(5):
                    while "dropped" not in caplog.text:
                        await asyncio.sleep(0.02)
            assert "status 302" in caplog.text
            assert "a-secret-path" not in caplog.text
            await service.none()
            await elsewhere.none(0)  # redirects are not followed
            assert (await two.told(device))["on"] is True
            assert served.rooms.metrics.counts["pushes_dropped_total"] == 1

    run(tmp_path, story, push_anywhere=True)


def test_a_service_that_hangs_holds_up_neither_tables_nor_other_services(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "TIMEOUT", 60.0)

    async def story(served: Served) -> None:
        async with push_service(hangs=True) as hanging, push_service() as service:
            two = await Two.at(served)
            phones = [Device(hanging, f"hangs-{number}") for number in range(MOST_SUBSCRIPTIONS - 1)]
            device = Device(service, "phone")
            for one in (*phones, device):
                await two.subscribe(one)
            await two.ann.table("start")
            await device.told()
            await two.ann.until(lambda message: message["view"] is not None)
            await to_bob(two)
            await device.told()
            await hanging.next()
            assert 0 < hanging.open <= hanging.most_open <= pushes.TO_A_HOST

    run(tmp_path, story, push_anywhere=True)


def test_a_push_that_hangs_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(services, "TIMEOUT", 0.2)

    async def story(served: Served) -> None:
        served.rooms.pushes.again_after = 0.05
        async with push_service(hangs=True) as service:
            two = await Two.at(served)
            await two.subscribe(Device(service, "phone"))
            with caplog.at_level(logging.WARNING):
                await two.ann.table("start")
                async with asyncio.timeout(20):
                    while "no answer in time" not in caplog.text:
                        await asyncio.sleep(0.02)

    run(tmp_path, story, push_anywhere=True)


def test_too_many_pushes_are_dropped_and_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushes, "MOST_WAITING", 2)

    async def story(served: Served) -> None:
        async with push_service(hangs=True) as service:
            two = await Two.at(served)
            for number in range(4):
                await two.subscribe(Device(service, f"{number}"))
            await two.ann.table("start")
            await service.next()
            await service.next()
            assert served.rooms.metrics.counts["pushes_dropped_total"] == 2

    run(tmp_path, story, push_anywhere=True)


def test_key_and_devices_survive_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with push_service() as service:
            device = Device(service, "phone")
            async with serving(tmp_path, push_anywhere=True) as served:
                two = await begun(served, device)
                key = (await two.told(device))["key"]
                await two.ann.close()
            async with serving(tmp_path, push_anywhere=True) as served:
                two.served, two.ann = served, await served.join(two.code, two.tokens["Ann"])
                assert await two.told(device) == {"on": True, "key": key}
                await service.none()
                await to_bob(two)
                assert "It's your turn" in (await device.told())["say"]

    asyncio.run(story())


def test_key_and_devices_survive_kill_9(tmp_path: Path) -> None:
    async def story() -> None:
        async with push_service() as service:
            device = Device(service, "phone")
            with Process(tmp_path, "--push-anywhere") as process:
                async with httpx.AsyncClient(base_url=process.url) as http:
                    new = {"game": "golf", "name": "Ann", "seats": [{}, {}], "pace": {"patience": 0}}
                    made = (await http.post("/api/tables", json=new)).json()
                    http.cookies.clear()
                    sat = (await http.post(f"/api/tables/{made['code']}/sit", json={"name": "Bob"})).json()
                    http.cookies.clear()
                    bob = {"authorization": f"Bearer {sat['token']}"}
                    path = f"/api/tables/{made['code']}/push"
                    before = (await http.post(path, json=device.wish, headers=bob)).json()
                    process.kill()
                    process.start()
                    after = (await http.get(f"{path}?device={device.id}", headers=bob)).json()
                    assert before == after == {"on": True, "key": before["key"]}
                ann = await Player.open(process.url, made["code"], made["token"])
                await ann.table("start")
                assert "has begun" in (await device.told())["say"]
                await ann.close()

    asyncio.run(story())


def test_of_two_servers_one_tells_and_neither_while_a_page_at_the_other_is_looked_at(tmp_path: Path) -> None:
    async def story() -> None:
        async with push_service() as service, two_servers(tmp_path, push_anywhere=True) as (one, other):
            device = Device(service, "phone")
            two = await Two.at(one)
            bob = await other.join(two.code, two.tokens["Bob"])
            await two.ann.until(lambda message: message["table"]["chairs"][BOB]["here"])
            await two.subscribe(device)
            two.served = other
            key = (await two.told(device))["key"]
            await two.ann.table("start")
            await two.ann.until(lambda message: message["view"] is not None)
            await service.none()
            await bob.say("ping")  # a sign of life: he has seen that it is his turn
            await bob.close()
            await two.ann.until(lambda message: not message["table"]["chairs"][BOB]["here"])
            await to_bob(two)
            pushed = await service.next()
            assert b"It's your turn" in device.keys.decrypt(pushed.body)
            claims_of(pushed.headers["authorization"], key)
            await service.none()

    asyncio.run(story())


def test_a_push_service_shows_a_certificate_that_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate, context = own_certificate(tmp_path)

    async def story() -> None:
        async with push_service(context) as service:
            address = f"{service.base}/phone"
            with pytest.raises(ssl.SSLCertVerificationError):
                await services.post(address, [], b"x", anywhere=True)
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            services._trusted.cache_clear()
            assert await services.post(address, [], b"x", anywhere=True) == 201
            assert (await service.next()).body == b"x"

    services._trusted.cache_clear()
    asyncio.run(story())
    services._trusted.cache_clear()


# ---------------------------------------------------------------- which addresses are taken


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x#y",
        "https://fcm.googleapis.com/x\r\nhost: other",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[fe80::1%25eth0]/x",
        "https://10.0.0.7/x",
        "https://192.168.1.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/x",
        "https://0.0.0.0/x",
        "https://localhost/x",
        "https://no-such-host.invalid/x",
        "https:///x",
        "https://[/x",
        "ftp://fcm.googleapis.com/x",
        "javascript:alert(1)",
        "",
    ],
)
def test_only_https_addresses_on_the_public_internet_are_taken(endpoint: str) -> None:
    async def story() -> None:
        with pytest.raises(Refused):
            await services.find(services.read_endpoint(endpoint))

    asyncio.run(story())


def test_what_counts_as_public() -> None:
    public = ("142.250.74.42", "2a00:1450:400f:80c::200a", "64:ff9b::8efa:4a2a", "::ffff:142.250.74.42")
    ours = ("172.16.0.1", "127.0.0.53", "224.0.0.1", "255.255.255.255", "198.18.0.1", "::", "fd00::1", "fec0::1")
    wrapped = ("64:ff9b::7f00:1", "2002:7f00:1::", "::ffff:10.0.0.1", "ff02::1", "fe80::1%eth0")
    assert [address for address in (*public, *ours, *wrapped) if services.is_public(address)] == list(public)


def test_a_name_that_later_leads_to_a_private_address_is_not_followed_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(served: Served) -> None:
        served.rooms.pushes.again_after = 0.05
        async with push_service() as service:
            device = Device(service, "phone")
            two = await begun(served, device)
            served.rooms.pushes.anywhere = False  # as if the name had been public when it was registered
            answer = await two.ask(**device.wish)
            assert answer.status_code == 409
            with caplog.at_level(logging.WARNING):
                await to_bob(two)
                async with asyncio.timeout(5):
                    while "dropped" not in caplog.text:
                        await asyncio.sleep(0.02)
            await service.none(0.1)

    run(tmp_path, story, push_anywhere=True)


def test_a_seat_has_so_many_devices_and_an_address_asks_so_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SUBSCRIBING", limits.Budget(12, 0.001))

    async def story(served: Served) -> None:
        async with push_service() as service:
            two = await Two.at(served)
            devices = [Device(service, f"{number}") for number in range(MOST_SUBSCRIPTIONS + 2)]
            for device in devices:
                await two.subscribe(device)
            kept = [(await two.told(device))["on"] for device in devices]
            assert kept == [False] * 2 + [True] * MOST_SUBSCRIPTIONS
            wish = devices[0].wish
            for wrong in ({"auth": "AAAA"}, {"p256dh": packed(b"\4" + bytes(64))}, {"p256dh": "?"}):
                assert (await two.ask(**{**wish, **wrong})).status_code == 409
            for wrong in ({"endpoint": f"{service.base}/{'x' * 1000}"}, {"more": "x"}):
                assert (await two.ask(**{**wish, **wrong})).status_code == 400
            await two.subscribe(devices[0])
            assert (await two.ask(**wish)).status_code == 429

    run(tmp_path, story, push_anywhere=True)


# ---------------------------------------------------------------- nudges


def test_a_nudge_reaches_the_table_and_a_phone_that_is_away_once_a_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(served: Served) -> None:
        async with push_service() as service:
            device = Device(service, "phone")
            two = await begun(served, device)
            await to_bob(two)
            await device.told()
            early = await two.ann.table("nudge", seat=BOB)
            assert early["why"] == "Give Bob a minute first."
            monkeypatch.setattr(permissions, "BEFORE_A_NUDGE", 0)
            watcher = await served.join(two.code)
            assert "just watching" in (await watcher.table("nudge", seat=BOB))["why"]
            assert "yourself" in (await two.ann.table("nudge", seat=0))["why"]
            nudged = await two.ann.table("nudge", seat=BOB)
            assert nudged["type"] == "ack"
            told = await device.told()
            assert told["say"] == "The others are waiting for you. It's your turn in Six-Card Golf, with Ann."
            assert "already nudged" in (await two.ann.table("nudge", seat=BOB))["why"]
            await service.none()
            view = await watcher.version(nudged["version"])
            assert view["happened"][-1] == {"version": nudged["version"], "say": ["Ann nudged Bob."], "nudged": BOB}
            assert [chair["nudged"] for chair in view["table"]["chairs"]] == [False, True]
            bob = await served.join(two.code, two.tokens["Bob"], seen=nudged["version"] - 1)
            assert bob.last["happened"][-1]["say"] == ["Ann nudged you."]
            answer = await bob.act(**some_action(bob.view, two.rng))
            moved = await bob.version(answer["version"])
            assert not moved["table"]["chairs"][BOB]["nudged"]

    run(tmp_path, story, push_anywhere=True)


def test_a_waiting_seat_is_remembered_as_nudged_across_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(permissions, "BEFORE_A_NUDGE", 0)

    async def story() -> None:
        async with serving(tmp_path) as served:
            two = await Two.at(served)
            await two.ann.table("start")
            await two.ann.until(lambda message: message["view"] is not None)
            await two.until_turn(BOB)
            assert (await two.ann.table("nudge", seat=BOB))["type"] == "ack"
            await two.ann.close()
        async with serving(tmp_path) as served:
            ann = await served.join(two.code, two.tokens["Ann"])
            assert "already nudged" in (await ann.table("nudge", seat=BOB))["why"]
            await ann.close()

    asyncio.run(story())


def test_what_a_room_says_of_itself_before_visible_was_a_word_is_still_read() -> None:
    assert headcount.RemotePresence(here={1: 1}).looking == {}
