"""A referee that knows the rules of Hearts and not the engine. It is told the hands as they were dealt and every move,
and says who may do what, what a round costs and who has won.

A move is a name with what is chosen: ("pass", a set of cards), ("play", a card), ("moon", "self" or "others"), ("deal",
None).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from tests.games.trick_cards import SUITS, Trick, check_deal, height, lowest, of_suit, suit, taker

LEFT_OUT: Final = {3: ["2D"], 4: [], 5: ["2D", "2S"], 6: ["2D", "2S", "3D", "3S"]}  # H1
QUEEN: Final = "QS"
JACK: Final = "JD"
ALL_POINTS: Final = 26

Move = tuple[str, Any]
DEAL: Final[Move] = ("deal", None)


@dataclass(frozen=True)
class House:
    """The house rules, with the values they have if nobody says otherwise."""

    passing: str = "cycle"
    pass_count: int = 3
    opening: str = "two_of_clubs"
    bloody_first: bool = False
    queen_breaks: bool = False
    hearts_anytime: bool = False
    jack_of_diamonds: bool = False
    moon: str = "others"
    target: int = 100
    halves: bool = False
    rounds: int = 40


def costs(card: str) -> int:
    """H8."""
    return 13 if card == QUEEN else int(suit(card) == "H")


def dearest(hand: Iterable[str], count: int) -> frozenset[str]:
    """H15: what silence passes."""
    by_dearness = sorted(hand, key=lambda card: (card != QUEEN, -height(card), SUITS.index(suit(card))))
    return frozenset(by_dearness[:count])


class Referee:
    def __init__(self, house: House, hands: Sequence[Iterable[str]]) -> None:
        self.house = house
        self.seats = len(hands)
        self.dealer = 0
        self.sheet: list[list[int]] = []
        self.winners: tuple[int, ...] = ()
        self.may_take_back: set[int] = set()  # their last move
        self.seen: Counter[str] = Counter()  # counts what has happened, to prove that it was tried
        self._deal(hands)

    @property
    def round(self) -> int:
        """The number of the round that is played or was scored last."""
        return len(self.sheet) + (self.phase not in ("scored", "over"))

    def _deal(self, hands: Sequence[Iterable[str]]) -> None:
        self.hands = [set(hand) for hand in hands]
        check_deal([[*hand] for hand in self.hands], LEFT_OUT[self.seats])
        self.taken: list[list[str]] = [[] for _ in self.hands]
        self.tricks = [0] * self.seats
        self.trick: Trick = []
        self.last_trick: Trick = []
        self.broken = False
        self.chosen: dict[int, frozenset[str]] = {}
        self.void: list[set[str]] = [set() for _ in self.hands]  # suits that a seat has shown not to hold (H13)
        self.given: dict[tuple[int, int], set[str]] = {}  # what one has passed to another and is not played yet (H13)
        self.shooter: int | None = None
        self.counted: list[int] = []  # what the round counts, before anything is halved
        self.phase = "passing"
        if self.pass_by() == 0:
            self._open()

    # ------------------------------------------------------------ who may do what

    def pass_by(self) -> int:
        """How many seats to the left cards are passed in this round; 0 if they are held (H2)."""
        if self.house.passing != "cycle":
            return 1 if self.house.passing == "left" else 0
        left, right, across = 1, self.seats - 1, self.seats // 2
        ways = [left, right, across, 0] if self.seats % 2 == 0 else [left, right, 0]
        return ways[len(self.sheet) % len(ways)]

    def actors(self) -> set[int]:
        match self.phase:
            case "passing":
                return {seat for seat in range(self.seats) if seat not in self.chosen}
            case "over":
                return set()
            case _:
                return {self.turn}

    def playable(self, seat: int) -> set[str]:
        """The cards that a seat may play on its turn: H4, then H6 and H7 among what H4 leaves."""
        hand = self.hands[seat]
        if self.trick:
            cards = of_suit(hand, suit(self.trick[0][1])) or hand
        elif self.broken or self.house.hearts_anytime:
            cards = hand
        else:
            cards = hand - of_suit(hand, "H") or hand
        if sum(self.tricks) == 0 and not self.house.bloody_first:
            cards = {card for card in cards if not costs(card)} or cards
        return cards

    def allows(self, seat: int, move: Move) -> bool:
        if seat not in self.actors():
            return False
        match self.phase, move:
            case "passing", ("pass", cards):
                return len(cards) == self.house.pass_count and set(cards) <= self.hands[seat]
            case "playing", ("play", card):
                return card in self.playable(seat)
            case "moon", ("moon", who):
                return who in ("self", "others")
            case "scored", ("deal", None):
                return True
        return False

    def moves(self, seat: int) -> list[Move]:
        """Everything that a seat may do now."""
        if seat not in self.actors():
            return []
        match self.phase:
            case "passing":
                return [("pass", frozenset(some)) for some in combinations(self.hands[seat], self.house.pass_count)]
            case "playing":
                return [("play", card) for card in self.playable(seat)]
            case "moon":
                return [("moon", "self"), ("moon", "others")]
            case _:
                return [DEAL]

    def silence(self, seat: int) -> Move | None:
        """H15, H10."""
        if seat not in self.actors():
            return None
        match self.phase:
            case "passing":
                return "pass", dearest(self.hands[seat], self.house.pass_count)
            case "playing":
                return "play", lowest(self.playable(seat))
            case "moon":
                return "moon", "others"
            case _:
                return DEAL

    def knows(self, seat: int, holder: int) -> set[str]:
        """The cards in somebody's hand that a seat is certain of: its own, and those it passed on (H13)."""
        return self.hands[seat] if holder == seat else self.given.get((seat, holder), set())

    # ------------------------------------------------------------ what comes of it

    def follow(self, seat: int, move: Move, dealt: Sequence[Iterable[str]] = ()) -> None:
        """Carry out a legal move. With a deal come the new hands."""
        self.may_take_back = set()
        match move:
            case "pass", cards:
                self.chosen[seat] = frozenset(cards)
                if len(self.chosen) == self.seats:
                    self._hand_on()
                    self._open()
                else:
                    self.may_take_back = {*self.chosen}  # H14
            case "play", card:
                self._play(seat, card)
                self.may_take_back = {seat} if self.trick else set()  # H14
            case "moon", who:
                self.seen[f"a moon that counts for {who}, chosen"] += 1
                self._score(who)
                self.may_take_back = {seat}  # no rule forbids it
            case _:
                self.dealer = (self.dealer + 1) % self.seats
                self._deal(dealt)

    def _hand_on(self) -> None:
        by = self.pass_by()
        self.seen[f"{self.seats} players pass {by} seats on"] += 1
        for seat, cards in self.chosen.items():
            self.hands[seat] -= cards
        for seat, cards in self.chosen.items():
            receiver = (seat + by) % self.seats
            self.hands[receiver] |= cards
            self.given[seat, receiver] = set(cards)

    def _open(self) -> None:
        """H3."""
        self.phase = "playing"
        self.turn = (self.dealer + 1) % self.seats
        if self.house.opening == "two_of_clubs":
            self._play(next(seat for seat, hand in enumerate(self.hands) if "2C" in hand), "2C")

    def _play(self, seat: int, card: str) -> None:
        self._note(seat, card)
        off_suit = bool(self.trick) and suit(card) != suit(self.trick[0][1])
        if off_suit:
            self.void[seat].add(suit(self.trick[0][1]))
        self.broken |= off_suit and suit(card) == "H"  # H7
        self.broken |= card == QUEEN and self.house.queen_breaks
        self.hands[seat].remove(card)
        for cards in self.given.values():
            cards.discard(card)
        self.trick.append((seat, card))
        self.turn = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self._take()

    def _note(self, seat: int, card: str) -> None:
        first = sum(self.tricks) == 0
        leads = not self.trick
        self.seen["points on a first trick"] += first and costs(card) > 0 and not self.house.bloody_first
        self.seen["a heart led unbroken"] += leads and suit(card) == "H" and not self.broken
        self.seen["the queen led unbroken beside hearts"] += (
            leads and card == QUEEN and not self.broken and self.hands[seat] - of_suit(self.hands[seat], "H") == {QUEEN}
        )
        self.seen["the queen forced on a first trick"] += (
            first and not leads and card == QUEEN and self.playable(seat) == {QUEEN} and len(self.hands[seat]) > 1
        )

    def _take(self) -> None:
        """H5."""
        self.turn = taker(self.trick)
        self.tricks[self.turn] += 1
        self.taken[self.turn] += [card for _, card in self.trick]
        self.last_trick, self.trick = self.trick, []
        if any(self.hands):
            return
        points = self.points()
        if ALL_POINTS in points and self.house.moon != "none":
            self.shooter = points.index(ALL_POINTS)
            if self.house.moon == "choose":
                self.phase, self.turn = "moon", self.shooter
                return
        self._score(self.house.moon)

    def points(self) -> list[int]:
        """What each has taken so far (H8)."""
        return [sum(map(costs, cards)) for cards in self.taken]

    def _score(self, moon: str) -> None:
        """H9 to H12."""
        row = self.points()
        if self.shooter is not None:
            everybody_else = 0 if moon == "self" else ALL_POINTS
            own = -ALL_POINTS if moon == "self" else 0
            row = [own if seat == self.shooter else everybody_else for seat in range(self.seats)]
            self.seen[f"a moon that counts for {moon}"] += 1
        if self.house.jack_of_diamonds:
            row = [points - 10 * (JACK in cards) for points, cards in zip(row, self.taken, strict=True)]
        self.counted = row
        before = self.totals()
        totals = [total + points for total, points in zip(before, row, strict=True)]
        target = self.house.target
        if self.house.halves:
            self.seen["halved"] += target in totals
            self.seen["halved while another is over"] += target in totals and max(totals) > target
            totals = [target // 2 if total == target else total for total in totals]
        self.sheet.append([total - old for total, old in zip(totals, before, strict=True)])
        self.phase = "scored"
        self.turn = (self.dealer + 1) % self.seats
        if max(totals) >= target or len(self.sheet) == self.house.rounds:
            self.phase = "over"
            self.winners = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
            self.seen["shared"] += len(self.winners) > 1
            self.seen["the last round"] += max(totals) < target

    def totals(self) -> list[int]:
        return [sum(row[seat] for row in self.sheet) for seat in range(self.seats)]
