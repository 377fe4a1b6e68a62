"""The house rules of one table, worked out once and shared by every state of it."""

from typing import Final

from parlour.cards import JOKER, RANK, Card
from parlour.games.rummy.lay_downs.solver import Contract
from parlour.games.rummy.melds import Melding

NO_LIMIT: Final = 999


class RoundPlan:
    """One round: how many cards are dealt, and what must be laid down."""

    def __init__(self, dealt: int, contract: Contract, title: str) -> None:
        self.dealt = dealt
        self.contract = contract
        self.title = title


class RummyTerms:
    """What a table plays by. Its rules are numbered with that `letter`."""

    def __init__(
        self,
        *,
        letter: str,
        rounds: list[RoundPlan],
        decks: int,
        melding: Melding,
        joker_points: int,
        extend_own: bool,
        exchange: bool,
        exchange_before_down: bool,
        buys_per_round: int,
        buy_first_card: bool,
        buy_penalty: int,
        buy_after_down: bool,
        hot_card: bool,
        turn_cap: int,
    ) -> None:
        self.letter = letter
        self.rounds = rounds
        self.decks = decks
        self.melding = melding
        self.points: list[int] = card_points(joker_points)
        self.extend_own = extend_own
        self.exchange = exchange
        self.exchange_before_down = exchange_before_down
        self.buys_per_round = buys_per_round
        self.buy_first_card = buy_first_card
        self.buy_penalty = buy_penalty
        self.buy_after_down = buy_after_down
        self.hot_card = hot_card
        self.turn_cap = turn_cap


def card_points(joker: int) -> list[int]:
    """T31, P15: what each card costs whoever is left with it."""
    ranks = [15] + [5] * 8 + [10] * 4
    return [ranks[RANK[face] - 1] for face in range(JOKER)] + [joker]


def count_points(points: list[int], cards: list[Card]) -> int:
    total = 0
    for card in cards:
        total += points[card]
    return total
