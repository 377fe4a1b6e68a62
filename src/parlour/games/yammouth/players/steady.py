"""Steady, a Yammouth bot that follows sound rules without searching.

It sorts a hand into groups that can be placed together, and points that go last weigh most. It tries every way to place
and pick up, slams included, and takes the one that leads to the lightest hand. It estimates from the unseen cards how
few points the others may have, and calls or claims if the effect on the totals is worth the risk. It likes to keep
points that would make its total drop (Y16) if somebody else ended the round.
"""

from random import Random
from typing import Final

from parlour.cards import RANK, SUIT, Card, without
from parlour.games.yammouth.actions import CALL, CLAIM, SLAM, SLAM_HANDS, Action, PlaceCards
from parlour.games.yammouth.placing import SHORTEST_RUN, cards_of, placings
from parlour.games.yammouth.rules import Yammouth
from parlour.games.yammouth.scoring import STEP, MatchScore, reckon
from parlour.games.yammouth.state import CLAIMING, PICKING, PLACING, YammouthTerms, points_of
from parlour.kernel.actions import DEAL, DRAW, PASS, TAKE
from parlour.kernel.state import Seat

RANKS: Final = 14  # a joker has rank 0
A_RUN: Final = -1  # the rank of a group that is a run
MOST_POINTS: Final = 13 * 5  # in a hand

# Weights, in points. WEIGHTS, GROUP, EMPTY, SHEDDING and SHED were measured in self-play and rounded. STANDOFF makes
# rounds end: at 2 it wins slightly more, but many more rounds drag on. The others are guesses: in 1,200 or more matches
# of self-play, other values of GIFT, STAYING, DANGER and OUT made no visible difference.
WEIGHTS: Final[list[float]] = [0.2, 0.7, 0.9, 0.95, 0.8]  # per point in the group that goes first, in the next one, …
GROUP: Final = 1.5  # what each group weighs besides its points
EMPTY: Final = -3.0  # what an empty hand weighs
STANDOFF: Final = 12.0  # an empty hand if another one is empty too: a caller would be caught
SHEDDING: Final = 0.05  # how much less likely a hidden card is than one of the next lower rank, per turn
SHED: Final = 0.15  # and the most in all
LANDING: Final = 1.0  # per point that a total may drop when another calls; 64 % against 0 in 800 matches
GIFT: Final = 0.25  # the share of the next player's gain from our top card that we count
STAYING: Final = 5.0  # what another turn costs besides the weight of our hand after it
PATIENT_TURNS: Final = 10.0  # turns before risk counts less
WANING_TURNS: Final = 5.0  # more turns until it counts nothing, so that a round does end
DANGER: Final = 30.0  # what a total at the limit weighs besides its points; it grows with the square
OUT: Final = 60.0  # what being out weighs in addition
TIRED: Final = 150  # rounds before it only waits, which ends a match with every deck that is allowed


def groups_of(cards: list[Card]) -> tuple[list[int], list[int]]:
    """The groups of cards that can be placed together: their ranks and their points."""
    ranks: list[int] = []
    sums: list[int] = []
    run = run_in(cards) if len(cards) >= SHORTEST_RUN else []
    if run:
        ranks.append(A_RUN)
        sums.append(points_of(run))
    for card in cards:
        if card in run:
            run.remove(card)
            continue
        rank = RANK[card]
        if rank in ranks:
            sums[ranks.index(rank)] += rank
        else:
            ranks.append(rank)
            sums.append(rank)
    return ranks, sums


def run_in(cards: list[Card]) -> list[Card]:
    """The run with the most points, if there is one."""
    best: list[Card] = []
    for card in cards:  # most hands have none: look before sorting
        if card + 1 in cards and card + 2 in cards:
            break
    else:
        return best
    run: list[Card] = []
    for card in sorted(set(cards)):
        if run and (card != run[-1] + 1 or SUIT[card] != SUIT[run[-1]]):
            run = []
        run.append(card)
        if len(run) >= SHORTEST_RUN and points_of(run) > points_of(best):
            best = run[:]
    return best


def weigh(sums: list[int]) -> float:
    """The weight of groups with these points. The largest goes first, so it weighs least per point."""
    weight = GROUP * len(sums)
    for at, points in enumerate(sorted(sums, reverse=True)):
        weight += WEIGHTS[at] * points
    return weight


def weigh_with(sums: list[int], without: int, points: int) -> float:
    """The weight of groups with a new one of `points` added and the one at index `without` removed, unless that is −1.
    `sums` must be sorted, the largest first."""
    weight = GROUP * (len(sums) + 1 if without < 0 else len(sums))
    at = 0
    is_in = False
    for place, each in enumerate(sums):
        if place == without:
            continue
        if not is_in and points >= each:
            weight += WEIGHTS[at] * points
            at += 1
            is_in = True
        weight += WEIGHTS[at] * each
        at += 1
    return weight if is_in else weight + WEIGHTS[at] * points


def weight_of(cards: list[Card]) -> float:
    return weigh(groups_of(cards)[1])


class YammouthKnowledge:
    """What one seat knows. It depends on which cards are unseen and never on where they are."""

    def __init__(self, yammouth: Yammouth, seat: Seat) -> None:
        self.yammouth = yammouth
        self.seat = seat
        self.hand: list[Card] = yammouth.hands[seat]
        self.unseen: list[int] = [0] * RANKS
        for card in yammouth.stock:
            self.unseen[RANK[card]] += 1
        for other in yammouth.playing:
            if other != seat:
                for card in yammouth.hands[other]:
                    self.unseen[RANK[card]] += 1
                for card in yammouth.known[other]:
                    self.unseen[RANK[card]] -= 1
        self.total: float = float(max(1, sum(self.unseen)))
        self.average: float = sum([rank * count for rank, count in enumerate(self.unseen)]) / self.total
        self.others: list[Seat] = [other for other in yammouth.playing if other != seat]
        self.empty: float = STANDOFF if [] in [yammouth.hands[other] for other in self.others] else EMPTY
        self.turns: float = yammouth.turns / len(yammouth.playing)
        lower = 1.0 - min(SHED, SHEDDING * self.turns)
        likely = [count * lower**rank for rank, count in enumerate(self.unseen)]
        whole = max(0.001, sum(likely))
        self.kept: list[float] = [each / whole for each in likely]
        self.landing: list[float] = self._landings()

    def _landings(self) -> list[float]:
        """The bonus for each number of points in hand: it makes our total drop if somebody else ends the round
        (Y16)."""
        match_score = self.yammouth.match_scores[self.seat]
        lands = [0.0] * (MOST_POINTS + 1)
        first = -match_score.total % STEP
        if match_score.total + first <= 0:
            first += STEP
        lands[first] = LANDING * STEP * (1.0 - self.chance_of_fewest(self.yammouth.terms.call_limit))
        return lands

    # ------------------------------------------------------------ placing and picking up

    def best_placing(self) -> tuple[float, Action]:
        """The lowest weight of our hand at the end of the turn, and the placing that leads to it."""
        best: Action = DRAW
        lowest = 999.0
        for action in placings(self.hand):
            weight = self.weight_after(action)
            if weight < lowest:
                best, lowest = action, weight
        return lowest, best

    def weight_after(self, action: PlaceCards) -> float:
        """The weight of our hand at the end of the turn if we place this."""
        placed = cards_of(action)
        rest = without(self.hand, placed)
        weight = min(self.after_taking(rest, placed, self.yammouth.pile[-1]), self.after_drawing(rest, placed))
        return weight + self.gift(RANK[placed[-1]])

    def after_taking(self, rest: list[Card], placed: list[Card], card: Card) -> float:
        """The weight of a hand with this card, or of what a slam leaves of it."""
        held = points_of(rest) + RANK[card]
        weight = self.weight([*rest, card])
        if held == RANK[placed[-1]] or held == points_of(placed):
            weight = min(weight, self.empty)
        if RANK[card] in [RANK[other] for other in placed]:
            weight = min(weight, self.weight(rest))
        return weight

    def weight(self, hand: list[Card]) -> float:
        """The weight of a hand at the end of a turn. It may be empty."""
        return weight_of(hand) - self.landing[points_of(hand)] if hand else self.empty

    def after_drawing(self, rest: list[Card], placed: list[Card]) -> float:
        """The average weight of a hand with a card from the stock. Runs that it may complete are ignored."""
        held = points_of(rest)
        slams_hand = [RANK[placed[-1]] - held, points_of(placed) - held]  # ranks that would allow it
        slams = [RANK[card] for card in placed]
        ranks, sums = groups_of(rest)
        in_order = sorted(sums, reverse=True)
        left = weigh(sums) - self.landing[held] if rest else self.empty
        weight = 0.0
        for rank in range(RANKS):
            count = self.unseen[rank]
            if not count:
                continue
            if rank in ranks:
                points = sums[ranks.index(rank)]
                lightest = weigh_with(in_order, in_order.index(points), points + rank)
            else:
                lightest = weigh_with(in_order, -1, rank)
            lightest -= self.landing[held + rank]
            if rank in slams and left < lightest:
                lightest = left
            if rank in slams_hand and self.empty < lightest:
                lightest = self.empty
            weight += count * lightest
        return weight / self.total

    def gift(self, rank: int) -> float:
        """The cost of leaving a card of this rank on top, because the next player may take it."""
        following = self.yammouth.left_of(self.seat)
        gain = max(0.0, self.average - rank)
        for card in self.yammouth.known[following]:
            if RANK[card] == rank:
                gain += rank
        return GIFT * gain

    # ------------------------------------------------------------ calling and claiming

    def chance_of_fewest(self, points: int) -> float:
        """The chance that nobody else has as few points, or fewer."""
        within = [[1.0] * (points + 1)]  # [hidden cards][points]: the chance to have at most these points
        chance = 1.0
        for other in self.others:
            known = self.yammouth.known[other]
            hidden = len(self.yammouth.hands[other]) - len(known)
            left = points - points_of(known)
            if left < 0:
                continue
            while len(within) <= hidden:
                last = within[-1]
                within.append([self._one_more(last, most) for most in range(points + 1)])
            chance *= 1.0 - within[hidden][left]
        return chance

    def _one_more(self, within: list[float], most: int) -> float:
        """The chance that one hidden card more than in `within` has at most `most` points."""
        chance = 0.0
        for rank in range(min(most + 1, RANKS)):
            chance += self.kept[rank] * within[most - rank]
        return chance

    def points_of_others(self) -> float:
        """The average points in another player's hand."""
        card = sum([chance * rank for rank, chance in enumerate(self.kept)])
        points = 0.0
        for other in self.others:
            known = self.yammouth.known[other]
            points += points_of(known) + card * (len(self.yammouth.hands[other]) - len(known))
        return points / len(self.others)

    def wants_to_call(self, staying: float) -> bool:
        """Whether calling is better than playing on to a hand of the weight `staying`."""
        terms = self.yammouth.terms
        match_score = self.yammouth.match_scores[self.seat]
        caution = 1.0 - max(0.0, self.turns - PATIENT_TURNS) / WANING_TURNS
        risk = caution * (1.0 - self.chance_of_fewest(points_of(self.hand)))
        won = cost(match_score, 0, True, terms)
        caught = cost(match_score, terms.caught_points, False, terms) + self.points_of_others() / len(self.others)
        return won + risk * (caught - won) <= STAYING + staying

    def wants_to_claim(self) -> bool:
        """Whether to claim. All hands are open, and we expect everybody who may claim over us to do so."""
        yammouth = self.yammouth
        terms = yammouth.terms
        match_score = yammouth.match_scores[self.seat]
        held = points_of(self.hand)
        lower = [other for other in self.others if yammouth.held(other) < held]
        points = terms.caught_points if lower else 0
        claimed = cost(match_score, points, not lower, terms)
        passed = cost(match_score, held, False, terms)
        latest = yammouth.winner()
        if not [other for other in self.others if other != latest and yammouth.may_claim(other)]:
            theirs = yammouth.match_scores[latest]
            caught = cost(theirs, terms.caught_points, False, terms) - cost(theirs, 0, True, terms)
            passed += caught / len(self.others)
        return claimed <= passed


def cost(was: MatchScore, points: int, won: bool, terms: YammouthTerms) -> float:
    """What a round costs a player: the change of the total, and of the danger of going out."""
    now = reckon(was, points, won, terms.out_over)[0]
    cost = now.total - was.total + danger(now.total, terms) - danger(was.total, terms)
    return cost + OUT if now.out else cost


def danger(total: int, terms: YammouthTerms) -> float:
    return DANGER * (max(0, total) / terms.out_over) ** 2


class YammouthSteady:
    def choose(self, yammouth: Yammouth, seat: Seat, rng: Random) -> Action | None:
        if yammouth.phase > CLAIMING:
            return DEAL
        if yammouth.round > TIRED:
            return yammouth.silence(seat)
        if seat == yammouth.slammer and not yammouth.can_slam() and not yammouth.can_slam_hand():
            return None
        return self.act(yammouth, YammouthKnowledge(yammouth, seat))

    def act(self, yammouth: Yammouth, known: YammouthKnowledge) -> Action | None:
        """Choose an action within a round. The same `known` serves for a whole turn."""
        if known.seat == yammouth.slammer:
            return self._slam(yammouth, known)
        if yammouth.phase == PLACING:
            return self._place(yammouth, known)
        if yammouth.phase == PICKING:
            return self._pick_up(yammouth, known)
        return CLAIM if known.wants_to_claim() else PASS

    def _place(self, yammouth: Yammouth, known: YammouthKnowledge) -> Action:
        weight, placing = known.best_placing() if known.hand else (0.0, PASS)
        may_call = points_of(known.hand) <= yammouth.terms.call_limit
        return CALL if may_call and known.wants_to_call(weight) else placing

    def _pick_up(self, yammouth: Yammouth, known: YammouthKnowledge) -> Action:
        placed = yammouth.placed
        taken = known.after_taking(known.hand, placed, yammouth.card_under())
        return TAKE if taken <= known.after_drawing(known.hand, placed) else DRAW

    def _slam(self, yammouth: Yammouth, known: YammouthKnowledge) -> Action | None:
        hand = known.hand
        choice: Action | None = None
        lightest = known.weight(hand)
        if yammouth.can_slam() and known.weight(hand[:-1]) < lightest:
            choice, lightest = SLAM, known.weight(hand[:-1])
        if yammouth.can_slam_hand() and known.empty < lightest:
            choice = SLAM_HANDS[yammouth.highest(known.seat)]
        return choice
