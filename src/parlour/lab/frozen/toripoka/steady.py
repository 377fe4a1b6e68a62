"""Steady, a Toripoka bot that follows sound rules on the estimates of `knowledge` and `chances`.

It places the card that leaves the best hands with what it may still draw. It adds a pyramid if that wins more than the
pyramid would score. It folds if the pyramids on the cards are worth more than its chance at the prize. It wants black
pyramids as long as it can still spend them on cards, so not in the last round.
"""

from random import Random
from typing import Final

from parlour.cards import Card, code
from parlour.games.toripoka.actions import DRAWS, FOLDS, Action, PlaceCard
from parlour.games.toripoka.hands import kind_of, unit, value_of
from parlour.games.toripoka.pieces import NO_PIECE, piece_code, pips_of
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import DRAWING, LEFT, PLAYING, RIGHT, SIDES
from parlour.kernel.actions import DEAL
from parlour.kernel.state import Seat
from parlour.lab.frozen.toripoka.chances import worth
from parlour.lab.frozen.toripoka.knowledge import DEALS, NO_SIDE, Expectation, ToripokaKnowledge

# Weights. PATIENCE was tuned by self-play, where folding lost without it; the others are guesses.
PATIENCE: Final = 0.3  # folding must be better by this share of the prize; a black prize makes it haste
TRIED: Final = 2  # how many of the best placings are also tried with pyramids
HIDE: Final = 0.9  # how often a card that improves the hand goes face down
BLUFF: Final = 0.6  # and how often one that does not


def tempting_folds(toripoka: Toripoka, seat: Seat) -> list[int]:
    """The prizes where a fold may pay: there are pyramids to take, or the other player is welcome to the prize."""
    if not toripoka.may_fold_at_all(seat):
        return []
    mine, theirs = toripoka.pieces_of(seat), toripoka.pieces_of(1 - seat)
    found: list[int] = []
    for side in toripoka.open_sides():
        prize = toripoka.prizes[side]
        if toripoka.lying(side) or worth(toripoka, [*mine, prize], theirs) < worth(toripoka, mine, [*theirs, prize]):
            found.append(side)
    return found


def best_fold(table: ToripokaKnowledge, sides: list[int], pay: float, patience: float, rng: Random) -> int:
    """The prize where folding pays most, and more than `pay`, or NO_SIDE. It must be better by the share `patience` of
    the prize."""
    fold = NO_SIDE
    for side in sides:
        after = ToripokaKnowledge(table.toripoka, table.seat, rng, side, table.keen, table.deals)
        folded = after.look_ahead().pay - patience * table.pay[1 + side]
        if folded > pay:
            pay = folded
            fold = side
    return fold


class ToripokaSteady:
    """Imagines this many deals in a decision: 8 in release 0.1, and 24 before that."""

    def __init__(self, deals: int = DEALS) -> None:
        self.deals = deals

    def choose(self, toripoka: Toripoka, seat: Seat, rng: Random) -> Action | None:
        if toripoka.phase == DRAWING:
            return self._draw(toripoka, seat)
        if toripoka.phase != PLAYING:
            return DEAL
        tempting = tempting_folds(toripoka, seat)
        if seat != toripoka.at_bat and not tempting:
            return None
        table = ToripokaKnowledge(toripoka, seat, rng, NO_SIDE, False, self.deals)
        prospect = table.look_ahead(by_card=True)
        fold = best_fold(table, tempting, prospect.pay, PATIENCE, rng)
        if fold != NO_SIDE:
            return FOLDS[fold]
        return self._place(table, prospect, rng) if seat == toripoka.at_bat else None

    def _draw(self, toripoka: Toripoka, seat: Seat) -> Action:
        """Draw the size that helps us most, assuming that both are equally likely to win it."""
        mine, theirs = toripoka.owned[seat], toripoka.owned[1 - seat]
        best = DRAWS[0]
        most = -3.0
        for pips in (1, 2, 3):
            drawn = [piece for piece in toripoka.bag if pips_of(piece) == pips]
            pay = 0.0
            for piece in drawn:
                pay += worth(toripoka, [*mine, piece], theirs) + worth(toripoka, mine, [*theirs, piece])
            if drawn and pay / len(drawn) > most:
                most = pay / len(drawn)
                best = DRAWS[pips - 1]
        return best

    def _place(self, table: ToripokaKnowledge, prospect: Expectation, rng: Random) -> Action:
        ways: list[tuple[float, int, int]] = []
        for side in (LEFT, RIGHT):
            if table.room[side]:
                ways += [(prospect.placed[at][side], at, side) for at in range(len(table.hand))]
        ways.sort(reverse=True)
        most, at, side = ways[0]
        on = NO_PIECE
        if table.toripoka.is_first_card(table.seat):
            return PlaceCard(code(table.hand[at]), SIDES[side])
        for piece in table.spare(table.seat):
            for _, card_at, where in ways[:TRIED]:
                pay = table.after(table.hand[card_at], where, piece)
                if pay > most:
                    most, at, side, on = pay, card_at, where, piece
        card = table.hand[at]
        return PlaceCard(code(card), SIDES[side], self._hides(table, card, side, rng), piece_code(on))

    def _hides(self, table: ToripokaKnowledge, card: Card, side: int, rng: Random) -> bool:
        """Hide most cards that improve the hand and many that do not, so that a face-down card says little."""
        units = table.units[side]
        helps = kind_of(value_of([*units, unit(card)])) > kind_of(value_of(units))
        return rng.random() < (HIDE if helps else BLUFF)
