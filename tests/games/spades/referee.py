"""A referee that knows the rules of Spades and not the engine. It is told the hands as they were dealt and every move,
and says who may do what, what a round scores and who has won.

A move is a name with what is chosen: ("blind", whether nil is bid blind), ("bid", a number), ("play", a card), ("deal",
None).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.games.trick_cards import Trick, check_deal, lowest, of_suit, suit, taker

Move = tuple[str, Any]
DEAL: Final[Move] = ("deal", None)
LOOK: Final[Move] = ("blind", False)
BLIND: Final[Move] = ("blind", True)


@dataclass(frozen=True)
class House:
    """The house rules, with the values they have if nobody says otherwise."""

    partners: bool = True
    nil: bool = True
    least_bid: int = 0
    spades_anytime: bool = False
    bag_limit: int = 10
    bag_penalty: int = 100
    failed_nil_helps: bool = False
    blind_nil: bool = False
    ten_for_two_hundred: bool = False
    target: int = 500
    floor: int | None = None
    rounds: int = 40


class Referee:
    def __init__(self, house: House, hands: Sequence[Iterable[str]]) -> None:
        self.house = house
        self.seats = len(hands)
        paired = house.partners and self.seats == 4  # D2
        self.sides = [(0, 2), (1, 3)] if paired else [(seat,) for seat in range(self.seats)]
        self.side_of = {seat: side for side, members in enumerate(self.sides) for seat in members}
        self.dealer = 0
        self.scores = [0] * len(self.sides)
        self.bags = [0] * len(self.sides)
        self.sheet: list[list[int]] = []  # a column for each seat: partners have the same
        self.winners: tuple[int, ...] = ()
        self.may_take_back: set[int] = set()  # their last move
        self.seen: Counter[str] = Counter()  # counts what has happened, to prove that it was tried
        self._deal(hands)

    def _deal(self, hands: Sequence[Iterable[str]]) -> None:
        self.hands = [set(hand) for hand in hands]
        check_deal([[*hand] for hand in self.hands], ["2C"] if self.seats == 3 else [])  # D1
        self.most = len(self.hands[0])  # tricks
        self.bids: dict[int, int] = {}
        self.blind: set[int] = set()  # who bid blind nil
        self.looked: set[int] = set()  # who has looked instead
        self.tricks = [0] * self.seats
        self.trick: Trick = []
        self.last_trick: Trick = []
        self.broken = False
        self.void: list[set[str]] = [set() for _ in self.hands]  # suits that a seat has shown not to hold (D15)
        self._ask_to_bid((self.dealer + 1) % self.seats)

    def _ask_to_bid(self, seat: int) -> None:
        """D3, D11."""
        self.turn = seat
        self.phase = "blind" if self.is_blind(seat) and self.least_bid(seat) == 0 else "bidding"
        if self.phase == "bidding":
            self.looked.add(seat)

    def is_blind(self, seat: int) -> bool:
        """Whether a seat has not seen its cards, because it may be asked to go blind nil (D11)."""
        behind = max(self.scores) - self.scores[self.side_of[seat]]
        return self.house.blind_nil and behind >= 100 and seat not in self.bids and seat not in self.looked

    # ------------------------------------------------------------ who may do what

    def actors(self) -> set[int]:
        return set() if self.phase == "over" else {self.turn}

    def least_bid(self, seat: int) -> int:
        """The least that a seat may bid: the second of two partners is held to what both must bid together (D3)."""
        least = 0 if self.house.nil else 1
        for partner in self.sides[self.side_of[seat]]:
            if partner != seat and partner in self.bids:
                least = max(least, self.house.least_bid - self.bids[partner])
        return least

    def playable(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        if self.trick:
            return of_suit(hand, suit(self.trick[0][1])) or hand  # D5
        if self.broken or self.house.spades_anytime:
            return hand
        return hand - of_suit(hand, "S") or hand  # D7

    def allows(self, seat: int, move: Move) -> bool:
        return move in self.moves(seat)

    def moves(self, seat: int) -> list[Move]:
        """Everything that a seat may do now."""
        if seat not in self.actors():
            return []
        match self.phase:
            case "blind":
                return [LOOK, BLIND]
            case "bidding":
                return [("bid", number) for number in range(self.least_bid(seat), self.most + 1)]
            case "playing":
                return [("play", card) for card in self.playable(seat)]
            case _:
                return [DEAL]

    def silence(self, seat: int) -> Move | None:
        """D17. Nobody goes blind nil by silence."""
        if seat not in self.actors():
            return None
        match self.phase:
            case "blind":
                return LOOK
            case "bidding":
                hand = self.hands[seat]
                high = sum(card[:-1] in ("A", "K") for card in hand)
                return "bid", max(1, self.least_bid(seat), high + max(0, len(of_suit(hand, "S")) - 3))
            case "playing":
                return "play", lowest(self.playable(seat))
            case _:
                return DEAL

    def knows(self, seat: int, holder: int) -> set[str]:
        """The cards in somebody's hand that a seat is certain of: its own, once it has seen them (D11, D15)."""
        return self.hands[seat] if holder == seat and not self.is_blind(seat) else set()

    # ------------------------------------------------------------ what comes of it

    def follow(self, seat: int, move: Move, dealt: Sequence[Iterable[str]] = ()) -> None:
        """Carry out a legal move. With a deal come the new hands."""
        self.may_take_back = set()
        match move:
            case "blind", False:
                self.looked.add(seat)
                self.phase = "bidding"
            case "blind", True:
                self.blind.add(seat)
                self._bid(seat, 0)
            case "bid", number:
                blind = [other for other in range(self.seats) if other != seat and self.is_blind(other)]
                self._bid(seat, number)
                if all(map(self.is_blind, blind)):  # D16, as long as nobody has seen more cards
                    self.may_take_back = {seat}
            case "play", card:
                self._play(seat, card)
                self.may_take_back = {seat} if self.trick else set()  # D16
            case _:
                self.dealer = (self.dealer + 1) % self.seats
                self._deal(dealt)

    def _bid(self, seat: int, number: int) -> None:
        self.bids[seat] = number
        if len(self.bids) < self.seats:
            self._ask_to_bid((seat + 1) % self.seats)
        else:
            self.phase = "playing"
            self.turn = (self.dealer + 1) % self.seats  # D4

    def _play(self, seat: int, card: str) -> None:
        if not self.trick:
            self.seen["a spade led unbroken"] += suit(card) == "S" and not self.broken
        elif suit(card) != suit(self.trick[0][1]):
            self.void[seat].add(suit(self.trick[0][1]))
            self.broken |= suit(card) == "S"
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self.turn = taker(self.trick, trump="S")  # D6
            self.tricks[self.turn] += 1
            self.last_trick, self.trick = self.trick, []
            if not any(self.hands):
                self._score()

    def _round_of(self, members: Iterable[int]) -> tuple[int, int]:
        """What a side scores in this round before bags cost anything, and how many bags it gets: D8, D10, D11, D12."""
        bid = points = 0
        counted = bags = 0  # tricks that count toward the bid, and those that cannot
        for seat in members:
            bid += self.bids[seat]
            nil = self.bids[seat] == 0
            failed = nil and self.tricks[seat] > 0
            if nil:
                worth = 200 if seat in self.blind else 100
                points += -worth if failed else worth
                self.seen[f"nil for {worth}, {'failed' if failed else 'made'}"] += 1
            if failed and not self.house.failed_nil_helps:
                bags += self.tricks[seat]
            else:
                counted += self.tricks[seat]
        self.seen["bags of a failed nil beside a lost bid"] += bags > 0 and counted < bid
        if counted < bid:
            points -= 10 * bid
        else:
            bags += counted - bid
            ten = bid == 10 and self.house.ten_for_two_hundred
            self.seen["ten for two hundred"] += ten
            points += 200 if ten else 10 * bid
        return points + bags, bags

    def _score(self) -> None:
        row = [0] * self.seats
        for side, members in enumerate(self.sides):
            points, bags = self._round_of(members)
            crossed = (self.bags[side] + bags) // self.house.bag_limit - self.bags[side] // self.house.bag_limit  # D9
            self.seen["bags that cost"] += crossed > 0
            self.seen["bags that cost twice in a round"] += crossed > 1
            points -= crossed * self.house.bag_penalty
            self.bags[side] += bags
            self.scores[side] += points
            for seat in members:
                row[seat] = points
        self.sheet.append(row)
        self.phase = "scored"
        self.turn = (self.dealer + 1) % self.seats
        self._end()

    def _end(self) -> None:
        """D13, D14."""
        best = max(self.scores)
        leading = [side for side, score in enumerate(self.scores) if score == best]
        fallen = [score for score in self.scores if self.house.floor is not None and score <= self.house.floor]
        if len(self.sheet) == self.house.rounds:
            self.seen["the last round"] += 1
            self.seen["shared after the last round"] += len(leading) > 1
        elif fallen:
            self.seen["the floor"] += 1
            self.seen["everybody at the floor"] += len(fallen) == len(self.scores)
            self.seen["shared at the floor"] += len(leading) > 1
        elif best >= self.house.target:
            self.seen["the target reached by several"] += sum(s >= self.house.target for s in self.scores) > 1
            if len(leading) > 1:
                self.seen["another round after a tie"] += 1
                return
            self.seen["the target"] += 1
        else:
            return
        self.phase = "over"
        self.winners = tuple(sorted(seat for side in leading for seat in self.sides[side]))
