"""A replay of a finished game, and a game in the terminal, reveal no more than the table did."""

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from parlour.bots import find_bot
from parlour.cards import card
from parlour.cli import main
from parlour.games import find
from parlour.kernel import log as game_log
from parlour.kernel.log import Log, begin
from parlour.kernel.options import read as read_options
from parlour.kernel.shuffle import Shuffler, key_from
from parlour.terminal.play import TerminalTable
from tests.arbitrary import LONG
from tests.kernel.honesty import Stream, Watched
from tests.leaks.hidden import Hidden
from tests.leaks.improvise import GAMES, a_game, short
from tests.leaks.leaky import into_what_is_told
from tests.leaks.script import Exchange, Recorded, performed
from tests.leaks.swap import read, swap_hidden_from


def the_log(record: Recorded) -> dict[str, Any]:
    """The log as fetched after the end, without the last move, which uncovers the rest of the cards."""
    fetched = [
        read(heard[step.who][0])
        for step, heard in zip(record.steps, record.heard, strict=True)
        if step.what == "fetch" and step.rest["path"].endswith("/log")
    ]
    log: dict[str, Any] = fetched[-1]["body"]
    return {**log, "entries": log["entries"][:-1], "result": None}


@pytest.mark.pure
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(10 if LONG else 1))
def test_a_replay_as_one_seat_saw_it_does_not_depend_on_cards_it_has_not_seen(
    tmp_path: Path, game: str, seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    setting, record = a_game(game, seed, calm=True)
    hidden = Hidden(record)
    rng = Random(seed)
    compared = 0
    if not any(swap_hidden_from(hidden, viewer, hidden.over - 1, rng) for viewer in hidden.viewers):
        return  # as in a game of tricks, in which every card has been seen by then
    for viewer in rng.sample(hidden.viewers, len(hidden.viewers)) * 3:
        if compared == (len(hidden.viewers) if LONG else 2):
            break
        swap = swap_hidden_from(hidden, viewer, hidden.over - 1, rng)
        if swap is None:
            continue
        rematch = next(number for number, step in enumerate(record.steps) if step.rest.get("rematch"))
        swapped = performed(tmp_path / str(viewer), setting, record, swap.exchange, rematch)
        if swapped.versions != record.versions[:rematch]:  # the game was not over
            continue
        told = []
        for played, exchange in ((record, None), (swapped, swap.exchange)):
            monkeypatch.setattr(game_log, "shuffler_of", dealing(exchange))
            file = tmp_path / "game.json"
            file.write_text(json.dumps(the_log(played)))
            assert main(["replay", str(file), *([] if viewer is None else ["--seat", str(viewer)])]) == 0
            told.append(capsys.readouterr().out)
        assert told[0] == told[1]
        assert len(told[0].splitlines()) > 5
        compared += 1
    assert compared


def dealing(exchange: Exchange | None) -> Any:
    def shuffler_of(log: Log) -> Shuffler:
        watched = Watched(key_from(bytes.fromhex(log.secret or ""), list(log.opening.words)))
        if exchange:
            watched.exchange = (exchange.shuffle, card(exchange.one), card(exchange.other))
        return watched

    return shuffler_of


class Watching(TerminalTable):
    """A terminal that records what everybody at the table has seen."""

    def deal(self, exchange: tuple[int, int, int] | None) -> None:
        watched = Watched(b"a key of sixteen")
        watched.exchange = exchange
        self.state = begin(self.game, self.log.opening, watched)
        self.streams = [Stream(self.game, seat) for seat in range(len(self.names))]
        self._look()

    def _look(self) -> None:
        for stream in self.streams:
            stream.add(b"", self.state)

    def _do(self, seat: int, action: Any, by: Any) -> None:
        super()._do(seat, action, by)
        self._look()

    def hidden_from_all(self) -> list[tuple[int, list[str]]]:
        """Cards that nobody has seen, not even a bot: bots may act on what they have seen."""
        groups = [stream.groups() for stream in self.streams]
        common = groups[0].keys() & set.intersection(*(set(group) for group in groups))
        found = [(when[0], set.intersection(*(set(group[when]) for group in groups))) for when in sorted(common)]
        return [(shuffle, sorted(faces)) for shuffle, faces in found if len(faces) > 1]


def at_the_terminal(game: str, typed: list[str], plain: bool, exchange: tuple[int, int, int] | None) -> Watching:
    console = Console(file=io.StringIO(), width=100)
    found = find(game)
    options = read_options(found.options, short(game))
    table = Watching(
        found, options, found.seats[0], [find_bot(found, "steady")], "Ann", bytes(32), console, plain, None
    )
    lines = iter(typed)

    def type_a_line(prompt: str, **_: object) -> str:
        console.print(prompt)
        if (line := next(lines, None)) is None:
            raise EOFError
        return line

    console.input = type_a_line  # type: ignore[assignment, method-assign]
    table.deal(exchange)
    table.play()
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(30 if LONG else 3))
def test_what_the_terminal_shows_does_not_depend_on_cards_that_nobody_has_seen(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    words = ("1", "2", "3", "1 1", "1 2", "2 1", "4", "draw", "discard 7H", "look", "scores", "log", "pass", "")
    typed = rng.choices(words, k=120)
    first = at_the_terminal(game, typed, seed % 2 == 0, None)
    if not first.state.stock:
        return  # all cards are dealt, so there is none that nobody has seen
    assert first.hidden_from_all()
    for shuffle, faces in first.hidden_from_all():
        one, other = rng.sample(faces, 2)
        again = at_the_terminal(game, typed, seed % 2 == 0, (shuffle, card(one), card(other)))
        shown = [table.console.file.getvalue() for table in (first, again)]  # type: ignore[attr-defined]
        assert shown[0] == shown[1]
        assert len(first.log.entries) > 3


@pytest.mark.pure
def test_a_leak_into_what_is_told_is_found_in_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    a_game("golf", 0, calm=True)
    into_what_is_told(monkeypatch)
    with pytest.raises(AssertionError):
        test_a_replay_as_one_seat_saw_it_does_not_depend_on_cards_it_has_not_seen(
            tmp_path, "golf", 0, monkeypatch, capsys
        )
    with pytest.raises(AssertionError):
        test_what_the_terminal_shows_does_not_depend_on_cards_that_nobody_has_seen("golf", 0)
