"""What a player of either rummy can do. Frozen and interned: the rules hand out the same few objects again and
again."""

from typing import Annotated, final

from msgspec import Meta, Struct

from parlour.cards import CODES
from parlour.kernel.state import Reaction

FACE = r"(10|[2-9AJQK])[SHDC]"
Face = Annotated[str, Meta(pattern=rf"^({FACE}|JOK)\Z")]
Meant = Annotated[str, Meta(pattern=rf"^({FACE}|JOK|JOK={FACE})\Z")]  # a joker may say what it is to be
Group = Annotated[list[Meant], Meta(max_length=120)]  # one that is still empty may be tried
End = Annotated[str, Meta(pattern=r"^meld:[0-9]{1,2}(@(low|high))?\Z")]
Spot = Annotated[str, Meta(pattern=r"^meld:[0-9]{1,2}@[0-9]{1,2}\Z")]


@final
class Draw(Struct, frozen=True, tag_field="do", tag="draw", forbid_unknown_fields=True):
    """Draw from the stock (T8)."""


@final
class Take(Struct, frozen=True, tag_field="do", tag="take", forbid_unknown_fields=True):
    """Take the visible discard (T8, T22, T24; P6, P11)."""


@final
class Buy(Struct, frozen=True, tag_field="do", tag="buy", forbid_unknown_fields=True, omit_defaults=True):
    """Call for the visible discard out of turn (T22, P11). How quick the call was is for the edge to say."""

    reaction: Reaction = 0


@final
class Pass(Struct, frozen=True, tag_field="do", tag="pass", forbid_unknown_fields=True):
    """Let the visible discard go (T28, P11)."""


@final
class LayDown(Struct, frozen=True, tag_field="do", tag="lay_down", forbid_unknown_fields=True):
    """Lay down the whole contract (T12, P7), a group a meld."""

    melds: Annotated[list[Group], Meta(min_length=1, max_length=4)]


@final
class PlayOn(Struct, frozen=True, tag_field="do", tag="play_on", forbid_unknown_fields=True):
    """Add a card to a meld (T17, P8)."""

    card: Face
    meld: End


@final
class Exchange(Struct, frozen=True, tag_field="do", tag="exchange", forbid_unknown_fields=True):
    """Give the card that a laid joker stands for, and take the joker (T19, P9)."""

    card: Face
    joker: Spot


@final
class Discard(Struct, frozen=True, tag_field="do", tag="discard", forbid_unknown_fields=True):
    """Discard a card, which ends the turn (T9, P6)."""

    card: Face


@final
class Deal(Struct, frozen=True, tag_field="do", tag="deal", forbid_unknown_fields=True):
    """Deal the next round (T6, P5)."""


DRAW = Draw()
TAKE = Take()
BUY = Buy()
PASS = Pass()
DEAL = Deal()
DISCARDS: tuple[Discard, ...] = tuple(Discard(code) for code in CODES)

# What Torpedo and Progressive have in common; each adds its own.
Play = LayDown | PlayOn | Exchange | Discard
Shared = Draw | Take | Buy | Pass | Play | Deal
