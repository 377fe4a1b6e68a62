"""Steady, a rummy player by sound rules: what its Torpedo and its Progressive do alike. `outlook` says how it reckons.

It takes and buys what shortens the way, lays down at once, plays on the others whatever fits, and goes out.
"""

from parlour.cards import JOKER
from parlour.games.rummy.actions import DISCARDS, Exchange, LayDown, PlayAction, PlayOn
from parlour.games.rummy.card_text import exchange_of, parse_group, play_on_of
from parlour.games.rummy.rules import Rummy
from parlour.games.rummy.state import NOT_YET
from parlour.kernel.state import Seat
from parlour.lab.frozen.rummy.insight import Counting, Insight, Learned, key_of
from parlour.lab.frozen.rummy.lay_downs import lay_downs_of
from parlour.lab.frozen.rummy.outlook import NEVER, Outlook, playable, takes, without
from parlour.lab.frozen.rummy.prospect import prospect_of
from parlour.lab.frozen.rummy.solver import contract_of


class Player:
    """What both games share; each says what it does about the visible discard. One that `counts` is the stronger steady
    from before release 0.1; one that has `learned` something looks at the table as sharp did."""

    def __init__(self, counts: bool = False, learned: dict[int, Learned] | None = None) -> None:
        self.counts = counts
        self.learned: dict[int, Learned] = learned or {}

    def outlook(self, rummy: Rummy, seat: Seat) -> Outlook:
        if self.counts:
            return Counting(rummy, seat)
        learned = self.learned.get(key_of(contract_of(rummy)))
        return Outlook(rummy, seat) if learned is None else Insight(rummy, seat, learned)

    # ------------------------------------------------------------ the visible discard

    def wants(self, rummy: Rummy, seat: Seat) -> bool:
        """At bat: rather the visible discard than a card from the stock?"""
        card = rummy.discards[-1]
        if rummy.down[seat] != NOT_YET:
            return len(rummy.hands[seat]) > 0 and playable(rummy, seat, card)
        return prospect_of(rummy.hands[seat], contract_of(rummy)).wants(card)

    def would_buy(self, rummy: Rummy, seat: Seat) -> bool:
        """Not after laying down."""
        if rummy.down[seat] != NOT_YET:
            return False
        return self.outlook(rummy, seat).worth_buying(rummy.discards[-1])

    # ------------------------------------------------------------ once a card has been drawn

    def play(self, rummy: Rummy, seat: Seat) -> PlayAction:
        if rummy.down[seat] == NOT_YET:
            lay_downs = lay_downs_of(rummy, seat)
            if lay_downs:
                return best_lay_down(rummy, seat, lay_downs)
            outlook = self.outlook(rummy, seat)
            return exchange_before_down(outlook) or DISCARDS[outlook.best_discard()]
        hand = rummy.hands[seat]
        if len(hand) == 1:
            return DISCARDS[hand[0]]  # and out
        return play_on(rummy, seat) or exchange(rummy, seat) or DISCARDS[self.outlook(rummy, seat).best_discard()]


def best_lay_down(rummy: Rummy, seat: Seat, lay_downs: list[LayDown]) -> LayDown:
    """At once, and so that the fewest points stay which it can neither play on the others nor throw."""
    best = lay_downs[0]
    lowest = NEVER
    for lay_down in lay_downs:
        left = rummy.hands[seat][:]
        for group in lay_down.melds:
            for card in parse_group(group)[0]:
                left.remove(card)
        stuck = [rummy.terms.points[card] for card in left if not playable(rummy, seat, card)]
        cost = float(sum(stuck) - max(stuck)) if stuck else 0.0
        if not left:
            cost = 1.0  # it goes around, which gives the others a turn
        if cost < lowest:
            best, lowest = lay_down, cost
    return best


def exchange_before_down(outlook: Outlook) -> Exchange | None:
    """If the joker is worth more to the hand than its points may cost."""
    best: Exchange | None = None
    lowest = NEVER
    for face, number, index in outlook.rummy.exchanges(outlook.seat):
        if best is None:
            lowest = outlook.cost_of(outlook.hand)
        cost = outlook.cost_of([*without(outlook.hand, face), JOKER])
        if cost < lowest:
            best, lowest = exchange_of(face, number, index), cost
    return best


def exchange(rummy: Rummy, seat: Seat) -> Exchange | None:
    """After laying down: to play the joker elsewhere, and so be rid of the card."""
    exchanges = rummy.exchanges(seat)
    if not exchanges or not playable(rummy, seat, JOKER):
        return None
    face, number, index = exchanges[0]
    for other in exchanges:
        if rummy.terms.points[other[0]] > rummy.terms.points[face]:
            face, number, index = other
    return exchange_of(face, number, index)


def play_on(rummy: Rummy, seat: Seat) -> PlayOn | None:
    """The dearest card that fits somewhere; jokers last, where they make room for another card if they can."""
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
