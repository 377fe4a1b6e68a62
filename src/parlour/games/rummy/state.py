"""Where the cards of a rummy table are, and who has seen them go there.

A seat remembers its own hand, everything that lies open, and every card that another hand took in the open (from the
discards, by a buy, or a joker in a swap) until the card leaves that hand. It forgets which cards a reshuffle put back
into the stock.
"""

from typing import Final

from parlour.cards import NO_CARD, Card
from parlour.games.rummy.melds import Meld
from parlour.games.rummy.terms import RoundPlan, RummyTerms
from parlour.kernel.options import Options
from parlour.kernel.position import NOBODY, OVER, SCORED, Position
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

# Phases
WINDOW: Final = 0  # the visible discard is on offer, and calls and answers are collected
ANSWERING: Final = 1  # the seat at bat answers a call (T24), or the seat that played a hot card discards (P14)
DRAWING: Final = 2
PLAYING: Final = 3  # a card has been drawn; the turn ends with a discard

NOT_YET: Final = -1  # has not laid down

# Answers in a window
NOT_ASKED: Final = 0
SILENT: Final = 1
PASSED: Final = 2
WANTS: Final = 3


class RummyPosition(Position):
    """Hands, stock, discards and melds, and how far the round is."""

    terms: RummyTerms

    def __init__(self, options: Options, seats: int, shuffler: Shuffler) -> None:
        super().__init__(seats, shuffler)
        self.options = options
        self.dealer = NOBODY
        self.discarder = NOBODY  # of the visible discard
        self.out = NOBODY  # who ended the round with a discard
        self.dead = False  # whether the visible discard can no longer be taken (T25)
        self.turns = 0  # finished in this round, all seats together
        self.drawn = NO_CARD  # the card that the seat at bat got this turn, while it holds it
        self.discards: list[Card] = []
        self.hands: list[list[Card]] = []
        self.fresh: list[list[Card]] = []  # by seat: the cards it got since its last discard
        self.known: list[list[Card]] = []  # by seat: the cards that everybody saw going into its hand
        self.melds: list[Meld] = []
        self.down: list[int] = []  # by seat: the turn in which it laid down
        self.buys: list[int] = []  # used in this round
        self.answers: list[int] = []
        self.calls: list[int] = []  # by seat: the reaction time of its call (Torpedo) or the place it claims (P14)
        self.set_terms()

    def rule(self, torpedo: str, progressive: str) -> str:
        """The number that a rule of both games has in the game being played."""
        return torpedo if self.terms.letter == "T" else progressive

    # ------------------------------------------------------------ moving cards

    def draw(self, seat: Seat) -> bool:
        """Draw one card from the stock, reshuffling if needed (T8, T29, P6, P16). False if there is none."""
        if not self.stock:
            if len(self.discards) < 2:
                return False
            top = self.discards.pop()
            self.stock = self.discards
            self.discards = [top]
            self.shuffler.shuffle(self.stock)
        card = self.stock.pop()
        self.uncovered += 1
        self.hands[seat].append(card)
        self.fresh[seat].append(card)
        if seat == self.at_bat:
            self.drawn = card
        return True

    def take_discard(self, seat: Seat) -> None:
        """Take the visible discard (T8). The one under it is dead (T25)."""
        self.take_openly(seat, self.discards.pop())
        self.dead = True

    def take_openly(self, seat: Seat, card: Card) -> None:
        self.hands[seat].append(card)
        self.fresh[seat].append(card)
        self.known[seat].append(card)
        if seat == self.at_bat:
            self.drawn = card

    def give(self, seat: Seat, card: Card) -> None:
        """Remove a card from a hand, and from what is remembered of it."""
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        if card in self.fresh[seat]:
            self.fresh[seat].remove(card)
        if seat == self.at_bat and card == self.drawn:
            self.drawn = NO_CARD

    def throw(self, seat: Seat, card: Card) -> None:
        self.give(seat, card)
        self.fresh[seat].clear()
        self.discards.append(card)
        self.discarder = seat
        self.dead = False

    # ------------------------------------------------------------ small predicates

    def now(self) -> RoundPlan:
        return self.terms.rounds[self.round - 1]

    def can_draw(self) -> bool:
        return len(self.stock) > 0 or len(self.discards) > 1

    def behind(self) -> int:
        """How many cards could be drawn after somebody takes the visible discard (T29, P16)."""
        return len(self.stock) + max(0, len(self.discards) - 2)

    def penalty(self) -> int:
        """How many cards would come with the visible discard if somebody bought it now (T24, P12)."""
        return min(self.terms.buy_penalty, self.behind())

    def can_take(self) -> bool:
        return len(self.discards) > 0 and not self.dead

    def open_hands(self) -> bool:
        return self.phase == SCORED or self.phase == OVER

    # ------------------------------------------------------------ imagined deals

    def places(self) -> dict[str, list[Card]]:
        places = {"stock": self.stock, "discard": self.discards}
        for seat in range(self.seats):
            places[f"hand:{seat}"] = self.hands[seat]
        for number, meld in enumerate(self.melds):
            places[f"meld:{number}"] = list(meld.cards)
        return places

    def forget(self, seat: Seat) -> None:
        """Redraw the other hands, but leave the cards that everybody saw going into them."""
        others = [] if self.open_hands() else [other for other in range(self.seats) if other != seat]
        self.redraw_hands(others, self.hands, self.known)
        for other in others:
            self.fresh[other] = []  # these cards have been redrawn
            if other == self.at_bat:
                self.drawn = NO_CARD
