"""A score sheet as viewers see it: part of the view vocabulary."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.kernel.scorer import Pad, Remark
from parlour.kernel.sentences import named
from parlour.kernel.state import Seat


class LedgerCell(Struct, frozen=True, omit_defaults=True):
    """One player's part of a round: what was written down, what it counts, and the total after it."""

    total: int
    counted: int | None = None  # None: nothing has been written down yet
    points: int | None = None
    cards: tuple[str, ...] | None = None
    note: str = ""
    bid: int | None = None
    tricks: int | None = None
    blind: bool = False


class LedgerRound(Struct, frozen=True, omit_defaults=True):
    number: int
    title: str
    dealer: Seat
    cells: tuple[LedgerCell | None, ...]  # None: did not play this round
    calls: tuple[Seat, ...] = ()  # as written down: who was caught, and last who won or went out
    events: tuple[Remark, ...] = ()
    missing: tuple[Seat, ...] = ()
    idle: bool = False  # written down after the match was decided, so it does not count
    caught: tuple[Seat, ...] = ()
    nobody: bool = False  # it is written down that nobody won
    last: bool | None = None  # whether it was the last round, if that is written down
    won: Seat | None = None  # who won or went out, written down or worked out
    unsaid: bool = False  # a correction made it unclear who won, so it has to be written down again


class NextRound(Struct, frozen=True):
    number: int
    title: str
    dealer: Seat
    seats: tuple[Seat, ...]  # who plays it


class Ledger(Struct, frozen=True, omit_defaults=True):
    pad: Pad
    change: int  # how many changes there were: an undo names it, so that nobody undoes a change they have not seen
    rounds: tuple[LedgerRound, ...] = ()
    next: NextRound | None = None  # None: the match is decided
    undo: str = ""  # what an undo would take back: "Round 3"


def ledger_with_names(ledger: Ledger, names: Sequence[str]) -> Ledger:
    rounds = tuple(
        replace(one, events=tuple(replace(event, say=named(event.say, names)) for event in one.events))
        for one in ledger.rounds
    )
    return replace(ledger, rounds=rounds, undo=named(ledger.undo, names))
