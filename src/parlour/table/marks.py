"""How a table knows a message that it has already done: for every entry it keeps the hashes of who sent it under which
id, and of what it asked for. A client whose line broke sends its message again, and nothing happens twice."""

from hashlib import blake2b
from typing import Any

from msgspec.json import encode

from parlour.kernel.refusal import Refused
from parlour.table.events import TableEntry

MARK = 8  # bytes of the hash that recognizes a client's message by its id
SAID = 8  # bytes of the hash of what the message asked for
BOTH = MARK + SAID


def version_of(marks: bytes, key: str, id: str, said: str) -> int:
    """Return the version that a client's message made, or 0 if it is new. Refuse an id used for something else."""
    mark = _mark(key, id)
    at = marks.find(mark)
    while at > 0 and at % BOTH:  # a chance match across two marks
        at = marks.find(mark, at + 1)
    if at < 0:
        return 0
    before = marks[at + MARK : at + BOTH]
    if any(before) and said and before != bytes.fromhex(said):  # old entries have no hash of what was asked
        raise Refused("", "You already used this id for something else.")
    return at // BOTH + 1


def marks_of(key: str, entry: TableEntry) -> bytes:
    """Return what to remember of an entry that the holder of this key made."""
    if not entry.id:
        return bytes(BOTH)
    return _mark(key, entry.id) + (bytes.fromhex(entry.said) if entry.said else bytes(SAID))


def said(asked: Any) -> str:
    """Hash what a client asks for; the order of JSON keys does not matter."""
    return blake2b(encode(asked, order="deterministic"), digest_size=SAID).hexdigest()


def _mark(key: str, id: str) -> bytes:
    return blake2b(f"{key} {id}".encode(), digest_size=MARK).digest()
