"""Steady, a rummy player by sound rules: what its Torpedo and its Progressive have in common.

A round is a race. From how many cards the hand is short and how many cards would shorten the way, it reckons the turns
until it can lay down; from what the others have laid and hold, the turns until somebody ends the round. The chance of
being caught follows, and with it what a hand costs: every take, purchase, exchange and discard is the one that
costs least. It counts only what the seat has seen.
"""

from typing import Final

from parlour.cards import JOKER, RANK, SUIT, Card
from parlour.games.rummy.actions import DISCARDS, Exchange, LayDown, Play, PlayOn
from parlour.games.rummy.house import count_points
from parlour.games.rummy.melds import RUN, Meld
from parlour.games.rummy.rules import NOT_YET, Rummy
from parlour.games.rummy.solver import RUN_SIZE, Contract, Lacking
from parlour.games.rummy.written import exchange_of, play_on_of
from parlour.kernel.state import Seat

# Weights, found by playing against itself.
LOOKS: Final = 2.6  # cards a turn that may be the one it waits for: its draw, and the discards it could have
BOOK_STEP: Final = 1.7  # turns for every card it is short beyond the next, if it is of a book
RUN_STEP: Final = 3.3  # or of a run
ROOM: Final = 4.0  # turns it takes to come by a purchase that the contract needs
STAKE: Final = 70.0  # points that being caught costs beside the hand: the others are not
EXCESS: Final = 4.0  # points for a card too many once it has laid down
UNKNOWN_CARD: Final = 8.0  # points of a card that comes with a purchase
A_CARD_LEFT: Final = 0.8  # turns that somebody who has laid down needs for each card
ALONE: Final = 3.0  # and until somebody else lays down, so that there is something to play on
ROUND: Final = 4.0  # turns until somebody goes out
A_RUN: Final = 3.5  # and more for each run in the contract
SOON: Final = 3.0  # but never fewer, if nobody has laid down
FEED: Final = 4.0  # points that it costs to throw what the next player collects
FEED_JOKER: Final = 60.0

FOUR_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
MOST_KEPT: Final = 50_000


class Prospect:
    """How many cards a hand is short of its contract, and which cards, as bits by face, would shorten the way."""

    def __init__(self, short: int, outs: int) -> None:
        self.short = short
        self.outs = outs


_prospects: dict[tuple[int, ...], Prospect] = {}


def prospect_of(hand: list[Card], contract: Contract) -> Prospect:
    """Remembered, because the same hand is looked at for every discard of the others."""
    cards = sorted(hand)
    cards.append(contract.books * 64 + contract.runs * 8 + contract.book_size)
    key = tuple(cards)
    known = _prospects.get(key)
    if known is None:
        if len(_prospects) > MOST_KEPT:
            _prospects.clear()
        known = _prospects[key] = _find_prospect(hand, contract)
    return known


def _find_prospect(hand: list[Card], contract: Contract) -> Prospect:
    lacking = Lacking(hand)
    least = lacking.find(contract, contract.cards)
    short = least - lacking.jokers
    if short <= 0:
        return Prospect(0, 0)
    outs = 0
    if contract.runs == 0:
        for rank in range(1, 14):
            lacking.ranks[rank] += 1
            if lacking.books(contract.books, contract.book_size) < least:
                outs |= FOUR_SUITS << rank - 1
            lacking.ranks[rank] -= 1
        return Prospect(short, outs)
    for face in range(JOKER):
        if lacking.shortened_by(face, contract, least):
            outs |= 1 << face
    return Prospect(short, outs)


def without(hand: list[Card], card: Card) -> list[Card]:
    rest = hand[:]
    rest.remove(card)
    return rest


class Outlook:
    """What one seat knows, and what it reckons from it."""

    def __init__(self, rummy: Rummy, seat: Seat) -> None:
        self.rummy = rummy
        self.seat = seat
        self.hand: list[Card] = rummy.hands[seat]
        self.contract: Contract = rummy.now().contract
        self.points: list[int] = rummy.house.points
        self.unseen: list[int] = self._unseen()
        self.hidden: int = max(1, sum(self.unseen))
        books, runs = self.contract.books, self.contract.runs
        self.step: float = (BOOK_STEP * books + RUN_STEP * runs) / (books + runs)
        self.turns_left: float = self._turns_left()

    def _unseen(self) -> list[int]:
        """How many of each card lie where it cannot see them."""
        rummy = self.rummy
        decks = rummy.house.decks
        unseen = [decks] * JOKER
        unseen.append(2 * decks)
        for card in self.hand:
            unseen[card] -= 1
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

    def _turns_left(self) -> float:
        """Until one of the others ends the round."""
        rummy = self.rummy
        played = rummy.turns / rummy.seats
        rate = 1.0 / max(1.0, rummy.house.turn_cap - played)
        for other in range(rummy.seats):
            if other == self.seat:
                continue
            if rummy.down[other] == NOT_YET:
                turns = max(SOON, ROUND + A_RUN * self.contract.runs - played)
                rate += 1.0 / (turns * (rummy.seats - 1))
            elif rummy.hands[other]:
                turns = 1.0 + A_CARD_LEFT * len(rummy.hands[other])
                if len(rummy.melds) == self.contract.books + self.contract.runs and not rummy.house.extend_own:
                    turns += ALONE
                rate += 1.0 / turns
            else:
                rate += 1.0
        return 1.0 / rate

    # ------------------------------------------------------------ before it has laid down

    def turns_to_lay_down(self, prospect: Prospect, size: int) -> float:
        if prospect.short == 0:
            return 0.0
        good = self.unseen[JOKER]
        outs = prospect.outs
        for face in range(JOKER):
            if outs >> face & 1:
                good += self.unseen[face]
        chance = min(1.0, LOOKS * (good + 0.5) / self.hidden)
        turns = self.step * (prospect.short - 1) + 1.0 / chance
        return turns + self.turns_for_room(size)

    def turns_for_room(self, size: int) -> float:
        """To lay down, a hand of this size may have to buy first."""
        lacking = self.contract.cards - 1 - size
        each = 1 + self.rummy.house.buy_penalty
        return ROOM * ((lacking + each - 1) // each) if lacking > 0 else 0.0

    def cost(self, turns: float, size: int, points: float) -> float:
        """Of holding such a hand: what it counts if it is caught, and what will be too many if it is not."""
        caught = turns / (turns + self.turns_left)
        excess = max(0, size - self.contract.cards)
        return caught * (points + STAKE) + (1.0 - caught) * EXCESS * excess

    def cost_of(self, hand: list[Card]) -> float:
        size = len(hand)
        turns = self.turns_to_lay_down(prospect_of(hand, self.contract), size)
        return self.cost(turns, size, count_points(self.points, hand))

    def cost_of_buying(self, card: Card) -> float:
        """With the card and the penalty, of which nothing is known but that it may shorten the way too."""
        hand = [*self.hand, card]
        penalty = self.rummy.house.buy_penalty
        prospect = prospect_of(hand, self.contract)
        size = len(hand) + penalty
        turns = self.turns_to_lay_down(prospect, size)
        if prospect.short:
            chance = LOOKS / max(LOOKS, turns - self.step * (prospect.short - 1))
            turns = max(0.5, turns - self.step * penalty * chance / LOOKS)
        return self.cost(turns, size, count_points(self.points, hand) + UNKNOWN_CARD * penalty)

    # ------------------------------------------------------------ discards

    def best_discard(self) -> Card:
        down = self.rummy.down[self.seat] != NOT_YET
        faces = sorted(set(self.hand))
        costs = [self._cost_when_down(face) for face in faces] if down else self._costs(faces)
        best = faces[0]
        lowest = 1e9
        for face, cost in zip(faces, costs, strict=True):
            cost += self.feeds(face)
            if cost < lowest:
                best, lowest = face, cost
        return best

    def _costs(self, faces: list[Card]) -> list[float]:
        """Of what is left without each card. The cards that would save the next player are looked at closely only if
        none of the way is lost with them."""
        contract = self.contract
        hands = [without(self.hand, face) for face in faces]
        shorts: list[int] = []
        for hand in hands:
            lacking = Lacking(hand)
            shorts.append(max(0, lacking.find(contract, contract.cards) - lacking.jokers))
        least = min(shorts)
        usual = self.turns_to_lay_down(prospect_of(self.hand, contract), len(self.hand))
        if least == 0:
            usual = 1.0
        costs: list[float] = []
        for hand, short in zip(hands, shorts, strict=True):
            if short == least:
                costs.append(self.cost_of(hand))
            else:
                turns = usual + self.step * (short - least + 1)
                costs.append(self.cost(turns, len(hand), count_points(self.points, hand)))
        return costs

    def _cost_when_down(self, face: Card) -> float:
        """Less what it no longer has to be afraid of."""
        points = float(self.points[face])
        return -points

    def feeds(self, face: Card) -> float:
        """What it costs to let the next player have this card."""
        rummy = self.rummy
        following = (self.seat + 1) % rummy.seats
        if rummy.down[following] != NOT_YET:
            for meld in rummy.melds:
                if meld.owner != following or rummy.house.extend_own:
                    if fits(rummy, meld, face):
                        return FEED_JOKER if face == JOKER else FEED
            return 0.0
        if face == JOKER:
            return FEED_JOKER
        cost = 0.0
        for card in rummy.known[following]:
            if card == JOKER:
                continue
            if self.contract.books and RANK[card] == RANK[face]:
                cost += FEED
            if self.contract.runs and SUIT[card] == SUIT[face] and 0 < abs(card - face) < RUN_SIZE:
                cost += FEED
        return cost


def fits(rummy: Rummy, meld: Meld, face: Card) -> bool:
    if rummy.too_many_jokers(meld, face):
        return False
    both = rummy.house.melding.both_aces
    return meld.takes(face, False, both) or (meld.kind == RUN and meld.takes(face, True, both))


def playable(rummy: Rummy, seat: Seat, face: Card) -> bool:
    """Could this seat, having laid down, play this card on the table?"""
    for meld in rummy.melds:
        if (meld.owner != seat or rummy.house.extend_own) and fits(rummy, meld, face):
            return True
    return False


# ---------------------------------------------------------------- a turn


def wants(rummy: Rummy, seat: Seat) -> bool:
    """At bat: rather the visible discard than a card from the stock?"""
    card = rummy.discards[-1]
    if rummy.down[seat] != NOT_YET:
        return len(rummy.hands[seat]) > 0 and playable(rummy, seat, card)
    if card == JOKER:
        return True
    return prospect_of(rummy.hands[seat], rummy.now().contract).outs >> card & 1 == 1


def would_buy(rummy: Rummy, seat: Seat) -> bool:
    """Does the visible discard pay, with what comes with it?"""
    if rummy.down[seat] != NOT_YET:
        return False
    card = rummy.discards[-1]
    hand = rummy.hands[seat]
    contract = rummy.now().contract
    if len(hand) >= contract.cards - 1 and card != JOKER and prospect_of(hand, contract).outs >> card & 1 == 0:
        return False
    outlook = Outlook(rummy, seat)
    return outlook.cost_of_buying(card) < outlook.cost_of(outlook.hand)


def play(rummy: Rummy, seat: Seat) -> Play:
    """Once a card has been drawn."""
    hand = rummy.hands[seat]
    if rummy.down[seat] == NOT_YET:
        lay_downs = rummy.lay_downs(seat)
        if lay_downs:
            return best_lay_down(rummy, seat, lay_downs)
        outlook = Outlook(rummy, seat)
        exchange = exchange_before_down(outlook)
        return exchange or DISCARDS[outlook.best_discard()]
    if len(hand) == 1:
        return DISCARDS[hand[0]]  # and out
    extensions = rummy.extensions(seat)
    best: PlayOn | None = None
    most = -1
    for face, number, low in extensions:
        if rummy.house.points[face] > most:
            best, most = play_on_of(face, number, low, rummy.melds[number].kind), rummy.house.points[face]
    if best is not None:
        return best
    for face, number, index in rummy.exchanges(seat):
        if playable(rummy, seat, JOKER):
            return exchange_of(face, number, index)
    return DISCARDS[Outlook(rummy, seat).best_discard()]


def exchange_before_down(outlook: Outlook) -> Exchange | None:
    best: Exchange | None = None
    exchanges = outlook.rummy.exchanges(outlook.seat)
    if not exchanges:
        return None
    lowest = outlook.cost_of(outlook.hand)
    for face, number, index in exchanges:
        cost = outlook.cost_of([*without(outlook.hand, face), JOKER])
        if cost < lowest:
            best, lowest = exchange_of(face, number, index), cost
    return best


def best_lay_down(rummy: Rummy, seat: Seat, lay_downs: list[LayDown]) -> LayDown:
    return lay_downs[0]
