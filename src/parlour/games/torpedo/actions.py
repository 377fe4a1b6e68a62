"""What a Torpedo player can do: what both rummies have, and to accept a call."""

from typing import final

from parlour.games.rummy.actions import Shared
from parlour.kernel.actions import GameAction


@final
class Accept(GameAction, frozen=True):
    """Let the caller have the discard (T24)."""


ACCEPT = Accept()

Action = Shared | Accept
