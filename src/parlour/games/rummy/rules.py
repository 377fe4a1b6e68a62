"""A turn of rummy from its draw to its discard (T8-T21, P6-P10), and how a round is dealt and scored. Who gets the
visible discard is decided in the rules of Torpedo and Progressive, because they differ in that.
"""

from collections.abc import Sequence
from typing import Any, Final, assert_never

from mypy_extensions import i64

from parlour.cards import FACE_OF, JOKER, NO_CARD, Card, a_card, deck, name
from parlour.games.rummy.actions import DISCARDS, Discard, Exchange, LayDown, PlayAction, PlayOn
from parlour.games.rummy.card_text import exchange_of, lay_down_of, meld_number, parse_group, play_on_of
from parlour.games.rummy.lay_downs.candidates import Situation
from parlour.games.rummy.lay_downs.naming import parts_of
from parlour.games.rummy.lay_downs.search import can_lay
from parlour.games.rummy.lay_downs.shed import way_out
from parlour.games.rummy.melds import BOOK, JOKERS, RUN, SIZE, Meld, NoMeld, face_at, limit_on_jokers, read_meld
from parlour.games.rummy.state import NOT_ASKED, NOT_YET, PLAYING, RummyPosition
from parlour.games.rummy.terms import count_points
from parlour.kernel.actions import Deal
from parlour.kernel.position import NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.state import Result, Seat, lowest_wins

# A table, because `1 << face` shifts only 32 bits when compiled.
FACE_BITS: Final[list[int]] = [1 << face for face in range(JOKER + 1)]


class Rummy(RummyPosition):
    """A game in progress. Subclasses open the window after a discard and settle it."""

    # ------------------------------------------------------------ what a subclass defines

    def actors(self) -> Sequence[Seat]:
        raise NotImplementedError

    def silence(self, seat: Seat) -> object:
        raise NotImplementedError

    def legal(self, seat: Seat) -> Sequence[Any]:
        raise NotImplementedError

    def apply(self, seat: Seat, action: Any) -> None:
        raise NotImplementedError

    def open_discard(self) -> None:
        """Offer the visible discard before a turn begins, or go straight on if nobody may have it."""
        raise NotImplementedError

    # ------------------------------------------------------------ what is legal once a card has been drawn

    def plays(self, seat: Seat) -> list[PlayAction]:
        """Everything the seat may do after drawing (T9, T10, T11, T14, P6)."""
        hand = self.hands[seat]
        actions: list[PlayAction] = list(self.lay_downs(seat))
        for face, number, low in self.extensions(seat):
            actions.append(play_on_of(face, number, low, self.melds[number].kind))
        for face, number, index in self.exchanges(seat):
            actions.append(exchange_of(face, number, index))
        actions += self.throws(hand)
        return actions

    def throws(self, hand: list[Card]) -> list[PlayAction]:
        seen: i64 = 0
        actions: list[PlayAction] = []
        for face in hand:
            bit: i64 = FACE_BITS[face]
            if not seen & bit:
                seen |= bit
                actions.append(DISCARDS[face])
        return actions

    def lay_downs(self, seat: Seat) -> list[LayDown]:
        """The lay-downs worth having (T12, P7), best first."""
        contract = self.now().contract
        hand = self.hands[seat]
        if self.down[seat] != NOT_YET or not can_lay(hand, contract, self.terms.melding):
            return []
        found = Situation(hand, contract, self.melds, seat, self.terms).lay_downs()
        return [lay_down_of(lay_down.melds) for lay_down in found]

    def goes_out(self, seat: Seat, action: LayDown) -> bool:
        """Could the seat end the round in the turn of this lay-down (T14, P10)?"""
        laid = self.read_groups(seat, action.melds)
        left = self.hands[seat][:]
        for meld in laid:
            for card in meld.cards:
                left.remove(card)
        return way_out(left, self.melds + laid, seat, self.terms) is not None

    def extensions(self, seat: Seat) -> list[tuple[Card, int, bool]]:
        """Each card in hand that fits a meld, the number of the meld, and whether at its low end (T17, P8)."""
        found: list[tuple[Card, int, bool]] = []
        if self.down[seat] == NOT_YET:
            return found
        hand = self.hands[seat]
        both_aces = self.terms.melding.both_aces
        for number, meld in enumerate(self.melds):
            if meld.owner == seat and not self.terms.extend_own:
                continue
            wild = JOKER in hand and not self.too_many_jokers(meld, JOKER)
            if meld.kind == BOOK:
                found += [(face, number, False) for face in range(meld.first - 1, JOKER, 13) if face in hand]
                if wild:
                    found.append((JOKER, number, False))
                continue
            for low in (False, True):
                place = meld.first - 1 if low else meld.last + 1
                if meld.takes(JOKER, low, both_aces):
                    face = face_at(meld.suit, place)
                    if face in hand:
                        found.append((face, number, low))
                    if wild:
                        found.append((JOKER, number, low))
        found.sort()
        return found

    def spots(self, seat: Seat, face: Card) -> list[tuple[int, bool]]:
        """Where this seat could play this card: the number of a meld, and whether at its low end."""
        found: list[tuple[int, bool]] = []
        for number, meld in enumerate(self.melds):
            if (meld.owner == seat and not self.terms.extend_own) or self.too_many_jokers(meld, face):
                continue
            if meld.takes(face, False, self.terms.melding.both_aces):
                found.append((number, False))
            if meld.kind == RUN and meld.takes(face, True, self.terms.melding.both_aces):
                found.append((number, True))
        return found

    def exchanges(self, seat: Seat) -> list[tuple[Card, int, int]]:
        """Each card in hand that can be swapped for a joker, with the meld's number and the joker's index (T19, P9)."""
        found: list[tuple[Card, int, int]] = []
        if not self.may_exchange(seat):
            return found
        hand = self.hands[seat]
        for number, meld in enumerate(self.melds):
            if JOKER not in meld.cards:
                continue
            for index, card in enumerate(meld.cards):
                if card == JOKER:
                    faces = range(meld.first - 1, JOKER, 13) if meld.kind == BOOK else (meld.meaning(index),)
                    found += [(face, number, index) for face in faces if face in hand]
        return found

    def silent_play(self, seat: Seat) -> Discard:
        """Discard the drawn card; if it was played, or none was drawn (P14), the most expensive natural card."""
        if seat == self.at_bat and self.drawn != NO_CARD:
            return DISCARDS[self.drawn]
        hand = self.hands[seat]
        return DISCARDS[max(hand, key=lambda card: -1 if card == JOKER else self.terms.points[card])]

    # ------------------------------------------------------------ what each action does

    def apply_play(self, seat: Seat, action: PlayAction | Deal) -> None:
        """Apply an action that both games share."""
        if type(action) is Discard:
            self.discard(seat, FACE_OF[action.card])
        elif type(action) is LayDown:
            self.lay_down(seat, action)
        elif type(action) is PlayOn:
            self.play_on(seat, action)
        elif type(action) is Exchange:
            self.exchange(seat, action)
        elif type(action) is Deal:
            self.check_deal(seat)
            self.deal()
        else:
            assert_never(action)

    def lay_down(self, seat: Seat, action: LayDown) -> None:
        """T12-T16, P7."""
        self.check_has_drawn(seat)
        if self.down[seat] != NOT_YET:
            raise Refused(self.rule("T16", "P7"), "You've already laid down, and you can only do that once a round.")
        contract = self.now().contract
        if len(action.melds) != contract.books + contract.runs:
            asked = self.now().title.lower()
            raise Refused(self.rule("T12", "P7"), f"This round asks for {asked}, no more and no fewer.")
        hand = self.hands[seat][:]
        for group in action.melds:
            for card in parse_group(group)[0]:
                if card not in hand:
                    raise Refused(self.rule("T12", "P7"), _missing(card, self.hands[seat]))
                hand.remove(card)
        melds = self.read_groups(seat, action.melds)
        for meld in melds:
            for card in meld.cards:
                self.give(seat, card)
            self.uncovered += len(meld.cards)
        self.melds += melds
        self.down[seat] = self.turns
        self.check_gone_around(seat)

    def read_groups(self, seat: Seat, groups: list[list[str]]) -> list[Meld]:
        """The melds of a lay-down in the order of the contract. The groups may come in any order (T37, P20)."""
        try:
            return [self.read_group(seat, number, group) for number, group in enumerate(groups)]
        except Refused:
            parts = self.parts_of(groups)
            if parts == sorted(parts):
                raise
        return [self.read_group(seat, number, groups[parts.index(number)]) for number in range(len(groups))]

    def parts_of(self, groups: list[list[str]]) -> list[int]:
        """The part of the contract that each group is meant for (T37, P20)."""
        return parts_of([parse_group(group) for group in groups], self.now().contract, self.terms.melding)

    def read_group(self, seat: Seat, part: int, group: list[str]) -> Meld:
        """The meld that a group makes for a part of the contract. Raises Refused (T1-T4, T13; P1-P3, P7)."""
        kind, size = self.now().contract.part(part)
        cards, stands = parse_group(group)
        try:
            return read_meld(seat, kind, size, cards, stands, self.terms.melding)
        except NoMeld as fault:
            torpedo, progressive = FAULTS[fault.fault]
            raise Refused(self.rule(torpedo, progressive), fault.sentence) from None

    def play_on(self, seat: Seat, action: PlayOn) -> None:
        """T17, T18, P8."""
        self.check_has_drawn(seat)
        card = FACE_OF[action.card]
        self.check_holds(seat, card, self.rule("T17", "P8"))
        number, low = self.check_fits(seat, card, action.meld)
        self.give(seat, card)
        self.melds[number] = self.melds[number].with_card(card, low)
        self.check_gone_around(seat)

    def check_fits(self, seat: Seat, card: Card, target: str) -> tuple[int, bool]:
        """The meld's number, and whether the card goes at its low end. Raises Refused (T17, T18; P8, P2)."""
        rule = self.rule("T17", "P8")
        melding = self.terms.melding
        if self.down[seat] == NOT_YET:
            raise Refused(rule, "You can't play on other people's melds until you've laid down.")
        number, spot = meld_number(target)
        if number >= len(self.melds):
            raise Refused(rule, f"There's no meld {number}. Melds are numbered from 0.")
        meld = self.melds[number]
        if meld.owner == seat and not self.terms.extend_own:
            raise Refused(rule, "You can play on other people's melds, but not on your own.")
        if meld.kind == RUN and not spot:
            raise Refused(rule, f"Say which end of the run: meld:{number}@low or meld:{number}@high.")
        if meld.kind == BOOK and spot:
            raise Refused(rule, f"A {melding.book} has no ends: just say meld:{number}.")
        if self.too_many_jokers(meld, card):
            raise Refused(self.rule("T3", "P3"), limit_on_jokers(melding))
        low = spot == "low"
        if not meld.takes(card, low, melding.both_aces):
            full = meld.kind == RUN and not meld.takes(JOKER, low, melding.both_aces)
            raise Refused(self.rule("T18", "P2") if full else rule, f"{a_card(card).capitalize()} doesn't fit there.")
        return number, low

    def exchange(self, seat: Seat, action: Exchange) -> None:
        """T19, P9."""
        self.check_has_drawn(seat)
        rule = self.rule("T19", "P9")
        if not self.terms.exchange:
            raise Refused(rule, "At this table you can't swap a card for a joker.")
        if not self.may_exchange(seat):
            raise Refused(rule, "You can't swap a card for a joker until you've laid down.")
        number, spot = meld_number(action.joker)
        index = int(spot)
        if number >= len(self.melds) or index >= len(self.melds[number].cards):
            raise Refused(rule, "There's no such place on the table.")
        meld = self.melds[number]
        if meld.cards[index] != JOKER:
            raise Refused(rule, "There's no joker there.")
        card = FACE_OF[action.card]
        self.check_holds(seat, card, rule)
        if not meld.gives_joker(index, card):
            raise Refused(rule, f"That joker doesn't stand for {a_card(card)}.")
        self.give(seat, card)
        self.melds[number] = meld.exchanged(index, card)
        self.hands[seat].append(JOKER)
        self.known[seat].append(JOKER)

    def discard(self, seat: Seat, card: Card) -> None:
        """End the turn, or the round if that was the last card (T9, T20, P6, P10)."""
        self.check_has_drawn(seat)
        self.check_holds(seat, card, self.rule("T9", "P6"))
        self.throw(seat, card)
        if self.hands[seat]:
            self.end_turn()
        else:
            self.out = seat
            self.turns += 1
            self.score()

    def check_gone_around(self, seat: Seat) -> None:
        """A seat that runs out without a discard goes around: its turn ends, the discard is dead (T15, T21, P10)."""
        if not self.hands[seat]:
            self.dead = True
            self.end_turn()

    def deal(self) -> None:
        """Deal the next round. The deal passes to the left, and so does the first turn (T5-T7, P4, P5)."""
        self.round += 1
        self.dealer = (self.dealer + 1) % self.seats
        cards = deck(self.terms.decks, 2 * self.terms.decks)
        self.shuffler.shuffle(cards)
        dealt = self.now().dealt
        self.hands = [cards[seat * dealt : (seat + 1) * dealt] for seat in range(self.seats)]
        self.stock = cards[self.seats * dealt :]
        self.discards = [self.stock.pop()]
        self.fresh = [[] for _ in range(self.seats)]
        self.known = [[] for _ in range(self.seats)]
        self.melds = []
        self.down = [NOT_YET] * self.seats
        self.buys = [0] * self.seats
        self.answers = [NOT_ASKED] * self.seats
        self.calls = [0] * self.seats
        self.dead = False
        self.drawn = NO_CARD
        self.discarder = NOBODY
        self.out = NOBODY
        self.turns = 0
        self.uncovered += 1
        self.at_bat = (self.dealer + 1) % self.seats
        self.open_discard()

    # ------------------------------------------------------------ how a turn and a round end

    def end_turn(self) -> None:
        self.turns += 1
        self.drawn = NO_CARD
        self.at_bat = (self.at_bat + 1) % self.seats
        if self.turns == self.seats * self.terms.turn_cap:
            self.score()  # T34, P17
        else:
            self.open_discard()

    def score(self) -> None:
        """Show and count every hand (T31, P15)."""
        points = [count_points(self.terms.points, hand) for hand in self.hands]
        self.uncovered += sum([len(hand) for hand in self.hands])
        self.sheet.append(points)
        if self.round == len(self.terms.rounds):
            self.phase = OVER
            self.at_bat = NOBODY
        else:
            self.phase = SCORED
            self.at_bat = (self.dealer + 1) % self.seats  # the next dealer

    def result(self) -> Result | None:
        """The lowest total wins, and equal totals share the win (T32, P15)."""
        return lowest_wins(self.totals()) if self.phase == OVER else None

    # ------------------------------------------------------------ small predicates

    def may_exchange(self, seat: Seat) -> bool:
        return self.terms.exchange and (self.down[seat] != NOT_YET or self.terms.exchange_before_down)

    def has_buys(self, seat: Seat) -> bool:
        """May the seat buy again this round (T23, P12)?"""
        return self.buys[seat] < self.terms.buys_per_round

    def too_many_jokers(self, meld: Meld, card: Card) -> bool:
        return card == JOKER and meld.cards.count(JOKER) >= self.terms.melding.most_jokers

    def aside(self, seat: Seat) -> bool:
        """Is the seat asked out of turn?"""
        return seat != self.at_bat

    def check_turn(self, seat: Seat) -> None:
        if seat != self.at_bat or self.open_hands():
            raise self._not_now(seat)

    def _not_now(self, seat: Seat) -> Refused:
        over, deal, turn = self.rule("T32", "P15"), self.rule("T7", "P5"), self.rule("T8", "P6")
        return self.not_now(seat, over=over, deal=deal, turn=turn)

    def check_not_drawn(self) -> None:
        if self.phase == PLAYING:
            raise Refused(self.rule("T8", "P6"), "You've already drawn this turn.")

    def check_has_drawn(self, seat: Seat) -> None:
        self.check_turn(seat)
        if self.phase != PLAYING:
            raise Refused(self.rule("T8", "P6"), "Draw a card or take the discard first.")

    def check_holds(self, seat: Seat, card: Card, rule: str) -> None:
        if card not in self.hands[seat]:
            raise Refused(rule, _missing(card, self.hands[seat]))

    def check_deal(self, seat: Seat) -> None:
        if not self.open_hands():
            raise Refused(self.rule("T7", "P5"), "You can deal the next round when this one is over.")
        if seat != self.at_bat:
            raise self._not_now(seat)

    def check_buys_left(self, seat: Seat) -> None:
        if not self.has_buys(seat):
            raise Refused(self.rule("T23", "P12"), "You have no buys left this round.")


FAULTS: Final = {BOOK: ("T1", "P1"), RUN: ("T2", "P2"), SIZE: ("T13", "P4"), JOKERS: ("T3", "P3")}


def _missing(card: Card, hand: list[Card]) -> str:
    if card in hand:
        return f"You don't have that many {name(card) if card != JOKER else 'jokers'}."
    return f"You don't have {a_card(card)}."
