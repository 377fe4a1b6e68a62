"""What a Yammouth player can do. Frozen and interned: the rules hand out the same few objects again and again."""

from typing import Annotated, final

from msgspec import Meta, Struct

from parlour.cards import CODES

Face = Annotated[str, Meta(pattern=r"^((10|[2-9AJQK])[SHDC]|JOK)\Z")]


@final
class Call(Struct, frozen=True, tag_field="do", tag="call", forbid_unknown_fields=True):
    """Call YAMMOUTH (Y4)."""


@final
class Place(Struct, frozen=True, tag_field="do", tag="place", forbid_unknown_fields=True):
    """Place a card, cards of one rank or a run on the pile; the last one is on top (Y6)."""

    cards: Annotated[list[Face], Meta(min_length=1, max_length=5)]


@final
class Take(Struct, frozen=True, tag_field="do", tag="take", forbid_unknown_fields=True):
    """Pick up the card that was on top of the pile (Y7)."""


@final
class Draw(Struct, frozen=True, tag_field="do", tag="draw", forbid_unknown_fields=True):
    """Pick up the top of the stock (Y7)."""


@final
class Pass(Struct, frozen=True, tag_field="do", tag="pass", forbid_unknown_fields=True):
    """Do nothing on a turn without cards (Y8), or claim nothing (Y13)."""


@final
class Slam(Struct, frozen=True, tag_field="do", tag="slam", forbid_unknown_fields=True):
    """Slam the card just picked up (Y9)."""


@final
class SlamHand(Struct, frozen=True, tag_field="do", tag="slam_hand", forbid_unknown_fields=True, omit_defaults=True):
    """Slam the whole hand, with this card on top, or the dearest if nothing is said (Y10)."""

    top: Face | None = None


@final
class Keep(Struct, frozen=True, tag_field="do", tag="keep", forbid_unknown_fields=True):
    """Say that one does not slam: the next player need not wait (Y11)."""


@final
class Claim(Struct, frozen=True, tag_field="do", tag="claim", forbid_unknown_fields=True):
    """Claim ADDATH, SCANZATH … over the call (Y13)."""


@final
class Deal(Struct, frozen=True, tag_field="do", tag="deal", forbid_unknown_fields=True):
    """Deal the next round (Y3)."""


Action = Call | Place | Take | Draw | Pass | Slam | SlamHand | Keep | Claim | Deal

CALL = Call()
TAKE = Take()
DRAW = Draw()
PASS = Pass()
SLAM = Slam()
KEEP = Keep()
CLAIM = Claim()
DEAL = Deal()
SINGLES: tuple[Place, ...] = tuple(Place([code]) for code in CODES)
SLAM_HANDS: tuple[SlamHand, ...] = tuple(SlamHand(code) for code in CODES)
