"""The action that every game of tricks has."""

from typing import Annotated, final

from msgspec import Meta

from parlour.cards import CODES, JOKER
from parlour.kernel.actions import GameAction

Face = Annotated[str, Meta(pattern=r"^(10|[2-9AJQK])[SHDC]\Z")]


@final
class Play(GameAction, frozen=True):
    """Play a card to the trick on the table, or lead it."""

    card: Face


PLAYS: tuple[Play, ...] = tuple(Play(code) for code in CODES[:JOKER])
