"""The rules of Six-Card Golf (G1-G8, G11, G28, G29, G32, G33)."""

from collections.abc import Sequence
from typing import Final, assert_never

from parlour.cards import NO_CARD
from parlour.games.golf.actions import (
    DISCARD,
    KNOCK,
    LEAVE,
    SWAPS,
    TURNS,
    Action,
    DiscardDrawn,
    Knock,
    LeaveDown,
    Swap,
    Turn,
)
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.state import (
    ALL_UP,
    ALWAYS,
    DOWN,
    DOWN_SLOTS,
    DRAWING,
    ENDGAME,
    FLIPPING,
    MAY,
    PLACING,
    TURNING_UP,
    GolfPosition,
)
from parlour.kernel.actions import DEAL, DRAW, TAKE, Deal, Draw, Take
from parlour.kernel.position import ALONE, NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Result, Seat, lowest_wins

STOCK_OR_DISCARD: Final[tuple[Action, ...]] = (DRAW, TAKE)
DISCARD_ONLY: Final[tuple[Action, ...]] = (TAKE,)
PLACE_FROM_STOCK: Final[tuple[Action, ...]] = (*SWAPS, DISCARD)
PLACE_FROM_DISCARDS: Final[tuple[Action, ...]] = SWAPS
# Indexed by the mask of face-up cards
MUST_TURN: Final[list[tuple[Action, ...]]] = [tuple(TURNS[slot] for slot in slots) for slots in DOWN_SLOTS]
MAY_TURN: Final[list[tuple[Action, ...]]] = [(*turns, LEAVE) for turns in MUST_TURN]


class Golf(GolfPosition):
    """A game of Golf."""

    # ------------------------------------------------------------ who may act, and how

    def actors(self) -> Sequence[Seat]:
        if self.phase == TURNING_UP:
            down, up = 6 - self.terms.initial_flips, self.up
            return [seat for seat in range(self.seats) if DOWN[up[seat]] > down]
        if self.phase == OVER:
            return ()
        return ALONE[self.at_bat]

    def legal(self, seat: Seat) -> Sequence[Action]:
        if self.phase == TURNING_UP:
            return MUST_TURN[self.up[seat]] if self._still_turns_up(seat) else ()
        if seat != self.at_bat:
            return ()
        if self.phase == DRAWING:
            draws = STOCK_OR_DISCARD if self.stock or self.can_draw() else DISCARD_ONLY
            if self.terms.flip_as_action:
                draws = (*draws, *MUST_TURN[self.up[seat]])
            if self.terms.knock_early and DOWN[self.up[seat]] <= 2:
                draws = (*draws, KNOCK)
            return draws
        if self.phase == PLACING:
            return PLACE_FROM_DISCARDS if self.held_openly else PLACE_FROM_STOCK
        if self.phase == FLIPPING:
            return MUST_TURN[self.up[seat]] if self.must_flip() else MAY_TURN[self.up[seat]]
        return (DEAL,) if self.phase == SCORED else ()

    def silence(self, seat: Seat) -> Action | None:
        if seat not in self.actors():
            return None
        if self.phase == DRAWING:
            return DRAW if self.can_draw() else TAKE
        if self.phase == PLACING:
            return SWAPS[DOWN_SLOTS[self.up[seat]][0]] if self.held_openly else DISCARD
        if self.phase == FLIPPING and not self.must_flip():
            return LEAVE
        return self.legal(seat)[0]

    # ------------------------------------------------------------ what each action does

    def apply(self, seat: Seat, action: Action) -> None:
        if self.phase == TURNING_UP:
            self._turn_up_first(seat, action)
            return
        if seat != self.at_bat or (self.phase == SCORED and type(action) is not Deal):
            raise self.not_now(seat, over="G11", deal="G11", turn="G3", word="hole")
        if type(action) is Swap:
            self._swap(seat, action.slot)
        elif type(action) is Draw:
            self._draw()
        elif type(action) is Take:
            self._take()
        elif type(action) is Turn:
            self._turn(seat, action.slot)
        elif type(action) is DiscardDrawn:
            self._discard(seat)
        elif type(action) is LeaveDown:
            self._leave(seat)
        elif type(action) is Knock:
            self._knock(seat)
        elif type(action) is Deal:
            self._deal_next()
        else:
            assert_never(action)

    def _turn_up_first(self, seat: Seat, action: Action) -> None:
        """G2: everybody turns up cards at the same time. When all are ready, the first turn begins."""
        if not isinstance(action, Turn):
            raise Refused("G2", "Wait until everybody has turned up their first cards.")
        if not self._still_turns_up(seat):
            raise Refused("G2", "You've turned up enough cards. Wait for the others.")
        self._face_up(seat, action.slot)
        if not self._still_turns_up(seat) and not self.actors():
            self.phase = DRAWING

    def _draw(self) -> None:
        """G3, G32."""
        if self.phase != DRAWING:
            raise Refused("G3", "You've already drawn this turn.")
        if not self.stock:
            if not self.can_draw():
                raise Refused("G32", "There's nothing left to draw. Take the discard.")
            self.restock(self.discards)
            self.reshuffled = True
        self.held = self.stock.pop()
        self.uncovered += 1
        self.phase = PLACING

    def _take(self) -> None:
        """G3."""
        if self.phase != DRAWING:
            raise Refused("G3", "You've already drawn this turn.")
        self.held = self.discards.pop()
        self.held_openly = True
        self.phase = PLACING

    def _swap(self, seat: Seat, slot: int) -> None:
        """G4, G6: the new card goes face up, the old one to the discards."""
        if self.phase != PLACING:
            raise Refused("G4", "You don't have a card to swap in. Draw one or take the discard first.")
        at = seat * 6 + slot
        bit = 1 << slot
        if not self.up[seat] & bit:
            self.up[seat] |= bit
            self.uncovered += 1
        self.discards.append(self.grids[at])
        self.grids[at] = self.held
        self.held = NO_CARD
        self.held_openly = False
        self._end_turn(seat)

    def _discard(self, seat: Seat) -> None:
        """G4, G5, G7."""
        if self.phase != PLACING:
            raise Refused("G4", "You don't have a card to discard. Draw one first.")
        if self.held_openly:
            raise Refused("G5", "You took this card from the discards, so you can't put it straight back. Swap it in.")
        self.discards.append(self.held)
        self.held = NO_CARD
        if DOWN[self.up[seat]] and (self.terms.flip_on_discard == MAY or self.must_flip()):
            self.phase = FLIPPING
        else:
            self._end_turn(seat)

    def _turn(self, seat: Seat, slot: int) -> None:
        """Turn up a card after a discard (G7), or as a whole turn (G28)."""
        if self.phase == DRAWING and not self.terms.flip_as_action:
            raise Refused("G28", "You can't use your turn to turn up a card at this table.")
        if self.phase == PLACING:
            or_discard = "" if self.held_openly else ", or discard it"
            raise Refused("G4", f"First swap in the card in your hand{or_discard}.")
        self._face_up(seat, slot)
        self._end_turn(seat)

    def _leave(self, seat: Seat) -> None:
        """G7 `may`."""
        if self.phase != FLIPPING:
            raise Refused("G7", "You can only do that right after discarding a card you drew.")
        if self.must_flip():
            raise Refused("G7", "You discarded a card from the stock, so you must turn up one of yours.")
        self._end_turn(seat)

    def _knock(self, seat: Seat) -> None:
        """G29."""
        if not self.terms.knock_early:
            raise Refused("G29", "You can't knock early at this table.")
        if self.phase != DRAWING:
            raise Refused("G29", "Knocking takes your whole turn, and you've already drawn.")
        if DOWN[self.up[seat]] > 2:
            raise Refused("G29", "You can only knock with two cards or fewer face down.")
        self.uncovered += DOWN[self.up[seat]]
        self.up[seat] = ALL_UP
        self._end_turn(seat)

    def _deal_next(self) -> None:
        if self.phase != SCORED:
            raise Refused("G11", "You can deal the next hole when this one is over.")
        self.deal()

    # ------------------------------------------------------------ how a turn and a hole end

    def _end_turn(self, seat: Seat) -> None:
        if self.out == NOBODY and self.up[seat] == ALL_UP:
            self.out = seat  # G8
        self.turns += 1
        self.at_bat = (seat + 1) % self.seats
        self.phase = DRAWING
        if self.at_bat == self.out:
            self._score()  # everybody else has had one more turn (G8)
        elif self.turns == self.seats * self.terms.turn_cap:
            self._score()  # G33
        elif not self.stock and not self.discards:
            self._score()  # G32

    def _score(self) -> None:
        """Turn up and count all cards (G8, G30)."""
        self.uncovered += sum(DOWN[up] for up in self.up)
        self.up = [ALL_UP] * self.seats
        values = [self.terms.grid(self.grids, seat * 6) for seat in range(self.seats)]
        points = self.terms.hole(values, self.out)
        self.close_round(points, self.round == self.terms.holes, (self.dealer + 1) % self.seats)

    def result(self) -> Result | None:
        """G11: the lowest total wins; ties share."""
        return lowest_wins(self.totals()) if self.phase == OVER else None

    # ------------------------------------------------------------ small predicates

    def _still_turns_up(self, seat: Seat) -> bool:
        """G2."""
        return DOWN[self.up[seat]] > 6 - self.terms.initial_flips

    def must_flip(self) -> bool:
        """G7."""
        flip = self.terms.flip_on_discard
        if flip == ENDGAME:
            return min([DOWN[up] for up in self.up]) <= 1
        return flip == ALWAYS

    def _face_up(self, seat: Seat, slot: int) -> None:
        bit = 1 << slot
        if self.up[seat] & bit:
            rule = "G2" if self.phase == TURNING_UP else "G28" if self.phase == DRAWING else "G7"
            raise Refused(rule, "That card is already face up. Choose another.")
        self.up[seat] |= bit
        self.uncovered += 1


def start(options: GolfOptions, seats: int, shuffler: Shuffler) -> Golf:
    """Return a new game with the first hole dealt, by seat 0."""
    golf = Golf(options, seats, shuffler)
    golf.deal()
    return golf
