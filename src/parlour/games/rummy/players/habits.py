"""The habits of a rummy player, by which it reckons what `knowledge` says."""

from dataclasses import dataclass
from typing import Final


@dataclass
class Habits:
    """How a player reckons. Steady's are the same in every contract; Sharp has its own for each (`learned`)."""

    looks: float = 1.0  # times the looks of `knowledge`: how many cards a turn come by
    step: float = 1.0  # times the steps: how long each card takes that it is short beyond the next
    room: float = 4.0  # turns to come by a purchase without which the hand is too small for the contract
    length: float = 1.0  # times the length of a round
    soon: float = 6.0  # turns until somebody goes out at the least, as long as nobody has laid down
    going_out: float = 1.0  # times the turns of somebody who has laid down
    stake: float = 150.0  # points that being caught costs, beside the hand: others are not, and are ahead
    excess: float = 2.0  # a card more than the contract takes, which is to be got rid of after laying down
    unknown_card: float = 8.0  # a card that comes with a purchase, while it is held
    points: float = 1.0  # times what the hand counts if it is caught
    power: float = 1.0  # how sharply being slower than the others makes it likely to be caught
    reluctance: float = 0.0  # points by which a purchase must be better than none
    reluctance_a_card: float = 0.0  # and more for each card that the hand is short
    reluctance_a_turn: float = 0.0  # and for each turn played
    keeps: float = 0.0  # points that it costs to throw what it could play on others later
    helps_next: float = 0.0  # points that it costs if whoever is next, and has a card for nothing, wants it
    helps_buyer: float = 0.0  # or somebody who must buy it


SOUND: Final = Habits()
