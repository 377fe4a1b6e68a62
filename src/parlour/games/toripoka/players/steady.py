"""Steady: a Toripoka player by sound rules. `knowledge` and `chances` say how it reckons.

A card goes where it leaves the best hands with what may still be drawn; a pyramid goes on it where that wins more than
the pyramid would have scored; and a hand is folded where what lies on the cards is better than the hope of the prize.
A black pyramid is wanted for as long as it can still be used up on a card; in the last round the other may have it.
"""

from random import Random
from typing import Final

from parlour.cards import Card, code
from parlour.games.toripoka.actions import DRAWS, FOLDS, Action, PlaceCard
from parlour.games.toripoka.hands import kind_of, unit, value_of
from parlour.games.toripoka.pieces import NO_PIECE, piece_code, pips_of
from parlour.games.toripoka.players.chances import worth
from parlour.games.toripoka.players.knowledge import NO_SIDE, Expectation, ToripokaKnowledge
from parlour.games.toripoka.rules import Toripoka
from parlour.games.toripoka.state import DRAWING, LEFT, PLAYING, RIGHT, SIDES
from parlour.kernel.actions import DEAL
from parlour.kernel.state import Seat

# Weights. Patience was found by playing against itself, where folding lost without it; the others are sensible guesses.
PATIENCE: Final = 0.3  # the share of a prize by which folding must be better than going on; with black it is haste
TRIED: Final = 2  # placings, the best ones, that are thought of with pyramids too
HIDE: Final = 0.9  # how often a card that makes a hand is placed face down
BLUFF: Final = 0.6  # and one that does not


def tempting_folds(toripoka: Toripoka, seat: Seat) -> list[int]:
    """Where folding is worth a thought: there are pyramids to be had, or the prize is better left to the other."""
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
    """Of these prizes the one where folding pays most, and more than this; patience is the share of the prize that it
    must be better by."""
    fold = NO_SIDE
    for side in sides:
        after = ToripokaKnowledge(table.toripoka, table.seat, rng, side, table.keen, table.deals)
        folded = after.look_ahead().pay - patience * table.pay[1 + side]
        if folded > pay:
            pay = folded
            fold = side
    return fold


class ToripokaSteady:
    """A plain one neither folds nor uses pyramids nor hides cards: to measure by."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain

    def choose(self, toripoka: Toripoka, seat: Seat, rng: Random) -> Action | None:
        if toripoka.phase == DRAWING:
            return self._draw(toripoka, seat)
        if toripoka.phase != PLAYING:
            return DEAL
        tempting = [] if self.plain else tempting_folds(toripoka, seat)
        if seat != toripoka.at_bat and not tempting:
            return None
        table = ToripokaKnowledge(toripoka, seat, rng)
        prospect = table.look_ahead(by_card=True)
        fold = best_fold(table, tempting, prospect.pay, PATIENCE, rng)
        if fold != NO_SIDE:
            return FOLDS[fold]
        return self._place(table, prospect, rng) if seat == toripoka.at_bat else None

    def _draw(self, toripoka: Toripoka, seat: Seat) -> Action:
        """The size that does us more good than the other, each of us being as likely to win it."""
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
        if self.plain or table.toripoka.is_first_card(table.seat):
            return PlaceCard(code(table.hand[at]), SIDES[side])
        for piece in table.spare(table.seat):
            for _, card_at, where in ways[:TRIED]:
                pay = table.after(table.hand[card_at], where, piece)
                if pay > most:
                    most, at, side, on = pay, card_at, where, piece
        card = table.hand[at]
        return PlaceCard(code(card), SIDES[side], self._hides(table, card, side, rng), piece_code(on))

    def _hides(self, table: ToripokaKnowledge, card: Card, side: int, rng: Random) -> bool:
        """Mostly what makes a hand, and often what does not: so that a card face down tells little."""
        units = table.units[side]
        helps = kind_of(value_of([*units, unit(card)])) > kind_of(value_of(units))
        return rng.random() < (HIDE if helps else BLUFF)
