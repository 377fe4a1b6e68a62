"""The mind for Yammouth: which moves sharp compares, what the others may hold, what a total is worth, which mistakes
gentle makes, and how hints explain a move."""

from math import exp
from random import Random
from typing import Final

from parlour.cards import RANK, Card, a_card, without
from parlour.games.yammouth.actions import CALL, SINGLES, Action, Call, ClaimCall, Keep, PlaceCards, Slam, SlamHand
from parlour.games.yammouth.placing import cards_of, placings
from parlour.games.yammouth.players.steady import YammouthKnowledge, YammouthSteady, run_in
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.scoring import STEP, counted
from parlour.games.yammouth.state import CLAIMING, PICKING, PLACING, points_of
from parlour.games.yammouth.view import naming
from parlour.kernel.actions import DRAW, PASS, TAKE, Deal, Draw, Pass, Take
from parlour.kernel.mind import Mind
from parlour.kernel.position import OVER
from parlour.kernel.state import Seat

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


class YammouthMind(Mind[Yammouth]):
    playouts = 120
    conviction = 1.0
    slips = 0.1

    def __init__(self) -> None:
        self.sound = YammouthSteady()
        super().__init__(self.sound, interrupts=True)

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
        if state.phase == OVER:
            return super().worth(state, seat)
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

    # ------------------------------------------------------------ how people slip

    def slip(self, state: Yammouth, seat: Seat, rng: Random) -> Action | None:
        """Overlook slams, pairs and runs, ignore the pile, call as soon as possible, and forget to claim."""
        if state.phase == CLAIMING:
            return PASS
        if seat == state.slammer:
            return None
        if state.phase == PICKING:
            return DRAW
        if state.phase == PLACING:
            if state.held(seat) <= state.terms.call_limit:
                return CALL
            return SINGLES[state.highest(seat)]
        return self.sound.choose(state, seat, rng)

    # ------------------------------------------------------------ words

    def say(self, state: Yammouth, seat: Seat, action: Action | None) -> str:
        if type(action) is PlaceCards:
            return naming(action)
        if type(action) is Take:
            return f"Pick up {a_card(state.card_under())}"
        if type(action) is Draw:
            return "Draw from the stock"
        if type(action) is Call or type(action) is ClaimCall:
            return f"{'Call' if type(action) is Call else 'Claim'} {state.terms.word(len(state.claims))}"
        if type(action) is Slam:
            return f"Slam {a_card(state.hands[seat][-1])}"
        if type(action) is SlamHand:
            return "Slam your whole hand"
        if type(action) is Keep:
            return "Keep it"
        return "Wait" if action is None else type(action).__name__  # "Pass", "Deal"

    def why(self, state: Yammouth, seat: Seat, action: Action | None) -> str:
        hand = state.hands[seat]
        if type(action) is PlaceCards:
            return self._why_place(state, seat, cards_of(action))
        if type(action) is Take or type(action) is Draw:
            return self._why_pick_up(state, seat, action)
        if type(action) is Call:
            return f"you have only {counted(points_of(hand))}, and probably nobody else has that few"
        if type(action) is ClaimCall or state.phase == CLAIMING:
            return self._why_claim(state, seat, action)
        if type(action) is Pass:
            empty = [other for other in state.playing if other != seat and not state.hands[other]]
            if empty:
                return f"{{{empty[0]}}} has no cards either, and would claim over you"
        if type(action) is Slam:
            return f"it leaves you with {counted(points_of(hand[:-1]))}"
        if type(action) is SlamHand:
            return "it leaves you with no cards and no points"
        if seat == state.slammer and not state.can_slam() and not state.can_slam_hand():
            return "you have nothing to slam"
        return "the round is over" if type(action) is Deal else super().why(state, seat, action)

    def _why_place(self, yammouth: Yammouth, seat: Seat, placed: list[Card]) -> str:
        rest = without(yammouth.hands[seat], placed)
        before = yammouth.pile[-1]
        if RANK[before] in [RANK[card] for card in placed]:
            return f"then you can pick up {a_card(before)} and slam it"
        if len(placed) > 1:
            return f"that gets rid of {counted(points_of(placed))} at once"
        if rest and points_of(rest) + RANK[before] == RANK[placed[0]]:
            return f"with {a_card(before)} your hand adds up to it, and you can slam it all"
        if RANK[placed[0]] >= max([0, *[RANK[card] for card in rest]]):
            return "it's your highest card"
        if RANK[before] in [RANK[card] for card in rest]:
            return f"you keep a card that goes with {a_card(before)}, and you can pick that up"
        ranks = [RANK[card] for card in rest]
        if len(set(ranks)) < len(ranks) or run_in(rest):
            return "you keep cards that can go together later"
        return super().why(yammouth, seat, None)

    def _why_pick_up(self, yammouth: Yammouth, seat: Seat, action: Action) -> str:
        before = yammouth.card_under()
        usual = round(YammouthKnowledge(yammouth, seat).average)
        if type(action) is Draw:
            if RANK[before] > usual:
                return f"{a_card(before)} counts {RANK[before]}, and a card from the stock about {usual}"
            return "it'll probably do more for your hand"
        if RANK[before] in [RANK[card] for card in yammouth.placed]:
            return "it matches the rank you placed, so you can slam it"
        for card in yammouth.hands[seat]:
            if RANK[card] == RANK[before]:
                return f"it goes with {a_card(card)} in your hand"
        if RANK[before] < usual:
            return f"it counts only {RANK[before]}, and a card from the stock about {usual}"
        return super().why(yammouth, seat, action)

    def _why_claim(self, yammouth: Yammouth, seat: Seat, action: Action | None) -> str:
        """All hands are open by now."""
        held = yammouth.held(seat)
        latest = yammouth.winner()
        lower = [other for other in yammouth.playing if other not in (seat, latest) and yammouth.held(other) < held]
        if type(action) is ClaimCall:
            return f"you have {counted(held)} and {{{latest}}} has {yammouth.held(latest)}, so {{{latest}}} is caught"
        if lower:
            return f"{{{lower[0]}}} has fewer points than you and could claim over you"
        total = yammouth.match_scores[seat].total + held
        if total > 0 and total % STEP == 0:
            return f"with your {counted(held)} your total is {total}, and it drops to {total - STEP}"
        return super().why(yammouth, seat, action)
