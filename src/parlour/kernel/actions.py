"""What a player can do in many games. An action is frozen and interned: rules hand out the same few objects again and
again. On the wire and in a log it is a JSON object whose `do` is the class's name."""

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
    """Take the card that everybody sees."""


@final
class Pass(GameAction, frozen=True):
    """Let a chance go."""


@final
class Deal(GameAction, frozen=True):
    """Deal the next round."""


DRAW = Draw()
TAKE = Take()
PASS = Pass()
DEAL = Deal()
