"""The lay-downs worth having at a table, for `legal`, for bots and for hints.

A card that stays in hand costs its points, unless it can be played on the table or is the one to be discarded. So the
melds of the others decide which suits of a rank, and which jokers, are best laid down. A lay-down that can end the
round in the same turn comes first.
"""

from typing import Final

from parlour.cards import JOKER, Card
from parlour.games.rummy.lay_downs.contract import Contract
from parlour.games.rummy.lay_downs.ending import Ending
from parlour.games.rummy.lay_downs.places import CHEAP, FREEING, KEPT, SPENT, Aim, FoundLayDown, Places
from parlour.games.rummy.lay_downs.search import Search
from parlour.games.rummy.lay_downs.shed import WayOut, counted, reach
from parlour.games.rummy.melds import Meld, Melding
from parlour.games.rummy.terms import RummyTerms
from parlour.kernel.state import Seat

SENSIBLE: Final = 12  # the most lay-downs that `legal` offers
PLACES: Final = 4  # choices of places to build them from

STUCK: Final = 64  # times (points + 1): the cost of keeping a card that fits nowhere
AROUND: Final = STUCK  # the cost of going around, because the others get another turn (T21, P10)
OUT: Final = -1  # the cost of going out, less than any other


class Situation:
    """A hand about to be laid down, and the table around it."""

    def __init__(self, hand: list[Card], contract: Contract, melds: list[Meld], seat: Seat, terms: RummyTerms) -> None:
        self.hand = hand
        self.contract = contract
        self.melds = melds
        self.seat = seat
        self.terms = terms
        reached = reach(counted(hand), melds, seat, terms)
        points = terms.points
        worth = [0] * (JOKER + 1)
        self.worth: list[int] = worth  # what it costs to keep each card in hand, and a joker
        self.reaches = False
        for card in [*hand, JOKER]:
            if worth[card] == 0:
                worth[card] = CHEAP if reached[card] else STUCK * (points[card] + 1)
                self.reaches = self.reaches or reached[card]
        self.seen: set[tuple[tuple[Card, ...], ...]] = set()
        self.found: list[FoundLayDown] = []
        self.way = WayOut(seat, terms)
        self.hopes = False  # whether a way out seemed possible

    def lay_downs(self) -> list[FoundLayDown]:
        """The best lay-downs, best first, at most `SENSIBLE` of them."""
        self._find(PLACES)
        if self.hopes and self._best() != OUT:
            self._look_everywhere()
        self.found.sort(key=lambda lay_down: lay_down.cost)
        return self.found[:SENSIBLE]

    def _best(self) -> int:
        return min([lay_down.cost for lay_down in self.found], default=AROUND)

    def _find(self, most: int) -> None:
        melding = self.terms.melding
        for places in Search(self.hand, Aim(self.contract, melding, self.worth, True), most).best():
            self._add_all(places, melding.long)
        if self.terms.extend_own and not melding.long:
            # Cards that fit the new melds can be played on them afterward, so search as if they were laid with them.
            long = Melding(True, melding.both_aces, melding.most_jokers)
            for places in Search(self.hand, Aim(self.contract, long, self.worth, True), most).best():
                self._add(places.trimmed())

    def _look_everywhere(self) -> None:
        """Search every lay-down for a way out, because none of those found so far has one."""
        found = Ending(self.hand, self.contract, self.worth, self.melds, self.seat, self.way).find()
        if found:
            found.cost = OUT
            self.found.append(found)

    def _add_all(self, places: Places, long: bool) -> None:
        keeps = long and self.reaches and places.may_keep()
        for jokers in (SPENT, KEPT, FREEING) if places.left[JOKER] else (SPENT,):
            lay_down = places.built(jokers, False)
            self._add(lay_down)
            if lay_down.stays == 0 or keeps:
                self._add(places.built(jokers, True))

    def _add(self, lay_down: FoundLayDown | None) -> None:
        if lay_down is None:
            return
        key = tuple([meld.cards for meld in lay_down.melds])
        if key in self.seen:
            return
        self.seen.add(key)
        if lay_down.stays == 0:
            lay_down.cost = AROUND
        elif lay_down.stays == 1 or self._goes_out(lay_down):
            lay_down.cost = OUT
        self.found.append(lay_down)

    def _goes_out(self, lay_down: FoundLayDown) -> bool:
        """Can every remaining card but one be played in the same turn (T14, P10)?"""
        if lay_down.cost >= STUCK and not self.terms.extend_own:
            return False
        if not self.melds and not self.terms.extend_own:
            return False
        self.hopes = True
        left = [face for face in range(JOKER + 1) for _ in range(lay_down.left[face])]
        own = [Meld(self.seat, meld.kind, meld.suit, meld.first, meld.cards) for meld in lay_down.melds]
        return self.way.find(left, [*self.melds, *own]) is not None
