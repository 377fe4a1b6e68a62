"""An engine in a chair of the lab or of the terminal. It is shown views of imagined deals, so it cannot peek."""

import re
import shlex
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from parlour.bots import mind_of
from parlour.engines.program import ActAnswer, Failed, Program, WaitAnswer
from parlour.kernel.game import AnyGame
from parlour.kernel.names import told_by_name, with_names
from parlour.kernel.options import Options, changed
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.state import Bot, Seat, State
from parlour.kernel.view import View
from parlour.table.story import Happened

USUAL = 1000  # ms a move
START = 5.0  # seconds that a program has besides, to start
LEEWAY = 0.05  # seconds for a line to go there and back
MOST_FAULTS = 3  # in a game, after which it is asked no more
_NAMED = re.compile(r"exec:(?P<command>.+?)(?:@(?P<ms>[1-9]\d{0,6})ms)?")


@dataclass(frozen=True)
class Engine:
    """Somebody's program, as it is named on the command line: `exec:./program`, `exec:node engine.js@50ms`."""

    command: tuple[str, ...]
    seconds: float  # for a move

    @classmethod
    def named(cls, name: str) -> "Engine":
        found = _NAMED.fullmatch(name)
        try:
            command = shlex.split(found["command"]) if found else []
        except ValueError:
            command = []
        if not found or not command:
            raise Refused("", f"{quoted(name)} names no program. Write it like exec:./program, or exec:./program@50ms.")
        if shutil.which(command[0]) is None:
            raise Refused("", f"There's no program {quoted(command[0])} to run here.")
        return cls(tuple(command), int(found["ms"] or USUAL) / 1000)


class EngineTable(Struct, frozen=True):
    """The part of the web's `table` that an engine is always shown."""

    game: str
    title: str
    most_wins: bool
    options: dict[str, Any]
    phase: str


class Question(Struct, frozen=True, tag_field="type", tag="view"):
    """The part of the web's `view` message that an engine is always shown, and the id that its answer must have."""

    id: str
    version: int
    you: dict[str, Seat]
    table: EngineTable
    view: View
    deadline: float | None
    happened: tuple[Happened, ...]


class MoveRefused(Struct, frozen=True, tag_field="type", tag="refused"):
    id: str
    rule: str
    why: str


class SeatedEngine:
    """One engine in one seat for one game: a process of its own, which has seen nothing else. Where it fails, steady
    plays for it; `stood_in` counts how often, by the reason."""

    def __init__(
        self, engine: Engine, game: AnyGame, options: Options, names: Sequence[str], seat: Seat, key: bytes
    ) -> None:
        self.engine = engine
        self.game = game
        self.table = EngineTable(game.name, game.title, game.most_wins, changed(options), "playing")
        self.names = names
        self.seat = seat
        self.seed = int.from_bytes(sha256(key + b"engine" + bytes([seat])).digest()[:4]) // 2
        self.steady = mind_of(game).steady
        self.stood_in: Counter[str] = Counter()
        self.version = 0
        self._happened: list[Happened] = []
        self._asked = 0
        self._program: Program | None = None

    def saw(self, before: State[Any], mover: Seat, action: Any, after: State[Any]) -> None:
        """Remember what a move looked like from this seat, for the next question."""
        self.version += 1
        told = told_by_name(self.game.tell(before, mover, action, after, self.seat), self.names)
        self._happened.append(Happened(self.version, told.sentences, told.travels, told.moments))

    def choose(self, state: State[Any], seat: Seat, rng: Random) -> Any:
        if self.stood_in.total() < MOST_FAULTS:
            try:
                return self._ask(state)
            except Failed as failed:
                self.stood_in[failed.reason] += 1
                if failed.reason == "died" or self.stood_in.total() == MOST_FAULTS:
                    self.close()
        return self.steady.choose(state, seat, rng)

    def _ask(self, state: State[Any]) -> Any:
        seconds = self.engine.seconds + LEEWAY
        if self._program is None:
            self._program = Program(self.engine.command, self.seed)
            seconds += START
        self._asked += 1
        id = str(self._asked)
        answer = self._program.ask(self._question(state, id, self.engine.seconds), id, seconds)
        return self._action(state, answer, self._program)

    def _question(self, state: State[Any], id: str, deadline: float | None) -> Question:
        view = with_names(self.game.view(state, self.seat), self.names)
        happened, self._happened = tuple(self._happened), []
        return Question(id, self.version, {"seat": self.seat}, self.table, view, deadline, happened)

    def _action(self, state: State[Any], answer: ActAnswer | WaitAnswer, program: Program) -> Any:
        """The answer as an action that the rules accept; None for "not now"."""
        try:
            if isinstance(answer, WaitAnswer):
                if state.silence(self.seat) is not None:
                    raise Refused("", "The others are waiting for you.")
                return None
            action = self.game.read_action(answer.action)
            if hasattr(action, "reaction"):  # nobody is quicker than anybody else here
                action = replace(action, reaction=0)
            state.copy().apply(self.seat, action)
            return action
        except Refused as refused:
            program.tell(MoveRefused(answer.id, refused.rule, refused.sentence))
            raise Failed("nonsense", refused.sentence) from None

    def over(self, state: State[Any]) -> None:
        """Show how the game ended. No answer is expected."""
        if self._program is not None:
            self.table = replace(self.table, phase="over")
            self._program.tell(self._question(state, "", None))

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None


Player = Bot[Any, Any] | Engine


@contextmanager
def seated(
    game: AnyGame, options: Options, players: Mapping[Seat, Player], names: Sequence[str], key: bytes
) -> Iterator[tuple[dict[Seat, Bot[Any, Any]], list[SeatedEngine]]]:
    """The players of one game as bots, with the engines among them, whose programs end with it."""
    engines = {
        seat: SeatedEngine(player, game, options, names, seat, key)
        for seat, player in players.items()
        if isinstance(player, Engine)
    }
    bots = {seat: player for seat, player in players.items() if not isinstance(player, Engine)}
    try:
        yield {**bots, **engines}, list(engines.values())
    finally:
        for engine in engines.values():
            engine.close()
