"""The rules of Yammouth (Y3-Y13, Y20, Y22). `placing` says what goes together, and `scoring` what a round costs."""

from collections.abc import Sequence
from typing import Final, assert_never

from parlour.cards import FACE_OF, JOKER, RANK, Card, a_card
from parlour.games.yammouth.actions import (
    CALL,
    CLAIM,
    KEEP,
    SINGLES,
    SLAM,
    SLAM_HANDS,
    Action,
    Call,
    ClaimCall,
    Keep,
    PlaceCards,
    Slam,
    SlamHand,
)
from parlour.games.yammouth.options import YammouthOptions
from parlour.games.yammouth.placing import cards_of, fault, placings
from parlour.games.yammouth.scoring import counted, match_winners, reckon, round_points
from parlour.games.yammouth.state import CLAIMING, PICKING, PLACING, YammouthPosition, points_of
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE, Deal, Draw, Pass, Take
from parlour.kernel.position import ALONE, NOBODY, OVER, SCORED
from parlour.kernel.refusal import Refused
from parlour.kernel.shuffle import Shuffler
from parlour.kernel.state import Result, Seat

CALL_OR_PASS: Final[tuple[Action, ...]] = (CALL, PASS)
TAKE_OR_DRAW: Final[tuple[Action, ...]] = (TAKE, DRAW)
CLAIM_OR_PASS: Final[tuple[Action, ...]] = (CLAIM, PASS)


class Yammouth(YammouthPosition):
    """A match of Yammouth."""

    # ------------------------------------------------------------ who may act, and how

    def actors(self) -> Sequence[Seat]:
        if self.slammer != NOBODY:
            return (self.at_bat, self.slammer)
        if self.phase == CLAIMING:
            return [seat for seat in self.playing if self.may_claim(seat) and seat not in self.passed]
        return () if self.phase == OVER else ALONE[self.at_bat]

    def legal(self, seat: Seat) -> Sequence[Action]:
        if self.phase == CLAIMING:
            return CLAIM_OR_PASS if seat in self.actors() else ()
        if seat == self.slammer:
            return self._slams(seat)
        if seat != self.at_bat:
            return ()
        if self.phase == PLACING:
            hand = self.hands[seat]
            if not hand:
                return CALL_OR_PASS
            found = placings(hand)
            return [*found, CALL] if self.held(seat) <= self.terms.call_limit else found
        return TAKE_OR_DRAW if self.phase == PICKING else (DEAL,)

    def _slams(self, seat: Seat) -> list[Action]:
        found: list[Action] = [KEEP]
        if self.can_slam():
            found.append(SLAM)
        if self.can_slam_hand():
            highest = self.highest(seat)  # first, because it helps the next player least
            found.append(SLAM_HANDS[highest])
            found += [SLAM_HANDS[face] for face in sorted(set(self.hands[seat])) if face != highest]
        return found

    def silence(self, seat: Seat) -> Action | None:
        if self.phase == CLAIMING:
            return PASS if seat in self.actors() else None
        if seat != self.at_bat or self.phase == OVER:
            return None
        if self.phase == PLACING:
            return SINGLES[self.highest(seat)] if self.hands[seat] else PASS
        return DRAW if self.phase == PICKING else DEAL

    # ------------------------------------------------------------ what each action does

    def apply(self, seat: Seat, action: Action) -> None:
        if type(action) is PlaceCards:
            self._place(seat, cards_of(action))
        elif type(action) is Draw:
            self._draw(seat)
        elif type(action) is Take:
            self._take(seat)
        elif type(action) is Call:
            self._call(seat)
        elif type(action) is Pass:
            self._pass(seat)
        elif type(action) is Slam:
            self._slam(seat)
        elif type(action) is SlamHand:
            self._slam_hand(seat, action.top)
        elif type(action) is Keep:
            self._keep(seat)
        elif type(action) is ClaimCall:
            self._claim(seat)
        elif type(action) is Deal:
            self._deal_next(seat)
        else:
            assert_never(action)

    def _deal_next(self, seat: Seat) -> None:
        """Y3."""
        if self.phase != SCORED and self.phase != OVER:
            raise Refused("Y3", "You can deal the next round when this one is over.")
        if self.phase == OVER or seat != self.at_bat:
            raise self._not_now(seat)
        self.round += 1
        self.beginner = seat
        self.turns = 0
        self.claims = []
        self.passed = []
        self.deal()
        self.phase = PLACING

    def _call(self, seat: Seat) -> None:
        """Y4."""
        self._check_turn(seat)
        if self.phase != PLACING:
            raise Refused("Y4", "You can only call YAMMOUTH at the start of your turn, and you've already placed.")
        limit = self.terms.call_limit
        if self.held(seat) > limit:
            raise Refused("Y4", f"You have {counted(self.held(seat))}. You need {limit} or fewer to call YAMMOUTH.")
        self.slammer = NOBODY
        self.claims = [seat]
        self.show_hands()
        self.phase = CLAIMING
        self._settle()

    def _place(self, seat: Seat, cards: list[Card]) -> None:
        """Y5, Y6."""
        self._check_turn(seat)
        if self.phase != PLACING:
            raise Refused("Y5", "You've already placed. Now pick up a card.")
        hand = self.hands[seat]
        if not hand:
            raise Refused("Y8", "You have no cards. Call or pass.")
        for card in cards:
            if cards.count(card) > hand.count(card):
                many = "that many jokers" if card == JOKER else f"that many {a_card(card)}"
                raise Refused("Y6", f"You don't have {many if card in hand else a_card(card)}.")
        if why := fault(cards):
            raise Refused("Y6", why)
        self.place(seat, cards)
        self.slammer = NOBODY
        self.phase = PICKING

    def _take(self, seat: Seat) -> None:
        """Y7."""
        self._check_picking(seat)
        self.take(seat)
        self._end_turn(seat, seat)

    def _draw(self, seat: Seat) -> None:
        """Y7."""
        self._check_picking(seat)
        self.draw(seat)
        self._end_turn(seat, seat)

    def _pass(self, seat: Seat) -> None:
        """Pass a turn without cards (Y8), or a claim (Y13)."""
        if self.phase == CLAIMING:
            self._check_claim(seat)
            self.passed.append(seat)
            self._settle()
            return
        self._check_turn(seat)
        if self.phase != PLACING:
            raise Refused("Y5", "You've already placed. Now pick up a card.")
        if self.hands[seat]:
            raise Refused("Y8", "You can only pass when you have no cards. Place something.")
        self.slammed = 0
        self._end_turn(seat, NOBODY)

    def _slam(self, seat: Seat) -> None:
        """Y9."""
        self._check_slammer(seat)
        card = self.hands[seat][-1]
        if not self.can_slam():
            raise Refused("Y9", f"You picked up {a_card(card)}, but you didn't place a card of that rank.")
        self.slam(seat, [card])
        self.slammer = NOBODY

    def _slam_hand(self, seat: Seat, said: str | None) -> None:
        """Y10: the whole hand, with the card `said` on top, or else the highest."""
        self._check_slammer(seat)
        if not self.can_slam_hand():
            wanted = sorted({RANK[self.placed[-1]], points_of(self.placed)})
            needed = " or ".join([str(points) for points in wanted])
            raise Refused("Y10", f"Your hand has {counted(self.held(seat))}. You need {needed} to slam it.")
        cards = self.hands[seat][:]
        top = self.highest(seat) if said is None else FACE_OF[said]
        if top not in cards:
            raise Refused("Y10", f"You don't have {a_card(top)}.")
        cards.remove(top)
        cards.append(top)
        self.slam(seat, cards)
        self.slammer = NOBODY

    def _keep(self, seat: Seat) -> None:
        """Y11."""
        self._check_slammer(seat)
        self.slammer = NOBODY

    def _claim(self, seat: Seat) -> None:
        """Y13: claim over the call or the latest claim. Players who passed may think again."""
        self._check_claim(seat)
        self.claims.append(seat)
        self.passed = []
        self._settle()

    # ------------------------------------------------------------ how a turn, a round and the match end

    def _end_turn(self, seat: Seat, slammer: Seat) -> None:
        """Pass the turn to the next seat. Until it acts, `slammer` may slam (Y11)."""
        self.turns += 1
        self.at_bat = self.left_of(seat)
        self.slammer = slammer
        self.phase = PLACING
        if self.turns == len(self.playing) * self.terms.turn_cap:  # Y22
            self.slammer = NOBODY
            self.show_hands()
            self._score()

    def _settle(self) -> None:
        """Y13: score when everybody who may claim has passed."""
        if not self.actors():
            self._score()

    def _score(self) -> None:
        """Y14-Y20, Y22."""
        winner = self.winner()
        points = self.points()
        changes = [0] * self.seats
        for seat in self.playing:
            was = self.match_scores[seat]
            now = reckon(was, points[seat], seat == winner, self.terms.out_over)[0]
            changes[seat] = now.total - was.total
            self.match_scores[seat] = now
        last = len(self.not_out()) < 2
        dealer = winner if winner != NOBODY else self.beginner  # Y3, Y22
        if not last and self.match_scores[dealer].out:
            dealer = self.left_of(dealer)
        self.close_round(changes, last, dealer)

    def result(self) -> Result | None:
        if self.phase != OVER:
            return None
        return Result(tuple(match_winners(self.match_scores, self.playing)), tuple(self.totals()))

    def totals(self) -> list[int]:
        return [match_score.total for match_score in self.match_scores]

    def winner(self) -> Seat:
        """The latest claimant, or the caller, or NOBODY."""
        return self.claims[-1] if self.claims else NOBODY

    def points(self) -> list[int]:
        """Y14: what the round costs everybody as things stand."""
        return round_points([self.held(seat) for seat in range(self.seats)], self.claims, self.terms.caught_points)

    # ------------------------------------------------------------ small predicates

    def can_slam(self) -> bool:
        """Whether the seat that just picked up can slam the card (Y9)."""
        rank = RANK[self.hands[self.slammer][-1]]
        return rank in [RANK[card] for card in self.placed]

    def can_slam_hand(self) -> bool:
        """Whether the seat that just picked up can slam its whole hand (Y10)."""
        held = self.held(self.slammer)
        return held == RANK[self.placed[-1]] or held == points_of(self.placed)

    def may_claim(self, seat: Seat) -> bool:
        """Whether a seat that is still in has few enough points to claim (Y13)."""
        return seat != self.winner() and self.held(seat) <= self.most_to_claim()

    def most_to_claim(self) -> int:
        """Y13: as many points as the caller, but fewer than the latest claimant."""
        latest = self.held(self.winner())
        return latest if len(self.claims) == 1 else latest - 1

    def highest(self, seat: Seat) -> Card:
        highest = self.hands[seat][0]
        for card in self.hands[seat]:
            if RANK[card] > RANK[highest]:
                highest = card
        return highest

    def _check_turn(self, seat: Seat) -> None:
        if seat != self.at_bat or self.phase >= CLAIMING:
            raise self._not_now(seat)

    def _check_picking(self, seat: Seat) -> None:
        self._check_turn(seat)
        if self.phase == PLACING:
            if not self.hands[seat]:
                raise Refused("Y8", "You have no cards, so you can't pick one up. Call or pass.")
            raise Refused("Y5", "Place first, then pick up.")

    def _check_slammer(self, seat: Seat) -> None:
        if seat != self.slammer:
            raise Refused("Y11", "You can slam once, right after you pick up and before the next player acts.")

    def _check_claim(self, seat: Seat) -> None:
        if self.phase != CLAIMING:
            raise Refused("Y13", "Nobody has called YAMMOUTH.")
        if seat not in self.playing:
            raise self._not_now(seat)
        if seat == self.winner():
            raise Refused("Y13", "The latest call is yours.")
        if not self.may_claim(seat):
            raise Refused("Y13", f"You have {counted(self.held(seat))}. You need {self.most_to_claim()} or fewer.")
        if seat in self.passed:
            raise Refused("Y13", "You've already passed.")

    def _not_now(self, seat: Seat) -> Refused:
        if self.phase != OVER and self.match_scores[seat].out:
            return Refused("Y19", "You're out of the match.")
        if self.phase == CLAIMING:
            return Refused("Y13", "YAMMOUTH has been called, so only claims count now.")
        return self.not_now(seat, over="Y20", deal="Y3", turn="Y5")


def start(options: YammouthOptions, seats: int, shuffler: Shuffler) -> Yammouth:
    """Return a new match with the first round dealt. Seat 0 begins."""
    yammouth = Yammouth(options, seats, shuffler)
    yammouth._deal_next(yammouth.at_bat)
    return yammouth
