"""A log as text that people can read and write: headers, then one line per move.

    Parlour log
    game: golf
    edition: 3
    seat 0: Ann
    seat 1: Bob
    rule holes: 3
    commitment: 9f2c…
    begun: 1763259936.123

    ; Hole 1 of 3
    1. Ann: turn slot=0 #1f0e96b2c4d811aa ; Ann turned up 7♥.
    2. Bob (bot) +1.250s: swap slot=3 -> 5 9 #c9a0c1d2e3f40516

Nothing is lost: `read_text(write_text(log)) == log`. A value is written as plain text where that is unambiguous, and
otherwise as JSON. A semicolon at the beginning of a line or after a space begins a comment.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from parlour.kernel.game import AnyGame
from parlour.kernel.log import Entry, Log, Move, read_log, replay, unfit
from parlour.kernel.refusal import Refused, quoted, repeated
from parlour.kernel.state import Seat
from parlour.kernel.view import named

FIRST: Final = "Parlour log"
MOST_BYTES: Final = 50_000_000  # in a file
OPENS: Final = ('"', "[", "{")  # JSON values that begin with these must also be closed
MOST_SEATS: Final = 100
LONGEST_WHO: Final = 1000
HEADERS: Final = ("game", "edition", "commitment", "begun", "secret", "winners", "scores", "sides", "seal")

_HEADER: Final = re.compile(r"(seat|words|promise|rule) ([^\s:]+): *(.*)|(\w+): *(.*)")
_MOVE: Final = re.compile(r"(-?\d{1,18})\. *(.*)")
_WHO: Final = re.compile(r"(.*?)(?: \((person|bot|clock)(?:, (\".*\"))?\))?(?: (?:\+(\d{1,12}\.\d{1,9})s|@(\S+)))?")
_SEAT: Final = re.compile(r"seat (-?\d{1,18})")
_NAME: Final = re.compile(r"(?=.{1,100}\Z)[\w'.-]+(?: [\w'.-]+)*")
_WORD: Final = re.compile(r"[\w'.:@=*+-]+")
_KEY: Final = re.compile(r"[A-Za-z_]\w*")
_FIELD: Final = re.compile(r"([A-Za-z_]\w*)=")


# ---------------------------------------------------------------- writing


def write_text(log: Log, game: AnyGame | None = None) -> str:
    """The log as text. If the game is given and can play the log, rounds get headings and moves get sentences."""
    opening = log.opening
    begun = log.entries[0].at if log.entries else None
    lines = [FIRST, f"game: {_line(opening.game)}", f"edition: {opening.edition}"]
    lines += [f"seat {seat}: {_line(name)}" for seat, name in enumerate(opening.seats)]
    lines += [f"words {seat}: {_line(words)}" for seat, words in enumerate(opening.words)]
    lines += [f"promise {seat}: {_line(promise)}" for seat, promise in enumerate(opening.promises)]
    lines += [f"rule {_key(name)}: {_json(value)}" for name, value in opening.options.items()]
    lines.append(f"commitment: {_line(opening.commitment)}")
    lines += [f"secret: {_line(log.secret)}"] if log.secret is not None else []
    if log.result is not None:
        lines += [f"winners: {_json(log.result.winners)}", f"scores: {_json(log.result.scores)}"]
        lines += [f"sides: {_json(log.result.sides)}"] if log.result.sides else []
    lines += [f"seal: {_line(opening.seal)}"] if opening.seal else []
    lines += [f"begun: {_json(begun)}"] if begun is not None else []
    labels = _labels(opening.seats)
    comments = _comments(game, log) if game else {}
    at = begun or 0.0
    for place, entry in enumerate(log.entries):
        heading, said = comments.get(place, ("", ""))
        lines += ["", f"; {heading}"] if heading else [""] if not place else []
        lines.append(_move(entry, labels, at) + (f" ; {said}" if said else ""))
        at = entry.at
    return "\n".join(lines) + "\n"


def _move(entry: Entry[Move], labels: Mapping[Seat, str], last: float) -> str:
    who = labels.get(entry.seat, f"seat {entry.seat}")
    id = f", {_json(entry.id)}" if entry.id else ""
    by = f" ({entry.by}{id})" if id or entry.by != "person" else ""
    points = "" if entry.body.points is None else " -> " + " ".join(map(str, entry.body.points))
    seal = f" #{_word(entry.seal)}" if entry.seal else ""
    return f"{entry.seq}. {who}{by}{_time(entry.at, last)}: {_action(entry.body.action)}{points}{seal}"


def _time(at: float, last: float) -> str:
    """The time since the move before, if that gives the time exactly; otherwise the time itself."""
    later = f"{at - last:.3f}"
    if at == last:
        return ""
    return f" +{later}s" if at > last and round(last + float(later), 3) == at else f" @{_json(at)}"


def _action(action: Mapping[str, Any]) -> str:
    do = action.get("do")
    plain = isinstance(do, str) and _is_plain(do) and all(map(_KEY.fullmatch, action))
    if not plain:
        return _json(action)
    return " ".join([str(do), *(f"{key}={_word(value)}" for key, value in action.items() if key != "do")])


def _labels(names: tuple[str, ...]) -> dict[Seat, str]:
    """The names that lines use for seats: only plain names that no two seats share."""
    return {
        seat: name
        for seat, name in enumerate(names)
        if _NAME.fullmatch(name) and names.count(name) == 1 and not _SEAT.match(name)
    }


def _comments(game: AnyGame, log: Log) -> dict[int, tuple[str, str]]:
    """The heading (if a round begins) and the sentences for each move, by its index."""
    comments: dict[int, tuple[str, str]] = {}
    shown = 0
    try:
        for place, step in enumerate(replay(game, log)):
            view = game.public(step.before)
            told = game.tell(step.before, step.entry.seat, step.action, step.after, None).sentences
            heading = view.title if view.round != shown else ""
            shown = view.round
            comments[place] = (_said(heading, log), _said(" ".join(told), log))
    except Refused:
        pass  # a log that cannot be replayed is written without further comments
    return comments


def _said(text: str, log: Log) -> str:
    return " ".join(named(text, log.opening.seats).split())


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _line(text: str) -> str:
    """Text that fills the rest of a line."""
    bare = text.isprintable() and text.strip() == text and " ;" not in text and not text.startswith(";")
    return text if bare and _is_text(text) else _json(text)


def _word(value: Any) -> str:
    """A value that shares its line with others."""
    if isinstance(value, str) and _WORD.fullmatch(value) and _is_text(value):
        return value
    return _json(value)


def _is_plain(name: str) -> bool:
    """Whether a name needs no quotes: it is one word, and no other value in JSON, such as null."""
    return _KEY.fullmatch(name) is not None and _is_text(name)


def _key(name: str) -> str:
    return name if _is_plain(name) else json.dumps(name).replace(" ", "\\u0020").replace(":", "\\u003a")


# ---------------------------------------------------------------- reading


class _Unreadable(ValueError):
    """A line is wrong. The message is a clause that follows the line's number."""


class _Draft(Struct):
    """What has been read so far."""

    headers: dict[str, Any] = {}
    seats: list[str] = []
    words: list[str] = []
    promises: list[str] = []
    options: dict[str, Any] = {}
    entries: list[dict[str, Any]] = []
    at: float = 0.0


def read_text(text: str) -> Log:
    """A log from its notation. Raises Refused with the number of the first line that cannot be read."""
    draft = _Draft()
    begun = False
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        try:
            if not begun:
                begun = _first(line)
            elif line and not line.startswith(";"):
                _take(draft, line)
        except (_Unreadable, RecursionError) as error:
            why = str(error) if isinstance(error, _Unreadable) else "it's nested too deeply."
            raise Refused("", f"Line {number} of the log can't be read: {repeated(why)}") from None
    if not begun:
        raise Refused("", "The log is cut short: there's nothing in it.")
    return _log_of(draft)


def _first(line: str) -> bool:
    if line and not line.startswith(";") and line != FIRST:
        raise Refused("", f"This isn't a Parlour log: it doesn't begin with “{FIRST}”.")
    return line == FIRST


def _take(draft: _Draft, line: str) -> None:
    if found := _MOVE.fullmatch(line):
        draft.entries.append(_entry(draft, int(found[1]), found[2]))
    elif draft.entries:
        raise _Unreadable("after the first move, every line must be a move, like “2. Bob: draw”.")
    elif found := _HEADER.fullmatch(line):
        _header(draft, found)
    else:
        raise _Unreadable("it isn't a header, like “game: golf”, or a move, like “2. Bob: draw”.")


def _header(draft: _Draft, found: re.Match[str]) -> None:
    kind, name, of_several, alone, value = found.groups()
    if alone:
        if alone not in HEADERS or alone in draft.headers:
            why = "is there twice" if alone in HEADERS else "isn't a header"
            raise _Unreadable(f"{quoted(alone)} {why}.")
        draft.headers[alone] = _value(_without_comment(value))
        return
    given = _value(_without_comment(of_several))
    if kind == "rule":
        rule = str(_value(name))
        _only_once(rule, draft.options)
        draft.options[rule] = given
        return
    listed = {"seat": draft.seats, "words": draft.words, "promise": draft.promises}[kind]
    if name != str(len(listed)) or len(listed) >= MOST_SEATS:
        raise _Unreadable(f"{kind} {len(listed)} should come next.")
    listed.append(given)


def _only_once(name: str, said: Mapping[str, Any]) -> None:
    if name in said:
        raise _Unreadable(f"{quoted(name)} is there twice.")


def _without_comment(text: str) -> str:
    """A header's value without the comment after it. A semicolon inside JSON does not begin a comment."""
    if text[:1] in OPENS:
        _, end = _json_at(text, 0)
        rest = text[end:].strip()
        if rest and not rest.startswith(";"):
            raise _Unreadable(f"something comes after the value: {quoted(rest)}.")
        return text[:end]
    return re.split(r"(?:^|\s);", text, maxsplit=1)[0].strip()


def _entry(draft: _Draft, seq: int, text: str) -> dict[str, Any]:
    colon = _colon(text)
    if colon > LONGEST_WHO or not (found := _WHO.fullmatch(text[:colon].strip())):
        raise _Unreadable("the part before the colon must say who moved.")
    who, by, id, later, at = found.groups()
    if not draft.entries:
        draft.at = _seconds(draft.headers.get("begun", 0.0))
    if later:
        draft.at = round(draft.at + float(later), 3)
    elif at:
        draft.at = _seconds(_value(at))
    action, points, seal = _did(text[colon + 1 :].strip())
    body = {"what": "move", "action": action} | ({"points": points} if points is not None else {})
    entry = {"seq": seq, "at": draft.at, "seat": _seat(draft.seats, who), "by": by or "person", "body": body}
    return entry | ({"id": _value(id)} if id else {}) | ({"seal": seal} if seal else {})


def _colon(text: str) -> int:
    """The index of the colon between who moved and what they did: an id in quotes may contain a colon, too."""
    at = text.find(', "')
    if -1 < at < text.find(":"):
        at = _json_at(text, at + 2)[1]
    colon = text.find(":", max(at, 0))
    if colon < 0:
        raise _Unreadable("there's no colon between who moved and what they did.")
    return colon


def _seat(names: list[str], who: str) -> Seat:
    if found := _SEAT.fullmatch(who):
        return int(found[1])
    if names.count(who) != 1:
        raise _Unreadable(f"{'more than one player' if who in names else 'nobody'} is called {quoted(who)}.")
    return names.index(who)


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Unreadable(f"{quoted(value)} isn't a time.")
    return float(value)


def _did(text: str) -> tuple[dict[str, Any], list[int] | None, str]:
    """The action, the points of the round that it ended (or None), and the seal."""
    action: Any = {}
    points: list[int] | None = None
    seal = ""
    at = 0
    if text.startswith("{"):
        action, at = _json_at(text, 0)
    while (at := _past_spaces(text, at)) < len(text) and text[at] != ";":
        if text[at] == "#" and not seal:
            seal, at = _value_at(text, at + 1)
        elif text.startswith("-> ", at) and points is None:
            points, at = [], at + 3
        elif points is not None:
            value, at = _value_at(text, at)
            points.append(value)
        elif not action:
            do, at = _value_at(text, at)
            action = {"do": do}
        else:
            found = _FIELD.match(text, at)
            if not found:
                raise _Unreadable(f"{quoted(text[at : at + 20])} isn't a value of an action: write it like slot=3.")
            _only_once(found[1], action)
            action[found[1]], at = _value_at(text, found.end())
    if not action:
        raise _Unreadable("it doesn't say what they did.")
    return action, points, seal


def _past_spaces(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _value_at(text: str, at: int) -> tuple[Any, int]:
    """A value, and where it ends."""
    if text[at : at + 1] in OPENS:
        return _json_at(text, at)
    end = at
    while end < len(text) and not text[end].isspace():
        end += 1
    return _value(text[at:end]), end


# The closing quote is optional: otherwise each quote in an unclosed string would be tried as the start of another.
_END_OF_JSON: Final = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]')


def _json_at(text: str, at: int) -> tuple[Any, int]:
    """The JSON value that begins here, and where it ends: at the bracket that closes the first one."""
    depth = 0
    for found in _END_OF_JSON.finditer(text, at):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth <= 0:
            value = _value(text[at : found.end()])
            return value, found.end()
    raise _Unreadable("it has a bracket that is never closed.")


def _value(text: str) -> Any:
    """The value of JSON, or the text itself. Text that begins like JSON must be valid JSON."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        if text[:1] in OPENS:
            raise _Unreadable(f"{quoted(text)} isn't valid JSON.") from None
        return text


def _is_text(text: str) -> bool:
    """Whether `_value` gives this text back unchanged."""
    return text[:1] not in OPENS and bool(_value(text) == text)


def _log_of(draft: _Draft) -> Log:
    """The log made of everything that was read, checked like a log from JSON."""
    given = draft.headers
    opening: dict[str, Any] = {name: given[name] for name in ("game", "edition", "commitment", "seal") if name in given}
    opening |= {"seats": draft.seats, "words": draft.words, "promises": draft.promises, "options": draft.options}
    whole: dict[str, Any] = {"opening": opening, "entries": draft.entries, "secret": given.get("secret")}
    if "winners" in given or "scores" in given:
        whole["result"] = {name: given[name] for name in ("winners", "scores", "sides") if name in given}
    try:
        return msgspec.convert(whole, Log)
    except msgspec.ValidationError as error:
        raise unfit(error) from None


# ---------------------------------------------------------------- either form


def read_either(text: bytes) -> Log:
    """A log from JSON or from notation."""
    start = text.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] in (b"", b"{", b"[", b'"'):
        return read_log(start)
    try:
        return read_text(start.decode())
    except UnicodeDecodeError:
        raise Refused("", "This isn't a Parlour log: it isn't text.") from None


def load_log(path: Path) -> Log:
    return read_either(read_file(path, MOST_BYTES, "a log"))


def read_file(path: Path, most: int, what: str) -> bytes:
    """The bytes of a file that should be `what`. Raises Refused if it cannot be read or is longer than `most` bytes."""
    try:
        with path.open("rb") as file:
            text = file.read(most + 1)
    except OSError as error:
        raise Refused("", f"{path} can't be read: {error.strerror}.") from None
    if len(text) > most:
        raise Refused("", f"{path} is too long for {what}: it has more than {most:,} bytes.")
    return text
