"""What a Torpedo player can do: what both rummies have, and to accept a call."""

from typing import final

from msgspec import Struct

from parlour.games.rummy.actions import Shared


@final
class Accept(Struct, frozen=True, tag_field="do", tag="accept", forbid_unknown_fields=True):
    """Let the caller have the discard (T24)."""


ACCEPT = Accept()

Action = Shared | Accept
