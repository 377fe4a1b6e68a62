"""A sheet gives the same scores as the game itself. Games are played with cards, and a scribe writes every round down
as people do, with mistakes and corrections."""

import io
import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.cli import main
from parlour.games import find as find_game
from parlour.kernel.options import changed
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler
from parlour.score import sheet_of
from tests.arbitrary import LONG, random_options, tries
from tests.score.paper import ON_PAPER, Scribe

GAMES_EACH = tries(150, 10_000)
CHUNKS = 4 if LONG else 1  # so that they are spread over the machine
TYPED_EACH = 100 if LONG else 6
MOST_MOVES = 3000
MOST_ROUNDS = 40
BY_BOTS = 0.1  # the share of games that bots play: they know how to go out, but take longer
ENDS = ("call", "claim")  # what ends a round is chosen more often than by chance


def begin(name: str, rng: Random, by_bots: bool = False) -> Any:
    game = find_game(name)
    while True:
        seats = rng.choice(game.seats)
        options = random_options(game, rng, seats)
        quick = {option: rng.randint(*bounds) for option, bounds in ON_PAPER[name].quick.items()}
        quick = {option: value for option, value in quick.items() if value < getattr(options, option)}
        quick |= {"turn_cap": rng.randint(10, 30)} if by_bots and "turn_cap" in quick else {}
        try:
            options = replace(options, **quick)
            game.check_seats(seats, options)
        except Refused:
            continue
        return game.start(options, seats, QuickShuffler(rng.randbytes(16)))


def play(name: str, state: Any, rng: Random, by_bots: bool = False) -> Iterator[int]:
    """Play a game, and yield whenever a round has been scored."""
    bot = find_game(name).bots["steady"] if by_bots else None
    sleepy = ON_PAPER[name].sleepy
    rounds = 0
    for _ in range(MOST_MOVES):
        actors = state.actors()
        if len(state.sheet) > rounds:
            rounds = len(state.sheet)
            yield rounds
        if not actors or rounds == MOST_ROUNDS:
            return
        seat = rng.choice(actors)
        action = bot.choose(state, seat, rng) if bot else None
        if action is None and sleepy and rng.random() < 0.95:
            seat = seat if state.silence(seat) is not None else actors[0]
            action = state.silence(seat)
        if action is None:
            legal = state.legal(seat)
            ends = [one for one in legal if type(one).__name__.lower() in ENDS]
            action = rng.choice(ends if ends and rng.random() < 0.3 else legal)
        state.apply(seat, action)


def compare(state: Any, sheet: Any) -> None:
    assert sheet.gaps() == []
    assert sheet.sheet == state.sheet
    assert sheet.scorer.totals == list(state.result().scores if state.result() else state.totals())
    assert sheet.result() == state.result()
    if hasattr(state, "not_out"):
        assert sheet.scorer.playing() == list(state.not_out())


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", ON_PAPER)
def test_a_sheet_of_a_played_game_has_its_totals_who_is_out_and_its_winners(name: str, chunk: int) -> None:
    rounds = 0
    for seed in range(chunk, GAMES_EACH, CHUNKS):
        rng = Random(f"{name} on paper {seed}")
        by_bots = rng.random() < BY_BOTS
        state = begin(name, rng, by_bots)
        sheet = sheet_of(name).start(state.options, state.seats, QuickShuffler(b""))
        scribe = Scribe(sheet, rng)
        for _ in play(name, state, rng, by_bots):
            scribe.note(ON_PAPER[name].truth(state))
            rounds += 1
            if not scribe.wrong:
                compare(state, sheet)
        scribe.put_right()
        compare(state, sheet)
    assert rounds > GAMES_EACH // CHUNKS // 2


@pytest.mark.parametrize("name", ON_PAPER)
def test_parlour_score_says_the_same_of_a_played_game(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in range(TYPED_EACH):
        rng = Random(f"{name} typed {seed}")
        state = begin(name, rng)
        scribe = Scribe(sheet_of(name).start(state.options, state.seats, QuickShuffler(b"")), rng)
        for _ in play(name, state, rng):
            scribe.note(ON_PAPER[name].truth(state))
        scribe.put_right()
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(scribe.typed)))
        options = [f"--set={option}={_as_typed(value)}" for option, value in changed(state.options).items()]
        assert main(["score", name, "--plain", "--json", "--names", ",".join(scribe.names), *options]) == 0
        said = [json.loads(line) for line in capsys.readouterr().out.splitlines()][-1:]
        result = state.result()
        for last in said:
            assert list(last["totals"].values()) == list(result.scores if result else state.totals())
            assert last.get("winners", []) == [scribe.names[seat] for seat in (result.winners if result else ())]
            assert "missing" not in last


def _as_typed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
