"""How steady reckons: what pyramids are worth, and what a hand may come to.

It imagines a few dozen times how the cards it cannot see may lie, and lets the other place them well: so it knows how
often a hand of its own would win a prize. What a prize is worth follows from the trees that both may still grow.

A keen look, which is sharp's, minds two things more: that the other sees our open cards and places by them, and that
nobody has placed a card before it was drawn.
"""

from bisect import bisect_left
from itertools import combinations
from random import Random
from typing import Final

from parlour.cards import Card
from parlour.games.toripoka.hands import CARDS, NO_UNIT, Unit, unit, value_of
from parlour.games.toripoka.pieces import BLACK, FIRST_PIECE, NO_PIECE, Piece, pips_of
from parlour.games.toripoka.rules import LEFT, NOBODY, RIGHT, ROOM, Toripoka
from parlour.kernel.state import Seat

NO_SIDE: Final = -1
MOST_VALUES: Final = 200_000  # remembered
UNITS: Final[list[Unit]] = [unit(card) if card in CARDS else NO_UNIT for card in range(53)]
UNIT_BITS: Final[list[int]] = [1 << held for held in range(NO_UNIT + 1)]

# Weights. That a black pyramid is of use was found by playing against itself; the others are sensible guesses.
DEALS: Final = 24  # imagined in a decision
SWING: Final = 1.5  # points by which a lead may still change, for each pyramid in the bag
SERVICE: Final = 1.0  # what a black pyramid is worth that can still be used up on a card


def forest(owned: list[Piece], bag: list[Piece], each: float) -> float:
    """What these pyramids will score on average (K26) if each in the bag comes to their owner by this chance: one for
    every piece, two more for every tree, and two more again if it is of one colour."""
    chance = [0.0] * 15
    for piece in bag:
        chance[piece - FIRST_PIECE] = each
    for piece in owned:
        chance[piece - FIRST_PIECE] = 1.0
    points = 0.0
    for colour in range(BLACK):
        small, medium, large = chance[3 * colour], chance[3 * colour + 1], chance[3 * colour + 2]
        points += small + medium + large + 2.0 * small * medium * large
    trees = [1.0, 1.0, 1.0, 1.0]  # the chance of one, two, three and four of every size
    for size in range(3):
        exactly = [1.0, 0.0, 0.0, 0.0, 0.0]
        for colour in range(BLACK):
            got = chance[3 * colour + size]
            for count in range(colour + 1, 0, -1):
                exactly[count] += got * (exactly[count - 1] - exactly[count])
            exactly[0] *= 1.0 - got
        at_least = 0.0
        for count in range(4, 0, -1):
            at_least += exactly[count]
            trees[count - 1] *= at_least
    points += 2.0 * (trees[0] + trees[1] + trees[2] + trees[3])
    small, medium, large = chance[3 * BLACK], chance[3 * BLACK + 1], chance[3 * BLACK + 2]
    if each > 0.0:
        return points + SERVICE * (small + medium + large)
    return points - small - medium - large - 4.0 * small * medium * large


def worth(toripoka: Toripoka, mine: list[Piece], theirs: list[Piece]) -> float:
    """How well the game stands, from -1 to 1, for whoever has the first of these pyramids."""
    bag = toripoka.bag
    coming = still_to_come(toripoka)
    each = coming / (2.0 * len(bag)) if coming else 0.0
    lead = forest(mine, bag, each) - forest(theirs, bag, each) - 0.01 * (len(mine) - len(theirs))
    return lead / (abs(lead) + 0.5 + SWING * coming)


def still_to_come(toripoka: Toripoka) -> int:
    """How many prizes there will be after this round."""
    coming = len(toripoka.bag) // 2 * 2
    if toripoka.options.rounds is not None:
        coming = min(coming, 2 * (toripoka.options.rounds - toripoka.round))
    return coming


class Hand:
    """What a player has at a prize, as far as one may know, and what it comes to with more cards."""

    def __init__(self, units: list[Unit], against: list[int]) -> None:
        self.units = units
        self.against = against  # the values that it may meet, in order
        self.usual = against is _USUAL
        self.pips: list[int] = []  # on cards that lie face down; the card that they suit best is taken to be under them
        self._chances: dict[int, float] = {}

    def value(self, cards: list[Card], picks: tuple[int, ...]) -> int:
        """With these of the cards."""
        key = 0
        for held in self.units:
            key |= UNIT_BITS[held]
        if not self.pips:
            for at in picks:
                key |= UNIT_BITS[UNITS[cards[at]]]
            return _value(key)
        best = 0
        for first in range(len(picks)):
            units = [UNITS[cards[at]] for at in picks]
            for number, pips in enumerate(self.pips):
                at = (first + number) % len(picks)
                units[at] = unit(cards[picks[at]], FIRST_PIECE + pips - 1)
            bent = key
            for held in units:
                bent |= UNIT_BITS[held]
            best = max(best, _value(bent))
        return best

    def chance(self, cards: list[Card], picks: tuple[int, ...]) -> float:
        """That it wins with these of the cards; a tie is half a win."""
        known = _USUAL_CHANCES if self.usual and not self.pips else self._chances
        key = 0
        for held in self.units:
            key |= UNIT_BITS[held]
        for at in picks:
            key |= UNIT_BITS[UNITS[cards[at]]]
        chance = known.get(key, -1.0)
        if chance < 0.0:
            value = self.value(cards, picks)
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

    def place(self, cards: list[Card], pay: list[float]) -> None:
        """Where these cards do most against what it expects to meet; `pay` is what the winning of them costs."""
        lowest = 2.0
        chosen = self.ways[0]
        for way in self.ways:
            left = 1.0 - self.hands[LEFT].chance(cards, way[0])
            cost = expect(pay, left, 1.0 - self.hands[RIGHT].chance(cards, way[1]))
            if cost < lowest:
                lowest = cost
                chosen = way
        self.values[LEFT].append(self.hands[LEFT].value(cards, chosen[0]))
        self.values[RIGHT].append(self.hands[RIGHT].value(cards, chosen[1]))

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


class Prospect:
    """What a seat may expect on average over the imagined deals."""

    def __init__(self, cards: int) -> None:
        self.pay = 0.0
        self.chances: list[float] = [0.0, 0.0]  # to win each prize
        self.placed: list[list[float]] = [[0.0, 0.0] for _ in range(cards)]  # if a card of the hand goes to a prize


class Table:
    """What one seat knows and what it may hope for, as things are or after it has folded somewhere."""

    def __init__(
        self,
        toripoka: Toripoka,
        seat: Seat,
        rng: Random,
        fold: int = NO_SIDE,
        keen: bool = False,
        deals: int = DEALS,
    ) -> None:
        self.toripoka = toripoka
        self.keen = keen
        self.deals = deals
        self.seat = seat
        self.hand: list[Card] = toripoka.hands[seat]
        self.mine: list[Piece] = toripoka.owned[seat] + toripoka.gained[seat]
        self.theirs: list[Piece] = toripoka.owned[1 - seat] + toripoka.gained[1 - seat]
        if fold != NO_SIDE:
            self.mine += self.lying(fold)
            self.theirs.append(toripoka.prizes[fold])
        self.open: list[bool] = [toripoka.folded[side] == NOBODY and side != fold for side in (LEFT, RIGHT)]
        self.room: list[int] = [0, 0]
        self.units: list[list[Unit]] = []
        for side in (LEFT, RIGHT):
            at = 2 * seat + side
            laid = [unit(card, toripoka.on[at][number]) for number, card in enumerate(toripoka.laid[at])]
            self.units.append(toripoka.public_units(side) + laid)
            if self.open[side]:
                self.room[side] = ROOM - len(laid)
        self.pay: list[float] = self.payoffs(self.mine)
        self.draws: list[list[Card]] = []  # what may come to us, in each imagined deal
        self.rivals: list[list[int]] = [[], []]  # what the other may have at each prize in the end, in order
        self._imagine(rng)

    def lying(self, side: int) -> list[Piece]:
        """The pyramids on the cards at a prize."""
        on = self.toripoka.on
        return [piece for piece in on[side] + on[2 + side] if piece != NO_PIECE]

    def payoffs(self, mine: list[Piece]) -> list[float]:
        """What it is worth if the other takes both prizes; what more if we take the left, the right, and both."""
        worths: list[float] = []
        for taken in ([], [LEFT], [RIGHT], [LEFT, RIGHT]):
            ours = mine[:]
            others = self.theirs[:]
            for side in (LEFT, RIGHT):
                if self.open[side]:
                    (ours if side in taken else others).append(self.toripoka.prizes[side])
            worths.append(worth(self.toripoka, ours, others))
        none, left, right, both = worths
        return [none, left - none, right - none, both - left - right + none]

    # ------------------------------------------------------------ imagined deals

    def _imagine(self, rng: Random) -> None:
        """Deal the hidden cards out, and let the other place theirs well: by what is usual, or, if we are keen, by what
        they see of ours."""
        toripoka = self.toripoka
        other = 1 - self.seat
        met = self._shown(rng) if self.keen else [usual_values(), usual_values()]
        rival = Rival(toripoka, other, self.open, met, self.keen)
        hidden = toripoka.stock + toripoka.aside + toripoka.hands[other] + face_down(toripoka, other)
        hidden.sort()
        draws = min(draws_of(toripoka, self.seat), max(0, self.room[LEFT] + self.room[RIGHT] - 1))
        for _ in range(self.deals):
            cards = rng.sample(hidden, rival.count + draws)
            self.draws.append(cards[rival.count :])
            rival.place(cards, self.pay)
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
        for _ in range(2 * DEALS):
            ours.place(rng.sample(hidden, ours.count), theirs)
        return ours.sorted_values()

    def look_ahead(self, by_card: bool = False) -> Prospect:
        """The best that we can make of our hand, whatever is drawn; also card by card, if that is wanted."""
        size = len(self.hand)
        left_hand, right_hand = [Hand(self.units[side], self.rivals[side]) for side in (LEFT, RIGHT)]
        ways = splits(size + len(self.draws[0]), self.room[LEFT], self.room[RIGHT])
        prospect = Prospect(size)
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

    def spare(self) -> list[Piece]:
        """Of every size the pyramid that we can best do without."""
        found: list[Piece] = []
        for pips in (1, 2, 3):
            least = -2.0
            for piece in self.toripoka.owned[self.seat]:
                if pips_of(piece) == pips:
                    without = worth(self.toripoka, [other for other in self.mine if other != piece], self.theirs)
                    if least == -2.0:
                        found.append(piece)
                    if without > least:
                        least = without
                        found[-1] = piece
        return found

    def with_pyramid(self, card: Card, side: int, piece: Piece) -> float:
        """What we may expect if we place this card here under this pyramid; the other may fold and take it."""
        toripoka = self.toripoka
        kept = self.hand, self.mine, self.pay, self.room, self.units
        self.hand = [other for other in self.hand if other != card]
        self.mine = [other for other in self.mine if other != piece]
        self.pay = self.payoffs(self.mine)
        self.room = [self.room[at] - int(at == side) for at in (LEFT, RIGHT)]
        self.units = [self.units[at] + ([unit(card, piece)] if at == side else []) for at in (LEFT, RIGHT)]
        prospect = self.look_ahead()
        pay = prospect.pay
        if self.room != [0, 0] and 1 - self.seat not in toripoka.folded and toripoka.can_place(1 - self.seat):
            pay = min(pay, self._if_they_fold(side, [*self.lying(side), piece], prospect.chances[1 - side]))
        self.hand, self.mine, self.pay, self.room, self.units = kept
        return pay

    def _if_they_fold(self, side: int, lying: list[Piece], chance: float) -> float:
        """With this chance to win the other prize."""
        mine = [*self.mine, self.toripoka.prizes[side]]
        theirs = self.theirs + lying
        if not self.open[1 - side]:
            return worth(self.toripoka, mine, theirs)
        prize = self.toripoka.prizes[1 - side]
        won = worth(self.toripoka, [*mine, prize], theirs)
        return chance * won + (1.0 - chance) * worth(self.toripoka, mine, [*theirs, prize])
