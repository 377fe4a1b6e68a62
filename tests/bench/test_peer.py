"""boardgame.io plays the same Golf as we do, and its server takes the load."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bench import server_peer
from bench.server import ratios
from bench.server_games import Begun, BenchGame, begun, play
from bench.server_lines import Broken, Load, Party, connect, framed, hang_up
from bench.server_peer import PeerLine, absent, moves, node, peer_party, peering

from parlour.cards import NO_CARD, Card, code
from parlour.games import find
from parlour.games.golf.actions import DISCARD, LEAVE, SWAPS, TURNS, Action
from parlour.games.golf.rules import Golf
from parlour.kernel.actions import DEAL, DRAW, TAKE
from parlour.kernel.log import form_of
from parlour.kernel.position import NOBODY, OVER
from parlour.kernel.shuffle import FairShuffler, key_from
from tests.process import ROOT

EVERY: tuple[Action, ...] = (DRAW, TAKE, DISCARD, LEAVE, DEAL, *SWAPS, *TURNS)
ACTIONS = {tuple(form_of(action).values()): action for action in EVERY}

needs_peer = pytest.mark.skipif(bool(absent()), reason=absent())


def short(card: Card) -> str:
    return code(card).replace("10", "T")


def started(played: BenchGame) -> Golf:
    golf = find("golf")
    state = golf.start(golf.options(), played.seats, FairShuffler(key_from(played.secret, [""] * played.seats)))
    assert isinstance(state, Golf)
    return state


def cards_of(golf: Golf) -> dict[str, Any]:
    """All cards, as the peer writes them."""
    grids = [[short(card) for card in golf.grids[seat * 6 : seat * 6 + 6]] for seat in range(golf.seats)]
    held = None if golf.held == NO_CARD else {"card": short(golf.held), "openly": golf.held_openly}
    return {
        "grids": grids,
        "stock": [*map(short, golf.stock)],
        "discards": [*map(short, golf.discards)],
        "held": held,
    }


def shown(golf: Golf, seat: int | None) -> dict[str, Any]:
    """What the peer should show: a face-down card to nobody, a drawn card to the player who drew it."""
    cards = cards_of(golf)
    grids = [
        [card if golf.up[owner] >> slot & 1 else None for slot, card in enumerate(grid)]
        for owner, grid in enumerate(cards["grids"])
    ]
    held = cards["held"]
    if held and not held["openly"] and seat != golf.at_bat:
        held = {**held, "card": None}
    discards = cards["discards"][-1:]
    return {**cards, "grids": grids, "held": held, "discards": discards, "stock": len(golf.stock)}


def legal(golf: Golf, seat: int) -> set[tuple[Any, ...]]:
    return {tuple(form_of(action).values()) for action in golf.legal(seat)}


def followed(golf: Golf, script: list[list[Any]]) -> Iterator[list[Any] | None]:
    """Play our own game move by move, beginning with the deal."""
    yield None
    for seat, *what in script:
        golf.apply(seat, ACTIONS[tuple(what)])
        yield [seat, *what]


def steps(played: BenchGame) -> list[dict[str, Any]]:
    """The moves of a game, with our cards wherever the peer shuffles its own."""
    golf = started(played)
    found = []
    left = 0
    for move in followed(golf, moves(played)):
        shuffled = move is None or move[1] == "deal" or (move[1] == "draw" and not left)
        found.append({"move": move, "cards": cards_of(golf) if shuffled else {}})
        left = len(golf.stock)
    return found


@needs_peer
def test_the_peer_plays_the_same_golf_move_by_move() -> None:
    games = [play(find("golf"), number) for number in range(2)]
    given = b"\n".join(msgspec.json.encode(steps(played)) for played in games)
    script = str(ROOT / "tests" / "bench" / "follow.js")
    answer = subprocess.run([str(node()), script], input=given, capture_output=True, check=True).stdout
    for played, line in zip(games, answer.splitlines(), strict=True):
        golf = started(played)
        said = msgspec.json.decode(line)
        for move, theirs in zip(followed(golf, moves(played)), said, strict=True):
            assert not theirs["refused"], move
            for seat, view in zip((*range(golf.seats), None), theirs["views"], strict=True):
                ours = shown(golf, seat)
                assert {name: view[name] for name in ours} == ours, move
                assert view["sheet"] == golf.sheet
                assert view["out"] == (None if golf.out == NOBODY else golf.out)
            for seat in range(golf.seats):
                assert {tuple(one) for one in theirs["legal"][seat]} == legal(golf, seat), (move, seat)
        assert golf.phase == OVER
        result = golf.result()
        assert result is not None
        assert said[-1]["result"] == {"totals": golf.totals(), "winners": list(result.winners)}


@pytest.fixture
def same_cores() -> Iterator[None]:
    """Undo the pinning of a bench to one core, for the tests after it."""
    cores = os.sched_getaffinity(0)
    yield
    os.sched_setaffinity(0, cores)


async def load(port: int, parties: list[Party], seconds: float) -> int:
    await connect(port, parties)
    try:
        return (await Load(parties, lambda: 0.0).closed(0.1, seconds)).actions
    finally:
        hang_up(parties)


@needs_peer
@pytest.mark.usefixtures("same_cores")
def test_its_server_takes_the_moves_that_were_played_at_our_tables() -> None:
    tables = begun([play(find("golf"), 0)], 3, left=95)
    with peering(tables) as server:
        parties = [peer_party(table) for table in tables]
        before = [party.version for party in parties]
        assert asyncio.run(load(server.port, parties, 0.2)) > 0
        for party, version in zip(parties, before, strict=True):
            assert party.version > version
            assert {line.version for line in party.lines} == {party.version}


@needs_peer
@pytest.mark.usefixtures("same_cores")
def test_a_move_that_it_refuses_is_not_counted() -> None:
    table = Begun("ABC", play(find("golf"), 0), 1)
    no_such_card = server_peer._move(table, 0, 0, "turn", 9)
    with peering([table]) as server:
        party = Party(table.code, 4, 0, iter([(0, framed(no_such_card))]), PeerLine, False)
        with pytest.raises(Broken, match="update"):
            asyncio.run(load(server.port, [party], 0.2))


def test_without_the_package_the_bench_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_peer, "FOLDER", tmp_path)
    assert absent() == "boardgame.io is left out: it is not installed and could not be fetched."
    monkeypatch.setattr(server_peer, "node", lambda: None)
    assert absent() == "boardgame.io is left out: there is no Node to run it."


def test_ratios_are_of_what_was_measured() -> None:
    def row(rate: int) -> dict[str, Any]:
        return {"full": {"actions_per_second": rate}}

    found = {"load": {"golf": row(3000), "all five": row(2500)}, "peer": row(1500), "echo": row(5000)}
    assert ratios(found) == {"golf / boardgame.io's golf": 2.0, "all five / bare echo": 0.5}
    assert ratios({"load": {"golf": row(3000)}, "echo": row(5000)}) == {}
