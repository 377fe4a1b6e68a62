"""The mind for Spades: which bids and cards sharp compares, how a round plays out, what a lead is worth, which mistakes
gentle makes, and how hints explain a move."""

from math import sqrt
from random import Random
from typing import Final

from parlour.cards import FACE_OF, SUIT, SUIT_WORDS, Card, name
from parlour.games.spades.actions import BIDS, Action, Bid, BlindNil, Look
from parlour.games.spades.players.bidding import expected_tricks, nil_chance
from parlour.games.spades.players.steady import ABOVE, SpadesKnowledge, SpadesSteady
from parlour.games.spades.rules import Spades, usual_bid
from parlour.games.spades.state import BIDDING, PLAYING, UNSAID
from parlour.games.tricks.actions import PLAYS, Play
from parlour.games.tricks.masks import BIT, SPADES, beats, cards_in
from parlour.kernel.mind import Mind, chance_to_lead
from parlour.kernel.state import Seat

SPREAD: Final = 75.0  # of a side's points in a round
USUAL: Final = 55.0  # a side's points in a usual round
MOST_CARDS: Final = 4  # to compare with steady's choice
LEFT_OVER: Final = 2  # tricks that all bids together usually leave
DEALS: Final = 3  # redeals, of which the likeliest is imagined


class SpadesMind(Mind[Spades]):
    playouts = 400
    conviction = 1.0
    slips = 0.2

    def __init__(self) -> None:
        self.sound = SpadesSteady()
        super().__init__(self.sound)

    # ------------------------------------------------------------ which moves to compare

    def ideas(self, state: Spades, seat: Seat, rng: Random) -> list[Action]:
        first = self.sound.choose(state, seat, rng)
        others: list[Action] = []
        if state.phase == PLAYING:
            others = [PLAYS[card] for card in self._different(state, seat, first)]
        elif state.phase == BIDDING and type(first) is Bid:
            least = state.least(seat)
            near = [first.tricks + step for step in (-1, 1)] if first.tricks else [1, 2]
            others = [BIDS[bid] for bid in near if max(1, least) <= bid <= state.terms.dealt]
        return [first, *[action for action in others if action != first]]

    def _different(self, state: Spades, seat: Seat, first: Action) -> list[Card]:
        """The best cards that the seat may play instead of the first choice, one of each group of neighbors: those with
        no card between them that another hand may hold."""
        unseen = 0
        for other in range(state.seats):
            if other != seat:
                unseen |= state.hands[other]
        if state.laid:
            unseen |= BIT[state.trick[state.best]]
        cards = cards_in(state.allowed(seat))
        worths = self.sound.weigh(state, seat, cards)
        ranked = sorted([(-worth, card) for worth, card in zip(worths, cards, strict=True)])
        found: list[Card] = []
        groups: set[tuple[int, int]] = set()
        if type(first) is Play:
            card = FACE_OF[first.card]
            groups.add((SUIT[card], unseen & ABOVE[card]))
        for _, card in ranked:
            group = (SUIT[card], unseen & ABOVE[card])
            if group not in groups:
                groups.add(group)
                found.append(card)
        return found[:MOST_CARDS]

    def imagine(self, state: Spades, seat: Seat, rng: Random) -> Spades:
        """Of a few deals, the one in which the others' hands agree best with what they have bid."""
        best = state.redeal(seat, rng)
        fewest = self._strangeness(best, seat)
        for _ in range(1, DEALS):
            other = state.redeal(seat, rng)
            strange = self._strangeness(other, seat)
            if strange < fewest:
                best, fewest = other, strange
        return best

    def _strangeness(self, deal: Spades, seat: Seat) -> float:
        """By how much the bids of the others differ from what their hands were good for."""
        strange = 0.0
        for other in range(deal.seats):
            if other != seat and deal.bids[other] != UNSAID and not deal.blind[other]:
                hand = deal.hands[other] | deal.played[other]
                if deal.bids[other]:
                    off = expected_tricks(hand) * deal.terms.dealt / 13.0 - deal.bids[other] - 0.3
                    strange += off * off
                else:
                    strange += 3.0 * (1.0 - nil_chance(hand))
        return strange

    # ------------------------------------------------------------ how a round plays out

    def outcome(self, state: Spades, seat: Seat, action: Action, rng: Random) -> float:
        rounds = len(state.sheet)
        state.apply(seat, action)
        sound = self.sound
        while len(state.sheet) == rounds:
            at_bat = state.at_bat
            if state.phase == PLAYING:
                state.apply(at_bat, PLAYS[sound.card(state, at_bat)])
            else:
                state.apply(at_bat, sound.choose(state, at_bat, rng))
        return self.worth(state, seat)

    def worth(self, state: Spades, seat: Seat) -> float:
        """The chance to win if the points of all sides in the remaining rounds came from one normal distribution."""
        result = state.result()
        if result is not None:
            return result.share(seat)
        terms = state.terms
        a_bag = terms.bag_penalty / terms.bag_limit
        totals = [
            float(total) - a_bag * (state.bags[side] % terms.bag_limit)
            for side, total in enumerate(terms.by_side(state.totals()))
        ]
        left = max(1.0, min((terms.target - max(totals)) / USUAL, float(terms.rounds - len(state.sheet))))
        spread = SPREAD * sqrt(left)
        mine = terms.side_of[seat]
        leads = [(totals[mine] - total) / spread for side, total in enumerate(totals) if side != mine]
        return chance_to_lead(leads)

    # ------------------------------------------------------------ how people slip

    def slip(self, state: Spades, seat: Seat, rng: Random) -> Action:
        """Count every ace and king when bidding (D17), and play any card that the rules allow."""
        if state.phase == PLAYING:
            return PLAYS[rng.choice(cards_in(state.allowed(seat)))]
        if state.phase == BIDDING and state.looked[seat]:
            return BIDS[max(usual_bid(state.hands[seat]), state.least(seat))]
        return self.sound.choose(state, seat, rng)

    # ------------------------------------------------------------ words

    def say(self, state: Spades, seat: Seat, action: Action) -> str:
        if type(action) is Play:
            return f"{'Play' if state.laid else 'Lead'} {name(FACE_OF[action.card])}"
        if type(action) is Bid:
            return f"Bid {action.tricks or 'nil'}"
        if type(action) is BlindNil:
            return "Go blind nil"
        return "Look at your cards" if type(action) is Look else "Deal"

    def why(self, state: Spades, seat: Seat, action: Action) -> str:
        if type(action) is Play:
            return self._why_play(state, SpadesKnowledge(state, seat), FACE_OF[action.card])
        if type(action) is Bid:
            return self._why_bid(state, seat, action.tricks)
        if type(action) is BlindNil:
            return "you're so far behind that only a big risk can win the game"
        if type(action) is Look:
            return "a blind nil fails far more often than it's made"
        return "the round is over"

    def _why_bid(self, state: Spades, seat: Seat, bid: int) -> str:
        if bid == 0:
            return "your cards are low enough to take no trick at all"
        dealt = state.terms.dealt
        good = max(1, round(expected_tricks(state.hands[seat]) * dealt / 13.0))
        hand = f"your hand is good for about {good} trick{'' if good == 1 else 's'}"
        others = sum([max(0, said) for said in state.bids])
        if bid == good:
            return hand
        if bid > good:
            must = bid == state.least(seat)
            return f"{hand}, but you have to bid at least {bid}" if must else f"{hand}, and maybe one more"
        if others + good > dealt - LEFT_OVER:
            return f"{hand}, but the others have already bid {others} of the {dealt}"
        return f"{hand}, but falling short costs more than a bag"

    def _why_play(self, state: Spades, table: SpadesKnowledge, card: Card) -> str:
        if len(cards_in(state.allowed(table.seat))) == 1:
            return "it's the only card you can play"
        wins = state.laid == 0 or beats(card, state.trick[state.best], SPADES)
        if table.my_nil:
            return self._why_nil(state, wins)
        if table.covers and wins:
            return f"a high card keeps {{{table.partner}}}'s nil safe"
        need = table.need(state.terms.side_of[table.seat])
        if state.laid and not wins:
            if state.best == table.partner:
                return f"{{{table.partner}}} is about to take the trick, so you can keep your better cards"
            if need <= 0:
                return "you have the tricks you bid, and one more would only be a bag"
            return "you can save your better cards for a trick you can take"
        if table.trick_worth <= 0.0:
            return "you have the tricks you bid, and this card rarely takes another one"
        if not table.unseen & ABOVE[card]:
            sure = "the highest spade" if SUIT[card] == SPADES else f"the highest of the {SUIT_WORDS[SUIT[card]]}"
            return f"it's {sure} that's left, and {self._needed(need)}"
        return f"it gives you the best chance at your tricks, and {self._needed(need)}"

    def _why_nil(self, state: Spades, wins: bool) -> str:
        if state.laid == 0:
            return "somebody will probably play a higher card, and you want no trick at all"
        if wins:
            return "somebody after you may still play a higher card"
        return f"it stays under {name(state.trick[state.best])}, and it's the card you most want to get rid of"

    def _needed(self, need: int) -> str:
        return f"your side needs {need} more" if need > 0 else "the other side needs this trick"
