"""The actions of Toripoka. They are frozen, so the rules can share the same few objects."""

from typing import Annotated, Literal, final

from msgspec import Meta

from parlour.kernel.actions import Deal, GameAction

Face = Annotated[str, Meta(pattern=r"^((10|[2-9AJQK])H|(4|7|10|K)S)\Z")]
Prize = Literal["left", "right"]
Pyramid = Annotated[str, Meta(pattern=r"^([RYGBK][123])?\Z")]  # "" for none


@final
class DrawPyramid(GameAction, frozen=True, tag="draw"):
    """Draw a prize of this size from the bag (K5)."""

    size: Annotated[int, Meta(ge=1, le=3)]


@final
class PlaceCard(GameAction, frozen=True, tag="place"):
    """Place a card at a prize, face up or down, bare or under a pyramid (K7, K8)."""

    card: Face
    prize: Prize
    down: bool = False
    pyramid: Pyramid = ""


@final
class Fold(GameAction, frozen=True):
    """Give up your hand at a prize (K10)."""

    prize: Prize


Action = DrawPyramid | PlaceCard | Fold | Deal

DRAWS: tuple[DrawPyramid, ...] = tuple(DrawPyramid(size) for size in (1, 2, 3))
FOLDS: tuple[Fold, ...] = (Fold("left"), Fold("right"))
