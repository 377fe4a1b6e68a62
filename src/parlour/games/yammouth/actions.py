"""The actions of Yammouth. They are frozen, so the rules can share the same few objects."""

from typing import Annotated, final

from msgspec import Meta

from parlour.cards import CODES
from parlour.kernel.actions import Deal, Draw, GameAction, Pass, Take

Face = Annotated[str, Meta(pattern=r"^((10|[2-9AJQK])[SHDC]|JOK)\Z")]


@final
class Call(GameAction, frozen=True):
    """Call YAMMOUTH (Y4)."""


@final
class PlaceCards(GameAction, frozen=True, tag="place"):
    """Place a card, several of the same rank, or a run; the last one goes on top (Y6)."""

    cards: Annotated[list[Face], Meta(min_length=1, max_length=5)]


@final
class Slam(GameAction, frozen=True):
    """Slam the card just picked up (Y9)."""


@final
class SlamHand(GameAction, frozen=True, omit_defaults=True):
    """Slam the whole hand with `top` on top, or with the highest card (Y10)."""

    top: Face | None = None


@final
class Keep(GameAction, frozen=True):
    """Decline to slam, so that the next player need not wait (Y11)."""


@final
class ClaimCall(GameAction, frozen=True, tag="claim"):
    """Claim ADDATH, SCANZATH and so on over the call (Y13)."""


Action = Call | PlaceCards | Take | Draw | Pass | Slam | SlamHand | Keep | ClaimCall | Deal

CALL = Call()
SLAM = Slam()
KEEP = Keep()
CLAIM = ClaimCall()
SINGLES: tuple[PlaceCards, ...] = tuple(PlaceCards([code]) for code in CODES)
SLAM_HANDS: tuple[SlamHand, ...] = tuple(SlamHand(code) for code in CODES)
