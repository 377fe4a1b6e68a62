"""What a Progressive player can do: what both rummies have, and to claim a hot card."""

from typing import final

from msgspec import Struct

from parlour.games.rummy.actions import Buy, Deal, Discard, End, Exchange, LayDown, Pass, PlayOn, Take


@final
class Claim(Struct, frozen=True, tag_field="do", tag="claim", forbid_unknown_fields=True):
    """Play the hot card onto a meld (P14)."""

    meld: End


Action = Take | Buy | Pass | Claim | LayDown | PlayOn | Exchange | Discard | Deal
