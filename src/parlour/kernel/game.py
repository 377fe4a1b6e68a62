"""`Game`: everything that a game's folder gives to the rest of Parlour.

It holds what every game has. What only some games have comes in groups, such as `Calls`, whose defaults do nothing.
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
from parlour.kernel.lesson import Form, Lesson, read_lesson
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
    """A time in which players are asked out of turn: what they may do, and how long they have to answer."""

    seconds: float  # how long the rules give them to answer
    may: str  # what they may do: "buy the discard"
    rule: str  # the rule that gives them this time
    is_open: Callable[[S], bool]
    aside: Callable[[S, Seat], bool] = field(default=lambda state, seat: True)  # whether the seat is asked out of turn


@dataclass(frozen=True)
class Grace(Generic[S]):
    """Seconds in which seats that nobody waits for may cut in, while the others hold back."""

    seconds: Callable[[S], float | None]  # how many there are now, if any
    rule: str  # the rule that gives them this time


@dataclass(frozen=True)
class Calls(Generic[S]):
    """What players may do out of turn, and how much time they have for it."""

    window: Window[S] | None = None
    races: bool = False  # True: the quickest call in the window wins; False: they are taken in turn
    grace: Grace[S] | None = None
    interrupts: bool = False  # seats that nobody waits for may cut in, so they are asked first


@dataclass(frozen=True)
class Trying(Generic[S]):
    """Feedback on an action that a player is still putting together."""

    meanings: Callable[[S, Seat, Any], Any] = field(default=lambda state, seat, action: None)  # what its jokers mean
    naming: Callable[[Any], str] = field(default=lambda action: "")  # what the action is called, its holes filled
    faults: Callable[[S, Seat, Any], Any] = field(default=lambda state, seat, action: None)  # Refused | None per group
    counts: Callable[[S, Any], Any] = field(default=lambda state, action: None)  # the points in each cell of a sheet


@dataclass(frozen=True)
class Lab(Generic[S]):
    """What the simulator records about a round that has just been scored."""

    facts: Callable[[S], Mapping[str, int | None]] = field(default=lambda state: {})
    beginner: Callable[[S], Seat | None] = field(default=lambda state: None)  # who began it; None if it doesn't matter


@dataclass(frozen=True)
class Flow:
    """How a game runs at a table. The defaults are for a game whose cards Parlour deals."""

    at_once: bool = False  # it begins when the table is set up, without waiting for the host
    pauses: bool = True  # players look at a scored round before the next one begins
    corrects: bool = False  # a scored round may still change, even after the game is decided
    host_moves: bool = False  # the host may move without having a chair
    people_only: bool = False  # there are no bots, so nobody stands in or gives hints


@dataclass(frozen=True)
class Gesture(Generic[S]):
    """Something a player may do at the table that changes nothing in the game."""

    name: str  # what a client sends: "throw"
    say: str  # what its button says: "Throw the cards"
    rule: str
    may: Callable[[S, Seat], bool]  # depends only on what everybody knows
    told: str  # what follows the player's name: "threw the cards across the table."
    throws: str = ""  # what is cheered, if it throws the player's hand across the table: "Like Lizzie"


@dataclass(frozen=True)
class Command:
    """A word that a game adds to the `parlour` command."""

    name: str
    help: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], None]


@dataclass(frozen=True)
class Game(Generic[S, O]):
    """One game: its rules and everything that belongs to them. There is no list of games to edit: a folder under
    `parlour.games` that defines `GAME` is one, and so is an entry point `parlour.games` of an installed package."""

    name: str  # for commands, logs and links: "golf"
    title: str  # "Six-Card Golf"
    about: str  # two sentences for the home page
    edition: int  # raised whenever the same log would play differently
    seats: range
    options: type[O]
    actions: Any  # the union of the game's action types, which incoming actions are checked against
    start: Callable[[O, int, Shuffler], S]
    public: Callable[[S], View]  # what everybody may see
    own: Callable[[S, Seat], Own]  # what one seat sees on top of it
    tell: Callable[[S, Seat, Any, S, Seat | None], Told]  # what an action looked like to a seat, or to an onlooker
    count: Callable[[O, Sequence[str]], int]  # what these cards score
    bots: Mapping[str, Bot[S, Any]]
    package: str  # the package with its RULES.md, and with its LESSON.md if it has one
    round_word: str = "round"
    most_wins: bool = False  # True: the most points win; False: the fewest do
    awards: Callable[[S], Mapping[Seat, Sequence[str]]] = field(default=lambda state: {})  # earned in a scored round
    mind: Mind[S] | None = None  # how bots think about it: see kernel/mind.py
    scorer: type[Scorer] | None = None  # for real cards: see kernel/scorer.py
    calls: Calls[S] = Calls()
    trying: Trying[S] = Trying()
    lab: Lab[S] = Lab()
    flow: Flow = Flow()
    gestures: tuple[Gesture[S], ...] = ()
    commands: tuple[Command, ...] = ()
    here: str = "in this game"  # how a sentence refers to it: "on a score sheet"
    written_for: str = ""  # of a score sheet: the game that is played with real cards

    def rules(self) -> str:
        """The game's RULES.md."""
        return resources.files(self.package).joinpath("RULES.md").read_text(encoding="utf-8")

    def lesson(self) -> Lesson | None:
        """The game's LESSON.md, if it has one with a script, with its house rules and actions read and checked."""
        text = _lesson_text(self.package)
        if not text:
            return None
        lesson = read_lesson(text)
        if not lesson.secret:
            return None
        script = [replace(move, do=tuple(map(self._whole, move.do))) for move in lesson.script]
        steps = [replace(step, do=tuple(map(self._whole, step.do))) for step in lesson.steps]
        options = changed(read(self.options, lesson.options))
        return replace(lesson, options=options, steps=tuple(steps), script=tuple(script))

    def _whole(self, form: Form) -> Form:
        """An action in its JSON form, with the values that may be left out."""
        whole: Form = msgspec.json.decode(msgspec.json.encode(self.read_action(form)))
        return whole

    def gesture(self, name: str) -> Gesture[S] | None:
        return next((gesture for gesture in self.gestures if gesture.name == name), None)

    @property
    def players(self) -> str:
        """How many can play: "2 to 6 players"."""
        least, most = self.seats[0], self.seats[-1]
        return f"{least} to {most} players" if least < most else f"{least} player{'s' if least > 1 else ''}"

    def __post_init__(self) -> None:
        msgspec.json.Decoder(_holder(self.actions))  # looks the types up now, before several threads do

    def read_action(self, form: Any) -> Any:
        """The action with this JSON form ({"do": …}). Raises Refused if a value is wrong."""
        try:
            return msgspec.convert({"form": form}, _holder(self.actions)).form
        except msgspec.ValidationError as error:
            raise Refused("", f"That isn't an action in {self.title}: {in_plain_words(error)}.") from None

    def view(self, state: S, seat: Seat | None) -> View:
        """Everything that a seat may know, or an onlooker (None)."""
        public = self.public(state)
        return public if seat is None else seen_by(public, seat, self.own(state, seat))

    def asked(self, state: S) -> list[Seat]:
        """The seats that may act, in the order to ask them where speed does not count, as among bots."""
        actors = list(state.actors())
        return sorted(actors, key=lambda seat: state.silence(seat) is not None) if self.calls.interrupts else actors

    def check_seats(self, seats: int, options: Options) -> None:
        if seats not in self.seats:
            raise Refused("", f"{self.title} is for {self.players}, not {seats}.")
        options.check_seats(seats)


@cache
def _lesson_text(package: str) -> str:
    file = resources.files(package).joinpath("LESSON.md")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def _holder(actions: Any) -> Any:
    """A Struct around the union of actions: msgspec caches a Struct's field types, but not a bare union."""
    return msgspec.defstruct("Holder", [("form", actions)])


AnyGame = Game[Any, Any]
