"""The log of a game: its opening and its entries. Everything else is derived by playing them again.

An entry holds the action's value, never an index into something, so a log can be read, checked and replayed without
the program that wrote it.

A log that leaves the table is sealed: each part carries a hash of itself and of the seal before it. So the first part
that somebody changed afterward can be found, even if the rules would have allowed the change.
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

# Hexadecimal digits of a seal. Finding another entry with the same seal takes 2⁶⁴ trials. More digits would not stop a
# forger, who can compute new seals for the whole log.
SEAL: Final = 16

LONGEST_NAME: Final = 100  # tables allow no longer ones, and a replay repeats the names in every frame


class Opening(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was fixed before the first card."""

    game: str
    edition: int
    options: dict[str, Any]  # house rules that are not the default
    seats: tuple[str, ...]  # names
    commitment: str  # SHA-256 of the secret
    words: tuple[str, ...] = ()  # what each seat added to the shuffle
    promises: tuple[str, ...] = ()  # fingerprints of the words, from before any words were shown; "" for no promise
    seal: str = ""

    @property
    def silent(self) -> list[Seat]:
        """The seats that promised words and did not show them in time."""
        return [seat for seat, promise in enumerate(self.promises) if promise and not self.words[seat]]


class Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="what", tag="move"):
    """The body of an entry that is an action of the game."""

    action: dict[str, Any]
    points: tuple[int, ...] | None = None  # of the round that this move ended, for readers who cannot replay it


class Entry(Struct, Generic[B_co], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that happened. In a game's file every entry is a move; at a live table there are events too."""

    seq: int  # 1, 2, 3 …
    at: float  # wall time, seconds
    seat: Seat
    by: By
    body: B_co
    id: str = ""  # the client's own id for it, so that a resend is recognized
    seal: str = ""
    said: str = ""  # a short hash of what the client asked for: the same id must ask for the same thing


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as a file. It has the secret only once the game is over, or if the game was not played at a live table."""

    opening: Opening
    entries: list[Entry[Move]]
    secret: str | None = None  # hex
    result: Result | None = None

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def sealed(self) -> "Log":
        """A copy with seals. The same game always gets the same seals."""
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


_log = msgspec.json.Decoder(Log)  # made at import, before several threads read at once


class BadLog(Refused):
    """Something in a log is wrong. `entry` is the first wrong entry: 0 is the opening, None what follows the last."""

    def __init__(self, entry: int | None, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)
        self.entry = entry


class ExchangedWords(BadLog):
    """The words of these seats are not the ones that they promised."""

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
    """The log of a game that is about to begin."""
    opening = Opening(game.name, game.edition, changed(options), tuple(names), commitment(secret), tuple(words))
    return Log(opening, [], secret.hex())


def form_of(action: Any) -> dict[str, Any]:
    """An action in its JSON form, as a file or a client would give it back: tuples become lists."""
    form: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    return form


def record(log: Log, seat: Seat, action: Any, by: By, at: float, id: str = "") -> None:
    """Add a move that has been applied."""
    log.entries.append(Entry(len(log.entries) + 1, at, seat, by, Move(form_of(action)), id))


def read_log(text: bytes) -> Log:
    """A log from its JSON. Raises Refused with a sentence that says what is wrong."""
    try:
        log = _log.decode(text)
        json.loads(text, object_pairs_hook=_refuse_duplicates, parse_int=len, parse_float=len)
        return log
    except RecursionError:
        raise Refused("", "This isn't a log: it's nested too deeply.") from None
    except msgspec.ValidationError as error:
        raise unfit(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        what = "is cut short" if "truncated" in str(error) else "is damaged"
        raise Refused("", f"The log {what}: {error}.") from None


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> None:
    """Refuse a key that appears twice: readers disagree about which of its values counts."""
    if len(dict(pairs)) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise Refused("", f"The log is damaged: it says {quoted(twice)} twice in one place.")


def unfit(error: msgspec.ValidationError) -> Refused:
    """The refusal for a wrong value in a log. It names the entry, if the value is in one."""
    why = f"This isn't a Parlour log: {in_plain_words(error)}."
    if found := re.search(r"`\$\.entries\[(\d+)\]", str(error)):
        number = int(found[1]) + 1
        return BadLog(number, "", f"Entry {number} can't be read. {why}")
    return Refused("", why)


def seal_of(part: Opening | Entry[Any], before: str = "") -> str:
    """The seal of the opening, or of an entry that follows a part with the seal `before`. It is a hash of `before` and
    of the part's JSON without its own seal, without spaces and with its keys in alphabetical order."""
    text = msgspec.json.encode(replace(part, seal=""), order="sorted")
    return sha256(before.encode() + text).hexdigest()[:SEAL]


def shuffler_of(log: Log) -> Shuffler:
    """The shuffler that dealt a log's game. Raises Refused if the secret is missing, or if the secret or a seat's words
    are not the ones that were promised."""
    if log.secret is None:
        raise Refused("", "The log doesn't have its secret yet, so its cards can't be dealt again.")
    try:
        secret = bytes.fromhex(log.secret)
    except ValueError:
        secret = b""
    if secret.hex() != log.secret:
        raise Refused("", "The log's secret must be a hexadecimal number in lowercase, without spaces.")
    if commitment(secret) != log.opening.commitment:
        raise Refused("", "The log's secret isn't the one that was promised before the first card.")
    _check_promises(log.opening)
    return FairShuffler(key_from(secret, list(log.opening.words)))


def _check_promises(opening: Opening) -> None:
    if not opening.promises:
        return  # the log is older than promises, or nobody's device made one
    if not len(opening.promises) == len(opening.words) == len(opening.seats):
        raise Refused("", "The log doesn't have a promise and words for every seat.")
    _check_names(opening)
    exchanged = [
        seat
        for seat, (promise, said) in enumerate(zip(opening.promises, opening.words, strict=True))
        if said and promise != promise_of(opening.commitment, said)
    ]
    if exchanged:
        whose = listed([f"{opening.seats[seat]}'s" for seat in exchanged])
        raise ExchangedWords(exchanged, f"{whose} words were swapped: the log doesn't have the promised ones.")


def _check_names(opening: Opening) -> None:
    if not all(name.isprintable() and len(name) <= LONGEST_NAME for name in opening.seats):
        raise Refused("", f"The log has a name that's too long (over {LONGEST_NAME} characters) or can't be printed.")


def begin(game: AnyGame, opening: Opening, shuffler: Shuffler) -> Any:
    """The state before the first entry."""
    if opening.edition != game.edition:
        need = "update Parlour" if opening.edition > game.edition else "you need an older Parlour"
        raise Refused(
            "",
            f"The log was played by edition {opening.edition} of the rules of {game.title}. This Parlour has edition "
            f"{game.edition}, which may play it differently. To replay the log, {need}.",
        )
    _check_names(opening)
    options = read(game.options, opening.options)
    game.check_seats(len(opening.seats), options)
    return game.start(options, len(opening.seats), shuffler)


def replay(game: AnyGame, log: Log, shuffler: Shuffler | None = None) -> Iterator[ReplayStep[Any]]:
    """Play a log from its opening, a step per entry. Raises Refused (BadLog for an entry) if something does not fit."""
    return _play(game, log, _begun(game, log, shuffler))


def final(game: AnyGame, log: Log, shuffler: Shuffler | None = None) -> Any:
    """The state after the last entry."""
    state = _begun(game, log, shuffler)
    for _ in _play(game, log, state):
        pass
    return state


def story(game: AnyGame, log: Log, viewer: Seat | None = None) -> list[str]:
    """What happened, in sentences, as one seat (or an onlooker) was told it."""
    return [
        named(sentence, log.opening.seats)
        for step in replay(game, log)
        for sentence in game.tell(step.before, step.entry.seat, step.action, step.after, viewer).sentences
    ]


def _begun(game: AnyGame, log: Log, shuffler: Shuffler | None) -> Any:
    """The state before the first entry, after checking the opening's seal."""
    seal = log.opening.seal
    if seal and seal != seal_of(log.opening):
        raise BadLog(0, "", "The opening has been changed since it was sealed.")
    if not seal and any(entry.seal for entry in log.entries):
        raise BadLog(0, "", "The opening has lost its seal.")
    return begin(game, log.opening, shuffler or shuffler_of(log))


def _play(game: AnyGame, log: Log, state: Any) -> Iterator[ReplayStep[Any]]:
    seal = log.opening.seal
    for number, entry in enumerate(log.entries, 1):
        try:
            if entry.seq != number:
                raise Refused("", f"it's numbered {entry.seq}.")
            if seal:
                seal = seal_of(entry, seal)
                if entry.seal != seal:
                    changed = "it has been changed since it was sealed."
                    raise Refused("", changed if entry.seal else "it has lost its seal.")
            nobody = entry.seat == -1 and game.flow.host_moves  # a host without a chair
            if not 0 <= entry.seat < len(log.opening.seats) and not nobody:
                raise Refused("", f"there's no seat {entry.seat}.")
            action = game.read_action(entry.body.action)
            before = state.copy()
            state.apply(entry.seat, action)
            if entry.body.points is not None and [list(entry.body.points)] != state.sheet[-1:]:
                raise Refused("", "it doesn't score the points it records.")
        except Refused as refusal:
            sentence = named(refusal.sentence, log.opening.seats)
            raise BadLog(number, refusal.rule, f"Entry {number} doesn't fit: {sentence}") from None
        yield ReplayStep(entry, before, action, state)
    if log.result is not None and (result := state.result()) != log.result:
        if result is None:
            missing = len(log.entries) + 1
            raise BadLog(missing, "", f"Entry {missing} is missing: the game isn't over, but the log has a result.")
        raise BadLog(None, "", "The log doesn't lead to the result it records.")
