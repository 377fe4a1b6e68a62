"""Where the cards of a Yammouth table are, and who knows them.

A seat remembers its own hand, everything that is face up, and every card that others took from the pile while it stays
in their hand. It forgets which cards a reshuffle put back into the stock. After a call all hands are open.
"""

from typing import Final

from parlour.cards import JOKER, RANK, Card
from parlour.games.yammouth.options import DEALT, YammouthOptions
from parlour.games.yammouth.scoring import MatchScore
from parlour.kernel.position import NOBODY, Position
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

# Phases
PLACING: Final = 0  # a turn begins; the seat before may still slam
PICKING: Final = 1  # cards have been placed
CLAIMING: Final = 2  # YAMMOUTH has been called

WORDS: Final = ("YAMMOUTH", "ADDATH", "SCANZATH")


class YammouthTerms:
    """The house rules of one table, worked out once: the deck, the limits and the words to shout."""

    def __init__(self, options: YammouthOptions) -> None:
        self.deck: list[Card] = deck_of(options.counts()) * (2 if options.double_deck else 1)
        self.call_limit: int = options.call_limit
        self.caught_points: int = options.caught_points
        self.out_over: int = options.out_over
        self.turn_cap: int = options.turn_cap
        self.words: list[str] = [*WORDS, *options.call_words]

    def word(self, number: int) -> str:
        """Y13: the word for the call (0) and for each claim after it."""
        return self.words[number] if number < len(self.words) else "SCANZATH again"


def deck_of(counts: tuple[int, ...]) -> list[Card]:
    """Y2: a deck with these counts of aces, 2s … kings and jokers. Suits take turns within a rank."""
    cards: list[Card] = []
    for rank, count in enumerate(counts[:-1]):
        cards += [copy % 4 * 13 + rank for copy in range(count)]
    return cards + [JOKER] * counts[-1]


class YammouthPosition(Position):
    """Hands, stock, pile and the progress of the round. A card that is picked up is the last of its hand."""

    def __init__(self, options: YammouthOptions, seats: int, shuffler: Shuffler) -> None:
        super().__init__(seats, shuffler)
        self.options = options
        self.at_bat = 0  # seat 0 begins the first round (Y3)
        self.beginner = NOBODY
        self.slammer = NOBODY  # the seat that just picked up and may still slam (Y11)
        self.turns = 0  # finished in this round, by all seats
        self.slammed = 0  # how many cards, since cards were last placed
        self.spread = 0  # how many cards on top of the pile everybody can see side by side
        self.took = False  # whether the last card picked up was face up before
        self.playing: list[Seat] = []  # the seats that were dealt cards in this round
        self.pile: list[Card] = []
        self.placed: list[Card] = []  # on the latest turn, the top one last
        self.hands: list[list[Card]] = []
        self.known: list[list[Card]] = []  # the cards in each hand that everybody saw going into it
        self.claims: list[Seat] = []  # the caller, then everybody who claimed, in order (Y13)
        self.passed: list[Seat] = []  # the seats that passed on the latest claim
        self.match_scores = [MatchScore()] * seats
        self.set_terms()

    def set_terms(self) -> None:
        self.terms = YammouthTerms(self.options)

    # ------------------------------------------------------------ moving cards

    def deal(self) -> None:
        """Y3: deal five cards to everybody who is not out, and turn one up."""
        cards = self.terms.deck[:]
        self.shuffler.shuffle(cards)
        self.playing = [seat for seat in range(self.seats) if not self.match_scores[seat].out]
        self.hands = [[] for _ in range(self.seats)]
        self.known = [[] for _ in range(self.seats)]
        for seat in self.playing:
            self.hands[seat] = cards[-DEALT:]
            del cards[-DEALT:]
        self.pile = [cards.pop()]
        self.stock = cards
        self.placed = []
        self.slammed = 0
        self.spread = 1
        self.uncovered += 1

    def place(self, seat: Seat, cards: list[Card]) -> None:
        """Y6: the last card is the new top. The old top under them can still be picked up."""
        self._put_on_pile(seat, cards)
        self.placed = cards
        self.slammed = 0
        self.spread = len(cards) + 1

    def take(self, seat: Seat) -> None:
        """Y7: pick up the card that was on top before."""
        card = self.pile.pop(-1 - len(self.placed))
        self.spread -= 1
        self.took = True
        self.hands[seat].append(card)
        self.known[seat].append(card)

    def draw(self, seat: Seat) -> None:
        """Y7, Y21. There is always a card to draw, at least the one that was on top before."""
        self.took = False
        if not self.stock:
            self.restock(self.pile)
            self.spread = 1
        self.hands[seat].append(self.stock.pop())
        self.uncovered += 1

    def slam(self, seat: Seat, cards: list[Card]) -> None:
        """Y12."""
        self._put_on_pile(seat, cards)
        self.slammed = len(cards)
        self.spread += len(cards)

    def _put_on_pile(self, seat: Seat, cards: list[Card]) -> None:
        """An undo may take back a single card, but not several at once."""
        hand = self.hands[seat]
        known = self.known[seat]
        for card in cards:
            hand.remove(card)
            if card in known:
                known.remove(card)
        if len(cards) > 1:
            self.uncovered += len(cards)
        self.pile += cards

    def show_hands(self) -> None:
        for seat in self.playing:
            self.uncovered += len(self.hands[seat]) - len(self.known[seat])

    # ------------------------------------------------------------ small predicates

    def held(self, seat: Seat) -> int:
        """The points in a hand."""
        return points_of(self.hands[seat])

    def card_under(self) -> Card:
        """Y7: the card that was on top before the latest ones were placed."""
        return self.pile[-1 - len(self.placed)]

    def open_hands(self) -> bool:
        return self.phase >= CLAIMING

    def not_out(self) -> list[Seat]:
        """The seats in this round that are not out (Y19)."""
        return [seat for seat in self.playing if not self.match_scores[seat].out]

    def left_of(self, seat: Seat) -> Seat:
        """The next seat that is not out."""
        seat = (seat + 1) % self.seats
        while self.match_scores[seat].out:
            seat = (seat + 1) % self.seats
        return seat

    # ------------------------------------------------------------ imagined deals

    def places(self) -> dict[str, list[Card]]:
        places = {"stock": self.stock, "pile": self.pile}
        for seat in range(self.seats):
            places[f"hand:{seat}"] = self.hands[seat]
        return places

    def forget(self, seat: Seat) -> None:
        """Redeal the other hands, except the cards that everybody saw going into them."""
        others = [] if self.open_hands() else [other for other in self.playing if other != seat]
        self.redraw_hands(others, self.hands, self.known, self.slammer if self.took else NOBODY)


def points_of(cards: list[Card]) -> int:
    """The points of these cards (Y1): their ranks, where a joker has rank 0."""
    points = 0
    for card in cards:
        points += RANK[card]
    return points
