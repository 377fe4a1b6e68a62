"""Steady, a sound rummy player: what it does in both games. `knowledge` says how it judges a table.

It takes and buys cards that help, lays down at once, plays whatever fits on the others' melds, and goes out.
"""

from parlour.cards import JOKER
from parlour.games.rummy.actions import DISCARDS, Exchange, PlayAction, PlayOn
from parlour.games.rummy.card_text import exchange_of, play_on_of
from parlour.games.rummy.lay_downs.shed import LOW, way_out
from parlour.games.rummy.players.knowledge import NEVER, RummyKnowledge, playable, takes, without
from parlour.games.rummy.players.learned import Learned, LearnedKnowledge, likest
from parlour.games.rummy.players.outs import prospect_of
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET
from parlour.kernel.state import Seat


class RummySteady:
    """What both games share. Subclasses decide about the visible discard. With `buys=False` it never buys, which serves
    as a yardstick; with `learned` it judges the table as Sharp does."""

    def __init__(self, buys: bool = True, learned: list[dict[int, Learned]] | None = None) -> None:
        self.buys = buys
        self.learned: list[dict[int, Learned]] = learned or []

    def known(self, rummy: Rummy, seat: Seat) -> RummyKnowledge:
        if not self.learned:
            return RummyKnowledge(rummy, seat)
        return self._learned(rummy, seat)

    def _learned(self, rummy: Rummy, seat: Seat) -> LearnedKnowledge:
        learned = self.learned[0 if rummy.seats == 2 else 1]
        return LearnedKnowledge(rummy, seat, learned[likest(rummy.now().contract, learned)])

    # ------------------------------------------------------------ the visible discard

    def wants(self, rummy: Rummy, seat: Seat) -> bool:
        """Does the seat at bat want the visible discard rather than a card from the stock?"""
        card = rummy.discards[-1]
        if rummy.down[seat] != NOT_YET:
            return len(rummy.hands[seat]) > 0 and playable(rummy, seat, card)
        outs = prospect_of(rummy.hands[seat], rummy.now().contract)
        if outs.short == 0 and self._waits(rummy, seat):
            return playable(rummy, seat, card)
        return outs.wants(card)

    def _waits(self, rummy: Rummy, seat: Seat) -> bool:
        return len(self.learned) > 0 and self._learned(rummy, seat).waits()

    def would_buy(self, rummy: Rummy, seat: Seat) -> bool:
        """Would it buy the visible discard? Never after laying down."""
        if not self.buys or rummy.down[seat] != NOT_YET:
            return False
        return self.known(rummy, seat).worth_buying(rummy.discards[-1])

    # ------------------------------------------------------------ once a card has been drawn

    def play(self, rummy: Rummy, seat: Seat) -> PlayAction:
        if rummy.down[seat] == NOT_YET:
            lay_downs = rummy.lay_downs(seat)
            if lay_downs and (not self._waits(rummy, seat) or rummy.goes_out(seat, lay_downs[0])):
                return lay_downs[0]  # the best
            known = self.known(rummy, seat)
            return exchange_before_down(known) or DISCARDS[known.best_discard()]
        out = way_out_of(rummy, seat)
        if out:
            return out
        return play_on(rummy, seat) or exchange(rummy, seat) or DISCARDS[self.known(rummy, seat).best_discard()]


def way_out_of(rummy: Rummy, seat: Seat) -> PlayAction | None:
    """The next step of a turn that ends the round."""
    hand = rummy.hands[seat]
    if len(hand) == 1:
        return DISCARDS[hand[0]]
    steps = way_out(hand, rummy.melds, seat, rummy.terms)
    if not steps:
        return None
    face, number, spot = steps[0]
    if spot >= 0:
        return exchange_of(face, number, spot)
    return play_on_of(face, number, spot == LOW, rummy.melds[number].kind)


def exchange_before_down(known: RummyKnowledge) -> Exchange | None:
    """The best swap for a joker before laying down, if it lowers the cost of the hand."""
    best: Exchange | None = None
    lowest = NEVER
    for face, number, index in known.rummy.exchanges(known.seat):
        if best is None:
            lowest = known.cost_of(known.hand)
        cost = known.cost_of([*without(known.hand, face), JOKER])
        if cost < lowest:
            best, lowest = exchange_of(face, number, index), cost
    return best


def exchange(rummy: Rummy, seat: Seat) -> Exchange | None:
    """The best swap after laying down, if the joker can be played elsewhere: that gets rid of the card."""
    exchanges = rummy.exchanges(seat)
    if not exchanges or not playable(rummy, seat, JOKER):
        return None
    face, number, index = exchanges[0]
    for other in exchanges:
        if rummy.terms.points[other[0]] > rummy.terms.points[face]:
            face, number, index = other
    return exchange_of(face, number, index)


def play_on(rummy: Rummy, seat: Seat) -> PlayOn | None:
    """The most expensive card that fits somewhere. Jokers come last, if possible where they make another card fit."""
    best: PlayOn | None = None
    most = -1
    for face, number, low in rummy.extensions(seat):
        worth = rummy.terms.points[face]
        if face == JOKER:
            grown = rummy.melds[number].with_card(JOKER, low)
            worth = 0
            for card in rummy.hands[seat]:
                if card != JOKER and takes(rummy, grown, card):
                    worth = 1
        else:
            worth += 2
        if worth > most:
            best, most = play_on_of(face, number, low, rummy.melds[number].kind), worth
    return best
