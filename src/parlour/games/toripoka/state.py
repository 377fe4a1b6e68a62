"""Where the cards and pyramids of a Toripoka table are, and who knows them.

A seat remembers its own cards, including those it placed face down, and everything that was face up in this round. It
cannot tell apart the cards that the other player holds or placed face down, the stock, and the three cards set aside.
The bag has no secrets: its contents follow from what is outside, and each draw of a color is a new shuffle.
"""

from typing import Final

from parlour.cards import Card
from parlour.games.toripoka.hands import CARDS, Unit, unit
from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.pieces import ALL_PIECES, NO_PIECE, Piece
from parlour.kernel.position import NOBODY, Place, Position, whole
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

# Phases
DRAWING: Final = 0  # the players draw the prizes from the bag (K5)
PLAYING: Final = 1

LEFT: Final = 0
RIGHT: Final = 1
SIDES: Final = ("left", "right")
ROOM: Final = 3  # cards of one player at one prize


class ToripokaPosition(Position):
    """List `2 * seat + side` of `laid`, `down` and `on` is for the cards of one seat at one prize: the cards, which of
    them are face down, and the pyramids on them."""

    def __init__(self, options: ToripokaOptions, seats: int, shuffler: Shuffler) -> None:
        super().__init__(seats, shuffler)
        self.options = options
        self.at_bat = 0  # the host begins
        self.first = 1  # who begins this round (K6)
        self.last_laid = False  # somebody has placed a card after which they can place no more (K10)
        self.hands: list[list[Card]] = [[], []]
        self.laid: list[list[Card]] = [[], [], [], []]
        self.down: list[list[int]] = [[], [], [], []]
        self.on: list[list[Piece]] = [[], [], [], []]
        self.publics: list[Card] = []  # the turned-up cards, left and right
        self.aside: list[Card] = []
        self.prizes: list[Piece] = [NO_PIECE, NO_PIECE]
        self.folded: list[Seat] = [NOBODY, NOBODY]  # who has folded here (K10)
        self.takers: list[Seat] = [NOBODY, NOBODY]  # who took the prize of this round
        self.bag: list[Piece] = ALL_PIECES[:]
        self.owned: list[list[Piece]] = [[], []]
        self.gained: list[list[Piece]] = [[], []]  # in this round, so they cannot be placed yet (K8)
        self.gone: list[Piece] = []

    def deal(self, seat: Seat) -> None:
        """K5, K6."""
        self.round += 1
        self.first = seat
        cards = CARDS[:]
        self.shuffler.shuffle(cards)
        self.hands = [cards[0:3], cards[3:6]]
        self.aside = cards[6:9]
        self.stock = cards[9:]
        self.publics = []
        self.laid = [[], [], [], []]
        self.down = [[], [], [], []]
        self.on = [[], [], [], []]
        self.folded = [NOBODY, NOBODY]
        self.takers = [NOBODY, NOBODY]
        self.last_laid = False
        self.uncovered += 1
        self.phase = DRAWING

    # ------------------------------------------------------------ what lies where

    def pieces_of(self, seat: Seat) -> list[Piece]:
        """All pyramids of a player, including those that cannot be placed yet."""
        return self.owned[seat] + self.gained[seat]

    def lying(self, side: int) -> list[Piece]:
        """The pyramids on the cards at a prize."""
        return [piece for piece in self.on[side] + self.on[2 + side] if piece != NO_PIECE]

    def room(self, seat: Seat, side: int) -> int:
        """How many cards a player can still place at a prize (K7, K10)."""
        return ROOM - len(self.laid[2 * seat + side]) if self.folded[side] == NOBODY else 0

    def sides_with_room(self, seat: Seat) -> list[int]:
        return [side for side in (LEFT, RIGHT) if self.room(seat, side)]

    def open_sides(self) -> list[int]:
        """The prizes that nobody has folded."""
        return [side for side in (LEFT, RIGHT) if self.folded[side] == NOBODY]

    def public_units(self, side: int) -> list[Unit]:
        """K11: the turned-up cards that count at a prize."""
        if self.options.publics == "both":
            return [unit(card) for card in self.publics]
        return [unit(self.publics[side])]

    def units(self, seat: Seat, side: int) -> list[Unit]:
        """A player's hand at a prize, face-down cards included."""
        at = 2 * seat + side
        return self.public_units(side) + [unit(card, on) for card, on in zip(self.laid[at], self.on[at], strict=True)]

    def places(self) -> dict[str, list[Card]]:
        places = {"stock": self.stock, "aside": self.aside, "publics": self.publics, "bag": self.bag, "gone": self.gone}
        places["prizes"] = [piece for piece in self.prizes if piece != NO_PIECE]
        for seat in (0, 1):
            places[f"hand:{seat}"] = self.hands[seat]
            places[f"pieces:{seat}"] = self.pieces_of(seat)
            for side in (LEFT, RIGHT):
                at = 2 * seat + side
                places[f"laid:{at}"] = self.laid[at]
                places[f"on:{at}"] = [piece for piece in self.on[at] if piece != NO_PIECE]
        return places

    def forget(self, seat: Seat) -> None:
        """Mix the other player's hidden cards, the stock and the cards set aside."""
        unseen = [whole(self.stock), whole(self.aside)]
        for other in (0, 1):
            if other != seat:
                unseen.append(whole(self.hands[other]))
                unseen += [self._face_down(2 * other + side) for side in (LEFT, RIGHT)]
        self.redraw([], unseen)

    def _face_down(self, at: int) -> Place:
        return self.laid[at], [slot for slot, down in enumerate(self.down[at]) if down]
