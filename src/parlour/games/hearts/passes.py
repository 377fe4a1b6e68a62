"""The ways to pass cards that Hearts lists (H2): the dearest ones, and any that are side by side in the hand."""

from collections.abc import Sequence
from typing import Any, Final, overload

from mypy_extensions import i64

from parlour.cards import CODES, JOKER, SUIT, Card
from parlour.games.hearts.actions import PassCards
from parlour.games.hearts.scoring import QUEEN
from parlour.games.tricks.masks import HEIGHT, cards_in, mask_of

# H15: Q♠, then by rank, then spades, hearts, diamonds, clubs
DEAREST_FIRST: Final[list[Card]] = sorted(range(JOKER), key=lambda card: (card != QUEEN, -HEIGHT[card], SUIT[card]))


def dearest(hand: i64, number: int) -> list[Card]:
    """The dearest cards of a hand, the dearest first."""
    found: list[Card] = []
    for card in DEAREST_FIRST:
        if hand >> card & 1:
            found.append(card)
            if len(found) == number:
                break
    return found


class Passes(Sequence[PassCards]):
    """The passes of one hand. To list all ways would take too long. Even of these each is made when it is asked for,
    because a random playout needs only one."""

    def __init__(self, hand: i64, number: int) -> None:
        self.cards = cards_in(hand)
        self.number = number
        self.dearest = dearest(hand, number)
        self.skipped = self._start_of(mask_of(self.dearest))  # or else the dearest would be listed twice

    def _start_of(self, chosen: i64) -> int:
        """Where these cards begin if they lie side by side, or else the end of the hand."""
        begins = 0
        start = 0
        before = chosen >> self.cards[-1] & 1
        for place, card in enumerate(self.cards):
            here = chosen >> card & 1
            if here > before:
                begins += 1
                start = place
            before = here
        return start if begins == 1 else len(self.cards)

    def __len__(self) -> int:
        return len(self.cards) + (1 if self.skipped == len(self.cards) else 0)

    @overload
    def __getitem__(self, at: int) -> PassCards: ...
    @overload
    def __getitem__(self, at: slice) -> list[PassCards]: ...
    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[place] for place in range(len(self))[at]]
        place: int = range(len(self))[at]
        if place == 0:
            return PassCards([CODES[card] for card in self.dearest])
        start = place - 1 if place <= self.skipped else place
        around = self.cards + self.cards
        return PassCards([CODES[card] for card in around[start : start + self.number]])
