"""The mind for Toripoka: which moves sharp compares, what a position is worth, and which mistakes gentle makes.

`knowledge` estimates a position in the middle of a round by dealing the hidden cards many times, so nothing is played
to the end. A keen estimate over many deals finds the best move. To judge somebody else's move, `outcome` looks one step
further: at the next card drawn, and at whether the other player folds.
"""

from random import Random
from typing import Final

from parlour.cards import Card, code
from parlour.games.toripoka.actions import FOLDS, Action, DrawPyramid, PlaceCard
from parlour.games.toripoka.hands import unit, value_of
from parlour.games.toripoka.pieces import NO_PIECE, Piece, piece_code, pips_of
from parlour.games.toripoka.players.advice import say, why
from parlour.games.toripoka.players.chances import chance
from parlour.games.toripoka.players.knowledge import NO_SIDE, ToripokaKnowledge
from parlour.games.toripoka.players.steady import best_fold, tempting_folds
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import LEFT, PLAYING, RIGHT, SIDES
from parlour.kernel.mind import Mind
from parlour.kernel.state import Seat

LOOKED: Final = 96  # imagined deals to find the best move
TRIED: Final = 6  # how many of the best placings are also tried with pyramids
GLANCE: Final = 12  # imagined deals to predict the other player
DEALS: Final = 20  # imagined deals to value a move
PATIENCE: Final = 0.3  # folding now must be better by this share of a prize while it is still possible later

Placing = tuple[float, Card, int, Piece]


class ToripokaMind(Mind[Toripoka]):
    playouts = 40
    conviction = 2.0  # high, because the first idea rests on many more deals
    slips = 0.25

    def ideas(self, state: Toripoka, seat: Seat, rng: Random) -> list[Action | None]:
        """Only the move that looks best: comparing it with others over fewer deals won no more games."""
        if state.phase != PLAYING:
            return [self.steady.choose(state, seat, rng)]
        fold = self._fold_of(state, seat, rng, LOOKED)
        if fold != NO_SIDE:
            return [FOLDS[fold]]
        return [self._placing(state, seat, rng) if seat == state.at_bat else None]

    def _placing(self, state: Toripoka, seat: Seat, rng: Random) -> Action:
        """The placing that looks best."""
        table = ToripokaKnowledge(state, seat, rng, NO_SIDE, True, LOOKED)
        prospect = table.look_ahead(by_card=True)
        ways: list[Placing] = []
        for side in (LEFT, RIGHT):
            if table.room[side]:
                ways += [(prospect.placed[at][side], card, side, NO_PIECE) for at, card in enumerate(table.hand)]
        ways.sort(reverse=True)
        down = not state.is_first_card(seat)
        if down and state.owned[seat]:
            tried = ways[:TRIED]
            if table.room[LEFT] + table.room[RIGHT] == 2:  # the next card is the last, and nobody folds after it
                bends = table.bends(seat)
                ways = [(table.after(card, side, NO_PIECE, bends), card, side, NO_PIECE) for _, card, side, _ in tried]
            for piece in table.spare(seat):
                ways += [(table.after(card, side, piece), card, side, piece) for _, card, side, _ in tried]
        _, card, side, on = max(ways)
        return PlaceCard(code(card), SIDES[side], down, piece_code(on))

    def outcome(self, state: Toripoka, seat: Seat, action: Action | None, rng: Random) -> float:
        """Play the move, the draw and the other player's fold, if any, and estimate the rest of the round."""
        if type(action) is DrawPyramid:
            return self._drawn(state, seat, action.size)
        other = 1 - seat
        if action is None:
            reply = self.steady.choose(state, other, rng)
            if reply is not None:
                state.apply(other, reply)
        else:
            state.apply(seat, action)
            fold = self._fold_of(state, other, rng, GLANCE)
            if fold != NO_SIDE:
                state.apply(other, FOLDS[fold])
        if state.phase != PLAYING:
            return self.worth(state, seat)
        return 0.5 + 0.5 * ToripokaKnowledge(state, seat, rng, NO_SIDE, True, DEALS).look_ahead().pay

    def _drawn(self, state: Toripoka, seat: Seat, pips: int) -> float:
        """The value of drawing this size, averaged over the colors and over who wins the prize."""
        mine, theirs = state.owned[seat], state.owned[1 - seat]
        drawn = [piece for piece in state.bag if pips_of(piece) == pips]
        total = 0.0
        for piece in drawn:
            total += chance(state, [*mine, piece], theirs) + chance(state, mine, [*theirs, piece])
        return total / (2.0 * len(drawn))

    def _fold_of(self, state: Toripoka, seat: Seat, rng: Random, deals: int) -> int:
        """The prize that a seat would fold, judged from this many imagined deals, or NO_SIDE."""
        if state.phase != PLAYING:
            return NO_SIDE
        tempting = tempting_folds(state, seat)
        if not tempting:
            return NO_SIDE
        table = ToripokaKnowledge(state, seat, rng, NO_SIDE, True, deals)
        last_card = state.room(state.at_bat, LEFT) + state.room(state.at_bat, RIGHT) == 1  # then nobody can fold (K10)
        return best_fold(table, tempting, table.look_ahead().pay, 0.0 if last_card else PATIENCE, rng)

    def worth(self, state: Toripoka, seat: Seat) -> float:
        return chance(state, state.pieces_of(seat), state.pieces_of(1 - seat))

    # ------------------------------------------------------------ mistakes, and words

    def slip(self, state: Toripoka, seat: Seat, rng: Random) -> Action | None:
        """Look at only one prize, place the card that makes the most there now, face up, and never fold."""
        legal = state.legal(seat)
        if state.phase != PLAYING or seat != state.at_bat:
            return rng.choice(legal) if seat == state.at_bat else None
        side = rng.choice(state.sides_with_room(seat))
        laid = state.units(seat, side)
        makes = [(value_of([*laid, unit(card)]), card) for card in state.hands[seat]]
        return PlaceCard(code(max(makes)[1]), SIDES[side])

    def say(self, state: Toripoka, seat: Seat, action: Action | None) -> str:
        return say(action)

    def why(self, state: Toripoka, seat: Seat, action: Action | None) -> str:
        return why(state, seat, action)
