"""What a game folder offers to the house: its `GAME`.

`Game` holds what every game has; what only some have comes in groups, which do nothing unless a game says more.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from parlour.kernel.bad_input import in_plain_words
from parlour.kernel.lesson import Lesson, read_lesson
from parlour.kernel.mind import Mind
from parlour.kernel.options import Options, changed, read
from parlour.kernel.refusal import Refused
from parlour.kernel.scorer import Scorer
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Bot, Seat, State
from parlour.kernel.view import Own, Told, View, seen_by

S = TypeVar("S", bound=State[Any])
O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True)
class Window(Generic[S]):
    """A time in which people are asked out of turn: what they may do, and for how long they are waited for."""

    seconds: float  # that the rules give for an answer
    may: str  # "buy the discard"
    rule: str  # that gives them the time
    is_open: Callable[[S], bool]
    aside: Callable[[S, Seat], bool] = field(default=lambda state, seat: True)  # is the seat asked there out of turn?


@dataclass(frozen=True)
class Grace(Generic[S]):
    """Seconds in which those whom nobody waits for may cut in, while the others hold back."""

    seconds: Callable[[S], float | None]  # that there are now
    rule: str  # that gives them the time


@dataclass(frozen=True)
class Calls(Generic[S]):
    """What is done out of turn, and the time there is for it."""

    window: Window[S] | None = None
    races: bool = False  # whether the quickest call in the window wins, or each in turn
    grace: Grace[S] | None = None
    interrupts: bool = False  # whether those whom nobody waits for may cut in, so that they are asked first


@dataclass(frozen=True)
class Trying(Generic[S]):
    """What is said of an action while a player is still putting it together."""

    meanings: Callable[[S, Seat, Any], Any] = field(default=lambda state, seat, action: None)  # of its jokers
    naming: Callable[[Any], str] = field(default=lambda action: "")  # what it is called with its holes filled
    faults: Callable[[S, Seat, Any], Any] = field(default=lambda state, seat, action: None)  # Refused or None, a group
    counts: Callable[[S, Any], Any] = field(default=lambda state, action: None)  # what each cell of a sheet counts


@dataclass(frozen=True)
class Lab(Generic[S]):
    """What the simulator writes down of a round that has just been scored."""

    facts: Callable[[S], Mapping[str, int | None]] = field(default=lambda state: {})
    beginner: Callable[[S], Seat | None] = field(default=lambda state: None)  # who began it; None if that says nothing


@dataclass(frozen=True)
class Flow:
    """How a game goes at a table, where it is otherwise than with cards that the house deals."""

    at_once: bool = False  # it begins when the table is set up, and not when the host says so
    pauses: bool = True  # a scored round is looked at before the next one
    corrects: bool = False  # a scored round may still change, also when the game is decided
    host_moves: bool = False  # the host may move without having a chair
    people_only: bool = False  # no bots, and so nobody who stands in or gives hints


@dataclass(frozen=True)
class Gesture(Generic[S]):
    """Something one may do at the table that changes nothing in the game."""

    name: str  # "throw": what a client sends
    say: str  # "Throw the cards": what its button says
    rule: str
    may: Callable[[S, Seat], bool]  # rests on what everybody knows
    told: str  # "threw the cards across the table.", after the name of whoever did


@dataclass(frozen=True)
class Command:
    """A word that a game adds to the `parlour` command."""

    name: str
    help: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], None]


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
    public: Callable[[S], View]  # what everybody may see
    own: Callable[[S, Seat], Own]  # what one seat sees on top of it
    tell: Callable[[S, Seat, Any, S, Seat | None], Told]  # what an action looked like to a seat, or to an onlooker
    count: Callable[[O, Sequence[str]], int]  # what these cards score
    bots: Mapping[str, Bot[S, Any]]
    package: str  # where its RULES.md lies, and its LESSON.md if it has one
    round_word: str = "round"
    most_wins: bool = False  # whether many points are good, or few
    awards: Callable[[S], Mapping[Seat, Sequence[str]]] = field(default=lambda state: {})  # earned in a scored round
    mind: Mind[S] | None = None  # how it is thought about: see kernel/mind.py
    scorer: type[Scorer] | None = None  # for real cards: see kernel/scorer.py
    calls: Calls[S] = Calls()
    trying: Trying[S] = Trying()
    lab: Lab[S] = Lab()
    flow: Flow = Flow()
    gestures: tuple[Gesture[S], ...] = ()
    commands: tuple[Command, ...] = ()
    here: str = "in this game"  # how a sentence says so: "on a score sheet"
    written_for: str = ""  # the game that is played with real cards, and only written down here

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

    def __post_init__(self) -> None:
        msgspec.json.Decoder(_holder(self.actions))  # looks the types up, before several threads read actions at once

    def read_action(self, form: Any) -> Any:
        """An action from its JSON form ({"do": …}), every value checked, or Refused."""
        try:
            return msgspec.convert({"form": form}, _holder(self.actions)).form
        except msgspec.ValidationError as error:
            raise Refused("", f"That is not an action of {self.title}: {in_plain_words(error)}.") from None

    def view(self, state: S, seat: Seat | None) -> View:
        """All that a seat may know, or an onlooker."""
        public = self.public(state)
        return public if seat is None else seen_by(public, seat, self.own(state, seat))

    def asked(self, state: S) -> list[Seat]:
        """Who may act, in the order in which they are asked where nobody is quicker than anybody."""
        actors = list(state.actors())
        return sorted(actors, key=lambda seat: state.silence(seat) is not None) if self.calls.interrupts else actors

    def check_seats(self, seats: int, options: Options) -> None:
        if seats not in self.seats:
            raise Refused("", f"{self.title} is for {self.players}, not {seats}.")
        options.check_seats(seats)


@cache
def _holder(actions: Any) -> Any:
    """What is known of a Struct's fields is kept with it; a bare union would be looked through at every move."""
    return msgspec.defstruct("Holder", [("form", actions)])


AnyGame = Game[Any, Any]
