"""How Steady judges a rummy table.

Steady sees a round as a race. It estimates the turns until it can lay down, from how many cards it is short and how
many unseen cards would help, and the turns until somebody ends the round, from what the others hold and have laid.
Together they give the chance of being caught, and so the cost of a hand. Of all takes, buys and swaps it chooses the
one that leads to the lowest cost. It discards by rules of thumb.
"""

from typing import Final

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.lay_downs.contract import Contract
from parlour.games.rummy.melds import RUN, Meld
from parlour.games.rummy.players.habits import SOUND, Habits
from parlour.games.rummy.players.outs import Outs, prospect_of, shortage
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET
from parlour.games.rummy.terms import count_points
from parlour.kernel.state import Seat

# Times in turns, measured in games of Steady against itself.
LOOK: Final = 1.6  # cards per turn that may be the one it needs: its draw, and discards
LOOK_A_SEAT: Final = 0.5  # more of them for each player beyond two
BOOK_STEP: Final = 1.7  # for each missing card beyond the next one, in a contract of books
RUN_STEP: Final = 3.3  # the same in a contract of runs
ROUND: Final = 4.0  # from the deal until somebody goes out
ROUND_A_RUN: Final = 3.5  # more for each run of the contract
GOING_OUT: Final = 1.0  # until somebody who has laid down goes out
GOING_OUT_A_CARD: Final = 0.8  # more for each card they hold
ALONE: Final = 3.0  # more if they have nothing to play on yet
AS_GOOD_AS_OVER: Final = 2.0  # a round with no more turns than this is treated as over

# Costs in points.
STEP_BACK: Final = 200.0  # for discarding a card that it needs
KIN: Final = 3.0  # for discarding a card that goes with others in the hand, for each of them
FEED: Final = 4.0  # for discarding what the next player collects or can play
FEED_JOKER: Final = 60.0  # for discarding a joker; if this were low, jokers would go around the table

NEVER: Final = 1e9


class RummyKnowledge:
    """What one seat knows, and the costs it estimates from that."""

    def __init__(self, rummy: Rummy, seat: Seat, habits: Habits = SOUND) -> None:
        self.habits = habits
        self.stuck: float = habits.stuck
        self.rummy = rummy
        self.seat = seat
        self.hand: list[Card] = rummy.hands[seat]
        self.contract: Contract = rummy.now().contract
        self.points: list[int] = rummy.terms.points
        self.unseen: list[int] = self._unseen()
        self.hidden: int = max(1, sum(self.unseen))
        self.looks: float = habits.looks * (LOOK + LOOK_A_SEAT * (rummy.seats - 2))
        books, runs = self.contract.books, self.contract.runs
        self.step: float = habits.step * (BOOK_STEP * books + RUN_STEP * runs) / (books + runs)
        self.played: float = rummy.turns / rummy.seats
        self.turns_left: float = self._turns_left()

    def _unseen(self) -> list[int]:
        """How many copies of each card may be hidden. Steady does not count cards, so: all that it does not hold."""
        unseen = [self.rummy.terms.decks] * JOKER
        unseen.append(2 * self.rummy.terms.decks)
        for card in self.hand:
            unseen[card] -= 1
        return unseen

    def _turns_left(self) -> float:
        """The turns until one of the others ends the round, or the turn cap does."""
        rummy = self.rummy
        habits = self.habits
        contract = self.contract
        alone = len(rummy.melds) == contract.books + contract.runs and not rummy.terms.extend_own
        rate = 1.0 / max(1.0, rummy.terms.turn_cap - self.played)
        for other in range(rummy.seats):
            if other == self.seat:
                continue
            if rummy.down[other] == NOT_YET:
                usual = habits.length * (ROUND + ROUND_A_RUN * contract.runs)
                turns = max(habits.soon, usual - self.played) * (rummy.seats - 1)
            elif rummy.hands[other]:
                turns = habits.going_out * (GOING_OUT + GOING_OUT_A_CARD * len(rummy.hands[other]))
                if alone:
                    turns += ALONE
            else:
                turns = 1.0  # they went around, so they discard the next card they draw
            rate += 1.0 / turns
        return 1.0 / rate

    # ------------------------------------------------------------ the cost of a hand before laying down

    def chance(self, outs: Outs) -> float:
        """The chance that an unseen card would help."""
        good = self.unseen[JOKER]
        for face in range(JOKER):
            if outs.outs >> face & 1:
                good += self.unseen[face]
        return (good + 0.5) / (self.hidden + 0.5)

    def turns_to_lay_down(self, outs: Outs, size: int) -> float:
        if outs.short == 0:
            return 0.0
        turns = self.step * (outs.short - 1) + 1.0 / min(1.0, self.looks * self.chance(outs))
        lacking = self.contract.cards - 1 - size
        if lacking > 0:
            each = 1 + self.rummy.terms.buy_penalty
            turns += self.habits.room * ((lacking + each - 1) // each)
        return turns

    def cost(self, turns: float, size: int, points: float) -> float:
        """The expected cost: the points if the hand is caught, or its excess cards if it is not."""
        habits = self.habits
        odds: float = (turns / self.turns_left) ** habits.power
        caught = odds / (odds + 1.0)
        excess = habits.excess * max(0, size - self.contract.cards)
        if excess > 0.0 and self.rummy.seats == 2:
            excess += self.stuck
        return caught * (habits.points * points + habits.stake) + (1.0 - caught) * excess

    def cost_of(self, hand: list[Card]) -> float:
        size = len(hand)
        turns = self.turns_to_lay_down(prospect_of(hand, self.contract), size)
        return self.cost(turns, size, count_points(self.points, hand))

    def cost_with(self, card: Card, more: int, size: int) -> float:
        """The cost of the hand with this card and `more` unknown ones, at that size."""
        hand = [*self.hand, card]
        outs = prospect_of(hand, self.contract)
        turns = self.turns_to_lay_down(outs, size)
        if outs.short:
            turns = max(0.5, turns - self.step * more * self.chance(outs))
        return self.cost(turns, size, count_points(self.points, hand) + self.habits.unknown_card * (size - len(hand)))

    def worth_buying(self, card: Card) -> bool:
        """Is the card worth buying? Only if it helps, or if the hand is too small for the contract."""
        habits = self.habits
        outs = prospect_of(self.hand, self.contract)
        size = len(self.hand)
        if size >= self.contract.cards - 1 and not outs.wants(card):
            return False
        reluctance = habits.reluctance + habits.reluctance_a_card * outs.short
        reluctance += habits.reluctance_a_turn * self.played
        penalty = self.rummy.terms.buy_penalty
        return self.cost_with(card, penalty, size + 1 + penalty) + reluctance < self.cost_of(self.hand)

    # ------------------------------------------------------------ discards

    def best_discard(self) -> Card:
        faces = sorted(set(self.hand))
        best = faces[0]
        lowest = NEVER
        for face, cost in zip(faces, self._discard_costs(faces), strict=True):
            if cost < lowest:
                best, lowest = face, cost
        return best

    def discards(self, most: int) -> list[Card]:
        """The best few cards to discard, best first."""
        faces = sorted(set(self.hand))
        return [face for _, face in sorted(zip(self._discard_costs(faces), faces, strict=True))[:most]]

    def _discard_costs(self, faces: list[Card]) -> list[float]:
        costs = self._costs(faces) if self.rummy.down[self.seat] == NOT_YET else [-self.points[face] for face in faces]
        return [cost + self.feeds(face) for face, cost in zip(faces, costs, strict=True)]

    def _costs(self, faces: list[Card]) -> list[float]:
        """The cost of discarding each card, by rules of thumb. Cards it does not need go first, then cards that go with
        nothing in the hand, then the most expensive. When the round is as good as over, need does not matter."""
        costs: list[float] = []
        for face in faces:
            hand = without(self.hand, face)
            cost = KIN * self.kin(face, hand) - self.points[face]
            if self.turns_left > AS_GOOD_AS_OVER:
                cost += STEP_BACK * shortage(hand, self.contract)
            costs.append(cost)
        return costs

    def feeds(self, face: Card) -> float:
        """What it costs to let the next player have this card."""
        rummy = self.rummy
        following = (self.seat + 1) % rummy.seats
        if rummy.down[following] != NOT_YET:
            if not playable(rummy, following, face):
                return 0.0
            return FEED_JOKER if face == JOKER else FEED
        if face == JOKER:
            return FEED_JOKER
        return FEED * self.kin(face, rummy.known[following])

    def kin(self, face: Card, cards: list[Card]) -> int:
        """How many of these cards could be in the same meld of the contract as this one."""
        count = 0
        for card in cards:
            if card != JOKER:
                if self.contract.books and RANK[card] == RANK[face]:
                    count += 1
                if self.contract.runs and SUIT[card] == SUIT[face] and 0 < abs(card - face) < self.contract.longest:
                    count += 1
        return count


def without(hand: list[Card], card: Card) -> list[Card]:
    rest = hand[:]
    rest.remove(card)
    return rest


def playable(rummy: Rummy, seat: Seat, face: Card) -> bool:
    """Could this seat, having laid down, play this card on the table?"""
    for meld in rummy.melds:
        if (meld.owner != seat or rummy.terms.extend_own) and not rummy.too_many_jokers(meld, face):
            if takes(rummy, meld, face):
                return True
    return False


def takes(rummy: Rummy, meld: Meld, face: Card) -> bool:
    both = rummy.terms.melding.both_aces
    return meld.takes(face, False, both) or (meld.kind == RUN and meld.takes(face, True, both))
