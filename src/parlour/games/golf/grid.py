"""A grid's face-up cards as a mask, a bit a place, and what may be done with each mask. Looked up, never worked out."""

from typing import Final

from parlour.games.golf.actions import DISCARD, DRAW, LEAVE, SWAPS, TAKE, TURNS, Action

ALL_UP: Final = 63
DOWN_SLOTS: Final[list[list[int]]] = [[slot for slot in range(6) if not up >> slot & 1] for up in range(64)]
DOWN: Final[list[int]] = [len(slots) for slots in DOWN_SLOTS]

STOCK_OR_DISCARD: Final[tuple[Action, ...]] = (DRAW, TAKE)
DISCARD_ONLY: Final[tuple[Action, ...]] = (TAKE,)
PLACE_FROM_STOCK: Final[tuple[Action, ...]] = (*SWAPS, DISCARD)
PLACE_FROM_DISCARDS: Final[tuple[Action, ...]] = SWAPS
MUST_TURN: Final[list[tuple[Action, ...]]] = [tuple(TURNS[slot] for slot in slots) for slots in DOWN_SLOTS]
MAY_TURN: Final[list[tuple[Action, ...]]] = [(*turns, LEAVE) for turns in MUST_TURN]
