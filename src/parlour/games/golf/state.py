"""Where the cards of a Golf table are, and who knows them.

A seat remembers every card that was ever face up. So it knows what is in the discards and, after a reshuffle, what went
back into the stock, but not in which order. It also knows the card it drew and has not placed yet. Nobody knows a
face-down card, not even its owner (G6), so all seats know the same except for the card in somebody's hand.
"""

from typing import Final

from parlour.cards import NO_CARD, Card, deck
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.scoring import GolfScoring, jokers
from parlour.kernel.position import NOBODY, Position, whole
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

# Phases
TURNING_UP: Final = 0  # everybody turns up their first cards (G2)
DRAWING: Final = 1
PLACING: Final = 2  # a card is in hand
FLIPPING: Final = 3  # a stock card was discarded (G7)

# The face-up cards of a grid are a bit mask. Tables indexed by mask are faster than counting bits.
ALL_UP: Final = 63
DOWN_SLOTS: Final[list[list[int]]] = [[slot for slot in range(6) if not up >> slot & 1] for up in range(64)]
DOWN: Final[list[int]] = [len(slots) for slots in DOWN_SLOTS]

# Values of `flip_on_discard` (G7)
MAY: Final = 0
ALWAYS: Final = 1
NEVER: Final = 2
ENDGAME: Final = 3


class GolfTerms(GolfScoring):
    """The house rules of one table, worked out once: what cards score, and how turns go."""

    def __init__(self, options: GolfOptions) -> None:
        super().__init__(options)
        self.initial_flips: int = options.initial_flips
        self.holes: int = options.holes
        self.turn_cap: int = options.turn_cap
        self.flip_on_discard: int = ("may", "always", "never", "endgame").index(options.flip_on_discard)
        self.flip_as_action: bool = options.flip_as_action
        self.knock_early: bool = options.knock_early


class GolfPosition(Position):
    """`grids` has six cards per seat, one seat after another. `up[seat]` is the mask of its face-up cards."""

    def __init__(self, options: GolfOptions, seats: int, shuffler: Shuffler) -> None:
        super().__init__(seats, shuffler)
        self.options = options
        self.dealer = NOBODY
        self.held = NO_CARD
        self.held_openly = False  # taken from the discards, so everybody saw it
        self.out = NOBODY  # who went out (G8)
        self.turns = 0  # finished in this hole, by all seats
        self.reshuffled = False  # the discards became the stock in this hole (G32)
        self.grids: list[Card] = []
        self.up: list[int] = []
        self.discards: list[Card] = []
        self.set_terms()

    def set_terms(self) -> None:
        self.terms = GolfTerms(self.options)

    def deal(self) -> None:
        """Deal a hole (G1). The deal moves left (G11), and the seat after the dealer begins (G3)."""
        self.round += 1
        self.dealer = (self.dealer + 1) % self.seats
        decks = 2 if self.seats > 4 else 1
        cards = deck(decks, jokers(self.options, decks))
        self.shuffler.shuffle(cards)
        dealt = self.seats * 6
        self.grids = cards[:dealt]
        self.stock = cards[dealt:]
        self.discards = [self.stock.pop()]
        self.up = [0] * self.seats
        self.held = NO_CARD
        self.out = NOBODY
        self.turns = 0
        self.reshuffled = False
        self.uncovered += 1
        self.at_bat = (self.dealer + 1) % self.seats
        self.phase = TURNING_UP if self.terms.initial_flips else DRAWING

    def can_draw(self) -> bool:
        return len(self.stock) > 0 or len(self.discards) > 1

    def places(self) -> dict[str, list[Card]]:
        places = {"stock": self.stock, "discard": self.discards, "held": [] if self.held == NO_CARD else [self.held]}
        for seat in range(self.seats):
            places[f"grid:{seat}"] = self.grids[seat * 6 : seat * 6 + 6]
        return places

    def forget(self, seat: Seat) -> None:
        drawn_unseen = self.held != NO_CARD and not self.held_openly and seat != self.at_bat
        hand = [self.held] if drawn_unseen else []
        face_down = [at * 6 + slot for at in range(self.seats) for slot in DOWN_SLOTS[self.up[at]]]
        if self.reshuffled:  # then the stock and the face-down cards do not mix: everybody knows which cards went back
            face_down.reverse()
            self.redraw([], [(self.grids, face_down)])
            self.redraw(self.stock, [whole(hand)])
        else:
            self.redraw(self.stock, [(self.grids, face_down), whole(hand)])
        if drawn_unseen:
            self.held = hand[0]
