"""The mind for Yammouth: which moves sharp compares, what the others may hold, what a total is worth, which mistakes
gentle makes, and how hints explain a move."""

from math import exp
from random import Random
from typing import Final

from parlour.cards import RANK, Card, without
from parlour.games.yammouth.actions import CALL, Action, PlaceCards
from parlour.games.yammouth.placing import cards_of, placings
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.state import CLAIMING, PICKING, PLACING, points_of
from parlour.kernel.actions import DRAW, PASS, TAKE
from parlour.kernel.state import Seat
from parlour.lab.frozen.search import FrozenMind
from parlour.lab.frozen.yammouth.steady import YammouthKnowledge, YammouthSteady

MARGIN: Final = 3.5  # compare a placing if steady finds it heavier than its own choice by less than this
MOST_PLACINGS: Final = 3
MOST_TRIED: Final = 3  # how many placings are considered in an imagined round
SWEEPS: Final = 4  # passes over the hidden cards to make them likelier

# What players keep, measured in rounds that steady played against itself: rarely a card that counts as much as all they
# just placed, and fewer high cards the longer the round lasts.
KEPT_THOUGH_HIGH: Final = 0.12
SHEDDING: Final[list[float]] = [0.002, 0.0035, 0.008, 0.022, 0.045]  # by turn

# By tools/fit_yammouth.py: the log odds of winning with each total, compared with 0, and of beginning a round.
BEGINS: Final = 0.08
HUNDREDTHS: Final = """
    0 3 5 8 10 12 14 16 19 21 23 26 28 31 33 34 38 41 44 46 49 52 55 57 61 42 66 69 71 74 76 79 81 84 86
    89 92 95 98 101 102 107 110 113 116 120 123 127 130 134 101 141 144 148 151 154 157 160 163 166 169
    173 176 180 184 185 193 197 201 205 210 214 219 224 230 171 241 245 250 254 259 263 267 273 277 282
    289 295 302 309 312 323 329 337 343 350 357 367 373 384 248
"""
WORTH: Final[list[float]] = [-int(each) / 100 for each in HUNDREDTHS.split()]


def highest_placings(hand: list[Card]) -> list[PlaceCards]:
    """The few placings that get rid of the most points."""
    found: list[PlaceCards] = []
    points: list[int] = []
    for action in placings(hand):
        worth = points_of(cards_of(action))
        at = 0
        while at < len(points) and points[at] >= worth:
            at += 1
        if at < MOST_TRIED:
            points.insert(at, worth)
            found.insert(at, action)
    return found[:MOST_TRIED]


class YammouthMind(FrozenMind[Yammouth]):
    playouts = 120
    conviction = 1.0

    def __init__(self) -> None:
        self.sound = YammouthSteady()

    # ------------------------------------------------------------ which moves to compare

    def ideas(self, state: Yammouth, seat: Seat, rng: Random) -> list[Action | None]:
        first = self.sound.choose(state, seat, rng)
        others: list[Action] = []
        if state.phase == CLAIMING:
            others = list(state.legal(seat))
        elif state.phase == PLACING and seat == state.at_bat:
            others = self._placings(state, seat) if state.hands[seat] else [PASS]
            if state.held(seat) <= state.terms.call_limit:
                others.append(CALL)
        return [first, *[action for action in others if action != first]]

    def _placings(self, yammouth: Yammouth, seat: Seat) -> list[Action]:
        """The best placings first. Those that differ only in suits count as one."""
        known = YammouthKnowledge(yammouth, seat)
        weighed: list[tuple[float, list[int], PlaceCards]] = []
        for action in placings(known.hand):
            ranks = [RANK[card] for card in cards_of(action)]
            weighed.append((known.weight_after(action), ranks, action))
        weighed.sort(key=lambda each: each[0])
        lightest = weighed[0][0]
        found: list[Action] = []
        seen: list[list[int]] = []
        for weight, ranks, action in weighed:
            if weight - lightest < MARGIN and len(found) < MOST_PLACINGS and ranks not in seen:
                found.append(action)
                seen.append(ranks)
        return found

    # ------------------------------------------------------------ what the others may hold

    def imagine(self, state: Yammouth, seat: Seat, rng: Random) -> Yammouth:
        """A deal in which the others hold cards that they probably kept. It starts from a redeal and swaps hidden cards
        with the stock, one by one, more often for a card that fits what the player has done."""
        deal = state.redeal(seat, rng)
        if deal.open_hands() or not deal.stock:
            return deal
        stock = deal.stock
        draw = rng.random
        for other in deal.playing:
            if other == seat:
                continue
            hand = deal.hands[other]
            likely = self._likely(deal, other)
            hidden = self._hidden(deal, other)
            if self._has_moved_last(deal, other) and not deal.took and not deal.slammed:
                hidden = hidden[1:]  # one of them was just drawn
            for _ in range(SWEEPS):
                for at in hidden:
                    pick = int(draw() * len(stock))
                    card, instead = hand[at], stock[pick]
                    if draw() * likely[RANK[card]] < likely[RANK[instead]]:
                        hand[at] = instead
                        stock[pick] = card
        return deal

    def _hidden(self, yammouth: Yammouth, other: Seat) -> list[int]:
        """The indices of the cards in a hand that nobody saw going there."""
        known = yammouth.known[other][:]
        hidden: list[int] = []
        for at, card in enumerate(yammouth.hands[other]):
            if card in known:
                known.remove(card)
            else:
                hidden.append(at)
        return hidden

    def _likely(self, yammouth: Yammouth, other: Seat) -> list[float]:
        """For each rank, how likely a player is to have kept a card."""
        turns = min(yammouth.turns // len(yammouth.playing), len(SHEDDING) - 1)
        likely = [exp(-SHEDDING[turns] * rank * rank) for rank in range(14)]
        if self._has_moved_last(yammouth, other):
            for rank in range(self._placed_before(yammouth), 14):
                likely[rank] *= KEPT_THOUGH_HIGH
        return likely

    def _has_moved_last(self, yammouth: Yammouth, other: Seat) -> bool:
        """Whether the last turn was theirs."""
        return yammouth.turns > 0 and yammouth.left_of(other) == yammouth.at_bat

    def _placed_before(self, yammouth: Yammouth) -> int:
        """The points that were placed on the turn before ours. Of a run under our own cards, only its top counts."""
        if yammouth.phase == PLACING:
            return points_of(yammouth.placed)
        under = yammouth.pile[: len(yammouth.pile) - len(yammouth.placed)]
        top = RANK[under[-1]]
        points = 0
        for card in reversed(under):
            if RANK[card] != top:
                break
            points += top
        return points

    # ------------------------------------------------------------ how a round plays out

    def outcome(self, state: Yammouth, seat: Seat, action: Action | None, rng: Random) -> float:
        """Let steady finish the round for everybody. For speed, it looks around once a turn and tries few placings."""
        if action is not None:
            state.apply(seat, action)
            if state.phase == PICKING:
                self._apply(state, seat, self.sound.choose(state, seat, rng))
            self._slam(state, seat)
        while state.phase == PLACING:
            self._take_turn(state, YammouthKnowledge(state, state.at_bat))
        while state.phase == CLAIMING:
            claimant = state.actors()[0]
            self._apply(state, claimant, self.sound.choose(state, claimant, rng))
        return self.worth(state, seat)

    def _take_turn(self, yammouth: Yammouth, known: YammouthKnowledge) -> None:
        seat = known.seat
        if not known.hand:
            self._apply(yammouth, seat, self.sound.act(yammouth, known))
            return
        before = yammouth.pile[-1]
        best: Action = PASS
        lightest = 999.0
        takes = False
        for action in highest_placings(known.hand):
            placed = cards_of(action)
            rest = without(known.hand, placed)
            taken = known.after_taking(rest, placed, before)
            drawn = known.after_drawing(rest, placed)
            weight = min(taken, drawn) + known.gift(RANK[placed[-1]])
            if weight < lightest:
                best, lightest, takes = action, weight, taken <= drawn
        if points_of(known.hand) <= yammouth.terms.call_limit and known.wants_to_call(lightest):
            yammouth.apply(seat, CALL)
            return
        yammouth.apply(seat, best)
        yammouth.apply(seat, TAKE if takes else DRAW)
        self._slam(yammouth, seat)

    def _slam(self, yammouth: Yammouth, seat: Seat) -> None:
        if yammouth.slammer == seat and (yammouth.can_slam() or yammouth.can_slam_hand()):
            self._apply(yammouth, seat, self.sound.act(yammouth, YammouthKnowledge(yammouth, seat)))

    def _apply(self, yammouth: Yammouth, seat: Seat, action: Action | None) -> None:
        if action is not None:
            yammouth.apply(seat, action)

    def worth(self, state: Yammouth, seat: Seat) -> float:
        result = state.result()
        if result is not None:
            return result.share(seat)
        if state.match_scores[seat].out:
            return 0.0
        chances = [
            0.0 if state.match_scores[other].out else exp(self._odds(state, other)) for other in range(state.seats)
        ]
        return chances[seat] / sum(chances)

    def _odds(self, yammouth: Yammouth, seat: Seat) -> float:
        limit = yammouth.terms.out_over
        total = yammouth.match_scores[seat].total
        if limit != 100:
            total = total * 100 // limit
            if total % 25 == 0:
                total -= 1  # the scaled total is not a real multiple of 25
        odds = WORTH[total] if total >= 0 else -WORTH[min(50, -total // 2)]
        return odds + BEGINS if seat == yammouth.at_bat else odds


# ------------------------------------------------------------ words
