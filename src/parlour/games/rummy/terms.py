"""The house rules of one table, worked out once and shared by every state of it."""

from dataclasses import dataclass
from typing import Final

from parlour.cards import JOKER, RANK, Card
from parlour.games.rummy.lay_downs.contract import Contract
from parlour.games.rummy.melds import Melding

NO_LIMIT: Final = 999


@dataclass
class RoundPlan:
    """One round: how many cards are dealt, and what must be laid down."""

    dealt: int
    contract: Contract
    title: str


@dataclass(kw_only=True)
class RummyTerms:
    """What a table plays by. `letter` begins the numbers of its rules: "T" or "P"."""

    letter: str
    rounds: list[RoundPlan]
    decks: int
    melding: Melding
    points: list[int]  # what each card costs at the end of a round
    extend_own: bool = False
    exchange: bool
    exchange_before_down: bool = False
    buys_per_round: int = 0
    buy_first_card: bool = False
    buy_penalty: int = 0
    buy_after_down: bool = False
    hot_card: bool = False
    turn_cap: int = 1


def card_points(joker: int) -> list[int]:
    """The points of each card left in a hand (T31, P15)."""
    ranks = [15] + [5] * 8 + [10] * 4
    return [ranks[RANK[face] - 1] for face in range(JOKER)] + [joker]


def count_points(points: list[int], cards: list[Card]) -> int:
    total = 0
    for card in cards:
        total += points[card]
    return total
