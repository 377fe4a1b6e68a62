"""What sharp says after a game: it finds the mistake that was made."""

from random import Random

from parlour.bots.advice import Decision, costliest, decisions_of, weigh
from parlour.bots.search import ThinkingTime
from parlour.games import find
from parlour.games.golf.actions import Swap
from parlour.games.golf.state import PLACING
from parlour.kernel.log import begin, open_log, record, shuffler_of

GOLF = find("golf")


def game_with_a_blunder() -> tuple[object, int]:
    """Two players who play soundly, but once seat 0 spoils a pair: the log, and the number of that move."""
    for seed in range(100):
        log = open_log(GOLF, GOLF.options(holes=1), ["Ann", "Ben"], Random(seed).randbytes(32))
        state = begin(GOLF, log.opening, shuffler_of(log))
        rng = Random(seed)
        blunder = -1
        while actors := state.actors():
            seat = actors[0]
            action = GOLF.bots["steady"].choose(state, seat, rng)
            if seat == 0 and blunder < 0 and state.phase == PLACING and state.up[0] & 9 == 9:
                held, top, bottom = state.held, state.grids[0], state.grids[3]
                if state.terms.pairs(top, bottom) and state.terms.values[held] > 8 and action != Swap(0):
                    blunder, action = len(log.entries), Swap(0)
            state.apply(seat, action)
            record(log, seat, action, "person", 0.0)
        if blunder >= 0:
            return log, blunder
    raise AssertionError("no pair in a hundred games")


def test_a_planted_blunder_is_the_costliest_decision() -> None:
    log, blunder = game_with_a_blunder()
    numbers = decisions_of(log, 0)  # type: ignore[arg-type]
    assert blunder in numbers
    found = costliest(weigh(GOLF, log, numbers, ThinkingTime(playouts=120), Random(1)), 3)  # type: ignore[arg-type]
    assert found[0].at == blunder
    assert found[0].did.startswith("Swap")
    assert found[0].better != found[0].did
    assert found[0].cost > 0.05


def test_only_what_was_surely_a_mistake_is_held_against_anybody() -> None:
    def decision(cost: float, sure: float) -> Decision:
        return Decision(0, 1, "", "", "", cost, sure)

    some = [decision(0.1, 3.0), decision(0.5, 1.0), decision(0.2, 9.0), decision(0.3, 2.5), decision(0.05, 8.0)]
    assert [found.cost for found in costliest(some, 3)] == [0.3, 0.2, 0.1]


def test_what_a_bot_or_the_clock_did_is_nobodys_decision() -> None:
    log = open_log(GOLF, GOLF.options(), ["Ann", "Ben"], bytes(32))
    for by in ("person", "bot", "clock", "person"):
        record(log, 0, Swap(0), by, 0.0)
    record(log, 1, Swap(0), "person", 0.0)
    assert decisions_of(log, 0) == [0, 3]
