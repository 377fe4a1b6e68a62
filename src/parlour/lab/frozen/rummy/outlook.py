"""How Steady looks at a rummy table.

A round is a race. From how many cards the hand is short and how many unseen cards would shorten the way, it reckons the
turns until it can lay down; from what the others have laid and hold, the turns until one of them ends the round. The
chance of being caught follows, and with it what a hand costs; of all takes, purchases and exchanges it does the one
that costs least. What it throws, it chooses by rules of thumb.
"""

from typing import Final

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.melds import RUN, Meld
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET
from parlour.games.rummy.terms import count_points
from parlour.kernel.state import Seat
from parlour.lab.frozen.rummy.habits import SOUND, Habits
from parlour.lab.frozen.rummy.prospect import Prospect, prospect_of, shortage
from parlour.lab.frozen.rummy.solver import RUN_SIZE, Contract, contract_of

# How long things take, in turns: from what its games with itself took.
LOOK: Final = 1.6  # cards a turn that may be the one it waits for: its draw, and discards
LOOK_A_SEAT: Final = 0.5  # and more for everybody beyond two whose discards it may have
BOOK_STEP: Final = 1.7  # for every card it is short beyond the next, in a contract of books
RUN_STEP: Final = 3.3  # or of runs
ROUND: Final = 4.0  # from the deal until somebody goes out
ROUND_A_RUN: Final = 3.5  # and more for each run of the contract
GOING_OUT: Final = 1.0  # for somebody who has laid down
GOING_OUT_A_CARD: Final = 0.8  # and more for each card they hold
ALONE: Final = 3.0  # and more if they have nothing to play on yet
AS_GOOD_AS_OVER: Final = 2.0  # if a round ends in so many turns, it is

# What things cost, in points.
STUCK: Final = 150.0  # a card too many at two players: only one other may lay something that it could be played on
STEP_BACK: Final = 200.0  # throwing a card that it is then short of
KIN: Final = 3.0  # throwing a card that goes with another in the hand, for each that it goes with
FEED: Final = 4.0  # throwing what the next player collects or can play
FEED_JOKER: Final = 60.0  # throwing a joker: nobody does, or it goes around the table

NEVER: Final = 1e9


class Outlook:
    """What one seat knows, and what it reckons from that."""

    def __init__(self, rummy: Rummy, seat: Seat, habits: Habits = SOUND) -> None:
        self.habits = habits
        self.rummy = rummy
        self.seat = seat
        self.hand: list[Card] = rummy.hands[seat]
        self.contract: Contract = contract_of(rummy)
        self.points: list[int] = rummy.terms.points
        self.unseen: list[int] = self._unseen()
        self.hidden: int = max(1, sum(self.unseen))
        self.looks: float = habits.looks * (LOOK + LOOK_A_SEAT * (rummy.seats - 2))
        books, runs = self.contract.books, self.contract.runs
        self.step: float = habits.step * (BOOK_STEP * books + RUN_STEP * runs) / (books + runs)
        self.played: float = rummy.turns / rummy.seats
        self.turns_left: float = self._turns_left()

    def _unseen(self) -> list[int]:
        """How many of each card may lie where it cannot see them: all that it does not hold, for it does not count."""
        unseen = [self.rummy.terms.decks] * JOKER
        unseen.append(2 * self.rummy.terms.decks)
        for card in self.hand:
            unseen[card] -= 1
        return unseen

    def _turns_left(self) -> float:
        """Until one of the others ends the round, or the turns run out."""
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
                turns = 1.0  # gone around: any card they draw, they throw
            rate += 1.0 / turns
        return 1.0 / rate

    # ------------------------------------------------------------ what a hand costs that has not been laid down

    def chance(self, prospect: Prospect) -> float:
        """That an unseen card would shorten the way."""
        good = self.unseen[JOKER]
        for face in range(JOKER):
            if prospect.outs >> face & 1:
                good += self.unseen[face]
        return (good + 0.5) / (self.hidden + 0.5)

    def turns_to_lay_down(self, prospect: Prospect, size: int) -> float:
        if prospect.short == 0:
            return 0.0
        turns = self.step * (prospect.short - 1) + 1.0 / min(1.0, self.looks * self.chance(prospect))
        lacking = self.contract.cards - 1 - size
        if lacking > 0:
            each = 1 + self.rummy.terms.buy_penalty
            turns += self.habits.room * ((lacking + each - 1) // each)
        return turns

    def cost(self, turns: float, size: int, points: float) -> float:
        """What it counts if it is caught, and what will be too many if it is not."""
        habits = self.habits
        odds: float = (turns / self.turns_left) ** habits.power
        caught = odds / (odds + 1.0)
        excess = habits.excess * max(0, size - self.contract.cards)
        if excess > 0.0 and self.rummy.seats == 2:
            excess += STUCK
        return caught * (habits.points * points + habits.stake) + (1.0 - caught) * excess

    def cost_of(self, hand: list[Card]) -> float:
        size = len(hand)
        turns = self.turns_to_lay_down(prospect_of(hand, self.contract), size)
        return self.cost(turns, size, count_points(self.points, hand))

    def cost_with(self, card: Card, more: int, size: int) -> float:
        """Of the hand with this card and so many unknown ones, brought to that size."""
        hand = [*self.hand, card]
        prospect = prospect_of(hand, self.contract)
        turns = self.turns_to_lay_down(prospect, size)
        if prospect.short:
            turns = max(0.5, turns - self.step * more * self.chance(prospect))
        return self.cost(turns, size, count_points(self.points, hand) + self.habits.unknown_card * (size - len(hand)))

    def worth_buying(self, card: Card) -> bool:
        """Is it worth what comes with it? Only what shortens the way may be, or makes room for the contract."""
        habits = self.habits
        prospect = prospect_of(self.hand, self.contract)
        size = len(self.hand)
        if size >= self.contract.cards - 1 and not prospect.wants(card):
            return False
        reluctance = habits.reluctance + habits.reluctance_a_card * prospect.short
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
        """The best few, the best first."""
        faces = sorted(set(self.hand))
        return [face for _, face in sorted(zip(self._discard_costs(faces), faces, strict=True))[:most]]

    def _discard_costs(self, faces: list[Card]) -> list[float]:
        costs = self._costs(faces) if self.rummy.down[self.seat] == NOT_YET else [-self.points[face] for face in faces]
        return [cost + self.feeds(face) for face, cost in zip(faces, costs, strict=True)]

    def _costs(self, faces: list[Card]) -> list[float]:
        """Of throwing each card, by rules of thumb: rather what one can do without, rather what goes with nothing in
        the hand, and of that the dearest. When the round is as good as over, the dearest of all."""
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
        """With how many of these a card could lie in one meld of the contract."""
        count = 0
        for card in cards:
            if card != JOKER:
                if self.contract.books and RANK[card] == RANK[face]:
                    count += 1
                if self.contract.runs and SUIT[card] == SUIT[face] and 0 < abs(card - face) < RUN_SIZE:
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
