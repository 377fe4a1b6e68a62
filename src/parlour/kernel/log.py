"""The log: a game is its opening and its entries, and everything else is derived by playing them again.

An entry holds the action's value, never an index into something, so a log can be read, checked and replayed without
the program that wrote it.

A log that leaves the table is sealed: each part carries a hash of itself and of the seal before it, so that whatever is
changed afterwards shows in the first part that is not as it was, also where the rules would have allowed it.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from parlour.kernel.bad_input import in_plain_words
from parlour.kernel.game import AnyGame
from parlour.kernel.options import Options, changed, read
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.shuffle import FairShuffler, Shuffler, commitment, key_from, promise_of
from parlour.kernel.state import Result, Seat, State
from parlour.kernel.view import listed, named

S = TypeVar("S", bound=State[Any])
B_co = TypeVar("B_co", covariant=True)

By = Literal["person", "bot", "clock"]

# Hexadecimal digits of a seal. To find another entry with the same one it would take 2⁶⁴ trials; and more digits would
# not stop a forger, who computes all of them anew.
SEAL: Final = 16

LONGEST_NAME: Final = 100  # no table has one that is longer; and a replay repeats it in every frame


class Opening(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was fixed before the first card."""

    game: str
    edition: int
    options: dict[str, Any]  # the house rules that differ from the game as written
    seats: tuple[str, ...]  # names
    commitment: str  # SHA-256 of the secret
    words: tuple[str, ...] = ()  # what each seat added to the shuffle
    promises: tuple[str, ...] = ()  # the fingerprints of the words, from before the first of them was shown; or ""
    seal: str = ""

    @property
    def silent(self) -> list[Seat]:
        """The seats that promised words and did not show them in time."""
        return [seat for seat, promise in enumerate(self.promises) if promise and not self.words[seat]]


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
    seal: str = ""
    said: str = ""  # a short hash of what the client asked for: under the same number it must be the same


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as a file. The secret is in it only when the game is over (or was never anybody else's)."""

    opening: Opening
    entries: list[Entry[Move]]
    secret: str | None = None  # hex
    result: Result | None = None

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def sealed(self) -> "Log":
        """As it leaves the table. The same game always has the same seals."""
        opening = replace(self.opening, seal=seal_of(self.opening))
        entries: list[Entry[Move]] = []
        seal = opening.seal
        for entry in self.entries:
            seal = seal_of(entry, seal)
            entries.append(replace(entry, seal=seal))
        return replace(self, opening=opening, entries=entries)

    @property
    def last_seal(self) -> str:
        return self.entries[-1].seal if self.entries else self.opening.seal


_log = msgspec.json.Decoder(Log)  # made here, because several threads may read at once


class BadLog(Refused):
    """A log cannot be right. `entry` is the first wrong one: 0 for the opening, None for what follows the last."""

    def __init__(self, entry: int | None, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)
        self.entry = entry


class ExchangedWords(BadLog):
    """The words of these seats are not the promised ones."""

    def __init__(self, seats: Sequence[Seat], sentence: str) -> None:
        super().__init__(0, "", sentence)
        self.seats = tuple(seats)


@dataclass(frozen=True)
class ReplayStep(Generic[S]):
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
        log = _log.decode(text)
        json.loads(text, object_pairs_hook=_each_once, parse_int=len, parse_float=len)
        return log
    except RecursionError:
        raise Refused("", "This is not a log: it is nested too deeply.") from None
    except msgspec.ValidationError as error:
        raise unfit(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        what = "is cut short" if "truncated" in str(error) else "is damaged"
        raise Refused("", f"The log {what}: {error}.") from None


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    """Of what is said twice we would take the last, and somebody else the first."""
    if len(dict(pairs)) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise Refused("", f"The log is damaged: it says {quoted(twice)} twice in one place.")


def unfit(error: msgspec.ValidationError) -> Refused:
    """What is wrong with a value in a log, and with which entry."""
    why = f"This is not a log of Parlour: {in_plain_words(error)}."
    if found := re.search(r"`\$\.entries\[(\d+)\]", str(error)):
        number = int(found[1]) + 1
        return BadLog(number, "", f"Entry {number} cannot be read. {why}")
    return Refused("", why)


def seal_of(part: Opening | Entry[Any], before: str = "") -> str:
    """Of the opening, or of an entry after the part with the seal `before`: over its JSON without spaces and without
    its own seal, the keys in alphabetical order."""
    text = msgspec.json.encode(replace(part, seal=""), order="sorted")
    return sha256(before.encode() + text).hexdigest()[:SEAL]


def shuffler_of(log: Log) -> Shuffler:
    """The shuffler a log's game was dealt with, once its secret is known and is the one that was promised. So are the
    words, where they were promised."""
    if log.secret is None:
        raise Refused("", "The log does not hold its secret yet, so its cards cannot be dealt again.")
    try:
        secret = bytes.fromhex(log.secret)
    except ValueError:
        secret = b""
    if secret.hex() != log.secret:
        raise Refused("", "The log's secret is not a hexadecimal number, in small letters and without spaces.")
    if commitment(secret) != log.opening.commitment:
        raise Refused("", "The log's secret is not the one that was promised before the first card.")
    _check_promises(log.opening)
    return FairShuffler(key_from(secret, list(log.opening.words)))


def _check_promises(opening: Opening) -> None:
    if not opening.promises:
        return  # of before there were any, or nobody's device made one
    if not len(opening.promises) == len(opening.words) == len(opening.seats):
        raise Refused("", "The log does not have a promise and words for every seat.")
    _check_names(opening)
    exchanged = [
        seat
        for seat, (promise, said) in enumerate(zip(opening.promises, opening.words, strict=True))
        if said and promise != promise_of(opening.commitment, said)
    ]
    if exchanged:
        whose = listed([f"{opening.seats[seat]}'s" for seat in exchanged])
        raise ExchangedWords(exchanged, f"{whose} words were exchanged: those in the log are not the promised ones.")


def _check_names(opening: Opening) -> None:
    if not all(name.isprintable() and len(name) <= LONGEST_NAME for name in opening.seats):
        raise Refused("", "The log has a name in it that nobody can have.")


def begin(game: AnyGame, opening: Opening, shuffler: Shuffler) -> Any:
    """The state at the first entry."""
    if opening.edition != game.edition:
        than = "newer: update Parlour" if opening.edition > game.edition else "older: a Parlour of its time is needed"
        raise Refused(
            "",
            f"The log was played by edition {opening.edition} of the rules of {game.title}; here they are in edition "
            f"{game.edition}, which may play it differently. The log is {than} to replay it.",
        )
    _check_names(opening)
    options = read(game.options, opening.options)
    game.check_seats(len(opening.seats), options)
    return game.start(options, len(opening.seats), shuffler)


def replay(game: AnyGame, log: Log, shuffler: Shuffler | None = None) -> Iterator[ReplayStep[Any]]:
    """Play a log from its opening, a step an entry. Whatever does not fit is Refused, a BadLog if it is an entry."""
    return _play(game, log, _begun(game, log, shuffler))


def final(game: AnyGame, log: Log, shuffler: Shuffler | None = None) -> Any:
    """The state after the last entry."""
    state = _begun(game, log, shuffler)
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


def _begun(game: AnyGame, log: Log, shuffler: Shuffler | None) -> Any:
    """The state at the first entry, if the opening is as it was sealed."""
    seal = log.opening.seal
    if seal and seal != seal_of(log.opening):
        raise BadLog(0, "", "The opening is not as it was sealed: something in it has been changed.")
    if not seal and any(entry.seal for entry in log.entries):
        raise BadLog(0, "", "The opening has lost its seal.")
    return begin(game, log.opening, shuffler or shuffler_of(log))


def _play(game: AnyGame, log: Log, state: Any) -> Iterator[ReplayStep[Any]]:
    seal = log.opening.seal
    for number, entry in enumerate(log.entries, 1):
        try:
            if entry.seq != number:
                raise Refused("", f"it is numbered {entry.seq}.")
            if seal:
                seal = seal_of(entry, seal)
                if entry.seal != seal:
                    changed = "it is not as it was sealed: it has been changed since."
                    raise Refused("", changed if entry.seal else "it has lost its seal.")
            nobody = entry.seat == -1 and game.flow.host_moves  # a host without a chair
            if not 0 <= entry.seat < len(log.opening.seats) and not nobody:
                raise Refused("", f"there is no seat {entry.seat}.")
            action = game.read_action(entry.body.action)
            before = state.copy()
            state.apply(entry.seat, action)
            if entry.body.points is not None and [list(entry.body.points)] != state.sheet[-1:]:
                raise Refused("", "it does not score what it records.")
        except Refused as refusal:
            sentence = named(refusal.sentence, log.opening.seats)
            raise BadLog(number, refusal.rule, f"Entry {number} does not fit: {sentence}") from None
        yield ReplayStep(entry, before, action, state)
    if log.result is not None and (result := state.result()) != log.result:
        if result is None:
            missing = len(log.entries) + 1
            raise BadLog(missing, "", f"Entry {missing} is missing: the game is not over, yet the log has a result.")
        raise BadLog(None, "", "The log does not play to the result it records.")
