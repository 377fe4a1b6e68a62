"""Y2: a table refuses a deck with which a match might never end."""

import time
from random import Random
from typing import Any

import pytest

from parlour.games.yammouth import GAME
from parlour.games.yammouth.options import LOW_HEAVY, RANKS, STANDARD, YammouthOptions
from parlour.games.yammouth.players.steady import TIRED
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.scoring import LONGEST, is_endless, rounds_to_go_out, waiting_hands
from parlour.kernel.options import read
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from tests.arbitrary import LONG


def deck(**counts: int) -> tuple[int, ...]:
    """deck(joker=20, A=8, _3=4)."""
    return tuple(counts.get(rank, 0) for rank in ("A", *(f"_{rank}" for rank in range(2, 11)), *"JQK", "joker"))


def set_up(counts: tuple[int, ...], seats: int = 2, **more: Any) -> YammouthOptions:
    options = read(YammouthOptions, {"deck": "custom", "custom_deck": counts, **more})
    GAME.check_seats(seats, options)
    return options


def waits(yammouth: Yammouth, rounds: int) -> Yammouth:
    """Play on with nothing but silence."""
    while yammouth.actors() and len(yammouth.sheet) < rounds:
        seat = next(seat for seat in yammouth.actors() if yammouth.silence(seat) is not None)
        action = yammouth.silence(seat)
        assert action is not None
        yammouth.apply(seat, action)
    return yammouth


ENDLESS = [
    (2, deck(joker=20)),  # 0
    (2, deck(joker=10, A=10)),  # 0 or 1: every total comes to 25
    (2, deck(joker=10, _5=10)),  # 0 or 5
    (2, deck(A=20)),  # 5
    (2, deck(_5=20)),  # 25
    (2, deck(_3=8, K=12)),  # four threes and a king: 25
    (2, deck(_4=8, _9=12)),  # four fours and a nine: 25
    (3, deck(_3=12, K=13)),  # endless for three; two would not get down to that
    (4, deck(joker=8, A=20, _2=2)),  # endless not for four, but for the last two of them
]


@pytest.mark.parametrize("caught", [0, 25, 35])
@pytest.mark.parametrize(("seats", "counts"), ENDLESS)
def test_Y2_a_deck_that_cannot_end_is_refused_by_name(seats: int, counts: tuple[int, ...], caught: int) -> None:
    with pytest.raises(Refused, match=r"match of . players might never end.*custom_deck") as refused:
        set_up(counts, seats, caught_points=caught)
    assert refused.value.rule == "Y2"


@pytest.mark.parametrize(("seats", "counts"), ENDLESS[:-1])
def test_Y2_what_is_refused_does_not_end(seats: int, counts: tuple[int, ...]) -> None:
    options = YammouthOptions(deck="custom", custom_deck=counts, turn_cap=200)
    yammouth = waits(GAME.start(options, seats, QuickShuffler(b"ending")), 60)
    assert yammouth.result() is None
    assert max(yammouth.totals()) < 100


@pytest.mark.parametrize("counts", [LOW_HEAVY, STANDARD, deck(joker=20, K=20), deck(_7=20), deck(A=9, K=20)])
def test_Y2_a_deck_that_can_end_is_not_refused(counts: tuple[int, ...]) -> None:
    for out_over in (25, 100, 500):
        options = set_up(counts, 2, out_over=out_over)
        assert waits(GAME.start(options, 2, QuickShuffler(b"ending")), 10 * LONGEST).result()


@pytest.mark.slow
def test_Y2_how_long_waiting_takes_is_what_is_reckoned() -> None:
    """Compare played matches with the computed average, for decks of a few ranks that are nearly endless."""
    rng = Random(2)
    compared = 0
    while compared < (40 if LONG else 2):
        counts = [0] * len(RANKS)
        for sort in (13, *rng.sample(range(13), 2)):
            counts[sort] = rng.choice((8, 12, 20))
        rounds = rounds_to_go_out(waiting_hands(tuple(counts), 2), 100)
        if not 20 < rounds < LONGEST:
            continue
        compared += 1
        options = YammouthOptions(deck="custom", custom_deck=tuple(counts), turn_cap=100)
        took = 0
        for key in range(20):
            yammouth = waits(GAME.start(options, 2, QuickShuffler(bytes([key]))), 20 * LONGEST)
            took += len(yammouth.sheet)  # until the first of the two: a little less than one of them takes
        assert 0.3 * rounds < took / 20 < 1.3 * rounds, f"{counts}: {took / 20} rounds, not {rounds}"


def test_Y2_whether_a_deck_can_end_is_quickly_said() -> None:
    """It is asked whenever somebody changes a house rule."""
    began = time.process_time()
    for number in range(20):
        for players in range(2, 9):
            is_endless((*[1 + number % 3] * 6, *[0] * 7, 20), players, 500 - number)
    assert time.process_time() - began < 3


def test_steady_waits_when_a_match_has_lasted_long() -> None:
    """Tired bots play like silence, so matches of bots end too."""
    yammouth = GAME.start(YammouthOptions(), 3, QuickShuffler(b"tired"))
    yammouth.round = TIRED + 1
    rng = Random(1)
    for _ in range(400):
        if not yammouth.actors() or len(yammouth.sheet) > 1:
            break
        for seat in yammouth.actors():
            assert GAME.bots["steady"].choose(yammouth, seat, rng) == yammouth.silence(seat)
        seat = yammouth.actors()[0]
        action = yammouth.silence(seat)
        assert action is not None
        yammouth.apply(seat, action)
