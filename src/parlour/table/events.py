"""What can stand in the log of a table besides moves, and what people may ask of it.

Most events are asked for and written down in the same words. The few that are not (an undo, a rematch, taking a seat)
are in one of the two unions only.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parlour.kernel.log import By, Entry, Move
from parlour.kernel.state import Seat
from parlour.table.chairs import Chair

NOBODY: Seat = -1  # the seat of an entry that no seat made: the house, or a host without a chair

SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Name = Annotated[str, Meta(max_length=400)]  # checked, and answered in better words, by `check_name`


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """How long the house waits. Nobody is hurried unless the family asks for it."""

    turn: Seconds = 0  # for a turn; 0: no clock
    windows: bool = True  # short calls run out; if not, every answer is waited for
    window: Seconds | None = None  # for a call; None: what the rules give; 0: whoever need not answer need not wait
    calls: Literal["quickest", "in turn"] = "quickest"  # who gets it if several call
    slam_grace: Seconds | None = None  # for those who may cut in, before the game goes on; None: what the rules give
    patience: Seconds = 120  # until a bot stands in for somebody who is away and awaited; 0: never


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """What was fixed when the table was set up."""

    game: str
    edition: int
    options: dict[str, Any]  # the house rules that differ from the game as written
    chairs: tuple[Chair, ...]
    host: str  # the key of whoever set it up
    commitment: str = ""  # SHA-256 of the secret
    pace: Pace = Pace()
    onlookers: bool = True
    hints: bool = True
    lookback: bool = True


class Event(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="what", tag=str.lower):
    """Base of everything below."""


class Start(Event, frozen=True):
    """The cards are dealt."""


class ShuffleWords(Event, frozen=True, tag="words"):
    """A seat's own words for the shuffle, told to the house at once."""

    words: Annotated[str, Meta(max_length=100)]


class PromiseWords(Event, frozen=True, tag="promise"):
    """A seat's device has words for the shuffle, and publishes their fingerprint (`promise_of`)."""

    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", max_length=64)]


class Show(Event, frozen=True):
    """The words that the seat's device has promised, when nobody can promise any more."""

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
    """To the undo that was asked for."""


class Refuse(Event, frozen=True):
    pass


class SwapChairs(Event, frozen=True, tag="swap"):
    """Two chairs change places."""

    a: SeatNumber
    b: SeatNumber


class Remove(Event, frozen=True):
    """The host opens a person's chair."""

    seat: SeatNumber


class SetBot(Event, frozen=True, tag="bot"):
    """The host gives a chair to a bot, or, with no bot named, opens it."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)] = ""


class Settle(Event, frozen=True):
    """The host changes how the table is run."""

    locked: bool | None = None
    onlookers: bool | None = None
    pace: Pace | None = None
    hints: bool | None = None  # may one ask what sharp would do?
    lookback: bool | None = None  # and see, when the game is over, what cost most?


class Host(Event, frozen=True):
    """The person on this seat is the host from now on."""

    seat: SeatNumber


class StandingPass(Event, frozen=True, tag="standing"):
    """The entry's seat passes for the rest of this round, or no longer does."""

    on: bool


class MakeGesture(Event, frozen=True, tag="gesture"):
    """Something that changes nothing in the game."""

    name: Annotated[str, Meta(max_length=40)]


class Quote(Event, frozen=True):
    """A rule, for everybody to look up."""

    rule: Annotated[str, Meta(max_length=40)]


Colour = MakeGesture | Quote
AboutChairs = Rename | LeaveSeat | SwapChairs | Remove | SetBot | Settle | Host
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
    | Colour
)

# ---------------------------------------------------------------- only asked for


class AskUndo(Event, frozen=True, tag="undo"):
    """May I take my last move back?"""


class AskRematch(Event, frozen=True, tag="rematch"):
    pass


Request = Same | AskUndo | AskRematch

# ---------------------------------------------------------------- only written down


class Sit(Event, frozen=True):
    name: str
    key: str


class Freeze(Event, frozen=True):
    """The host wants to begin: from here on all promises stand, and are shown. Then the cards are dealt."""


class NewKey(Event, frozen=True):
    """A new personal link was made for the entry's seat; older ones are worth nothing."""

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


Body = Move | Same | Sit | Freeze | NewKey | StandIn | Back | UndoAsked | TakeBack | Rematch
TableEntry = Entry[Body]


class Stamp(Struct, frozen=True):
    """When an entry is made, and by what whoever asked for it knows it again."""

    at: float = 0.0
    id: str = ""
    said: str = ""

    def entry(self, seq: int, seat: Seat, by: By, body: Body) -> TableEntry:
        return Entry(seq, self.at, seat, by, body, self.id, said=self.said)


UNSTAMPED = Stamp()
