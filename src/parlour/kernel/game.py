"""What a game folder offers to the house: its `GAME`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from parlour.kernel.lesson import Lesson, read_lesson
from parlour.kernel.misfit import in_plain_words
from parlour.kernel.options import Options, changed, read
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Bot, Seat, State
from parlour.kernel.view import Told

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from parlour.kernel.mind import Mind
    from parlour.kernel.scorer import Scorer

S = TypeVar("S", bound=State[Any])
O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True)
class Verb:
    """A word that a game adds to the `parlour` command."""

    name: str
    help: str
    arguments: Callable[["ArgumentParser"], None]
    run: Callable[["Namespace"], None]


@dataclass(frozen=True)
class Window(Generic[S]):
    """A time in which people are asked out of turn: what they may do, and for how long they are waited for."""

    seconds: float  # that the rules give for an answer
    may: str  # "buy the discard"
    rule: str  # that gives them the time
    is_open: Callable[[S], bool]
    aside: Callable[[S, Seat], bool] = field(default=lambda state, seat: True)  # is the seat asked there out of turn?


@dataclass(frozen=True)
class Gesture(Generic[S]):
    """Something one may do at the table that changes nothing in the game."""

    name: str  # "throw": what a client sends
    say: str  # "Throw the cards": what its button says
    rule: str
    may: Callable[[S, Seat], bool]  # rests on what everybody knows
    told: str  # "threw the cards across the table.", after the name of whoever did


@dataclass(frozen=True)
class Game(Generic[S, O]):
    """Everything the house may ask of a game. A folder under `parlour.games`, or an installed package with an entry
    point in the group `parlour.games`, that defines `GAME` is a game; there is no list to edit."""

    name: str  # "golf": what commands, logs and links say
    title: str  # "Six-Card Golf"
    about: str  # two sentences for the home page
    edition: int  # raised whenever the same log would play differently
    seats: range
    options: type[O]
    actions: Any  # the union of the game's action types: what may come in from outside
    start: Callable[[O, int, Shuffler], S]
    tell: Callable[[S, Seat, Any, S, Seat | None], Told]
    count: Callable[[O, Sequence[str]], int]  # what these cards score
    bots: Mapping[str, Bot[S, Any]]
    package: str  # where its RULES.md lies, and its LESSON.md if it has one
    mind: "Mind[S] | None" = None  # how it is thought about: see kernel/mind.py
    round_word: str = "round"
    facts: Callable[[S], Mapping[str, int | None]] = field(default=lambda state: {})  # of a scored round, for the lab
    beginner: Callable[[S], Seat | None] = field(default=lambda state: None)  # of a scored round, for the lab
    awards: Callable[[S], Mapping[Seat, Sequence[str]]] = field(default=lambda state: {})  # earned in a scored round
    most_wins: bool = False  # whether many points are good, or few
    window: Window[S] | None = None  # in which people are asked out of turn
    grace: Callable[[S], float | None] = field(default=lambda state: None)  # seconds left to those who may cut in now
    grace_rule: str = ""  # the rule that gives them that time; empty where nobody ever has any
    interrupts: bool = False  # whether those whom nobody waits for may cut in, so that they are asked first
    races: bool = False  # whether the quickest call wins
    meanings: Callable[[S, Seat, Any], Any] = field(default=lambda state, seat, action: None)  # of an action's jokers
    naming: Callable[[Any], str] = field(default=lambda action: "")  # what an action with its holes filled is called
    faults: Callable[[S, Seat, Any], Any] = field(default=lambda state, seat, action: None)  # Refused or None, a group
    counts: Callable[[S, Any], Any] = field(default=lambda state, action: None)  # of a score sheet's cells
    scorer: "type[Scorer] | None" = None  # for real cards: see kernel/scorer.py
    sheet_of: str = ""  # of a score sheet: the game that it is for
    gestures: tuple[Gesture[S], ...] = ()
    verbs: tuple[Verb, ...] = ()

    def rules(self) -> str:
        """The game's RULES.md."""
        return resources.files(self.package).joinpath("RULES.md").read_text(encoding="utf-8")

    def lesson(self) -> Lesson | None:
        """The game's LESSON.md, if it has one, with its house rules as a table takes them."""
        file = resources.files(self.package).joinpath("LESSON.md")
        if not file.is_file():
            return None
        lesson = read_lesson(file.read_text(encoding="utf-8"))
        return replace(lesson, options=changed(read(self.options, lesson.options)))

    @property
    def players(self) -> str:
        """How many may play: "2 to 6 players"."""
        least, most = self.seats[0], self.seats[-1]
        return f"{least} to {most} players" if least < most else f"{least} player{'s' if least > 1 else ''}"

    def read_action(self, form: Any) -> Any:
        """An action from its JSON form ({"do": …}), every value checked, or Refused."""
        try:
            return msgspec.convert({"form": form}, _holder(self.actions)).form
        except msgspec.ValidationError as error:
            raise Refused("", f"That is not an action of {self.title}: {in_plain_words(error)}.") from None

    def asked(self, state: S) -> list[Seat]:
        """Who may act, in the order in which they are asked where nobody is quicker than anybody."""
        actors = list(state.actors())
        return sorted(actors, key=lambda seat: state.silence(seat) is not None) if self.interrupts else actors

    def check_seats(self, seats: int, options: Options) -> None:
        if seats not in self.seats:
            raise Refused("", f"{self.title} is for {self.players}, not {seats}.")
        options.check_seats(seats)


@cache
def _holder(actions: Any) -> Any:
    """What is known of a Struct's fields is kept with it; a bare union would be looked through at every move."""
    return msgspec.defstruct("Holder", [("form", actions)])


AnyGame = Game[Any, Any]
