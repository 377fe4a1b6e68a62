"""The steady bot for Hearts. It ducks tricks with points, gets rid of dear cards where it can, and leads low.

It looks at its own hand, at what was played and at what it passed, and at nothing else.
"""

from random import Random
from typing import Final

from parlour.cards import CODES, SUIT, Card, card
from parlour.games.hearts.actions import FOR_OTHERS, Action, PassCards
from parlour.games.hearts.rules import Hearts
from parlour.games.hearts.scoring import COSTLY, JACK, JACK_BIT, QUEEN, QUEEN_BIT
from parlour.games.hearts.state import CHOOSING, PASSING, PLAYING
from parlour.games.tricks.actions import PLAYS
from parlour.games.tricks.masks import (
    BIT,
    DIAMONDS,
    EVERY_CARD,
    HEARTS,
    HEIGHT,
    OF_SUIT,
    SPADES,
    cards_in,
    count,
    highest,
    lowest,
    mask_of,
)
from parlour.kernel.actions import DEAL
from parlour.kernel.state import Seat

ABOVE_QUEEN: Final = BIT[card("KS")] | BIT[card("AS")]
GUARDED: Final = 4  # with this many other spades, Q♠ is safe in a hand
LONG: Final = 5  # a suit of this many cards is not soon used up

# What makes a card worth passing
SHORT_SUIT: Final = 2.0  # for each card that the suit has fewer than LONG
HEART: Final = 3.0

# What makes a lead costly, as the chance to take the trick times a weight
HEARTS_LEAD: Final = 1.6
SPADES_LEAD: Final = 4.0  # with Q♠, or with a card above it while it is out
FLUSH: Final = 0.4  # low spades make somebody play Q♠
NOBODY_FOLLOWS: Final = 3.0


class HeartsSteady:
    def choose(self, state: Hearts, seat: Seat, rng: Random) -> Action:
        if state.phase == PLAYING:
            return PLAYS[self.card(state, seat)]
        if state.phase == PASSING:
            cards = self.by_danger(state, seat)[: state.terms.pass_count]
            return PassCards([CODES[card] for card in sorted(cards)])
        return FOR_OTHERS if state.phase == CHOOSING else DEAL

    # ------------------------------------------------------------ passing

    def by_danger(self, state: Hearts, seat: Seat) -> list[Card]:
        """The cards of a hand, those first that it would rather pass."""
        hand = state.hands[seat]
        spades = count(hand & OF_SUIT[SPADES])
        found: list[tuple[float, Card]] = []
        for each in cards_in(hand):
            suit = SUIT[each]
            danger = float(HEIGHT[each])
            if suit == SPADES:
                if BIT[each] & (ABOVE_QUEEN | QUEEN_BIT):
                    danger += 0.0 if spades > GUARDED else 30.0 if each == QUEEN else 12.0
                else:
                    danger -= 20.0
            elif suit == HEARTS:
                danger += HEART
            else:
                danger += SHORT_SUIT * (LONG - count(hand & OF_SUIT[suit]))
                if state.terms.jack and each == JACK:
                    danger -= 30.0
            found.append((-danger, each))
        found.sort()
        return [each for _, each in found]

    # ------------------------------------------------------------ playing

    def card(self, state: Hearts, seat: Seat) -> Card:
        allowed = state.allowed(seat)
        if allowed & allowed - 1 == 0:
            return cards_in(allowed)[0]
        unseen = mask_of(state.terms.deck) & (EVERY_CARD ^ (state.gone() | state.hands[seat]))
        if state.laid == 0:
            return self._lead(state, seat, allowed, unseen)
        if allowed & OF_SUIT[state.led()]:
            return self._follow(state, allowed, unseen)
        return self._discard(state, allowed, unseen)

    def _lead(self, state: Hearts, seat: Seat, allowed: int, unseen: int) -> Card:
        best = -1
        least = 1e9
        for suit in range(4):
            low = lowest(allowed, suit)
            if low < 0:
                continue
            cost = self.cost_of_lead(state, seat, low, unseen)
            if cost < least:
                best, least = low, cost
        return best

    def cost_of_lead(self, state: Hearts, seat: Seat, low: Card, unseen: int) -> float:
        """About how much it costs to lead this card: the chance to take the trick, more where that hurts."""
        suit = SUIT[low]
        others = unseen & OF_SUIT[suit]
        if not others:
            return NOBODY_FOLLOWS if unseen & COSTLY else 0.0
        lower = 0
        higher = 0
        for other in cards_in(others):
            if HEIGHT[other] < HEIGHT[low]:
                lower += 1
            else:
                higher += 1
        if higher == 0:
            return 2.0 + lower / 13.0
        chance = (lower + 0.5) / (lower + higher + 1.0)
        if suit == HEARTS:
            return chance * HEARTS_LEAD
        if suit == SPADES:
            if state.hands[seat] & QUEEN_BIT or (unseen & QUEEN_BIT and state.hands[seat] & ABOVE_QUEEN):
                return chance * SPADES_LEAD + 0.3
            if unseen & QUEEN_BIT:
                return chance * FLUSH
        return chance

    def _follow(self, state: Hearts, allowed: int, unseen: int) -> Card:
        suit = state.led()
        best = state.trick[state.best]
        trick = mask_of([each for each in state.trick if each >= 0])
        last = state.laid == state.seats - 1
        rest = allowed
        if suit == SPADES and allowed & QUEEN_BIT:
            if HEIGHT[best] > HEIGHT[QUEEN]:
                return QUEEN
            rest = allowed & (EVERY_CARD ^ QUEEN_BIT) or allowed
        if state.terms.jack and suit == DIAMONDS and (trick | allowed) & JACK_BIT and last:
            top = highest(rest, suit)
            if HEIGHT[top] > HEIGHT[best] and not trick & QUEEN_BIT:
                return JACK if allowed & JACK_BIT and HEIGHT[JACK] > HEIGHT[best] else top
        free = not trick & COSTLY
        if last and free:
            return highest(rest, suit)
        under = self._highest_under(rest, best)
        if under >= 0:
            return under
        if last:
            return highest(rest, suit)
        others = count(unseen & OF_SUIT[suit])
        queen_out = suit == SPADES and unseen & QUEEN_BIT != 0
        after = state.seats - 1 - state.laid
        if free and not queen_out and (state.is_first_trick() or others >= 3 * after + 2) and suit != HEARTS:
            return highest(rest, suit)
        return lowest(rest, suit)

    def _highest_under(self, cards: int, best: Card) -> Card:
        """The highest of these cards, all of one suit, that does not beat the best one; −1 if all do."""
        found = -1
        for each in cards_in(cards):
            if HEIGHT[each] < HEIGHT[best] and (found < 0 or HEIGHT[each] > HEIGHT[found]):
                found = each
        return found

    def _discard(self, state: Hearts, allowed: int, unseen: int) -> Card:
        """The card that is most likely to cost points later."""
        if allowed & QUEEN_BIT:
            return QUEEN
        best = -1
        most = -1e9
        for suit in range(4):
            top = highest(allowed, suit)
            if top < 0:
                continue
            danger = self._danger(state, top, allowed, unseen)
            if danger > most:
                best, most = top, danger
        return best

    def _danger(self, state: Hearts, top: Card, allowed: int, unseen: int) -> float:
        suit = SUIT[top]
        lower = 0
        others = cards_in(unseen & OF_SUIT[suit])
        for other in others:
            if HEIGHT[other] < HEIGHT[top]:
                lower += 1
        if not others:
            return -5.0  # nobody can follow, so it takes a trick only if it is led
        danger = lower - 0.5 * count(allowed & OF_SUIT[suit]) + 0.2 * HEIGHT[top]
        if suit == HEARTS:
            danger += 2.0
        if unseen & QUEEN_BIT and BIT[top] & ABOVE_QUEEN:
            danger += 12.0
        if state.terms.jack and top == JACK:
            danger -= 10.0
        return danger
