"""The events in a table's log besides moves, and the requests that people may make.

Most events are requested and logged in the same form. The few that are not (an undo, a rematch, taking a seat) are in
only one of the two unions, `Request` and `Body`.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parlour.kernel.log import By, Entry, Move
from parlour.kernel.state import Seat, SeatNumber
from parlour.table.chairs import Chair
from parlour.table.decor import PLAIN, Decor

NOBODY: Seat = -1  # the seat of an entry made by no seat: by the server, or by a host without a chair

Seconds = Annotated[int, Meta(ge=0, le=86_400)]
EmoteName = Literal["wave", "clap", "heart", "laugh", "gasp", "think"]
Name = Annotated[str, Meta(max_length=400)]  # `check_name` has the real limit, and refuses in better words


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """How long the table waits. Nobody is hurried unless the family asks for it."""

    turn: Seconds = 0  # to take a turn; 0: no clock
    windows: bool = True  # whether time for calls runs out; if not, every answer is waited for
    window: Seconds | None = None  # for a call; None: what the rules give; 0: the player at bat need not wait
    calls: Literal["quickest", "in turn"] = "quickest"  # who wins if several call
    slam_grace: Seconds | None = None  # for cutting in before the game goes on; None: what the rules give
    patience: Seconds = 120  # before a bot stands in for a person who is away; 0: never


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """What is fixed when a table is set up."""

    game: str
    edition: int
    options: dict[str, Any]  # the house rules that differ from the game as written
    chairs: tuple[Chair, ...]
    host: str  # the key of the person who set it up
    commitment: str = ""  # SHA-256 of the secret
    pace: Pace = Pace()
    decor: Decor = PLAIN
    onlookers: bool = True
    hints: bool = True
    lookback: bool = True
    one_tap: bool = True
    emotes: bool = True
    lesson: bool = False  # the game's scripted first hand: its secret is known, and everybody plays the script


class Event(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="what", tag=str.lower):
    """Base of all events."""


class Start(Event, frozen=True):
    """The cards are dealt."""


class ShuffleWords(Event, frozen=True, tag="words"):
    """A seat adds words to the shuffle, and tells them to the server at once."""

    words: Annotated[str, Meta(max_length=100)]


class PromiseWords(Event, frozen=True, tag="promise"):
    """A seat's device publishes the fingerprint of its words for the shuffle (`promise_of`)."""

    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", max_length=64)]


class Show(Event, frozen=True):
    """A seat's device shows the words it promised, after the last promise has been made."""

    words: Annotated[str, Meta(min_length=1, max_length=100)]


class Rename(Event, frozen=True):
    name: Name


class LeaveSeat(Event, frozen=True, tag="leave"):
    """A person gives up the seat."""


class Ready(Event, frozen=True):
    """A person has seen the scores of the last round."""


class Pause(Event, frozen=True):
    pass


class Resume(Event, frozen=True):
    pass


class Agree(Event, frozen=True):
    """A person agrees to the undo that was asked for."""


class Refuse(Event, frozen=True):
    pass


class SwapChairs(Event, frozen=True, tag="swap"):
    """Two chairs change places."""

    a: SeatNumber
    b: SeatNumber


class AddChair(Event, frozen=True, tag="add_chair"):
    """The host adds an open chair after the last one."""


class RemoveChair(Event, frozen=True, tag="remove_chair"):
    """The host takes away a chair on which nobody sits. The chairs after it move up."""

    seat: SeatNumber


class Remove(Event, frozen=True):
    """The host opens a person's chair."""

    seat: SeatNumber


class SetBot(Event, frozen=True, tag="bot"):
    """The host gives a chair to a bot, or opens it if no bot is named."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)] = ""


class ChangeSettings(Event, frozen=True, tag="settle"):
    """The host changes how the table is run."""

    locked: bool | None = None
    onlookers: bool | None = None
    pace: Pace | None = None
    hints: bool | None = None  # whether players may ask for hints
    lookback: bool | None = None  # whether players may see their costliest moves after the game
    one_tap: bool | None = None  # whether one tap plays a card, where a game allows it (`Ask.one_tap`)
    emotes: bool | None = None  # whether players may show emotes


class Decorate(Event, frozen=True):
    """The host changes what the table looks like."""

    decor: Decor


class Host(Event, frozen=True):
    """The person on this seat is the host from now on."""

    seat: SeatNumber


class StandingPass(Event, frozen=True, tag="standing"):
    """The entry's seat passes for the rest of this round, or no longer does."""

    on: bool


class LetIn(Event, frozen=True, tag="let_in"):
    """A person lets somebody on a new device back into a chair. Without the host it takes two."""

    seat: SeatNumber


class TurnAway(Event, frozen=True, tag="turn_away"):
    """A person says no to somebody who asks for a chair on a new device."""

    seat: SeatNumber


class MakeGesture(Event, frozen=True, tag="gesture"):
    """A seat makes a gesture, which changes nothing in the game."""

    name: Annotated[str, Meta(max_length=40)]


class Quote(Event, frozen=True):
    """A seat quotes a rule for everybody to read."""

    rule: Annotated[str, Meta(max_length=40)]


class Nudge(Event, frozen=True):
    """A person reminds a seat that it is waited for."""

    seat: SeatNumber


TableTalk = MakeGesture | Quote
MovesChairs = SwapChairs | AddChair | RemoveChair
AboutChairs = Rename | LeaveSeat | MovesChairs | Remove | SetBot | ChangeSettings | Decorate | Host
Same = (
    AboutChairs
    | Start
    | ShuffleWords
    | PromiseWords
    | Show
    | Ready
    | Pause
    | Resume
    | Agree
    | Refuse
    | StandingPass
    | LetIn
    | TurnAway
    | TableTalk
    | Nudge
)

# ---------------------------------------------------------------- only requested


class AskUndo(Event, frozen=True, tag="undo"):
    """A person asks to take their last move back."""


class AskRematch(Event, frozen=True, tag="rematch"):
    pass


Request = Same | AskUndo | AskRematch

# ---------------------------------------------------------------- only logged


class Sit(Event, frozen=True):
    name: str
    key: str


class Freeze(Event, frozen=True):
    """The host starts: no more promises are taken, the promised words are shown, then the cards are dealt."""


class AskToReturn(Event, frozen=True, tag="return"):
    """Somebody on a new device says that a chair is theirs."""

    seat: Seat
    key: str  # which will hold the chair


class NewKey(Event, frozen=True):
    """A seat gets a new personal link, or a person is let in on a new device; the old links stop working."""

    seat: Seat
    key: str


class StandIn(Event, frozen=True):
    """A bot plays for the entry's seat until the person is back."""


class Back(Event, frozen=True):
    pass


class UndoAsked(Event, frozen=True):
    """The entry's seat would like to go back to this version."""

    to: int


class TakeBack(Event, frozen=True, tag="undo"):
    """Everybody agreed: the state is again what it was at this version."""

    to: int


class Rematch(Event, frozen=True):
    """The same people play again at another table."""

    code: str


Body = Move | Same | Sit | Freeze | AskToReturn | NewKey | StandIn | Back | UndoAsked | TakeBack | Rematch
TableEntry = Entry[Body]


class Stamp(Struct, frozen=True):
    """When an entry is made, and the id that its sender gave it."""

    at: float = 0.0
    id: str = ""
    said: str = ""

    def entry(self, seq: int, seat: Seat, by: By, body: Body) -> TableEntry:
        return Entry(seq, self.at, seat, by, body, self.id, said=self.said)


UNSTAMPED = Stamp()
