"""The steady player of Spades. It bids what its hand is good for, and weighs every card that it may play: how likely
its side takes the trick with it, whether that is wanted, and what the card would be worth later."""

from random import Random
from typing import Final

from parlour.cards import SUIT, Card
from parlour.games.spades.actions import BIDS, BLIND_NIL, LOOK, Action
from parlour.games.spades.players.bidding import expected_tricks, nil_chance
from parlour.games.spades.rules import Spades
from parlour.games.spades.state import BIDDING, PLAYING, UNSAID
from parlour.games.tricks.actions import PLAYS
from parlour.games.tricks.masks import ALL_RANKS, BIT, HEIGHT, OF_SUIT, PLACES, SPADES, beats, cards_in
from parlour.kernel.actions import DEAL
from parlour.kernel.position import NOBODY
from parlour.kernel.state import Seat

CAUTION: Final = 0.5  # a bid is this much less than what the hand should take
FULL: Final = 0.15  # and this share of the tricks that all bids together leave too few or too many of
SURE_NIL: Final = 0.6  # bid nil if it looks at least this safe, with a partner who covers it
SURE_ALONE: Final[list[float]] = [0.97, 0.9]  # and without one: of three players, of four
DESPERATE: Final = 200  # go blind nil if this far behind leaders who are about to win
ONE_ROUND: Final = 70  # points of a usual round

WANT: Final = 1.0  # what a trick is worth that the side still needs
SPOIL: Final = 0.7  # that sets the others
BAG: Final = -0.25  # that nobody needs
NIL: Final = 6.0  # what it is worth to keep a nil, or to break one
HIGH_COVER: Final = 0.17  # how often a partner who bid nil cannot stay under a high card, if they could beat it
LOW_COVER: Final = 0.35  # or under a low one
DUCKS: Final = 0.15  # how often somebody who bid nil beats a card, if they could
LATER: Final = 0.75  # the share of a card's worth later that playing it now costs


def _above() -> list[int]:
    return [
        sum([BIT[other] for other in range(52) if SUIT[other] == SUIT[card] and HEIGHT[other] > HEIGHT[card]])
        for card in range(52)
    ]


ABOVE: Final[list[int]] = _above()  # the cards of the same suit that are higher


# How likely one of this many hands has none of so many cards: the first index is the hands, the second the cards.
MISSES: Final[list[list[float]]] = [
    [1.0 if cards == 0 or hands == 0 else (1.0 - 1.0 / hands) ** cards for cards in range(14)] for hands in range(4)
]


def in_suit(mask: int, suit: int) -> int:
    """How many cards of a suit there are."""
    return len(PLACES[mask >> 13 * suit & ALL_RANKS])


class SpadesKnowledge:
    """What one seat knows when it plays a card."""

    def __init__(self, spades: Spades, seat: Seat) -> None:
        terms = spades.terms
        self.spades = spades
        self.seat = seat
        self.partner: Seat = terms.partner_of(seat)
        self.hand: int = spades.hands[seat]
        self.unseen = 0  # the cards in the other hands
        self.others: list[Seat] = [other for other in range(spades.seats) if other != seat]
        for other in self.others:
            self.unseen |= spades.hands[other]  # all of them together: who has which stays unknown
        self.left: int = terms.dealt - sum(spades.tricks)  # tricks, with the one on the table
        self.behind: list[Seat] = []  # who plays after this seat
        for step in range(1, spades.seats - spades.laid):
            self.behind.append((seat + step) % spades.seats)
        self.rest: list[int] = [in_suit(self.unseen, suit) for suit in range(4)]
        self.misses: list[list[float]] = [self._misses(suit) for suit in range(4)]
        self.my_nil: bool = self.tries_nil(seat)
        self.covers: bool = self.partner != NOBODY and self.tries_nil(self.partner)
        self.their_nils: list[Seat] = [o for o in self.others if o != self.partner and self.tries_nil(o)]
        self.trick_worth: float = self._trick_worth()

    def _misses(self, suit: int) -> list[float]:
        """How likely a hand that may have cards of a suit has none of so many of them."""
        holders = 0
        for other in self.others:
            if self.spades.lacks[other] & OF_SUIT[suit] != OF_SUIT[suit]:
                holders += 1
        return MISSES[holders]

    def tries_nil(self, seat: Seat) -> bool:
        return self.spades.bids[seat] == 0 and self.spades.tricks[seat] == 0

    def need(self, side: int) -> int:
        """How many tricks a side still needs for its bid."""
        spades = self.spades
        need = 0
        for seat in spades.terms.sides[side]:
            need += spades.bids[seat]
            if spades.bids[seat] or spades.terms.failed_nil_helps:
                need -= spades.tricks[seat]
        return need

    def _trick_worth(self) -> float:
        """What it is worth to the side to take this trick."""
        terms = self.spades.terms
        mine = terms.side_of[self.seat]
        need = self.need(mine)
        if 0 < need <= self.left:
            return WANT
        for side in range(len(terms.sides)):
            if side != mine:
                theirs = self.need(side)
                if 0 < theirs <= self.left <= theirs + 1:
                    return SPOIL
        return BAG if need <= 0 else 0.0

    # ------------------------------------------------------------ chances

    def lacks(self, seat: Seat, suit: int) -> float:
        """How likely a seat has no card of a suit."""
        if self.spades.lacks[seat] & OF_SUIT[suit] == OF_SUIT[suit]:
            return 1.0
        return self.misses[suit][self.rest[suit]]

    def holds(self, seat: Seat, suit: int, cards: int) -> float:
        """How likely a seat has one of so many unseen cards of a suit."""
        if self.spades.lacks[seat] & OF_SUIT[suit] == OF_SUIT[suit]:
            return 0.0
        return 1.0 - self.misses[suit][cards]

    def beaten_by(self, seat: Seat, card: Card, led: int) -> float:
        """How likely a seat that has not played yet can beat a card."""
        suit = SUIT[card]
        higher = self.holds(seat, suit, in_suit(self.unseen & ABOVE[card], suit))
        if suit == SPADES:
            return higher if led == SPADES else higher * self.lacks(seat, led)
        ruff = self.lacks(seat, suit) * self.holds(seat, SPADES, self.rest[SPADES])
        return higher + (1.0 - higher) * ruff

    def later(self, card: Card) -> float:
        """How likely a card takes a trick later on."""
        if self.left == 1:
            return 0.0
        suit = SUIT[card]
        over = in_suit(self.unseen & ABOVE[card], suit)
        under = in_suit(self.hand, suit) - in_suit(self.hand & ABOVE[card], suit) - 1
        if suit == SPADES:
            return 1.0 if over == 0 else max(0.25, (0.9 if under >= over else 0.45) - 0.12 * over)
        rest = self.rest[suit]
        ruffed = 0.15 if rest >= 6 else 0.35 if rest >= 4 else 0.6 if rest >= 2 else 0.8
        if self.rest[SPADES] == 0:
            ruffed = 0.0
        if over == 0:
            return 1.0 - ruffed
        return max(0.0, 0.6 - 0.3 * over) * (1.0 - ruffed) if under >= over else 0.02 * HEIGHT[card] / (1 + over)


class Prospect:
    """What becomes of a trick whose best card so far is this one."""

    def __init__(self, table: SpadesKnowledge, holder: Seat, top: Card, led: int) -> None:
        self.holder = holder
        self.chance = 1.0  # that the best card so far holds
        ours = 0.0  # that the partner, who plays later, takes it from others
        risk = 0.0  # that a partner who bid nil has to take it
        for other in table.behind:
            beaten = table.beaten_by(other, top, led)
            if other == table.partner:
                if table.covers:
                    risk = beaten * (HIGH_COVER if HEIGHT[top] > 9 or SUIT[top] == SPADES else LOW_COVER)
                elif holder != table.seat:
                    ours = beaten
                continue
            if other in table.their_nils:
                beaten *= DUCKS  # it plays under if it can
            self.chance *= 1.0 - beaten
        ours_now = holder == table.seat or holder == table.partner
        self.worth: float = table.trick_worth * (self.chance if ours_now else ours * self.chance)
        if table.covers:
            self.worth -= NIL * (self.chance if holder == table.partner else risk)
        for other in table.their_nils:
            if other == holder:
                self.worth += 0.5 * NIL * self.chance
            elif other in table.behind:
                higher = in_suit(table.unseen & ABOVE[top], led) if SUIT[top] == led else 0
                self.worth += 0.1 * NIL * table.holds(other, led, higher)


class SpadesSteady:
    def choose(self, spades: Spades, seat: Seat, rng: Random) -> Action:
        if spades.phase == PLAYING:
            return PLAYS[self.card(spades, seat)]
        if spades.phase == BIDDING:
            return self.bid(spades, seat)
        return DEAL

    # ------------------------------------------------------------ bidding

    def bid(self, spades: Spades, seat: Seat) -> Action:
        if not spades.looked[seat]:
            return BLIND_NIL if self._is_desperate(spades, seat) else LOOK
        hand = spades.hands[seat]
        least = spades.least(seat)
        if least == 0 and nil_chance(hand) >= self._sure_enough(spades, seat):
            return BIDS[0]
        return BIDS[max(1, least, min(spades.terms.dealt, self.count_tricks(spades, seat)))]

    def count_tricks(self, spades: Spades, seat: Seat) -> int:
        """What to bid: what the hand should take, and less if the others have bid much."""
        expected = expected_tricks(spades.hands[seat]) * spades.terms.dealt / 13.0
        said = [bid for bid in spades.bids if bid != UNSAID]
        usual = spades.terms.dealt * 0.85 / spades.seats
        return int(expected - CAUTION - FULL * (sum(said) - usual * len(said)) / spades.seats + 0.5)

    def _sure_enough(self, spades: Spades, seat: Seat) -> float:
        """How safe a nil must be. With a partner who bids much, it is easier to keep."""
        partner = spades.terms.partner_of(seat)
        if partner == NOBODY:
            return SURE_ALONE[spades.seats - 3]
        if spades.bids[partner] == UNSAID:
            return SURE_NIL + 0.05
        return SURE_NIL - 0.03 * (spades.bids[partner] - 3)

    def _is_desperate(self, spades: Spades, seat: Seat) -> bool:
        totals = spades.totals()
        best = max(totals)
        return best - totals[seat] >= DESPERATE and best + ONE_ROUND >= spades.terms.target

    # ------------------------------------------------------------ playing

    def card(self, spades: Spades, seat: Seat) -> Card:
        allowed = spades.allowed(seat)
        cards = cards_in(allowed)
        if len(cards) == 1:
            return cards[0]
        worths = self.weigh(spades, seat, cards)
        best = 0
        for at in range(1, len(cards)):
            if worths[at] > worths[best]:
                best = at
        return cards[best]

    def weigh(self, spades: Spades, seat: Seat, cards: list[Card]) -> list[float]:
        """What it is worth to play each of these cards now."""
        table = SpadesKnowledge(spades, seat)
        losing: Prospect | None = None  # the same for every card that does not win
        worths: list[float] = []
        for card in cards:
            if spades.laid == 0:
                prospect = Prospect(table, seat, card, SUIT[card])
            elif beats(card, spades.trick[spades.best], SPADES):
                prospect = Prospect(table, seat, card, spades.led())
            else:
                if losing is None:
                    losing = Prospect(table, spades.best, spades.trick[spades.best], spades.led())
                prospect = losing
            worths.append(self._to_nil(table, card, prospect) if table.my_nil else self._to_side(table, card, prospect))
        return worths

    def _to_side(self, table: SpadesKnowledge, card: Card, prospect: Prospect) -> float:
        """What a card is worth to a side: the trick that it may take now, or the one later."""
        kept = -LATER if table.trick_worth > 0.0 else LATER * 0.4  # where tricks are not wanted, high cards go
        low = -0.004 * HEIGHT[card] - (0.02 if SUIT[card] == SPADES else 0.0)
        return prospect.worth + kept * table.later(card) + low

    def _to_nil(self, table: SpadesKnowledge, card: Card, prospect: Prospect) -> float:
        """Take no trick, and get rid of what could take one later."""
        suit = SUIT[card]
        danger = 0.06 * HEIGHT[card] + (0.3 if suit == SPADES else 0.0) - 0.03 * in_suit(table.hand, suit)
        return danger - (NIL * prospect.chance if prospect.holder == table.seat else 0.0)
