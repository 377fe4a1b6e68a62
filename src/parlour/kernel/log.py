"""The log: a game is its opening and its entries, and everything else is derived by playing them again.

An entry holds the action's value, never an index into something, so a log can be read, checked and replayed without
the program that wrote it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from parlour.kernel.game import AnyGame
from parlour.kernel.options import Options, changed, read
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import FairShuffler, Shuffler, commitment, key_from
from parlour.kernel.state import Result, Seat, State
from parlour.kernel.view import named

S = TypeVar("S", bound=State[Any])
B_co = TypeVar("B_co", covariant=True)

By = Literal["person", "bot", "clock"]


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """What was fixed before the first card."""

    game: str
    edition: int
    options: dict[str, Any]  # the house rules that differ from the game as written
    seats: tuple[str, ...]  # names
    commitment: str  # SHA-256 of the secret
    words: tuple[str, ...] = ()  # what each seat added to the shuffle


class Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="what", tag="move"):
    """The body of an entry that is an action of the game."""

    action: dict[str, Any]
    points: tuple[int, ...] | None = None  # the round's, if this move ended one: for readers who cannot replay


class Entry(Struct, Generic[B_co], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that happened. In a game's file they are all moves; a live table has more to tell."""

    seq: int  # 1, 2, 3 …
    at: float  # wall time, seconds
    seat: Seat
    by: By
    body: B_co
    id: str = ""  # the client's own number for it, so that a resend is recognised


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as a file. The secret is in it only when the game is over (or was never anybody else's)."""

    opening: Opening
    entries: list[Entry[Move]]
    secret: str | None = None  # hex
    result: Result | None = None

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


@dataclass(frozen=True)
class Step(Generic[S]):
    """One move of a replay, with the state on either side of it."""

    entry: Entry[Move]
    before: S
    action: Any
    after: S


def open_log(game: AnyGame, options: Options, names: Sequence[str], secret: bytes, words: Sequence[str] = ()) -> Log:
    """The log of a game about to begin."""
    opening = Opening(game.name, game.edition, changed(options), tuple(names), commitment(secret), tuple(words))
    return Log(opening, [], secret.hex())


def form_of(action: Any) -> dict[str, Any]:
    """An action in its JSON form, as it is after a file or a wire: with lists where it has tuples."""
    form: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    return form


def record(log: Log, seat: Seat, action: Any, by: By, at: float, id: str = "") -> None:
    """Add a move that has been applied."""
    log.entries.append(Entry(len(log.entries) + 1, at, seat, by, Move(form_of(action)), id))


def read_log(text: bytes) -> Log:
    """A log from its file, or Refused in one sentence that says where it breaks off."""
    try:
        return msgspec.json.decode(text, type=Log)
    except RecursionError:
        raise Refused("", "This is not a log: it is nested too deeply.") from None
    except msgspec.ValidationError as error:
        raise Refused("", f"This is not a log of Parlour: {str(error)[:200]}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        what = "is cut short" if "truncated" in str(error) else "is damaged"
        raise Refused("", f"The log {what}: {error}.") from None


def load_log(path: Path) -> Log:
    try:
        return read_log(path.read_bytes())
    except OSError as error:
        raise Refused("", f"{path} cannot be read: {error.strerror}.") from None


def shuffler_of(log: Log) -> Shuffler:
    """The shuffler a log's game was dealt with, once its secret is known and is the one that was promised."""
    if log.secret is None:
        raise Refused("", "The log does not hold its secret yet, so its cards cannot be dealt again.")
    try:
        secret = bytes.fromhex(log.secret)
    except ValueError:
        raise Refused("", "The log's secret is not a hexadecimal number.") from None
    if commitment(secret) != log.opening.commitment:
        raise Refused("", "The log's secret is not the one that was promised before the first card.")
    return FairShuffler(key_from(secret, list(log.opening.words)))


def begin(game: AnyGame, opening: Opening, shuffler: Shuffler) -> Any:
    """The state at the first entry."""
    if opening.edition != game.edition:
        raise Refused(
            "",
            f"The log was played by edition {opening.edition} of the rules of {game.title}; this is edition "
            f"{game.edition}, which may play it differently.",
        )
    options = read(game.options, opening.options)
    game.check_seats(len(opening.seats), options)
    return game.start(options, len(opening.seats), shuffler)


def replay(game: AnyGame, log: Log, shuffler: Shuffler | None = None) -> Iterator[Step[Any]]:
    """Play a log from its opening, a step an entry. Whatever does not fit is Refused with the entry's number."""
    return _play(game, log, begin(game, log.opening, shuffler or shuffler_of(log)))


def final(game: AnyGame, log: Log, shuffler: Shuffler | None = None) -> Any:
    """The state after the last entry."""
    state = begin(game, log.opening, shuffler or shuffler_of(log))
    for _ in _play(game, log, state):
        pass
    return state


def story(game: AnyGame, log: Log, viewer: Seat | None = None) -> list[str]:
    """What happened, a sentence each, as one seat (or an onlooker) was told it."""
    return [
        named(sentence, log.opening.seats)
        for step in replay(game, log)
        for sentence in game.tell(step.before, step.entry.seat, step.action, step.after, viewer).sentences
    ]


def _play(game: AnyGame, log: Log, state: Any) -> Iterator[Step[Any]]:
    for number, entry in enumerate(log.entries, 1):
        try:
            if entry.seq != number:
                raise Refused("", f"it is numbered {entry.seq}.")
            if not 0 <= entry.seat < len(log.opening.seats):
                raise Refused("", f"there is no seat {entry.seat}.")
            action = game.read_action(entry.body.action)
            before = state.copy()
            state.apply(entry.seat, action)
            if entry.body.points is not None and [list(entry.body.points)] != state.sheet[-1:]:
                raise Refused("", "it does not score what it records.")
        except Refused as refusal:
            sentence = named(refusal.sentence, log.opening.seats)
            raise Refused(refusal.rule, f"Entry {number} does not fit: {sentence}") from None
        yield Step(entry, before, action, state)
    if log.result is not None and state.result() != log.result:
        raise Refused("", "The log does not play to the result it records.")
