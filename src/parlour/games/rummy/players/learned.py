"""How Sharp judges a rummy table: like Steady, but it counts cards, works out the cost of every discard, and has
learned how much a discard may help others.

Everybody who could have taken a card that lies among the discards left it, so they probably do not collect cards that
go with it. From that, from the hidden cards, and from what a player took in the open, Sharp estimates how likely the
player is to want a card. `tools/fit_rummies.py` finds the weights for each contract.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.lay_downs.contract import BOOK_SIZE, RUN_SIZE, Contract
from parlour.games.rummy.players.habits import Habits
from parlour.games.rummy.players.knowledge import FEED_JOKER, RummyKnowledge, playable, without
from parlour.games.rummy.players.outs import prospect_of, shortage
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET
from parlour.games.rummy.terms import count_points
from parlour.kernel.state import Seat

TRAITS: Final = 7
FADING: Final = 0.9  # factor on what a discard tells, for every card that lies on it

KIN_COST: Final = 0.1  # cost in points of discarding a card that goes with another in the hand
PLAYED_BY_NEXT: Final = 8.0  # cost in points of discarding a card that the next player can play


def key_of(contract: Contract) -> int:
    """A contract as one number: books, runs and book size. Two books of three and a run are 213. A contract with other
    sizes, which nobody has learned about, is 0."""
    books, runs = contract.book_sizes, contract.run_sizes
    if (books.number and not books.size) or (runs.number and runs.size != RUN_SIZE):
        return 0
    return books.number * 100 + runs.number * 10 + (books.size or BOOK_SIZE)


def likest(contract: Contract, keys: Collection[int]) -> int:
    """The key of this contract, or of the one that is most like it (T36, P19): as many runs, books and cards."""
    key = key_of(contract)
    if key in keys:
        return key

    def differs(other: int) -> int:
        books, runs, size = other // 100, other // 10 % 10, other % 10
        cards = books * size + runs * RUN_SIZE
        return 5 * abs(runs - contract.runs) + 3 * abs(books - contract.books) + abs(cards - contract.cards)

    return min(keys, key=differs)


def traits(known: RummyKnowledge, face: Card, taken: list[Card]) -> list[float]:
    """Traits that tell whether a player who took these cards in the open wants a card: a constant, unseen cards of its
    rank, unseen neighbors in its suit, the same two among the discards, its own copies there, its kin in `taken`."""
    contract = known.contract
    found = [0.0] * TRAITS
    found[0] = 1.0
    lowest = 13 * SUIT[face]
    if contract.books:
        for fellow in range(RANK[face] - 1, JOKER, 13):
            found[1] += known.unseen[fellow]
    if contract.runs:
        for neighbour in range(max(lowest, face - contract.longest + 1), min(lowest + 13, face + contract.longest)):
            found[2] += known.unseen[neighbour]
    fresh = 1.0
    discards = known.rummy.discards
    for at in range(len(discards) - 1, -1, -1):
        card = discards[at]
        if card == face:
            found[5] += fresh
        if RANK[card] == RANK[face]:
            found[3] += fresh
        elif SUIT[card] == SUIT[face] and abs(card - face) < contract.longest:
            found[4] += fresh
        fresh *= FADING
    found[6] = float(known.kin(face, taken))
    return found


@dataclass
class Learned:
    """What Sharp has learned about a contract: its habits, and the weights of the traits of a wanted card."""

    habits: Habits
    wanted: list[float]


def by_contract(keys: list[int], habits: dict[str, list[float]], wanted: list[list[float]]) -> dict[int, Learned]:
    """The lists of a `weights.py` by contract. Every list has one entry for each key."""
    found: dict[int, Learned] = {}
    for at, key in enumerate(keys):
        found[key] = Learned(Habits(**{name: values[at] for name, values in habits.items()}), wanted[at])
    return found


# Two players play differently: each may buy on its own turn, and only one other player lays melds to play on.
TWO_PLAYERS: Final = Habits(helps_next=20.0)


class LearnedKnowledge(RummyKnowledge):
    """What one seat knows and estimates with what Sharp has learned."""

    def __init__(self, rummy: Rummy, seat: Seat, learned: Learned) -> None:
        super().__init__(rummy, seat, learned.habits if rummy.seats > 2 else TWO_PLAYERS)
        self.wanted = learned.wanted

    def _unseen(self) -> list[int]:
        """How many copies of each card are hidden. Sharp counts every card that its seat has seen."""
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
        """The cost of the hand without each card. To save time, this looks at the cards that would help only if the
        discard leaves the hand no shorter than the best one does."""
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
            costs.append(cost + KIN_COST * self.kin(face, hand))
        return costs

    def feeds(self, face: Card) -> float:
        """What it costs to let the others have this card, and to give up playing it on them later."""
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
