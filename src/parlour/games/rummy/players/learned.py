"""How Sharp judges a rummy table: like Steady, but it counts cards, works out the cost of every discard, and has
learned how much a discard may help others.

Everybody who could have taken a card that lies among the discards left it, so they probably do not collect cards that
go with it. From that, from the hidden cards, and from what a player took in the open, Sharp estimates how likely the
player is to want a card. `tools/fit_rummies.py` finds the weights for each contract.
"""

from collections.abc import Collection
from dataclasses import dataclass
from math import exp
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

FARTHEST: Final = 3  # places in its suit from a card at which another still tells about it
RANK_MATE: Final = FARTHEST + 1  # a card of the same rank and another suit
UNSEEN: Final = 4  # where the traits of unseen cards begin, of discards, of cards taken in the open
DISCARDED: Final = UNSEEN + RANK_MATE + 1
TAKEN: Final = DISCARDED + RANK_MATE + 1
TRAITS: Final = TAKEN + RANK_MATE + 1
FADING: Final = 0.9  # factor on what a discard tells, for every card that lies on it

WAITS: Final = 12  # turns that it holds a hand it could lay down, if the other player has not laid down either


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


def traits(known: RummyKnowledge, face: Card) -> list[float]:
    """Traits that tell whether somebody wants a card: a constant, the turns played, the discards and its points; unseen
    cards of its rank, and those of its suit by their distance; the same among the discards. `add_taken` adds the rest.
    """
    contract = known.contract
    found = [0.0] * TRAITS
    found[0] = 1.0
    found[1] = 0.1 * known.played
    found[2] = 0.1 * known.points[face]
    discards = known.rummy.discards
    found[3] = 0.05 * len(discards)
    lowest = 13 * SUIT[face]
    if contract.books:
        for fellow in range(RANK[face] - 1, JOKER, 13):
            if fellow != face:
                found[UNSEEN + RANK_MATE] += known.unseen[fellow]
    for neighbour in range(max(lowest, face - FARTHEST), min(lowest + 13, face + FARTHEST + 1)):
        found[UNSEEN + abs(neighbour - face)] += known.unseen[neighbour]
    fresh = 1.0
    for at in range(len(discards) - 1, -1, -1):
        place = related(face, discards[at])
        if place >= 0:
            found[DISCARDED + place] += fresh
        fresh *= FADING
    return found


def add_taken(face: Card, taken: list[Card], found: list[float]) -> None:
    """The traits that differ from player to player: the cards like this one that they took in the open."""
    for at in range(TAKEN, TRAITS):
        found[at] = 0.0
    for card in taken:
        place = related(face, card)
        if place >= 0:
            found[TAKEN + place] += 1.0


def related(face: Card, card: Card) -> int:
    """How near a card is to another: the distance in its suit, RANK_MATE in another suit, or -1 if it is neither."""
    if card == JOKER:
        return -1
    if SUIT[card] == SUIT[face]:
        return abs(card - face) if abs(card - face) <= FARTHEST else -1
    return RANK_MATE if RANK[card] == RANK[face] else -1


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


class LearnedKnowledge(RummyKnowledge):
    """What one seat knows and estimates with what Sharp has learned."""

    def __init__(self, rummy: Rummy, seat: Seat, learned: Learned) -> None:
        super().__init__(rummy, seat, learned.habits)
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
        discard leaves the hand no shorter than the best one does. The hand is as large whatever it discards, so having
        too many cards is no reason to be slow."""
        self.stuck = 0.0
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
            costs.append(cost + self.habits.kin * self.kin(face, hand))
        self.stuck = self.habits.stuck
        return costs

    def feeds(self, face: Card) -> float:
        """What it costs to let the others have this card, and to give up playing it on them later."""
        if face == JOKER:
            return FEED_JOKER
        rummy = self.rummy
        habits = self.habits
        found = traits(self, face)
        cost = habits.keeps if rummy.down[self.seat] == NOT_YET and playable(rummy, self.seat, face) else 0.0
        for step in range(1, rummy.seats):
            other = (self.seat + step) % rummy.seats
            if rummy.down[other] == NOT_YET:
                add_taken(face, rummy.known[other], found)
                odds = 0.0
                for at in range(TRAITS):
                    odds += self.wanted[at] * found[at]
                chance = 1.0 / (1.0 + exp(-odds))
                cost += chance * (habits.helps_next if step == 1 else habits.helps_buyer)
            elif step == 1 and playable(rummy, other, face):
                cost += habits.played
        return cost

    # ------------------------------------------------------------ two players

    def _turns_left(self) -> float:
        if self._safe():
            return max(1.0, self.rummy.terms.turn_cap - self.played)
        return super()._turns_left()

    def _safe(self) -> bool:
        """Can nobody end the round before this seat lays down? With two players that is so if the other one has, or
        will have, cards left that fit nowhere but on this seat's melds."""
        rummy = self.rummy
        if rummy.seats != 2 or rummy.terms.extend_own or rummy.terms.melding.long or rummy.down[self.seat] != NOT_YET:
            return False
        other = 1 - self.seat
        least = self.contract.cards if rummy.down[other] == NOT_YET else 0
        return len(rummy.hands[other]) > least

    def waits(self) -> bool:
        """Is it better to keep a hand that could be laid down, until laying it down ends the round? Only while that is
        safe, and not for long if the other player waits too."""
        rummy = self.rummy
        last = rummy.turns + rummy.seats >= rummy.seats * rummy.terms.turn_cap
        waiting = rummy.down[1 - self.seat] == NOT_YET
        return self._safe() and not last and not (waiting and self.played >= WAITS)
