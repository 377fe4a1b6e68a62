"""Actions that many games share. An action is frozen, so rules can reuse a few objects such as `DRAW`. On the wire and
in a log it is a JSON object, whose `do` is the name of its class in snake case."""

import re
from typing import final

from msgspec import Struct


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class GameAction(Struct, frozen=True, tag_field="do", tag=_snake, forbid_unknown_fields=True):
    """The base of every action of every game."""


@final
class Draw(GameAction, frozen=True):
    """Take the top card of the stock."""


@final
class Take(GameAction, frozen=True):
    """Take the card that lies face up."""


@final
class Pass(GameAction, frozen=True):
    """Decline an offer or a chance to call."""


@final
class Deal(GameAction, frozen=True):
    """Deal the next round."""


DRAW = Draw()
TAKE = Take()
PASS = Pass()
DEAL = Deal()
