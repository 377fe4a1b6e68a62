"""A sheet comes to what the game itself comes to: games are played with cards, and every round is written down too."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parlour.cards import code
from parlour.games import find as find_game
from parlour.games.toripoka.pieces import piece_code
from parlour.kernel.scorer import Cell
from parlour.kernel.shuffle import QuickShuffler
from parlour.score import sheet_of
from parlour.score.actions import Enter
from tests.arbitrary import LONG, PART, begin_random, play_on

GAMES_EACH = (300 if LONG else 24) // PART


def cards(hands: list[list[int]]) -> tuple[Cell, ...]:
    return tuple(Cell(cards=tuple(map(code, hand))) for hand in hands)


def golf_hole(golf: Any, rng: Random) -> Enter:
    grids = [golf.grids[seat * 6 : seat * 6 + 6] for seat in range(golf.seats)]
    calls = () if golf.out < 0 else (golf.out,)
    if rng.random() < 0.5:
        return Enter(cards(grids), calls)
    return Enter(tuple(Cell(points=golf.house.grid(grid)) for grid in grids), calls)


def rummy_round(rummy: Any, rng: Random) -> Enter:
    calls = (rummy.out,) if rummy.out >= 0 and rng.random() < 0.5 else ()
    if rng.random() < 0.5:
        return Enter(cards(rummy.hands), calls)
    return Enter(tuple(Cell(points=points) for points in rummy.sheet[-1]), calls)


def yammouth_round(yammouth: Any, rng: Random) -> Enter:
    in_hand = cards(yammouth.hands)
    written = [in_hand[seat] if seat in yammouth.playing else None for seat in range(yammouth.seats)]
    return Enter(tuple(written), tuple(yammouth.claims))


def toripoka_round(toripoka: Any, rng: Random) -> Enter:
    return Enter(tuple(Cell(cards=tuple(map(piece_code, pieces))) for pieces in toripoka.owned))


WRITE_DOWN: dict[str, Callable[[Any, Random], Enter]] = {
    "golf": golf_hole,
    "torpedo": rummy_round,
    "progressive": rummy_round,
    "toripoka": toripoka_round,
    "yammouth": yammouth_round,
}


@pytest.mark.parametrize("name", WRITE_DOWN)
def test_a_sheet_of_a_played_game_has_its_totals_and_its_winners(name: str) -> None:
    game = find_game(name)
    compared = 0
    for seed in range(GAMES_EACH):
        rng = Random(f"{name} on paper {seed}")
        played = begin_random(game, rng)
        sheet = sheet_of(name).start(played.options, played.seats, QuickShuffler(b""))
        rounds = 0
        for _ in play_on(played, rng, most=3000, sleepy=name in ("torpedo", "progressive")):
            rounds = _compare(played.state, sheet, rounds, name, rng)
        rounds = _compare(played.state, sheet, rounds, name, rng)
        compared += rounds
        assert sheet.result() == played.state.result()
    assert compared > GAMES_EACH // 2


def _compare(state: Any, sheet: Any, rounds: int, name: str, rng: Random) -> int:
    if len(state.sheet) > rounds:
        sheet.apply(0, WRITE_DOWN[name](state, rng))
        assert sheet.scorer.totals == list(state.result().scores if state.result() else state.totals())
        assert sheet.sheet == state.sheet
    return len(state.sheet)
