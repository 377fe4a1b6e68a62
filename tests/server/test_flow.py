"""`Flow` is each game's own choice: an installed game may use any part of it, without being a score sheet."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour.games import discover
from parlour.kernel.game import Flow, Game
from parlour.kernel.log import final
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat
from parlour.kernel.view import Told
from parlour.table.events import NOBODY
from tests.server.driver import Player, Served, run
from tests.toy import GAME, Action, Deal, Magpie, MagpieOptions, tell


class Refereed(Magpie):
    """A game where the host may deal the next round without playing."""

    def apply(self, seat: Seat, action: Action) -> None:
        super().apply(self.at_bat if seat == NOBODY and isinstance(action, Deal) else seat, action)


def start(options: MagpieOptions, seats: int, shuffler: Shuffler) -> Refereed:
    refereed = Refereed(options, seats, shuffler)
    refereed.apply(NOBODY, Deal())
    return refereed


def refereed_tell(before: Magpie, seat: Seat, action: Any, after: Magpie, viewer: Seat | None) -> Told:
    return Told(("The host dealt.",)) if seat == NOBODY else tell(before, seat, action, after, viewer)


REFEREED: Game[Magpie, MagpieOptions] = replace(
    GAME, name="refereed", start=start, tell=refereed_tell, flow=Flow(host_moves=True)
)
BRISK = replace(GAME, name="brisk", flow=Flow(at_once=True, pauses=False, people_only=True))
PEOPLE = replace(GAME, name="people", title="People", flow=Flow(people_only=True))


class Point:
    """An entry point of an installed package."""

    def __init__(self, game: object) -> None:
        self.game = game

    def load(self) -> object:
        return self.game


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = [Point(game) for game in (GAME, REFEREED, BRISK, PEOPLE)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    discover.cache_clear()
    yield
    discover.cache_clear()


async def seated(served: Served, game: str, **wishes: Any) -> tuple[Player, list[Player]]:
    """Return a host without a chair, and Ann and Bob, who have one."""
    rules = {"prize": "none", "rounds": 2}
    made = await served.make(**{"game": game, "name": "", "seats": [{}, {}], "options": rules, **wishes})
    host = await served.join(made["code"], made["token"])
    tokens = [(await served.sit(made["code"], name))["token"] for name in ("Ann", "Bob")]
    return host, [await served.join(made["code"], token) for token in tokens]


async def play_round(players: list[Player]) -> None:
    """Play a round in which everybody passes."""
    for turn in range(6):
        passed = await players[turn % 2].act(do="pass")
        for player in players:
            await player.version(passed["version"])


@pytest.mark.parametrize(("game", "answer"), [("refereed", "ack"), ("magpie", "refused")])
def test_a_host_without_a_chair_may_move_where_the_game_says_so(tmp_path: Path, game: str, answer: str) -> None:
    async def story(served: Served) -> None:
        host, players = await seated(served, game)
        await host.table("start")
        await play_round(players)
        await host.until(lambda message: message["table"]["phase"] == "between")
        assert (await host.act(do="deal"))["type"] == answer
        if answer == "refused":
            return
        ann = await players[0].until(lambda message: message["table"]["phase"] == "playing")
        assert ann["happened"][-1]["say"] == ["The host dealt."]
        await play_round(players[::-1])  # after Ann, Bob begins
        code = ann["table"]["code"]
        kept = await served.rooms.store.load(code)
        assert kept
        log = served.rooms.open_rooms[code].table.log(kept.entries)
        assert [entry.seat for entry in log.entries].count(NOBODY) == 1
        assert final(REFEREED, log).result() == log.result, "and it may in the file"
        with pytest.raises(Refused, match="there's no seat -1"):
            final(GAME, log)

    run(tmp_path, story)


def test_a_game_may_begin_at_once_and_go_on_without_a_pause(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        nobody = await served.http.post("/api/tables", json={"game": "brisk", "seats": [{"name": "Ann"}, {}]})
        assert nobody.json()["why"] == "Everybody in this game needs a name."
        host, players = await seated(served, "brisk", seats=[{"name": "Ann"}, {"name": "Bob"}])
        assert host.last["table"]["phase"] == "playing"
        assert (await host.act(do="pass"))["why"].startswith("You're just watching")
        await play_round(players)
        assert len(players[0].view["sheet"]) == 1
        assert players[0].last["table"]["phase"] == "playing"

    run(tmp_path, story)


def test_a_game_for_people_only_has_no_bots_and_no_hints(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        host, players = await seated(served, "people")
        assert host.last["table"]["phase"] == "lobby", "which says nothing about how it begins"
        assert (await host.table("bot", seat=0, bot="first"))["type"] == "refused"
        await host.table("start")
        ann = await players[0].until(lambda message: message["table"]["phase"] == "playing")
        assert (ann["table"]["hints"], ann["table"]["lookback"]) == (False, False)
        assert (await players[1].table("leave"))["type"] == "ack"
        left = await players[0].until(lambda message: message["table"]["chairs"][1]["state"] == "open")
        assert left["happened"][-1]["say"] == ["Bob left the table."], "and no bot plays on"
        assert (await players[0].say("hint"))["why"] == "There are no hints in this game."

    run(tmp_path, story)
