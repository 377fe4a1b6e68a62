"""A score sheet as it is shown: part of the view vocabulary."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.kernel.scorer import Pad, Remark
from parlour.kernel.sentences import named
from parlour.kernel.state import Seat


class LedgerCell(Struct, frozen=True, omit_defaults=True):
    """One player's part of a round: what was written down, what it counts, and the total after it."""

    total: int
    counted: int | None = None  # None: it is not there yet
    points: int | None = None
    cards: tuple[str, ...] | None = None
    note: str = ""


class LedgerRound(Struct, frozen=True, omit_defaults=True):
    number: int
    title: str
    dealer: Seat
    cells: tuple[LedgerCell | None, ...]  # None: had no part in it
    calls: tuple[Seat, ...] = ()  # as it was said: who was caught, and last who won or went out
    events: tuple[Remark, ...] = ()
    missing: tuple[Seat, ...] = ()
    idle: bool = False  # written down after the match was decided, so it does not count
    caught: tuple[Seat, ...] = ()
    nobody: bool = False  # it was said that nobody won
    last: bool | None = None  # whether it was the last one, where that was said
    won: Seat | None = None  # who won it or went out, said or not
    unsaid: bool = False  # who won has to be said again, after a correction


class NextRound(Struct, frozen=True):
    number: int
    title: str
    dealer: Seat
    seats: tuple[Seat, ...]  # who has a part in it


class Ledger(Struct, frozen=True, omit_defaults=True):
    pad: Pad
    change: int  # how often the sheet has been changed: an undo names it, so that nobody undoes what they have not seen
    rounds: tuple[LedgerRound, ...] = ()
    next: NextRound | None = None  # None: the match is decided
    undo: str = ""  # what an undo would take back: "Round 3"


def ledger_with_names(ledger: Ledger, names: Sequence[str]) -> Ledger:
    rounds = tuple(
        replace(one, events=tuple(replace(event, say=named(event.say, names)) for event in one.events))
        for one in ledger.rounds
    )
    return replace(ledger, rounds=rounds, undo=named(ledger.undo, names))
