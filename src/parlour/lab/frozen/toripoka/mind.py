"""The mind for Toripoka: which moves sharp compares, what a position is worth, and which mistakes gentle makes.

`knowledge` estimates a position in the middle of a round by dealing the hidden cards many times, so nothing is played
to the end. A keen estimate over many deals finds the best move. To judge somebody else's move, `outcome` looks one step
further: at the next card drawn, and at whether the other player folds.
"""

from random import Random
from typing import Final

from parlour.cards import Card, code
from parlour.games.toripoka.actions import FOLDS, Action, PlaceCard
from parlour.games.toripoka.pieces import NO_PIECE, Piece, piece_code
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import LEFT, PLAYING, RIGHT, SIDES
from parlour.kernel.state import Seat
from parlour.lab.frozen.search import FrozenMind
from parlour.lab.frozen.toripoka.knowledge import NO_SIDE, ToripokaKnowledge
from parlour.lab.frozen.toripoka.steady import ToripokaSteady, best_fold, tempting_folds

LOOKED: Final = 96  # imagined deals to find the best move
TRIED: Final = 6  # how many of the best placings are also tried with pyramids
GLANCE: Final = 12  # imagined deals to predict the other player
DEALS: Final = 20  # imagined deals to value a move
PATIENCE: Final = 0.3  # folding now must be better by this share of a prize while it is still possible later

Way = tuple[float, Card, int, Piece]


class ToripokaMind(FrozenMind[Toripoka]):
    playouts = 40
    conviction = 2.0  # high, because the first idea rests on many more deals

    def __init__(self) -> None:
        self.sound = ToripokaSteady()

    def ideas(self, state: Toripoka, seat: Seat, rng: Random) -> list[Action | None]:
        """Only the move that looks best: comparing it with others over fewer deals won no more games."""
        if state.phase != PLAYING:
            return [self.sound.choose(state, seat, rng)]
        fold = self._fold_of(state, seat, rng, LOOKED)
        if fold != NO_SIDE:
            return [FOLDS[fold]]
        return [self._placing(state, seat, rng) if seat == state.at_bat else None]

    def _placing(self, state: Toripoka, seat: Seat, rng: Random) -> Action:
        """The placing that looks best."""
        table = ToripokaKnowledge(state, seat, rng, NO_SIDE, True, LOOKED)
        prospect = table.look_ahead(by_card=True)
        ways: list[Way] = []
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
