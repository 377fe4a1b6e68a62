"""Where the cards of a Yammouth table lie, and who has seen them go there.

What a seat remembers: its own hand; every card that others took from the pile, for as long as it stays in their hand;
everything that lies open. It forgets which cards a reshuffle put back into the stock. After a call all hands lie open.
"""

from random import Random
from typing import Final

from parlour.cards import JOKER, RANK, Card, name
from parlour.games.yammouth.house import House
from parlour.games.yammouth.options import DEALT, YammouthOptions
from parlour.games.yammouth.scoring import Standing
from parlour.kernel.shuffle import QuickShuffler, Shuffler
from parlour.kernel.state import Seat

# Phases
PLACING: Final = 0  # a turn begins; whoever has just picked up may still slam
PICKING: Final = 1  # cards have been placed
CLAIMING: Final = 2  # YAMMOUTH has been called
SCORED: Final = 3  # the round is over
OVER: Final = 4

NOBODY: Final = -1

FIELDS: Final = (
    *(
        "shuffler",
        "seats",
        "phase",
        "round",
        "beginner",
        "at_bat",
        "slammer",
        "turns",
        "slammed",
        "spread",
        "took",
        "uncovered",
    ),
    *("playing", "stock", "pile", "placed", "hands", "known", "claims", "passed", "standings", "sheet"),
)


class Layout:
    """Hands, stock and pile, and how far the round is. A card that is picked up becomes the last of its hand."""

    def __init__(self, options: YammouthOptions, house: House, shuffler: Shuffler, seats: int) -> None:
        self.options = options
        self.house = house
        self.shuffler = shuffler
        self.seats = seats
        self.phase = SCORED
        self.round = 0  # 1 is the first
        self.beginner = NOBODY
        self.at_bat = 0  # who acts, or deals; the first round begins with seat 0 (Y3)
        self.slammer = NOBODY  # who has just picked up and may still slam (Y11)
        self.turns = 0  # finished in this round, all seats together
        self.slammed = 0  # how many cards, since the latest ones were placed
        self.spread = 0  # how many cards at the top of the pile lie side by side for all to see
        self.took = False  # whether the card picked up last lay open before
        self.uncovered = 0
        self.playing: list[Seat] = []  # who was dealt cards in this round
        self.stock: list[Card] = []
        self.pile: list[Card] = []
        self.placed: list[Card] = []  # on the latest turn, the top one last
        self.hands: list[list[Card]] = []
        self.known: list[list[Card]] = []  # of each hand: what everybody saw going into it
        self.claims: list[Seat] = []  # the caller, then all who claimed, the latest last (Y13)
        self.passed: list[Seat] = []  # who lets the latest claim stand
        self.standings = [Standing()] * seats
        self.sheet: list[list[int]] = []

    # ------------------------------------------------------------ cards on their way

    def deal(self) -> None:
        """Y3: five cards each for all who are not out, and one turned up."""
        cards = self.house.deck[:]
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
            top = self.pile.pop()
            self.stock = self.pile
            self.shuffler.shuffle(self.stock)
            self.pile = [top]
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

    # ------------------------------------------------------------ imagined deals, copies

    def places(self) -> dict[str, list[Card]]:
        places = {"stock": self.stock, "pile": self.pile}
        for seat in range(self.seats):
            places[f"hand:{seat}"] = self.hands[seat]
        return places

    def redeal_into(self, new: "Layout", seat: Seat, rng: Random) -> None:
        """Everything this seat (or NOBODY) cannot know is drawn anew; what it saw others take stays with them."""
        new.shuffler = QuickShuffler(rng.randbytes(16))
        if self.open_hands():
            others: list[Seat] = []
        else:
            others = [other for other in self.playing if other != seat]
        for other in others:
            new.stock += self._unseen(other)
        new.stock.sort()  # so that equal rngs give equal cards wherever they lay
        new.shuffler.shuffle(new.stock)
        for other in others:
            hand = self.known[other][:]
            taken = [hand.pop()] if other == self.slammer and self.took else []
            hand += [new.stock.pop() for _ in range(len(self.hands[other]) - len(self.known[other]))]
            new.shuffler.shuffle(hand)
            new.hands[other] = hand + taken

    def _unseen(self, seat: Seat) -> list[Card]:
        """The cards of a hand that nobody else has seen."""
        unseen = self.hands[seat][:]
        for card in self.known[seat]:
            unseen.remove(card)
        return unseen

    def copy_into(self, new: "Layout") -> None:
        new.phase = self.phase
        new.round = self.round
        new.beginner = self.beginner
        new.at_bat = self.at_bat
        new.slammer = self.slammer
        new.turns = self.turns
        new.slammed = self.slammed
        new.spread = self.spread
        new.took = self.took
        new.uncovered = self.uncovered
        new.playing = self.playing[:]
        new.stock = self.stock[:]
        new.pile = self.pile[:]
        new.placed = self.placed[:]
        new.hands = [hand[:] for hand in self.hands]
        new.known = [cards[:] for cards in self.known]
        new.claims = self.claims[:]
        new.passed = self.passed[:]
        new.standings = self.standings[:]
        new.sheet = [changes[:] for changes in self.sheet]


def points_of(cards: list[Card]) -> int:
    """Y1: a card is worth its rank, and a joker, whose rank is 0, nothing."""
    points = 0
    for card in cards:
        points += RANK[card]
    return points


def a_card(card: Card) -> str:
    """In the middle of a sentence: "7♥", "a joker"."""
    return "a joker" if card == JOKER else name(card)
