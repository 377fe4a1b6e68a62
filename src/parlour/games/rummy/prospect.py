"""What a hand may hope for: how many cards it is short of its contract, and which cards would shorten the way."""

from typing import Final

from parlour.cards import JOKER, Card
from parlour.games.rummy.solver import Contract, Lacking

FOUR_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
MOST_KEPT: Final = 50_000


class Prospect:
    """`outs` are the cards, as bits by face, of which one is enough to be less short. A joker always is."""

    def __init__(self, short: int, outs: int) -> None:
        self.short = short
        self.outs = outs

    def wants(self, card: Card) -> bool:
        return self.short > 0 and (card == JOKER or self.outs >> card & 1 == 1)


_prospects: dict[tuple[int, ...], Prospect] = {}


def prospect_of(hand: list[Card], contract: Contract) -> Prospect:
    """Remembered, because a hand is looked at again for every discard of the others."""
    cards = sorted(hand)
    cards.append(contract.books * 64 + contract.runs * 8 + contract.book_size)
    key = tuple(cards)
    known = _prospects.get(key)
    if known is None:
        if len(_prospects) > MOST_KEPT:
            _prospects.clear()
        known = _prospects[key] = _find_prospect(hand, contract)
    return known


def shortage(hand: list[Card], contract: Contract) -> int:
    """Of how many cards a hand is short. Limits on the jokers in a meld are left aside: it is an estimate."""
    lacking = Lacking(hand)
    return max(0, lacking.find(contract, contract.cards) - lacking.jokers)


def _find_prospect(hand: list[Card], contract: Contract) -> Prospect:
    lacking = Lacking(hand)
    least = lacking.find(contract, contract.cards)
    if least <= lacking.jokers:
        return Prospect(0, 0)
    outs = 0
    if contract.runs == 0:
        for rank in range(1, 14):
            lacking.ranks[rank] += 1
            if lacking.books(contract.books, contract.book_size) < least:
                outs |= FOUR_SUITS << rank - 1
            lacking.ranks[rank] -= 1
    else:
        for face in range(JOKER):
            if lacking.shortened_by(face, contract, least):
                outs |= 1 << face
    return Prospect(least - lacking.jokers, outs)
