"""Estimates how often a hand will win its prize, for steady and sharp.

It deals the hidden cards a few times, lets the other player place theirs well, and counts how often our hand would win.
`chances` says what a prize is worth.

A keen estimate, for sharp, considers more: the other player sees our open cards, nobody has placed a card before it was
drawn, both may still bend a card with a pyramid, and prizes are valued by the chance to win the game.
"""

from bisect import bisect_left
from itertools import combinations
from random import Random
from typing import Final

from parlour.cards import Card
from parlour.games.toripoka.hands import CARDS, NO_UNIT, Unit, unit, value_of
from parlour.games.toripoka.pieces import FIRST_PIECE, NO_PIECE, Piece, pips_of
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import LEFT, RIGHT, ROOM
from parlour.kernel.position import NOBODY
from parlour.kernel.state import Seat
from parlour.lab.frozen.toripoka.chances import keen_worth, worth

NO_SIDE: Final = -1
MOST_VALUES: Final = 200_000  # in the cache
UNITS: Final[list[Unit]] = [unit(card) if card in CARDS else NO_UNIT for card in range(53)]
UNIT_BITS: Final[list[int]] = [1 << held for held in range(NO_UNIT + 1)]

DEALS: Final = 8  # imagined for a decision
SHOWN: Final = 48  # imagined by a keen estimate for what our open cards tell the other player
BENDS: Final = 0.3  # how often we expect the other to bend a card; always was worse than never


class Hand:
    """The known cards of a player at one prize, and their value with more cards."""

    def __init__(self, units: list[Unit], against: list[int]) -> None:
        self.units = units
        self.against = against  # the sorted values of the hands that it may meet
        self.usual = against is _USUAL
        self.pips: list[int] = []  # on face-down cards; we assume that they are on the cards they suit best
        self._chances: dict[int, float] = {}

    def value(self, cards: list[Card], picks: tuple[int, ...], bend: int = 0) -> int:
        """The value with the `picks` of `cards` added, one of them bent by `bend` pips."""
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
        """The chance to win with the `picks` of `cards` added, one of them bent by `bend` pips. A tie is half a win."""
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
    """The cached value of a hand with these units."""
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
    """Every way to choose `left` cards for the left prize and `right` cards for the right one, by index."""
    found = _SPLITS.get((cards, left, right))
    if found is None:
        found = []
        for lefts in combinations(range(cards), min(left, cards)):
            rest = [at for at in range(cards) if at not in lefts]
            found += [(lefts, rights) for rights in combinations(rest, min(right, len(rest)))]
        _SPLITS[cards, left, right] = found
    return found


def usual_values() -> list[int]:
    """The sorted values of all four-card hands, for use where nothing is known about the other hand."""
    if not _USUAL:
        _USUAL.extend(sorted([value_of([unit(card) for card in four]) for four in combinations(CARDS, 4)]))
    return _USUAL


def expect(pay: list[float], left: float, right: float) -> float:
    """The average payoff with these chances to win the two prizes."""
    return pay[0] + left * pay[1] + right * pay[2] + left * right * pay[3]


class Bend:
    """A pyramid that could still bend a card, and the payoffs once it is spent."""

    def __init__(self, pips: int, pay: list[float]) -> None:
        self.pips = pips
        self.pay = pay


NO_BENDS: Final[list[Bend]] = []


class Rival:
    """A player whose hidden cards we imagine. We assume that face-down cards are where they fit best."""

    def __init__(
        self, toripoka: Toripoka, owner: Seat, open: list[bool], met: list[list[int]], in_time: bool = False
    ) -> None:
        self.hands: list[Hand] = []
        self.values: list[list[int]] = [[], []]  # its possible final values at each prize
        self.count = len(toripoka.hands[owner])  # how many cards to imagine
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
        if in_time:  # cards that are not drawn yet can only go where there is room now
            free = [ROOM - len(toripoka.laid[2 * owner + side]) for side in (LEFT, RIGHT)]
            self.ways = [
                way
                for way in self.ways
                if sum([at >= seen for at in way[LEFT]]) <= free[LEFT]
                and sum([at >= seen for at in way[RIGHT]]) <= free[RIGHT]
            ]

    def place(self, cards: list[Card], pay: list[float], bends: list[Bend] = NO_BENDS) -> None:
        """Place these cards, and bend one if that helps, where they do most against the hands it expects to meet. `pay`
        has our payoffs, so the lowest is best for the rival."""
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
    """How many cards of the stock a seat will draw."""
    return (len(toripoka.stock) + int(toripoka.at_bat == seat)) // 2


class Expectation:
    """What a seat can expect on average over the imagined deals."""

    def __init__(self, cards: int) -> None:
        self.pay = 0.0
        self.chances: list[float] = [0.0, 0.0]  # to win each prize
        self.placed: list[list[float]] = [[0.0, 0.0] for _ in range(cards)]  # the payoff, by card and prize


class ToripokaKnowledge:
    """What one seat knows and can expect, now or after folding at the prize `fold`."""

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
        self.draws: list[list[Card]] = []  # what we draw in each imagined deal
        self.rivals: list[list[int]] = [[], []]  # the other's possible final values at each prize, sorted
        self._imagine(rng)

    def worth(self, mine: list[Piece], theirs: list[Piece]) -> float:
        return keen_worth(self.toripoka, mine, theirs) if self.keen else worth(self.toripoka, mine, theirs)

    def payoffs(self, spent: Piece = NO_PIECE) -> list[float]:
        """The worth if the other takes both prizes, and what is added if we take the left one, the right one, and both.
        The pyramid `spent`, ours or theirs, is left out."""
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
        """Deal the hidden cards, and let the other player place theirs well against usual hands. If we are keen, they
        play against what they see of ours, and sometimes use a pyramid."""
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
        """Our possible final values at each prize, for somebody who sees only our open cards."""
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
        """The best average result of our hand over all draws. One of `bends` may be used on one card. With `by_card`,
        also compute it for each card at each prize."""
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
        """For each size, the pyramid that a seat can best do without."""
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
        """What we can expect if we place this card at this prize, under `piece` if given, and may bend a later card.
        The other player may fold and take the pyramid."""
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
        """What we can expect if the other folds here, with this chance to win the other prize."""
        mine = [*self.mine, self.toripoka.prizes[side]]
        theirs = self.theirs + lying
        if not self.open[1 - side]:
            return self.worth(mine, theirs)
        prize = self.toripoka.prizes[1 - side]
        return chance * self.worth([*mine, prize], theirs) + (1.0 - chance) * self.worth(mine, [*theirs, prize])
