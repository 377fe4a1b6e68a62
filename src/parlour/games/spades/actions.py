"""The actions of Spades. They are frozen, so the rules can share the same few objects."""

from typing import Annotated, final

from msgspec import Meta

from parlour.games.tricks.actions import Play
from parlour.kernel.actions import Deal, GameAction

MOST_TRICKS = 17  # of three players


@final
class Bid(GameAction, frozen=True):
    """Say how many tricks you will take; 0 is nil (D3)."""

    tricks: Annotated[int, Meta(ge=0, le=MOST_TRICKS)]


@final
class BlindNil(GameAction, frozen=True):
    """Bid nil before looking at your cards (D11)."""


@final
class Look(GameAction, frozen=True):
    """Look at your cards instead of going blind nil (D11)."""


Action = Bid | BlindNil | Look | Play | Deal

BLIND_NIL = BlindNil()
LOOK = Look()
BIDS: tuple[Bid, ...] = tuple(Bid(tricks) for tricks in range(MOST_TRICKS + 1))
