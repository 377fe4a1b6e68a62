"""Where the cards of a Spades table are, and who knows them.

A seat remembers what every player of tricks does (`games/tricks/state.py`). It also remembers that whoever led a spade
before spades were broken had nothing else (D7). A seat that may still go blind nil has not seen its own hand (D11).
"""

from typing import Final

from mypy_extensions import i64

from parlour.cards import Card, deck
from parlour.games.spades.options import SpadesOptions
from parlour.games.spades.scoring import SpadesScoring
from parlour.games.tricks.masks import CLUBS, EVERY_CARD, OF_SUIT, SPADES
from parlour.games.tricks.state import TrickPosition
from parlour.kernel.position import NOBODY
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

# Phases
BIDDING: Final = 0
PLAYING: Final = 1

UNSAID: Final = -1  # a bid that has not been made yet
NO_SPADES: Final = EVERY_CARD ^ OF_SUIT[SPADES]
TWO_OF_CLUBS: Final = 13 * CLUBS + 1


class SpadesTerms(SpadesScoring):
    """The house rules of one table, worked out once: how rounds are counted, and what may be bid and led."""

    def __init__(self, options: SpadesOptions, seats: int) -> None:
        super().__init__(options, seats)
        self.deck: list[Card] = [card for card in deck() if seats == 4 or card != TWO_OF_CLUBS]  # D1
        self.dealt: int = len(self.deck) // seats
        self.nil: bool = options.nil
        self.least_bid: int = options.least_bid
        self.blind_nil: bool = options.blind_nil
        self.spades_anytime: bool = options.spades_anytime

    def partner_of(self, seat: Seat) -> Seat:
        """The seat's partner, or NOBODY."""
        return seat ^ 2 if self.partners else NOBODY


class SpadesPosition(TrickPosition):
    """What has been bid, and how many bags each side has."""

    def __init__(self, options: SpadesOptions, seats: int, shuffler: Shuffler) -> None:
        super().__init__(options, seats, shuffler)
        self.bids: list[int] = [UNSAID] * seats
        self.blind: list[bool] = [False] * seats  # who went blind nil
        self.played: list[int] = [0] * seats  # by seat: the cards it has played in this round
        self.looked: list[bool] = [True] * seats  # who has seen their own hand
        self.bags: list[int] = []  # by side: all bags of the game (D9)
        self.set_terms()
        self.bags = [0] * len(self.terms.sides)

    def set_terms(self) -> None:
        options = self.options
        assert isinstance(options, SpadesOptions)
        self.terms = SpadesTerms(options, self.seats)

    # ------------------------------------------------------------ moving cards

    def deal(self) -> None:
        """D1. Whoever may go blind nil does not look at their hand yet (D11)."""
        self.deal_all(self.terms.deck[:])
        self.bids = [UNSAID] * self.seats
        self.blind = [False] * self.seats
        self.played = [0] * self.seats
        totals = self.totals()
        self.looked = [not (self.terms.blind_nil and self.terms.is_behind(seat, totals)) for seat in range(self.seats)]

    def look(self, seat: Seat) -> None:
        if not self.looked[seat]:
            self.looked[seat] = True
            self.uncovered += 1

    # ------------------------------------------------------------ small predicates

    def least(self, seat: Seat) -> int:
        """D3: the least that a seat may bid. The second of two partners makes up for the first."""
        least = 0 if self.terms.nil else 1
        partner = self.terms.partner_of(seat)
        if partner != NOBODY and self.bids[partner] != UNSAID:
            least = max(least, self.terms.least_bid - self.bids[partner])
        return least

    def allowed(self, seat: Seat) -> i64:
        """The cards that a seat may play (D5), or lead (D7)."""
        if self.laid or self.broken or self.terms.spades_anytime:
            return self.following(seat)
        hand: i64 = self.hands[seat]
        return hand & NO_SPADES or hand

    def side_bid(self, side: int) -> int:
        """What the partners of a side have bid together. Whoever has not bid yet counts 0."""
        return sum([max(0, self.bids[seat]) for seat in self.terms.sides[side]])

    # ------------------------------------------------------------ imagined deals

    def forget(self, seat: Seat) -> None:
        """Whoever has not looked at their own hand knows as much as an onlooker."""
        super().forget(seat if seat == NOBODY or self.looked[seat] else NOBODY)
