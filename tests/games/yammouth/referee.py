"""A referee that knows the rules of Yammouth and not the engine. Its cards are codes, and it tries everything out.

It reads the deal and reshuffles from the table, and follows everything else from the actions alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, permutations
from random import Random
from typing import Any

from parlour.cards import code
from parlour.games.yammouth.actions import Action, Call, ClaimCall, Keep, PlaceCards, Slam, SlamHand
from parlour.games.yammouth.options import YammouthOptions
from parlour.games.yammouth.rules import Yammouth
from parlour.kernel.actions import Deal, Draw, Pass, Take
from tests.games.yammouth.tables import new

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
VALUES = {"JOK": 0, **{rank: value for value, rank in enumerate(RANKS, 1)}}
UPWARDS = " ".join(RANKS)
DOWNWARDS = " ".join(reversed(RANKS))

Round = tuple[int, bool]  # what it cost somebody, and whether they won it


def rank_of(card: str) -> str:
    return card if card == "JOK" else card[:-1]


def points_of(cards: Sequence[str]) -> int:
    """Y1."""
    return sum(VALUES[rank_of(card)] for card in cards)


# ---------------------------------------------------------------- what may be placed (Y6)


def go_together(cards: Sequence[str]) -> bool:
    """Whether these cards may be placed in this order."""
    ranks = [rank_of(card) for card in cards]
    if len(set(ranks)) == 1:
        return True
    if len(cards) < 3 or "JOK" in cards or len({card[-1] for card in cards}) > 1:
        return False
    row = " ".join(ranks)
    return any(f" {row} " in f" {way} " for way in (UPWARDS, DOWNWARDS))


def placings(hand: Sequence[str]) -> set[tuple[str, ...]]:
    """Every choice of cards from the hand, in every order, that may be placed."""
    every = chain.from_iterable(permutations(hand, size) for size in range(1, len(hand) + 1))
    return {row for row in every if go_together(row)}


# ---------------------------------------------------------------- how totals change (Y15-Y19)


def reckoned(rounds: Sequence[Round], out_over: int) -> tuple[int, bool]:
    """A player's total after these rounds, and whether they are out."""
    total = 0
    row: list[int] = []  # the totals after the rounds won in a row
    for cost, won in rounds:
        total += cost
        if total in range(25, 5_000, 25):
            total -= 25
        row = [*row, total] if won else []
        if len(row) == 10:
            total = -100 if row == [0] * 10 else min(total, 0)
            row = []
        total = max(total, -100)
        if total > out_over:
            return total, True
    return total, False


# ---------------------------------------------------------------- a whole match


class Referee:
    """Follows a match from its first deal."""

    def __init__(self, yammouth: Yammouth) -> None:
        self.terms = yammouth.options
        self.seats = range(yammouth.seats)
        self.rounds: list[list[Round]] = [[] for _ in self.seats]
        self.out: set[int] = set()
        self.sheet: list[list[int]] = []
        self.winners: tuple[int, ...] = ()
        self.seen: Counter[str] = Counter()
        self._begin(0, yammouth)

    def _begin(self, seat: int, yammouth: Yammouth) -> None:
        self.turn = self.beginner = seat
        self.turns = 0
        self.playing = [seat for seat in self.seats if seat not in self.out]
        self.hands = [[code(card) for card in hand] for hand in yammouth.hands]
        self.pile = [code(card) for card in yammouth.pile]
        self.stock = [code(card) for card in yammouth.stock]
        self.placed: list[str] = []
        self.slammer: int | None = None
        self.claims: list[int] = []
        self.passed: set[int] = set()
        self.phase = "placing"

    # ------------------------------------------------------------ who may do what

    def may_claim(self) -> set[int]:
        """Y13."""
        latest = points_of(self.hands[self.claims[-1]])
        most = latest if len(self.claims) == 1 else latest - 1
        able = {seat for seat in self.playing if points_of(self.hands[seat]) <= most}
        return able - {self.claims[-1]} - self.passed

    def actors(self) -> set[int]:
        if self.phase == "over":
            return set()
        if self.phase == "claiming":
            return self.may_claim()
        return {self.turn} if self.slammer is None else {self.turn, self.slammer}

    def awaited(self) -> set[int]:
        return self.actors() - {self.slammer}

    def allows(self, seat: int, action: Action) -> bool:
        hand = self.hands[seat]
        mine = seat == self.turn
        match action:
            case Deal():
                return self.phase == "scored" and mine
            case Call():
                return self.phase == "placing" and mine and points_of(hand) <= self.terms.call_limit
            case PlaceCards(row):
                held = all(row.count(card) <= hand.count(card) for card in row)
                return self.phase == "placing" and mine and held and go_together(row)
            case Take() | Draw():
                return self.phase == "picking" and mine
            case Pass():
                return seat in self.may_claim() if self.phase == "claiming" else self._must_pass(seat)
            case Slam():
                return seat == self.slammer and rank_of(hand[-1]) in map(rank_of, self.placed)
            case SlamHand(top):
                sums = {points_of(self.placed), points_of(self.placed[-1:])}
                return seat == self.slammer and top in hand and points_of(hand) in sums
            case Keep():
                return seat == self.slammer
            case ClaimCall():
                return self.phase == "claiming" and seat in self.may_claim()

    def _must_pass(self, seat: int) -> bool:
        return self.phase == "placing" and seat == self.turn and not self.hands[seat]

    # ------------------------------------------------------------ what comes of it

    def follow(self, seat: int, action: Action, after: Yammouth) -> None:
        hand = self.hands[seat]
        self.seen[type(action).__name__] += 1
        match action:
            case Deal():
                self._begin(seat, after)
            case Call():
                self.slammer = None
                self.claims = [seat]
                self.phase = "claiming"
            case PlaceCards(row):
                for card in row:
                    hand.remove(card)
                self.pile += row
                self.placed = [*row]
                self.slammer = None
                self.phase = "picking"
            case Take():
                hand.append(self.pile.pop(len(self.pile) - len(self.placed) - 1))
                self._turn_over(seat)
            case Draw():
                if not self.stock:
                    self.seen["reshuffle"] += 1
                    *under, top = self.pile
                    self.stock = [*map(code, after.stock), code(after.hands[seat][-1])]
                    assert sorted(self.stock) == sorted(under)
                    self.pile = [top]
                hand.append(self.stock.pop())
                self._turn_over(seat)
            case Pass() if self.phase == "placing":
                self._turn_over(seat)
                self.slammer = None
                self.seen["turn without cards"] += 1
            case Pass():
                self.passed.add(seat)
            case Slam():
                self.pile.append(hand.pop())
                self.slammer = None
            case SlamHand(top):
                assert sorted(hand) == sorted(map(code, after.pile[-len(hand) :]))  # those under the top in any order
                assert code(after.pile[-1]) == top
                self.pile += [code(card) for card in after.pile[-len(hand) :]]
                hand.clear()
                self.slammer = None
            case Keep():
                self.slammer = None
            case ClaimCall():
                self.seen["Claim over a claim"] += len(self.claims) > 1
                self.claims.append(seat)
                self.passed = set()
        if self.phase == "claiming" and not self.may_claim():
            self._count()

    def _turn_over(self, seat: int) -> None:
        self.slammer = seat
        self.turn = self._next_in(seat + 1)
        self.turns += 1
        self.phase = "placing"
        if self.turns == self.terms.turn_cap * len(self.playing):
            self.seen["turn cap"] += 1
            self._count()

    def _next_in(self, seat: int) -> int:
        return next(
            other % len(self.seats) for other in range(seat, seat + 9) if other % len(self.seats) not in self.out
        )

    def costs(self, seat: int) -> int:
        """Y14."""
        if self.claims and seat == self.claims[-1]:
            return 0
        return self.terms.caught_points if seat in self.claims else points_of(self.hands[seat])

    def total(self, seat: int) -> int:
        return reckoned(self.rounds[seat], self.terms.out_over)[0]

    def _count(self) -> None:
        self.slammer = None
        before = [self.total(seat) for seat in self.seats]
        for seat in self.playing:
            self.rounds[seat].append((self.costs(seat), seat in self.claims[-1:]))
            if reckoned(self.rounds[seat], self.terms.out_over)[1]:
                self.out.add(seat)
        self.sheet.append([self.total(seat) - before[seat] for seat in self.seats])
        left = [seat for seat in self.playing if seat not in self.out]
        if len(left) > 1:
            self.phase = "scored"
            self.turn = self._next_in(self.claims[-1] if self.claims else self.beginner)
            self.seen["out in the middle"] += len(left) < len(self.playing)
            return
        self.phase = "over"
        lowest = min(self.total(seat) for seat in self.playing)
        self.seen["all out"] += not left
        self.winners = tuple(left or [seat for seat in self.playing if self.total(seat) == lowest])


def followed(seed: int) -> Iterator[tuple[Yammouth, Referee, Random]]:
    """Play a random match with many slams and claims. Yield it with its referee before every move and at the end."""
    rng = Random(seed)
    terms: dict[str, Any] = {"turn_cap": rng.choice((1, 3, 12, 20)), "out_over": rng.choice((25, 30, 60, 100, 130))}
    if rng.random() < 0.5:
        terms |= {"call_limit": rng.choice((0, 50, 50)), "caught_points": rng.choice((0, 10, 25))}
    if rng.random() < 0.4:  # few ranks: sets, slams and empty hands; a small stock: reshuffles
        terms |= {"deck": "custom", "custom_deck": (*rng.choices((0, 4, 8), (2, 1, 1), k=13), 4)}
    seats = rng.choice((2, 3, 4, 6, 8))
    if sum(YammouthOptions(**terms).counts()) < 5 * seats + 10:
        terms |= {"deck": "standard"}
    yammouth = new(seats, rng.randbytes(8), **terms)
    referee = Referee(yammouth)
    while actors := yammouth.actors():
        yield yammouth, referee, rng
        seat = rng.choice(actors)
        legal = yammouth.legal(seat)
        keen = [one for one in legal if isinstance(one, Slam | SlamHand | Call | ClaimCall)]
        placing = [one for one in legal if isinstance(one, PlaceCards)]
        if keen and rng.random() < 0.8:
            action: Action = rng.choice(keen)
        elif placing and rng.random() < 0.7:
            action = max(placing, key=lambda one: points_of(one.cards))
        else:
            action = rng.choice(legal)
        yammouth.apply(seat, action)
        referee.follow(seat, action, yammouth)
    yield yammouth, referee, rng


def some_rows(rng: Random, hand: list[str]) -> list[list[str]]:
    """Cards to try to place: some in the hand, some not, some too often."""
    return [rng.choices([*hand, rng.choice(("7H", "JOK"))], k=rng.randint(1, 3)) for _ in range(4)]
