"""Where the cards of a game of tricks are, and what the players have shown.

A seat remembers its own hand and every card that was played. It remembers which cards somebody has shown not to hold:
the rest of a suit that they did not follow, for instance. A game may add cards that a seat knows to be in another hand.
"""

from typing import Final

from mypy_extensions import i64

from parlour.cards import NO_CARD, SUIT, Card
from parlour.games.tricks.deals import deal_unseen
from parlour.games.tricks.masks import BIT, EVERY_CARD, OF_SUIT, beats, cards_in, count, mask_of
from parlour.kernel.options import Options
from parlour.kernel.position import NOBODY, Position
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Seat

NO_TRUMP: Final = -1


class TrickPosition(Position):
    """The hands as masks (`masks.py`), the trick on the table, the last one, and what everybody has taken."""

    def __init__(self, options: Options, seats: int, shuffler: Shuffler) -> None:
        super().__init__(seats, shuffler)
        self.options = options
        self.dealer = NOBODY
        self.leader = NOBODY  # who led the trick on the table, or leads to the next one
        self.best = NOBODY  # whose card takes the trick, as it lies now
        self.laid = 0  # how many cards lie in it
        self.taker = NOBODY  # who took the last trick of this round
        self.broken = False  # whether a suit that may not be led at first has been played
        self.hands: list[int] = [0] * seats
        self.lacks: list[int] = [0] * seats  # by seat: the cards that it has shown not to hold
        self.trick: list[Card] = [NO_CARD] * seats  # by seat
        self.last: list[Card] = [NO_CARD] * seats  # the last trick, by seat
        self.tricks: list[int] = [0] * seats  # how many each has taken in this round
        self.taken: list[int] = [0] * seats  # the cards of those tricks

    # ------------------------------------------------------------ moving cards

    def deal_all(self, deck: list[Card]) -> None:
        """Deal the whole deck, the same number to everybody. The deal has moved to the left."""
        self.round += 1
        self.dealer = (self.dealer + 1) % self.seats
        self.shuffler.shuffle(deck)
        each = len(deck) // self.seats
        self.hands = [mask_of(deck[seat * each : seat * each + each]) for seat in range(self.seats)]
        self.lacks = [0] * self.seats
        self.trick = [NO_CARD] * self.seats
        self.last = [NO_CARD] * self.seats
        self.tricks = [0] * self.seats
        self.taken = [0] * self.seats
        self.leader = self.best = self.taker = NOBODY
        self.laid = 0
        self.broken = False
        self.uncovered += 1

    def lay(self, seat: Seat, card: i64, trump: int) -> None:
        """Put a card of a hand into the trick. Whoever does not follow suit shows that they have none of it."""
        hand: i64 = self.hands[seat]
        self.hands[seat] = hand ^ BIT[card]
        if self.laid == 0:
            self.leader = self.best = seat
        else:
            led = self.led()
            if SUIT[card] != led:
                lacks: i64 = self.lacks[seat]
                self.lacks[seat] = lacks | OF_SUIT[led]
            if beats(card, self.trick[self.best], trump):
                self.best = seat
        self.trick[seat] = card
        self.laid += 1
        self.settled += 1

    def gather(self) -> Seat:
        """Give a complete trick to whoever takes it, who leads next. It can't be taken back anymore."""
        taker = self.best
        taken: i64 = self.taken[taker]
        self.taken[taker] = taken | mask_of(self.trick)
        self.tricks[taker] += 1
        self.last = self.trick
        self.trick = [NO_CARD] * self.seats
        self.laid = 0
        self.leader = self.taker = taker
        self.best = NOBODY
        self.uncovered += 1
        return taker

    # ------------------------------------------------------------ small predicates

    def led(self) -> int:
        """The suit of the trick on the table. It must have been led."""
        return SUIT[self.trick[self.leader]]

    def following(self, seat: Seat) -> i64:
        """The cards of a hand that follow suit, or all of them if there are none."""
        hand: i64 = self.hands[seat]
        if self.laid == 0:
            return hand
        return hand & OF_SUIT[self.led()] or hand

    def allowed(self, seat: Seat) -> i64:
        """The cards that the seat at bat may play, or lead. A game takes away what else it forbids."""
        return self.following(seat)

    def has(self, seat: Seat, card: Card) -> bool:
        return self.hands[seat] & BIT[card] != 0

    def gone(self) -> int:
        """All cards that have been played in this round, those in the trick too."""
        played = 0
        for seat in range(self.seats):
            played |= self.taken[seat]
            if self.trick[seat] != NO_CARD:
                played |= BIT[self.trick[seat]]
        return played

    # ------------------------------------------------------------ imagined deals

    def places(self) -> dict[str, list[Card]]:
        places = {f"hand:{seat}": cards_in(hand) for seat, hand in enumerate(self.hands)}
        places["trick"] = [card for card in self.trick if card != NO_CARD]
        for seat, taken in enumerate(self.taken):
            places[f"won:{seat}"] = cards_in(taken)
        return places

    def known(self, seat: Seat, other: Seat) -> int:
        """The cards that a seat (or NOBODY) knows to be in another hand."""
        return 0

    def forget(self, seat: Seat) -> None:
        """Deal the other hands anew, except for what the seat knows of them. Nobody gets a card they have shown not to
        hold."""
        others = [other for other in range(self.seats) if other != seat]
        known = [self.known(seat, other) for other in others]
        unseen = 0
        room: list[int] = []
        for other, mask in zip(others, known, strict=True):
            unseen |= self.hands[other] & (EVERY_CARD ^ mask)
            room.append(count(self.hands[other] & (EVERY_CARD ^ mask)))
        dealt = deal_unseen(self.shuffler, unseen, room, [self.lacks[other] for other in others])
        for at, other in enumerate(others):
            self.hands[other] = dealt[at] | known[at]
