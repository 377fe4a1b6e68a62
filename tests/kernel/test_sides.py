"""Partners win together: in sentences, in logs, in the lab and in a family's standings."""

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

import parlour.lab.arena
from parlour.games import find
from parlour.games.golf.options import GolfOptions
from parlour.kernel.log import open_log, read_log
from parlour.kernel.notation import read_text, write_text
from parlour.kernel.sentences import won_by
from parlour.kernel.state import Result, Seat
from parlour.kernel.view import View
from parlour.lab.arena import Contest, hold
from parlour.lab.many import PlayedGame
from parlour.lab.tally import Tally
from parlour.table.history import Played, PlayerScore, standings

SIDES = ((0, 2), (1, 3))
WON = Result((0, 2), (500, 210, 500, 210), SIDES)
TIED = Result((0, 1, 2, 3), (500, 500, 500, 500), SIDES)
ALONE = Result((0, 2), (500, 210, 500, 210))


def test_partners_win_and_do_not_share_it() -> None:
    assert won_by(WON, None) == "{0} and {2} win."
    assert won_by(WON, 2) == "You and {0} win."
    assert won_by(TIED, 0) == "You, {1}, {2} and {3} share the win."
    assert won_by(ALONE, None) == "{0} and {2} share the win."
    assert [WON.share(seat) for seat in range(4)] == [1, 0, 1, 0]
    assert [TIED.share(seat) for seat in range(4)] == [0.5] * 4
    assert [ALONE.share(seat) for seat in range(4)] == [0.5, 0, 0.5, 0]


def test_the_simulator_counts_a_win_of_partners_for_both() -> None:
    tally = Tally.of(4)
    for result in (WON, WON, TIED):
        tally.add_game(result, 1)
    assert (tally.wins, tally.shared) == ([2, 0, 2, 0], [1, 1, 1, 1])


@pytest.mark.parametrize("result", [WON, ALONE])
def test_a_log_keeps_the_sides(result: Result) -> None:
    golf = find("golf")
    log = replace(open_log(golf, GolfOptions(), ["Ann", "Bob", "Cat", "Dan"], bytes(32)), result=result)
    assert read_log(log.to_json()).result == result
    assert read_text(write_text(log)).result == result


def test_a_familys_standings_know_partners() -> None:
    players = tuple(
        PlayerScore(name, 500, won=seat in WON.winners, side=seat % 2)
        for seat, name in enumerate(("Ann", "Bob", "Cat", "Dan"))
    )
    (table,) = standings([Played("BCDFGH", "golf", 1.0, players)], {})
    assert {person.name: (person.wins, person.shared) for person in table.people} == {
        **{"Ann": (1, 0), "Bob": (0, 0)},
        **{"Cat": (1, 0), "Dan": (0, 0)},
    }


def test_in_the_arena_a_bot_plays_a_whole_side(monkeypatch: pytest.MonkeyPatch) -> None:
    golf = find("golf")
    seated: list[tuple[Any, ...]] = []

    def public(state: Any) -> View:
        return replace(golf.public(state), sides=SIDES)

    def play(game: Any, options: Any, bots: Any, key: bytes, thought: Any) -> PlayedGame:
        seated.append(tuple(bots))
        winners: tuple[Seat, ...] = (0, 2)
        return PlayedGame(Result(winners, (9, 5, 9, 5), SIDES), 1, 1)

    monkeypatch.setattr(parlour.lab.arena, "find", lambda name: dataclasses.replace(golf, public=public))
    monkeypatch.setattr(parlour.lab.arena, "play", play)
    ranking = hold(Contest("golf", GolfOptions(), 4, ("steady", "random"), 1, 0), 1)
    assert len(seated) == 2, "once on each side"
    assert all(bots[0] is bots[2] and bots[1] is bots[3] and bots[0] is not bots[1] for bots in seated)
    told = ranking.to_builtins()
    assert (told["fair_share"], told["games"]) == (0.5, 2)
    assert ranking.shares.tolist() == [[0.5]]
    assert ranking.leads.tolist() == [[0.0]]
