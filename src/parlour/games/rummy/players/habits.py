"""The habits of a rummy player: the numbers with which `knowledge` estimates times and costs."""

from dataclasses import dataclass
from typing import Final


@dataclass
class Habits:
    """Steady has the same habits in every contract; Sharp has its own for each (`learned`)."""

    looks: float = 1.0  # factor on the cards that a seat sees in a turn
    step: float = 1.0  # factor on the turns that each missing card beyond the next one takes
    room: float = 4.0  # turns to get a buy that the hand needs to be big enough for the contract
    length: float = 1.0  # factor on the length of a round
    soon: float = 6.0  # fewest turns until somebody goes out, as long as nobody has laid down
    going_out: float = 1.0  # factor on the turns that somebody who has laid down needs to go out
    stake: float = 150.0  # points that being caught costs besides the hand, because others get ahead
    excess: float = 2.0  # cost of each card beyond the contract, to be got rid of after laying down
    unknown_card: float = 8.0  # cost of holding a penalty card
    points: float = 1.0  # factor on the points of a hand that is caught
    power: float = 1.0  # how sharply the risk of being caught grows when the others are faster
    reluctance: float = 0.0  # points that a buy must save to be worth it
    reluctance_a_card: float = 0.0  # the same, for each card that the hand is short
    reluctance_a_turn: float = 0.0  # the same, for each turn played
    keeps: float = 0.0  # cost of discarding a card that could be played on others later
    helps_next: float = 0.0  # cost of discarding what the next player, who gets it for free, wants
    helps_buyer: float = 0.0  # cost of discarding what somebody who must buy it wants
    played: float = 8.0  # cost of discarding what the next player can play on a meld
    kin: float = 0.1  # cost of discarding a card that goes with another in the hand
    stuck: float = 150.0  # cost of holding too many cards with two players: only one other lays melds to play on


SOUND: Final = Habits()
