"""The messages of the WebSocket, as docs/protocol.md has them. The `view` message is `table_view.ViewMessage`."""

import json
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from parlour.kernel.bad_input import in_plain_words
from parlour.kernel.refusal import Refused, repeated
from parlour.kernel.view import Filling
from parlour.table.events import Request

MOST_BYTES = 16_384  # of a client's message

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Face = Annotated[str, Meta(max_length=12)]
Meanings = list[list[list[str]]]  # for every card of every group: what it could stand for; nothing for a natural one
SheetQuestion = Literal["", "who", "winner", "last", "pieces"]  # what a score sheet has to be told first


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Base of what a client says."""

    id: Id


class Act(FromClient, frozen=True):
    """A move."""

    action: dict[str, Any]
    seen: Annotated[int, Meta(ge=0)] | None = None


class Try(FromClient, frozen=True):
    """Would this be allowed?"""

    action: dict[str, Any]


class TableRequest(FromClient, frozen=True, tag="table"):
    """Something about the table."""

    event: Request


class Hint(FromClient, frozen=True):
    """What would sharp do?"""


class Arrange(FromClient, frozen=True):
    """How I like my hand."""

    order: str | Annotated[list[Face], Meta(max_length=120)]


class Ping(FromClient, frozen=True):
    pass


class ClientPong(FromClient, frozen=True, tag="pong"):
    """The answer to a knock, and to nothing else."""


Message = Act | Try | Hint | TableRequest | Arrange | Ping | ClientPong


class ToClient(Struct, frozen=True, tag_field="type", tag=str.lower):
    """Base of what a client is told."""


class Ack(ToClient, frozen=True):
    id: str
    version: int


class RefusalMessage(ToClient, frozen=True, tag="refused", omit_defaults=True):
    id: str
    rule: str
    why: str
    meanings: Meanings | None = None  # of something tried: what its jokers could stand for
    faults: list[str] | None = None  # and what is wrong with each of its groups, "" if nothing
    counts: list[int | None] | None = None  # of a score sheet: what each cell would count
    asks: Annotated[str, SheetQuestion] = ""


class Tried(ToClient, frozen=True, omit_defaults=True):
    id: str
    say: str
    meanings: Meanings | None = None
    faults: list[str] | None = None
    counts: list[int | None] | None = None


class Advised(ToClient, frozen=True, tag="advice"):
    """What sharp would do on your seat, and why: "say: why."."""

    id: str
    version: int  # of the table that was thought about
    action: dict[str, Annotated[Any, Filling]] | None  # None: wait
    say: str
    why: str


class ServerPing(ToClient, frozen=True, tag="ping"):
    """To be answered at once: it measures the line."""

    id: str


class Pong(ToClient, frozen=True):
    id: str


class Bye(ToClient, frozen=True):
    why: str


class _Anything(Struct):
    id: str = ""


_reader: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()


def read(data: bytes) -> Message:
    """A client's message, or Refused with the reason."""
    if len(data) > MOST_BYTES:
        raise Refused("", f"A message can have up to {MOST_BYTES} bytes. This one has {len(data)}.")
    try:
        return _reader.decode(data)
    except msgspec.ValidationError as error:
        raise Refused("", f"We can't read that message: {in_plain_words(error)}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("", f"That message isn't JSON: {repeated(str(error))}.") from None


def id_in(data: bytes) -> str:
    """The id that a message which could not be read seems to have."""
    if len(data) > MOST_BYTES:
        return ""
    try:
        return msgspec.json.decode(data, type=_Anything).id[:64]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _id_beside_nonsense(data)


def _id_beside_nonsense(data: bytes) -> str:
    """The id of a message with something in it that is no text, such as half of a surrogate pair."""
    try:
        message = json.loads(data)
        id = message["id"][:64]
        return id if isinstance(id, str) and id.encode() else ""
    except (ValueError, TypeError, LookupError, RecursionError):
        return ""


def encode(message: Struct) -> bytes:
    return _encoder.encode(message)
