"""The messages of the WebSocket, described in docs/protocol.md. The `view` message is `table_view.ViewMessage`."""

import json
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from parlour.kernel.bad_input import in_plain_words
from parlour.kernel.refusal import Refused, repeated
from parlour.kernel.state import Seat
from parlour.kernel.view import Filling
from parlour.table.events import EmoteName, Request

MOST_BYTES = 16_384  # in a client's message

Id = Annotated[str, Meta(min_length=1, max_length=64)]
ShownFace = Annotated[str, Meta(max_length=12)]
Meanings = list[list[list[str]]]  # for every card of every group: what it could stand for; empty for a natural card
SheetQuestion = Literal["", "who", "winner", "moon", "last", "pieces", "points"]  # what a score sheet has to know first


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Base of what a client sends."""

    id: Id


class Act(FromClient, frozen=True):
    """Make a move."""

    action: dict[str, Any]
    seen: Annotated[int, Meta(ge=0)] | None = None


class Try(FromClient, frozen=True):
    """Ask whether a move would be allowed."""

    action: dict[str, Any]


class TableRequest(FromClient, frozen=True, tag="table"):
    """Ask for a change of the table."""

    event: Request


class Hint(FromClient, frozen=True):
    """Ask for a hint."""


class Arrange(FromClient, frozen=True):
    """Choose the order of one's hand."""

    order: str | Annotated[list[ShownFace], Meta(max_length=120)]


class Emote(FromClient, frozen=True):
    """Show everybody a small picture at one's place. It is in no log."""

    emote: EmoteName


class Ping(FromClient, frozen=True):
    pass


class ClientPong(FromClient, frozen=True, tag="pong"):
    """The answer to a ServerPing."""


class Visible(FromClient, frozen=True):
    """Say whether anybody can see the page. It gets no answer."""

    visible: bool


Message = Act | Try | Hint | TableRequest | Arrange | Emote | Ping | ClientPong | Visible


class ToClient(Struct, frozen=True, tag_field="type", tag=str.lower):
    """Base of what a client is sent."""


class Ack(ToClient, frozen=True):
    id: str
    version: int


class RefusalMessage(ToClient, frozen=True, tag="refused", omit_defaults=True):
    id: str
    rule: str
    why: str
    meanings: Meanings | None = None  # for a try: what its jokers could stand for
    faults: list[str] | None = None  # for a try: what is wrong with each group, "" if nothing
    counts: list[int | None] | None = None  # for a score sheet: what each cell would count
    asks: Annotated[str, SheetQuestion] = ""


class Tried(ToClient, frozen=True, omit_defaults=True):
    id: str
    say: str
    meanings: Meanings | None = None
    faults: list[str] | None = None
    counts: list[int | None] | None = None


class Advised(ToClient, frozen=True, tag="advice"):
    """A hint: what sharp would do on your seat, and why."""

    id: str
    version: int  # of the table that the hint is for
    action: dict[str, Annotated[Any, Filling]] | None  # None: wait
    say: str
    why: str


class ServerPing(ToClient, frozen=True, tag="ping"):
    """The client answers it at once, to measure the round trip."""

    id: str


class Pong(ToClient, frozen=True):
    id: str


class NewLink(ToClient, frozen=True, tag="link"):
    """The table is reached by another link from now on."""

    link: str


class Emoted(ToClient, frozen=True):
    """A seat shows an emote."""

    seat: Seat
    emote: EmoteName


class Bye(ToClient, frozen=True):
    why: str


class _Anything(Struct):
    id: str = ""


_reader: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()


def read(data: bytes) -> Message:
    """Return a client's message, or raise Refused."""
    if len(data) > MOST_BYTES:
        raise Refused("", f"A message can have up to {MOST_BYTES} bytes. This one has {len(data)}.")
    try:
        return _reader.decode(data)
    except msgspec.ValidationError as error:
        raise Refused("", f"We can't read that message: {in_plain_words(error)}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("", f"That message isn't JSON: {repeated(str(error))}.") from None


def id_in(data: bytes) -> str:
    """Return the id of a message that could not be read, if it can be found."""
    if len(data) > MOST_BYTES:
        return ""
    try:
        return msgspec.json.decode(data, type=_Anything).id[:64]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _id_beside_nonsense(data)


def _id_beside_nonsense(data: bytes) -> str:
    """Return the id of a message that contains invalid text, such as half of a surrogate pair."""
    try:
        message = json.loads(data)
        id = message["id"][:64]
        return id if isinstance(id, str) and id.encode() else ""
    except (ValueError, TypeError, LookupError, RecursionError):
        return ""


def encode(message: Struct) -> bytes:
    return _encoder.encode(message)
