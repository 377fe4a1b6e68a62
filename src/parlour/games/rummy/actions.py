"""What a player of either rummy can do. Frozen and interned: the rules hand out the same few objects again and
again."""

from typing import Annotated, final

from msgspec import Meta

from parlour.cards import CODES
from parlour.kernel.actions import Deal, Draw, GameAction, Pass, Take
from parlour.kernel.state import Reaction

FACE = r"(10|[2-9AJQK])[SHDC]"
Face = Annotated[str, Meta(pattern=rf"^({FACE}|JOK)\Z")]
Meant = Annotated[str, Meta(pattern=rf"^({FACE}|JOK|JOK={FACE})\Z")]  # a joker may say what it is to be
Group = Annotated[list[Meant], Meta(max_length=120)]  # one that is still empty may be tried
End = Annotated[str, Meta(pattern=r"^meld:[0-9]{1,2}(@(low|high))?\Z")]
Spot = Annotated[str, Meta(pattern=r"^meld:[0-9]{1,2}@[0-9]{1,2}\Z")]


@final
class Buy(GameAction, frozen=True, omit_defaults=True):
    """Call for the visible discard out of turn (T22, P11). How quick the call was is for the edge to say."""

    reaction: Reaction = 0


@final
class LayDown(GameAction, frozen=True):
    """Lay down the whole contract (T12, P7), a group a meld."""

    melds: Annotated[list[Group], Meta(min_length=1, max_length=4)]


@final
class PlayOn(GameAction, frozen=True):
    """Add a card to a meld (T17, P8)."""

    card: Face
    meld: End


@final
class Exchange(GameAction, frozen=True):
    """Give the card that a laid joker stands for, and take the joker (T19, P9)."""

    card: Face
    joker: Spot


@final
class Discard(GameAction, frozen=True):
    """Discard a card, which ends the turn (T9, P6)."""

    card: Face


BUY = Buy()
DISCARDS: tuple[Discard, ...] = tuple(Discard(code) for code in CODES)

# What Torpedo and Progressive have in common; each adds its own.
Play = LayDown | PlayOn | Exchange | Discard
Shared = Draw | Take | Buy | Pass | Play | Deal
