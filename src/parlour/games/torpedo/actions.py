"""What a Torpedo player can do: the actions of both rummies, and accepting a call."""

from typing import final

from parlour.games.rummy.actions import Shared
from parlour.kernel.actions import GameAction


@final
class Accept(GameAction, frozen=True):
    """Let the caller have the discard (T24)."""


ACCEPT = Accept()

Action = Shared | Accept
