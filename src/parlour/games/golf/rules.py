"""Six-Card Golf: the rules (G1-G8, G11, G28, G29, G32, G33).

What a seat remembers: every card that has ever lain face up, so exactly what went into the discards and, after a
reshuffle, what went back into the stock, though not in which order; the card it has drawn and not yet placed. Nobody
knows a face-down card, not even its owner (G6), so all seats know the same but for the card in somebody's hand.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, assert_never

from parlour.cards import NO_CARD, Card, deck
from parlour.games.golf.actions import (
    DEAL,
    DISCARD,
    DRAW,
    KNOCK,
    LEAVE,
    SWAPS,
    TAKE,
    Action,
    Deal,
    Discard,
    Draw,
    Knock,
    Leave,
    Swap,
    Take,
    Turn,
)
from parlour.games.golf.grid import (
    ALL_UP,
    DISCARD_ONLY,
    DOWN,
    DOWN_SLOTS,
    MAY_TURN,
    MUST_TURN,
    PLACE_FROM_DISCARDS,
    PLACE_FROM_STOCK,
    STOCK_OR_DISCARD,
)
from parlour.games.golf.house import ALWAYS, ENDGAME, MAY, House
from parlour.games.golf.options import GolfOptions
from parlour.games.golf.scoring import jokers
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import QuickShuffler, Shuffler
from parlour.kernel.state import Result, Seat, alike, lowest_wins, set_values, sums, values_of

# Phases
TURNING_UP: Final = 0  # everybody turns up their first cards (G2)
DRAWING: Final = 1
PLACING: Final = 2  # a card is in hand
FLIPPING: Final = 3  # a stock card was discarded (G7)
SCORED: Final = 4  # the hole is over, all cards lie open
OVER: Final = 5

NOBODY: Final = -1
ALONE: Final[list[tuple[Seat, ...]]] = [(seat,) for seat in range(6)]
DEAL_ONLY: Final[tuple[Action, ...]] = (DEAL,)
NOTHING: Final[tuple[Action, ...]] = ()


class Golf:
    """A game of Golf. Grids lie one after another in `grids`, six cards a seat; `up[seat]` has a bit a face-up card."""

    def __init__(self, options: GolfOptions, house: House, shuffler: Shuffler, seats: int) -> None:
        self.options = options
        self.house = house
        self.shuffler = shuffler
        self.seats = seats
        self.phase = SCORED
        self.hole = 0  # 1 is the first
        self.dealer = NOBODY
        self.at_bat = NOBODY
        self.held = NO_CARD
        self.held_openly = False  # taken from the discards, so everybody saw it
        self.out = NOBODY  # who went out (G8)
        self.turns = 0  # finished in this hole, all seats together
        self.reshuffled = False  # in this hole, the discards into the stock (G32)
        self.uncovered = 0
        self.grids: list[Card] = []
        self.up: list[int] = []
        self.stock: list[Card] = []
        self.discards: list[Card] = []
        self.sheet: list[list[int]] = []

    # ------------------------------------------------------------ who may act, and how

    def actors(self) -> Sequence[Seat]:
        if self.phase == TURNING_UP:
            down, up = 6 - self.house.initial_flips, self.up
            return [seat for seat in range(self.seats) if DOWN[up[seat]] > down]
        if self.phase == OVER:
            return ()
        return ALONE[self.at_bat]

    def legal(self, seat: Seat) -> Sequence[Action]:
        if self.phase == TURNING_UP:
            return MUST_TURN[self.up[seat]] if self._still_turns_up(seat) else NOTHING
        if seat != self.at_bat:
            return NOTHING
        if self.phase == DRAWING:
            draws = STOCK_OR_DISCARD if self.stock or self.can_draw() else DISCARD_ONLY
            if self.house.flip_as_action:
                draws = (*draws, *MUST_TURN[self.up[seat]])
            if self.house.knock_early and DOWN[self.up[seat]] <= 2:
                draws = (*draws, KNOCK)
            return draws
        if self.phase == PLACING:
            return PLACE_FROM_DISCARDS if self.held_openly else PLACE_FROM_STOCK
        if self.phase == FLIPPING:
            return MUST_TURN[self.up[seat]] if self.must_flip() else MAY_TURN[self.up[seat]]
        return DEAL_ONLY if self.phase == SCORED else NOTHING

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
            raise self._not_now(seat)
        if type(action) is Swap:
            self._swap(seat, action.slot)
        elif type(action) is Draw:
            self._draw()
        elif type(action) is Take:
            self._take()
        elif type(action) is Turn:
            self._turn(seat, action.slot)
        elif type(action) is Discard:
            self._discard(seat)
        elif type(action) is Leave:
            self._leave(seat)
        elif type(action) is Knock:
            self._knock(seat)
        elif type(action) is Deal:
            self._deal_next()
        else:
            assert_never(action)

    def _turn_up_first(self, seat: Seat, action: Action) -> None:
        """G2: everybody at once, each until enough cards are up; then the first turn begins."""
        if not isinstance(action, Turn):
            raise Refused("G2", "First everybody turns up their first cards.")
        if not self._still_turns_up(seat):
            raise Refused("G2", "You have turned up enough cards: wait for the others.")
        self._face_up(seat, action.slot)
        if not self._still_turns_up(seat) and not self.actors():
            self.phase = DRAWING

    def _draw(self) -> None:
        """G3, G32."""
        if self.phase != DRAWING:
            raise Refused("G3", "You have drawn already this turn.")
        if not self.stock:
            if not self.can_draw():
                raise Refused("G32", "There is nothing left to draw from: take the discard.")
            top = self.discards.pop()
            self.stock, self.discards = self.discards, [top]
            self.shuffler.shuffle(self.stock)
            self.reshuffled = True
        self.held = self.stock.pop()
        self.uncovered += 1
        self.phase = PLACING

    def _take(self) -> None:
        """G3."""
        if self.phase != DRAWING:
            raise Refused("G3", "You have drawn already this turn.")
        self.held = self.discards.pop()
        self.held_openly = True
        self.phase = PLACING

    def _swap(self, seat: Seat, slot: int) -> None:
        """G4, G6: the new card lies face up, the old one goes to the discards."""
        if self.phase != PLACING:
            raise Refused("G4", "There is no card in your hand to swap in.")
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
            raise Refused("G4", "You have no drawn card to discard.")
        if self.held_openly:
            raise Refused("G5", "A card taken from the discards must be swapped in; it cannot go straight back.")
        self.discards.append(self.held)
        self.held = NO_CARD
        if DOWN[self.up[seat]] and (self.house.flip_on_discard == MAY or self.must_flip()):
            self.phase = FLIPPING
        else:
            self._end_turn(seat)

    def _turn(self, seat: Seat, slot: int) -> None:
        """After a discard (G7), or as a whole turn (G28)."""
        if self.phase == DRAWING and not self.house.flip_as_action:
            raise Refused("G28", "At this table a turn cannot be spent on turning a card up.")
        if self.phase == PLACING:
            raise Refused("G4", "First find a place for the card in your hand.")
        self._face_up(seat, slot)
        self._end_turn(seat)

    def _leave(self, seat: Seat) -> None:
        """G7 `may`."""
        if self.phase != FLIPPING:
            raise Refused("G7", "There is no card to turn up or leave just now.")
        if self.must_flip():
            raise Refused("G7", "After discarding a stock card you must turn one of yours up.")
        self._end_turn(seat)

    def _knock(self, seat: Seat) -> None:
        """G29."""
        if not self.house.knock_early:
            raise Refused("G29", "At this table nobody may knock early.")
        if self.phase != DRAWING:
            raise Refused("G29", "Knocking takes a whole turn: it is too late once you have drawn.")
        if DOWN[self.up[seat]] > 2:
            raise Refused("G29", "Knock only with two cards or fewer face down.")
        self.uncovered += DOWN[self.up[seat]]
        self.up[seat] = ALL_UP
        self._end_turn(seat)

    def _deal_next(self) -> None:
        """G1, G11: the deal moves left; the seat after the dealer begins (G3)."""
        if self.phase != SCORED:
            raise Refused("G11", "The next hole is dealt when this one has been scored.")
        self.hole += 1
        self.dealer = (self.dealer + 1) % self.seats
        decks = 2 if self.seats > 4 else 1
        cards = deck(decks, jokers(self.options, decks))
        self.shuffler.shuffle(cards)
        dealt = self.seats * 6
        self.grids = cards[:dealt]
        self.stock = cards[dealt:]
        self.discards = [self.stock.pop()]
        self.up = [0] * self.seats
        self.held = NO_CARD
        self.out = NOBODY
        self.turns = 0
        self.reshuffled = False
        self.uncovered += 1
        self.at_bat = (self.dealer + 1) % self.seats
        self.phase = TURNING_UP if self.house.initial_flips else DRAWING

    # ------------------------------------------------------------ how a turn and a hole end

    def _end_turn(self, seat: Seat) -> None:
        if self.out == NOBODY and self.up[seat] == ALL_UP:
            self.out = seat  # G8
        self.turns += 1
        self.at_bat = (seat + 1) % self.seats
        self.phase = DRAWING
        if self.at_bat == self.out:
            self._score()  # everybody else has had one more turn (G8)
        elif self.turns == self.seats * self.house.turn_cap:
            self._score()  # G33
        elif not self.stock and not self.discards:
            self._score()  # G32

    def _score(self) -> None:
        """All cards are turned up and counted (G8, G30)."""
        self.uncovered += sum(DOWN[up] for up in self.up)
        self.up = [ALL_UP] * self.seats
        values = [self.house.grid(self.grids, seat * 6) for seat in range(self.seats)]
        self.sheet.append(self.house.hole(values, self.out))
        if self.hole == self.house.holes:
            self.phase = OVER
            self.at_bat = NOBODY
        else:
            self.phase = SCORED
            self.at_bat = (self.dealer + 1) % self.seats  # the next dealer

    def result(self) -> Result | None:
        """G11: the lowest total wins; ties share."""
        return lowest_wins(self.totals()) if self.phase == OVER else None

    def totals(self) -> list[int]:
        return sums(self.sheet, self.seats)

    # ------------------------------------------------------------ small predicates

    def can_draw(self) -> bool:
        return len(self.stock) > 0 or len(self.discards) > 1

    def _still_turns_up(self, seat: Seat) -> bool:
        """G2."""
        return DOWN[self.up[seat]] > 6 - self.house.initial_flips

    def must_flip(self) -> bool:
        """G7."""
        flip = self.house.flip_on_discard
        if flip == ENDGAME:
            return min([DOWN[up] for up in self.up]) <= 1
        return flip == ALWAYS

    def _face_up(self, seat: Seat, slot: int) -> None:
        bit = 1 << slot
        if self.up[seat] & bit:
            rule = "G2" if self.phase == TURNING_UP else "G28" if self.phase == DRAWING else "G7"
            raise Refused(rule, "That card is face up already: choose another.")
        self.up[seat] |= bit
        self.uncovered += 1

    def _not_now(self, seat: Seat) -> Refused:
        if self.phase == OVER:
            return Refused("G11", "The game is over.")
        if self.phase == SCORED:
            dealer = "you deal" if seat == self.at_bat else f"{{{self.at_bat}}} deals"
            return Refused("G11", f"The hole is over: {dealer} the next one.")
        return Refused("G3", f"It is not your turn: it is {{{self.at_bat}}}'s.")

    # ------------------------------------------------------------ views, imagined deals, copies

    def places(self) -> dict[str, list[Card]]:
        places = {"stock": self.stock, "discard": self.discards, "held": [] if self.held == NO_CARD else [self.held]}
        for seat in range(self.seats):
            places[f"grid:{seat}"] = self.grids[seat * 6 : seat * 6 + 6]
        return places

    def redeal(self, seat: Seat | None, rng: Random) -> "Golf":
        new = self.copy()
        new.shuffler = QuickShuffler(rng.randbytes(16))
        drawn_unseen = self.held != NO_CARD and not self.held_openly and seat != self.at_bat
        if drawn_unseen:
            new.stock.append(self.held)
        places = [at * 6 + slot for at in range(self.seats) for slot in DOWN_SLOTS[self.up[at]]]
        face_down = [self.grids[place] for place in places]
        if self.reshuffled:  # then the stock is made of known cards, and the others are the ones that lie face down
            face_down.sort()  # before every shuffle, so that equal rngs give equal cards wherever they lay
            new.stock.sort()
            new.shuffler.shuffle(face_down)
            new.shuffler.shuffle(new.stock)
        else:
            new.stock += face_down
            new.stock.sort()
            new.shuffler.shuffle(new.stock)
            face_down = [new.stock.pop() for _ in places]
        for place, card in zip(places, face_down, strict=True):
            new.grids[place] = card
        if drawn_unseen:
            new.held = new.stock.pop()
        return new

    def copy(self) -> "Golf":
        new = Golf(self.options, self.house, self.shuffler.copy(), self.seats)
        new.phase = self.phase
        new.hole = self.hole
        new.dealer = self.dealer
        new.at_bat = self.at_bat
        new.held = self.held
        new.held_openly = self.held_openly
        new.out = self.out
        new.turns = self.turns
        new.reshuffled = self.reshuffled
        new.uncovered = self.uncovered
        new.grids = self.grids[:]
        new.up = self.up[:]
        new.stock = self.stock[:]
        new.discards = self.discards[:]
        new.sheet = [points[:] for points in self.sheet]
        return new

    def __eq__(self, other: object) -> bool:
        return alike(self, other, FIELDS)

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.options, values_of(self, FIELDS))


FIELDS: Final = (
    *("shuffler", "seats", "phase", "hole", "dealer", "at_bat", "held", "held_openly", "out", "turns", "reshuffled"),
    *("uncovered", "grids", "up", "stock", "discards", "sheet"),
)


def _restore(options: GolfOptions, values: list[Any]) -> Golf:
    golf = Golf(options, House(options), values[0], values[1])
    set_values(golf, FIELDS, values)
    return golf


def start(options: GolfOptions, seats: int, shuffler: Shuffler) -> Golf:
    """A new game with the first hole dealt by seat 0."""
    golf = Golf(options, House(options), shuffler, seats)
    golf._deal_next()
    return golf
