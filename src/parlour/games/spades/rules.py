"""The rules of Spades (D1-D7, D11, D16, D17)."""

from collections.abc import Sequence
from typing import Any, assert_never

from mypy_extensions import i64

from parlour.cards import FACE_OF, SUIT, SUIT_WORDS, name
from parlour.games.spades.actions import BIDS, BLIND_NIL, LOOK, Action, Bid, BlindNil, Look
from parlour.games.spades.options import SpadesOptions
from parlour.games.spades.state import BIDDING, NO_SPADES, PLAYING, UNSAID, SpadesPosition
from parlour.games.tricks.actions import PLAYS, Play
from parlour.games.tricks.masks import BIT, HEIGHT, SPADES, cards_in, lowest_of_all, play_at, plays
from parlour.kernel.actions import DEAL, Deal
from parlour.kernel.position import ALONE, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Result, Seat

KING = 13
PLAIN_SPADES = 3  # spades beyond these count as tricks (D17)


def usual_bid(hand: int) -> int:
    """D17: 1 for each ace and king and for each spade beyond the third, at least 1."""
    cards = cards_in(hand)
    spades = [card for card in cards if SUIT[card] == SPADES]
    high = [card for card in cards if HEIGHT[card] >= KING]
    return max(1, len(high) + max(0, len(spades) - PLAIN_SPADES))


class Spades(SpadesPosition):
    """A game of Spades."""

    # ------------------------------------------------------------ who may act, and how

    def actors(self) -> Sequence[Seat]:
        return () if self.phase == OVER else ALONE[self.at_bat]

    def legal(self, seat: Seat) -> Sequence[Action]:
        if seat != self.at_bat:
            return ()
        if self.phase == PLAYING:
            return plays(self.allowed(seat))
        if self.phase == BIDDING:
            if not self.looked[seat]:
                return (BLIND_NIL, LOOK)
            return BIDS[self.least(seat) : self.terms.dealt + 1]
        return (DEAL,)

    def pick(self, seat: Seat, luck: float) -> Any:
        if self.phase == PLAYING and seat == self.at_bat:
            return play_at(self.allowed(seat), luck)
        return super().pick(seat, luck)

    def silence(self, seat: Seat) -> Action | None:
        """D17."""
        if seat != self.at_bat:
            return None
        if self.phase == PLAYING:
            return PLAYS[lowest_of_all(self.allowed(seat))]
        if self.phase == BIDDING:
            return BIDS[max(usual_bid(self.hands[seat]), self.least(seat))] if self.looked[seat] else LOOK
        return DEAL

    # ------------------------------------------------------------ what each action does

    def apply(self, seat: Seat, action: Action) -> None:
        if seat != self.at_bat or (self.phase == SCORED and type(action) is not Deal):
            raise self.not_now(seat, over="D13", deal="D1", turn="D3" if self.phase == BIDDING else "D5")
        if type(action) is Play:
            self._play(seat, FACE_OF[action.card])
        elif type(action) is Bid:
            self._bid(seat, action.tricks)
        elif type(action) is BlindNil:
            self._go_blind(seat)
        elif type(action) is Look:
            self._look(seat)
        elif type(action) is Deal:
            self._deal_next()
        else:
            assert_never(action)

    def _bid(self, seat: Seat, tricks: int) -> None:
        """D3."""
        if self.phase != BIDDING:
            raise Refused("D3", "Everybody has bid. Play a card.")
        if not self.looked[seat]:
            raise Refused("D11", "Look at your cards first, or go blind nil.")
        if tricks > self.terms.dealt:
            raise Refused("D3", f"There are only {self.terms.dealt} tricks in a round.")
        least = self.least(seat)
        if tricks < least:
            if least == 1 and not self.terms.nil:
                raise Refused("D3", "You can't bid nil at this table. Bid at least 1.")
            together = self.terms.least_bid
            raise Refused("D3", f"Partners bid at least {together} together at this table, so bid at least {least}.")
        self._say(seat, tricks)

    def _go_blind(self, seat: Seat) -> None:
        """D11."""
        self._check_blind(seat, "you can't go blind nil")
        self.blind[seat] = True
        self.look(seat)
        self._say(seat, 0)

    def _look(self, seat: Seat) -> None:
        """D11."""
        self._check_blind(seat, "there's nothing to decide")
        self.look(seat)

    def _check_blind(self, seat: Seat, so: str) -> None:
        if not self.terms.blind_nil:
            raise Refused("D11", "Nobody goes blind nil at this table.")
        if self.looked[seat]:
            raise Refused("D11", f"You've already seen your cards, so {so}.")

    def _say(self, seat: Seat, tricks: int) -> None:
        """Write a bid down. When everybody has bid, the left of the dealer leads (D4)."""
        self.bids[seat] = tricks
        self.settled += 1  # the bid before it stands (D16)
        self.at_bat = (seat + 1) % self.seats
        if self.bids[self.at_bat] != UNSAID:
            self.phase = PLAYING
        elif self.least(self.at_bat) > 0:
            self.look(self.at_bat)  # a partner has bid so little that nobody may bid nil (D3)

    def _play(self, seat: Seat, card: i64) -> None:
        """D5-D7."""
        if self.phase != PLAYING:
            raise Refused("D3", "Everybody bids before the first card is played.")
        self._check_card(seat, card)
        if SUIT[card] == SPADES and not self.broken:
            if self.laid == 0 and not self.terms.spades_anytime:
                lacks: i64 = self.lacks[seat]
                self.lacks[seat] = lacks | NO_SPADES
            self.broken = self.laid > 0 and self.led() != SPADES
        played: i64 = self.played[seat]
        self.played[seat] = played | BIT[card]
        self.lay(seat, card, SPADES)
        if self.laid < self.seats:
            self.at_bat = (seat + 1) % self.seats
            return
        self.at_bat = self.gather()
        if not self.hands[seat]:
            self._score()

    def _check_card(self, seat: Seat, card: i64) -> None:
        if self.allowed(seat) >> card & 1:
            return
        if not self.has(seat, card):
            raise Refused("D5", f"You don't have {name(card)}.")
        if self.laid:
            led = SUIT_WORDS[self.led()]
            raise Refused("D5", f"{led.capitalize()} were led, and you have some. Play one of your {led}.")
        raise Refused("D7", "Spades aren't broken yet, so you can't lead one. Lead another suit.")

    # ------------------------------------------------------------ how a round ends

    def _score(self) -> None:
        """D8-D14."""
        terms = self.terms
        counts = [
            terms.count(side, self.bids, self.blind, self.tricks, self.bags[side]) for side in range(len(terms.sides))
        ]
        for side, count in enumerate(counts):
            self.bags[side] += count.bags
        points = terms.row(counts)
        totals = [total + each for total, each in zip(self.totals(), points, strict=True)]
        over = terms.result(totals, len(self.sheet) + 1) is not None
        self.close_round(points, over, (self.dealer + 1) % self.seats)

    def _deal_next(self) -> None:
        """D1, D4: the left of the dealer bids first, and leads."""
        if self.phase != SCORED:
            raise Refused("D1", "You can deal the next round when this one is over.")
        self.deal()
        self.phase = BIDDING
        self.at_bat = self.leader = (self.dealer + 1) % self.seats

    def result(self) -> Result | None:
        return self.terms.result(self.totals(), len(self.sheet)) if self.phase == OVER else None


def start(options: SpadesOptions, seats: int, shuffler: Shuffler) -> Spades:
    """A new game, with the first round dealt by seat 0."""
    spades = Spades(options, seats, shuffler)
    spades._deal_next()
    return spades
