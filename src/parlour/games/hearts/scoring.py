"""What a round of Hearts costs (H8-H11)."""

from typing import Final

from parlour.cards import JOKER, Card, card
from parlour.games.hearts.options import HeartsOptions
from parlour.games.tricks.masks import BIT, HEARTS, OF_SUIT, count

QUEEN: Final[Card] = card("QS")
JACK: Final[Card] = card("JD")
QUEEN_BIT: Final = BIT[QUEEN]
JACK_BIT: Final = BIT[JACK]
COSTLY: Final = OF_SUIT[HEARTS] | QUEEN_BIT  # every card that costs points
ALL: Final = 26  # what they cost together
OFF: Final = 10  # what J♦ takes off

# Values of `moon` (H10)
OTHERS: Final = 0
SELF: Final = 1
CHOOSE: Final = 2
NONE: Final = 3


class HeartsScoring:
    """Counts cards and rounds by the house rules of one table."""

    def __init__(self, options: HeartsOptions) -> None:
        self.jack: bool = options.jack_of_diamonds
        self.moon: int = ("others", "self", "choose", "none").index(options.moon)
        self.target: int = options.target
        self.rounds: int = options.rounds
        self.halves: bool = options.halves

    def cost(self, taken: int) -> int:
        """What these cards cost (H8, H9)."""
        points = count(taken & OF_SUIT[HEARTS])
        if taken & QUEEN_BIT:
            points += 13
        if self.jack and taken & JACK_BIT:
            points -= OFF
        return points

    def shooter(self, taken: list[int]) -> int:
        """The seat that has taken every card that costs points, or −1 (H10)."""
        if self.moon == NONE:
            return -1
        for seat, cards in enumerate(taken):
            if cards & COSTLY:
                return seat if cards & COSTLY == COSTLY else -1
        return -1

    def round(self, taken: list[int], moon: int) -> list[int]:
        """Everybody's points for the cards they have taken. `moon` says how a moon counts: OTHERS or SELF."""
        points = [self.cost(cards) for cards in taken]
        shooter = self.shooter(taken)
        if shooter >= 0:
            points = moon_points(points, shooter, moon)
        return points

    def halved(self, totals: list[int], points: list[int]) -> list[int]:
        """The points by which totals change: one that lands exactly on the target is cut in half (H11)."""
        if not self.halves:
            return points
        lands = [total + more == self.target for total, more in zip(totals, points, strict=True)]
        off = self.target - self.target // 2
        return [more - off if lands[seat] else more for seat, more in enumerate(points)]

    def is_over(self, totals: list[int], rounds: int) -> bool:
        """H11, H12."""
        return rounds >= self.rounds or max(totals) >= self.target


def moon_points(points: list[int], shooter: int, moon: int) -> list[int]:
    """The points of a round with a moon: its 26 are taken off the shooter, and then it counts (H10)."""
    counted = points[:]
    counted[shooter] -= ALL
    if moon == SELF:
        counted[shooter] -= ALL
    else:
        counted = [each if seat == shooter else each + ALL for seat, each in enumerate(counted)]
    return counted


def left_out(seats: int) -> list[Card]:
    """H1: the cards that are not dealt, so that all hands are equal."""
    many = {3: 1, 5: 2, 6: 4}.get(seats, 0)
    return [card(text) for text in ("2D", "2S", "3D", "3S")[:many]]


def deck_for(seats: int) -> list[Card]:
    """H1."""
    without = left_out(seats)
    return [face for face in range(JOKER) if face not in without]
