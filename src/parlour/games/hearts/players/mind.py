"""The mind for Hearts: which cards sharp compares, how a round plays out, what a lead is worth, which mistakes gentle
makes, and how hints explain a move."""

from itertools import combinations
from math import exp, sqrt
from random import Random
from typing import Final

from parlour.cards import CODES, SUIT, Card, name
from parlour.games.hearts.actions import Action, CountMoon, PassCards
from parlour.games.hearts.players.steady import HeartsSteady
from parlour.games.hearts.rules import Hearts
from parlour.games.hearts.scoring import COSTLY, JACK, QUEEN, QUEEN_BIT
from parlour.games.hearts.state import PASSING, PLAYING
from parlour.games.tricks.actions import PLAYS, Play
from parlour.games.tricks.masks import BIT, EVERY_CARD, HEIGHT, OF_SUIT, SPADES, cards_in, count, mask_of
from parlour.kernel.actions import Deal
from parlour.kernel.mind import Mind
from parlour.kernel.playout import play_on
from parlour.kernel.position import OVER
from parlour.kernel.state import Seat

SPREAD: Final = 6.5  # about how far a player's points in a round are from the mean
A_ROUND: Final = 9.0  # about how fast the highest total grows
WORTH_PASSING: Final = 5  # sharp passes some of so many cards
UNGUARDED: Final = 3  # with no more spades than this, Q♠ among them, she is passed


class HeartsMind(Mind[Hearts]):
    playouts = 320
    conviction = 0.6
    slips = 0.15

    def __init__(self) -> None:
        self.sound = HeartsSteady()
        super().__init__(self.sound)

    # ------------------------------------------------------------ which moves to compare

    def ideas(self, state: Hearts, seat: Seat, rng: Random) -> list[Action]:
        first = self.sound.choose(state, seat, rng)
        if state.phase == PASSING:
            return [first, *[other for other in self._passes(state, seat) if other != first]]
        if state.phase == PLAYING:
            groups = [[PLAYS[card] for card in group] for group in self._alike(state, seat)]
            return [first, *[group[0] for group in groups if first not in group]]
        return [first, *[other for other in state.legal(seat) if other != first]]

    def _passes(self, state: Hearts, seat: Seat) -> list[Action]:
        number = state.terms.pass_count
        cards = self.sound.by_danger(state, seat)[: max(WORTH_PASSING, number + 1)]
        must = _has_queen(state, seat) and count(state.hands[seat] & OF_SUIT[SPADES]) <= UNGUARDED
        return [
            PassCards([CODES[card] for card in sorted(chosen)])
            for chosen in combinations(cards, number)
            if QUEEN in chosen or not must
        ]

    def _alike(self, state: Hearts, seat: Seat) -> list[list[Card]]:
        """The cards that may be played, together with those that do the same: next to each other, with no card between
        them in the trick or in another hand, and of the same cost."""
        allowed = state.allowed(seat)
        elsewhere = mask_of(state.terms.deck) & (EVERY_CARD ^ (state.gone() | state.hands[seat]))
        elsewhere |= mask_of([card for card in state.trick if card >= 0])
        groups: list[list[Card]] = []
        for suit in range(4):
            joins = False
            for card in sorted(cards_in((allowed | elsewhere) & OF_SUIT[suit]), key=lambda card: HEIGHT[card]):
                special = card == QUEEN or (state.terms.jack and card == JACK)
                if BIT[card] & allowed:
                    if joins and not special:
                        groups[-1].append(card)
                    else:
                        groups.append([card])
                joins = BIT[card] & allowed != 0 and not special
        return groups

    # ------------------------------------------------------------ how a round plays out

    def outcome(self, state: Hearts, seat: Seat, action: Action, rng: Random) -> float:
        """Let steady finish the round for everybody."""
        rounds = len(state.sheet) + 1
        state.apply(seat, action)
        play_on(state, self.sound, rng, False, -1, rounds)
        return self.worth(state, seat)

    def worth(self, state: Hearts, seat: Seat) -> float:
        """The chance to win from these totals: a lead counts more, the fewer rounds are left."""
        if state.phase == OVER:
            return super().worth(state, seat)
        totals = state.totals()
        left = max(1.0, (state.terms.target - max(totals)) / A_ROUND)
        left = min(left, float(state.terms.rounds - state.round))
        scale = SPREAD * sqrt(left)
        lowest = min(totals)
        odds = [exp((lowest - total) / scale) for total in totals]
        return odds[seat] / sum(odds)

    # ------------------------------------------------------------ how people slip

    def slip(self, state: Hearts, seat: Seat, rng: Random) -> Action:
        """Play the highest card, or pass whatever lies side by side."""
        if state.phase == PLAYING:
            return PLAYS[max(cards_in(state.allowed(seat)), key=lambda card: (HEIGHT[card], -SUIT[card]))]
        if state.phase == PASSING:
            choice: Action = rng.choice(state.legal(seat))
            return choice
        return self.sound.choose(state, seat, rng)

    # ------------------------------------------------------------ words

    def say(self, state: Hearts, seat: Seat, action: Action) -> str:
        if type(action) is Play:
            return f"{'Lead' if state.laid == 0 else 'Play'} {name(_card(action))}"
        if type(action) is PassCards:
            return f"Pass {', '.join([name(CODES.index(code)) for code in action.cards])}"
        if type(action) is CountMoon:
            return "Take 26 off" if action.count == "self" else "Give everybody else 26"
        return "Deal"

    def why(self, state: Hearts, seat: Seat, action: Action) -> str:
        if type(action) is Deal:
            return "the round is over"
        if type(action) is CountMoon:
            return "that leaves you further ahead"
        if type(action) is PassCards:
            if _has_queen(state, seat) and CODES[QUEEN] not in action.cards:
                return "they're the most dangerous, and your other spades protect Q♠"
            return "they're the cards most likely to cost you points"
        card = _card(action)
        if len(cards_in(state.allowed(seat))) == 1:
            return "it's the only card you can play"
        if state.laid == 0:
            return "somebody will probably play higher" if HEIGHT[card] < 9 else "it's a good time to get rid of it"
        best = state.trick[state.best]
        if SUIT[card] != SUIT[best]:
            return "you can't take the trick, so get rid of it" if BIT[card] & COSTLY else "it might cost you later"
        if HEIGHT[card] < HEIGHT[best]:
            return f"it's lower than {name(best)}, so you won't take the trick"
        trick = mask_of([each for each in state.trick if each >= 0])
        if state.laid == state.seats - 1 and not trick & COSTLY:
            return "you're last and the trick costs nothing, so get rid of a high card"
        return super().why(state, seat, action)


def _has_queen(state: Hearts, seat: Seat) -> bool:
    return state.hands[seat] & QUEEN_BIT != 0


def _card(action: Play) -> Card:
    return CODES.index(action.card)
