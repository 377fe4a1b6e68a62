"""Nothing leaks over the wire: the Swap test on the bytes that each seat and an onlooker receive; no foreign tokens."""

import asyncio
import logging
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.cards import card
from parlour.games import discover, find
from parlour.kernel.shuffle import Shuffler
from parlour.server.tokens import key_of
from tests.arbitrary import LONG
from tests.kernel.honesty import Stream, Watched, exchanged
from tests.server.driver import Player, Served, serving, some_action

GAMES = (*discover(), "magpie")
SWAPS = 10 if LONG else 2  # of each recorded game
MOVES = 120 if LONG else 45
NAMES = ("Bob", "Cat", "Dan")

Viewer = int | None


@dataclass
class Exchange:
    """Two faces that lay in each other's place when that shuffle was done, and from which move on that matters."""

    shuffle: int
    one: str
    other: str
    since: int


@dataclass
class Recorded:
    """A game over the wire: what was tried, and every byte that everybody received."""

    tries: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    bytes: dict[Viewer, list[bytes]] = field(default_factory=dict)
    streams: dict[Viewer, Stream] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    secret: str = ""


async def play(
    served: Served,
    game: str,
    seats: int,
    pace: dict[str, Any],
    rng: Random,
    script: Recorded | None,
    exchange: Exchange | None,
) -> Recorded:
    """Play at random, or play a recorded game again. Everybody is in step, so that two runs can be compared."""
    made = await served.make(game=game, seats=[{}] * seats, pace=pace)
    record = Recorded(tokens=[made["token"]])
    for name in NAMES[: seats - 1]:
        record.tokens.append((await served.sit(made["code"], name))["token"])
    players: dict[Viewer, Player] = {None: await served.join(made["code"])}
    for seat, token in enumerate(record.tokens):
        players[seat] = await served.join(made["code"], token)
    for player in players.values():
        await player.until(lambda message: all(chair["here"] for chair in message["table"]["chairs"]))
        await player.say("ping")
        player.raw.clear()
    room = served.house.rooms[made["code"]]
    record.secret = room.table.secret.hex()
    record.streams = {viewer: Stream(viewer) for viewer in players}
    started = await players[0].say("table", id="start", event={"what": "start"})
    await in_step(players, started["version"])
    for stream in record.streams.values():
        stream.add(b"", room.table.state)
    for number in range(len(script.tries) if script else MOVES):
        if script:
            seat, action = script.tries[number]
            if exchange and number >= exchange.since:
                action = exchanged(action, exchange.one, exchange.other)
        elif room.table.actors:
            seat = rng.choice(room.table.actors)
            action = some_action(players[seat].view, rng)
        else:
            break
        record.tries.append((seat, action))
        await players[seat].say("try", id=f"try {number}", action=action)
        answer = await players[seat].say("act", id=f"act {number}", action=action, seen=room.table.version)
        if answer["type"] == "ack":
            await in_step(players, answer["version"])
        for stream in record.streams.values():
            stream.add(b"", room.table.state)
    record.bytes = {viewer: player.raw[:] for viewer, player in players.items()}
    late, back = await served.join(made["code"]), await served.join(made["code"], record.tokens[1], 3)
    record.bytes[None].append(late.raw[0])  # somebody new
    record.bytes[1].append(back.raw[0])  # and somebody who comes back
    for player in (*players.values(), late, back):
        await player.close()
    return record


async def in_step(players: dict[Viewer, Player], version: int) -> None:
    for player in players.values():
        await player.version(version)


def recorded(
    folder: Path, game: str, seed: int, script: Recorded | None = None, exchange: Exchange | None = None
) -> Recorded:
    rng = Random(f"{game} {seed}")
    seats = rng.choice([seats for seats in find(game).seats if seats <= 4])
    # What a clock decides is not the same twice: no time is needed at all, or, at every other table, all is waited for.
    pace = {"windows": seed % 2 == 0, "window": 0, "calls": "in turn", "slam_grace": 0}

    def shuffler(key: bytes) -> Shuffler:
        watched = Watched(key)
        if exchange:
            watched.exchange = (exchange.shuffle, card(exchange.one), card(exchange.other))
        return watched

    async def tell() -> Recorded:
        draw = Random(seed).randbytes  # the same codes, tokens and secret in every run
        async with serving(folder, draw=draw, make_shuffler=shuffler) as served:
            return await play(served, game, seats, pace, rng, script, exchange)

    return asyncio.run(tell())


@pytest.mark.usefixtures("toy_too")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(5 if LONG else 2))
def test_the_bytes_of_every_seat_and_of_onlookers_pass_the_swap_test(tmp_path: Path, game: str, seed: int) -> None:
    first = recorded(tmp_path / "first", game, seed)
    assert len(first.tries) > 10
    again = recorded(tmp_path / "again", game, seed, first)
    assert again.bytes == first.bytes, "without an exchange the two runs are the same to the byte"
    rng = Random(seed)
    swaps = 0
    for viewer, stream in first.streams.items():
        groups = [(when, faces) for when, faces in stream.groups().items() if len(faces) > 1]
        for (shuffle, since), faces in rng.choices(groups, k=SWAPS) if groups else ():
            one, other = rng.sample(faces, 2)
            exchange = Exchange(shuffle, one, other, since)
            swapped = recorded(tmp_path / f"{viewer} {swaps}", game, seed, first, exchange)
            swaps += 1
            for number, (was, now) in enumerate(zip(first.bytes[viewer], swapped.bytes[viewer], strict=True)):
                assert was == now, f"message {number} to {viewer} depends on {exchange.one} and {exchange.other}"
    assert swaps >= 2 * SWAPS


@pytest.mark.usefixtures("toy_too")
def test_a_view_that_showed_a_hidden_card_would_fail_the_swap_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from parlour.table import sight

    honest = sight.game_view

    def cheating(table: Any, seat: Any, presence: Any, order: Any) -> Any:
        view = honest(table, seat, presence, order)
        return msgspec.structs.replace(
            view, title=str(sum(face * n for n, face in enumerate(table.state.places()["stock"])))
        )

    monkeypatch.setattr(sight, "game_view", cheating)
    with pytest.raises(AssertionError, match="depends on"):
        test_the_bytes_of_every_seat_and_of_onlookers_pass_the_swap_test(tmp_path, "golf", 0)


@pytest.mark.parametrize("seed", range(2))
def test_no_token_key_or_secret_of_anybody_else_is_sent_or_logged(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    first = recorded(tmp_path, "golf", seed)
    everything = {viewer: b"".join(sent).decode() for viewer, sent in first.bytes.items()}
    for token in first.tokens:
        for text in (*everything.values(), caplog.text):
            assert token not in text
            assert key_of(token) not in text
    for text in (*everything.values(), caplog.text):
        assert first.secret not in text


def test_errors_repeat_no_token(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            made = await served.make()
            token = "thisisatokenofsomebody"
            headers = {"Authorization": f"Bearer {token}"}
            at = f"/api/tables/{made['code']}"
            for answer in (
                await served.http.post(f"{at}/claim", json={"token": token}),
                await served.http.post(f"{at}/claim", json={"token": [token]}),
                await served.http.get(f"{at}/link", headers=headers),
                await served.http.post(f"{at}/seats/0/link", json={}, headers=headers),
                await served.http.get(at, headers=headers),
            ):
                assert token not in answer.text
                assert made["token"] not in answer.text
            with pytest.raises(ConnectionError) as end:
                await served.join(made["code"], token)
            assert token not in str(end.value)

    asyncio.run(story())
