"""What a player of either rummy can do. Actions are frozen, so the rules can hand out the same objects every time."""

from typing import Annotated, final

from msgspec import Meta

from parlour.cards import CODES
from parlour.kernel.actions import Deal, Draw, GameAction, Pass, Take
from parlour.kernel.state import Reaction

FACE = r"(10|[2-9AJQK])[SHDC]"
Face = Annotated[str, Meta(pattern=rf"^({FACE}|JOK)\Z")]
Meant = Annotated[str, Meta(pattern=rf"^({FACE}|JOK|JOK={FACE})\Z")]  # a joker may say what it stands for
Group = Annotated[list[Meant], Meta(max_length=120)]  # may be empty, because clients try unfinished lay-downs
End = Annotated[str, Meta(pattern=r"^meld:[0-9]{1,2}(@(low|high))?\Z")]
Spot = Annotated[str, Meta(pattern=r"^meld:[0-9]{1,2}@[0-9]{1,2}\Z")]


@final
class Buy(GameAction, frozen=True, omit_defaults=True):
    """Call for the visible discard out of turn (T22, P11). The server fills in the reaction time."""

    reaction: Reaction = 0


@final
class LayDown(GameAction, frozen=True):
    """Lay down the whole contract (T12, P7), one group of cards for each meld."""

    melds: Annotated[list[Group], Meta(min_length=1, max_length=4)]


@final
class PlayOn(GameAction, frozen=True):
    """Add a card to a meld (T17, P8)."""

    card: Face
    meld: End


@final
class Exchange(GameAction, frozen=True):
    """Swap a card for the laid joker that stands for it (T19, P9)."""

    card: Face
    joker: Spot


@final
class Discard(GameAction, frozen=True):
    """Discard a card, which ends the turn (T9, P6)."""

    card: Face


BUY = Buy()
DISCARDS: tuple[Discard, ...] = tuple(Discard(code) for code in CODES)

# Torpedo and Progressive each add actions of their own.
PlayAction = LayDown | PlayOn | Exchange | Discard
Shared = Draw | Take | Buy | Pass | PlayAction | Deal
