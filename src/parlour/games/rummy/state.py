"""Where the cards of a rummy table lie, and who has seen them go there.

What a seat remembers: its own hand; every card that was taken up in the open (from the discards, by purchase, in
exchange for a joker) for as long as it stays in that hand; everything that lies open. It forgets which cards a
reshuffle put back into the stock.
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
WINDOW: Final = 0  # the visible discard is to be had: calls and answers are collected
ANSWERING: Final = 1  # one seat settles it: the one at bat before a call (T24), a claimant before a discard (P14)
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

    def __init__(self, options: Options, seats: int, shuffler: Shuffler, terms: RummyTerms) -> None:
        super().__init__(seats, shuffler)
        self.options = options
        self.terms = terms
        self.dealer = NOBODY
        self.discarder = NOBODY  # of the visible discard
        self.out = NOBODY  # who ended the round with a discard
        self.dead = False  # the visible discard cannot be taken any more (T25)
        self.turns = 0  # finished in this round, all seats together
        self.drawn = NO_CARD  # what the seat at bat has taken up for this turn, while it holds it
        self.discards: list[Card] = []
        self.hands: list[list[Card]] = []
        self.fresh: list[list[Card]] = []  # of each hand: what has come since its last discard
        self.known: list[list[Card]] = []  # of each hand: what everybody saw going into it
        self.melds: list[Meld] = []
        self.down: list[int] = []  # of each seat: the turn on which it laid down
        self.buys: list[int] = []  # used in this round
        self.answers: list[int] = []
        self.calls: list[int] = []  # what goes with an answer: a reaction time, or a place on a meld

    def rule(self, torpedo: str, progressive: str) -> str:
        """Of two rules that say the same, the one of the game that is played."""
        return torpedo if self.terms.letter == "T" else progressive

    # ------------------------------------------------------------ cards on their way

    def draw(self, seat: Seat) -> bool:
        """T8, T29, P6, P16: one card from the stock. False if there is none."""
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
        """T8, T25: what lies under it is dead."""
        self.take_openly(seat, self.discards.pop())
        self.dead = True

    def take_openly(self, seat: Seat, card: Card) -> None:
        self.hands[seat].append(card)
        self.fresh[seat].append(card)
        self.known[seat].append(card)
        if seat == self.at_bat:
            self.drawn = card

    def give(self, seat: Seat, card: Card) -> None:
        """A card leaves a hand."""
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
        """T29, P16: how many cards could be drawn once somebody has the visible discard."""
        return len(self.stock) + max(0, len(self.discards) - 2)

    def penalty(self) -> int:
        """T24, P12: how many cards would come with the visible discard if somebody bought it now."""
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
        """What the others were seen to take up stays with them."""
        others = [] if self.open_hands() else [other for other in range(self.seats) if other != seat]
        self.redraw_hands(others, self.hands, self.known)
        for other in others:
            self.fresh[other] = []  # the cards that came last are other ones now
            if other == self.at_bat:
                self.drawn = NO_CARD
