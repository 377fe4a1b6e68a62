"""How Sharp looks at a rummy table: as Steady does, but it counts cards, reckons what every discard would cost, and has
learned what a thrown card may do for others.

Every card among the discards was left by everybody who could have had it, so whoever follows is not likely to collect
its kin. How likely each of the others is to want a card is told from that, from what lies where nobody sees it, and
from what they took up in the open; the weights are found for each contract by `tools/fit_rummies.py`.
"""

from typing import Final

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET
from parlour.games.rummy.terms import count_points
from parlour.kernel.state import Seat
from parlour.lab.frozen.rummy.habits import Habits
from parlour.lab.frozen.rummy.outlook import FEED_JOKER, Outlook, playable, without
from parlour.lab.frozen.rummy.prospect import prospect_of, shortage
from parlour.lab.frozen.rummy.solver import RUN_SIZE, Contract

TRAITS: Final = 7
FADING: Final = 0.9  # what a discard tells, for every one that lies on it

A_TRIFLE: Final = 0.1  # points that it costs to throw a card that goes with another in the hand
PLAYED_BY_NEXT: Final = 8.0  # points that it costs if whoever is next can play a card


def key_of(contract: Contract) -> int:
    """Books and runs, and how large the books are, as one number: two books of three and a run are 213."""
    return contract.books * 100 + contract.runs * 10 + contract.book_size


def traits(outlook: Outlook, face: Card, taken: list[Card]) -> list[float]:
    """What tells whether a card is wanted by somebody who took these in the open: its unseen fellows in rank, its
    unseen neighbours in suit, the same among the discards, itself among the discards, and its kin among the taken."""
    contract = outlook.contract
    found = [0.0] * TRAITS
    found[0] = 1.0
    lowest = 13 * SUIT[face]
    if contract.books:
        for fellow in range(RANK[face] - 1, JOKER, 13):
            found[1] += outlook.unseen[fellow]
    if contract.runs:
        for neighbour in range(max(lowest, face - RUN_SIZE + 1), min(lowest + 13, face + RUN_SIZE)):
            found[2] += outlook.unseen[neighbour]
    fresh = 1.0
    discards = outlook.rummy.discards
    for at in range(len(discards) - 1, -1, -1):
        card = discards[at]
        if card == face:
            found[5] += fresh
        if RANK[card] == RANK[face]:
            found[3] += fresh
        elif SUIT[card] == SUIT[face] and abs(card - face) < RUN_SIZE:
            found[4] += fresh
        fresh *= FADING
    found[6] = float(outlook.kin(face, taken))
    return found


class Learned:
    """What Sharp has learned of a contract: how it reckons, and how a card that is wanted can be told."""

    def __init__(self, habits: Habits, wanted: list[float]) -> None:
        self.habits = habits
        self.wanted = wanted


# Two players are another game, for each buys for itself and one alone may lay what the other can play on.
OF_TWO: Final = Habits(helps_next=20.0)


class Counting(Outlook):
    """What one seat knows if it counts cards and reckons its discards."""

    def _unseen(self) -> list[int]:
        """It counts everything that its seat has seen."""
        rummy = self.rummy
        unseen = super()._unseen()
        for card in rummy.discards:
            unseen[card] -= 1
        for meld in rummy.melds:
            for card in meld.cards:
                unseen[card] -= 1
        for other in range(rummy.seats):
            if other != self.seat:
                for card in rummy.known[other]:
                    unseen[card] -= 1
        return unseen

    def _costs(self, faces: list[Card]) -> list[float]:
        """Of what is left without each card. Which cards would then help is worked out, since that takes time, only
        where none of the way is lost."""
        hands = [without(self.hand, face) for face in faces]
        shorts = [shortage(hand, self.contract) for hand in hands]
        least = min(shorts)
        now = self.turns_to_lay_down(prospect_of(self.hand, self.contract), len(self.hand))
        costs: list[float] = []
        for face, hand, short in zip(faces, hands, shorts, strict=True):
            if short == least:
                cost = self.cost_of(hand)
            else:
                turns = now + self.step * (short - least + 1)
                cost = self.cost(turns, len(hand), count_points(self.points, hand))
            costs.append(cost + A_TRIFLE * self.kin(face, hand))
        return costs


class Insight(Counting):
    """What one seat knows, what it reckons, and what it has learned."""

    def __init__(self, rummy: Rummy, seat: Seat, learned: Learned) -> None:
        super().__init__(rummy, seat, learned.habits if rummy.seats > 2 else OF_TWO)
        self.wanted = learned.wanted

    def feeds(self, face: Card) -> float:
        """What it costs to let the others have this card, and not to play it on them later."""
        if face == JOKER:
            return FEED_JOKER
        rummy = self.rummy
        habits = self.habits
        found = traits(self, face, [])
        cost = habits.keeps if rummy.down[self.seat] == NOT_YET and playable(rummy, self.seat, face) else 0.0
        for step in range(1, rummy.seats):
            other = (self.seat + step) % rummy.seats
            if rummy.down[other] == NOT_YET:
                found[6] = float(self.kin(face, rummy.known[other]))
                chance = 0.0
                for at in range(TRAITS):
                    chance += self.wanted[at] * found[at]
                cost += min(1.0, max(0.0, chance)) * (habits.helps_next if step == 1 else habits.helps_buyer)
            elif step == 1 and playable(rummy, other, face):
                cost += PLAYED_BY_NEXT
        return cost
