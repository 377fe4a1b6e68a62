"""Where the cards of a Yammouth table lie, and who has seen them go there.

What a seat remembers: its own hand; every card that others took from the pile, for as long as it stays in their hand;
everything that lies open. It forgets which cards a reshuffle put back into the stock. After a call all hands lie open.
"""

from typing import Final

from parlour.cards import JOKER, RANK, Card
from parlour.games.yammouth.options import DEALT, YammouthOptions
from parlour.games.yammouth.scoring import MatchScore
from parlour.kernel.position import NOBODY, Position
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

# Phases
PLACING: Final = 0  # a turn begins; whoever has just picked up may still slam
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
        """Y13: what is shouted for the call (0), and for each claim after it."""
        return self.words[number] if number < len(self.words) else "SCANZATH again"


def deck_of(counts: tuple[int, ...]) -> list[Card]:
    """Y2: so many aces, 2s … kings and jokers; the suits take turns within a rank."""
    cards: list[Card] = []
    for rank, count in enumerate(counts[:-1]):
        cards += [copy % 4 * 13 + rank for copy in range(count)]
    return cards + [JOKER] * counts[-1]


class YammouthPosition(Position):
    """Hands, stock and pile, and how far the round is. A card that is picked up becomes the last of its hand."""

    def __init__(self, options: YammouthOptions, seats: int, shuffler: Shuffler) -> None:
        super().__init__(seats, shuffler)
        self.options = options
        self.terms = YammouthTerms(options)
        self.at_bat = 0  # the first round begins with seat 0 (Y3)
        self.beginner = NOBODY
        self.slammer = NOBODY  # who has just picked up and may still slam (Y11)
        self.turns = 0  # finished in this round, all seats together
        self.slammed = 0  # how many cards, since the latest ones were placed
        self.spread = 0  # how many cards at the top of the pile lie side by side for all to see
        self.took = False  # whether the card picked up last lay open before
        self.playing: list[Seat] = []  # who was dealt cards in this round
        self.pile: list[Card] = []
        self.placed: list[Card] = []  # on the latest turn, the top one last
        self.hands: list[list[Card]] = []
        self.known: list[list[Card]] = []  # of each hand: what everybody saw going into it
        self.claims: list[Seat] = []  # the caller, then all who claimed, the latest last (Y13)
        self.passed: list[Seat] = []  # who lets the latest claim stand
        self.standings = [MatchScore()] * seats

    # ------------------------------------------------------------ cards on their way

    def deal(self) -> None:
        """Y3: five cards each for all who are not out, and one turned up."""
        cards = self.terms.deck[:]
        self.shuffler.shuffle(cards)
        self.playing = [seat for seat in range(self.seats) if not self.standings[seat].out]
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
        """Y6: the last one is the new top; the old top can still be taken from under them."""
        self._put_on_pile(seat, cards)
        self.placed = cards
        self.slammed = 0
        self.spread = len(cards) + 1

    def take(self, seat: Seat) -> None:
        """Y7: the card that was on top, from under those just placed."""
        card = self.pile.pop(-1 - len(self.placed))
        self.spread -= 1
        self.took = True
        self.hands[seat].append(card)
        self.known[seat].append(card)

    def draw(self, seat: Seat) -> None:
        """Y7, Y21. There is always a card to draw: under those just placed lies at least the one that was on top."""
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
        """A single card may be taken back; several together lie open for good."""
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
        """Of those who play this round (Y19)."""
        return [seat for seat in self.playing if not self.standings[seat].out]

    def left_of(self, seat: Seat) -> Seat:
        """The next seat that is not out."""
        seat = (seat + 1) % self.seats
        while self.standings[seat].out:
            seat = (seat + 1) % self.seats
        return seat

    # ------------------------------------------------------------ imagined deals

    def places(self) -> dict[str, list[Card]]:
        places = {"stock": self.stock, "pile": self.pile}
        for seat in range(self.seats):
            places[f"hand:{seat}"] = self.hands[seat]
        return places

    def forget(self, seat: Seat) -> None:
        """What the others were seen to take stays with them."""
        others = [] if self.open_hands() else [other for other in self.playing if other != seat]
        self.redraw_hands(others, self.hands, self.known, self.slammer if self.took else NOBODY)


def points_of(cards: list[Card]) -> int:
    """Y1: a card is worth its rank, and a joker, whose rank is 0, nothing."""
    points = 0
    for card in cards:
        points += RANK[card]
    return points
