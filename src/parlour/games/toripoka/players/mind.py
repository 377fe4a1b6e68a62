"""How Toripoka is thought about.

What a position in the middle of a round is worth, `knowledge` reckons: it deals the hidden cards out many times,
and so needs no playing to the end. A keen look at many deals finds what is best. What somebody else has done is weighed
against it one step further: with the card that is drawn next, and what the other does who would like to fold.
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

LOOKED: Final = 96  # deals imagined to find what is best
TRIED: Final = 6  # placings, the best ones, that are thought of with pyramids too
GLANCE: Final = 12  # deals imagined for what the other would do
DEALS: Final = 20  # deals imagined for what something is worth
PATIENCE: Final = 0.3  # the share of a prize by which folding must be better while one may still fold later

Way = tuple[float, Card, int, Piece]


class ToripokaMind(Mind[Toripoka]):
    playouts = 40
    conviction = 2.0  # what looks best at once rests on many more deals
    slips = 0.25

    def ideas(self, state: Toripoka, seat: Seat, rng: Random) -> list[Action | None]:
        """What looks best, alone: to weigh others beside it by fewer deals won no more games."""
        if state.phase != PLAYING:
            return [self.steady.choose(state, seat, rng)]
        fold = self._fold_of(state, seat, rng, LOOKED)
        if fold != NO_SIDE:
            return [FOLDS[fold]]
        return [self._placing(state, seat, rng) if seat == state.at_bat else None]

    def _placing(self, state: Toripoka, seat: Seat, rng: Random) -> Action:
        """The one that looks best."""
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
            if table.room[LEFT] + table.room[RIGHT] == 2:  # nobody folds after the last card: it is the one to bend
                bends = table.bends(seat)
                ways = [(table.after(card, side, NO_PIECE, bends), card, side, NO_PIECE) for _, card, side, _ in tried]
            for piece in table.spare(seat):
                ways += [(table.after(card, side, piece), card, side, piece) for _, card, side, _ in tried]
        _, card, side, on = max(ways)
        return PlaceCard(code(card), SIDES[side], down, piece_code(on))

    def outcome(self, state: Toripoka, seat: Seat, action: Action | None, rng: Random) -> float:
        """With the card drawn and the other's fold, if they want one; the rest of the round is reckoned."""
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
        """Of any colour, and won by either."""
        mine, theirs = state.owned[seat], state.owned[1 - seat]
        drawn = [piece for piece in state.bag if pips_of(piece) == pips]
        total = 0.0
        for piece in drawn:
            total += chance(state, [*mine, piece], theirs) + chance(state, mine, [*theirs, piece])
        return total / (2.0 * len(drawn))

    def _fold_of(self, state: Toripoka, seat: Seat, rng: Random, deals: int) -> int:
        """The prize that a seat would fold, by so many imagined deals."""
        if state.phase != PLAYING:
            return NO_SIDE
        tempting = tempting_folds(state, seat)
        if not tempting:
            return NO_SIDE
        table = ToripokaKnowledge(state, seat, rng, NO_SIDE, True, deals)
        last_card = state.room(state.at_bat, LEFT) + state.room(state.at_bat, RIGHT) == 1  # nobody folds after it (K10)
        return best_fold(table, tempting, table.look_ahead().pay, 0.0 if last_card else PATIENCE, rng)

    def worth(self, state: Toripoka, seat: Seat) -> float:
        return chance(state, state.pieces_of(seat), state.pieces_of(1 - seat))

    # ------------------------------------------------------------ mistakes, and words

    def slip(self, state: Toripoka, seat: Seat, rng: Random) -> Action | None:
        """Looks at one prize only and at what a card makes there now, shows it, and does not think of folding."""
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
