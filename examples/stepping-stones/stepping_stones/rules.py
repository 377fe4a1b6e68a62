"""Stepping Stones: the rules (S1-S8), with the house rules and the actions they need.

A seat remembers its own hand, and every stone, because each was face up once. It knows nothing about the stock or other
hands until the round is over and all hands are open.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from parlour.cards import RANK, Card, card, code, deck, name
from parlour.kernel.actions import Deal, Draw, GameAction
from parlour.kernel.options import Options, house_rule
from parlour.kernel.position import OVER, SCORED, Position, whole
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Result, Seat, lowest_wins

DEALT = 5
RANKS = 13
PLAYING = 0  # a phase; every game also has SCORED and OVER


class StonesOptions(Options, frozen=True, kw_only=True):
    rounds: Annotated[int, house_rule("S8", "Rounds in a game.", least=1, most=3)] = 2
    stride: Annotated[int, house_rule("S3", "How many ranks a step may reach.", least=2, most=4)] = 3
    bridge: Annotated[bool, house_rule("S4", "The ace and the king are next to each other.")] = False


class Step(GameAction, frozen=True):
    """Lay a card on the last stone (S3)."""

    card: Annotated[str, Meta(pattern=r"^(10|[2-9AJQK])[SHDC]\Z")]


Action = Step | Draw | Deal


class Stones(Position):
    def __init__(self, options: StonesOptions, seats: int, shuffler: Shuffler) -> None:
        super().__init__(seats, shuffler)
        self.options = options
        self.at_bat = 0
        self.dealer = seats - 1  # seat 0 deals the first round
        self.stones: list[Card] = []
        self.hands: list[list[Card]] = [[] for _ in range(seats)]

    # ------------------------------------------------------------ who may act, and how

    def actors(self) -> Sequence[Seat]:
        return [] if self.phase == OVER else [self.at_bat]

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat not in self.actors():
            return []
        if self.phase == SCORED:
            return [Deal()]
        return [Draw(), *(Step(code(face)) for face in self.steps(seat))]

    def silence(self, seat: Seat) -> Action | None:
        if seat not in self.actors():
            return None
        return Deal() if self.phase == SCORED else Draw()

    # ------------------------------------------------------------ what each action does

    def apply(self, seat: Seat, action: Action) -> None:
        if seat != self.at_bat or (self.phase == SCORED and not isinstance(action, Deal)):
            raise self.not_now(seat, over="S8", deal="S8", turn="S2")
        if isinstance(action, Deal):
            self._deal()
        elif isinstance(action, Step):
            self._step(seat, card(action.card))
        else:
            self._draw(seat)

    def _step(self, seat: Seat, face: Card) -> None:
        """S3, S4."""
        if face not in self.hands[seat]:
            raise Refused("S3", f"You don't have {name(face)}.")
        if not self.is_step(face):
            stone, stride = self.stones[-1], self.options.stride
            if RANKS - self.apart(face) <= stride:
                raise Refused("S4", "You can't step between king and ace at this table.")
            raise Refused("S3", f"{name(face)} is too far from {name(stone)}. You can step {stride} ranks up or down.")
        self.hands[seat].remove(face)
        self.stones.append(face)
        self._end_turn(seat)

    def _draw(self, seat: Seat) -> None:
        """S5."""
        self.hands[seat].append(self.stock.pop())
        self.uncovered += 1
        self._end_turn(seat)

    def _deal(self) -> None:
        """S1, S8."""
        if self.phase != SCORED:
            raise Refused("S8", "You can deal the next round after this one is over.")
        self.round += 1
        self.dealer = (self.dealer + 1) % self.seats
        self.stock = deck()
        self.shuffler.shuffle(self.stock)
        self.hands = [[self.stock.pop() for _ in range(DEALT)] for _ in range(self.seats)]
        self.stones = [self.stock.pop()]
        self.uncovered += 1
        self.at_bat = (self.dealer + 1) % self.seats
        self.phase = PLAYING

    # ------------------------------------------------------------ how a turn and a round end

    def _end_turn(self, seat: Seat) -> None:
        if self.hands[seat] and self.stock:
            self.at_bat = (seat + 1) % self.seats
        else:
            self._score()  # S6

    def _score(self) -> None:
        """S7: all hands are open now."""
        self.uncovered += sum(map(len, self.hands))
        last = self.round == self.options.rounds
        self.close_round([points(hand) for hand in self.hands], last, (self.dealer + 1) % self.seats)

    def result(self) -> Result | None:
        """S8."""
        return lowest_wins(self.totals()) if self.phase == OVER else None

    # ------------------------------------------------------------ small predicates

    def apart(self, face: Card) -> int:
        """How far a card is from the last stone, in ranks (S3, S4)."""
        ranks = abs(RANK[face] - RANK[self.stones[-1]])
        return min(ranks, RANKS - ranks) if self.options.bridge else ranks

    def is_step(self, face: Card) -> bool:
        return self.apart(face) <= self.options.stride

    def steps(self, seat: Seat) -> list[Card]:
        return [face for face in self.hands[seat] if self.is_step(face)]

    # ------------------------------------------------------------ where the cards lie, and imagined deals

    def places(self) -> dict[str, list[Card]]:
        hands = {f"hand:{seat}": hand for seat, hand in enumerate(self.hands)}
        return {"stock": self.stock, "stones": self.stones, **hands}

    def forget(self, seat: Seat) -> None:
        unseen = [whole(self.stock)]
        if self.phase == PLAYING:
            unseen += [whole(hand) for owner, hand in enumerate(self.hands) if owner != seat]
        self.redraw([], unseen)


def points(hand: Sequence[Card]) -> int:
    """S7."""
    return sum(RANK[face] for face in hand)


def start(options: StonesOptions, seats: int, shuffler: Shuffler) -> Stones:
    """A new game with the first round dealt."""
    stones = Stones(options, seats, shuffler)
    stones._deal()
    return stones
