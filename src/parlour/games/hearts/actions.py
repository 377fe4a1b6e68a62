"""The actions of Hearts. Playing a card is an action of all games of tricks."""

from typing import Annotated, Literal, final

from msgspec import Meta

from parlour.games.tricks.actions import Face, Play
from parlour.kernel.actions import Deal, GameAction


@final
class PassCards(GameAction, frozen=True):
    """Choose the cards to pass, before anybody sees what they get (H2)."""

    cards: Annotated[list[Face], Meta(min_length=1, max_length=4)]


@final
class CountMoon(GameAction, frozen=True, tag="moon"):
    """Say how your moon counts: 26 for the others, or 26 off for yourself (H10)."""

    count: Literal["others", "self"]


Action = PassCards | Play | CountMoon | Deal

FOR_OTHERS = CountMoon("others")
FOR_SELF = CountMoon("self")
