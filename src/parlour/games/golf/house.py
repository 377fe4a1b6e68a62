"""The house rules of one table, worked out once and shared by every state of it."""

from typing import Final

from parlour.games.golf.options import GolfOptions
from parlour.games.golf.scoring import Scoring

# G7
MAY: Final = 0
ALWAYS: Final = 1
NEVER: Final = 2
ENDGAME: Final = 3


class House(Scoring):
    """What cards score here, and how turns go."""

    def __init__(self, options: GolfOptions) -> None:
        super().__init__(options)
        self.initial_flips: int = options.initial_flips
        self.holes: int = options.holes
        self.turn_cap: int = options.turn_cap
        self.flip_on_discard: int = ("may", "always", "never", "endgame").index(options.flip_on_discard)
        self.flip_as_action: bool = options.flip_as_action
        self.knock_early: bool = options.knock_early
