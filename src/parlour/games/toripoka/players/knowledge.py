"""How steady reckons what a hand may come to.

It imagines a few times how the cards it cannot see may lie, and lets the other place them well: so it knows how
often a hand of its own would win a prize. What a prize is worth, `chances` says.

A keen look, which is sharp's, minds more: that the other sees our open cards and places by them, that nobody has placed
a card before it was drawn, that both may still bend a card, and how games were won from where they stood.
"""

from bisect import bisect_left
from itertools import combinations
from random import Random
from typing import Final

from parlour.cards import Card
from parlour.games.toripoka.hands import CARDS, NO_UNIT, Unit, unit, value_of
from parlour.games.toripoka.pieces import FIRST_PIECE, NO_PIECE, Piece, pips_of
from parlour.games.toripoka.players.chances import keen_worth, worth
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import LEFT, RIGHT, ROOM
from parlour.kernel.position import NOBODY
from parlour.kernel.state import Seat

NO_SIDE: Final = -1
MOST_VALUES: Final = 200_000  # remembered
UNITS: Final[list[Unit]] = [unit(card) if card in CARDS else NO_UNIT for card in range(53)]
UNIT_BITS: Final[list[int]] = [1 << held for held in range(NO_UNIT + 1)]

DEALS: Final = 8  # imagined in a decision
SHOWN: Final = 48  # and by a keen look, to know what the other makes of our open cards
BENDS: Final = 0.3  # how often the other is thought to bend a card: always was worse than never


class Hand:
    """What a player has at a prize, as far as one may know, and what it comes to with more cards."""

    def __init__(self, units: list[Unit], against: list[int]) -> None:
        self.units = units
        self.against = against  # the values that it may meet, in order
        self.usual = against is _USUAL
        self.pips: list[int] = []  # on cards that lie face down; the card that they suit best is taken to be under them
        self._chances: dict[int, float] = {}

    def value(self, cards: list[Card], picks: tuple[int, ...], bend: int = 0) -> int:
        """With these of the cards, one of them under a pyramid of so many pips."""
        key = _bits(self.units)
        lying = [*self.pips, bend] if bend else self.pips
        if not lying:
            for at in picks:
                key |= UNIT_BITS[UNITS[cards[at]]]
            return _value(key)
        best = 0
        for first in range(len(picks)):
            units = [UNITS[cards[at]] for at in picks]
            for number, pips in enumerate(lying):
                at = (first + number) % len(picks)
                units[at] = unit(cards[picks[at]], FIRST_PIECE + pips - 1)
            best = max(best, _value(key | _bits(units)))
        return best

    def chance(self, cards: list[Card], picks: tuple[int, ...], bend: int = 0) -> float:
        """That it wins with these of the cards, one of them bent by so many pips; a tie is half a win."""
        known = _USUAL_CHANCES if self.usual and not self.pips else self._chances
        key = bend << NO_UNIT + 1 | _bits(self.units)
        for at in picks:
            key |= UNIT_BITS[UNITS[cards[at]]]
        chance = known.get(key, -1.0)
        if chance < 0.0:
            value = self.value(cards, picks, bend)
            met = self.against
            low = bisect_left(met, value)
            high = low
            while high < len(met) and met[high] == value:
                high += 1
            chance = (low + high) / (2.0 * len(met))
            known[key] = chance
        return chance


_USUAL_CHANCES: dict[int, float] = {}
_VALUES: dict[int, int] = {}


def _bits(units: list[Unit]) -> int:
    bits = 0
    for held in units:
        bits |= UNIT_BITS[held]
    return bits


def _value(key: int) -> int:
    """Of a hand with these units, remembered: the same ones are met again and again."""
    value = _VALUES.get(key, -1)
    if value < 0:
        if len(_VALUES) > MOST_VALUES:
            _VALUES.clear()
            _USUAL_CHANCES.clear()
        value = value_of([held for held in range(NO_UNIT) if key & UNIT_BITS[held]])
        _VALUES[key] = value
    return value


Split = tuple[tuple[int, ...], tuple[int, ...]]
_SPLITS: dict[tuple[int, int, int], list[Split]] = {}
_USUAL: list[int] = []


def splits(cards: int, left: int, right: int) -> list[Split]:
    """Every way to choose so many cards for the left prize and so many for the right one."""
    found = _SPLITS.get((cards, left, right))
    if found is None:
        found = []
        for lefts in combinations(range(cards), min(left, cards)):
            rest = [at for at in range(cards) if at not in lefts]
            found += [(lefts, rights) for rights in combinations(rest, min(right, len(rest)))]
        _SPLITS[cards, left, right] = found
    return found


def usual_values() -> list[int]:
    """Of any four cards: how good a hand is where nothing is known about the one it meets."""
    if not _USUAL:
        _USUAL.extend(sorted([value_of([unit(card) for card in four]) for four in combinations(CARDS, 4)]))
    return _USUAL


def expect(pay: list[float], left: float, right: float) -> float:
    """On average, with these chances to win the two prizes."""
    return pay[0] + left * pay[1] + right * pay[2] + left * right * pay[3]


class Bend:
    """A pyramid that may still go on a card, and what the prizes pay without it."""

    def __init__(self, pips: int, pay: list[float]) -> None:
        self.pips = pips
        self.pay = pay


NO_BENDS: Final[list[Bend]] = []


class Rival:
    """A player whose hidden cards one can only imagine. Those that lie face down are taken to lie where they fit."""

    def __init__(
        self, toripoka: Toripoka, owner: Seat, open: list[bool], met: list[list[int]], in_time: bool = False
    ) -> None:
        self.hands: list[Hand] = []
        self.values: list[list[int]] = [[], []]  # what it may have at each prize in the end
        self.count = len(toripoka.hands[owner])  # of the cards to be imagined
        room = [0, 0]
        for side in (LEFT, RIGHT):
            at = 2 * owner + side
            hand = Hand(toripoka.public_units(side), met[side])
            for number, card in enumerate(toripoka.laid[at]):
                on = toripoka.on[at][number]
                if not toripoka.down[at][number]:
                    hand.units.append(unit(card, on))
                    room[side] -= 1
                    continue
                self.count += int(open[side])
                if on != NO_PIECE:
                    hand.pips.append(pips_of(on))
            room[side] = room[side] + ROOM if open[side] else 0
            self.hands.append(hand)
        seen = self.count
        self.count += min(draws_of(toripoka, owner), max(0, room[LEFT] + room[RIGHT] - 1))
        self.ways = splits(self.count, room[LEFT], room[RIGHT])
        if in_time:  # what is still to be drawn lies where there is room now
            free = [ROOM - len(toripoka.laid[2 * owner + side]) for side in (LEFT, RIGHT)]
            self.ways = [
                way
                for way in self.ways
                if sum([at >= seen for at in way[LEFT]]) <= free[LEFT]
                and sum([at >= seen for at in way[RIGHT]]) <= free[RIGHT]
            ]

    def place(self, cards: list[Card], pay: list[float], bends: list[Bend] = NO_BENDS) -> None:
        """Where these cards do most against what it expects to meet, one of them bent if that does more; `pay` is what
        the winning of them costs."""
        left_hand, right_hand = self.hands
        lowest = 2.0
        chosen = self.ways[0]
        bent = [0, 0]
        for way in self.ways:
            left = 1.0 - left_hand.chance(cards, way[0])
            cost = expect(pay, left, 1.0 - right_hand.chance(cards, way[1]))
            if cost < lowest:
                lowest = cost
                chosen = way
        for bend in bends:
            for way in self.ways:
                left = 1.0 - left_hand.chance(cards, way[0])
                right = 1.0 - right_hand.chance(cards, way[1])
                if way[0] and expect(bend.pay, 0.0, right) < lowest:
                    cost = expect(bend.pay, 1.0 - left_hand.chance(cards, way[0], bend.pips), right)
                    if cost < lowest:
                        lowest, chosen, bent = cost, way, [bend.pips, 0]
                if way[1] and expect(bend.pay, left, 0.0) < lowest:
                    cost = expect(bend.pay, left, 1.0 - right_hand.chance(cards, way[1], bend.pips))
                    if cost < lowest:
                        lowest, chosen, bent = cost, way, [0, bend.pips]
        self.values[LEFT].append(left_hand.value(cards, chosen[0], bent[LEFT]))
        self.values[RIGHT].append(right_hand.value(cards, chosen[1], bent[RIGHT]))

    def sorted_values(self) -> list[list[int]]:
        return [sorted(self.values[LEFT]), sorted(self.values[RIGHT])]


def face_down(toripoka: Toripoka, owner: Seat) -> list[Card]:
    cards: list[Card] = []
    for at in (2 * owner, 2 * owner + 1):
        cards += [card for number, card in enumerate(toripoka.laid[at]) if toripoka.down[at][number]]
    return cards


def draws_of(toripoka: Toripoka, seat: Seat) -> int:
    """How many cards of the stock come to a seat."""
    return (len(toripoka.stock) + int(toripoka.at_bat == seat)) // 2


class Expectation:
    """What a seat may expect on average over the imagined deals."""

    def __init__(self, cards: int) -> None:
        self.pay = 0.0
        self.chances: list[float] = [0.0, 0.0]  # to win each prize
        self.placed: list[list[float]] = [[0.0, 0.0] for _ in range(cards)]  # if a card of the hand goes to a prize


class ToripokaKnowledge:
    """What one seat knows and what it may hope for, as things are or after it has folded somewhere."""

    def __init__(
        self, toripoka: Toripoka, seat: Seat, rng: Random, fold: int = NO_SIDE, keen: bool = False, deals: int = DEALS
    ) -> None:
        self.toripoka = toripoka
        self.keen = keen
        self.deals = deals
        self.seat = seat
        self.hand: list[Card] = toripoka.hands[seat]
        self.mine: list[Piece] = toripoka.pieces_of(seat)
        self.theirs: list[Piece] = toripoka.pieces_of(1 - seat)
        if fold != NO_SIDE:
            self.mine += toripoka.lying(fold)
            self.theirs.append(toripoka.prizes[fold])
        self.open: list[bool] = [toripoka.folded[side] == NOBODY and side != fold for side in (LEFT, RIGHT)]
        self.room: list[int] = [toripoka.room(seat, side) if side != fold else 0 for side in (LEFT, RIGHT)]
        self.units: list[list[Unit]] = [toripoka.units(seat, side) for side in (LEFT, RIGHT)]
        self.pay: list[float] = self.payoffs()
        self.draws: list[list[Card]] = []  # what may come to us, in each imagined deal
        self.rivals: list[list[int]] = [[], []]  # what the other may have at each prize in the end, in order
        self._imagine(rng)

    def worth(self, mine: list[Piece], theirs: list[Piece]) -> float:
        return keen_worth(self.toripoka, mine, theirs) if self.keen else worth(self.toripoka, mine, theirs)

    def payoffs(self, spent: Piece = NO_PIECE) -> list[float]:
        """What it is worth if the other takes both prizes; what more if we take the left, the right, and both;
        without a pyramid, ours or theirs, that is spent."""
        worths: list[float] = []
        for taken in ([], [LEFT], [RIGHT], [LEFT, RIGHT]):
            ours = [piece for piece in self.mine if piece != spent]
            others = [piece for piece in self.theirs if piece != spent]
            for side in (LEFT, RIGHT):
                if self.open[side]:
                    (ours if side in taken else others).append(self.toripoka.prizes[side])
            worths.append(self.worth(ours, others))
        none, left, right, both = worths
        return [none, left - none, right - none, both - left - right + none]

    # ------------------------------------------------------------ imagined deals

    def _imagine(self, rng: Random) -> None:
        """Deal the hidden cards out, and let the other place theirs well: by what is usual, or, if we are keen, by what
        they see of ours, and now and then with a pyramid."""
        toripoka = self.toripoka
        other = 1 - self.seat
        met = self._shown(rng) if self.keen else [usual_values(), usual_values()]
        rival = Rival(toripoka, other, self.open, met, self.keen)
        hidden = toripoka.stock + toripoka.aside + toripoka.hands[other] + face_down(toripoka, other)
        hidden.sort()
        draws = min(draws_of(toripoka, self.seat), max(0, self.room[LEFT] + self.room[RIGHT] - 1))
        bends = self.bends(other) if self.keen and toripoka.can_place(other) else NO_BENDS
        for _ in range(self.deals):
            cards = rng.sample(hidden, rival.count + draws)
            self.draws.append(cards[rival.count :])
            rival.place(cards, self.pay, bends if bends and rng.random() < BENDS else NO_BENDS)
        self.rivals = rival.sorted_values()

    def _shown(self, rng: Random) -> list[list[int]]:
        """What we may have at each prize in the end, to somebody who sees our open cards only."""
        toripoka = self.toripoka
        left, right, more = self.pay[1:]
        theirs = [0.0, left + more, right + more, -more]  # what each prize is worth to them
        ours = Rival(toripoka, self.seat, self.open, [usual_values(), usual_values()])
        hidden = toripoka.stock + toripoka.aside + toripoka.hands[0] + toripoka.hands[1]
        hidden += face_down(toripoka, 0) + face_down(toripoka, 1)
        hidden.sort()
        for _ in range(SHOWN):
            ours.place(rng.sample(hidden, ours.count), theirs)
        return ours.sorted_values()

    def look_ahead(self, by_card: bool = False, bends: list[Bend] = NO_BENDS) -> Expectation:
        """The best that we can make of our hand, whatever is drawn, if one card may be bent by one of these; also card
        by card, if that is wanted."""
        size = len(self.hand)
        left_hand, right_hand = [Hand(self.units[side], self.rivals[side]) for side in (LEFT, RIGHT)]
        ways = splits(size + len(self.draws[0]), self.room[LEFT], self.room[RIGHT])
        prospect = Expectation(size)
        for drawn in self.draws:
            cards = self.hand + drawn
            most = -2.0
            chances = [0.0, 0.0]
            best = [[-2.0, -2.0] for _ in cards]
            for lefts, rights in ways:
                left = left_hand.chance(cards, lefts)
                right = right_hand.chance(cards, rights)
                pay = expect(self.pay, left, right)
                if pay > most:
                    most = pay
                    chances = [left, right]
                for bend in bends:
                    if lefts and expect(bend.pay, 1.0, right) > most:
                        most = max(most, expect(bend.pay, left_hand.chance(cards, lefts, bend.pips), right))
                    if rights and expect(bend.pay, left, 1.0) > most:
                        most = max(most, expect(bend.pay, left, right_hand.chance(cards, rights, bend.pips)))
                if by_card:
                    for at in lefts:
                        if pay > best[at][LEFT]:
                            best[at][LEFT] = pay
                    for at in rights:
                        if pay > best[at][RIGHT]:
                            best[at][RIGHT] = pay
            prospect.pay += most / self.deals
            for side in (LEFT, RIGHT):
                prospect.chances[side] += chances[side] / self.deals
                for at in range(size):
                    prospect.placed[at][side] += best[at][side] / self.deals
        return prospect

    # ------------------------------------------------------------ pyramids on cards

    def spare(self, seat: Seat) -> list[Piece]:
        """Of every size the pyramid that a seat can best do without."""
        mine, theirs = (self.mine, self.theirs) if seat == self.seat else (self.theirs, self.mine)
        found: list[Piece] = []
        for pips in (1, 2, 3):
            least = -2.0
            for piece in self.toripoka.owned[seat]:
                if pips_of(piece) == pips:
                    without = self.worth([other for other in mine if other != piece], theirs)
                    if least == -2.0:
                        found.append(piece)
                    if without > least:
                        least = without
                        found[-1] = piece
        return found

    def bends(self, seat: Seat) -> list[Bend]:
        return [Bend(pips_of(piece), self.payoffs(piece)) for piece in self.spare(seat)]

    def after(self, card: Card, side: int, piece: Piece, bends: list[Bend] = NO_BENDS) -> float:
        """What we may expect if we place this card here, bare or under a pyramid, and may bend a later one. The other
        may fold and take the pyramid."""
        toripoka = self.toripoka
        kept = self.hand, self.mine, self.pay, self.room, self.units
        self.hand = [other for other in self.hand if other != card]
        self.mine = [other for other in self.mine if other != piece]
        self.pay = self.payoffs()
        self.room = [self.room[at] - int(at == side) for at in (LEFT, RIGHT)]
        self.units = [self.units[at] + ([unit(card, piece)] if at == side else []) for at in (LEFT, RIGHT)]
        prospect = self.look_ahead(bends=bends)
        pay = prospect.pay
        may_fold = self.room != [0, 0] and toripoka.may_fold_at_all(1 - self.seat)
        if piece != NO_PIECE and may_fold:
            pay = min(pay, self._if_they_fold(side, [*toripoka.lying(side), piece], prospect.chances[1 - side]))
        self.hand, self.mine, self.pay, self.room, self.units = kept
        return pay

    def _if_they_fold(self, side: int, lying: list[Piece], chance: float) -> float:
        """With this chance to win the other prize."""
        mine = [*self.mine, self.toripoka.prizes[side]]
        theirs = self.theirs + lying
        if not self.open[1 - side]:
            return self.worth(mine, theirs)
        prize = self.toripoka.prizes[1 - side]
        return chance * self.worth([*mine, prize], theirs) + (1.0 - chance) * self.worth(mine, [*theirs, prize])
