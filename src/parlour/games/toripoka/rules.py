"""The rules of Toripoka (K5-K11, K24, K25, K27)."""

from collections.abc import Sequence
from typing import Final, assert_never

from parlour.cards import FACE_OF, Card, code, name
from parlour.games.toripoka.actions import DRAWS, FOLDS, Action, DrawPyramid, Fold, PlaceCard
from parlour.games.toripoka.hands import CARDS, value_of
from parlour.games.toripoka.options import ToripokaOptions
from parlour.games.toripoka.pieces import (
    ALL_PIECES,
    FIRST_PIECE,
    NO_PIECE,
    SIZE_WORDS,
    Piece,
    by_score,
    piece_code,
    piece_name,
    pips_of,
    read_piece,
    score,
)
from parlour.games.toripoka.state import DRAWING, LEFT, PLAYING, RIGHT, ROOM, SIDES, ToripokaPosition
from parlour.kernel.actions import DEAL, Deal
from parlour.kernel.position import ALONE, NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Result, Seat

BOTH: Final[list[tuple[Seat, ...]]] = [(0, 1), (1, 0)]

# Every way to place a card, as pairs of face up and face down, by card, side and pyramid (none first).
_SLOT: Final[list[int]] = [CARDS.index(card) if card in CARDS else -1 for card in range(53)]
_ON: Final = 16


def _place_at(card: Card, side: int, on: Piece) -> int:
    return (_SLOT[card] * 2 + side) * _ON + (on - FIRST_PIECE + 1 if on != NO_PIECE else 0)


UP_OR_DOWN: Final[list[list[Action]]] = [
    [PlaceCard(code(card), SIDES[side], down, piece_code(on)) for down in (False, True)]
    for card in CARDS
    for side in (LEFT, RIGHT)
    for on in (NO_PIECE, *ALL_PIECES)
]


class Toripoka(ToripokaPosition):
    """A game of Toripoka."""

    # ------------------------------------------------------------ who may act, and how

    def actors(self) -> Sequence[Seat]:
        if self.phase == OVER:
            return ()
        if self.phase == PLAYING and self.may_fold_at_all(1 - self.at_bat):
            return BOTH[self.at_bat]
        return ALONE[self.at_bat]

    def legal(self, seat: Seat) -> Sequence[Action]:
        if self.phase == PLAYING:
            actions = self._placings(seat) if seat == self.at_bat else []
            if self.may_fold_at_all(seat):
                actions += [FOLDS[side] for side in self.open_sides()]
            return actions
        if seat != self.at_bat:
            return ()
        if self.phase == DRAWING:
            return [DRAWS[pips - 1] for pips in (1, 2, 3) if self.in_bag(pips)]
        return (DEAL,) if self.phase == SCORED else ()

    def _placings(self, seat: Seat) -> list[Action]:
        """K7, K8."""
        bare = self.is_first_card(seat)
        actions: list[Action] = []
        for side in self.sides_with_room(seat):
            for card in self.hands[seat]:
                ways = UP_OR_DOWN[_place_at(card, side, NO_PIECE)]
                if bare:
                    actions.append(ways[0])
                    continue
                actions += ways
                for on in self.owned[seat]:
                    actions += UP_OR_DOWN[_place_at(card, side, on)]
        return actions

    def silence(self, seat: Seat) -> Action | None:
        return self.legal(seat)[0] if seat == self.at_bat else None

    # ------------------------------------------------------------ what each action does

    def apply(self, seat: Seat, action: Action) -> None:
        if type(action) is PlaceCard:
            self._place(seat, action)
        elif type(action) is Fold:
            self._fold(seat, SIDES.index(action.prize))
        elif type(action) is DrawPyramid:
            self._draw(seat, action.size)
        elif type(action) is Deal:
            self._deal(seat)
        else:
            assert_never(action)

    def _deal(self, seat: Seat) -> None:
        """K5, K6."""
        if self.phase != SCORED and self.phase != OVER:
            raise Refused("K6", "You can deal the next round when this one is over.")
        if seat != self.at_bat:
            raise self._not_now(seat, "K6")
        self.gone += self.lying(LEFT) + self.lying(RIGHT)  # K9
        self.deal(seat)

    def _draw(self, seat: Seat, pips: int) -> None:
        """K5: players choose the size, not the color. After the second prize, turn up the two cards."""
        if self.phase != DRAWING and self.phase != OVER:
            raise Refused("K5", "You can only draw a pyramid at the start of a round, before the cards are turned up.")
        self._check_turn(seat, "K5")
        if not self.in_bag(pips):
            raise Refused("K5", f"There's no {SIZE_WORDS[pips - 1]} pyramid left in the bag. Choose another size.")
        drawn = [piece for piece in self.bag if pips_of(piece) == pips]
        self.shuffler.shuffle(drawn)
        self.bag.remove(drawn[0])
        self.uncovered += 1
        self.at_bat = 1 - seat
        if self.prizes[LEFT] == NO_PIECE:
            self.prizes[LEFT] = drawn[0]
        else:
            self.prizes[RIGHT] = drawn[0]
            self.publics = [self.stock.pop(), self.stock.pop()]
            self.uncovered += 2
            self.phase = PLAYING

    def _place(self, seat: Seat, action: PlaceCard) -> None:
        """K7, K8."""
        if self.phase == DRAWING:
            raise Refused("K5", "Wait until both prizes have been drawn from the bag.")
        self._check_turn(seat, "K7")
        card = FACE_OF[action.card]
        on = read_piece(action.pyramid)
        side = SIDES.index(action.prize)
        at = 2 * seat + side
        if card not in self.hands[seat]:
            raise Refused("K7", f"You don't have {name(card)}.")
        if self.folded[side] != NOBODY:
            raise Refused("K10", "Somebody folded at that prize, so no more cards go there.")
        if len(self.laid[at]) == ROOM:
            raise Refused("K7", "You already have three cards at that prize. Choose the other one.")
        if self.is_first_card(seat) and (action.down or on != NO_PIECE):
            raise Refused("K8", "Your first card of a round goes face up, with no pyramid on it.")
        if on != NO_PIECE:
            self._check_owned(seat, on)
            self.owned[seat].remove(on)
        self.hands[seat].remove(card)
        self.laid[at].append(card)
        self.down[at].append(int(action.down))
        self.on[at].append(on)
        self.last_laid = self.last_laid or not self.can_place(seat)
        if self.stock:
            self.hands[seat].append(self.stock.pop())
            self.uncovered += 1
        self._go_on(1 - seat)

    def _check_owned(self, seat: Seat, on: Piece) -> None:
        """K8."""
        if on in self.gained[seat]:
            raise Refused("K8", f"You got the {piece_name(on)} this round. You can use it from the next round on.")
        if on not in self.owned[seat]:
            raise Refused("K8", f"You don't have the {piece_name(on)}.")

    def _fold(self, seat: Seat, side: int) -> None:
        """K10."""
        if self.phase != PLAYING:
            raise Refused("K10", "There's no hand to fold right now.")
        if seat in self.folded:
            raise Refused("K10", "You've already folded this round.")
        if self.folded[side] != NOBODY:
            raise Refused("K10", f"{{{self.folded[side]}}} already folded there.")
        if not self.may_fold_at_all(seat):
            raise Refused("K10", "It's too late to fold: one of you has placed a last card.")
        other = 1 - seat
        self.folded[side] = seat
        self.takers[side] = other
        self.gained[other].append(self.prizes[side])
        self.prizes[side] = NO_PIECE
        self.gained[seat] += self.lying(side)
        for at in (side, 2 + side):
            self.on[at] = [NO_PIECE] * len(self.on[at])
        self._go_on(self.at_bat)

    # ------------------------------------------------------------ how a turn and a round end

    def _go_on(self, seat: Seat) -> None:
        """K10, K11: skip a player with nowhere left to place. If that is both, show down."""
        if self.can_place(seat):
            self.at_bat = seat
        elif self.can_place(1 - seat):
            self.at_bat = 1 - seat
        else:
            self._show_down()

    def _show_down(self) -> None:
        """K11, K24: each prize without a fold goes to the better hand, or back into the bag."""
        for side in self.open_sides():
            for at in (side, 2 + side):
                self.uncovered += sum(self.down[at])
                self.down[at] = [0] * len(self.down[at])
            values = [self.value(0, side), self.value(1, side)]
            prize = self.prizes[side]
            self.prizes[side] = NO_PIECE
            if values[0] == values[1]:
                self.bag.append(prize)
            else:
                self.takers[side] = 0 if values[0] > values[1] else 1
                self.gained[self.takers[side]].append(prize)
        self._score()

    def _score(self) -> None:
        """K25, K26: write down by how much the round changed each score."""
        before = self.totals()
        for seat in (0, 1):
            self.owned[seat] += self.gained[seat]
            self.gained[seat] = []
        gains = [score(self.owned[seat]) - before[seat] for seat in (0, 1)]
        last = len(self.bag) < 2 or self.round == self.options.rounds
        self.close_round(gains, last, 1 - self.first)

    def result(self) -> Result | None:
        """K27: most points, then fewest pyramids, then fewest colors."""
        if self.phase != OVER:
            return None
        ranks = [by_score(owned) for owned in self.owned]
        return Result(tuple([seat for seat in (0, 1) if ranks[seat] >= ranks[1 - seat]]), tuple(self.totals()))

    # ------------------------------------------------------------ small predicates

    def is_first_card(self, seat: Seat) -> bool:
        """K8."""
        return not self.laid[2 * seat] and not self.laid[2 * seat + 1]

    def can_place(self, seat: Seat) -> bool:
        """Whether a seat has room. Then it also has a card: the stock replaces the first three that each player
        places."""
        return self.room(seat, LEFT) + self.room(seat, RIGHT) > 0

    def may_fold_at_all(self, seat: Seat) -> bool:
        """K10: once a round, until somebody has placed a last card. Running out of places because of a fold does not
        count. There always is a prize without a fold, or the round would be over."""
        return seat not in self.folded and not self.last_laid

    def in_bag(self, pips: int) -> bool:
        return pips in [pips_of(piece) for piece in self.bag]

    def value(self, seat: Seat, side: int) -> int:
        """The value of a player's hand at a prize, face-down cards included."""
        return value_of(self.units(seat, side))

    def _check_turn(self, seat: Seat, rule: str) -> None:
        if seat != self.at_bat or self.phase == SCORED:
            raise self._not_now(seat, rule)

    def _not_now(self, seat: Seat, rule: str) -> Refused:
        return self.not_now(seat, over="K25", deal="K6", turn=rule)


def start(options: ToripokaOptions, seats: int, shuffler: Shuffler) -> Toripoka:
    """Return a new game with the first round dealt. The host, in seat 0, begins."""
    toripoka = Toripoka(options, seats, shuffler)
    toripoka._deal(0)
    return toripoka
