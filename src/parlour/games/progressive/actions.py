"""What a Progressive player can do: actions that both rummies have, and claiming a hot card."""

from typing import final

from parlour.games.rummy.actions import Buy, Discard, End, Exchange, LayDown, PlayOn
from parlour.kernel.actions import Deal, GameAction, Pass, Take


@final
class ClaimHot(GameAction, frozen=True, tag="claim"):
    """Play the hot card onto a meld (P14)."""

    meld: End


Action = Take | Buy | Pass | ClaimHot | LayDown | PlayOn | Exchange | Discard | Deal
